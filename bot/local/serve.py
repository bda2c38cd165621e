"""Starts and ends the simulated Discord: the table's world in this process, the demo's in another, one address."""

import asyncio
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from bot.client import build, now
from bot.config import Settings
from bot.local.front import Front, PortTaken
from bot.local.world import opened
from engine.store import held

PEOPLE = ("Ada", "Ben", "Cleo", "Dov", "Eli", "Fay")
_TOPIC = "Choose a player under “Viewing as”. Press Play now, or type / for commands."
_ENDING = 5.0  # seconds the demo has to end by itself


def run(settings: Settings) -> int:
    """Serve the page until Ctrl-C. Returns the exit status."""
    try:
        return asyncio.run(_serve(settings))
    except KeyboardInterrupt:  # where the loop cannot handle signals
        return 0


async def _serve(settings: Settings) -> int:
    stop = _stop_signal()
    front = Front()
    try:
        port = await front.start(settings.port)
        async with _demos(front):
            return await _serve_table(settings, front, port, stop)
    except PortTaken as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        await front.close()


async def _serve_table(settings: Settings, front: Front, port: int, stop: asyncio.Event) -> int:
    """The channel with the people. Its tables are in a file of their own, which is kept if the settings name one.

    Returns the exit status, which is 1 when that file was removed or replaced.
    """
    with tempfile.TemporaryDirectory(prefix="roundhouse-") as folder:
        database = settings.local_database or str(Path(folder) / "local.db")
        client = build(msgspec.structs.replace(settings, database=database, metrics_port=None))
        client.lived, client.is_alone = now, True  # the simulation moves time by leaps
        with held(database):
            async with opened(client, channel="table", topic=_TOPIC, people=PEOPLE) as world:
                client.desk.announcer.pause, client.desk.analyses.work = world.pause, world.analysis
                await world.welcome(client)
                front.show("table", world.address)
                print(_greeting(port, settings), flush=True)
                await _wait_for_one(stop, client.lifeline.lost)
                print(f"\n{client.lifeline.removed or 'Goodbye.'}", flush=True)
    return 1 if client.lifeline.has_lost else 0


async def _wait_for_one(*events: asyncio.Event) -> None:
    waiting = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


@asynccontextmanager
async def _demos(front: Front) -> AsyncIterator[None]:
    """One demo at once, and after each the next as soon as somebody looks: a world left running would only grow."""
    playing = asyncio.create_task(_play_demos(front))
    try:
        yield
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def _play_demos(front: Front) -> None:
    while True:
        await _play_demo(front)
        await front.looked_at("demo")


async def _play_demo(front: Front) -> None:
    """One demo in a process of its own, which ends with its standard input: it never outlives this one."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot.local.demo", stdin=pipe, stdout=pipe)
    assert process.stdin is not None and process.stdout is not None
    try:
        address = (await process.stdout.readline()).decode().strip()
        if address:
            front.show("demo", address)
        await process.wait()
    finally:
        process.stdin.close()
        with suppress(TimeoutError, ProcessLookupError):
            await asyncio.wait_for(process.wait(), _ENDING)
        if process.returncode is None:
            process.kill()


def _stop_signal() -> asyncio.Event:
    """An event that is set by Ctrl-C or when the system asks this process to end."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return stop


def _greeting(port: int, settings: Settings) -> str:
    kept = f"in {settings.local_database}" if settings.local_database else "until you stop it"
    return (
        f"\n  Roundhouse in a simulated Discord:  http://127.0.0.1:{port}/\n\n"
        f"  Play as any of 6 people, or watch the computer demo. Tables are kept {kept}. To stop, press Ctrl-C.\n"
    )
