"""The notation of trips and track: written values can be read again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import read_action, write_action
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.constants import TRAIN_CAPACITY
from engine.games.railroads_of_catan.game_data.island import NODE_POSITIONS, Good
from engine.games.railroads_of_catan.phases import RunsPhase
from engine.games.railroads_of_catan.state.path_notation import Path, Sale, Stop, Trip
from tests.games.railroads_of_catan.table import can, refusal, table

goods = st.sampled_from(list(Good))
sales = st.builds(Sale, goods, st.integers(1, 5), st.sampled_from(["", "A", "H"]))
stops = st.builds(
    Stop,
    st.sampled_from(sorted(NODE_POSITIONS)),
    st.lists(goods, max_size=2).map(tuple),
    st.lists(sales, max_size=2).map(tuple),
    st.integers(0, max(TRAIN_CAPACITY.values())),
)


@given(st.lists(stops, min_size=1, max_size=5).map(tuple).map(Trip))
def test_written_trips_can_be_read(trip):
    assert Trip.read(str(trip)) == trip


@pytest.mark.parametrize(
    ("word", "stop"),
    [
        ("H17", Stop("H17")),
        ("h17+2", Stop("H17", load=2)),
        ("h17-2WOO-Wood:a*ORE", Stop("H17", ("ore",), (Sale("wood", 2), Sale("wood", 1, "A")))),
        ("H17-ore", Stop("H17", sales=(Sale("ore", 1),))),
        ("H17-2wood:A", Stop("H17", sales=(Sale("wood", 2, "A"),))),
        ("H17-woo-bri:B+3", Stop("H17", sales=(Sale("wood", 1), Sale("brick", 1, "B")), load=3)),
        ("H17*sheep*whe", Stop("H17", thrown=("sheep", "wheat"))),
        ("H17+1-ore", Stop("H17", sales=(Sale("ore", 1),), load=1)),
        ("H17+2+3", Stop("H17", load=5)),
    ],
)
def test_notation_of_a_stop(word, stop):
    assert Trip.read(word).stops == (stop,)


@pytest.mark.parametrize("word", ["h30–v79–h31", "H30_v79_H31", "H30 — V79 - H31", " h30→v79→h31 "])
def test_track_can_be_typed_with_spaces(word):
    assert str(Path.read(word)) == "H30-V79-H31"
    assert str(Path.read(f"{word}, h33 v75")) == "H30-V79-H31,H33-V75"


@pytest.mark.parametrize("word", ["h17+2–v43–h18−ore:a", "h17+2_v43_h18_-_ore:A", "H17 + 2 → V43 > H18 -ore:A"])
def test_trip_can_be_typed_with_spaces(word):
    assert str(Trip.read(word)) == "H17+2>V43>H18-ore:A"


@pytest.mark.parametrize(
    "word",
    ["", "H38", "X01", "H17>", "H17+", "H17+0", "H17+6", "H17+3+3", "H17-", "H17-6ore", "H17-gold", "H17ore", "H17*"],
)
def test_invalid_trips_are_refused(word):
    with pytest.raises(ValueError):  # noqa: PT011 - the words that are shown are the notation's
        Trip.read(word)


def test_run_is_one_line_of_notation():
    line = "p1 run 2 H17*whe-ore:A-2woo+3>V43>H18"
    assert write_action(read_action(line, GAME.actions)) == line


def test_only_selling_and_loading_take_a_move():
    assert [stop.has_work for stop in Trip.read("H17+1>H17-ore>H17*ore>H17").stops] == [True, True, False, False]


def test_trip_that_is_too_long_for_a_line_is_refused_with_its_length():
    state = table(RunsPhase(), trains={1: ["H33 large ore ore ore ore ore"]}, tracks={1: "H33-V75-H32"})
    line = "p1 run 1 H33*ore>V75*ore>H32*ore>V75*ore>H33>V75>H32"
    assert can(state, line)
    line = line.replace("*ore", "*ore*ore*ore")
    assert "too long (84 of 80 characters)" in refusal(state, line)
