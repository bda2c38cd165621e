"""``python -m engine analyze``: the analysis of a game in a ``.game`` file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.agents.analysis import Moment, TurningPoint, analyze_game, replay_states
from engine.agents.explanation_text import advice_sentence, chance_text
from engine.cli.arguments import find_game
from engine.cli.replay_report import read_game_file
from engine.core import Game, State, redact
from engine.core.transcript import load_transcript


def analysis_lines(file: Path) -> Iterator[str]:
    """Yield lines with the winning chances at each round, and the turning points.

    Raises ``Unreadable`` or ``Refused``.
    """
    transcript = load_transcript(read_game_file(file))
    game = find_game(transcript.title)
    states, moves = replay_states(game, transcript)
    analysis = analyze_game(game, states, moves)
    yield f"{'round':<8}" + "".join(f"{f'player {seat}':>10}" for seat in range(1, transcript.seats + 1))
    for moment in analysis.moments:
        yield _chances_line(moment, is_over=moment is analysis.moments[-1])
    for point in analysis.points:
        yield _turning_point_text(game, states[point.move], point)


def _chances_line(moment: Moment, *, is_over: bool) -> str:
    name = "end" if is_over else str(moment.round)
    chances = (f"{chance:.0%}" if is_over else chance_text(chance) for chance in moment.chances)
    return f"{name:<8}" + "".join(f"{chance:>10}" for chance in chances)


def _turning_point_text(game: Game[Any], state: State, point: TurningPoint) -> str:
    advice, seat = point.advice, point.advice.best.seat
    assert advice.second is not None
    view = redact(state, seat)
    better, played_move = (
        game.text.label(view, move, "", lambda seat: f"player {seat}") for move in (advice.best, advice.second)
    )
    drop_text = f"Round {point.round}, player {seat}, {chance_text(point.before)} to {chance_text(point.after)}"
    gain = f"{drop_text}: {played_move}. Better by {advice.gain:.1f} (±{advice.error:.1f}): {better}."
    wins = f"Wins: {chance_text(point.wins[0])} instead of {chance_text(point.wins[1])}." if point.wins else ""
    reasons = game.agent.reasons
    reason = advice_sentence(reasons, advice, lambda seat: f"player {seat}", "the move made") if reasons else ""
    return " ".join(filter(None, (gain, wins, f"Why: {reason}" if reason else "")))
