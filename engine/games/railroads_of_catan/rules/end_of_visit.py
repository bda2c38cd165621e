"""The action that ends a player's building or running of trains. (RC Phases 5 and 6)"""

import msgspec

from engine.core import Rule
from engine.games.railroads_of_catan.state.actions import Done
from engine.games.railroads_of_catan.state.phases import Building, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def _apply(state: RailroadsOfCatan, visit: Building | Running, action: Done) -> RailroadsOfCatan:
    return state.replace_phase(msgspec.structs.replace(visit, done=True))


DONE_RULE = Rule((Done,), lambda state, visit: (Done(visit.seat),), _apply)
