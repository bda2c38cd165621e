"""Empty stores for tests that need many: files, whose tables are made once and copied, or schemas of one server.

``ROUNDHOUSE_WORLD=postgresql`` has all tests of the bot on a server; a sample of them is there in every run.
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
"""The file of an empty store, once there is one."""
_SERVERS: list[str] = []
"""The server that places are on now; none: they are files."""
_PLACES: dict[Path, str] = {}
_USED: list[str] = []
"""Schemas that tests are done with: to empty one is ten times quicker than to make one."""


@contextmanager
def at_server(address: str) -> Iterator[None]:
    """Every ``place`` is a schema of the server meanwhile, and empty afterwards."""
    _SERVERS.append(address)
    try:
        yield
    finally:
        _SERVERS.pop()
        _USED.extend(_PLACES.values())
        _PLACES.clear()


def place(file: Path) -> str:
    """Where the store is that would be in that file; on a server, a schema that is the file's in this test."""
    if not _SERVERS:
        return str(file)
    if file not in _PLACES:
        used = _USED.pop() if _USED else ""
        _PLACES[file] = used if used and emptied(used) else schema(_SERVERS[-1])
    return _PLACES[file]


async def lay(path: str) -> None:
    """Puts the file of an empty store there, unless there is a file; a schema stays as it is."""
    if is_server_address(path) or Path(path).exists():
        return
    if not _MADE:
        await (await Store.open(path)).close()
        _MADE.append(Path(path).read_bytes())
    Path(path).write_bytes(_MADE[0])


async def fresh(file: Path) -> Store:
    """A store that is opened in that file, or in its place, empty if it is new."""
    path = place(file)
    await lay(path)
    return await Store.open(path)
