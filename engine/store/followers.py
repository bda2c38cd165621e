"""Followers of a table, and predictions: values and SQL."""

from collections.abc import Mapping

import msgspec

from engine.core import Seat
from engine.store.connection import Connection
from engine.store.ids import TableId, UserId


class Prediction(msgspec.Struct, frozen=True):
    """A spectator's prediction that ``seat`` wins, made after move ``seq``.

    ``name`` is the user's name at that time.
    """

    user: UserId
    name: str
    seat: Seat
    seq: int


def add_follower(db: Connection, table_id: TableId, user: UserId, seq: int) -> None:
    """Let the user follow the table from move ``seq`` on; no effect if the user already follows it."""
    db.execute(
        "INSERT INTO follower (session, user_id, told) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (table_id, user, seq)
    )


def remove_follower(db: Connection, table_id: TableId, user: UserId) -> bool:
    """Stop the user from following the table. Return False if the user did not follow it."""
    result = db.execute("DELETE FROM follower WHERE session = ? AND user_id = ?", (table_id, user))
    return result.rowcount == 1


def save_last_sent(db: Connection, table_id: TableId, user: UserId, seq: int) -> None:
    """Store that the user was sent all moves up to ``seq``."""
    db.execute("UPDATE follower SET told = ? WHERE session = ? AND user_id = ?", (seq, table_id, user))


def load_followers(db: Connection, table_id: TableId) -> Mapping[UserId, int]:
    """Return the followers of a table, and for each the number of the last move that was sent."""
    return dict(db.execute("SELECT user_id, told FROM follower WHERE session = ? ORDER BY user_id", (table_id,)))


def list_followed_tables(db: Connection) -> tuple[TableId, ...]:
    """Return the tables that have followers."""
    return tuple(session for (session,) in db.execute("SELECT DISTINCT session FROM follower ORDER BY session"))


def save_prediction(db: Connection, table_id: TableId, prediction: Prediction) -> None:
    """Store a user's prediction, replacing an earlier one for another seat."""
    db.execute(
        "INSERT INTO prediction (session, user_id, name, seat, seq) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (session, user_id) DO UPDATE SET name = excluded.name, seat = excluded.seat, seq = excluded.seq"
        " WHERE prediction.seat <> excluded.seat",
        (table_id, *msgspec.structs.astuple(prediction)),
    )


def load_predictions(db: Connection, table_id: TableId) -> tuple[Prediction, ...]:
    """Return all predictions at a table, the earliest first."""
    rows = db.execute(
        "SELECT user_id, name, seat, seq FROM prediction WHERE session = ? ORDER BY seq, user_id", (table_id,)
    )
    return tuple(Prediction(*row) for row in rows)
