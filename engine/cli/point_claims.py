"""``python -m engine claims --turning-points``: measures whether turning points are correct.

The games are played by computer players of different levels, some of which make costly mistakes.
"""

from collections.abc import Iterator, Sequence
from time import process_time
from typing import Any

import msgspec

from engine.agents.analysis import TurningPoint, analyze_game
from engine.agents.coach import has_search
from engine.agents.differences import mean_and_error
from engine.agents.policies import QUICK_POLICIES
from engine.agents.rollout import compare_moves
from engine.core import (
    Action,
    Game,
    Options,
    Seat,
    State,
    all_seats,
    count_noun,
    decisions,
    play,
    redact,
    rng_from_seed,
)
from engine.errors import Refused

_LEVELS = ("greedy", "apprentice", "random")
"""Policies that the seats have in rotation. The seed decides which one the first seat has."""
_SEED_OFFSET = 3_000_000
"""Number that is added to the seed of a game to get the seed of the new rollouts."""


class PointClaim(msgspec.Struct, frozen=True):
    """A turning point in the game with this ``seed``, and the better move's gain in new rollouts (``fresh``).

    ``fresh_error`` is half the width of this gain's 95% interval. ``moves`` are the labels of the better move and of
    the move that was made. ``seconds`` is the CPU time for analyzing the whole game.
    """

    seed: int
    position: str
    moves: tuple[str, str]
    point: TurningPoint
    fresh: float
    fresh_error: float
    seconds: float

    @property
    def has_held(self) -> bool:
        """Whether the better move is also better in the new rollouts."""
        return self.fresh > 0

    @property
    def is_confirmed(self) -> bool:
        """Whether the better move is also better in the new rollouts by more than the error."""
        return self.fresh > self.fresh_error


def measure_points(
    game: Game[Any], options: Options, seats: int, first: int, points: int, fresh: int
) -> Iterator[PointClaim]:
    """Find turning points in games of computer players, and measure them in new rollouts.

    ``points`` is the number of turning points, ``first`` the seed of the first game, and ``fresh`` the number of new
    rollouts for each turning point. Raises ``Refused`` if the game has no proven search.
    """
    if not has_search(game):
        raise Refused(f"Games of {game.name} have no turning points: computer players don’t think ahead in it.")
    seed, count = first, 0
    while count < points:
        states, moves = _play_game(game, options, seats, seed)
        start_time = process_time()
        analysis = analyze_game(game, states, moves)
        seconds = process_time() - start_time
        for point in analysis.points[: points - count]:
            count += 1
            yield _measure_point(game, states[point.move], point, seed, fresh, seconds)
        seed += 1


def point_lines(claim: PointClaim) -> Iterator[str]:
    """Yield the lines about one turning point for a terminal."""
    advice, (better, played_move) = claim.point.advice, claim.moves
    mark = "" if claim.is_confirmed else " UNSURE" if claim.has_held else " WRONG"
    yield f"[seed {claim.seed}, {claim.position}] {played_move}. Better: {better}"
    yield f"  gain {advice.gain:.1f} (±{advice.error:.1f}), fresh {claim.fresh:.1f} (±{claim.fresh_error:.1f}){mark}"
    if claim.point.wins is not None:
        better_share, played_share = claim.point.wins
        yield f"  wins {better_share:.0%} instead of {played_share:.0%}"


def summary_lines(title: str, seats: int, claims: Sequence[PointClaim]) -> Iterator[str]:
    """Yield the summary of all turning points for a terminal."""
    if not claims:
        return
    games = {claim.seed: claim.seconds for claim in claims}
    held, confirmed = sum(claim.has_held for claim in claims), sum(claim.is_confirmed for claim in claims)
    yield f"{title}, seats {seats}: {count_noun(len(claims), 'turning point')} of {count_noun(len(games), 'game')}"
    shares = f"{held / len(claims):.0%}", f"{confirmed / len(claims):.0%}"
    yield f"better in fresh games: {held} ({shares[0]}); clearly better: {confirmed} ({shares[1]})"
    yield f"seconds an analysis: mean {sum(games.values()) / len(games):.1f}, most {max(games.values()):.1f}"


def _play_game(game: Game[Any], options: Options, seats: int, seed: int) -> tuple[list[State], list[Action]]:
    """Play a game. Return the states before each move and at the end, and the moves."""
    state: State
    state, _ = game.new_game(options, seats, seed)
    chance, states, moves = rng_from_seed(seed, "players"), [state], list[Action]()
    policies = {seat: QUICK_POLICIES[_LEVELS[(seat + seed) % len(_LEVELS)]] for seat in all_seats(seats)}
    while questions := decisions(state):
        question = questions[0]
        action, chance = policies[question.seat](game, redact(state, question.seat), question, chance)
        state, _ = play(state, action)
        moves.append(action)
        states.append(state)
    return states, moves


def _measure_point(
    game: Game[Any], state: State, point: TurningPoint, seed: int, fresh: int, seconds: float
) -> PointClaim:
    """Measure the gain of a turning point's better move in new rollouts.

    The rollouts begin with the view of the seat that moved. ``fresh`` is their number.
    """
    better, played_move, settings = point.advice.best, point.advice.second, game.agent.search_settings
    assert played_move is not None and settings is not None
    view = redact(state, better.seat)
    comparison = compare_moves(game, settings, view, (better, played_move), seed + _SEED_OFFSET, fresh)
    gain, error = mean_and_error(comparison.gains)
    label = game.text.label
    labels = label(view, better, "", _name), label(view, played_move, "", _name)
    return PointClaim(seed, game.text.status_line(view), labels, point, gain, error, seconds)


def _name(seat: Seat) -> str:
    return f"player {seat}"
