"""Advice for a person: the best move and the second best, compared in imagined games. It knows no title.

It starts from a ``View``, so nothing that is hidden from its seat is in the advice.
"""

from collections.abc import Iterable
from heapq import nlargest
from math import sqrt
from statistics import fmean, variance
from typing import Any

import msgspec

from engine.core import Action, Decision, Game, Rng, Seat, State, Thinking, View, seeded
from engine.mind.search import after, best_two, lead

GAMES = 40
"""Imagined games in which the last two moves are compared. They are not those in which the two were found, for what
won a selection looks better than it is."""
_SURE = 1.96
"""Standard errors on either side of 95 of 100."""


class Advice(msgspec.Struct, frozen=True):
    """The ``best`` of the offers, and by how much it beats the second (None: nothing else is offered).

    After so many imagined ``games`` of each, ``gain`` is in points beyond the best rival, and its 95% interval reaches
    ``error`` to either side. Without any, it is what the title's hint thinks the moves differ by.
    """

    best: Action
    second: Action | None = None
    gain: float = 0.0
    error: float = 0.0
    games: int = 0

    @property
    def is_clear(self) -> bool:
        """Whether the best is more than about as good as the second."""
        return self.gain > self.error


def looks_ahead(game: Game[Any]) -> bool:
    """Whether advice about a title rests on imagined games: where looking ahead has proved itself."""
    thinking = game.computer.thinking
    return thinking is not None and thinking.proven


def advised(game: Game[Any], view: View[Any], decision: Decision, seed: int, games: int = GAMES) -> Advice:
    """The advice for the seat of the view. The same seed gives the same one on any machine."""
    thinking = game.computer.thinking
    if thinking is None or not looks_ahead(game):
        return by_hint(game, view, decision)
    best, *others = best_two(game, thinking, view, decision, seed)
    if not others:
        return Advice(best)
    return compared(game, thinking, view, decision.seat, (best, others[0]), seed, games)


def compared(
    game: Game[Any],
    thinking: Thinking,
    view: View[Any],
    seat: Seat,
    pair: tuple[Action, Action],
    seed: int,
    games: int = GAMES,
) -> Advice:
    """The better of two moves for a seat, from its view, and the other; where they are about as good, as given."""
    chances = [(seeded(seed, f"fresh world {one}"), seeded(seed, f"fresh play {one}")) for one in range(games)]
    worlds = [(game.computer.imagine(view, world), play) for world, play in chances]
    gains = gains_of(game, thinking, seat, pair, worlds)
    gain, error = fmean(gains), _SURE * sqrt(variance(gains) / len(gains))
    first, second = pair
    if gain < -error:
        return Advice(second, first, -gain, error, games)
    return Advice(first, second, gain, error, games)


def by_hint(game: Game[Any], view: View[Any], decision: Decision) -> Advice:
    """The advice that needs no imagined games."""
    worths = ((game.computer.hint(view, action), action) for action in decision.offers)
    (most, best), *others = nlargest(2, worths, key=lambda one: one[0])
    if not others:
        return Advice(best)
    less, second = others[0]
    return Advice(best, second, most - less)


def gains_of(
    game: Game[Any], thinking: Thinking, seat: Seat, pair: tuple[Action, Action], worlds: Iterable[tuple[State, Rng]]
) -> list[float]:
    """By how much the first move of a seat ends better than the second, in each of some worlds with its chance."""
    gains = []
    for world, chance in worlds:
        ends = [after(game, thinking, world, one, chance) for one in pair]
        first, second = (lead(game, thinking, end, seat) for end in ends)
        gains.append(first - second)
    return gains
