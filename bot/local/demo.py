"""The demo: a second simulated Discord, in a separate process, in which computer players play.

It has its own process because SimCord handles one action at a time, and presses at the user's table must not wait for
the demo's pictures. `bot.local` starts it. It prints the address of its page, and ends when its standard input closes.
"""

import asyncio
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from bot.client import Roundhouse, build_bot, current_time
from bot.config import Settings, load_settings
from bot.local import set_up_log
from bot.local.simulation import World, open_world, simulation_settings
from bot.tables.table import Player, Table
from engine.errors import Unreadable
from engine.output import run_tool
from engine.store.ids import ChannelId, GuildId, UserId

_TOPIC = "Computer players only. /board shows the pictures, /history shows earlier phases."
_WATCHER = "Watcher"
_POLICY = "greedy"
_MAX_SEATS = 4
_POLL_SECONDS = 5.0
"""Seconds between two checks whether the game is over."""
_SHOW_RESULT_SECONDS = 120.0
"""Seconds for which a finished game is shown."""


async def _run_demo(settings: Settings) -> None:
    with tempfile.TemporaryDirectory(prefix="roundhouse-demo-") as folder:
        database = str(Path(folder) / "demo.db")
        client = build_bot(simulation_settings(settings, database))
        client.awake_clock, client.is_alone = current_time, True  # simulated time jumps
        async with open_world(client, channel="demo", topic=_TOPIC, people=(_WATCHER,)) as world:
            client.services.outbox.pause = world.pause
            print(world.address, flush=True)
            game_task = asyncio.create_task(_play_game(client, world))
            input_task = asyncio.create_task(_wait_for_end_of_input())
            await asyncio.wait((game_task, input_task), return_when=asyncio.FIRST_COMPLETED)
            input_task.cancel()
            game_task.cancel()
            with suppress(asyncio.CancelledError):
                await game_task  # raises the errors of the game


async def _wait_for_end_of_input() -> None:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    await reader.read()


async def _play_game(client: Roundhouse, world: World) -> None:
    table = await _start_game(client, world)
    while table.status == "playing":
        await asyncio.sleep(_POLL_SECONDS)
        table = await client.services.tables.get(table.id)
    await asyncio.sleep(_SHOW_RESULT_SECONDS)


async def _start_game(client: Roundhouse, world: World) -> Table:
    """Start a table of the first offered game, with a computer player in every seat. The host has no seat."""
    game, host = client.services.tables.offered_games.games[0], world.members[0]
    tables, watcher = client.services.tables, Player(_WATCHER, user=UserId(host.id))
    table = await tables.open_lobby(
        ChannelId(world.channel.id), GuildId(host.guild.id), game.key, watcher, seated=False
    )
    while len(table.players) < min(_MAX_SEATS, game.seats[-1]):
        table = await tables.add_computer(table.id, _POLICY)
    await world.run_command(host, "game start")
    return await tables.get(table.id)


def main() -> int:
    """Run the demo until standard input closes. It ignores Ctrl-C, which the other process handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        settings = load_settings(Path.cwd())
    except Unreadable as error:  # the file has changed since the other process read it
        print(error, file=sys.stderr)
        return 1
    set_up_log(settings)
    asyncio.run(_run_demo(settings))
    return 0


if __name__ == "__main__":
    raise SystemExit(run_tool(main))
