"""The texts of all actions and events, by their classes."""

from engine.core import ActionTexts, EventTexts
from engine.games.railway_rivals.text import building, deals, end_of_building, entering, plans, running, starting

ACTION_TEXTS: ActionTexts = {
    **starting.ACTION_TEXTS,
    **building.ACTION_TEXTS,
    **plans.ACTION_TEXTS,
    **end_of_building.ACTION_TEXTS,
    **entering.ACTION_TEXTS,
    **deals.ACTION_TEXTS,
}

EVENT_TEXTS: EventTexts = {
    **starting.EVENT_TEXTS,
    **building.EVENT_TEXTS,
    **plans.EVENT_TEXTS,
    **end_of_building.EVENT_TEXTS,
    **running.EVENT_TEXTS,
    **entering.EVENT_TEXTS,
    **deals.EVENT_TEXTS,
}
