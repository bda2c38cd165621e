"""``python -m engine claims --turning-points``: measures whether better moves of analyses are better in new rollouts.

The games are among computer players of different levels, which make costly mistakes.
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
"""The players of the seats, in turn; the seed says which seat the first one has."""
_FRESH = 3_000_000
"""Added to the seed of a game, it is the seed of the imagined games in which its points are measured again."""


class PointClaim(msgspec.Struct, frozen=True):
    """A turning point of the game with that ``seed``, and its gain ± error (95%) in new rollouts.

    ``seconds`` is the CPU time of the whole analysis.
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
        """Whether the better move also gains in new rollouts."""
        return self.fresh > 0

    @property
    def is_confirmed(self) -> bool:
        """Whether it is also clearly better in new rollouts."""
        return self.fresh > self.fresh_error


def measured_points(
    game: Game[Any], options: Options, seats: int, first: int, points: int, fresh: int
) -> Iterator[PointClaim]:
    """``points`` turning points of games from the seed ``first`` on, measured again in ``fresh`` games each."""
    if not has_search(game):
        raise Refused(f"Games of {game.name} have no turning points: computer players don’t think ahead in it.")
    seed, count = first, 0
    while count < points:
        states, moves = _played(game, options, seats, seed)
        began = process_time()
        analysis = analyze_game(game, states, moves)
        seconds = process_time() - began
        for point in analysis.points[: points - count]:
            count += 1
            yield _measured(game, states[point.move], point, seed, fresh, seconds)
        seed += 1


def point_lines(claim: PointClaim) -> Iterator[str]:
    """Yield one turning point to read."""
    advice, (better, made) = claim.point.advice, claim.moves
    mark = "" if claim.is_confirmed else " UNSURE" if claim.has_held else " WRONG"
    yield f"[seed {claim.seed}, {claim.position}] {made}. Better: {better}"
    yield f"  gain {advice.gain:.1f} (±{advice.error:.1f}), fresh {claim.fresh:.1f} (±{claim.fresh_error:.1f}){mark}"
    if claim.point.wins is not None:
        after_better, after_made = claim.point.wins
        yield f"  wins {after_better:.0%} instead of {after_made:.0%}"


def summary(title: str, seats: int, claims: Sequence[PointClaim]) -> Iterator[str]:
    """Yield the shares for a terminal."""
    if not claims:
        return
    games = {claim.seed: claim.seconds for claim in claims}
    held, confirmed = sum(claim.has_held for claim in claims), sum(claim.is_confirmed for claim in claims)
    yield f"{title}, seats {seats}: {count_noun(len(claims), 'turning point')} of {count_noun(len(games), 'game')}"
    shares = f"{held / len(claims):.0%}", f"{confirmed / len(claims):.0%}"
    yield f"better in fresh games: {held} ({shares[0]}); clearly better: {confirmed} ({shares[1]})"
    yield f"seconds an analysis: mean {sum(games.values()) / len(games):.1f}, most {max(games.values()):.1f}"


def _played(game: Game[Any], options: Options, seats: int, seed: int) -> tuple[list[State], list[Action]]:
    """Return the states before each move of a game, with the last one, and the moves."""
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


def _measured(game: Game[Any], state: State, point: TurningPoint, seed: int, fresh: int, seconds: float) -> PointClaim:
    """Return the gain of a point's better move in fresh imagined games of its player's view."""
    better, made, settings = point.advice.best, point.advice.second, game.agent.search_settings
    assert made is not None and settings is not None
    view = redact(state, better.seat)
    comparison = compare_moves(game, settings, view, (better, made), seed + _FRESH, fresh)
    gain, error = mean_and_error(comparison.gains)
    label = game.text.label
    words = label(view, better, "", _name), label(view, made, "", _name)
    return PointClaim(seed, game.text.status_line(view), words, point, gain, error, seconds)


def _name(seat: Seat) -> str:
    return f"player {seat}"
