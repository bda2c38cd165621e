"""The lists of a user's tables. The list of open tables has pages: SQL."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from engine.store.connection import Connection
from engine.store.ids import ChannelId, GuildId, TableId, UserId


class TableSection(IntEnum):
    """A section of a user's list of tables."""

    WAITING = 0
    """The table waits for the user, whose clock runs."""
    OTHERS = 1
    """The table waits for other players."""
    LOBBY = 2
    KEPT = 3
    """The user has left the table, and may take the seat back."""


class TableListItem(NamedTuple):
    """A table in a user's list.

    ``since`` is the time from which the table waits for the user, or otherwise the time of the table's last change, in
    seconds since 1970.
    """

    session: TableId
    section: TableSection
    since: float


class TableListPage(NamedTuple):
    """A page of a user's list of tables.

    ``counts`` has the number of tables in each section of the whole list.
    """

    tables: tuple[TableListItem, ...]
    page: int
    counts: dict[TableSection, int]


class TableOfUser(NamedTuple):
    """A table at which a user has a seat. ``guild`` is None for direct messages; ``is_open`` is False after the end."""

    channel: ChannelId
    guild: GuildId | None
    is_open: bool


_NO_CLOCK_RUNS_SQL = (
    "session.status = 'playing' AND NOT EXISTS"
    " (SELECT 1 FROM clock AS any_clock WHERE any_clock.session = session.id AND any_clock.since IS NOT NULL)"
)
_ASKED_AT_SQL = """
    CASE WHEN clock.since IS NOT NULL AND EXISTS (
        SELECT 1 FROM holder
        WHERE holder.session = session.id AND holder.seat = player.seat AND holder.until >= clock.point
    ) THEN clock.since ELSE coalesce(
        (SELECT log.at FROM log WHERE log.session = session.id AND log.seq = clock.point), session.since
    ) END"""
"""SQL for the time when the user was asked, but not before the user got the seat."""


def find_tables_without_clock(db: Connection, user: UserId, most: int) -> tuple[TableId, ...]:
    """Return the user's tables in play on which no clock runs, the newest first.

    These tables have no clocks or are paused. Only their states say which seats are to move.
    """
    rows = db.execute(
        "SELECT session.id FROM player JOIN session ON session.id = player.session"
        f" WHERE player.user_id = ? AND {_NO_CLOCK_RUNS_SQL} ORDER BY session.id DESC LIMIT ?",
        (user, most),
    )
    return tuple(session for (session,) in rows)


def find_tables_of_user(db: Connection, user: UserId, guild: GuildId | None, most: int) -> tuple[TableOfUser, ...]:
    """Return the user's tables on a server and in direct messages; without ``guild``, on all servers.

    Open tables come before finished ones; of each kind, the latest come first.
    """
    place_sql, place_values = ("", ()) if guild is None else (" AND (guild_id = ? OR guild_id IS NULL)", (guild,))
    rows = db.execute(
        "SELECT channel_id, guild_id, CASE WHEN session.status = 'finished' THEN 0 ELSE 1 END AS is_open"
        " FROM player JOIN session ON session.id = player.session"
        f" WHERE player.user_id = ? AND session.status IN ('lobby', 'playing', 'finished'){place_sql}"
        " ORDER BY is_open DESC, session.since DESC, session.id DESC LIMIT ?",
        (user, *place_values, most),
    )
    return tuple(TableOfUser(channel, server, bool(is_open)) for channel, server, is_open in rows)


def load_table_list_page(db: Connection, user: UserId, asked: Sequence[TableId], most: int, page: int) -> TableListPage:
    """Return a page of the user's open tables, with ``most`` tables per page.

    If ``page`` is too high, return the last page. First come the tables that wait for the user, the longest waiting
    first. These are the tables on which the user's clock runs, and those in ``asked``. Then follow tables that wait for
    others, lobbies, and tables with a kept seat.
    """
    list_sql, values = _table_list_sql(asked), (*asked, user, user)
    counts = dict.fromkeys(TableSection, 0)
    for section, count in db.execute(f"SELECT section, count(*) FROM ({list_sql}) AS list GROUP BY section", values):
        counts[TableSection(section)] = count
    page = min(page, max(0, sum(counts.values()) - 1) // most)
    query = f"SELECT id, section, at FROM ({list_sql}) AS list ORDER BY section, at, id LIMIT ? OFFSET ?"
    rows = db.execute(query, (*values, most, most * page))
    return TableListPage(
        tuple(TableListItem(session, TableSection(section), at) for session, section, at in rows), page, counts
    )


def _table_list_sql(asked: Sequence[TableId]) -> str:
    """Return the query for the user's whole list. Its parameters are the tables in ``asked``, and the user twice."""
    marks = ", ".join("?" * len(asked)) or "NULL"
    waits = f"(clock.since IS NOT NULL OR session.id IN ({marks}))"
    return f"""
        SELECT id, section, CASE section WHEN 0 THEN asked ELSE since END AS at FROM (
            SELECT session.id AS id, session.since AS since, {_ASKED_AT_SQL} AS asked,
                CASE WHEN session.status = 'lobby' THEN 2 WHEN {waits} THEN 0 ELSE 1 END AS section
            FROM player JOIN session ON session.id = player.session
            LEFT JOIN clock ON clock.session = player.session AND clock.seat = player.seat
            WHERE player.user_id = ? AND session.status IN ('lobby', 'playing')
            UNION ALL
            SELECT session.id, session.since, session.since, 3
            FROM player JOIN session ON session.id = player.session
            WHERE player.away = ? AND session.status = 'playing'
        ) AS every"""
