"""The settings of servers, cached in memory."""

import logging

from msgspec.structs import replace

from bot.tables.table import BookkeepingKey
from engine.store import Store, Table
from engine.store import guilds as sql
from engine.store.guilds import GuildPreferences
from engine.store.ids import GuildId
from engine.store.table_settings import read_table_settings

__all__ = ["GuildPreferences", "GuildSettings"]

_log = logging.getLogger(__name__)


class GuildSettings:
    """The settings of all servers, in memory and in the store; a few hundred bytes per server. Mutable."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_guild: dict[GuildId, GuildPreferences] = {}

    async def load(self) -> None:
        """Load all settings when the bot starts. Damaged settings are replaced by the defaults."""
        self._by_guild = dict(await self._store.read(lambda db: sql.load_all_guild_preferences(db, _log_unreadable)))

    async def reload(self, guild: GuildId) -> None:
        """Reload a server's settings after another process has changed them."""
        preferences = await self._store.read(lambda db: sql.load_guild_preferences(db, guild))
        if preferences is not None:
            self._by_guild[guild] = preferences

    def preferences_of(self, guild: GuildId | None) -> GuildPreferences:
        """Return a server's settings; the defaults for a server without settings, and for direct messages (None)."""
        return self._by_guild.get(guild, GuildPreferences()) if guild is not None else GuildPreferences()

    def is_known(self, guild: GuildId) -> bool:
        """Whether the server has stored settings. Other servers have neither a post about open tables nor a queue."""
        return guild in self._by_guild

    def guilds_with_home(self) -> tuple[GuildId, ...]:
        """The servers that have a post about open tables."""
        return tuple(guild for guild, preferences in self._by_guild.items() if preferences.home is not None)

    async def save(self, guild: GuildId, preferences: GuildPreferences) -> None:
        """Store the settings of a server."""
        await self._store.write(lambda db: sql.save_guild_preferences(db, guild, preferences), (_guild_change(guild),))
        self._by_guild[guild] = preferences

    async def clear_home(self, guild: GuildId) -> None:
        """Unset the home channel of a server, because the channel was deleted."""
        self._by_guild[guild] = await self._store.write(
            lambda db: sql.unset_home_channel(db, guild, sql.load_guild_preferences(db, guild) or GuildPreferences()),
            (_guild_change(guild),),
        )

    def apply_to_table(self, table: Table) -> Table:
        """Return a copy of the table with the clock and the mentionable role that its server has chosen."""
        preferences = self.preferences_of(table.guild)
        notes = {**table.notes, BookkeepingKey.MENTIONABLE_ROLE: preferences.role} if preferences.role else table.notes
        return replace(table, terms=read_table_settings({"clock": preferences.clock}), notes=notes)


def _guild_change(guild: GuildId) -> str:
    return f"server {guild}"


def _log_unreadable(guild: GuildId) -> None:
    _log.error(
        "Could not read the settings of server %d. It uses the defaults until a manager changes them with /setup.",
        guild,
    )
