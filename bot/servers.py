"""The choices of every server that has made any, at hand for whoever asks. It knows no Discord and no title."""

import logging

from msgspec.structs import replace

from bot.tables.table import Note
from engine.store import Store, Table
from engine.store import servers as sql
from engine.store.ids import GuildId
from engine.store.servers import Server
from engine.store.terms import terms_of

__all__ = ["Server", "Servers"]

_log = logging.getLogger(__name__)


class Servers:
    """Mutable: all choices in memory, written through. A few hundred bytes a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[GuildId, Server] = {}

    async def load(self) -> None:
        """Reads everything, once, at the start. Damaged choices are the usual ones from then on."""
        self._known = dict(await self._store.read(lambda db: sql.every(db, _unread)))

    async def reload(self, guild: GuildId) -> None:
        """Reads what another process has written of the server."""
        found = await self._store.read(lambda db: sql.of_guild(db, guild))
        if found is not None:
            self._known[guild] = found

    def of(self, guild: GuildId | None) -> Server:
        """The choices of a server; the usual ones for one that made none, and in direct messages."""
        return self._known.get(guild, Server()) if guild is not None else Server()

    def is_known(self, guild: GuildId) -> bool:
        """Whether the server has ever made a choice: any other has neither a post nor a queue."""
        return guild in self._known

    def with_home(self) -> tuple[GuildId, ...]:
        """The servers that have a post about open tables."""
        return tuple(guild for guild, server in self._known.items() if server.home is not None)

    async def keep(self, guild: GuildId, server: Server) -> None:
        """Writes the choices of a server."""
        await self._store.write(lambda db: sql.keep(db, guild, server), (_changed(guild),))
        self._known[guild] = server

    async def leave_home(self, guild: GuildId) -> None:
        """The home channel of a server is gone."""
        self._known[guild] = await self._store.write(
            lambda db: sql.leave_home(db, guild, sql.of_guild(db, guild) or Server()), (_changed(guild),)
        )

    def fitted(self, new: Table) -> Table:
        """A new table with what its server has chosen: its clock, and the role that its host can have mentioned."""
        server = self.of(new.guild)
        notes = {**new.notes, Note.ROLE: server.role} if server.role else new.notes
        return replace(new, terms=terms_of({"clock": server.clock}), notes=notes)


def _changed(guild: GuildId) -> str:
    return f"server {guild}"


def _unread(guild: GuildId) -> None:
    _log.error(
        "the settings of server %d cannot be read: until somebody uses /setup there, it has the usual ones", guild
    )
