"""The name of a database: a file, or the address of a PostgreSQL server."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import Unreadable

_SCHEMES = ("postgresql://", "postgres://")
_ADDRESS = re.compile(
    r"(?P<scheme>postgres(?:ql)?://)"
    r"(?:(?P<user>[\w.-]*)(?P<password>:[^@/?]*)?@(?P<ports>[\w.,:\[\]-]*)|(?P<hosts>[\w.,-]*))"
    r"(?P<name>/[\w.-]*)?(?P<more>\?[^@]*)?"
)
"""An address in which it is certain what the password is. Without a user, what looks like a port may be a password."""
_PRINTABLE_OPTIONS = re.compile(r"(?<=[?&])(?:host|options)=[^&?]*")
_ADDRESS_ATTEMPT = re.compile(
    r"(?![a-z]:[\\/])\s*(?:[a-z][a-z\d+.-]+:/|[^/.].*(?::|%3A).*@|.*\bpassword\s*=)", re.IGNORECASE | re.DOTALL
)
_ADDRESS_HELP = (
    "Write it as postgresql://USER:PASSWORD@HOST/DATABASE, and in the password %40 for @, %2F for /, %3A for :,"
    " %3F for ?, %23 for #, and %25 for %."
)
_ADDRESS_IN_TEXT = re.compile(r"\S+:/.*|\S+(?::|%3A).*@.*", re.DOTALL)


def is_server_address(path: str | Path) -> bool:
    """Whether it is a server's address, not a file.

    Raises ``Unreadable``, without repeating it, for an invalid address or an empty text.
    """
    text = str(path)
    if text.startswith(_SCHEMES):
        return True
    if not text:
        raise Unreadable("The name of the database is empty. Name a file, or an address: postgresql://….")
    if _ADDRESS_ATTEMPT.match(text) and not os.path.exists(text):
        raise Unreadable(
            "The database is at no address that the bot knows. Name a file, or an address that begins with"
            " postgresql:// in lowercase."
        )
    return False


def unreachable_error(address: str, why: str = "") -> Unreadable:
    """A sentence about a database that can't be reached, with the driver's message if it can't contain a password."""
    if not why or _ADDRESS.fullmatch(address) is None:
        return Unreadable(f"The database {printable_address(address)} can’t be reached. {_ADDRESS_HELP}")
    words = " ".join(why.split()).rstrip(".?")
    return Unreadable(f"The database {printable_address(address)} can’t be reached: {words}. Check the address.")


def printable_address(path: str | Path) -> str:
    """The file or address without anything that may be part of a password."""
    text = str(path)
    if not text.startswith(_SCHEMES):
        return text
    match = _ADDRESS.fullmatch(text)
    if match is None:
        return f"{text.partition('://')[0]}://…"
    printable = _PRINTABLE_OPTIONS.findall(match["more"] or "")
    if (match["more"] or "").count("=") > len(printable):
        printable.append("…")
    user = "" if match["user"] is None else match["user"] + (":…@" if match["password"] else "@")
    place = match["ports"] if match["hosts"] is None else match["hosts"]
    return f"{match['scheme']}{user}{place}{match['name'] or ''}{'?' * bool(printable)}{'&'.join(printable)}"


def hide_addresses(words: str) -> str:
    """Another program's message about typed text, up to the first possible address."""
    return _ADDRESS_IN_TEXT.sub("…", words)


@contextmanager
def require_driver() -> Iterator[None]:
    """Raises ``Unreadable`` with a sentence if PostgreSQL's driver, an extra, is missing."""
    try:
        yield
    except ImportError as error:
        text = "A postgresql:// address needs psycopg, which isn’t installed. Run: pip install 'psycopg[binary]'"
        raise Unreadable(text) from error
