"""Migration of the pending jobs in a database of version 15 (database table ``errand``).

In that version, each process had a partition of the tables. If a holiday or a deletion of data concerned the tables of
another process, it was stored as a job. The jobs are run with the SQL of version 15. Old databases still need this
module, so it must not depend on code that later releases may change.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.store.connection import Connection

_FORMER = "A former player"
_COMPUTER = "A former player (computer)"
_POLICY = "greedy"
_ID_BYTES = 7


class _Before(msgspec.Struct):
    """The holiday of a user before the change, as (start, end) in seconds since 1970."""

    holiday: tuple[float, float] = (0.0, 0.0)


class _Leave(msgspec.Struct):
    """A change of a user's holiday, at the time ``at`` in seconds since 1970."""

    before: _Before
    at: float


def carry_out_errands(db: Connection) -> None:
    """Run pending jobs in order: holidays change clocks, and deletions change tables.

    Pending presses are dropped.
    """
    row = db.execute("SELECT shards, parts FROM layout").fetchone()
    shards, parts = row or (1, 1)
    errands = db.execute("SELECT part, kind, user_id, payload FROM errand ORDER BY id").fetchall()
    for part, kind, user, payload in errands:
        own = f"coalesce((guild_id >> 22) % {int(shards)} % {int(parts)}, 0) = {int(part)}"
        if kind == "holiday":
            _settle_clocks(db, user, msgspec.json.decode(payload, type=_Leave), own)
        elif kind == "privacy":
            _forget(db, user, msgspec.json.decode(payload or "[]", type=list[int]), own)


def _settle_clocks(db: Connection, user: int, leave: _Leave, own: str) -> None:
    """Credit the holiday before the change to the user's clocks that were running at the time of the change."""
    running = db.execute(
        "SELECT clock.session, clock.seat, clock.since FROM clock"
        " JOIN player ON player.session = clock.session AND player.seat = clock.seat"
        f" JOIN session ON session.id = clock.session WHERE player.user_id = ? AND clock.since <= ? AND {own}",
        (user, leave.at),
    ).fetchall()
    (start, end), at = leave.before.holiday, leave.at
    for session, seat, since in running:
        away = max(0.0, min(at, end) - max(since, start))
        saved = at - max(0.0, at - since - away)
        db.execute("UPDATE clock SET since = ? WHERE session = ? AND seat = ?", (saved, session, seat))


# -- a user's data


def _forget(db: Connection, user: int, left: Sequence[int], own: str) -> None:
    """Delete the user's data at the tables in ``left``.

    If ``left`` is empty, delete the user's data at all tables of the partition, for which ``own`` is an SQL condition.
    """
    for session in left or _find_tables_of_user(db, user, own):
        _give_up_seats(db, session, user)
        _forget_at(db, session, user)
    db.execute(f"DELETE FROM seeking WHERE user_id = ? AND {own}", (user,))
    db.execute(f"DELETE FROM opening WHERE host = ? AND name IS NOT NULL AND {own}", (user,))
    db.execute(f"UPDATE opening SET host = 0 WHERE host = ? AND {own}", (user,))


def _find_tables_of_user(db: Connection, user: int, own: str) -> Sequence[int]:
    queries = (
        "SELECT session FROM player WHERE user_id = ?1 OR away = ?1",
        "SELECT id FROM session WHERE host = ?1",
        "SELECT session FROM note WHERE message = ?1",
        f"SELECT session FROM proposal WHERE user_id = ?1 OR {_detail_names_user_sql(user)}",
        "SELECT session FROM vote JOIN proposal ON id = proposal WHERE vote.user_id = ?1",
        *(f"SELECT session FROM {table} WHERE user_id = ?1" for table in _TABLES_WITH_USER),
    )
    with_user = {session for query in queries for (session,) in db.execute(query, (user,)).fetchall()}
    own_tables = {session for (session,) in db.execute(f"SELECT id FROM session WHERE {own}").fetchall()}
    return sorted(with_user & own_tables)


_TABLES_WITH_USER = ("departure", "follower", "holder", "memo", "notice", "plan", "prediction", "result")


def _give_up_seats(db: Connection, session: int, user: int) -> None:
    """Give the user's seat to a computer player, and make someone else the host.

    A table without other people ends. In a lobby, the seat is removed.
    """
    (status,) = db.execute("SELECT status FROM session WHERE id = ?", (session,)).fetchone() or ("gone",)
    if status == "lobby":
        _free_chair(db, session, user)
    heirs = "SELECT user_id FROM player WHERE session = ? AND user_id IS NOT NULL AND user_id <> ? ORDER BY seat"
    heir = (db.execute(heirs, (session, user)).fetchone() or (0,))[0]
    seated = db.execute("SELECT 1 FROM player WHERE session = ? AND user_id = ?", (session, user)).fetchone()
    if heir == 0 and (status == "lobby" or (status == "playing" and seated)):
        db.execute("UPDATE session SET status = 'ended' WHERE id = ?", (session,))
    elif status == "playing" and seated:
        _seat_computer(db, session, user)
    db.execute("UPDATE session SET host = ? WHERE id = ? AND host = ?", (heir, session, user))
    db.execute(
        "UPDATE player SET name = CASE WHEN policy IS NULL THEN ? ELSE ? END, user_id = NULL, away = NULL"
        " WHERE session = ? AND ? IN (user_id, away)",
        (_FORMER, _COMPUTER, session, user),
    )
    db.execute(
        "UPDATE holder SET name = CASE WHEN name LIKE '% (computer)' THEN ? ELSE ? END, user_id = NULL"
        " WHERE session = ? AND user_id = ?",
        (_COMPUTER, _FORMER, session, user),
    )


def _free_chair(db: Connection, session: int, user: int) -> None:
    """Remove the user's seat in a lobby, and renumber the later seats."""
    rows = db.execute("SELECT seat FROM player WHERE session = ? AND user_id = ?", (session, user)).fetchall()
    db.execute("DELETE FROM player WHERE session = ? AND user_id = ?", (session, user))
    for (seat,) in rows:
        later = db.execute("SELECT seat FROM player WHERE session = ? AND seat > ? ORDER BY seat", (session, seat))
        for (number,) in later.fetchall():
            db.execute("UPDATE player SET seat = seat - 1 WHERE session = ? AND seat = ?", (session, number))


def _seat_computer(db: Connection, session: int, user: int) -> None:
    """Give the user's seat to a computer player, and stop the seat's clock."""
    seats = db.execute("SELECT seat FROM player WHERE session = ? AND user_id = ?", (session, user)).fetchall()
    for (seat,) in seats:
        db.execute("UPDATE clock SET since = NULL WHERE session = ? AND seat = ?", (session, seat))
        db.execute(
            "UPDATE player SET name = ?, user_id = NULL, policy = ? WHERE session = ? AND seat = ?",
            (_COMPUTER, _POLICY, session, seat),
        )


def _forget_at(db: Connection, session: int, user: int) -> None:
    """Delete the user's data at a table, except for the lists of players and hosts.

    Results are kept without the user.
    """
    about = f"session = ?1 AND (user_id = ?2 OR {_detail_names_user_sql(user)})"
    db.execute(
        f"UPDATE proposal SET state = 'lost', result = 'It was withdrawn.', told = 0 WHERE state = 'open' AND {about}",
        (session, user),
    )
    db.execute(
        f"UPDATE proposal SET detail = CASE WHEN {_detail_names_user_sql(user)} THEN '' ELSE detail END,"
        " user_id = CASE user_id WHEN ?2 THEN 0 ELSE user_id END,"
        f" words = replace(words, '<@{int(user)}>', 'somebody'), result = replace(result, '<@{int(user)}>', 'somebody')"
        f" WHERE {about}",
        (session, user),
    )
    proposals = "SELECT id FROM proposal WHERE session = ?"
    db.execute(f"DELETE FROM vote WHERE user_id = ? AND proposal IN ({proposals})", (user, session))
    db.execute("DELETE FROM notice WHERE session = ? AND user_id = ?", (session, user))
    for table in ("plan", "follower", "prediction", "memo"):
        db.execute(f"DELETE FROM {table} WHERE session = ? AND user_id = ?", (session, user))
    _anonymize_departures(db, session, user)
    db.execute("UPDATE result SET user_id = NULL WHERE session = ? AND user_id = ?", (session, user))
    db.execute("UPDATE note SET message = 0 WHERE session = ? AND message = ?", (session, user))


def _detail_names_user_sql(user: int) -> str:
    """Return an SQL condition that a proposal's detail contains the user's id.

    The detail consists of numbers separated by blanks.
    """
    return f"' ' || detail || ' ' LIKE '% {int(user)} %'"


def _anonymize_departures(db: Connection, session: int, user: int) -> None:
    """Replace the user in the list of former players by an anonymous number, or delete the entry if the game is over.

    The number still prevents the user from taking another seat.
    """
    row: Any = db.execute("SELECT status, seed FROM session WHERE id = ?", (session,)).fetchone()
    if row is not None and row[0] == "playing":
        digest = hashlib.sha256(f"{row[1] or ''} {user}".encode()).digest()
        hidden = -1 - int.from_bytes(digest[:_ID_BYTES], "big")
        seats = "SELECT seat FROM departure WHERE session = ?1 AND user_id = ?3"
        db.execute(
            f"DELETE FROM departure WHERE session = ?1 AND user_id = ?2 AND seat IN ({seats})", (session, hidden, user)
        )
        db.execute("UPDATE departure SET user_id = ? WHERE session = ? AND user_id = ?", (hidden, session, user))
    db.execute("DELETE FROM departure WHERE session = ? AND user_id = ?", (session, user))
