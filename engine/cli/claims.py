"""``python -m engine claims``: whether the coach's hints gain what they promise.

A hint knows one seat's view. What it really gains is found in the game behind that view: both of its moves are made
there, and computers play on.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, median, variance
from time import process_time
from typing import Any

import msgspec

from engine.ai import greedy
from engine.core import Decision, Game, Options, State, Thinking, counted, decisions, play, redact, seeded
from engine.errors import Refused
from engine.mind.coach import advised, gains_of, looks_ahead

EACH = 4
"""Hints of one game."""
_CHANCES = 10
"""Times that each of the two moves is played on from, in the game as it really is."""
_SURE = 1.96
"""Standard errors on either side of 95 of 100."""


class Claim(msgspec.Struct, frozen=True):
    """One hint of the game with that ``seed``: whether it was ``clear``, the points it promised, and those it made.

    ``error`` reaches from the promise to either end of its interval; ``seconds`` are of processor time.
    """

    seed: int
    clear: bool
    promised: float
    error: float
    made: float
    seconds: float


def claims(game: Game[Any], options: Options, seats: int, first: int, hints: int, games: int | None) -> Iterator[Claim]:
    """``hints`` hints, a few of each game among computers from the seed ``first`` on.

    Each rests on ``games`` imagined games; None: on as many as the game says.
    """
    thinking = game.computer.thinking
    if thinking is None or not looks_ahead(game):
        raise Refused(f"Hints in {game.name} promise nothing: no games are imagined for them.")
    for number in range(-(-hints // EACH)):
        asked = positions(game, options, seats, first + number)
        for state, question in asked[: hints - number * EACH]:
            yield _claim(game, thinking, state, question, first + number, games)


def lines(title: str, seats: int, found: Sequence[Claim]) -> Iterator[str]:
    """The table for a terminal."""
    if not found:
        return
    times = sorted(claim.seconds for claim in found)
    games = len({claim.seed for claim in found})
    yield f"{title}, seats {seats}: {counted(len(found), 'hint')} of {counted(games, 'game')}"
    yield f"{'hint':<16}{'number':>7}{'promised':>10}{'made':>8}  {'made - promised [95%]'}"
    clear = [one for one in found if one.clear]
    even = [one for one in found if not one.clear]
    for name, some in {"better": clear, "about as good": even, "all": list(found)}.items():
        if some:
            yield _line(name, some)
    slowest = times[min(len(times) - 1, len(times) * 99 // 100)]
    yield f"seconds a hint: median {median(times):.2f}, p99 {slowest:.2f}"


def _line(name: str, some: Sequence[Claim]) -> str:
    promised, made = fmean(one.promised for one in some), fmean(one.made for one in some)
    low, high = _interval(some)
    return f"{name:<16}{len(some):>7}{promised:>10.2f}{made:>8.2f}  {made - promised:+.2f} [{low:+.2f}, {high:+.2f}]"


def _interval(some: Sequence[Claim]) -> tuple[float, float]:
    """The interval of what was made beyond the promise. Hints of one game resemble one another: games are counted."""
    beyond: dict[int, list[float]] = {}
    for one in some:
        beyond.setdefault(one.seed, []).append(one.made - one.promised)
    mean = fmean(one.made - one.promised for one in some)
    sums = [sum(values) - mean * len(values) for values in beyond.values()]
    if len(sums) < 2:
        return float("-inf"), float("inf")
    error = _SURE * sqrt(variance(sums) * len(sums)) / len(some)
    return mean - error, mean + error


def positions(game: Game[Any], options: Options, seats: int, seed: int) -> list[tuple[State, Decision]]:
    """A few choices of a game among computers, spread over all of it, each with the state before it."""
    state: State
    state, _ = game.new(options, seats, seed)
    chance, found = seeded(seed, "players"), list[tuple[State, Decision]]()
    while questions := decisions(state):
        question = questions[0]
        if len(question.offers) > 1:
            found.append((state, question))
        action, chance = greedy.choose(game, redact(state, question.seat), question, chance)
        state, _ = play(state, action)
    return list(seeded(seed, "positions").shuffle(found)[0][:EACH])


def _claim(
    game: Game[Any], thinking: Thinking, state: State, question: Decision, seed: int, games: int | None
) -> Claim:
    """The hint about a question, and what its moves lead to in the state behind the view."""
    began = process_time()
    advice = advised(game, redact(state, question.seat), question, seed, games, process_time)
    seconds = process_time() - began
    assert advice.second is not None
    truth = [(state, seeded(seed, f"truth {number}")) for number in range(_CHANCES)]
    made = fmean(gains_of(game, thinking, question.seat, (advice.best, advice.second), truth))
    return Claim(seed, advice.is_clear, advice.gain, advice.error, made, seconds)
