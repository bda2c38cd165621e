"""Analyzes a finished game: every player's winning chances over time, and the most costly moves.

Chances are computed from public information, better moves from their player's view.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from statistics import fmean
from typing import Any

import msgspec

from engine.agents.coach import Advice, advice_from_comparison, compare_pair, has_search
from engine.agents.differences import HALF_WIDTH, SURE_ERRORS, mean_and_error
from engine.agents.refutation import seed_of_point, typical_game
from engine.agents.rollout import Comparison, compare_moves
from engine.agents.search import best_two, play_to_end, winners
from engine.core import (
    Action,
    Decision,
    Event,
    Game,
    SearchSettings,
    Seat,
    State,
    View,
    all_seats,
    decisions,
    redact,
    rng_from_seed,
)
from engine.core.transcript import Transcript, replay
from engine.errors import Refused

_GAMES_PER_MOMENT = 30
"""Imagined games for the chances at one moment."""
_MAX_COMPARISON_GAMES = 40
"""Maximum number of imagined games for comparing each move of a round with a better one."""
_MAX_TURNING_POINTS = 3
"""Turning points that are told."""
_MAX_DROPS = 5
"""The greatest losses of a chance in which they are looked for."""
_SIMILAR_GAIN = 0.75
"""A share of the greatest missed gain of a round: a move that missed at least this much counts as similar."""
_MIN_WIN_DIFFERENCE = 0.1
"""The share of wins by which a turning point's two moves must differ."""
PUZZLE_CHOICES = 4
"""The moves that a puzzle offers at least."""
_PUZZLE_GAIN = 2.0
"""The gain of a puzzle's better move, in half widths of its interval."""


class Moment(msgspec.Struct, frozen=True):
    """The winning chances, seat 1 first, where a round begins before that move; the last moment is the result."""

    move: int
    round: int
    chances: tuple[float, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """A move with a better alternative: ``advice`` has the better move first, and the one made second.

    In its round the seat's winning chance fell from ``before`` to ``after``. ``wins`` are its shares of wins in
    rollouts of the better move and of the one made; None in analyses of earlier releases. ``choices`` is the number of
    offered moves, up to ``PUZZLE_CHOICES``, and ``typical`` the number of a rollout that shows the reasons.
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
        """Whether it makes a good puzzle: several moves are offered, and one is certainly better for a known reason.

        Analyses of earlier releases have neither the number of moves nor reasons.
        """
        is_sure = self.advice.gain >= _PUZZLE_GAIN * self.advice.error
        is_known = self.choices >= PUZZLE_CHOICES and self.advice.explanation.has_reasons
        return is_sure and (is_known or self.wins is None)


class Analysis(msgspec.Struct, frozen=True):
    """The chances from moment to moment, and the turning points in the order of the game."""

    moments: tuple[Moment, ...]
    points: tuple[TurningPoint, ...]


def replay_states(game: Game[Any], transcript: Transcript) -> tuple[list[State], list[Action]]:
    """The state before each move of a file, the last state, and the moves. Raises ``Unreadable`` or ``Refused``."""
    states: list[State] = []
    moves: list[Action] = []

    def watch(action: Action, state: State, events: tuple[Event, ...]) -> None:
        moves.append(action)
        states.append(state)

    replay(game, transcript, watch=watch)
    first_state = replay(game, msgspec.structs.replace(transcript, lines=(), result=""))
    return [first_state, *states], moves


def check_analyzable(game: Game[Any], last: State) -> None:
    """Raises ``Refused`` for a game without search settings, an unfinished one, and one of a single player."""
    if not has_search(game):
        raise Refused(f"You can’t analyze {game.name}: computer players don’t think ahead in it.")
    if last.flow:
        raise Refused("You can’t analyze this game yet: it isn’t over.")
    if len(game.rules.ranking(last)) < 2:
        raise Refused("You can’t analyze a game of 1 player: no one else could win it.")


def analyze_game(game: Game[Any], states: Sequence[State], moves: Sequence[Action]) -> Analysis:
    """Analyze a game; ``states`` are those before each move, and the last one. The result is deterministic.

    Raises what ``check_analyzable`` raises.
    """
    check_analyzable(game, states[-1])
    thinking = game.agent.search_settings
    assert thinking is not None
    moments = tuple(_moments(game, states))
    points: list[TurningPoint] = []
    for seat, start, end in _largest_drops(moments):
        point = _find_turning_point(game, thinking, states, moves, seat, (start, end))
        points += [point] if point else []
        if len(points) == _MAX_TURNING_POINTS:
            break
    return Analysis(moments, tuple(sorted(points, key=lambda point: point.move)))


def _moments(game: Game[Any], states: Sequence[State]) -> Iterator[Moment]:
    last_round = 0
    for number, state in enumerate(states):
        over, round = not state.flow, game.rules.round_number(state)
        if over or round != last_round:
            last_round = round
            yield Moment(number, round, _win_chances(game, state, 1 if over else _GAMES_PER_MOMENT))


def _win_chances(game: Game[Any], state: State, games: int) -> tuple[float, ...]:
    """Each seat's share of the wins in imagined games, played to their end; of a game that is over, in that game."""
    seats = all_seats(len(game.rules.ranking(state)))
    wins = dict.fromkeys(seats, 0.0)
    for number in range(games):
        world = (
            state
            if not state.flow
            else game.agent.determinize(redact(state, None), rng_from_seed(number, "public world"))
        )
        first = winners(game, play_to_end(game, world, rng_from_seed(number, "public play")))
        for seat in first:
            wins[seat] += 1 / len(first) / games
    return tuple(wins[seat] for seat in seats)


def _largest_drops(moments: Sequence[Moment]) -> list[tuple[Seat, Moment, Moment]]:
    """The seats whose chance of winning fell the most between two moments, largest fall first."""
    seats = all_seats(len(moments[0].chances)) if moments else ()
    changes = [(seat, start, end) for start, end in pairwise(moments) for seat in seats]
    changes.sort(key=_chance_change)
    return changes[:_MAX_DROPS]


def _chance_change(drop: tuple[Seat, Moment, Moment]) -> float:
    """By how much the chance of a seat rose between two moments."""
    seat, start, end = drop
    return end.chances[seat - 1] - start.chances[seat - 1]


def _find_turning_point(
    game: Game[Any],
    thinking: SearchSettings,
    states: Sequence[State],
    moves: Sequence[Action],
    seat: Seat,
    moments: tuple[Moment, Moment],
) -> TurningPoint | None:
    """The worst move of a seat between two moments; None where none was clearly worse than another.

    Of moves that missed about as much it is the last: what was missed before it could still be had.
    """
    start, end = moments
    candidates: list[tuple[int, Advice]] = []
    choices: dict[int, int] = {}
    for number in range(start.move, end.move):
        question = next((one for one in decisions(states[number]) if one.seat == seat), None)
        if moves[number].seat == seat and question is not None and moves[number] in question.offers:
            advice = _better_move_advice(game, thinking, states[number], question, moves[number], number)
            candidates += [(number, advice)] if advice else []
            choices[number] = sum(1 for _ in islice(question.offers, PUZZLE_CHOICES))
    if not candidates:
        return None
    most = max(advice.gain for _, advice in candidates)
    number, advice = next(one for one in reversed(candidates) if one[1].gain >= _SIMILAR_GAIN * most)
    chances = start.chances[seat - 1], end.chances[seat - 1]
    point = TurningPoint(number, start.round, *chances, advice, choices=choices[number])
    return confirm_turning_point(game, thinking, redact(states[number], seat), point)


def confirm_turning_point(
    game: Game[Any], thinking: SearchSettings, view: View[Any], point: TurningPoint
) -> TurningPoint | None:
    """Measure a turning point in new rollouts; None if its better move is not clearly better in them.

    The move that did worst among several looks worse than it is in the rollouts that selected it.
    """
    better, played_move = point.advice.best, point.advice.second
    assert played_move is not None
    seed = seed_of_point(point.move)
    comparison = compare_moves(game, thinking, view, (better, played_move), seed, thinking.confirmation_games)
    advice = advice_from_comparison(game, thinking, view, comparison)
    if not advice.is_clear or advice.best != better:
        return None
    wins = _win_shares(game, comparison, seed)
    difference, error = mean_and_error([first - second for first, second in wins])
    if difference < _MIN_WIN_DIFFERENCE or difference <= SURE_ERRORS / HALF_WIDTH * error:
        return None
    shares = fmean(first for first, _ in wins), fmean(second for _, second in wins)
    typical = typical_game(game, comparison, advice)
    return msgspec.structs.replace(point, advice=advice, wins=shares, typical=typical)


def _win_shares(game: Game[Any], comparison: Comparison, seed: int) -> list[tuple[float, float]]:
    """The shares of a win that a seat has after either move, in each pair of games, which are played to their end."""
    wins: list[tuple[float, float]] = []
    for number, pair in enumerate(comparison.pairs):
        ends = [play_to_end(game, rollout.end, rng_from_seed(seed, f"to the end {number}")) for rollout in pair]
        first, second = (_win_share(game, end, comparison.seat) for end in ends)
        wins.append((first, second))
    return wins


def _win_share(game: Game[Any], over: State, seat: Seat) -> float:
    first_places = winners(game, over)
    return 1 / len(first_places) if seat in first_places else 0.0


def _better_move_advice(
    game: Game[Any], thinking: SearchSettings, state: State, question: Decision, played_move: Action, seed: int
) -> Advice | None:
    """A move that was clearly better than the one made, as far as its player could know."""
    view = redact(state, question.seat)
    best = best_two(game, thinking, view, question, seed)[0]
    if best == played_move:
        return None
    advice = compare_pair(
        game, thinking, view, (best, played_move), seed, min(_MAX_COMPARISON_GAMES, thinking.comparison_games)
    )
    return advice if advice.is_clear and advice.best == best else None
