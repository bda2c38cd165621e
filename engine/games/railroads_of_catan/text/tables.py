"""The texts of all actions and events, by class."""

from collections.abc import Mapping

from engine.core import Action, ActionText, Event, EventText
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text import (
    bids,
    end_of_visit,
    events_and_orders,
    founding,
    maintenance,
    plans,
    track,
    trains,
    trips,
)

ACTION_TEXTS: Mapping[type[Action], ActionText[RailroadsOfCatan]] = {
    **founding.ACTION_TEXTS,
    **maintenance.ACTION_TEXTS,
    **bids.ACTION_TEXTS,
    **track.ACTION_TEXTS,
    **trains.ACTION_TEXTS,
    **trips.ACTION_TEXTS,
    **plans.ACTION_TEXTS,
    **end_of_visit.ACTION_TEXTS,
}
EVENT_TEXTS: Mapping[type[Event], EventText] = {
    **founding.EVENT_TEXTS,
    **maintenance.EVENT_TEXTS,
    **events_and_orders.EVENT_TEXTS,
    **bids.EVENT_TEXTS,
    **track.EVENT_TEXTS,
    **trains.EVENT_TEXTS,
    **trips.EVENT_TEXTS,
    **plans.EVENT_TEXTS,
    **end_of_visit.EVENT_TEXTS,
}
