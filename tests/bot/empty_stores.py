"""Empty stores for tests that need many: copies of a file, or schemas of one server.

``ROUNDHOUSE_WORLD=postgresql`` runs all tests of the bot with a server. A sample of them runs with a server every time.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.store import Store
from engine.store.address import is_server_address
from tests.postgresql import emptied, schema

ON_A_SERVER = os.environ.get("ROUNDHOUSE_WORLD") == "postgresql"
of_a_file = pytest.mark.skipif(ON_A_SERVER, reason="this is about a file")

_MADE: list[bytes] = []
"""The bytes of an empty store's file, once it was made."""
_SERVERS: list[str] = []
"""The server on which stores are made now; empty if they are files."""
_PLACES: dict[Path, str] = {}
_USED: list[str] = []
"""Schemas that tests no longer use: it is ten times quicker to empty one than to create one."""


@contextmanager
def at_server(address: str) -> Iterator[None]:
    """Make every ``place`` in this block a schema of the server, and empty it afterwards."""
    _SERVERS.append(address)
    try:
        yield
    finally:
        _SERVERS.pop()
        _USED.extend(_PLACES.values())
        _PLACES.clear()


def place(file: Path) -> str:
    """Return the path itself, or on a server the schema that stands for the file in this test."""
    if not _SERVERS:
        return str(file)
    if file not in _PLACES:
        used = _USED.pop() if _USED else ""
        _PLACES[file] = used if used and emptied(used) else schema(_SERVERS[-1])
    return _PLACES[file]


async def lay(path: str) -> None:
    """Write the file of an empty store unless the file exists. A schema is left unchanged."""
    if is_server_address(path) or Path(path).exists():
        return
    if not _MADE:
        await (await Store.open(path)).close()
        _MADE.append(Path(path).read_bytes())
    Path(path).write_bytes(_MADE[0])


async def fresh(file: Path) -> Store:
    """Open a store in that file, or in its schema. A new one is empty."""
    path = place(file)
    await lay(path)
    return await Store.open(path)
