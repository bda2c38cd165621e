"""Starts and stops the simulated Discords: the user's in this process and the demo's in another, at one address."""

import asyncio
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bot.client import build_bot, current_time
from bot.config import Settings
from bot.local.proxy import PortTaken, WorldProxy
from bot.local.simulation import ChannelPage, open_world, simulation_settings
from engine.store import lock_database

PEOPLE = ("Ada", "Ben", "Cleo", "Dov", "Eli", "Fay")
"""Names of the members of the simulated server."""
_TOPIC = "Choose a player under “Viewing as”. Press Play now, or type / for commands."
_DEMO_END_SECONDS = 5.0
"""Seconds after which a demo that does not end is killed."""


def run_server(settings: Settings) -> int:
    """Serve the page until Ctrl-C, and return the exit status."""
    try:
        return asyncio.run(_serve_worlds(settings))
    except KeyboardInterrupt:  # on systems where the loop cannot handle signals
        return 0


async def _serve_worlds(settings: Settings) -> int:
    stop_event = _stop_signal()
    proxy = WorldProxy()
    try:
        port = await proxy.start(settings.port)
        async with _run_demos_meanwhile(proxy):
            return await _serve_table(settings, proxy, port, stop_event)
    except PortTaken as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        await proxy.close()


async def _serve_table(settings: Settings, proxy: WorldProxy, port: int, stop: asyncio.Event) -> int:
    """Serve the channel with people. Its tables are in a database file, which is kept if the settings name one.

    Return the exit status, which is 1 if that file was removed or replaced.
    """
    with tempfile.TemporaryDirectory(prefix="roundhouse-") as folder:
        database = settings.local_database or str(Path(folder) / "local.db")
        client = build_bot(simulation_settings(settings, database))
        client.awake_clock, client.is_alone = current_time, True  # simulated time jumps

        def add_page(page: ChannelPage) -> None:
            proxy.add_page(f"channel-{page.channel}", page.address, page.name, page.channel)

        with lock_database(database):
            async with open_world(client, channel="table", topic=_TOPIC, people=PEOPLE, on_page=add_page) as world:
                client.services.outbox.pause, client.services.analyses.compute_analysis = (
                    world.pause,
                    world.wait_for_analysis,
                )
                await world.announce_guild_join(client)
                proxy.add_page("table", world.address, "#table", world.channel.id)
                print(_greeting_text(port, settings), flush=True)
                await _wait_for_any(stop, client.database_watch.database_lost)
                print(f"\n{client.database_watch.removal_message or 'Goodbye.'}", flush=True)
    return 1 if client.database_watch.has_lost_database else 0


async def _wait_for_any(*events: asyncio.Event) -> None:
    tasks = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


@asynccontextmanager
async def _run_demos_meanwhile(proxy: WorldProxy) -> AsyncIterator[None]:
    """Run demos in the background during the ``with`` block, one after the other, the next when a visitor comes.

    Each needs a new process, because a running simulation uses more and more memory.
    """
    demos = asyncio.create_task(_play_demos(proxy))
    try:
        yield
    finally:
        demos.cancel()
        await asyncio.gather(demos, return_exceptions=True)


async def _play_demos(proxy: WorldProxy) -> None:
    while True:
        await _play_demo(proxy)
        await proxy.wait_for_visitor("demo")


async def _play_demo(proxy: WorldProxy) -> None:
    """Run one demo in a separate process. Closing the process's standard input ends it."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot.local.demo", stdin=pipe, stdout=pipe)
    assert process.stdin is not None and process.stdout is not None
    try:
        address = (await process.stdout.readline()).decode().strip()
        if address:
            proxy.add_page("demo", address, "Demo: computer players")
        await process.wait()
    finally:
        process.stdin.close()
        with suppress(TimeoutError, ProcessLookupError):
            await asyncio.wait_for(process.wait(), _DEMO_END_SECONDS)
        if process.returncode is None:
            process.kill()


def _stop_signal() -> asyncio.Event:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    return stop


def _greeting_text(port: int, settings: Settings) -> str:
    lifetime = f"in {settings.local_database}" if settings.local_database else "until you stop it"
    return (
        f"\n  Roundhouse in a simulated Discord:  http://127.0.0.1:{port}/\n\n"
        f"  Play as any of 6 people, or watch the computer demo. {PEOPLE[0]} manages the server and can use /setup.\n"
        f"  Tables are kept {lifetime}. To stop, press Ctrl-C.\n{_unused_settings_text(settings)}"
    )


def _unused_settings_text(settings: Settings) -> str:
    texts = {
        "ROUNDHOUSE_METRICS_PORT: there is no connection to Discord to measure": settings.metrics_port is not None,
        "ROUNDHOUSE_SUMMARY_HOUR: nobody owns this bot": settings.summary_hour is not None,
        "ROUNDHOUSE_BACKUPS: these are not your tables": bool(settings.backups),
    }
    return "".join(f"  Without effect here: {text}.\n" for text, is_set in texts.items() if is_set)
