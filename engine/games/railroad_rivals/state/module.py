"""The joint at which a variant of the game comes in: a module changes something of the base game, or adds to it.

The base game asks the modules in play at the places named here. Elsewhere it knows of them in three ways. A state is
stored with its phases, so those of all modules stand in one closed union (``phases.AnyPhase``). What the expansion lays
on the table stands in ``state.baron``, and the state's own verbs ask it about special tiles and about markers that move
together or not at all. And solitaire, which replaces the phases, has a set-up of its own (``solitaire.setup``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from engine.core.action import Action
from engine.core.event import Event
from engine.core.seats import Seat
from engine.games.railroad_rivals.box.data import City, Goods
from engine.games.railroad_rivals.state.board import Link
from engine.games.railroad_rivals.state.phase import RivalsPhase

if TYPE_CHECKING:
    from engine.core.action import Decision
    from engine.core.game import Name
    from engine.core.secret import View
    from engine.games.railroad_rivals.state.state import RailroadRivals


class Trip(msgspec.Struct, frozen=True):
    """One delivery: a cube of ``goods`` from ``city`` over ``links`` in this order to ``destination``."""

    seat: Seat
    goods: Goods
    city: City
    links: tuple[Link, ...]
    destination: City


class Bonus(msgspec.Struct, frozen=True):
    """Points that a delivery brings a seat; ``reason`` reads on from “for”: “the hotel in Chicago”."""

    seat: Seat
    points: int
    reason: str


class Module:
    """A module in which nothing differs from the base game. Stateless: what it remembers stands in the state."""

    actions: tuple[type[Action], ...] = ()
    """``Standing`` actions and those of its own phases among them."""
    events: tuple[type[Event], ...] = ()
    phases: tuple[type[RivalsPhase], ...] = ()
    trips: tuple[type[Action], ...] = ()
    """Those of its actions that are deliveries: other ways to deliver a good."""
    one_more: tuple[type[Action], ...] = ()
    """Those after which their seat may deliver once more in its step."""
    turns: int | None = None
    """How many turns a game has; None: as many as the city pile gives."""

    # -- set-up

    def cities(self, base: tuple[City, ...]) -> tuple[City, ...]:
        """The city tiles that are mixed before hands are dealt."""
        return base

    def late_cities(self) -> tuple[City, ...]:
        """City tiles that are mixed into the pile after hands were dealt."""
        return ()

    def stocks(self, of_each: int) -> Mapping[str, int]:
        """Tiles added to the stock pile; ``of_each`` are those of every railroad. (R Game Components)"""
        return {}

    # -- a turn

    def turn(self, state: RailroadRivals, phases: tuple[RivalsPhase, ...]) -> tuple[RivalsPhase, ...]:
        """The phases of the turn that begins; ``phases`` are those so far."""
        return phases

    def ahead(self, state: RailroadRivals) -> tuple[Decision, ...]:
        """Questions that a player may answer before the table comes to them."""
        return ()

    def delivery_phases(self, state: RailroadRivals) -> int:
        """How often everybody delivers in this turn; the most that any module says."""
        return 1

    # -- a player's step of the Deliver a Good phase

    def deliveries(self, state: RailroadRivals, seat: Seat) -> Iterable[Action]:
        """Other ways to deliver a good: actions of the kinds in ``trips``."""
        return ()

    def trip(self, state: RailroadRivals, action: Any) -> Trip:
        """The trip of an action of one of the kinds in ``trips``."""
        raise NotImplementedError(f"{type(self).__name__} delivers nothing by {type(action).__name__}")

    def moves(self, state: RailroadRivals, seat: Seat) -> Iterable[Action]:
        """What may be done beside delivering."""
        return ()

    def apply(self, state: RailroadRivals, action: Any) -> RailroadRivals:
        """The state after another of the module's own actions, for which a phase of the base game asked."""
        raise NotImplementedError(f"{type(self).__name__} has no {type(action).__name__}")

    def refusal(self, state: RailroadRivals, action: Any) -> str:
        """Why one of the module's own actions was not offered: a full sentence, with the number that matters."""
        raise NotImplementedError(f"{type(self).__name__} has no {type(action).__name__}")

    def bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """Points that a delivery brings besides those for its color and links."""
        return ()

    # -- the end

    def final(self, state: RailroadRivals) -> RailroadRivals:
        """Final scoring beside the stocks."""
        return state

    def note(self, score: int) -> str:
        """A remark on a final score, in the ranking."""
        return ""

    # -- words and opinions: None where the base game's will do

    def narrate(self, event: Event, name: Name) -> str | None:
        """A sentence for one of the module's own events; empty when it is not worth a line."""
        return None

    def headline(self, state: RailroadRivals) -> str | None:
        """What is being done, for the headline: “use Insider Trading”."""
        return None

    def label(self, state: RailroadRivals, action: Action, field: str, name: Name) -> str | None:
        """As ``Game.label``."""
        return None

    def price(self, state: RailroadRivals, action: Action) -> int | None:
        """As ``Game.price``."""
        return None

    def hint(self, view: View[RailroadRivals], action: Action) -> float | None:
        """As ``Game.hint``."""
        return None

    def rules(self, state: RailroadRivals) -> tuple[tuple[str, str], ...] | None:
        """All topics, as ``Game.help``, where the base game's do not hold."""
        return None

    def help(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        """The module's topics, as ``Game.help``."""
        return ()
