"""The texts of every action and event, by its class, from the modules of the rules."""

from engine.games.railroader.text import discarding, market, moving, outlaws, railhead, rounds, sabotage, searching
from engine.games.railroader.text.wording import ActionTexts, EventTexts

ACTION_TEXTS: ActionTexts = {
    **railhead.TEXTS,
    **moving.TEXTS,
    **market.TEXTS,
    **searching.TEXTS,
    **sabotage.TEXTS,
    **discarding.TEXTS,
    **outlaws.TEXTS,
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
"""An event that is missing, ``PhaseEnded``, has no narration."""
