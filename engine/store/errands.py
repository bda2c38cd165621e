"""Requests of one process of a database to another: rows that are told of by NOTIFY, and their SQL.

A press is answered by whoever deletes its row. Whatever else is asked is done first, and its row goes with it.
It knows no Discord.
"""

import msgspec

from engine.store.db import Db
from engine.store.ids import UserId
from engine.store.parts import Part

_NOW = "extract(epoch FROM clock_timestamp())::float8"
_COLUMNS = f"id, part, kind, user_id, payload, {_NOW} - at"
_TOKEN_SECONDS = 900.0
"""So long Discord takes anything for a press. (docs, interactions/receiving-and-responding)"""
_CHANNEL = "'roundhouse' || hashtext(current_schema())"


class Errand(msgspec.Struct, frozen=True):
    """One thing that a part is to do for a user; of what ``kind`` it is says what the ``payload`` means.

    ``age`` is in seconds by the clock of the database, as those of the machines may differ.
    """

    id: int
    part: int
    kind: str
    user: UserId
    payload: str
    age: float = 0.0


def send(db: Db, part: int, kind: str, user: UserId, payload: str) -> int:
    """Asks a part for something, and gives the number of the row."""
    query = f"INSERT INTO errand (part, kind, user_id, payload, at) VALUES (?, ?, ?, ?, {_NOW}) RETURNING id"
    (number,) = db.execute(query, (part, kind, user, payload)).fetchone()
    _say(db, f"{kind} {part} {number}")
    return int(number)


def send_all(db: Db, own: Part, kind: str, user: UserId, payload: str) -> None:
    """Asks every other part for something; where there is one process, nobody."""
    for part in own.others():
        send(db, part, kind, user, payload)


def tell_of_person(db: Db, own: Part, user: UserId) -> None:
    """Says to the other processes, if there are any, that a user's settings or results are not what they were."""
    if own.others():
        _say(db, f"person {own.number} {user}")


def take(db: Db, number: int) -> Errand | None:
    """Deletes a row and gives it; None when somebody else has."""
    row = db.execute(f"DELETE FROM errand WHERE id = ? RETURNING {_COLUMNS}", (number,)).fetchone()
    return None if row is None else Errand(*row)


def waiting(db: Db, part: int) -> tuple[Errand, ...]:
    """Everything that a part is asked for, in the order of the asking."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM errand WHERE part = ? ORDER BY id", (part,))
    return tuple(Errand(*row) for row in rows)


def change(db: Db, number: int, payload: str) -> None:
    """Some of it is done: ``payload`` is what is left."""
    db.execute("UPDATE errand SET payload = ? WHERE id = ?", (payload, number))


def owed(db: Db, user: UserId, kind: str) -> tuple[str, ...]:
    """The payloads of what parts have not yet done that they are asked for about a user."""
    rows = db.execute("SELECT payload FROM errand WHERE user_id = ? AND kind = ?", (user, kind))
    return tuple(payload for (payload,) in rows)


def drop_old_presses(db: Db) -> None:
    """Deletes presses whose sender has died, and whose part had no process: nobody can answer them anymore."""
    db.execute(f"DELETE FROM errand WHERE kind = 'press' AND at < {_NOW} - ?::float8", (_TOKEN_SECONDS,))


def channel_of(db: Db) -> str:
    """The channel on which the processes of this schema are told."""
    (channel,) = db.execute(f"SELECT {_CHANNEL}").fetchone()
    return str(channel)


def _say(db: Db, words: str) -> None:
    db.execute(f"SELECT pg_notify({_CHANNEL}, ?::text)", (words,))
