"""Discord servers: settings, posts about open tables, and role mentions: values and SQL."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from engine.errors import Refused
from engine.store.connection import Connection
from engine.store.ids import ChannelId, GuildId, MessageId, RoleId, TableId

MAX_MENTIONS_PER_DAY = 2
"""Maximum number of times that a server's role is mentioned in 24 hours."""
_DAY = 86_400.0
_POST_COLUMNS = "channel, post, shown, owed"


class GuildPreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of one server; unset fields have their defaults.

    ``home`` is the channel with the post about open tables, if there is one. ``opener`` is the role whose members may
    open tables (None: everyone may). ``clock`` is the time control of new tables. ``threads``: whether each table of
    the home channel has its own thread. ``role`` is the role that hosts can mention. ``morning`` is the hour of the
    morning post in the time zone ``zone`` (None: there is no such post).
    """

    home: ChannelId | None = None
    opener: RoleId | None = None
    clock: str = "none"
    threads: bool = False
    role: RoleId | None = None
    morning: int | None = None
    zone: str = "UTC"


class OpenTablesPost(msgspec.Struct, frozen=True):
    """A server's post about open tables: its channel, its message, and a digest of its last text (``shown``).

    ``owed`` is set before a post is sent, and cleared when the post is stored. It is a time in seconds since 1970: a
    post that is not stored may exist since then. None: there is no such post.
    """

    channel: ChannelId | None = None
    post: MessageId | None = None
    shown: str = ""
    owed: float | None = None


def load_all_guild_preferences(
    db: Connection, on_unreadable: Callable[[GuildId], object] = lambda _: None
) -> Mapping[GuildId, GuildPreferences]:
    """Return the settings of all servers that have any.

    Servers with unreadable settings are omitted and passed to ``on_unreadable``.
    """
    preferences = {}
    for guild, settings in db.execute("SELECT guild_id, CAST(settings AS BLOB) FROM guild ORDER BY guild_id"):
        try:
            preferences[guild] = msgspec.json.decode(settings, type=GuildPreferences)
        except (msgspec.DecodeError, UnicodeDecodeError):
            on_unreadable(guild)
    return preferences


def load_guild_preferences(db: Connection, guild: GuildId) -> GuildPreferences | None:
    """Return the settings of one server; None if there are none or they are unreadable."""
    row = db.execute("SELECT CAST(settings AS BLOB) FROM guild WHERE guild_id = ?", (guild,)).fetchone()
    try:
        return None if row is None else msgspec.json.decode(row[0], type=GuildPreferences)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def save_guild_preferences(db: Connection, guild: GuildId, preferences: GuildPreferences) -> None:
    """Store a server's settings, and clear the digest of its post about open tables, so that the post is updated."""
    settings = msgspec.json.encode(preferences).decode()
    db.execute(
        "INSERT INTO guild (guild_id, settings) VALUES (?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings, shown = ''",
        (guild, settings),
    )


def load_open_tables_post(db: Connection, guild: GuildId) -> OpenTablesPost:
    """Return a server's post about open tables."""
    row = db.execute(f"SELECT {_POST_COLUMNS} FROM guild WHERE guild_id = ?", (guild,)).fetchone()
    return OpenTablesPost() if row is None else OpenTablesPost(*row)


def save_open_tables_post(db: Connection, guild: GuildId, board: OpenTablesPost) -> None:
    """Store a server's post about open tables."""
    db.execute(
        "UPDATE guild SET channel = ?, post = ?, shown = ?, owed = ? WHERE guild_id = ?",
        (board.channel, board.post, board.shown, board.owed, guild),
    )


def unset_home_channel(db: Connection, guild: GuildId, preferences: GuildPreferences) -> GuildPreferences:
    """Remove a home channel that no longer exists from a server's settings, and return the new settings."""
    new_preferences = replace(preferences, home=None)
    save_guild_preferences(db, guild, new_preferences)
    save_open_tables_post(db, guild, OpenTablesPost())
    return new_preferences


def claim_role_mention(db: Connection, guild: GuildId, table_id: TableId, now: float) -> None:
    """Record a mention of the server's role before the mention is sent.

    Raises ``Refused`` if this would be the second mention for the table, or the third one on the server within 24
    hours.
    """
    if db.execute("SELECT 1 FROM ping WHERE session = ?", (table_id,)).fetchone():
        raise Refused("The role was already mentioned for this table. That’s possible once a table.")
    query = "SELECT count(*) FROM ping WHERE guild_id = ? AND at > ?"
    (count,) = db.execute(query, (guild, now - _DAY)).fetchone()
    if count >= MAX_MENTIONS_PER_DAY:
        raise Refused(
            f"The role was already mentioned {MAX_MENTIONS_PER_DAY} times in 24 hours. Please try again later."
        )
    db.execute("INSERT INTO ping (session, guild_id, at) VALUES (?, ?, ?)", (table_id, guild, now))


def release_role_mention(db: Connection, table_id: TableId) -> None:
    """Delete the record of a role mention that Discord refused."""
    db.execute("DELETE FROM ping WHERE session = ?", (table_id,))
