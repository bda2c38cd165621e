"""Analyzes a finished game in a process of its own.

The process gets a ``.game`` file, returns one text, and ends, which frees its memory.
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

_MAX_SECONDS = 1_800.0
"""Seconds after which a process is killed. One takes about half a minute of CPU time at low priority."""
_NICENESS = 19
"""Niceness below the bot, and below computer players that people wait for."""
_SPAWN = get_context("spawn")

_log = logging.getLogger(__name__)


async def run_analysis(file: str) -> str | None:
    """Analyze a ``.game`` file and return the stored form; None if it fails. Cancellation ends the process."""
    reader, writer = _SPAWN.Pipe(duplex=False)
    process = _SPAWN.Process(target=_run_in_process, args=(file, writer), name="analyst", daemon=True)
    process.start()
    writer.close()
    try:
        with reader:
            await _wait_readable(reader.fileno())
            return str(reader.recv())
    except EOFError:
        _log.warning("The analysis of a game failed: its process ended without a result.")
        return None
    finally:
        process.kill()  # it is over, or nobody waits for it
        process.join()


async def _wait_readable(pipe: int) -> None:
    """Wait until a process has written something or ended, without a thread."""
    loop, is_readable = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(pipe, is_readable.set)
    try:
        await is_readable.wait()
    finally:
        loop.remove_reader(pipe)


def _run_in_process(file: str, writer: Connection) -> None:
    """In the process: run at low priority, and end with the bot or when time is up."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, _MAX_SECONDS)
    transcript = parse_transcript(file)
    game = GAMES[transcript.title]
    writer.send(dump_analysis(analyze_game(game, *replay_states(game, transcript))))
