"""Encode analyses as JSON text, with moves in notation, and decode them."""

from typing import Any

import msgspec

from engine.agents.analysis import Analysis, Moment, TurningPoint
from engine.agents.coach import Advice
from engine.agents.explanation import Explanation
from engine.core import Game, read_action, write_action
from engine.errors import Unreadable


class _StoredPoint(msgspec.Struct, frozen=True):
    """A turning point with its two moves in notation."""

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


class _StoredAnalysis(msgspec.Struct, frozen=True):
    moments: tuple[Moment, ...]
    points: tuple[_StoredPoint, ...]


def dump_analysis(analysis: Analysis) -> str:
    """Encode an analysis as JSON text."""
    points = tuple(map(_encode_point, analysis.points))
    return msgspec.json.encode(_StoredAnalysis(analysis.moments, points)).decode()


def load_analysis(game: Game[Any], text: str) -> Analysis:
    """Decode an analysis.

    Raises ``Unreadable``, for example if the current rules can't read its moves.
    """
    try:
        stored = msgspec.json.decode(text, type=_StoredAnalysis)
    except msgspec.DecodeError as error:
        raise Unreadable("The analysis of this game can’t be read.") from error
    return Analysis(stored.moments, tuple(_decode_point(game, point) for point in stored.points))


def _encode_point(point: TurningPoint) -> _StoredPoint:
    advice = point.advice
    assert advice.second is not None
    return _StoredPoint(
        point.move,
        point.round,
        point.before,
        point.after,
        write_action(advice.best),
        write_action(advice.second),
        advice.gain,
        advice.error,
        advice.games,
        advice.explanation,
        point.wins,
        point.choices,
        point.typical,
    )


def _decode_point(game: Game[Any], point: _StoredPoint) -> TurningPoint:
    better, played_move = read_action(point.better, game.actions), read_action(point.made, game.actions)
    advice = Advice(better, played_move, point.gain, point.error, point.games, point.explanation)
    chances = point.before, point.after
    return TurningPoint(point.move, point.round, *chances, advice, point.wins, point.choices, point.typical)
