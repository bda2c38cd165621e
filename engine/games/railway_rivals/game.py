"""Railway Rivals as the rest of the program sees it."""

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
from engine.games.railway_rivals import (
    ending,
    help,
    hints,
    imagination,
    labels,
    narration,
    price,
    private,
    setup,
    tally,
)
from engine.games.railway_rivals.actions import ACTIONS, Decline, Done, Stay, Vote
from engine.games.railway_rivals.events import EVENTS
from engine.games.railway_rivals.options import RailwayOptions
from engine.games.railway_rivals.phases import PHASES
from engine.games.railway_rivals.state import RailwayRivals

__all__ = ["GAME"]


class _RailwayRivals:
    key = "railway-rivals"
    name = "Railway Rivals"
    command = "railway"
    about = "Build railways over English hexes, then race over everybody's track. 2 to 6 players, at most 21 races."
    seats = range(2, 7)
    version = 1
    options: type[Options] = RailwayOptions
    state = RailwayRivals
    actions: tuple[type[Action], ...] = ACTIONS
    phases: tuple[type[Phase[Any]], ...] = PHASES
    events: tuple[type[Event], ...] = EVENTS
    endings: Mapping[str, str] = ending.ENDINGS
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    longest = 20_000

    def new(self, options: Options, seats: int, seed: int) -> tuple[RailwayRivals, tuple[Event, ...]]:
        if not isinstance(options, RailwayOptions) or seats not in self.seats:
            raise Refused(f"Railway Rivals is for {self.seats[0]} to {self.seats[-1]} players, not {seats}.")
        options.check(seats)
        return setup.new(options, seats, seed)

    def ranking(self, state: RailwayRivals) -> tuple[Place, ...]:
        return ending.ranking(state)

    def ending(self, state: RailwayRivals) -> str:
        return state.ending

    def round(self, state: RailwayRivals) -> int:
        return max(1, state.turn)

    def inventory(self, state: RailwayRivals) -> Mapping[str, int]:
        return {"gold": sum(state.gold.values()) + state.bank}

    def narrate(self, event: Event, name: Name) -> str:
        return narration.narrate(event, name)

    def headline(self, view: View[RailwayRivals]) -> str:
        return narration.headline(view.state)

    def tally(self, view: View[RailwayRivals], seat: Seat) -> Mapping[str, int]:
        return tally.tally(view.state, seat)

    def private(self, view: View[RailwayRivals], name: Name) -> tuple[str, ...]:
        return private.known(view, name)

    def label(self, view: View[RailwayRivals], action: Action, field: str, name: Name) -> str:
        return labels.label(view.state, action, field, name)

    def price(self, view: View[RailwayRivals], action: Action) -> int | None:
        return price.price(view.state, action)

    def hint(self, view: View[RailwayRivals], action: Action) -> float:
        return hints.hint(view, action)

    def idle(self, view: View[RailwayRivals], offers: Collection[Action]) -> Action | None:
        assert view.seat is not None
        least = (Done(view.seat), Vote(view.seat, "no"))
        known = next((action for action in least if action in offers), None)
        return known or next((action for action in offers if isinstance(action, Stay | Decline)), None)

    def imagine(self, view: View[RailwayRivals], rng: Rng) -> RailwayRivals:
        return imagination.imagine(view, rng)

    def help(self, view: View[RailwayRivals]) -> tuple[tuple[str, str], ...]:
        return help.rules(view.state)


GAME: Game[RailwayRivals] = _RailwayRivals()
