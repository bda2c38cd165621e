"""A second connection to a database server, which only receives notifications of other processes."""

from collections.abc import AsyncIterator
from typing import Any, Self

import psycopg

from engine.store.errors import ServerError
from engine.store.postgresql import connection_settings


class ChangeListener:
    """A connection that receives notifications on a channel."""

    def __init__(self, pg: psycopg.AsyncConnection[Any]) -> None:
        self._pg = pg

    @classmethod
    async def open(cls, address: str, channel: str) -> Self:
        """Connect and start listening. Raises ``ServerError`` if the server can't be reached."""
        try:
            pg = await psycopg.AsyncConnection.connect(autocommit=True, **connection_settings(address))
            await pg.execute(f'LISTEN "{channel}"'.encode())
        except psycopg.Error as error:
            raise ServerError(str(error).partition("\n")[0], error.sqlstate or "") from error
        return cls(pg)

    @property
    def backend_pid(self) -> int:
        """The id of the server's process for this connection."""
        return self._pg.info.backend_pid

    async def changes(self) -> AsyncIterator[str]:
        """Yield notifications as they arrive. Raises ``ServerError`` when the connection is lost."""
        try:
            async for notification in self._pg.notifies():
                yield notification.payload
        except psycopg.Error as error:
            raise ServerError(str(error).partition("\n")[0], error.sqlstate or "") from error

    async def close(self) -> None:
        """Close the connection."""
        await self._pg.close()
