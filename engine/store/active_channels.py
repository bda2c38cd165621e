"""The channels of active tables: SQL."""

from engine.store.connection import Connection
from engine.store.ids import ChannelId, GuildId


def load_active_channels(db: Connection, deleted_note: str) -> tuple[tuple[ChannelId, GuildId | None], ...]:
    """Return (channel, server) pairs for all lobbies and games in progress.

    The server is None for direct messages. Tables with the note ``deleted_note`` are omitted, because their channel was
    deleted.
    """
    rows = db.execute(
        "SELECT DISTINCT channel_id, guild_id FROM session WHERE status IN ('lobby', 'playing') AND NOT EXISTS"
        " (SELECT 1 FROM note WHERE note.session = session.id AND note.name = ?) ORDER BY channel_id",
        (deleted_note,),
    )
    return tuple((channel, guild) for channel, guild in rows)
