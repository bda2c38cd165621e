"""Matchmaking: the queue, and openings, which are tables about to be opened: values and SQL."""

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
    """A table about to be opened.

    The table is opened in the channel ``home``, or in its own thread if ``threads`` is 1. If the opening is for a host,
    ``name`` is the name of the host, who gets a seat immediately. If people from the queue are called, ``name`` is
    None, and the opening exists until the game begins. ``session`` is the table; None before it is open. ``post`` is
    the post that calls people.
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
    """A user in the queue for a game, from ``since`` to ``until``.

    ``clock`` is the wanted time control. ``opening`` is the opening to which the user is called; None while the user
    waits. ``called`` is the time of the last call.
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
    """Store a new opening and return its id.

    Raises ``Refused`` if the host already has a lobby of this game on the server that no one else has joined.
    """
    if new.name is not None:
        _check_no_own_lobby(db, new)
    values = astuple(new)[1:]
    marks = ", ".join("?" * len(values))
    columns = _OPENING_COLUMNS.removeprefix("id, ")
    row = db.execute(f"INSERT INTO opening ({columns}) VALUES ({marks}) RETURNING id", values).fetchall()
    return OpeningId(row[0][0])


class LobbyAlreadyOpen(Refused):
    """The user already has a lobby of this game that no one else has joined.

    ``channel`` is the channel of the lobby.
    """

    def __init__(self, channel: ChannelId) -> None:
        super().__init__("You already have an open table of this game. Close it first.")
        self.channel = channel


def _check_no_own_lobby(db: Connection, new: Opening) -> None:
    """Raise ``Refused`` if the host already has a lobby without other players, or if one is about to be opened."""
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
    """Store an opening, and call those ``users`` to it who still wait in the queue.

    Return the opening's id.
    """
    opening_id = _add_opening(db, new)
    db.executemany(
        "UPDATE seeking SET opening = ?, called = ?"
        " WHERE guild_id = ? AND user_id = ? AND title = ? AND opening IS NULL",
        [(opening_id, new.at, new.guild, user, new.title) for user in users],
    )
    return opening_id


def load_opening(db: Connection, opening: OpeningId) -> Opening | None:
    """Return an opening by its id; None if there is none."""
    row = db.execute(f"SELECT {_OPENING_COLUMNS} FROM opening WHERE id = ?", (opening,)).fetchone()
    return None if row is None else Opening(*row)


def load_guild_openings(db: Connection, guild: GuildId) -> tuple[Opening, ...]:
    """Return the openings on a server, oldest first."""
    rows = db.execute(f"SELECT {_OPENING_COLUMNS} FROM opening WHERE guild_id = ? ORDER BY id", (guild,))
    return tuple(Opening(*row) for row in rows)


def list_guilds_with_matchmaking(db: Connection) -> tuple[GuildId, ...]:
    """Return the servers with openings or with people in the queue."""
    rows = db.execute("SELECT guild_id FROM opening UNION SELECT guild_id FROM seeking ORDER BY 1")
    return tuple(guild for (guild,) in rows)


def mark_opened(db: Connection, opening: Opening, table_id: TableId, now: float) -> None:
    """Store the table of an opening, or delete the opening if it is for a host.

    Raises ``Refused`` if the table was already opened.
    """
    if opening.name is not None:
        result = db.execute("DELETE FROM opening WHERE id = ?", (opening.id,))
    else:
        values = (table_id, now, opening.id)
        result = db.execute("UPDATE opening SET session = ?, at = ? WHERE id = ? AND session IS NULL", values)
    if result.rowcount != 1:
        raise Refused("This table was already opened.")


def save_call_post(db: Connection, opening: OpeningId, post: MessageId) -> None:
    """Store which post invites people to an opening."""
    db.execute("UPDATE opening SET post = ? WHERE id = ?", (post, opening))


def close_opening(db: Connection, opening: Opening, now: float) -> None:
    """Delete an opening. Users who were called to it but did not come wait in the queue again."""
    if opening.session is not None:
        db.execute("UPDATE seeking SET called = ? WHERE opening = ?", (now, opening.id))
    db.execute("UPDATE seeking SET opening = NULL WHERE opening = ?", (opening.id,))
    db.execute("DELETE FROM opening WHERE id = ?", (opening.id,))


# -- the queue


def save_seeker(db: Connection, new: Seeker) -> None:
    """Add a user to the queue. For a user who is already in the queue, change the time and the time control."""
    marks = ", ".join("?" * 8)
    db.execute(
        f"INSERT INTO seeking ({_SEEKER_COLUMNS}) VALUES ({marks}) ON CONFLICT (guild_id, user_id, title) DO UPDATE"
        " SET clock = CASE WHEN seeking.opening IS NULL THEN excluded.clock ELSE seeking.clock END,"
        " until = excluded.until",
        astuple(new),
    )


def load_seekers(db: Connection, guild: GuildId) -> tuple[Seeker, ...]:
    """Return the users in a server's queue, the longest waiting first."""
    return _load_seekers_where(db, "guild_id = ?", guild)


def delete_seeker(db: Connection, guild: GuildId, user: UserId) -> None:
    """Remove a user from a server's queue."""
    db.execute("DELETE FROM seeking WHERE guild_id = ? AND user_id = ?", (guild, user))


def delete_expired_seekers(db: Connection, guild: GuildId, now: float) -> None:
    """Remove the users whose time in the queue is over, except those who are called."""
    db.execute("DELETE FROM seeking WHERE guild_id = ? AND until <= ? AND opening IS NULL", (guild, now))


def delete_seated_seekers(db: Connection, guild: GuildId) -> None:
    """Remove the users who have a seat in a lobby of their game on the server."""
    db.execute(
        "DELETE FROM seeking WHERE guild_id = ?1 AND EXISTS (SELECT 1 FROM player JOIN session"
        " ON session.id = player.session WHERE session.status = 'lobby' AND session.guild_id = ?1"
        " AND session.title = seeking.title AND player.user_id = seeking.user_id)",
        (guild,),
    )


def decline_call(db: Connection, opening: OpeningId, user: UserId) -> bool:
    """Remove from the queue a user who declines a call.

    Return False if the user was not called to the opening.
    """
    return db.execute("DELETE FROM seeking WHERE opening = ? AND user_id = ?", (opening, user)).rowcount > 0


def delete_absent_seekers(db: Connection, opening: OpeningId) -> None:
    """Remove from the queue the users who were called to an opening and did not come."""
    db.execute("DELETE FROM seeking WHERE opening = ?", (opening,))


def load_called_seekers(db: Connection, opening: OpeningId) -> tuple[Seeker, ...]:
    """Return the users who are called to an opening and have not come yet."""
    return _load_seekers_where(db, "opening = ?", opening)


# -- a person's data


def export_searches(db: Connection, user: UserId) -> Sequence[Mapping[str, Any]]:
    """Return a user's entries in queues, as JSON values."""
    rows = db.execute(
        "SELECT guild_id, title, clock, since, until, called FROM seeking WHERE user_id = ? ORDER BY guild_id, title",
        (user,),
    )
    names = ("server", "title", "clock", "since", "until", "called")
    return [dict(zip(names, row, strict=True)) for row in rows]


def forget_user(db: Connection, user: UserId) -> tuple[GuildId, ...]:
    """Remove a user from all queues and openings.

    Return the servers on which this changed something.
    """
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
