"""New stores of one kind, for tests that need many: their tables are made once and copied."""

from pathlib import Path

from engine.store import Store

_MADE: list[bytes] = []
"""The file of an empty store, once there is one."""


async def fresh(path: Path) -> Store:
    """An empty store in that file."""
    if not _MADE:
        await (await Store.open(str(path))).close()
        _MADE.append(path.read_bytes())
    path.write_bytes(_MADE[0])
    return await Store.open(str(path))
