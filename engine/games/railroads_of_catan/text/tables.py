"""The texts of all actions and events, by their classes."""

from engine.core import ActionTexts, EventTexts
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

ACTION_TEXTS: ActionTexts = {
    **founding.ACTION_TEXTS,
    **maintenance.ACTION_TEXTS,
    **bids.ACTION_TEXTS,
    **track.ACTION_TEXTS,
    **trains.ACTION_TEXTS,
    **trips.ACTION_TEXTS,
    **plans.ACTION_TEXTS,
    **end_of_visit.ACTION_TEXTS,
}
EVENT_TEXTS: EventTexts = {
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
