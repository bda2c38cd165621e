"""Standing orders as they are stored: private rows of a seat, and their SQL. What they say is not known here."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from engine.core import Seat
from engine.store.db import Db
from engine.store.ids import PlanId, TableId, UserId

_COLUMNS = "id, session, seat, user_id, wishes, given_seq, given_at, state, word, fired"


class Plan(msgspec.Struct, frozen=True):
    """One order of the user who held ``seat`` when it was given. ``wishes`` are JSON, the order itself.

    ``given_seq`` is the table's last log row when it was given, ``word`` what its owner is to read of it and has not
    read yet, ``fired`` how many moves it has made. The ``id`` is drawn, so that nobody can count orders by it.
    """

    id: PlanId
    session: TableId
    seat: Seat
    user: UserId
    wishes: str
    given_seq: int
    given_at: float
    state: Literal["draft", "stands", "ended"] = "draft"
    word: str = ""
    fired: int = 0


def of_table(db: Db, session: TableId, *states: str) -> tuple[Plan, ...]:
    """The table's orders in these states, the first given first."""
    marks = ", ".join("?" * len(states))
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM plan WHERE session = ? AND state IN ({marks}) ORDER BY given_at, given_seq, id",
        (session, *states),
    )
    return tuple(Plan(*row) for row in rows)


def add(db: Db, plan: Plan) -> None:
    """Writes a new draft, in place of what its user was shown before and has not given."""
    forget_drafts(db, plan.session, plan.user)
    marks = ", ".join("?" * len(plan.__struct_fields__))
    db.execute(f"INSERT INTO plan ({_COLUMNS}) VALUES ({marks})", msgspec.structs.astuple(plan))


def put(db: Db, plans: Iterable[Plan]) -> None:
    """Writes what may change of orders: when and for which seat they were given, what they made, state and word."""
    db.executemany(
        "UPDATE plan SET seat = ?, wishes = ?, given_seq = ?, given_at = ?, state = ?, word = ?, fired = ?"
        " WHERE id = ?",
        [(p.seat, p.wishes, p.given_seq, p.given_at, p.state, p.word, p.fired, p.id) for p in plans],
    )


def forget_drafts(db: Db, session: TableId, user: UserId) -> None:
    """Drops what the user was shown at a table and did not give."""
    db.execute("DELETE FROM plan WHERE session = ? AND user_id = ? AND state = 'draft'", (session, user))
