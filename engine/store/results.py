"""Results of games, and statistics of users' moves: values and SQL."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from engine.core import Seat
from engine.store.connection import Connection
from engine.store.ids import GuildId, TableId, UserId
from engine.store.move_log import LogRowHead, load_row_heads

_MAX_TABLES_READ = 20
"""Maximum number of a user's tables whose logs are read for the user's answer times."""

_OWN_MOVE_ORIGINS = ("player", "order")
"""The origins of moves that a user made."""

_COLUMNS = "session, seat, title, user_id, place, score, rated, at, gone"
_COLUMN_COUNT = 9
_ALONE_SQL = "(SELECT count(*) FROM player WHERE player.session = result.session) = 1"
_POLICY_SQL = (
    "(SELECT policy FROM player WHERE player.session = result.session AND player.seat = result.seat AND gone = 0)"
)


class SeatResult(msgspec.Struct, frozen=True):
    """The result of a seat in a finished game.

    ``user`` is None for a computer player and a deleted user. ``rated``: whether the place counts for a rating. ``at``
    is the end of the game, in seconds since 1970. ``gone``: whether this is the result of a player who left the seat;
    the final player of the seat has another result. ``policy`` is the policy of a computer player. ``alone``: whether
    the game had one seat. ``policy`` and ``alone`` are computed from the table and never written.
    """

    session: TableId
    seat: Seat
    title: str
    user: UserId | None
    place: int
    score: int
    rated: bool
    at: float
    gone: bool = False
    policy: str | None = None
    alone: bool = False


class PlayRecord(msgspec.Struct, frozen=True):
    """Statistics of a user's moves.

    ``in_time`` is the number of answers at tables with a clock; several moves in a row are one answer. ``run_out`` is
    the number of times that the clock ran out. ``begun`` is the number of games that are over or that the user left,
    and ``finished`` the number that the user finished. ``waits`` are the seconds from a question to its answer, at the
    latest tables.
    """

    in_time: int
    run_out: int
    begun: int
    finished: int
    waits: tuple[float, ...]


def list_tables_without_results(db: Connection) -> tuple[TableId, ...]:
    """Return the tables of finished games without stored results."""
    rows = db.execute(
        "SELECT id FROM session WHERE status = 'finished' AND id NOT IN (SELECT session FROM result) ORDER BY id"
    )
    return tuple(session for (session,) in rows)


def has_results(db: Connection, table_id: TableId) -> bool:
    """Whether a table's results are stored."""
    return db.execute("SELECT 1 FROM result WHERE session = ? LIMIT 1", (table_id,)).fetchone() is not None


def add_results(db: Connection, results: Iterable[SeatResult]) -> None:
    """Store results; existing ones are unchanged."""
    db.executemany(
        f"INSERT INTO result ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [msgspec.structs.astuple(result)[:_COLUMN_COUNT] for result in results],
    )


def count_results(db: Connection, title: str) -> int:
    """Return the number of results of a game."""
    (count,) = db.execute("SELECT count(*) FROM result WHERE title = ?", (title,)).fetchone()
    return int(count)


def load_title_results(db: Connection, title: str) -> tuple[SeatResult, ...]:
    """Return all results of a game (``title``), ordered by table, the oldest first, and by seat."""
    query = f"SELECT {_COLUMNS}, {_POLICY_SQL} FROM result WHERE title = ? ORDER BY at, session, seat"
    rows = db.execute(query, (title,))
    return _read_results(rows)


def load_user_results(db: Connection, user: UserId) -> tuple[SeatResult, ...]:
    """Return all results of a user, the oldest table first.

    Results of imported tables are omitted, because these games were played elsewhere.
    """
    rows = db.execute(
        f"SELECT {_COLUMNS}, NULL, {_ALONE_SQL} FROM result WHERE user_id = ?"
        " AND session NOT IN (SELECT id FROM session WHERE chairs IS NOT NULL) ORDER BY at, session",
        (user,),
    )
    return _read_results(rows)


def has_title_result(db: Connection, user: UserId, title: str) -> bool:
    """Whether the user has a result in the game, at a table that was not imported."""
    query = (
        "SELECT 1 FROM result JOIN session ON session.id = result.session"
        " WHERE user_id = ? AND result.title = ? AND chairs IS NULL LIMIT 1"
    )
    return db.execute(query, (user, title)).fetchone() is not None


_OF_GUILD_SQL = "FROM result WHERE session IN (SELECT id FROM session WHERE guild_id = ?)"


def load_guild_results(db: Connection, guild: GuildId, since: float, until: float) -> tuple[SeatResult, ...]:
    """Return the results of a server's tables whose games ended at or after ``since`` and before ``until``.

    The results are ordered by end of the game and by seat.
    """
    query = f"SELECT {_COLUMNS}, {_POLICY_SQL} {_OF_GUILD_SQL} AND at >= ? AND at < ? ORDER BY at, session, seat"
    return _read_results(db.execute(query, (guild, since, until)))


def load_first_end_time(db: Connection, guild: GuildId) -> float | None:
    """Return the time when the first game of a server ended, in seconds since 1970; None if no game has ended."""
    at = db.execute(f"SELECT min(at) {_OF_GUILD_SQL}", (guild,)).fetchone()[0]
    return None if at is None else float(at)


def count_timeouts_by_user(db: Connection, guild: GuildId, since: float, until: float) -> Mapping[UserId, int]:
    """Return the number of times that each user's clock ran out in games of a server.

    Only rated results of games that ended in the period count. Users whose clock never ran out are omitted.
    """
    rows = db.execute(
        "SELECT result.user_id, sum(timeouts) FROM result JOIN session ON session.id = result.session"
        " JOIN clock ON clock.session = result.session AND clock.seat = result.seat"
        " WHERE session.guild_id = ? AND result.at >= ? AND result.at < ? AND result.user_id IS NOT NULL"
        " AND rated = 1 AND gone = 0 GROUP BY result.user_id HAVING sum(timeouts) > 0",
        (guild, since, until),
    )
    return {user: int(count) for user, count in rows}


def load_guild_players(db: Connection, guild: GuildId) -> frozenset[UserId]:
    """Return the users who have or had a seat at a table of this server, if the table's game has begun."""
    rows = db.execute(
        "SELECT user_id FROM player JOIN session ON session.id = player.session"
        " WHERE guild_id = ?1 AND status <> 'lobby' AND user_id IS NOT NULL"
        " UNION SELECT user_id FROM departure JOIN session ON session.id = departure.session"
        " WHERE guild_id = ?1 AND user_id > 0",
        (guild,),
    )
    return frozenset(user for (user,) in rows)


_STINTS_SQL = """
    WITH stint AS (
        SELECT place.*, terms LIKE '%"clock":%' AND terms NOT LIKE '%"clock":"none"%' AS timed
        FROM (
            SELECT player.session, player.seat, came, NULL AS gone, coalesce(timeouts, 0) AS timeouts
            FROM player LEFT JOIN clock ON clock.session = player.session AND clock.seat = player.seat
            WHERE user_id = ?1
            UNION ALL
            SELECT session, seat, came, gone, timeouts FROM departure WHERE user_id = ?1
            AND session NOT IN (SELECT session FROM player WHERE user_id = ?1)
        ) AS place JOIN session ON session.id = place.session
        WHERE chairs IS NULL
    )"""
"""SQL for the periods in which a user had a seat (stints), including seats that the user has left for good."""


class SeatStint(NamedTuple):
    """A period in which a user had a seat: from move ``came`` to move ``gone`` (None: until now)."""

    session: TableId
    seat: Seat
    came: int
    gone: int | None


class SeatStints(NamedTuple):
    """A user's stints at tables with a clock, and the numbers of a ``PlayRecord`` that need no log."""

    timed: tuple[SeatStint, ...]
    run_out: int
    begun: int
    finished: int


def load_stints(db: Connection, user: UserId) -> SeatStints:
    """Return the stints of the user, except at imported tables, whose first moves were made elsewhere."""
    timed = db.execute(f"{_STINTS_SQL} SELECT session, seat, came, gone FROM stint WHERE timed", (user,)).fetchall()
    timeouts = f"{_STINTS_SQL} SELECT coalesce(sum(timeouts), 0) FROM stint WHERE timed"
    (run_out,) = db.execute(timeouts, (user,)).fetchone()
    begun, finished = db.execute(
        f"{_STINTS_SQL} SELECT count(DISTINCT stint.session), count(*) - count(gone) FROM stint"
        " JOIN session ON session.id = stint.session WHERE status = 'finished' OR gone IS NOT NULL",
        (user,),
    ).fetchone()
    return SeatStints(tuple(map(SeatStint._make, timed)), int(run_out), begun, finished)


def count_stint_answers(db: Connection, timed: Iterable[SeatStint]) -> int:
    """Return the number of the user's answers in the stints, counted in the logs of the tables."""
    return sum(_count_answers(load_row_heads(db, stint.session), stint.seat, stint.came, stint.gone) for stint in timed)


def _count_answers(row_heads: Sequence[LogRowHead], seat: Seat, came: int, gone: int | None) -> int:
    """Return the number of answers in a stint. Several moves of the user in a row are one answer."""
    moves = [row for row in row_heads if row.by in (*_OWN_MOVE_ORIGINS, "computer", "clock")]
    count = 0
    for before, row in zip((None, *moves), moves, strict=False):
        is_in_stint = came < row.seq and (gone is None or row.seq <= gone)
        is_own = row.seat == seat and row.by in _OWN_MOVE_ORIGINS and is_in_stint
        is_continued = before is not None and before.seat == seat and before.by in _OWN_MOVE_ORIGINS
        count += is_own and not is_continued
    return count


def load_answer_seconds(db: Connection, user: UserId) -> tuple[float, ...]:
    """Return the seconds from the previous move to each answer of the user, at the user's latest tables."""
    latest = db.execute(
        "SELECT player.session, player.seat, player.came FROM player JOIN session ON session.id = player.session"
        " WHERE player.user_id = ? AND chairs IS NULL AND status <> 'lobby' ORDER BY session.id DESC LIMIT ?",
        (user, _MAX_TABLES_READ),
    ).fetchall()
    return tuple(seconds for stint in latest for seconds in _load_answer_seconds_at(db, *stint))


def _load_answer_seconds_at(db: Connection, table_id: TableId, seat: Seat, came: int) -> Sequence[float]:
    row_heads = [row for row in load_row_heads(db, table_id) if row.by != "ahead"]
    return [
        row.at - before.at
        for before, row in pairwise(row_heads)
        if row.seat == seat != before.seat and row.seq > came and row.by in ("player", "clock")
    ]


def _read_results(
    rows: Iterable[tuple[Any, ...]],
) -> tuple[SeatResult, ...]:
    return tuple(
        SeatResult(session, seat, title, user, place, score, bool(rated), at, bool(gone), policy, any(alone))
        for session, seat, title, user, place, score, rated, at, gone, policy, *alone in rows
    )
