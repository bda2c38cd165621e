"""Comparison of stored events with those of today: texts of earlier releases are a difference of their own kind."""

from typing import Any

import pytest

from engine.core import Event
from engine.games.railroad_rivals.state.events import HandEmptied
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.game_data.pieces import City, Item
from engine.games.railroads_of_catan.state.events import ItemRemoved, PlansSaid, PlanStopped, UpkeepPaid
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.plans import NewPlan
from engine.store.event_comparison import compare_events

TRAIN, HERE, THERE = Item("train-1"), NodeId("H01"), NodeId("H02")
WISH = NewPlan(wishes=(HERE,))


def removed(**cities: City) -> Event:
    return ItemRemoved(1, TRAIN, {NodeId(place): city for place, city in cities.items()})


@pytest.mark.parametrize(
    ("stored", "made", "likeness"),
    [
        ((PlansSaid(1, WISH),), (PlansSaid(1, WISH),), "same"),
        ((PlansSaid(1, "wish for H01"),), (PlansSaid(1, WISH),), "worded"),
        ((PlansSaid(1, WISH),), (PlansSaid(1, NewPlan(wishes=(THERE,))),), "other"),
        ((PlansSaid(2, "wish for H01"),), (PlansSaid(1, WISH),), "other"),
        ((PlansSaid(1, "wish for H01"), UpkeepPaid(1, 3)), (PlansSaid(1, WISH), UpkeepPaid(1, 4)), "other"),
        ((PlansSaid(1, "wish for H01"), UpkeepPaid(1, 3)), (PlansSaid(1, WISH), UpkeepPaid(1, 3)), "worded"),
        ((PlansSaid(1, "wish"),), (PlanStopped(1, Obstacle("cash")),), "other"),
        ((), (PlansSaid(1, WISH),), "other"),
        ((UpkeepPaid(1, 3),), (UpkeepPaid(1, 3), HandEmptied(1)), "worded"),
        ((UpkeepPaid(1, 4),), (UpkeepPaid(1, 3), HandEmptied(1)), "other"),
        ((UpkeepPaid(1, 3), HandEmptied(1)), (UpkeepPaid(1, 3),), "other"),
        ((UpkeepPaid(1, 3), HandEmptied(2)), (UpkeepPaid(1, 3), HandEmptied(1)), "other"),
        ((removed(),), (removed(H01=City(1, 5)),), "worded"),
        ((removed(H01=City(1, 5)),), (removed(H01=City(2, 5)),), "other"),
    ],
)
def test_a_text_in_place_of_a_value_is_a_difference_of_words(stored: Any, made: Any, likeness: str) -> None:
    assert compare_events(stored, made) == likeness
