"""Positions with the advanced tiles of Robber Baron."""

from engine.core import decisions, redact
from engine.games.railroad_rivals.game_data.printed_data import Special
from engine.games.railroad_rivals.phases.turns import DeliveringPhase, DraftingPhase, PlacingPhase
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from tests.games.railroad_rivals.table import GAME, table

WILD = "Transcontinental 1,0 n"
TWO_ROADS = ("St. Louis 0,0 n", "Washington 1,0 s")  # B&O
ADVANCED = ("advanced",)
SHOWN = {"Transcontinental", "New Industry", "Headquarters"}


def name(seat):
    return ["Ada", "Ben", "Cleo", "Dov"][seat - 1]


def placing(hands, *, laid=("St. Louis 0,0 n",), **more):
    hands = dict.fromkeys((1, 2, 3, 4), ("Boston",)) | hands
    fields = {
        "flow": (*table().flow[:1], DeliveringPhase(), PlacingPhase()),
        "laid": laid,
        "hands": hands,
        "modules": ADVANCED,
    }
    return table(**(fields | more))


def delivering(hand=(), goods=None, *, upgrades=0, laid=TWO_ROADS, **more):
    fields = {
        "flow": (*table().flow[:1], DeliveringPhase()),
        "laid": laid,
        "hands": {1: hand},
        "goods": {"Washington": "coal wood"} if goods is None else goods,
        "baron": ExpansionState(specials={1: (Special.UPGRADE,) * upgrades} if upgrades else {}),
        "modules": ADVANCED,
    }
    return table(**(fields | more))


def drafting(cities, stocks=("UP", "NP", "SP", "IC"), **more):
    flow = (*table().flow[:1], PlacingPhase(), DraftingPhase())
    return table(**({"flow": flow, "offer": (cities, stocks), "modules": ADVANCED} | more))


def labels(state, kind, field=""):
    (decision,) = decisions(state)
    view = redact(state, decision.seat)
    return [GAME.text.label(view, action, field, name) for action in decision.offers if type(action).__name__ == kind]


def worth(state, line_of):
    """A computer player's value of each offer, by the text that ``line_of`` makes of it."""
    (decision,) = decisions(state)
    view = redact(state, decision.seat)
    return {line_of(action): GAME.agent.score_action(view, action) for action in decision.offers}
