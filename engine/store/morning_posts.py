"""The latest morning post of each server: values and SQL."""

import msgspec

from engine.store.connection import Connection
from engine.store.ids import ChannelId, DailyNumber, GuildId


class MorningPost(msgspec.Struct, frozen=True):
    """A morning post with the daily deal of day ``day``.

    ``owed`` is the time since when the post is pending, in seconds since 1970; None if it was posted.
    """

    day: DailyNumber
    channel: ChannelId
    owed: float | None


def load_latest_morning_post(db: Connection, guild: GuildId) -> MorningPost | None:
    """Return the server's latest morning post, posted or pending; None if there was none yet."""
    row = db.execute("SELECT day, channel, owed FROM morning WHERE guild_id = ?", (guild,)).fetchone()
    return None if row is None else MorningPost(*row)


def save_morning_post(db: Connection, guild: GuildId, morning: MorningPost) -> None:
    """Store the server's latest morning post."""
    db.execute(
        "INSERT INTO morning (guild_id, day, channel, owed) VALUES (?, ?, ?, ?) ON CONFLICT (guild_id)"
        " DO UPDATE SET day = excluded.day, channel = excluded.channel, owed = excluded.owed",
        (guild, morning.day, morning.channel, morning.owed),
    )
