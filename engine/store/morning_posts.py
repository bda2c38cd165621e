"""The latest morning post of each server: its value and its SQL."""

import msgspec

from engine.store.connection import Connection
from engine.store.ids import ChannelId, DailyNumber, GuildId


class MorningPost(msgspec.Struct, frozen=True):
    """A morning post, by the number of its daily deal.

    ``owed`` is since when it has been pending, in seconds since 1970; None: it was posted.
    """

    day: DailyNumber
    channel: ChannelId
    owed: float | None


def load_latest_morning_post(db: Connection, guild: GuildId) -> MorningPost | None:
    """The server's latest post, posted or pending; None before the first."""
    row = db.execute("SELECT day, channel, owed FROM morning WHERE guild_id = ?", (guild,)).fetchone()
    return None if row is None else MorningPost(*row)


def save_morning_post(db: Connection, guild: GuildId, morning: MorningPost) -> None:
    """Write the server's latest post."""
    db.execute(
        "INSERT INTO morning (guild_id, day, channel, owed) VALUES (?, ?, ?, ?) ON CONFLICT (guild_id)"
        " DO UPDATE SET day = excluded.day, channel = excluded.channel, owed = excluded.owed",
        (guild, morning.day, morning.channel, morning.owed),
    )
