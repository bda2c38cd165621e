"""The rules of choosing start towns. (R Setting Up, 4; rulings 11, 12)"""

from collections.abc import Iterator

import msgspec

from engine.core import Rule, Seat, join_words
from engine.games.railway_rivals.game_data.constants import MAX_COMPANIES_PER_START
from engine.games.railway_rivals.game_data.hex_map import Town
from engine.games.railway_rivals.state.actions import Start
from engine.games.railway_rivals.state.events import StartChosen
from engine.games.railway_rivals.state.phases import Starting
from engine.games.railway_rivals.state.state import RailwayRivals


def free_towns(state: RailwayRivals) -> tuple[Town, ...]:
    """The start towns that no seat chose; if there are none, the start towns that one seat chose. (ruling 12)"""
    towns_taken = [town for _, town in state.track.starts]
    for times in range(MAX_COMPANIES_PER_START):
        if free := tuple(town for town in state.hex_map.start_towns if towns_taken.count(town.hex) == times):
            return free
    return ()


def choosing_seat(state: RailwayRivals, starting: Starting) -> Seat:
    """The seat that chooses next: the drawn seat is first, then each seat to the left. (ruling 11)"""
    return state.from_seat(state.roller)[starting.done]


def begin_company(state: RailwayRivals, starting: Starting, town: Town) -> RailwayRivals:
    """Start the company of the next seat in a town."""
    seat = choosing_seat(state, starting)
    after = state.start_company(seat, town.hex).emit(StartChosen(seat, town.hex, town.name))
    return after.replace_phase(msgspec.structs.replace(starting, done=starting.done + 1))


def _offers(state: RailwayRivals, starting: Starting) -> Iterator[Start]:
    return (Start(choosing_seat(state, starting), town.name) for town in free_towns(state))


def _apply(state: RailwayRivals, starting: Starting, action: Start) -> RailwayRivals:
    town = state.hex_map.find_town(action.town)
    assert town is not None
    return begin_company(state, starting, town)


def _refusal(state: RailwayRivals, starting: Starting, action: Start) -> str:
    if action.town in {town.name for town in state.hex_map.start_towns}:
        return f"You can’t start in {action.town}: it’s taken. {_choices_text(state)}"
    return f"{action.town} isn’t a start town. {_choices_text(state)}"


def other_action_refusal(state: RailwayRivals) -> str:
    """The refusal of actions other than choosing a start town, as a sentence."""
    return f"You can’t do that yet: players are choosing start towns. {_choices_text(state)}"


def _choices_text(state: RailwayRivals) -> str:
    return f"Choose {join_words([town.name for town in free_towns(state)], 'or')}."


START_RULE = Rule((Start,), _offers, _apply, _refusal)
