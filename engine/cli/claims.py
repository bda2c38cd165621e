"""``python -m engine claims``: measures how well the coach's hints predict the gain of a move.

A hint is computed from one seat's view. The actual gain is measured in the real state: each of the two moves is made,
and computer players continue the game.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, median, variance
from time import process_time
from typing import Any

import msgspec

from engine.agents import greedy_agent
from engine.agents.coach import advise, has_search, measure_gains
from engine.core import (
    Decision,
    Game,
    Options,
    SearchSettings,
    State,
    count_noun,
    decisions,
    play,
    redact,
    rng_from_seed,
)
from engine.errors import Refused

HINTS_PER_GAME = 4
"""Maximum number of hints that are measured in one game."""
_PLAYOUTS = 10
"""Number of times that the real game is continued after each of the two moves."""
_HALF_WIDTH = 1.96
"""Half the width of a 95% interval, in standard errors."""


class Claim(msgspec.Struct, frozen=True):
    """A hint with its predicted gain (``promised``) and its actual gain (``gained``).

    ``seed`` is the seed of the hint's game. ``is_clear``: whether the best move was clearly better. ``error`` is half
    the width of the predicted gain's 95% interval. ``seconds`` is the CPU time of the hint.
    """

    seed: int
    is_clear: bool
    promised: float
    error: float
    gained: float
    seconds: float


def measure_claims(
    game: Game[Any], options: Options, seats: int, first: int, hints: int, games: int | None
) -> Iterator[Claim]:
    """Give hints in games of computer players, and measure their actual gains.

    ``hints`` is the number of hints, and ``first`` the seed of the first game. Each hint uses ``games`` rollouts; None
    for the number in the game's settings. Raises ``Refused`` if the game has no proven search.
    """
    settings = game.agent.search_settings
    if settings is None or not has_search(game):
        raise Refused(f"Hints in {game.name} promise nothing: no games are imagined for them.")
    for number in range(-(-hints // HINTS_PER_GAME)):
        questions = sample_positions(game, options, seats, first + number)
        for state, question in questions[: hints - number * HINTS_PER_GAME]:
            yield _measure_claim(game, settings, state, question, first + number, games)


def claim_lines(title: str, seats: int, claims: Sequence[Claim]) -> Iterator[str]:
    """Yield the results as a table for a terminal."""
    if not claims:
        return
    times = sorted(claim.seconds for claim in claims)
    games = len({claim.seed for claim in claims})
    yield f"{title}, seats {seats}: {count_noun(len(claims), 'hint')} of {count_noun(games, 'game')}"
    yield f"{'hint':<16}{'number':>7}{'promised':>10}{'made':>8}  {'made - promised [95%]'}"
    clear = [claim for claim in claims if claim.is_clear]
    even = [claim for claim in claims if not claim.is_clear]
    for name, group in {"better": clear, "about as good": even, "all": list(claims)}.items():
        if group:
            yield _claims_line(name, group)
    slowest = times[min(len(times) - 1, len(times) * 99 // 100)]
    yield f"seconds a hint: median {median(times):.2f}, p99 {slowest:.2f}"


def _claims_line(name: str, claims: Sequence[Claim]) -> str:
    promised, gained = fmean(claim.promised for claim in claims), fmean(claim.gained for claim in claims)
    low, high = _excess_interval(claims)
    excess = f"{gained - promised:+.2f} [{low:+.2f}, {high:+.2f}]"
    return f"{name:<16}{len(claims):>7}{promised:>10.2f}{gained:>8.2f}  {excess}"


def _excess_interval(claims: Sequence[Claim]) -> tuple[float, float]:
    """Return the 95% interval of the mean difference between actual and predicted gain.

    Hints of one game are correlated, so each game counts as one independent sample.
    """
    excess_by_game: dict[int, list[float]] = {}
    for claim in claims:
        excess_by_game.setdefault(claim.seed, []).append(claim.gained - claim.promised)
    mean = fmean(claim.gained - claim.promised for claim in claims)
    sums = [sum(values) - mean * len(values) for values in excess_by_game.values()]
    if len(sums) < 2:
        return float("-inf"), float("inf")
    error = _HALF_WIDTH * sqrt(variance(sums) * len(sums)) / len(claims)
    return mean - error, mean + error


def sample_positions(game: Game[Any], options: Options, seats: int, seed: int) -> list[tuple[State, Decision]]:
    """Play a game of greedy players, and return some of its decisions as (state, decision) pairs.

    The decisions are chosen at random among those with several offers.
    """
    state: State
    state, _ = game.new_game(options, seats, seed)
    chance, choices = rng_from_seed(seed, "players"), list[tuple[State, Decision]]()
    while questions := decisions(state):
        question = questions[0]
        if len(question.offers) > 1:
            choices.append((state, question))
        action, chance = greedy_agent.choose(game, redact(state, question.seat), question, chance)
        state, _ = play(state, action)
    return list(rng_from_seed(seed, "positions").shuffle(choices)[0][:HINTS_PER_GAME])


def _measure_claim(
    game: Game[Any], settings: SearchSettings, state: State, question: Decision, seed: int, games: int | None
) -> Claim:
    start_time = process_time()
    advice = advise(game, redact(state, question.seat), question, seed, games, process_time)
    seconds = process_time() - start_time
    assert advice.second is not None
    starts = [(state, rng_from_seed(seed, f"truth {number}")) for number in range(_PLAYOUTS)]
    gained = fmean(measure_gains(game, settings, question.seat, (advice.best, advice.second), starts))
    return Claim(seed, advice.is_clear, advice.gain, advice.error, gained, seconds)
