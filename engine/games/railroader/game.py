"""RailRoader as the rest of the program sees it."""

from __future__ import annotations

from collections import Counter
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
from engine.games.railroader import ending, help, hints, idleness, imagination, labels, narration, price, setup, tally
from engine.games.railroader.actions import ACTIONS
from engine.games.railroader.events import EVENTS
from engine.games.railroader.figures import SEATS
from engine.games.railroader.options import RailRoaderOptions
from engine.games.railroader.phases import PHASES
from engine.games.railroader.state import RailRoader

__all__ = ["GAME"]


class _RailRoader:
    key = "railroader"
    name = "RailRoader Re-imagined"
    command = "railroader"
    about = "Build a deck, a gang and a line, and take your train to Buffalo Creek. 2 to 4 players, about 20 rounds."
    seats = range(2, SEATS + 1)
    version = 1
    options: type[Options] = RailRoaderOptions
    state = RailRoader
    actions: tuple[type[Action], ...] = ACTIONS
    phases: tuple[type[Phase[Any]], ...] = PHASES
    events: tuple[type[Event], ...] = EVENTS
    endings: Mapping[str, str] = ending.ENDINGS
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    longest = 2_000

    def new(self, options: Options, seats: int, seed: int) -> tuple[RailRoader, tuple[Event, ...]]:
        if not isinstance(options, RailRoaderOptions) or seats not in self.seats:
            raise Refused(f"{self.name} is for {self.seats[0]} to {self.seats[-1]} players, not {seats}.")
        options.check(seats)
        return setup.new(options, seats, seed)

    def ranking(self, state: RailRoader) -> tuple[Place, ...]:
        return ending.ranking(state)

    def ending(self, state: RailRoader) -> str:
        return state.ending

    def round(self, state: RailRoader) -> int:
        return max(1, state.round)

    def inventory(self, state: RailRoader) -> Mapping[str, int]:
        return Counter((*imagination.open_cards(state), *state.deck.open()))

    def narrate(self, event: Event, name: Name) -> str:
        return narration.narrate(event, name)

    def headline(self, view: View[RailRoader]) -> str:
        return narration.headline(view.state)

    def tally(self, view: View[RailRoader], seat: Seat) -> Mapping[str, int]:
        return tally.tally(view.state, seat)

    def private(self, view: View[RailRoader], name: Name) -> tuple[str, ...]:
        return ()  # what deputies are ordered to do stands in the question about it

    def label(self, view: View[RailRoader], action: Action, field: str, name: Name) -> str:
        return labels.label(view.state, action, field, name)

    def price(self, view: View[RailRoader], action: Action) -> int | None:
        return price.price(view.state, action)

    def hint(self, view: View[RailRoader], action: Action) -> float:
        return hints.hint(view, action)

    def idle(self, view: View[RailRoader], offers: Collection[Action]) -> Action | None:
        return idleness.idle(view, offers)

    def imagine(self, view: View[RailRoader], rng: Rng) -> RailRoader:
        return imagination.imagine(view, rng)

    def help(self, view: View[RailRoader]) -> tuple[tuple[str, str], ...]:
        return help.rules(view.state)


GAME: Game[RailRoader] = _RailRoader()
