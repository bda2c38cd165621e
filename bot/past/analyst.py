"""A process of its own in which a game that is over is analyzed. It knows no title and no Discord.

A ``.game`` file goes over, one text comes back. The process ends with each game, so nothing of it stays in memory.
"""

import asyncio
import logging
import os
import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection

from engine.agents.analysis import analyze_game, replay_states
from engine.agents.analysis_codec import dump_analysis
from engine.core.transcript import parse_transcript
from engine.games import GAMES

_PATIENCE = 1_800.0
"""Seconds after which a process is given up. One takes half a minute of its own, and everything else goes first."""
_LAST = 19
"""By how much it stands back: behind the bot, and behind computer players that people wait for."""
_SPAWN = get_context("spawn")

_log = logging.getLogger(__name__)


async def analysis_of(file: str) -> str | None:
    """The analysis of a ``.game`` file as it is kept; None if none came. Whoever is canceled ends the process."""
    here, there = _SPAWN.Pipe(duplex=False)
    process = _SPAWN.Process(target=_work, args=(file, there), name="analyst", daemon=True)
    process.start()
    there.close()
    try:
        with here:
            await _heard(here.fileno())
            return str(here.recv())
    except EOFError:
        _log.warning("a game could not be analyzed")
        return None
    finally:
        process.kill()  # it is over, or nobody waits for it
        process.join()


async def _heard(pipe: int) -> None:
    """Waits until a process has said something, or is over, which needs no thread."""
    loop, heard = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(pipe, heard.set)
    try:
        await heard.wait()
    finally:
        loop.remove_reader(pipe)


def _work(file: str, there: Connection) -> None:
    """In the process: everybody else goes first, and it ends with the bot or when its time is up."""
    os.nice(_LAST)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, _PATIENCE)
    transcript = parse_transcript(file)
    game = GAMES[transcript.title]
    there.send(dump_analysis(analyze_game(game, *replay_states(game, transcript))))
