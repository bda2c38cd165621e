"""A relay between a bot and a PostgreSQL server. It can change the session's number, as a pooler does."""

import asyncio
import contextlib
import struct
import tempfile
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

SOCKET = ".s.PGSQL.5432"


class Relay:
    """Forwards connections. ``number`` is the session number that it reports; with ``is_still``, nothing comes through.

    ``address`` is the server's address through the relay.
    """

    def __init__(self, address: str) -> None:
        (self._home,) = parse_qs(urlsplit(address).query)["host"]
        self._folder = tempfile.TemporaryDirectory(prefix="relay-")
        self.address = address.replace(self._home, self._folder.name)
        self.number: int | None = None
        self.is_still = False
        self._tasks = set[asyncio.Task[None]]()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._joined, f"{self._folder.name}/{SOCKET}")
        return self

    async def __aexit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._folder.cleanup()

    async def _joined(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_unix_connection(f"{self._home}/{SOCKET}")
        for pieces, to in ((_pieces(client), to_server), (self._answers(server), to_client)):
            task = asyncio.create_task(self._carried(pieces, to))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carried(self, pieces: AsyncIterator[bytes], to: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError), contextlib.closing(to):
            async for piece in pieces:
                if not self.is_still:
                    to.write(piece)

    async def _answers(self, server: asyncio.StreamReader) -> AsyncIterator[bytes]:
        """Yield the server's messages: a letter, the length with its own four bytes, and the content."""
        while True:
            head = await server.readexactly(5)
            body = await server.readexactly(int.from_bytes(head[1:]) - 4)
            if head[:1] == b"K" and self.number is not None:
                body = struct.pack("!i", self.number) + body[4:]
            yield head + body


async def _pieces(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while piece := await reader.read(65_536):
        yield piece
