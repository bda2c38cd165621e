"""SQLite's errors as people understand them: the file is locked, full, damaged or not to be written. It knows no table.

An error of any other kind is a bug of ours, and has no words here.
"""

from __future__ import annotations

import sqlite3
from typing import Literal

Trouble = Literal["locked", "forbidden", "full", "failed", "damaged"]

_TROUBLES: dict[int, Trouble] = {
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
"""By the lowest byte of SQLite's result code; the rest of the code says in which way (sqlite.org/rescode.html)."""

_WORDS: dict[Trouble, str] = {
    "locked": "The database is in use by another program; end that one, then start again.",
    "forbidden": "The database may not be written; the bot needs the right to write the file and its folder.",
    "full": "The disk is full, so the database cannot be written; make room, then start again.",
    "failed": "The disk failed while the database was read or written ({}); look after the disk first.",
    "damaged": "The file cannot be read as a database: {}. Put a copy in its place whose games `python -m engine"
    " verify` can check. A game that differs there stops nothing: some rules have changed since older games began.",
}


def trouble(error: Exception) -> Trouble | None:
    """The trouble with the file or its disk; None for an error that is a bug of ours.

    In a damaged file even the text of SQLite's own message may be none.
    """
    if isinstance(error, UnicodeDecodeError):
        return "damaged"
    return _TROUBLES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)


def for_operators(error: Exception) -> str:
    """A sentence for whoever starts a program on the file; empty for a bug of ours."""
    found = trouble(error)
    return "" if found is None else _WORDS[found].format(error)
