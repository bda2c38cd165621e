"""Errors of SQLite, of a database server, and of files, as sentences for hosts.

Any other error is a bug and has no sentence.
"""

import errno
import sqlite3
from collections.abc import Mapping
from typing import Literal

ErrorKind = Literal["locked", "forbidden", "full", "failed", "damaged", "lost", "removed"]


class ServerError(Exception):
    """An error of a database server.

    ``code`` is its SQLSTATE; it is empty if the connection is lost.
    """

    def __init__(self, text: str, code: str) -> None:
        super().__init__(text)
        self.code = code


class DatabaseRemoved(ServerError):
    """The database's file was removed or replaced while it was open.

    The message is a sentence for hosts.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text, "")


DatabaseError = (sqlite3.Error, ServerError)
"""The errors of the database that a store may raise, for ``except``."""

_SQLITE_ERROR_KINDS: dict[int, ErrorKind] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_READONLY: "forbidden",
    sqlite3.SQLITE_CANTOPEN: "forbidden",
    sqlite3.SQLITE_PERM: "forbidden",
    sqlite3.SQLITE_AUTH: "forbidden",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "failed",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
"""Error kinds by the lowest byte of SQLite's result code, the primary code (sqlite.org/rescode.html)."""

_SQLSTATE_ERROR_KINDS: dict[str, ErrorKind] = {
    "": "lost",
    "57P01": "lost",
    "57P02": "lost",
    "57P03": "lost",
    "25P03": "lost",
    "25006": "forbidden",
    "42501": "forbidden",
    "55P03": "locked",
    "40001": "locked",
    "40P01": "locked",
    "57014": "locked",
    "53100": "full",
    "53200": "failed",
    "58030": "failed",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""Error kinds by SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html).

Errors of class 08 are not listed; their kind is “lost”.
"""

_OPERATOR_MESSAGES: dict[ErrorKind, str] = {
    "locked": "The database is in use by another program; end that one, then start again.",
    "forbidden": "The database may not be written; the bot needs the right to write the file and its folder.",
    "full": "The disk is full, so the database cannot be written; make room, then start again.",
    "failed": "The disk failed while the database was read or written ({}); look after the disk first.",
    "damaged": "The file cannot be read as a database: {}. Put a copy in its place whose games `roundhouse"
    " verify` can check. A game that differs there stops nothing: some rules have changed since older games began.",
    "lost": "The connection to the database is gone ({}). Check the server and the network, then start again.",
    "removed": "{}",
}

_SERVER_MESSAGES: Mapping[ErrorKind, str] = {
    "forbidden": "The server forbids that to the user of the address ({}). Give that user the right to it.",
}
"""Messages for a database server that differ from those for a file."""

_OS_ERROR_REASONS: Mapping[int, str] = {
    errno.ENOENT: "there is no such file or folder. Check the name",
    errno.EACCES: "it’s forbidden. Run this as the user who runs the bot; the bot needs the right to write it and its"
    " folder",
    errno.ENOTDIR: "it would be in a file, and not in a folder. Check the name",
    errno.EISDIR: "it is a folder. Name a file in it",
    errno.ENAMETOOLONG: "the name is too long. Choose a shorter one",
    errno.ENOSPC: "the disk is full. Make room there",
}
"""The reasons for errors of files, by ``errno``. Each reason is the end of a sentence."""


def classify_error(error: Exception) -> ErrorKind | None:
    """Return the kind of a database error; None for a bug.

    Invalid UTF-8 is a sign of a damaged file, even in SQLite's own error message.
    """
    if isinstance(error, UnicodeDecodeError):
        return "damaged"
    if isinstance(error, DatabaseRemoved):
        return "removed"
    if isinstance(error, ServerError):
        return "lost" if error.code.startswith("08") else _SQLSTATE_ERROR_KINDS.get(error.code)
    return _SQLITE_ERROR_KINDS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)


def operator_message(error: Exception) -> str:
    """Return a sentence for the host about a database error; empty for a bug."""
    kind = classify_error(error)
    if kind is None:
        return ""
    message = _SERVER_MESSAGES.get(kind) if isinstance(error, ServerError) else None
    return (message or _OPERATOR_MESSAGES[kind]).format(error)


def os_error_reason(error: OSError) -> str:
    """Return the reason why a file can't be opened or written, and a remedy.

    The text is the end of a sentence, without a period.
    """
    return _OS_ERROR_REASONS.get(error.errno or 0, str(error.strerror or error))
