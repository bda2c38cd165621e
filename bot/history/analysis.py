"""Analyzes a finished game in a process of its own. Independent of Discord and of any particular game."""

from bot.child_process import run_in_child_process
from engine.agents.analysis import analyze_game, replay_states
from engine.agents.analysis_codec import dump_analysis
from engine.core.transcript import parse_transcript
from engine.games import GAMES


async def run_analysis(file: str) -> str | None:
    """Analyze a ``.game`` file and return the analysis in its stored form; None if the process failed.

    Canceling ends the process.
    """
    return await run_in_child_process("the analysis of a game", _analyze_file, file)


def _analyze_file(file: str) -> str:
    """Analyze a ``.game`` file in this process, and return the analysis in its stored form."""
    transcript = parse_transcript(file)
    game = GAMES[transcript.title]
    return dump_analysis(analyze_game(game, *replay_states(game, transcript)))
