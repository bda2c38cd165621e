"""A trip that is composed stop by stop: every step is a possible trip. (RC Phase 6)"""

import pytest

from bot.ui.questions import notation_words
from engine.core import decisions, read_action, redact, write_action
from engine.core.action import LAST_STEP, begin_action, continuations
from engine.errors import Unreadable
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.phases import BiddingPhase, RunsPhase
from engine.games.railroads_of_catan.search import proposal_rules as search
from engine.games.railroads_of_catan.state.path_notation import Path, Trip
from tests.games.railroads_of_catan.table import table


def running():
    """A train with ore in an own city, with own track to two other cities, and its offers."""
    state = table(RunsPhase(), tracks={1: "H33-V75-H32-V68-H27"}, trains={1: ["H33 large ore"]})
    (question,) = decisions(state)
    return state, question.offers


def test_trip_begins_at_its_train_and_continues_city_by_city():
    _, offers = running()
    least = begin_action(offers, ("run", "1"))
    assert least is not None and write_action(least) == "p1 run 1 H33" and least in offers
    assert begin_action(offers, ("run", "2")) is None and begin_action(offers, ("toward", "H33")) is None
    steps = continuations(offers, least)
    onward = {step.trip.stops[-1].place for step in steps}
    assert {"H32", "H27"} <= onward and all(step in offers and step != least for step in steps)
    after = next(step for step in steps if step.trip.stops[-1].place == "H32")
    assert any(len(step.trip.stops) > len(after.trip.stops) for step in continuations(offers, after))


def test_last_stop_can_be_changed():
    _, offers = running()
    least = begin_action(offers, ("run", "1"))
    assert least is not None
    sold = next(step for step in continuations(offers, least) if step.trip.stops[-1].sales)
    same = [step for step in continuations(offers, sold) if len(step.trip.stops) == len(sold.trip.stops)]
    assert same and all(step.trip.stops[:-1] == sold.trip.stops[:-1] for step in same)
    assert any(not step.trip.stops[-1].has_work for step in same), "or passes by"


def test_label_of_a_step_has_its_city_and_the_income_so_far():
    state, offers = running()
    least = begin_action(offers, ("run", "1"))
    assert least is not None
    view, called = redact(state, 1), ("Ada", "Ben", "Cleo", "Dan")
    steps = continuations(offers, least)
    labels = [GAME.text.label(view, step, LAST_STEP, lambda seat: called[seat - 1]) for step in steps]
    assert len(set(labels)) == len(labels)
    assert any(label.startswith("Your 4-dot city: sell 1 ore, load ") and " so far" in label for label in labels)
    assert notation_words(least) == ("run", "1", "H33")


def onward(trip, **position):
    """The continuations of a trip of train 1."""
    offers = decisions(table(RunsPhase(), BiddingPhase(), **position))[0].offers
    return [
        write_action(step).split()[3] for step in continuations(offers, read_action(f"p1 run 1 {trip}", GAME.actions))
    ]


WAYS = {4: "H33-V75-H32", 1: "H33-V82-V87-V81-H32, H33-V69-H28"}
"""From H33 to H32 over a rival's track in 2 moves for $400, or over own track in 4 moves for free."""


@pytest.mark.parametrize(
    ("begun", "way"),
    [
        ("H33", "V82>V87>V81>H32"),
        ("H33>V69>H33>V69>H33", "V82>V87>V81>H32"),  # 4 of 8 moves are left
        ("H33>V69>H33>V69>H33>V69>H33", "V75>H32"),  # 2 are left
    ],
)
def test_continuation_uses_the_cheapest_possible_path(begun, way):
    steps = onward(begun, tracks=WAYS, trains={1: ["H33"]})
    to_the_city = [step for step in steps if step.split(">")[-1].startswith("H32")]
    assert [step.rpartition("+")[0] or step for step in to_the_city] == [f"{begun}>{way}"]


def test_continuations_are_possible_trips():
    toll, own = {4: "H33-V75-H32"}, {1: "H33-V75-H32"}
    assert "H33>V75>H32+2" in onward("H33", tracks=toll, trains={1: ["H33"]}, cash={1: 400})
    assert not any("H32" in step for step in onward("H33", tracks=toll, trains={1: ["H33"]}, cash={1: 300}))
    assert any("H32" in step for step in onward("H33", tracks=own, trains={1: ["H33"], 2: ["H32"] * 2}))
    assert not any("H32" in step for step in onward("H33", tracks=own, trains={1: ["H33"], 2: ["H32"] * 3}))


def test_continuations_fit_a_line_of_notation(monkeypatch):
    position = {"tracks": WAYS, "trains": {1: ["H33 ore"]}}
    longest = max(onward("H33", **position), key=len)
    monkeypatch.setattr(search, "MAX_LENGTH", len(f"p1 run 1 {longest}"))
    assert longest in onward("H33", **position)
    monkeypatch.setattr(search, "MAX_LENGTH", len(f"p1 run 1 {longest}") - 1)
    assert longest not in onward("H33", **position)


def test_only_possible_trips_of_waiting_trains_have_continuations():
    _, offers = running()
    for words_ in (("run",), ("run", "1", "H33"), ("done", "1"), ("run", "3")):
        assert begin_action(offers, words_) is None
    for line in ("p1 run 1 H33>V69", "p2 run 1 H33", "p1 done"):
        assert continuations(offers, read_action(line, GAME.actions)) == ()
    for line in ("p1 run 1 H33>V69", "p2 run 1 H33", "p2 done"):
        assert read_action(line, GAME.actions) not in offers


def test_points_are_read_leniently_and_usual_mistakes_get_a_hint():
    assert str(Path.read("h01>v05")) == str(Path.read("H1-V5")) == "H01-V05"
    assert str(Trip.read("h1+2 v5")) == "H01+2>V05"
    with pytest.raises(Unreadable, match=r"Write “\+2” in place of “\+2wood”"):
        read_action("p1 run 1 H14+2wood", GAME.actions)
    with pytest.raises(Unreadable, match="“-7ore” is too many: a train holds up to 5 barrels"):
        read_action("p1 run 1 H14>V05-7ore", GAME.actions)
