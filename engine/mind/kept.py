"""An analysis as text, to be kept with its game, and back: JSON in which moves are lines of notation."""

from typing import Any

import msgspec

from engine.core import Game, read, write
from engine.errors import Unreadable
from engine.mind.analysis import Analysis, Moment, TurningPoint
from engine.mind.coach import Advice
from engine.mind.explanation import Explanation


class _Point(msgspec.Struct, frozen=True):
    """A turning point with its two moves as lines."""

    move: int
    round: int
    before: float
    after: float
    better: str
    made: str
    gain: float
    error: float
    games: int
    explanation: Explanation = Explanation()
    wins: tuple[float, float] | None = None
    choices: int = 0
    typical: int | None = None


class _Kept(msgspec.Struct, frozen=True):
    moments: tuple[Moment, ...]
    points: tuple[_Point, ...]


def written(found: Analysis) -> str:
    """The analysis as one line of text."""
    points = tuple(map(_written, found.points))
    return msgspec.json.encode(_Kept(found.moments, points)).decode()


def read_back(game: Game[Any], text: str) -> Analysis:
    """The analysis of which a text was written. Raises ``Unreadable`` where these rules do not know its moves."""
    try:
        kept = msgspec.json.decode(text, type=_Kept)
    except msgspec.DecodeError as error:
        raise Unreadable("The analysis of this game can’t be read.") from error
    return Analysis(kept.moments, tuple(_read(game, point) for point in kept.points))


def _written(point: TurningPoint) -> _Point:
    advice = point.advice
    assert advice.second is not None
    return _Point(
        point.move,
        point.round,
        point.before,
        point.after,
        write(advice.best),
        write(advice.second),
        advice.gain,
        advice.error,
        advice.games,
        advice.explanation,
        point.wins,
        point.choices,
        point.typical,
    )


def _read(game: Game[Any], point: _Point) -> TurningPoint:
    better, made = read(point.better, game.actions), read(point.made, game.actions)
    advice = Advice(better, made, point.gain, point.error, point.games, point.explanation)
    chances = point.before, point.after
    return TurningPoint(point.move, point.round, *chances, advice, point.wins, point.choices, point.typical)
