"""The daily summary for the owner of the bot: values and SQL."""

from collections.abc import Mapping

import msgspec

from engine.store.connection import Connection
from engine.store.outbox import OutboxBacklog, count_tables_by_status, load_outbox_backlog

_ERROR_DAYS = 30
"""The number of days for which errors are kept."""


class SentSummary(msgspec.Struct, frozen=True):
    """The latest summary. ``day`` is the number of its day.

    ``at`` is the time when the summary was written, in seconds since 1970. ``is_pending``: the process that wrote the
    summary may have ended before the summary was sent.
    """

    day: int
    at: float
    is_pending: bool


class LoggedError(msgspec.Struct, frozen=True):
    """An error in the log. ``word`` is the id of the error or, if it has none, its message without values.

    ``at`` is the time of the last occurrence, in seconds since 1970.
    """

    word: str
    has_id: bool
    at: float


class Activity(msgspec.Struct, frozen=True, kw_only=True):
    """The current numbers of tables, and the numbers of moves in a period.

    ``moves`` is the number of moves by people, and ``players`` the number of these people. ``waiting_notices`` is the
    number of notifications that Discord has not accepted yet, and ``refused_notices`` the number that it has refused.
    """

    playing: int
    lobbies: int
    guilds: int
    moves: int
    players: int
    backlog: OutboxBacklog
    waiting_notices: int
    refused_notices: int
    errors: tuple[LoggedError, ...]


def load_latest_summary(db: Connection) -> SentSummary | None:
    """Return the latest summary, sent or pending; None if there was none yet."""
    row = db.execute("SELECT day, at, is_pending FROM summary").fetchone()
    return None if row is None else SentSummary(row[0], row[1], bool(row[2]))


def save_summary(db: Connection, summary: SentSummary) -> None:
    """Store the latest summary."""
    db.execute(
        "INSERT INTO summary (one, day, at, is_pending) VALUES (1, ?, ?, ?) ON CONFLICT (one)"
        " DO UPDATE SET day = excluded.day, at = excluded.at, is_pending = excluded.is_pending",
        (summary.day, summary.at, int(summary.is_pending)),
    )


def save_errors(db: Connection, times: Mapping[tuple[str, bool], float], now: float) -> None:
    """Store errors, and delete errors that are more than 30 days old.

    ``times`` has the time of each error by (``word``, whether the word is an id).
    """
    db.executemany(
        "INSERT INTO logged_error (word, has_id, at) VALUES (?, ?, ?)"
        " ON CONFLICT (word) DO UPDATE SET at = excluded.at",
        [(word, int(has_id), at) for (word, has_id), at in times.items()],
    )
    db.execute("DELETE FROM logged_error WHERE at < ?", (now - _ERROR_DAYS * 86_400.0,))


def load_activity(db: Connection, since: float, late_before: float) -> Activity:
    """Return the current numbers of tables, and the numbers of moves since ``since``, counted in all logs.

    A notification counts as waiting if it was claimed before ``late_before``.
    """
    counts = count_tables_by_status(db)
    active = {place: number for place, number in counts.items() if place[0] in ("playing", "lobby")}
    moves, players = db.execute(
        "SELECT count(*), count(DISTINCT user_id) FROM log"
        " LEFT JOIN player ON player.session = log.session AND player.seat = log.seat"
        " WHERE at >= ? AND made_by IN ('player', 'order')",
        (since,),
    ).fetchone()
    (waiting,) = db.execute(
        "SELECT count(*) FROM notice WHERE state = 'claimed' AND claimed < ?", (late_before,)
    ).fetchone()
    (refused,) = db.execute("SELECT count(*) FROM notice WHERE state = 'failed'").fetchone()
    return Activity(
        playing=sum(number for (status, _), number in active.items() if status == "playing"),
        lobbies=sum(number for (status, _), number in active.items() if status == "lobby"),
        guilds=len({guild for _, guild in active if guild is not None}),
        moves=moves,
        players=players,
        backlog=load_outbox_backlog(db),
        waiting_notices=waiting,
        refused_notices=refused,
        errors=_load_errors(db, since),
    )


def _load_errors(db: Connection, since: float) -> tuple[LoggedError, ...]:
    """Return the errors since ``since``, the newest first."""
    rows = db.execute("SELECT word, has_id, at FROM logged_error WHERE at >= ? ORDER BY at DESC, word", (since,))
    return tuple(LoggedError(word, bool(has_id), at) for word, has_id, at in rows)
