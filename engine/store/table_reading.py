"""Decoding of tables from their rows.

Damaged rows are distinguished from errors of the database.
"""

import math
import sqlite3

from msgspec.structs import replace

from engine.core import Seat, join_words, shorten
from engine.core.codec import load_state
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store.connection import Connection
from engine.store.errors import DatabaseError, ServerError, classify_error
from engine.store.ids import ChannelId, GuildId, TableId
from engine.store.models import Clock, Table
from engine.store.table_rows import TableRows, load_table_rows

_LAST_MOMENT = 253_370_764_800.0
"""The beginning of the year 9999, the last year of ``datetime``, in seconds since 1970. Later times are invalid."""


def load_readable_rows(db: Connection, table_id: TableId) -> TableRows | None:
    """Return the rows of a table; None if there is none.

    Raises ``Unreadable`` if they are damaged or invalid.
    """
    try:
        return load_table_rows(db, table_id)
    except DatabaseError as error:
        if not _is_corruption(error):
            raise
        raise Unreadable(f"Its rows can’t be read: {error}.") from error
    except (ValueError, TypeError, KeyError) as error:  # msgspec's errors are among them
        raise Unreadable(f"Its rows don’t form a table: {error}.") from error


def decode_table(rows: TableRows) -> Table:
    """Return the table with its state from its rows. Raises ``Unreadable`` if they are invalid.

    In the lobby, the table has no state, even if it is an imported game.
    """
    table = rows.table
    if not all(_is_valid_clock(seat, clock, table) for seat, clock in table.clocks.items()):
        raise Unreadable("Its clocks belong to no seat or have no time.")
    game = GAMES.get(table.title)
    if game is None:
        raise Unreadable(f"There’s no game “{shorten(table.title)}” here. Known are {join_words(list(GAMES))}.")
    if rows.state is None or table.status == "lobby":
        return table
    try:
        return replace(table, state=load_state(game, rows.state, rows.version))
    except Unreadable:
        raise
    except Exception as error:  # invalid bytes may cause any error
        raise Unreadable(f"{type(error).__name__}: {error}.") from error


def _is_valid_clock(seat: Seat, clock: Clock, table: Table) -> bool:
    return (
        1 <= seat <= len(table.players)
        and math.isfinite(clock.bank)
        and abs(clock.bank) < _LAST_MOMENT
        and 0.0 <= (clock.since or 0.0) < _LAST_MOMENT
    )


def load_table_place(db: Connection, table_id: TableId) -> tuple[ChannelId, GuildId | None, str] | None:
    """Return channel, server, and status of a table, even if other data of the table are unreadable.

    Return None if there is no such table.
    """
    row = db.execute("SELECT channel_id, guild_id, status FROM session WHERE id = ?", (table_id,)).fetchone()
    return None if row is None else (row[0], row[1], row[2])


def _is_corruption(error: Exception) -> bool:
    """Whether an error is due to the content of rows, such as a damaged page.

    Invalid UTF-8 is included, although its error has no code.
    """
    if isinstance(error, ServerError):
        return classify_error(error) == "damaged"
    if not isinstance(error, sqlite3.DatabaseError) or isinstance(error, sqlite3.ProgrammingError):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF == sqlite3.SQLITE_CORRUPT
