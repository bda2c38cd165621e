"""The name of a database: a file, or the address of a PostgreSQL server. It knows no table."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import Unreadable

_SCHEMES = ("postgresql://", "postgres://")
_PLAIN = re.compile(
    r"(?P<scheme>postgres(?:ql)?://)"
    r"(?:(?P<user>[\w.-]*)(?P<password>:[^@/?]*)?@(?P<ports>[\w.,:\[\]-]*)|(?P<hosts>[\w.,-]*))"
    r"(?P<name>/[\w.-]*)?(?P<more>\?[^@]*)?"
)
"""An address in which it is certain what the password is. Without a user, what looks like a port may be a password."""
_TOLD = re.compile(r"(?<=[?&])(?:host|options)=[^&?]*")
_ALIKE = re.compile(
    r"(?![a-z]:[\\/])\s*(?:[a-z][a-z\d+.-]+:/|[^/.].*(?::|%3A).*@|.*\bpassword\s*=)", re.IGNORECASE | re.DOTALL
)
_WRITE_IT = (
    "Write it as postgresql://USER:PASSWORD@HOST/DATABASE, and in the password %40 for @, %2F for /, %3A for :,"
    " %3F for ?, %23 for #, and %25 for %."
)
_IN_WORDS = re.compile(r"\S+:/.*|\S+(?::|%3A).*@.*", re.DOTALL)


def is_address(path: str | Path) -> bool:
    """Whether that is a server's address, and not a file.

    Raises ``Unreadable``, without repeating it, for what can only be meant as an address and is none, and for nothing.
    """
    text = str(path)
    if text.startswith(_SCHEMES):
        return True
    if not text:
        raise Unreadable("The name of the database is empty. Name a file, or an address: postgresql://….")
    if _ALIKE.match(text) and not os.path.exists(text):
        raise Unreadable(
            "The database is at no address that the bot knows. Name a file, or an address that begins with"
            " postgresql:// in lowercase."
        )
    return False


def unreachable(address: str, why: str = "") -> Unreadable:
    """A sentence about a database that can't be reached; with the driver's words, if no password can be in them."""
    if not why or _PLAIN.fullmatch(address) is None:
        return Unreadable(f"The database {shown(address)} can’t be reached. {_WRITE_IT}")
    words = " ".join(why.split()).rstrip(".?")
    return Unreadable(f"The database {shown(address)} can’t be reached: {words}. Check the address.")


def shown(path: str | Path) -> str:
    """The file or the address as it may be printed: without anything that may belong to a password."""
    text = str(path)
    if not text.startswith(_SCHEMES):
        return text
    found = _PLAIN.fullmatch(text)
    if found is None:
        return f"{text.partition('://')[0]}://…"
    told = _TOLD.findall(found["more"] or "")
    if (found["more"] or "").count("=") > len(told):
        told.append("…")
    user = "" if found["user"] is None else found["user"] + (":…@" if found["password"] else "@")
    place = found["ports"] if found["hosts"] is None else found["hosts"]
    return f"{found['scheme']}{user}{place}{found['name'] or ''}{'?' * bool(told)}{'&'.join(told)}"


def without_addresses(words: str) -> str:
    """The words of another program about what was typed, up to the first that looks like an address."""
    return _IN_WORDS.sub("…", words)


@contextmanager
def with_driver() -> Iterator[None]:
    """Says in a sentence that PostgreSQL's driver, an extra, is missing where it is imported."""
    try:
        yield
    except ImportError as error:
        text = "A postgresql:// address needs psycopg, which isn’t installed. Run: pip install 'psycopg[binary]'"
        raise Unreadable(text) from error
