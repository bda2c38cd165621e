"""The queue, and tables that are opened for it: values and SQL."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import astuple

from engine.errors import Refused
from engine.store.connection import Connection
from engine.store.ids import ChannelId, GuildId, MessageId, OpeningId, TableId, UserId

_OPENING_COLUMNS = "id, guild_id, title, clock, at, home, threads, host, name, session, post"
_SEEKER_COLUMNS = "guild_id, user_id, title, clock, since, until, opening, called"


class Opening(msgspec.Struct, frozen=True):
    """A table to be opened; one with called people lasts until its game begins.

    It is opened in the channel ``home``, in its own thread if ``threads`` is 1. ``name`` is that of its host, who gets
    a seat immediately; None for a table that people are called to. ``session`` is the table, None before it is open;
    ``post`` is the post of the call.
    """

    id: OpeningId
    guild: GuildId
    title: str
    clock: str
    at: float
    home: ChannelId
    threads: int
    host: UserId
    name: str | None = None
    session: TableId | None = None
    post: MessageId | None = None


class Seeker(msgspec.Struct, frozen=True):
    """Someone who looks for a game with that clock, from ``since`` to ``until``.

    ``opening`` is the table that they are called to, None while they wait; ``called`` is when they were last called.
    """

    guild: GuildId
    user: UserId
    title: str
    clock: str
    since: float
    until: float
    opening: OpeningId | None = None
    called: float | None = None


# -- openings


def _add_opening(db: Connection, new: Opening) -> OpeningId:
    """A new opening's id. Refused while its host has a table of that title on the server which no one has joined."""
    if new.name is not None:
        _check_no_own_lobby(db, new)
    values = astuple(new)[1:]
    marks = ", ".join("?" * len(values))
    columns = _OPENING_COLUMNS.removeprefix("id, ")
    row = db.execute(f"INSERT INTO opening ({columns}) VALUES ({marks}) RETURNING id", values).fetchall()
    return OpeningId(row[0][0])


class LobbyAlreadyOpen(Refused):
    """The user already has a lobby of this game, in ``channel``, that no one else has joined."""

    def __init__(self, channel: ChannelId) -> None:
        super().__init__("You already have an open table of this game. Close it first.")
        self.channel = channel


def _check_no_own_lobby(db: Connection, new: Opening) -> None:
    """Raises ``Refused`` when the host has such a lobby to themselves, or one is about to be opened for them."""
    values = (new.guild, new.title, new.host)
    query = "SELECT 1 FROM opening WHERE guild_id = ? AND title = ? AND host = ? AND name IS NOT NULL"
    if db.execute(query, values).fetchone():
        raise Refused("I’m already opening this table for you. It appears in a moment.")
    row = db.execute(
        "SELECT channel_id FROM session WHERE status = 'lobby' AND guild_id = ?1 AND title = ?2 AND host = ?3"
        " AND NOT EXISTS (SELECT 1 FROM player WHERE session = session.id AND user_id <> ?3) LIMIT 1",
        values,
    ).fetchone()
    if row is not None:
        raise LobbyAlreadyOpen(ChannelId(row[0]))


def call_seekers(db: Connection, new: Opening, users: Iterable[UserId]) -> OpeningId:
    """Create an opening to which these people are called; return its id. Only people who still wait are called."""
    opening_id = _add_opening(db, new)
    db.executemany(
        "UPDATE seeking SET opening = ?, called = ?"
        " WHERE guild_id = ? AND user_id = ? AND title = ? AND opening IS NULL",
        [(opening_id, new.at, new.guild, user, new.title) for user in users],
    )
    return opening_id


def load_opening(db: Connection, opening: OpeningId) -> Opening | None:
    """The opening of that id."""
    row = db.execute(f"SELECT {_OPENING_COLUMNS} FROM opening WHERE id = ?", (opening,)).fetchone()
    return None if row is None else Opening(*row)


def load_guild_openings(db: Connection, guild: GuildId) -> tuple[Opening, ...]:
    """The openings of a server, oldest first."""
    rows = db.execute(f"SELECT {_OPENING_COLUMNS} FROM opening WHERE guild_id = ? ORDER BY id", (guild,))
    return tuple(Opening(*row) for row in rows)


def list_guilds_with_matchmaking(db: Connection) -> tuple[GuildId, ...]:
    """The servers with openings or with people in the queue."""
    rows = db.execute("SELECT guild_id FROM opening UNION SELECT guild_id FROM seeking ORDER BY 1")
    return tuple(guild for (guild,) in rows)


def mark_opened(db: Connection, opening: Opening, table_id: TableId, now: float) -> None:
    """Store the opened table; an opening for a host then ends. Raises ``Refused`` if it was opened before."""
    if opening.name is not None:
        result = db.execute("DELETE FROM opening WHERE id = ?", (opening.id,))
    else:
        values = (table_id, now, opening.id)
        result = db.execute("UPDATE opening SET session = ?, at = ? WHERE id = ? AND session IS NULL", values)
    if result.rowcount != 1:
        raise Refused("This table was already opened.")


def save_call_post(db: Connection, opening: OpeningId, post: MessageId) -> None:
    """Store the post of the call."""
    db.execute("UPDATE opening SET post = ? WHERE id = ?", (post, opening))


def close_opening(db: Connection, opening: Opening, now: float) -> None:
    """End the opening: called people without a seat return to the queue."""
    if opening.session is not None:
        db.execute("UPDATE seeking SET called = ? WHERE opening = ?", (now, opening.id))
    db.execute("UPDATE seeking SET opening = NULL WHERE opening = ?", (opening.id,))
    db.execute("DELETE FROM opening WHERE id = ?", (opening.id,))


# -- people who look for a game


def save_seeker(db: Connection, new: Seeker) -> None:
    """Write that someone looks for a game; longer, or with another clock, if they did already."""
    marks = ", ".join("?" * 8)
    db.execute(
        f"INSERT INTO seeking ({_SEEKER_COLUMNS}) VALUES ({marks}) ON CONFLICT (guild_id, user_id, title) DO UPDATE"
        " SET clock = CASE WHEN seeking.opening IS NULL THEN excluded.clock ELSE seeking.clock END,"
        " until = excluded.until",
        astuple(new),
    )


def load_seekers(db: Connection, guild: GuildId) -> tuple[Seeker, ...]:
    """The people in a server's queue, the longest waiting first."""
    return _load_seekers_where(db, "guild_id = ?", guild)


def delete_seeker(db: Connection, guild: GuildId, user: UserId) -> None:
    """Remove someone from a server's queue."""
    db.execute("DELETE FROM seeking WHERE guild_id = ? AND user_id = ?", (guild, user))


def delete_expired_seekers(db: Connection, guild: GuildId, now: float) -> None:
    """Remove people whose time is over, unless they are currently called."""
    db.execute("DELETE FROM seeking WHERE guild_id = ? AND until <= ? AND opening IS NULL", (guild, now))


def delete_seated_seekers(db: Connection, guild: GuildId) -> None:
    """Remove people who have a seat in a lobby of their game on the server."""
    db.execute(
        "DELETE FROM seeking WHERE guild_id = ?1 AND EXISTS (SELECT 1 FROM player JOIN session"
        " ON session.id = player.session WHERE session.status = 'lobby' AND session.guild_id = ?1"
        " AND session.title = seeking.title AND player.user_id = seeking.user_id)",
        (guild,),
    )


def decline_call(db: Connection, opening: OpeningId, user: UserId) -> bool:
    """Remove someone who was called and does not come; False if they are not awaited there."""
    return db.execute("DELETE FROM seeking WHERE opening = ? AND user_id = ?", (opening, user)).rowcount > 0


def delete_absent_seekers(db: Connection, opening: OpeningId) -> None:
    """Remove people who were called and did not come."""
    db.execute("DELETE FROM seeking WHERE opening = ?", (opening,))


def load_called_seekers(db: Connection, opening: OpeningId) -> tuple[Seeker, ...]:
    """The people who are called to a table and have not come yet."""
    return _load_seekers_where(db, "opening = ?", opening)


# -- a person's data


def export_searches(db: Connection, user: UserId) -> Sequence[Mapping[str, Any]]:
    """The games that a user looks for, as JSON values."""
    rows = db.execute(
        "SELECT guild_id, title, clock, since, until, called FROM seeking WHERE user_id = ? ORDER BY guild_id, title",
        (user,),
    )
    names = ("server", "title", "clock", "since", "until", "called")
    return [dict(zip(names, row, strict=True)) for row in rows]


def forget_user(db: Connection, user: UserId) -> tuple[GuildId, ...]:
    """Drop a user from the queues, and tables to be opened for them; the servers where that changes any."""
    guild_rows = db.execute(
        "SELECT guild_id FROM seeking WHERE user_id = ?1 UNION SELECT guild_id FROM opening WHERE host = ?1", (user,)
    ).fetchall()
    db.execute("DELETE FROM seeking WHERE user_id = ?", (user,))
    db.execute("DELETE FROM opening WHERE host = ? AND name IS NOT NULL", (user,))
    db.execute("UPDATE opening SET host = 0 WHERE host = ?", (user,))
    return tuple(guild for (guild,) in guild_rows)


def _load_seekers_where(db: Connection, where: str, *given: object) -> tuple[Seeker, ...]:
    rows = db.execute(f"SELECT {_SEEKER_COLUMNS} FROM seeking WHERE {where} ORDER BY since, user_id, title", given)
    return tuple(Seeker(*row) for row in rows)
