"""Railroads of Catan as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from engine.core.action import Action
from engine.core.event import Event
from engine.core.flow import Phase
from engine.core.game import Game, Name, Options, Place
from engine.core.rng import Rng
from engine.core.seats import Seat
from engine.core.secret import View
from engine.errors import Refused
from engine.games.railroads_of_catan import (
    ending,
    help,
    hints,
    idleness,
    imagination,
    labels,
    narration,
    price,
    private,
    setup,
    tally,
)
from engine.games.railroads_of_catan.actions import ACTIONS
from engine.games.railroads_of_catan.events import EVENTS
from engine.games.railroads_of_catan.options import CatanOptions
from engine.games.railroads_of_catan.phases import PHASES
from engine.games.railroads_of_catan.state import RailroadsOfCatan

__all__ = ["GAME"]


class _RailroadsOfCatan:
    key = "railroads-of-catan"
    name = "Railroads of Catan"
    command = "catan"
    about = "Join cities on an island of hexes, carry goods over everybody's track. 3 or 4 players, at most 7 turns."
    seats = range(3, 5)
    version = 1
    options: type[Options] = CatanOptions
    state = RailroadsOfCatan
    actions: tuple[type[Action], ...] = ACTIONS
    phases: tuple[type[Phase[Any]], ...] = PHASES
    events: tuple[type[Event], ...] = EVENTS
    endings: Mapping[str, str] = ending.ENDINGS
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    longest = 5_000

    def new(self, options: Options, seats: int, seed: int) -> tuple[RailroadsOfCatan, tuple[Event, ...]]:
        if not isinstance(options, CatanOptions) or seats not in self.seats:
            raise Refused(f"Railroads of Catan is for {self.seats[0]} or {self.seats[-1]} players, not {seats}.")
        options.check(seats)
        return setup.new(options, seats, seed)

    def ranking(self, state: RailroadsOfCatan) -> tuple[Place, ...]:
        return ending.ranking(state)

    def ending(self, state: RailroadsOfCatan) -> str:
        return state.ending

    def round(self, state: RailroadsOfCatan) -> int:
        return max(1, state.turn)

    def inventory(self, state: RailroadsOfCatan) -> Mapping[str, int]:
        return state.inventory()

    def narrate(self, event: Event, name: Name) -> str:
        return narration.narrate(event, name)

    def headline(self, view: View[RailroadsOfCatan]) -> str:
        return narration.headline(view.state)

    def tally(self, view: View[RailroadsOfCatan], seat: Seat) -> Mapping[str, int]:
        return tally.tally(view.state, seat)

    def private(self, view: View[RailroadsOfCatan], name: Name) -> tuple[str, ...]:
        return private.known(view, name)

    def label(self, view: View[RailroadsOfCatan], action: Action, field: str, name: Name) -> str:
        return labels.label(view.state, action, field, name)

    def price(self, view: View[RailroadsOfCatan], action: Action) -> int | None:
        return price.price(view.state, action)

    def hint(self, view: View[RailroadsOfCatan], action: Action) -> float:
        return hints.hint(view, action)

    def idle(self, view: View[RailroadsOfCatan], offers: Collection[Action]) -> Action | None:
        return idleness.idle(view, offers)

    def imagine(self, view: View[RailroadsOfCatan], rng: Rng) -> RailroadsOfCatan:
        return imagination.imagine(view, rng)

    def help(self, view: View[RailroadsOfCatan]) -> tuple[tuple[str, str], ...]:
        return help.rules(view.state)


GAME: Game[RailroadsOfCatan] = _RailroadsOfCatan()
