"""The simulated Discord as a separate process, which prints a link to its page."""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import ClientSession

PATIENCE = 60.0  # seconds; a loaded machine takes some ten of them


@asynccontextmanager
async def started_program(
    command: Sequence[str], folder: Path, port: int = 0, **variables: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the command in the folder, without a token and without a file for its tables. Port 0 is any free port.

    ``variables`` are further settings.
    """
    given = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder, env={**given, "ROUNDHOUSE_PORT": str(port), "ROUNDHOUSE_LOCAL_DATABASE": "", **variables},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def printed_link(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        async for line in process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line.decode()):
                return found[0]
    raise AssertionError("the program ended without a link")


async def capability(session: ClientSession, link: str, name: str) -> str:
    """Return the key of the page of this name, as soon as there is one."""
    return await _find_key(session, link, "name", name)


async def labeled_capability(session: ClientSession, link: str, label: str) -> str:
    """Return the key of the page with this label, as soon as there is one."""
    return await _find_key(session, link, "label", label)


async def _find_key(session: ClientSession, link: str, field: str, value: str) -> str:
    async with asyncio.timeout(PATIENCE):
        while True:
            async with session.get(f"{link}/pages") as answer:
                keys = {page[field]: page["key"] for page in await answer.json()}
            if value in keys:
                return str(keys[value])
            await asyncio.sleep(0.2)
