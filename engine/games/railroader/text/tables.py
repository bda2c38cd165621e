"""The texts of every action and event, by its class, from the modules of the rules."""

from engine.core import ActionTexts, EventTexts
from engine.games.railroader.text import discarding, market, moving, outlaws, railhead, rounds, sabotage, searching

ACTION_TEXTS: ActionTexts = {
    **railhead.ACTION_TEXTS,
    **moving.ACTION_TEXTS,
    **market.ACTION_TEXTS,
    **searching.ACTION_TEXTS,
    **sabotage.ACTION_TEXTS,
    **discarding.ACTION_TEXTS,
    **outlaws.ACTION_TEXTS,
}
EVENT_TEXTS: EventTexts = {
    **rounds.EVENT_TEXTS,
    **railhead.EVENT_TEXTS,
    **moving.EVENT_TEXTS,
    **market.EVENT_TEXTS,
    **searching.EVENT_TEXTS,
    **sabotage.EVENT_TEXTS,
    **discarding.EVENT_TEXTS,
    **outlaws.EVENT_TEXTS,
}
"""The texts of events, by class.

An event without an entry, such as ``PhaseEnded``, has no narration.
"""
