"""A table's rows read so that damage is told from trouble with the file. It knows no title and no Discord."""

from __future__ import annotations

import sqlite3

from engine.errors import Unreadable
from engine.store.session import Session
from engine.store.statements import read_session


def whole(db: sqlite3.Connection, session: int) -> Session | None:
    """The table of that id. Raises ``Unreadable`` when its rows make no table."""
    try:
        return read_session(db, session)
    except sqlite3.Error as error:
        if not _is_damage(error):
            raise
        raise Unreadable(f"Its rows cannot be read: {error}.") from error
    except (ValueError, TypeError, KeyError) as error:  # msgspec's errors are among them
        raise Unreadable(f"Its rows make no table: {error}.") from error


def place_of(db: sqlite3.Connection, session: int) -> tuple[int, int | None, str] | None:
    """Channel, server and status of a table of which nothing else need be readable."""
    row = db.execute("SELECT channel_id, guild_id, status FROM session WHERE id = ?", (session,)).fetchone()
    return None if row is None else (row[0], row[1], row[2])


def _is_damage(error: sqlite3.Error) -> bool:
    """Whether it is about what is in the rows: a broken page, or a text of no characters, which has no code."""
    if not isinstance(error, sqlite3.DatabaseError) or isinstance(error, sqlite3.ProgrammingError):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF == sqlite3.SQLITE_CORRUPT
