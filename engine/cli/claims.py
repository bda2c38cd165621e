"""``python -m engine claims``: measures how well the coach's hints predict the gain.

A hint uses one seat's view. Its actual gain is measured in the real game behind that view: both moves are made, and
computers play on.
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
"""Hints of one game."""
_PLAYOUTS = 10
"""Times that each of the two moves is played on from, in the game as it really is."""
_SURE_ERRORS = 1.96
"""Standard errors on either side of 95 of 100."""


class Claim(msgspec.Struct, frozen=True):
    """One hint of the game with that ``seed``: whether it was ``is_clear``, the predicted points, and the actual ones.

    ``error`` is the half width of the predicted interval; ``seconds`` is CPU time.
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
    """Measure ``hints`` hints, a few per game among computers, from the seed ``first`` on.

    Each uses ``games`` rollouts; None: the game's number.
    """
    settings = game.agent.search_settings
    if settings is None or not has_search(game):
        raise Refused(f"Hints in {game.name} promise nothing: no games are imagined for them.")
    for number in range(-(-hints // HINTS_PER_GAME)):
        questions = sample_positions(game, options, seats, first + number)
        for state, question in questions[: hints - number * HINTS_PER_GAME]:
            yield _measure_claim(game, settings, state, question, first + number, games)


def claim_lines(title: str, seats: int, claims: Sequence[Claim]) -> Iterator[str]:
    """Yield the table for a terminal."""
    if not claims:
        return
    times = sorted(claim.seconds for claim in claims)
    games = len({claim.seed for claim in claims})
    yield f"{title}, seats {seats}: {count_noun(len(claims), 'hint')} of {count_noun(games, 'game')}"
    yield f"{'hint':<16}{'number':>7}{'promised':>10}{'made':>8}  {'made - promised [95%]'}"
    clear = [one for one in claims if one.is_clear]
    even = [one for one in claims if not one.is_clear]
    for name, some in {"better": clear, "about as good": even, "all": list(claims)}.items():
        if some:
            yield _claims_line(name, some)
    slowest = times[min(len(times) - 1, len(times) * 99 // 100)]
    yield f"seconds a hint: median {median(times):.2f}, p99 {slowest:.2f}"


def _claims_line(name: str, claims: Sequence[Claim]) -> str:
    promised, made = fmean(one.promised for one in claims), fmean(one.gained for one in claims)
    low, high = _excess_interval(claims)
    return f"{name:<16}{len(claims):>7}{promised:>10.2f}{made:>8.2f}  {made - promised:+.2f} [{low:+.2f}, {high:+.2f}]"


def _excess_interval(claims: Sequence[Claim]) -> tuple[float, float]:
    """Return the interval of what was made beyond the promise. Hints of one game resemble one another: games are
    counted.
    """
    beyond: dict[int, list[float]] = {}
    for one in claims:
        beyond.setdefault(one.seed, []).append(one.gained - one.promised)
    mean = fmean(one.gained - one.promised for one in claims)
    sums = [sum(values) - mean * len(values) for values in beyond.values()]
    if len(sums) < 2:
        return float("-inf"), float("inf")
    error = _SURE_ERRORS * sqrt(variance(sums) * len(sums)) / len(claims)
    return mean - error, mean + error


def sample_positions(game: Game[Any], options: Options, seats: int, seed: int) -> list[tuple[State, Decision]]:
    """Return a few decisions spread over a game among computers, each with the state before it."""
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
    """Return the hint about a question, and what its moves lead to in the state behind the view."""
    began = process_time()
    advice = advise(game, redact(state, question.seat), question, seed, games, process_time)
    seconds = process_time() - began
    assert advice.second is not None
    truth = [(state, rng_from_seed(seed, f"truth {number}")) for number in range(_PLAYOUTS)]
    made = fmean(measure_gains(game, settings, question.seat, (advice.best, advice.second), truth))
    return Claim(seed, advice.is_clear, advice.gain, advice.error, made, seconds)
