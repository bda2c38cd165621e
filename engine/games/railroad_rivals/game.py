"""Railroad Rivals as the rest of the program sees it."""

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
from engine.games.railroad_rivals import ending, help, hints, imagination, labels, narration, price, setup, tally
from engine.games.railroad_rivals.actions import ACTIONS, Pass
from engine.games.railroad_rivals.data import BAG
from engine.games.railroad_rivals.events import EVENTS
from engine.games.railroad_rivals.joints import EVERY
from engine.games.railroad_rivals.options import RivalsOptions
from engine.games.railroad_rivals.phases import PHASES
from engine.games.railroad_rivals.solitaire import setup as solitaire
from engine.games.railroad_rivals.state import RailroadRivals

__all__ = ["GAME"]


class _RailroadRivals:
    key = "railroad-rivals"
    name = "Railroad Rivals"
    command = "rivals"
    about = "Draft city and stock tiles, link cities, deliver goods, and own what grows. 1 to 6 players, 6 to 21 turns."
    seats = range(1, 7)
    version = 1
    options: type[Options] = RivalsOptions
    state = RailroadRivals
    actions: tuple[type[Action], ...] = ACTIONS + tuple(kind for module in EVERY for kind in module.actions)
    phases: tuple[type[Phase[Any]], ...] = PHASES + tuple(kind for module in EVERY for kind in module.phases)
    events: tuple[type[Event], ...] = EVENTS + tuple(kind for module in EVERY for kind in module.events)
    endings: Mapping[str, str] = ending.ENDINGS
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    longest = 2_000

    def new(self, options: Options, seats: int, seed: int) -> tuple[RailroadRivals, tuple[Event, ...]]:
        if not isinstance(options, RivalsOptions) or seats not in BAG:
            raise Refused(f"Railroad Rivals is for {self.seats[0]} to {self.seats[-1]} players, not {seats}.")
        options.check(seats)
        return solitaire.new(options, seed) if seats == 1 else setup.new(options, seats, seed)

    def ranking(self, state: RailroadRivals) -> tuple[Place, ...]:
        return ending.ranking(state)

    def ending(self, state: RailroadRivals) -> str:
        return state.ending

    def round(self, state: RailroadRivals) -> int:
        return state.turn

    def inventory(self, state: RailroadRivals) -> Mapping[str, int]:
        return state.inventory()

    def narrate(self, event: Event, name: Name) -> str:
        return narration.narrate(event, name)

    def headline(self, view: View[RailroadRivals]) -> str:
        return narration.headline(view.state)

    def tally(self, view: View[RailroadRivals], seat: Seat) -> Mapping[str, int]:
        return tally.tally(view.state, seat)

    def private(self, view: View[RailroadRivals], name: Name) -> tuple[str, ...]:
        return ()

    def label(self, view: View[RailroadRivals], action: Action, field: str, name: Name) -> str:
        return labels.label(view.state, action, field, name)

    def price(self, view: View[RailroadRivals], action: Action) -> int | None:
        return price.price(view.state, action)

    def hint(self, view: View[RailroadRivals], action: Action) -> float:
        return hints.hint(view, action)

    def idle(self, view: View[RailroadRivals], offers: Collection[Action]) -> Action | None:
        assert view.seat is not None
        leave = Pass(view.seat)
        return leave if leave in offers else None

    def imagine(self, view: View[RailroadRivals], rng: Rng) -> RailroadRivals:
        return imagination.imagine(view, rng)

    def help(self, view: View[RailroadRivals]) -> tuple[tuple[str, str], ...]:
        return help.rules(view.state)


GAME: Game[RailroadRivals] = _RailroadRivals()
