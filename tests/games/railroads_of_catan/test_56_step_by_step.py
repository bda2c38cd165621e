"""A trip that is put together stop by stop: every step is a trip that can be made. (RC Phase 6)"""

import pytest

from bot.ui.menu import words
from engine.core import decisions, read, redact, write
from engine.core.action import LAST_STEP, begun, further
from engine.errors import Unreadable
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.phases import RunsPhase
from engine.games.railroads_of_catan.state.paths import Path, Trip
from tests.games.railroads_of_catan.table import table


def running():
    """A train with ore in its own city; own track leads to two others."""
    state = table(RunsPhase(), tracks={1: "H33-V75-H32-V68-H27"}, trains={1: ["H33 large ore"]})
    (question,) = decisions(state)
    return state, question.offers


def test_a_trip_begins_where_its_train_stands_and_goes_on_city_by_city():
    _, offers = running()
    least = begun(offers, ("run", "1"))
    assert least is not None and write(least) == "p1 run 1 H33" and least in offers
    assert begun(offers, ("run", "2")) is None and begun(offers, ("toward", "H33")) is None
    steps = further(offers, least)
    onward = {step.trip.stops[-1].place for step in steps}
    assert {"H32", "H27"} <= onward and all(step in offers and step != least for step in steps)
    after = next(step for step in steps if step.trip.stops[-1].place == "H32")
    assert any(len(step.trip.stops) > len(after.trip.stops) for step in further(offers, after))


def test_the_last_stop_can_be_made_otherwise():
    _, offers = running()
    least = begun(offers, ("run", "1"))
    assert least is not None
    sold = next(step for step in further(offers, least) if step.trip.stops[-1].sales)
    same = [step for step in further(offers, sold) if len(step.trip.stops) == len(sold.trip.stops)]
    assert same and all(step.trip.stops[:-1] == sold.trip.stops[:-1] for step in same)
    assert any(not step.trip.stops[-1].works for step in same), "or passes by"


def test_a_step_says_its_city_first_and_what_the_trip_brings_so_far():
    state, offers = running()
    least = begun(offers, ("run", "1"))
    assert least is not None
    view, called = redact(state, 1), ("Ada", "Ben", "Cleo", "Dan")
    steps = further(offers, least)
    labels = [GAME.words.label(view, step, LAST_STEP, lambda seat: called[seat - 1]) for step in steps]
    assert len(set(labels)) == len(labels)
    assert any(label.startswith("Ada’s 4: sell 1 ore, load ") and " so far" in label for label in labels)
    assert words(least) == ("run", "1", "H33")


def test_points_are_read_as_people_write_them_and_usual_mistakes_are_told_what_is_meant():
    assert str(Path.read("h01>v05")) == str(Path.read("H1-V5")) == "H01-V05"
    assert str(Trip.read("h1+2 v5")) == "H01+2>V05"
    with pytest.raises(Unreadable, match=r"Write “\+2” in place of “\+2wood”"):
        read("p1 run 1 H14+2wood", GAME.actions)
    with pytest.raises(Unreadable, match="“-7ore” is too many: a train holds up to 5 barrels"):
        read("p1 run 1 H14>V05-7ore", GAME.actions)
