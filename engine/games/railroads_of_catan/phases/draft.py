"""Choosing cities. (RC Game Setup; rulings 7-9)"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.core.action import Decision
from engine.core.seats import Seat
from engine.games.railroads_of_catan.box.figures import DOTS
from engine.games.railroads_of_catan.box.graph import Place, is_hex
from engine.games.railroads_of_catan.box.pieces import City
from engine.games.railroads_of_catan.state.actions import Pick
from engine.games.railroads_of_catan.state.events import CityFounded
from engine.games.railroads_of_catan.state.phase import CatanPhase

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


class Draft(CatanPhase, frozen=True):
    """Each player founds a city on a hex of five dots, then of four, three and two; ``done`` have been founded.

    Each round begins one seat further on. Who wished ahead for a hex that is free is not asked. (RC Game Setup)
    """

    heading = "Game Setup"

    done: int = 0

    def decisions(self, state: RailroadsOfCatan) -> tuple[Decision, ...]:
        if self._over(state) or self._wished(state):
            return ()
        seat, dots = self.asked(state)
        prompt = f"Found your city of {dots} dots."
        return (Decision(seat, prompt, tuple(Pick(seat, hex) for hex in self.free(state))),)

    def apply(self, state: RailroadsOfCatan, action: Pick) -> RailroadsOfCatan:
        return self._founded(state, action.hex)

    def proceed(self, state: RailroadsOfCatan) -> RailroadsOfCatan:
        """Takes what was wished for; after the last city the slips of the delivery orders are shuffled."""
        if self._over(state):
            return _unwished(state).print_slips().leave()
        wished = self._wished(state)
        assert wished is not None
        return self._founded(_granted(state, self.asked(state)[0], wished), wished)

    def refusal(self, state: RailroadsOfCatan, action: object) -> str:
        _, dots = self.asked(state)
        free = ", ".join(self.free(state))
        if not isinstance(action, Pick):
            return f"Cities are being founded; hexes with {dots} dots that are free: {free}."
        if not is_hex(action.hex):
            return f"{action.hex} is no hex; with {dots} dots these are free: {free}."
        if action.hex in state.cities:
            return f"{action.hex} has a city already; with {dots} dots these are free: {free}."
        return f"{action.hex} has {state.layout.dots(action.hex) or 'no'} dots, not {dots}; free are: {free}."

    def asked(self, state: RailroadsOfCatan) -> tuple[Seat, int]:
        """Who founds the next city, and of how many dots."""
        round, place = divmod(self.done, state.seats)
        return state.from_seat(state.first)[(place + round) % state.seats], DOTS[round]

    def free(self, state: RailroadsOfCatan) -> tuple[Place, ...]:
        """The hexes it may be on."""
        _, dots = self.asked(state)
        return tuple(hex for hex in state.layout.sites(dots) if hex not in state.cities)

    def open(self, state: RailroadsOfCatan, seat: Seat) -> tuple[Place, ...]:
        """The free hexes that a seat may wish for: of the dots that it will be asked about, but is not now."""
        starting = state.from_seat(state.first).index(seat)
        places = ((starting - round) % state.seats + round * state.seats for round in range(len(DOTS)))
        dots = [dots for dots, place in zip(DOTS, places, strict=True) if place > self.done]
        return tuple(hex for few in dots for hex in state.layout.sites(few) if hex not in state.cities)

    def _over(self, state: RailroadsOfCatan) -> bool:
        return self.done == state.seats * len(DOTS)

    def _wished(self, state: RailroadsOfCatan) -> Place | None:
        """The best free hex that the seat has ranked. A view of another seat sees no wishes."""
        seat, _ = self.asked(state)
        plans, free = state.plans[seat].value, self.free(state)
        return next((hex for hex in plans.wishes if hex in free), None) if plans else None

    def _founded(self, state: RailroadsOfCatan, hex: Place) -> RailroadsOfCatan:
        seat, dots = self.asked(state)
        founded = state.found(hex, City(seat, dots)).tell(CityFounded(seat, hex, dots))
        return founded.become(Draft(self.done + 1))


def _unwished(state: RailroadsOfCatan) -> RailroadsOfCatan:
    """All cities are founded; wishes that are left are of no use."""
    for seat in state.everyone:
        state = state.plan(seat, msgspec.structs.replace(state.plans[seat].open(), wishes=()))
    return state


def _granted(state: RailroadsOfCatan, seat: Seat, hex: Place) -> RailroadsOfCatan:
    """A wish is gone when it has come true: what was hidden has been used, so no move before it is taken back."""
    plans = state.plans[seat].open()
    left = tuple(wish for wish in plans.wishes if wish != hex)
    return state.plan(seat, msgspec.structs.replace(plans, wishes=left))
