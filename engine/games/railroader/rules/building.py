"""Building track. (RR The Railhead; rulings 26-29)"""

from engine.core import Rule, count_noun
from engine.games.railroader.state.actions import Build
from engine.games.railroader.state.events import TrackBuilt
from engine.games.railroader.state.state import RailRoader, Turn


def max_sections(state: RailRoader, turn: Turn) -> int:
    """Return the maximum number of sections: one for each worker who was there all turn. (rulings 26, 27, 29)"""
    if turn.built or not turn.gang:
        return 0
    railroad = state.railroads[turn.seat]
    return min(turn.gang, railroad.mat.workers, state.board.sections - railroad.sections)


def _offers(state: RailRoader, turn: Turn) -> tuple[Build, ...]:
    most = max_sections(state, turn)
    return tuple([Build(turn.seat, sections) for sections in range(1, most + 1)]) if most else ()


def _apply(state: RailRoader, turn: Turn, action: Build) -> RailRoader:
    total = state.railroads[turn.seat].sections + action.sections
    after = state.update_railroad(turn.seat, sections=total).update_turn(built=True).spend_actions(1)
    return after.emit(TrackBuilt(turn.seat, action.sections, total))


def _refusal(state: RailRoader, turn: Turn, action: Build) -> str:
    if turn.built:
        return "You can’t build again: you can build only once per turn."
    if state.railroads[turn.seat].sections == state.board.sections:
        return f"You can’t build any further: all {state.board.sections} sections of your line are built."
    most = max_sections(state, turn)
    if not most:
        return "You can’t build: none of your workers was there when your turn began. New workers can build next turn."
    few = count_noun(most, "section") if most == 1 else f"1 to {most} sections"
    return f"You can’t build {count_noun(action.sections, 'section')}. This turn you can build {few}."


RULE = Rule((Build,), _offers, _apply, _refusal)
