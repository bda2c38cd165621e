"""Standing orders in the database, which are private to their owners: values and SQL."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from engine.core import Seat
from engine.store.connection import Connection
from engine.store.ids import PlanId, TableId, UserId

_COLUMNS = "id, session, seat, user_id, wishes, given_seq, given_at, state, word, fired"


class StoredOrder(msgspec.Struct, frozen=True):
    """A standing order of the user who had ``seat`` when it was given.

    ``wishes`` is the order itself, as JSON. ``given_seq`` is the table's last log row at that time. ``word`` has unread
    sentences for the owner. ``fired`` is the number of moves that the order has made. The ``id`` is random, so that it
    does not reveal the number of orders.
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


def load_orders(db: Connection, table_id: TableId, *states: str) -> tuple[StoredOrder, ...]:
    """Return the table's orders in these states, the oldest first."""
    marks = ", ".join("?" * len(states))
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM plan WHERE session = ? AND state IN ({marks}) ORDER BY given_at, given_seq, id",
        (table_id, *states),
    )
    return tuple(StoredOrder(*row) for row in rows)


def load_orders_with_lines(db: Connection) -> tuple[StoredOrder, ...]:
    """Return the orders at all tables that have unread sentences for their owners."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM plan WHERE word <> '' ORDER BY session, id")
    return tuple(StoredOrder(*row) for row in rows)


def add_draft(db: Connection, draft: StoredOrder) -> None:
    """Store a new draft, replacing the user's earlier draft."""
    delete_drafts(db, draft.session, draft.user)
    marks = ", ".join("?" * len(draft.__struct_fields__))
    db.execute(f"INSERT INTO plan ({_COLUMNS}) VALUES ({marks})", msgspec.structs.astuple(draft))


def save_orders(db: Connection, orders: Iterable[StoredOrder]) -> None:
    """Store changed orders."""
    db.executemany(
        "UPDATE plan SET seat = ?, wishes = ?, given_seq = ?, given_at = ?, state = ?, word = ?, fired = ?"
        " WHERE id = ?",
        [(p.seat, p.wishes, p.given_seq, p.given_at, p.state, p.word, p.fired, p.id) for p in orders],
    )


def delete_drafts(db: Connection, table_id: TableId, user: UserId) -> None:
    """Delete the user's drafts at a table."""
    db.execute("DELETE FROM plan WHERE session = ? AND user_id = ? AND state = 'draft'", (table_id, user))
