"""Positions of Railroad Rivals for pictures, from random games with a seed."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine import GAMES, Event, PhaseEnded, decisions, play
from engine.core import Action
from engine.games.railroad_rivals.state.actions import Bid
from engine.games.railroad_rivals.state.state import RailroadRivals

GAME = GAMES["railroad-rivals"]
NAMES = ("Ada", "Benedikt Lindqvist", "Cleo", "Дмитрий", "小林さくら", "Francesca")


class Position(NamedTuple):
    """A state, the events since its phase began, and the heading of a phase that just ended, or None."""

    state: RailroadRivals
    news: tuple[Event, ...]
    ended: str | None


@lru_cache(None)
def positions(seats: int, seed: int = 7, preset: str = "Base") -> tuple[Position, ...]:
    """Return every position of one random game, including phase ends."""
    return tuple(_played(seats, seed, preset))


def asked(seats: int, phase: str, seed: int = 7) -> list[Position]:
    """Return the positions with a decision in a phase, which ``phase`` names by its class."""
    found = [p for p in positions(seats, seed) if p.ended is None and p.state.flow]
    return [p for p in found if type(p.state.flow[-1]).__name__ == phase]


def ends(seats: int, seed: int = 7, preset: str = "Base") -> list[Position]:
    """Return the positions after the set-up and at the end of every phase."""
    return [p for p in positions(seats, seed, preset) if p.ended is not None]


def _played(seats: int, seed: int, preset: str) -> Iterator[Position]:
    dice = random.Random(seed)
    state, news = GAME.new_game(GAME.options.presets()[preset], seats, seed)
    yield Position(state, news, "")
    since: list[Event] = []
    while questions := decisions(state):
        state, events = play(state, _chosen(dice, list(questions[0].offers)))
        for event in events:
            since.append(event)
            if isinstance(event, PhaseEnded):
                yield Position(state, tuple(since), event.phase)
                since.clear()
        yield Position(state, tuple(since), None)


def _chosen(dice: random.Random, offers: list[Action]) -> Action:
    """Return one of the first 40 offers; if there are several kinds of moves, each kind has the same chance."""
    kinds = list(dict.fromkeys(map(type, offers)))
    if len(kinds) > 1 and Bid not in kinds:
        kind = dice.choice(kinds)
        offers = [offer for offer in offers if type(offer) is kind]
    return dice.choice(offers[:40])
