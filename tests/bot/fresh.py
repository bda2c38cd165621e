"""Empty stores of one kind, for tests that need many: their tables are made once and copied."""

from pathlib import Path

from engine.store import Store

_MADE: list[bytes] = []
"""The file of an empty store, once there is one."""


async def lay(path: Path) -> None:
    """Puts the file of an empty store there, unless there is a file."""
    if path.exists():
        return
    if not _MADE:
        await (await Store.open(str(path))).close()
        _MADE.append(path.read_bytes())
    path.write_bytes(_MADE[0])


async def fresh(path: Path) -> Store:
    """A store that is opened in that file, empty if it is new."""
    await lay(path)
    return await Store.open(str(path))
