"""The demo: a simulated Discord of its own, in a process of its own, in which computer players play one another.

A process of its own, because SimCord does one thing at a time: no press at your table waits for the demo's pictures.
Run by `bot.local`; says the address of its page in one line and ends when its standard input does.
"""

import asyncio
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from bot.client import Roundhouse, build, now
from bot.config import Settings, from_environment
from bot.local import set_up_log
from bot.local.world import World, opened
from bot.tables.table import Player, Table
from engine.errors import Unreadable
from engine.output import run_tool
from engine.store.ids import ChannelId, GuildId, UserId

_TOPIC = "Computer players only. /board shows the pictures, /history shows earlier phases."
_WATCHER = "Watcher"
_POLICY = "greedy"
SEATS = 4  # or as many as the title has, if they are fewer
_GLANCE = 5.0  # seconds between two looks at whether the game is over
_REST = 120.0  # seconds for which a finished game stays


async def show(settings: Settings) -> None:
    """Play a game and let it be looked at for a while; end earlier when standard input does."""
    with tempfile.TemporaryDirectory(prefix="roundhouse-demo-") as folder:
        database = str(Path(folder) / "demo.db")
        client = build(msgspec.structs.replace(settings, database=database, metrics_port=None))
        client.lived, client.is_alone = now, True  # the simulation moves time by leaps
        async with opened(client, channel="demo", topic=_TOPIC, people=(_WATCHER,)) as world:
            client.desk.announcer.pause = world.pause
            print(world.address, flush=True)
            playing = asyncio.create_task(_play(client, world))
            alone = asyncio.create_task(_end_of_input())
            await asyncio.wait((playing, alone), return_when=asyncio.FIRST_COMPLETED)
            alone.cancel()
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing  # what went wrong in it is told


async def _end_of_input() -> None:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    await reader.read()


async def _play(client: Roundhouse, world: World) -> None:
    table = await _deal(client, world)
    while table.status == "playing":
        await asyncio.sleep(_GLANCE)
        table = await client.desk.sessions.get(table.id)
    await asyncio.sleep(_REST)


async def _deal(client: Roundhouse, world: World) -> Table:
    """Start the first offered game with computer players on all chairs; the watcher is only its host."""
    game, host = client.desk.sessions.offered.games[0], world.members[0]
    sessions, watcher = client.desk.sessions, Player(_WATCHER, user=UserId(host.id))
    table = await sessions.open(ChannelId(world.channel.id), GuildId(host.guild.id), game.key, watcher, seated=False)
    while len(table.players) < min(SEATS, game.seats[-1]):
        table = await sessions.add_computer(table.id, _POLICY)
    await world.command(host, "game start")
    return await sessions.get(table.id)


def main() -> int:
    """Ctrl-C reaches both processes; this one waits for the other to close its standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        settings = from_environment(Path.cwd())
    except Unreadable as error:  # the file was changed since the other process read it
        print(error, file=sys.stderr)
        return 1
    set_up_log(settings)
    asyncio.run(show(settings))
    return 0


if __name__ == "__main__":
    raise SystemExit(run_tool(main))
