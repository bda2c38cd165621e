"""``python -m engine analyze``: how a ``.game`` file's game was won and lost."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.cli.choosing import title
from engine.cli.replaying import bytes_of
from engine.core import Game, State, redact
from engine.core.transcript import load
from engine.mind.analysis import Moment, TurningPoint, analyzed, played
from engine.mind.sentences import explanation_sentence, percentage


def lines(file: Path) -> Iterator[str]:
    """The chances from round to round, and the turning points. Raises ``Unreadable`` or ``Refused``."""
    transcript = load(bytes_of(file))
    game = title(transcript.title)
    states, moves = played(game, transcript)
    found = analyzed(game, states, moves)
    yield f"{'round':<8}" + "".join(f"{f'player {seat}':>10}" for seat in range(1, transcript.seats + 1))
    for moment in found.moments:
        yield _chances(moment, over=moment is found.moments[-1])
    for point in found.points:
        yield _told(game, states[point.move], point)


def _chances(moment: Moment, *, over: bool) -> str:
    name = "end" if over else str(moment.round)
    chances = (f"{chance:.0%}" if over else percentage(chance) for chance in moment.chances)
    return f"{name:<8}" + "".join(f"{chance:>10}" for chance in chances)


def _told(game: Game[Any], state: State, point: TurningPoint) -> str:
    advice, seat = point.advice, point.advice.best.seat
    assert advice.second is not None
    view = redact(state, seat)
    better, made = (
        game.words.label(view, one, "", lambda seat: f"player {seat}") for one in (advice.best, advice.second)
    )
    fell = f"Round {point.round}, player {seat}, {percentage(point.before)} to {percentage(point.after)}"
    gain = f"{fell}: {made}. Better by {advice.gain:.1f} (±{advice.error:.1f}): {better}."
    wins = f"Wins: {percentage(point.wins[0])} instead of {percentage(point.wins[1])}." if point.wins else ""
    reasons = game.computer.reasons
    why = explanation_sentence(reasons, advice.explanation, seat, lambda seat: f"player {seat}") if reasons else ""
    return " ".join(filter(None, (gain, wins, f"Why: {why}" if why else "")))
