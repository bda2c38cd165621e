"""Names of databases: the name of a file, or the address of a PostgreSQL server."""

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
"""An address whose password can be recognized. Without a user, a number like a port may be part of a password."""
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
    """Whether the name of a database is the address of a server, not a file.

    Raises ``Unreadable``, whose message does not contain the name, for an invalid address or an empty name.
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
    """Return the error to raise for a database that can't be reached.

    The message includes ``why``, the driver's message, only if that can't contain a password.
    """
    if not why or _ADDRESS.fullmatch(address) is None:
        return Unreadable(f"The database {printable_address(address)} can’t be reached. {_ADDRESS_HELP}")
    words = " ".join(why.split()).rstrip(".?")
    return Unreadable(f"The database {printable_address(address)} can’t be reached: {words}. Check the address.")


def printable_address(path: str | Path) -> str:
    """Return the name of a file or an address without anything that may be part of a password."""
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
    """Return another program's message about typed text, without the first possible address and everything after it."""
    return _ADDRESS_IN_TEXT.sub("…", words)


@contextmanager
def require_driver() -> Iterator[None]:
    """Convert an ``ImportError`` of PostgreSQL's driver to ``Unreadable``.

    The driver is an optional dependency.
    """
    try:
        yield
    except ImportError as error:
        text = "A postgresql:// address needs psycopg, which isn’t installed. Run: pip install 'psycopg[binary]'"
        raise Unreadable(text) from error
