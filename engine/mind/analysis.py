"""A finished game looked at again: everybody's chance to win as it went on, and the moves that cost most of it.

A chance is worked out from what everybody saw, and a better move from what its player saw. It knows no title.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from statistics import fmean
from typing import Any

import msgspec

from engine.core import Action, Decision, Event, Game, Seat, State, Thinking, View, all_seats, decisions, redact, seeded
from engine.core.transcript import Transcript, replay
from engine.errors import Refused
from engine.mind.coach import Advice, advice_from, compared, looks_ahead
from engine.mind.differences import HALF_WIDTH, SURE, mean_and_error
from engine.mind.refutation import seed_of_point, typical_game
from engine.mind.rollout import Comparison, compare_moves
from engine.mind.search import best_two, finished, winners

_GAMES = 30
"""Imagined games for the chances at one moment."""
_COMPARED = 40
"""The most imagined games in which each move of a round is compared with a better one."""
_POINTS = 3
"""Turning points that are told."""
_DROPS = 5
"""The greatest losses of a chance in which they are looked for."""
_ABOUT = 0.75
"""Of the greatest gain that was missed in a round: a move that missed so much missed about as much."""
_LEAST_CHANCE = 0.1
"""The share of wins by which a turning point's two moves must differ."""
PUZZLE_CHOICES = 4
"""The moves that a puzzle offers at least."""
_PUZZLE_GAIN = 2.0
"""The gain of a puzzle's better move, in half widths of its interval."""


class Moment(msgspec.Struct, frozen=True):
    """The chances to win, seat 1 first, where a round begins before that move; last, after the game, who won."""

    move: int
    round: int
    chances: tuple[float, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """A move that another would have beaten: ``advice`` has the better one first, and the one made second.

    In its round the seat's chance fell from ``before`` to ``after``. ``wins`` are its shares of wins in imagined games
    after the better move, and after the one made; None in analyses of earlier releases. ``choices`` are the moves that
    were offered, of which no more than ``PUZZLE_CHOICES`` are counted, and ``typical`` is the number of an imagined
    game that shows the reasons.
    """

    move: int
    round: int
    before: float
    after: float
    advice: Advice
    wins: tuple[float, float] | None = None
    choices: int = 0
    typical: int | None = None

    @property
    def is_puzzle(self) -> bool:
        """Whether it makes a good puzzle: several moves are offered, and one is surely better for a known reason.

        Analyses of earlier releases know neither the number of moves nor reasons.
        """
        is_sure = self.advice.gain >= _PUZZLE_GAIN * self.advice.error
        is_known = self.choices >= PUZZLE_CHOICES and self.advice.explanation.has_reasons
        return is_sure and (is_known or self.wins is None)


class Analysis(msgspec.Struct, frozen=True):
    """The chances from moment to moment, and the turning points in the order of the game."""

    moments: tuple[Moment, ...]
    points: tuple[TurningPoint, ...]


def played(game: Game[Any], transcript: Transcript) -> tuple[list[State], list[Action]]:
    """The state before each move of a file, with the last one, and the moves. Raises ``Unreadable`` or ``Refused``."""
    states: list[State] = []
    moves: list[Action] = []

    def watch(action: Action, state: State, events: tuple[Event, ...]) -> None:
        moves.append(action)
        states.append(state)

    replay(game, transcript, watch=watch)
    dealt = replay(game, msgspec.structs.replace(transcript, lines=(), result=""))
    return [dealt, *states], moves


def check_analyzable(game: Game[Any], last: State) -> None:
    """Raises ``Refused`` for a title that does not look ahead, a game that is not over, and one of one player."""
    if not looks_ahead(game):
        raise Refused(f"You can’t analyze {game.name}: computer players don’t think ahead in it.")
    if last.flow:
        raise Refused("You can’t analyze this game yet: it isn’t over.")
    if len(game.rules.ranking(last)) < 2:
        raise Refused("You can’t analyze a game of 1 player: no one else could win it.")


def analyzed(game: Game[Any], states: Sequence[State], moves: Sequence[Action]) -> Analysis:
    """The analysis of a game of which ``states`` are those before each move, and the last. The same each time.

    Raises ``Refused`` for what ``check_analyzable`` refuses.
    """
    check_analyzable(game, states[-1])
    thinking = game.computer.thinking
    assert thinking is not None
    moments = tuple(_moments(game, states))
    points: list[TurningPoint] = []
    for seat, start, end in _drops(moments):
        point = _turning_point(game, thinking, states, moves, seat, (start, end))
        points += [point] if point else []
        if len(points) == _POINTS:
            break
    return Analysis(moments, tuple(sorted(points, key=lambda point: point.move)))


def _moments(game: Game[Any], states: Sequence[State]) -> Iterator[Moment]:
    known = 0
    for number, state in enumerate(states):
        over, round = not state.flow, game.rules.round(state)
        if over or round != known:
            known = round
            yield Moment(number, round, _chances(game, state, 1 if over else _GAMES))


def _chances(game: Game[Any], state: State, games: int) -> tuple[float, ...]:
    """Each seat's share of the wins in imagined games, played to their end; of a game that is over, in that game."""
    seats = all_seats(len(game.rules.ranking(state)))
    won = dict.fromkeys(seats, 0.0)
    for number in range(games):
        world = state if not state.flow else game.computer.imagine(redact(state, None), seeded(number, "public world"))
        first = winners(game, finished(game, world, seeded(number, "public play")))
        for seat in first:
            won[seat] += 1 / len(first) / games
    return tuple(won[seat] for seat in seats)


def _drops(moments: Sequence[Moment]) -> list[tuple[Seat, Moment, Moment]]:
    """The seats that lost most of their chance from one moment to the next, the greatest loss first."""
    seats = all_seats(len(moments[0].chances)) if moments else ()
    found = [(seat, start, end) for start, end in pairwise(moments) for seat in seats]
    found.sort(key=_gain)
    return found[:_DROPS]


def _gain(drop: tuple[Seat, Moment, Moment]) -> float:
    """By how much the chance of a seat rose between two moments."""
    seat, start, end = drop
    return end.chances[seat - 1] - start.chances[seat - 1]


def _turning_point(
    game: Game[Any],
    thinking: Thinking,
    states: Sequence[State],
    moves: Sequence[Action],
    seat: Seat,
    between: tuple[Moment, Moment],
) -> TurningPoint | None:
    """The worst move of a seat between two moments; None where none was clearly worse than another.

    Of moves that missed about as much it is the last: what was missed before it could still be had.
    """
    start, end = between
    found: list[tuple[int, Advice]] = []
    choices: dict[int, int] = {}
    for number in range(start.move, end.move):
        question = next((one for one in decisions(states[number]) if one.seat == seat), None)
        if moves[number].seat == seat and question is not None and moves[number] in question.offers:
            advice = _better(game, thinking, states[number], question, moves[number], number)
            found += [(number, advice)] if advice else []
            choices[number] = sum(1 for _ in islice(question.offers, PUZZLE_CHOICES))
    if not found:
        return None
    most = max(advice.gain for _, advice in found)
    number, advice = next(one for one in reversed(found) if one[1].gain >= _ABOUT * most)
    chances = start.chances[seat - 1], end.chances[seat - 1]
    point = TurningPoint(number, start.round, *chances, advice, choices=choices[number])
    return confirm_point(game, thinking, redact(states[number], seat), point)


def confirm_point(game: Game[Any], thinking: Thinking, view: View[Any], point: TurningPoint) -> TurningPoint | None:
    """The point as fresh games show it; None if its better move is not clearly better in them.

    The worst of several moves looks worse than it is in the games in which it was found.
    """
    better, made = point.advice.best, point.advice.second
    assert made is not None
    seed = seed_of_point(point.move)
    comparison = compare_moves(game, thinking, view, (better, made), seed, thinking.confirmed)
    advice = advice_from(game, thinking, view, comparison)
    if not advice.is_clear or advice.best != better:
        return None
    wins = _wins(game, comparison, seed)
    difference, error = mean_and_error([first - second for first, second in wins])
    if difference < _LEAST_CHANCE or difference <= SURE / HALF_WIDTH * error:
        return None
    shares = fmean(first for first, _ in wins), fmean(second for _, second in wins)
    typical = typical_game(game, comparison, advice)
    return msgspec.structs.replace(point, advice=advice, wins=shares, typical=typical)


def _wins(game: Game[Any], comparison: Comparison, seed: int) -> list[tuple[float, float]]:
    """The shares of a win that a seat has after either move, in each pair of games, which are played to their end."""
    wins: list[tuple[float, float]] = []
    for number, pair in enumerate(comparison.pairs):
        ends = [finished(game, rollout.end, seeded(seed, f"to the end {number}")) for rollout in pair]
        first, second = (_share_of_win(game, end, comparison.seat) for end in ends)
        wins.append((first, second))
    return wins


def _share_of_win(game: Game[Any], over: State, seat: Seat) -> float:
    first_places = winners(game, over)
    return 1 / len(first_places) if seat in first_places else 0.0


def _better(
    game: Game[Any], thinking: Thinking, state: State, question: Decision, made: Action, seed: int
) -> Advice | None:
    """A move that was clearly better than the one made, as far as its player could know."""
    view = redact(state, question.seat)
    best = best_two(game, thinking, view, question, seed)[0]
    if best == made:
        return None
    advice = compared(game, thinking, view, (best, made), seed, min(_COMPARED, thinking.compared))
    return advice if advice.is_clear and advice.best == best else None
