"""Analysis of finished games: winning chances over time, and turning points.

Chances are computed from public information, and better moves from the view of their player.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from statistics import fmean
from typing import Any

import msgspec

from engine.agents.coach import Advice, advice_from_comparison, compare_pair, has_search
from engine.agents.differences import HALF_WIDTH, SURE_ERRORS, mean_and_error
from engine.agents.refutation import seed_of_point, typical_rollout
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
"""The number of imagined games from which the chances at one moment are computed."""
_MAX_COMPARISON_GAMES = 40
"""Maximum number of imagined games for the comparison of a move with a better one."""
_MAX_TURNING_POINTS = 3
_MAX_DROPS = 5
"""The number of largest drops of a winning chance that are searched for turning points."""
_SIMILAR_GAIN = 0.75
"""A move counts as equally bad if it missed at least this share of the greatest gain that was missed in the round."""
_MIN_WIN_DIFFERENCE = 0.1
"""The minimum difference in the share of wins between the two moves of a turning point."""
PUZZLE_CHOICES = 4
"""The minimum number of offered moves in a puzzle."""
_PUZZLE_GAIN = 2.0
"""The minimum gain of a puzzle's better move, in half widths of the gain's 95% interval."""


class Moment(msgspec.Struct, frozen=True):
    """The winning chances at the beginning of a round, in order of the seats.

    ``move`` is the number of the round's first move. The last moment of a game is the result.
    """

    move: int
    round: int
    chances: tuple[float, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """A move with a better alternative.

    ``advice.best`` is the better move, and ``advice.second`` the move made. In the move's round, the seat's winning
    chance fell from ``before`` to ``after``. ``wins`` are the seat's shares of wins in rollouts of the better move and
    of the move made; None in analyses of earlier releases. ``choices`` is the number of offered moves, at most
    ``PUZZLE_CHOICES``. ``typical`` is the number of a rollout that shows the reasons.
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
        """Whether several moves were offered, and the better one is certainly better for a known reason.

        Analyses of earlier releases contain neither the number of moves nor reasons; for these, certainty is enough.
        """
        is_sure = self.advice.gain >= _PUZZLE_GAIN * self.advice.error
        is_known = self.choices >= PUZZLE_CHOICES and self.advice.explanation.has_reasons
        return is_sure and (is_known or self.wins is None)


class Analysis(msgspec.Struct, frozen=True):
    """The winning chances at all moments, and the turning points, both in the order of the game."""

    moments: tuple[Moment, ...]
    points: tuple[TurningPoint, ...]


def replay_states(game: Game[Any], transcript: Transcript) -> tuple[list[State], list[Action]]:
    """Return the states of a transcript, before each move and at the end, and its moves.

    Raises ``Unreadable`` or ``Refused``.
    """
    states: list[State] = []
    moves: list[Action] = []

    def watch(action: Action, state: State, events: tuple[Event, ...]) -> None:
        moves.append(action)
        states.append(state)

    replay(game, transcript, watch=watch)
    first_state = replay(game, msgspec.structs.replace(transcript, lines=(), result=""))
    return [first_state, *states], moves


def check_analyzable(game: Game[Any], last: State) -> None:
    """Raise ``Refused`` if the game has no proven search, is not over, or has only one player."""
    if not has_search(game):
        raise Refused(f"You can’t analyze {game.name}: computer players don’t think ahead in it.")
    if last.flow:
        raise Refused("You can’t analyze this game yet: it isn’t over.")
    if len(game.rules.ranking(last)) < 2:
        raise Refused("You can’t analyze a game of 1 player: no one else could win it.")


def analyze_game(game: Game[Any], states: Sequence[State], moves: Sequence[Action]) -> Analysis:
    """Analyze a finished game. The result is deterministic.

    ``states`` are the states before each move, and the last one. Raises ``Refused`` like ``check_analyzable``.
    """
    check_analyzable(game, states[-1])
    settings = game.agent.search_settings
    assert settings is not None
    moments = tuple(_moments(game, states))
    points: list[TurningPoint] = []
    for seat, start, end in _largest_drops(moments):
        point = _find_turning_point(game, settings, states, moves, seat, (start, end))
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
    """Return each seat's share of the wins in imagined games from a state.

    ``games`` is the number of games. The shares are in order of the seats. If the game is over, return its result.
    """
    seats = all_seats(len(game.rules.ranking(state)))
    wins = dict.fromkeys(seats, 0.0)
    for number in range(games):
        world = (
            state
            if not state.flow
            else game.agent.determinize(redact(state, None), rng_from_seed(number, "public world"))
        )
        winning_seats = winners(game, play_to_end(game, world, rng_from_seed(number, "public play")))
        for seat in winning_seats:
            wins[seat] += 1 / len(winning_seats) / games
    return tuple(wins[seat] for seat in seats)


def _largest_drops(moments: Sequence[Moment]) -> list[tuple[Seat, Moment, Moment]]:
    """Return the largest drops of a winning chance as (seat, start, end), the largest first."""
    seats = all_seats(len(moments[0].chances)) if moments else ()
    changes = [(seat, start, end) for start, end in pairwise(moments) for seat in seats]
    changes.sort(key=_chance_change)
    return changes[:_MAX_DROPS]


def _chance_change(drop: tuple[Seat, Moment, Moment]) -> float:
    """Return the change of a seat's winning chance between two moments; negative for a drop."""
    seat, start, end = drop
    return end.chances[seat - 1] - start.chances[seat - 1]


def _find_turning_point(
    game: Game[Any],
    settings: SearchSettings,
    states: Sequence[State],
    moves: Sequence[Action],
    seat: Seat,
    moments: tuple[Moment, Moment],
) -> TurningPoint | None:
    """Return the worst move of a seat between two moments.

    Return None if no move was clearly worse than another. If several moves missed a similar gain, return the last of
    them, because the gain was still possible after the earlier ones.
    """
    start, end = moments
    candidates: list[tuple[int, Advice]] = []
    choices: dict[int, int] = {}
    for number in range(start.move, end.move):
        question = next((decision for decision in decisions(states[number]) if decision.seat == seat), None)
        if moves[number].seat == seat and question is not None and moves[number] in question.offers:
            advice = _better_move_advice(game, settings, states[number], question, moves[number], number)
            candidates += [(number, advice)] if advice else []
            choices[number] = sum(1 for _ in islice(question.offers, PUZZLE_CHOICES))
    if not candidates:
        return None
    greatest_gain = max(advice.gain for _, advice in candidates)
    number, advice = next(pair for pair in reversed(candidates) if pair[1].gain >= _SIMILAR_GAIN * greatest_gain)
    chances = start.chances[seat - 1], end.chances[seat - 1]
    point = TurningPoint(number, start.round, *chances, advice, choices=choices[number])
    return confirm_turning_point(game, settings, redact(states[number], seat), point)


def confirm_turning_point(
    game: Game[Any], settings: SearchSettings, view: View[Any], point: TurningPoint
) -> TurningPoint | None:
    """Measure a turning point in new rollouts.

    Return None if the better move is not clearly better in the new rollouts. The old rollouts exaggerate: the move was
    selected because it looked worst in them.
    """
    better, played_move = point.advice.best, point.advice.second
    assert played_move is not None
    seed = seed_of_point(point.move)
    comparison = compare_moves(game, settings, view, (better, played_move), seed, settings.confirmation_games)
    advice = advice_from_comparison(game, settings, view, comparison)
    if not advice.is_clear or advice.best != better:
        return None
    wins = _win_shares(game, comparison, seed)
    difference, error = mean_and_error([first - second for first, second in wins])
    if difference < _MIN_WIN_DIFFERENCE or difference <= SURE_ERRORS / HALF_WIDTH * error:
        return None
    shares = fmean(first for first, _ in wins), fmean(second for _, second in wins)
    typical = typical_rollout(game, comparison, advice)
    return msgspec.structs.replace(point, advice=advice, wins=shares, typical=typical)


def _win_shares(game: Game[Any], comparison: Comparison, seed: int) -> list[tuple[float, float]]:
    """Play both rollouts of each pair to the end.

    Return (share after the first move, share after the second move) of the seat's win for each pair.
    """
    wins: list[tuple[float, float]] = []
    for number, pair in enumerate(comparison.pairs):
        ends = [play_to_end(game, rollout.end, rng_from_seed(seed, f"to the end {number}")) for rollout in pair]
        first, second = (_win_share(game, end, comparison.seat) for end in ends)
        wins.append((first, second))
    return wins


def _win_share(game: Game[Any], final_state: State, seat: Seat) -> float:
    first_places = winners(game, final_state)
    return 1 / len(first_places) if seat in first_places else 0.0


def _better_move_advice(
    game: Game[Any], settings: SearchSettings, state: State, question: Decision, played_move: Action, seed: int
) -> Advice | None:
    """Compare the move made with the best move that the search finds in the player's view.

    Return None if the best move is not clearly better.
    """
    view = redact(state, question.seat)
    best = best_two(game, settings, view, question, seed)[0]
    if best == played_move:
        return None
    advice = compare_pair(
        game, settings, view, (best, played_move), seed, min(_MAX_COMPARISON_GAMES, settings.comparison_games)
    )
    return advice if advice.is_clear and advice.best == best else None
