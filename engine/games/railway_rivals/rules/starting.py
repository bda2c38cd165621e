"""Choosing start towns. (R Setting Up, 4; rulings 11, 12)"""

from collections.abc import Iterator

import msgspec

from engine.core import Rule, Seat, listed
from engine.games.railway_rivals.box.chart import Town
from engine.games.railway_rivals.box.figures import SHARED_START
from engine.games.railway_rivals.state.actions import Start
from engine.games.railway_rivals.state.events import StartChosen
from engine.games.railway_rivals.state.phases import Starting
from engine.games.railway_rivals.state.state import RailwayRivals


def free_towns(state: RailwayRivals) -> tuple[Town, ...]:
    """The towns that nobody took; when all are taken, those that one did; never a third time. (ruling 12)"""
    taken = [town for _, town in state.track.starts]
    for times in range(SHARED_START):
        if free := tuple(town for town in state.chart.start_towns if taken.count(town.hex) == times):
            return free
    return ()


def chooser(state: RailwayRivals, starting: Starting) -> Seat:
    """The seat that chooses now, from the one that was drawn to the left. (ruling 11)"""
    return state.from_seat(state.roller)[starting.done]


def began(state: RailwayRivals, starting: Starting, town: Town) -> RailwayRivals:
    """The next company begins in a town."""
    seat = chooser(state, starting)
    begun = state.begin_in(seat, town.hex).tell(StartChosen(seat, town.hex, town.name))
    return begun.become(msgspec.structs.replace(starting, done=starting.done + 1))


def _offers(state: RailwayRivals, starting: Starting) -> Iterator[Start]:
    return (Start(chooser(state, starting), town.name) for town in free_towns(state))


def _chosen(state: RailwayRivals, starting: Starting, action: Start) -> RailwayRivals:
    town = state.chart.town_named(action.town)
    assert town is not None
    return began(state, starting, town)


def _refusal(state: RailwayRivals, starting: Starting, action: Start) -> str:
    if action.town in {town.name for town in state.chart.start_towns}:
        return f"You can’t start in {action.town}: it’s taken. {_choose(state)}"
    return f"{action.town} isn’t a start town. {_choose(state)}"


def no_start(state: RailwayRivals) -> str:
    """Why anything else is refused."""
    return f"You can’t do that yet: players are choosing start towns. {_choose(state)}"


def _choose(state: RailwayRivals) -> str:
    return f"Choose {listed([town.name for town in free_towns(state)], 'or')}."


RULE = Rule((Start,), _offers, _chosen, _refusal)
