"""A second connection to a server, on which a process receives notifications. It writes nothing and holds no lock."""

from collections.abc import AsyncIterator
from typing import Any, Self

import psycopg

from engine.store.errors import ServerError
from engine.store.postgresql import connection_settings


class ChangeListener:
    """Mutable: it holds the connection."""

    def __init__(self, pg: psycopg.AsyncConnection[Any]) -> None:
        self._pg = pg

    @classmethod
    async def open(cls, address: str, channel: str) -> Self:
        """Listens from now on. Raises ``ServerError`` when the server cannot be reached."""
        try:
            pg = await psycopg.AsyncConnection.connect(autocommit=True, **connection_settings(address))
            await pg.execute(f'LISTEN "{channel}"'.encode())
        except psycopg.Error as error:
            raise ServerError(str(error).partition("\n")[0], error.sqlstate or "") from error
        return cls(pg)

    @property
    def backend_pid(self) -> int:
        """The number of the server's process for this connection."""
        return self._pg.info.backend_pid

    async def changes(self) -> AsyncIterator[str]:
        """Yield notifications as they arrive. Raises ``ServerError`` when the connection is lost."""
        try:
            async for said in self._pg.notifies():
                yield said.payload
        except psycopg.Error as error:
            raise ServerError(str(error).partition("\n")[0], error.sqlstate or "") from error

    async def close(self) -> None:
        """Hears no more."""
        await self._pg.close()
