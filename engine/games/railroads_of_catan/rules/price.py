"""What a move costs its maker in dollars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.action import Action
from engine.core.secret import View
from engine.games.railroads_of_catan.box.figures import SMALL_TRAIN, UPGRADE
from engine.games.railroads_of_catan.phases import Building, Running
from engine.games.railroads_of_catan.rules.building import Works, survey
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.state.actions import Bid, Lay, Offer, Run, Toward, Train, Upgrade

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def price(view: View[RailroadsOfCatan], action: Action) -> int | None:
    """A bid, track with the fees of cities, a train, or the fees of a trip; None for what costs nothing."""
    state = view.state
    match action:
        case Bid(amount=amount) | Offer(amount=amount):
            return amount
        case Lay(path=path) | Toward(path=path):
            phase = state.flow[-1]
            works = survey(state, phase, path.tracks) if isinstance(phase, Building) else None
            return works.total if isinstance(works, Works) else None
        case Train():
            return SMALL_TRAIN
        case Upgrade():
            return UPGRADE
        case Run():
            return _fees(state, action)
        case _:
            return None


def _fees(state: RailroadsOfCatan, action: Run) -> int | None:
    """What rivals get for track and cities; goods are paid from what is sold, and are no fees."""
    phase, train = state.flow[-1], state.train(action.seat, action.number)
    if not isinstance(phase, Running) or train is None:
        return None
    made = travel(state, phase.fees, train, action.trip)
    return made.bill.fees if isinstance(made, Journey) else None
