"""Whole games of any kind, played from a seed in a simple style, with a transcript for each failure."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import combinations, count, product
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from engine import GAMES
from engine.core import (
    Action,
    Decision,
    Event,
    Game,
    Rng,
    Seat,
    State,
    all_seats,
    decisions,
    field_names,
    play,
    premove_decisions,
    read_options,
    redact,
    rng_from_seed,
    write_action,
)
from engine.core.game import option_values
from engine.core.transcript import write_transcript
from engine.errors import Refused

T = TypeVar("T")

STYLES = ("random", "passing", "hostile", "greedy")
"""Styles of play. ``passing`` does as little as possible, ``hostile`` chooses the worst for itself."""


DEEP = os.environ.get("ROUNDHOUSE_TESTS") == "deep"

MOST_GAMES, MOST_WORK = 40, 45_000
"""Maximum games for each game and style in the quick profile, and maximum work of these games.

Work is counted in offers chosen from, because times differ between runs. Tests share these games.
"""

MOST_WEIGHED = 60
"""Maximum number of offers that are rated. If there are more, some from all parts of the list are rated."""

USUAL_WORK = 2_000
"""The usual work of a game. Of a game with twice the work, every second item is checked; see ``apart``."""

few = settings(max_examples=max(2, settings().max_examples // 5))
"""Settings for tests that draw pictures, which take some milliseconds each."""


class Table(NamedTuple):
    """All inputs that determine a game."""

    game: Game[Any]
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: int
    style: str

    def __repr__(self) -> str:
        return f"Table({self.game.key}, {self.seats}, {self.options}, seed={self.seed}, {self.style})"

    def new(self) -> tuple[State, tuple[Event, ...]]:
        options = read_options(self.game.options, dict(self.options))
        made: tuple[State, tuple[Event, ...]] = self.game.new_game(options, self.seats, self.seed)
        return made

    def transcript(self, actions: tuple[Action, ...]) -> str:
        options = read_options(self.game.options, dict(self.options))
        return write_transcript(self.game, options, self.seats, self.seed, tuple(map(write_action, actions)))


class Step(NamedTuple):
    """One action of a game. ``index`` counts from 0; ``offers`` is the number of offers chosen from."""

    index: int
    before: State
    action: Action
    after: State
    events: tuple[Event, ...]
    offers: int


def each_title(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test for one game after the other, because its tests share seeded games, which are not kept for long."""
    return pytest.mark.parametrize("key", GAMES, scope="session")(test)


def tables(key: str, *styles: str) -> st.SearchStrategy[Table]:
    """Return tables of a game, with any number of seats and any options; in the quick profile those that tests
    share.
    """
    game = GAMES[key]
    if not DEEP:
        return st.deferred(lambda: st.sampled_from([t for style in styles or ("random",) for t in shared(key, style)]))
    return st.sampled_from(game.seats).flatmap(
        lambda seats: st.builds(
            Table,
            st.just(game),
            st.just(seats),
            st.sampled_from(every_option(game, seats)),
            st.integers(0, 2**32 - 1),
            st.sampled_from(styles or ("random",)),
        )
    )


@cache
def shared(key: str, style: str) -> tuple[Table, ...]:
    """Return the shared tables with small and large numbers of players in turn.

    Their options are chosen so that few tables soon contain every pair of options.
    """
    game, rng = GAMES[key], rng_from_seed(0, f"{key} {style}")
    chosen, shown, done = list[Table](), set[object](), 0
    while len(chosen) < MOST_GAMES and done < MOST_WORK:
        seats, drawn = game.seats[len(chosen) % len(game.seats)], []
        for _ in range(12):
            options, rng = rng.choice(every_option(game, seats))
            seed, rng = rng.draw_below(2**32)
            drawn.append(Table(game, seats, options, seed, style))
        table = max(drawn, key=lambda table: len(beside(table) - shown))
        chosen.append(table)
        shown |= beside(table)
        done += work(table)
    return tuple(chosen)


def beside(table: Table) -> set[object]:
    return {*combinations((table.seats, *table.options), 2)}


@cache
def every_option(game: Game[Any], seats: int) -> list[tuple[tuple[str, str], ...]]:
    """Return every combination of options that so many players may choose, the defaults first."""
    words = [[(f.name, word) for word in option_values(f)] for f in msgspec.structs.fields(game.options)]
    return [chosen for chosen in product(*words) if allowed(game, chosen, seats)]


def allowed(game: Game[Any], chosen: tuple[tuple[str, str], ...], seats: int) -> bool:
    try:
        read_options(game.options, dict(chosen)).check_seats(seats)
    except Refused:
        return False
    return True


def walk(table: Table) -> Iterator[Step]:
    """Yield the game from the first question to its end. More than ``longest`` actions are a failure."""
    yield from step_by_step(table) if DEEP else whole(table)


@lru_cache(128)
def whole(table: Table) -> tuple[Step, ...]:
    with told(table, actions := []):
        steps = []
        for step in step_by_step(table):
            steps.append(step)
            actions.append(step.action)
        return tuple(steps)


@cache
def work(table: Table) -> int:
    """Return the number of offers chosen from in the whole game. Rated ones count twice."""
    return sum(step.offers for step in whole(table)) * (2 if table.style in ("hostile", "greedy") else 1)


def step_by_step(table: Table) -> Iterator[Step]:
    state, _ = table.new()
    rng = rng_from_seed(table.seed, "walk")
    for index in count():
        if not decisions(state):
            return
        assert index < table.game.max_actions, f"more than {table.game.max_actions} actions"
        action, offers, rng = choose(table, state, rng)
        after, events = play(state, action)
        yield Step(index, state, action, after, events, offers)
        state = after


def asked(table: Table, step: Step) -> tuple[Decision, ...]:
    """Return the questions before a step: those that the table waits for, and those for premoves."""
    now, ahead = _questions(table, step)
    return (*now, *ahead)


def looked_into(table: Table, step: Step) -> tuple[Decision, ...]:
    """Return the questions whose offers are listed. In a game with much work, premoves of some seats only are
    included.
    """
    now, ahead = _questions(table, step)
    seats = {*onlookers(table, step), step.action.seat}
    return (*now, *(question for question in ahead if question.seat in seats))


def _questions(table: Table, step: Step) -> tuple[tuple[Decision, ...], ...]:
    """Return the questions in two tuples. Tests share them, because some questions can list their offers only once."""
    return (decisions(step.before), premove_decisions(step.before)) if DEEP else _shared_questions(table, step.index)


@lru_cache(1024)
def _shared_questions(table: Table, index: int) -> tuple[tuple[Decision, ...], ...]:
    state = whole(table)[index].before
    return decisions(state), premove_decisions(state)


def apart(table: Table) -> int:
    """Return the interval of checked items in the quick profile: 1 for a game with usual work."""
    return 1 if DEEP else max(1, work(table) // USUAL_WORK)


def due(table: Table, step: Step, every: int = 1) -> bool:
    """Whether a test checks this step. It checks one of ``every`` steps, and fewer in a game with much work."""
    every *= apart(table)
    return step.index % every == table.seed % every


def some(table: Table, things: Iterable[T], most: int) -> tuple[T, ...]:
    """Return all items, or in a game with much work at most ``most``, from all parts of the list."""
    listed = tuple(things)
    return listed if apart(table) == 1 else listed[:: -(-len(listed) // most) or 1]


def onlookers(table: Table, step: Step) -> tuple[Seat | None, ...]:
    """Return a spectator and all seats, or in a game with much work a spectator and one varying seat."""
    seats = tuple(all_seats(table.seats))
    one, _ = rng_from_seed(table.seed, f"onlooker {step.index}").choice(seats)
    return (None, *seats) if apart(table) == 1 else (None, one)


def choose(table: Table, state: State, rng: Rng) -> tuple[Action, int, Rng]:
    """Return an offer of an open question, the number of its offers, and the next generator.

    The random style sometimes makes a premove.
    """
    questions = decisions(state)
    if table.style == "random" and (ahead := premove_decisions(state)):
        when, rng = rng.draw_below(8)
        questions = questions if when else ahead
    question, rng = rng.choice(questions)
    offers = tuple(question.offers)
    if table.style == "random":
        action, rng = rng.choice(offers)
        return action, len(offers), rng
    if table.style == "passing":
        short = [action for action in offers if not field_names(type(action))]
        return (short or offers)[0], len(offers), rng
    view, weighed = redact(state, question.seat), offers[:: -(-len(offers) // MOST_WEIGHED)]
    worth = [table.game.agent.score_action(view, action) for action in weighed]
    best = min(worth) if table.style == "hostile" else max(worth)
    return weighed[worth.index(best)], len(offers), rng


@contextmanager
def played(table: Table) -> Iterator[Iterator[Step]]:
    """Give the steps of ``walk``. A check that fails in the ``with`` block fails with the game so far as a ``.game``
    file.
    """
    actions: list[Action] = []

    def steps() -> Iterator[Step]:
        for step in walk(table):
            actions.append(step.action)
            yield step

    with told(table, actions):
        yield steps()


@contextmanager
def told(table: Table, actions: list[Action]) -> Iterator[None]:
    """Add the transcript of these actions to a failure in this block."""
    try:
        yield
    except Exception as error:
        if not getattr(error, "__notes__", ()):
            error.add_note(f"{table!r}, after {len(actions)} actions:\n\n{table.transcript(tuple(actions))}")
        raise
