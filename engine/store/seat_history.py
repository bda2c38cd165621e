"""Former players of seats: values and SQL.

A former player knows the secrets of the seat, and so may not take another seat. Therefore, while the game runs, a
departure is kept even if the user's data are deleted; an anonymous number then replaces the user. Texts about a past
move use the name of the seat's player at that time (``FormerHolder``).
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
    """A user who left or lost a seat. The user had the seat from move ``came`` to move ``gone``.

    ``user`` is negative if that user's data were deleted. ``why`` is the number of the reason, as in the table's notes.
    ``timeouts`` is the number of times that the user's clock ran out.
    """

    seat: Seat
    user: UserId
    came: int
    gone: int
    timeouts: int
    why: int


def add_former_holders(before: Table, after: Table) -> Table:
    """Return ``after`` with the former players of the seats whose player changed since ``before``.

    Former players are only recorded while a game is in progress.
    """
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
    """Store the former players of the table's seats."""
    db.execute("DELETE FROM holder WHERE session = ?", (table.id,))
    rows = [(table.id, *msgspec.structs.astuple(holder)) for holder in table.holders]
    db.executemany("INSERT INTO holder (session, seat, until, name, user_id) VALUES (?, ?, ?, ?, ?)", rows)


def load_holders(db: Connection, table_id: TableId) -> tuple[FormerHolder, ...]:
    """Return the former players of the table's seats, by seat, oldest first."""
    rows = db.execute(
        "SELECT seat, until, name, user_id FROM holder WHERE session = ? ORDER BY seat, until", (table_id,)
    )
    return tuple(FormerHolder(*row) for row in rows)


def record_departures(db: Connection, table: Table) -> None:
    """Store the users who leave a seat with this change of ``table``, each with the number of timeouts."""
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
    """Return the departures from seats of the table, including those of users who have returned."""
    rows = db.execute(
        "SELECT seat, user_id, came, gone, timeouts, why FROM departure WHERE session = ? ORDER BY seat, gone",
        (table_id,),
    )
    return tuple(Departure(*row) for row in rows)


def find_known_seats(db: Connection, table_id: TableId, user: UserId) -> frozenset[Seat]:
    """Return the seats of the table that the user had before, even if the user's data were deleted since."""
    rows = db.execute(
        "SELECT seat FROM departure WHERE session = ? AND user_id IN (?, ?)",
        (table_id, user, _anonymous_id(_load_seed(db, table_id), user)),
    )
    return frozenset(seat for (seat,) in rows)


def anonymize_departures(db: Connection, table_id: TableId, user: UserId) -> None:
    """Replace the user in a table's departures by an anonymous number, or delete the departures if the game is over.

    The number still prevents the user from taking another seat.
    """
    is_in_play = db.execute("SELECT 1 FROM session WHERE id = ? AND status = 'playing'", (table_id,)).fetchone()
    if is_in_play is not None:
        anonymous_id = _anonymous_id(_load_seed(db, table_id), user)
        _drop_earlier_departures(db, table_id, user, anonymous_id)
        db.execute("UPDATE departure SET user_id = ? WHERE session = ? AND user_id = ?", (anonymous_id, table_id, user))
    db.execute("DELETE FROM departure WHERE session = ? AND user_id = ?", (table_id, user))


def _drop_earlier_departures(db: Connection, table_id: TableId, user: UserId, anonymous_id: int) -> None:
    """Delete the user's departures that were anonymized earlier, for seats that the user has left again since."""
    db.execute(
        "DELETE FROM departure WHERE session = ?1 AND user_id = ?2"
        " AND seat IN (SELECT seat FROM departure WHERE session = ?1 AND user_id = ?3)",
        (table_id, anonymous_id, user),
    )


def _anonymous_id(seed: str, user: UserId) -> int:
    """Return a negative number that is the same whenever it is computed for a user and a table.

    The number does not reveal the user.
    """
    digest = hashlib.sha256(f"{seed} {user}".encode()).digest()
    return -1 - int.from_bytes(digest[:_ID_BYTES], "big")


def _load_seed(db: Connection, table_id: TableId) -> str:
    """Return the table's secret seed, which is used as the salt of a hash."""
    return read_scalar(db.execute("SELECT seed FROM session WHERE id = ?", (table_id,)), str) or ""
