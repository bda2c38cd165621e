"""Whole games of any title, played by a rule of thumb from a seed, and what to paste when one of them fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from engine import GAMES
from engine.core.action import Action, fields
from engine.core.event import Event
from engine.core.flow import State, decisions, play, standing
from engine.core.game import Game, option_values, read_options
from engine.core.notation import write
from engine.core.rng import Rng, seeded
from engine.core.secret import redact
from engine.core.transcript import render
from engine.errors import Refused

STYLES = ("random", "passing", "hostile", "greedy")
"""``passing`` does the least it may, ``hostile`` the worst for itself."""


few = settings(max_examples=max(2, settings().max_examples // 5))
"""For tests that make pictures, which take some milliseconds each."""


class Table(NamedTuple):
    """Everything a game follows from."""

    game: Game[Any]
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: int
    style: str

    def __repr__(self) -> str:
        return f"Table({self.game.key}, {self.seats}, {self.options}, seed={self.seed}, {self.style})"

    def new(self) -> tuple[State, tuple[Event, ...]]:
        options = read_options(self.game.options, dict(self.options))
        made: tuple[State, tuple[Event, ...]] = self.game.new(options, self.seats, self.seed)
        return made

    def transcript(self, actions: tuple[Action, ...]) -> str:
        options = read_options(self.game.options, dict(self.options))
        return render(self.game, options, self.seats, self.seed, tuple(map(write, actions)))


class Step(NamedTuple):
    """One action of a game: ``index`` counts from 0."""

    index: int
    before: State
    action: Action
    after: State
    events: tuple[Event, ...]


def each_title(test: Callable[..., None]) -> Callable[..., None]:
    return pytest.mark.parametrize("key", GAMES)(test)


def tables(key: str, *styles: str) -> st.SearchStrategy[Table]:
    """Tables of a title, with any number of seats and any options."""
    game = GAMES[key]
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
def every_option(game: Game[Any], seats: int) -> list[tuple[tuple[str, str], ...]]:
    """Every combination of a title's options that so many players may choose, the defaults first."""
    words = [[(f.name, word) for word in option_values(f)] for f in msgspec.structs.fields(game.options)]
    return [chosen for chosen in product(*words) if allowed(game, chosen, seats)]


def allowed(game: Game[Any], chosen: tuple[tuple[str, str], ...], seats: int) -> bool:
    try:
        read_options(game.options, dict(chosen)).check(seats)
    except Refused:
        return False
    return True


def walk(table: Table) -> Iterator[Step]:
    """The game from the first question to its end; more than ``longest`` actions are a failure."""
    state, _ = table.new()
    rng, index = seeded(table.seed, "walk"), 0
    while decisions(state):
        assert index < table.game.longest, f"more than {table.game.longest} actions"
        action, rng = choose(table, state, rng)
        after, events = play(state, action)
        yield Step(index, state, action, after, events)
        state, index = after, index + 1


def choose(table: Table, state: State, rng: Rng) -> tuple[Action, Rng]:
    """One offer of one open question; who plays at random sometimes says something ahead."""
    questions = decisions(state)
    if table.style == "random" and (ahead := standing(state)):
        when, rng = rng.below(8)
        questions = questions if when else ahead
    question, rng = rng.choice(questions)
    offers = tuple(question.offers)
    if table.style == "random":
        return rng.choice(offers)
    if table.style == "passing":
        short = [action for action in offers if not fields(type(action))]
        return (short or offers)[0], rng
    view = redact(state, question.seat)
    worth = [table.game.hint(view, action) for action in offers]
    return offers[worth.index(min(worth) if table.style == "hostile" else max(worth))], rng


@contextmanager
def played(table: Table) -> Iterator[Iterator[Step]]:
    """``walk``; a check that fails inside the ``with`` block fails with the game so far as a ``.game`` file."""
    actions: list[Action] = []

    def steps() -> Iterator[Step]:
        for step in walk(table):
            actions.append(step.action)
            yield step

    try:
        yield steps()
    except BaseException as error:
        error.add_note(f"{table!r}, after {len(actions)} actions:\n\n{table.transcript(tuple(actions))}")
        raise
