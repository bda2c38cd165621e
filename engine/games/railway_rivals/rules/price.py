"""What a move costs its maker in gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.action import Action
from engine.core.seats import Seat
from engine.core.secret import View
from engine.games.railway_rivals.phases import Entering, building_of
from engine.games.railway_rivals.rules.building import Site
from engine.games.railway_rivals.search.entries import exchanged, share, trip
from engine.games.railway_rivals.state.actions import Accept, Build, Enter, Exchange, Joint, Lay, PlanTrack

if TYPE_CHECKING:
    from engine.games.railway_rivals.state.state import RailwayRivals


def price(view: View[RailwayRivals], action: Action) -> int | None:
    """Gold that rivals get for track or for the run, and what the track itself costs once it is paid in gold."""
    state = view.state
    match action:
        case Build(path=path) | Lay(path=path) | PlanTrack(path=path):
            phase = building_of(state)
            found = phase.asked_for(state, action.seat) if phase is not None else None
            steps = (found[1] if found else Site(state, action.seat, 0)).follow(path)
            return sum(step.fees + (step.cost if state.operating else 0) for step in steps)
        case Enter() | Joint() | Exchange() | Accept():
            return _fees(state, action)
        case _:
            return None


def _fees(state: RailwayRivals, action: Enter | Joint | Exchange | Accept) -> int | None:
    """The seat's part of what its train pays, before anything that comes back in an exchange."""
    phase, seat = state.flow[-1], action.seat
    if not isinstance(phase, Entering):
        return None
    at = phase.desktop(state, seat)
    index = at.index(action.run)
    assert index is not None
    run = at.runs[index]
    match action:
        case Enter(route=route):
            return trip(state, run, (seat,), route).total
        case Exchange(partner=partner, route=route):
            return trip(state, run, (seat,), route, frozenset((Seat(partner),))).total
        case Joint(partner=partner, route=route):
            train = (seat, Seat(partner))
            return share(state, train, seat, trip(state, run, train, route).total)
        case Accept(partner=partner, route=route):
            offer = next(offer for offer in at.desk.received(seat, index) if offer.seat == partner)
            if not offer.joint:
                return exchanged(state, at, offer, route).total
            train = (offer.seat, seat)
            return share(state, train, seat, trip(state, run, train, route).total)
