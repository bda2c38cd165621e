"""Watchers of a table: who follows it, and who they say will win. Values and their SQL. It knows no Discord."""

from collections.abc import Mapping

import msgspec

from engine.core import Seat
from engine.store.db import Db
from engine.store.ids import TableId, UserId


class Prediction(msgspec.Struct, frozen=True):
    """Somebody who does not play says after move ``seq`` that ``seat`` wins. ``name`` is how they were called."""

    user: UserId
    name: str
    seat: Seat
    seq: int


def follow(db: Db, session: TableId, user: UserId, seq: int) -> None:
    """The user follows the table from move ``seq`` on; who follows it already goes on."""
    db.execute(
        "INSERT INTO follower (session, user_id, told) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (session, user, seq)
    )


def unfollow(db: Db, session: TableId, user: UserId) -> bool:
    """Whether the user followed the table until now."""
    gone = db.execute("DELETE FROM follower WHERE session = ? AND user_id = ?", (session, user))
    return gone.rowcount == 1


def told(db: Db, session: TableId, user: UserId, seq: int) -> None:
    """The user was sent what happened up to move ``seq``."""
    db.execute("UPDATE follower SET told = ? WHERE session = ? AND user_id = ?", (seq, session, user))


def followers(db: Db, session: TableId) -> Mapping[UserId, int]:
    """User -> the last move they were told of, for everybody who follows the table."""
    return dict(db.execute("SELECT user_id, told FROM follower WHERE session = ? ORDER BY user_id", (session,)))


def followed(db: Db) -> tuple[TableId, ...]:
    """The tables that somebody follows."""
    return tuple(session for (session,) in db.execute("SELECT DISTINCT session FROM follower ORDER BY session"))


def predict(db: Db, session: TableId, said: Prediction) -> None:
    """Keeps what a user says, in place of what they said before; the same once more stands as it was."""
    db.execute(
        "INSERT INTO prediction (session, user_id, name, seat, seq) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (session, user_id) DO UPDATE SET name = excluded.name, seat = excluded.seat, seq = excluded.seq"
        " WHERE prediction.seat <> excluded.seat",
        (session, *msgspec.structs.astuple(said)),
    )


def predictions(db: Db, session: TableId) -> tuple[Prediction, ...]:
    """All predictions at a table, the earliest first."""
    rows = db.execute(
        "SELECT user_id, name, seat, seq FROM prediction WHERE session = ? ORDER BY seq, user_id", (session,)
    )
    return tuple(Prediction(*row) for row in rows)
