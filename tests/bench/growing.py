"""How much dearer a late move is than an early one: what grows with the game makes its last evening slow.

Games with trains tend to it, because every question searches the track there is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import islice
from statistics import median
from time import process_time
from typing import TypeVar

from engine.ai import POLICIES
from engine.core.action import Decision
from engine.core.flow import State, decisions, play
from engine.core.rng import Rng, seeded
from engine.core.secret import redact
from tests.bench.figures import Figure, against
from tests.bench.positions import Title, seats

STEPS = ("offers", "label", "imagine", "play")
_LABELS = 20
"""Answers of a question that are put into words: about a menu's page."""

Made = TypeVar("Made")


class _Watch:
    """One game that is timed as it goes on. Mutable: it collects milliseconds, by step and move."""

    def __init__(self, title: Title) -> None:
        self._title = title
        self.taken: dict[str, list[float]] = defaultdict(list)

    def _timed(self, step: str, work: Callable[[], Made]) -> Made:
        began = process_time()
        made = work()
        self.taken[step].append(1_000 * (process_time() - began))
        return made

    def game(self, seed: int) -> None:
        """A game of greedy players; each step of a move is timed before anything else asks for its answer."""
        state: State
        state, _ = self._title.new(self._title.options(), seats(self._title), seed)
        rng = seeded(seed, "bench")
        while questions := decisions(state):
            state, rng = self._move(state, questions[0], rng)

    def _move(self, state: State, question: Decision, rng: Rng) -> tuple[State, Rng]:
        view, game = redact(state, question.seat), self._title
        offers = self._timed("offers", lambda: list(islice(question.offers, 1_000)))
        labeled = offers[:_LABELS]
        self._timed("label", lambda: [game.words.label(view, offer, "", str) for offer in labeled])
        self._timed("imagine", lambda: game.computer.imagine(view, rng))
        action, rng = POLICIES["greedy"](game, view, question, rng)
        after, _ = self._timed("play", lambda: play(state, action))
        return after, rng


def measure(titles: Sequence[Title], games: int) -> list[Figure]:
    """For each title, the last third of some games against their first third, by the median of each step."""
    return [figure for title in titles for figure in _of(title, games)]


def _of(title: Title, games: int) -> list[Figure]:
    early, late = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for seed in range(1, games + 1):
        watch = _Watch(title)
        watch.game(seed)
        for step, taken in watch.taken.items():
            third = len(taken) // 3
            early[step] += taken[:third]
            late[step] += taken[-third:]
    return [_figure(title, step, median(late[step]), median(early[step])) for step in STEPS]


def _figure(title: Title, step: str, late: float, early: float) -> Figure:
    return against(f"{title.key}: {step} late ÷ early", late, early, "ms", most=2)
