"""Texts for players, by the classes of actions and events.

Style: past tense for events, full sentences, numbers with units.
"""

from collections.abc import Mapping

from engine.core import Action, ActionText, Event, EventText
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text import building, deals, end_of_building, entering, plans, running, starting

ACTION_TEXTS: Mapping[type[Action], ActionText[RailwayRivals]] = {
    **starting.TEXTS,
    **building.TEXTS,
    **plans.TEXTS,
    **end_of_building.TEXTS,
    **entering.TEXTS,
    **deals.TEXTS,
}

EVENT_TEXTS: Mapping[type[Event], EventText] = {
    **starting.EVENT_TEXTS,
    **building.EVENT_TEXTS,
    **plans.EVENT_TEXTS,
    **end_of_building.EVENT_TEXTS,
    **running.EVENT_TEXTS,
    **entering.EVENT_TEXTS,
    **deals.EVENT_TEXTS,
}
