"""Former holders of seats: values and SQL.

Anyone who held a seat knows its hand and secrets, so this outlasts a change of hands, and even a deletion of the user's
data while the game runs: then an anonymous number replaces the user. Texts about a past move use the name of the seat's
holder at that time (``FormerHolder``).
"""

import hashlib

import msgspec
from msgspec.structs import replace

from engine.core import Seat, all_seats
from engine.store.connection import Connection, read_scalar
from engine.store.ids import TableId, UserId
from engine.store.models import Clock, FormerHolder, Table

_ID_BYTES = 7


class Departure(msgspec.Struct, frozen=True):
    """One user who left or lost a seat that they held from move ``came`` to move ``gone``.

    ``user`` is negative if that user's data were deleted. ``why`` is the number of the reason, as in the table's notes;
    ``timeouts`` is how often time had run out.
    """

    seat: Seat
    user: UserId
    came: int
    gone: int
    timeouts: int
    why: int


def add_former_holders(before: Table, after: Table) -> Table:
    """``after`` with the former holder, if a seat changed hands since ``before`` in a running game with moves."""
    if after.status != "playing":
        return after
    changed = [
        FormerHolder(seat, after.seq, old.name, old.away if old.user is None else old.user)
        for seat, old, new in zip(all_seats(len(before.players)), before.players, after.players, strict=False)
        if (old.user, old.policy) != (new.user, new.policy)
        and all((known.seat, known.until) != (seat, after.seq) for known in after.holders)
    ]
    return replace(after, holders=(*after.holders, *changed))


def save_holders(db: Connection, table: Table) -> None:
    """Store the former holders of the table's seats."""
    db.execute("DELETE FROM holder WHERE session = ?", (table.id,))
    rows = [(table.id, *msgspec.structs.astuple(holder)) for holder in table.holders]
    db.executemany("INSERT INTO holder (session, seat, until, name, user_id) VALUES (?, ?, ?, ?, ?)", rows)


def load_holders(db: Connection, table_id: TableId) -> tuple[FormerHolder, ...]:
    """The former holders of the table's seats, each seat's oldest first."""
    rows = db.execute(
        "SELECT seat, until, name, user_id FROM holder WHERE session = ? ORDER BY seat, until", (table_id,)
    )
    return tuple(FormerHolder(*row) for row in rows)


def record_departures(db: Connection, table: Table) -> None:
    """Store who leaves a seat as ``table`` is written, and how often their time had run out."""
    rows = db.execute("SELECT seat, user_id, came FROM player WHERE session = ?", (table.id,))
    former_users = {seat: (user, came) for seat, user, came in rows}
    departure_rows = [
        (
            *(table.id, seat, *former_users[seat], table.seq),
            *(table.clocks.get(seat, Clock()).timeouts, table.notes.get(f"why{seat}", 0)),
        )
        for seat, player in zip(all_seats(len(table.players)), table.players, strict=True)
        if player.away is not None and seat in former_users and former_users[seat][0] == player.away
    ]
    db.executemany(
        "INSERT INTO departure (session, seat, user_id, came, gone, timeouts, why) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (session, seat, user_id) DO UPDATE SET"
        " came = excluded.came, gone = excluded.gone, timeouts = excluded.timeouts, why = excluded.why",
        departure_rows,
    )


def load_departures(db: Connection, table_id: TableId) -> tuple[Departure, ...]:
    """Everyone who left a seat of the table, including those who have returned."""
    rows = db.execute(
        "SELECT seat, user_id, came, gone, timeouts, why FROM departure WHERE session = ? ORDER BY seat, gone",
        (table_id,),
    )
    return tuple(Departure(*row) for row in rows)


def find_known_seats(db: Connection, table_id: TableId, user: UserId) -> frozenset[Seat]:
    """The seats of the table that the user held before, even if the user's data were deleted since."""
    rows = db.execute(
        "SELECT seat FROM departure WHERE session = ? AND user_id IN (?, ?)",
        (table_id, user, _anonymous_id(_load_seed(db, table_id), user)),
    )
    return frozenset(seat for (seat,) in rows)


def anonymize_departures(db: Connection, table_id: TableId, user: UserId) -> None:
    """Replace the user by a number while the game runs, so that they can take no other seat."""
    is_in_play = db.execute("SELECT 1 FROM session WHERE id = ? AND status = 'playing'", (table_id,)).fetchone()
    if is_in_play is not None:
        anonymous_id = _anonymous_id(_load_seed(db, table_id), user)
        _drop_earlier_departures(db, table_id, user, anonymous_id)
        db.execute("UPDATE departure SET user_id = ? WHERE session = ? AND user_id = ?", (anonymous_id, table_id, user))
    db.execute("DELETE FROM departure WHERE session = ? AND user_id = ?", (table_id, user))


def _drop_earlier_departures(db: Connection, table_id: TableId, user: UserId, anonymous_id: int) -> None:
    """Drop what stands for the user on the same seats since an earlier deletion: the later departure counts."""
    db.execute(
        "DELETE FROM departure WHERE session = ?1 AND user_id = ?2"
        " AND seat IN (SELECT seat FROM departure WHERE session = ?1 AND user_id = ?3)",
        (table_id, anonymous_id, user),
    )


def _anonymous_id(seed: str, user: UserId) -> int:
    """A number below 0 that is always the same for this user at this table, and does not say who it is."""
    digest = hashlib.sha256(f"{seed} {user}".encode()).digest()
    return -1 - int.from_bytes(digest[:_ID_BYTES], "big")


def _load_seed(db: Connection, table_id: TableId) -> str:
    """The table's secret seed, the salt."""
    return read_scalar(db.execute("SELECT seed FROM session WHERE id = ?", (table_id,)), str) or ""
