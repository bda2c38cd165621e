"""Compare the cost of late moves with that of early ones, to find work that grows with the game.

Games with trains tend to grow, because every question searches all track. A game also begins with other questions than
it ends with, such as bids before trips, so each kind of question is compared with itself as well.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from statistics import median
from time import process_time
from typing import NamedTuple, TypeVar

from engine.agents.policies import QUICK_POLICIES
from engine.core import Decision, Rng, State, decisions, play, redact, rng_from_seed
from tests.bench.measurement import Figure, against
from tests.bench.positions import Title, seats

STEPS = ("offers", "label", "imagine", "play")
_LABELS = 20
"""The number of answers of a question whose labels are made: about one page of a menu."""

Made = TypeVar("Made")


class _Taken(NamedTuple):
    """The milliseconds of one step of a move, and the phase that asked."""

    phase: str
    millis: float


class _Watch:
    """One game that is timed while it is played. It collects times by step and move."""

    def __init__(self, title: Title) -> None:
        self._title, self._phase = title, ""
        self.taken: dict[str, list[_Taken]] = defaultdict(list)

    def _timed(self, step: str, work: Callable[[], Made]) -> Made:
        began = process_time()
        made = work()
        self.taken[step].append(_Taken(self._phase, 1_000 * (process_time() - began)))
        return made

    def game(self, seed: int) -> None:
        """Play a game of greedy players, and time each step of a move before anything caches its result."""
        state: State
        state, _ = self._title.new_game(self._title.options(), seats(self._title), seed)
        rng = rng_from_seed(seed, "bench")
        while questions := decisions(state):
            state, rng = self._move(state, questions[0], rng)

    def _move(self, state: State, question: Decision, rng: Rng) -> tuple[State, Rng]:
        view, game = redact(state, question.seat), self._title
        self._phase = type(state.flow[-1]).__name__
        offers = self._timed("offers", lambda: list(islice(question.offers, 1_000)))
        labeled = offers[:_LABELS]
        self._timed("label", lambda: [game.text.label(view, offer, "", str) for offer in labeled])
        self._timed("imagine", lambda: game.agent.determinize(view, rng))
        action, rng = QUICK_POLICIES["greedy"](game, view, question, rng)
        after, _ = self._timed("play", lambda: play(state, action))
        return after, rng


def measure(titles: Sequence[Title], games: int) -> list[Figure]:
    """Compare for each game the last third of some games with their first third, by the median of each step.

    Then compare questions of the same phase: the last third with the first.
    """
    return [figure for title in titles for figure in _of(title, games)]


def _of(title: Title, games: int) -> Iterator[Figure]:
    watches = [_Watch(title) for _ in range(games)]
    for seed, watch in enumerate(watches, 1):
        watch.game(seed)
    for step in STEPS:
        thirds = _thirds([watch.taken[step] for watch in watches])
        yield _figure(f"{title.key}: {step} late ÷ early", [thirds], _asked(thirds))
    for step in STEPS:
        phases = _by_phase([watch.taken[step] for watch in watches])
        yield _figure(f"{title.key}: {step} late ÷ early, like questions", list(phases.values()), _each(phases))


class _Thirds(NamedTuple):
    """The first and the last third of some moves, of equal length."""

    early: list[_Taken]
    late: list[_Taken]


def _thirds(played: Iterable[Sequence[_Taken]]) -> _Thirds:
    """Return the thirds of all games, concatenated."""
    thirds = _Thirds([], [])
    for taken in played:
        third = len(taken) // 3
        thirds.early.extend(taken[:third])
        thirds.late.extend(taken[len(taken) - third :])
    return thirds


def _by_phase(played: Sequence[Sequence[_Taken]]) -> Mapping[str, _Thirds]:
    """Return the thirds for each phase that asked often enough."""
    found: dict[str, _Thirds] = {}
    for phase in sorted({each.phase for taken in played for each in taken}):
        asked = [[each for each in taken if each.phase == phase] for taken in played]
        if (thirds := _thirds(asked)).early:
            found[phase] = thirds
    return found


def _figure(name: str, parts: Sequence[_Thirds], note: str) -> Figure:
    """Return the medians of some parts, each weighted by its number of moves."""
    moves = sum(len(part.late) for part in parts)
    late = sum(len(part.late) * _median(part.late) for part in parts) / moves
    early = sum(len(part.early) * _median(part.early) for part in parts) / moves
    return against(name, late, early, "ms", most=2, note=note)


def _median(taken: Iterable[_Taken]) -> float:
    return median(each.millis for each in taken)


def _asked(thirds: _Thirds) -> str:
    """Return the compared phases with their counts: “Bidding 28, Running 108 late; Bidding 66 early”."""
    late, early = (sorted(Counter(each.phase for each in taken).items()) for taken in (thirds.late, thirds.early))
    return f"{_counts(late)} late; {_counts(early)} early"


def _counts(phases: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{phase} {count}" for phase, count in phases)


def _each(phases: Mapping[str, _Thirds]) -> str:
    """Return the milliseconds of each phase: “Bidding 0.20 ÷ 0.19, Running 11.4 ÷ 6.10”."""
    return ", ".join(f"{phase} {_median(part.late):.2f} ÷ {_median(part.early):.2f}" for phase, part in phases.items())
