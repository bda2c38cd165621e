"""The cheapest and the shortest paths toward cities, cut to the tracks of a turn. (RC Phase 5)"""

import pytest

from bot.ui.questions import next_question, notation_words
from engine.core import decisions
from engine.core.action import menu_offers
from engine.games.railroads_of_catan.phases import BuildingPhase, BuyingPhase
from engine.games.railroads_of_catan.rules.building import (
    LayingCost,
    connection_fees,
    quote_tracks,
    track_costs,
    track_price,
)
from engine.games.railroads_of_catan.rules.run_graph import run_graph_of
from engine.games.railroads_of_catan.search.build_paths import full_build_paths, whole_path_cost
from engine.games.railroads_of_catan.state.actions import Toward
from engine.games.railroads_of_catan.state.events import TrackLaid
from tests.games.railroads_of_catan.table import events_of, go, offered, refusal, table


def toward(state, city):
    """The paths that are offered toward a city."""
    lines = [line.split()[1:] for line in offered(state, 1)]
    return [path for goal, *path in (line for line in lines if len(line) == 2) if goal == city for path in path]


def full(state, city):
    return [(way.points, way.cost) for way in full_build_paths(state, 1) if way.city == city]


def test_every_unconnected_city_is_offered():
    state = table(BuyingPhase())
    cities = {line.split()[1] for line in offered(state, 1) if line.startswith("toward")}
    assert cities == set(state.cities)
    joined = table(BuyingPhase(), tracks={1: "H33-V75-H32-V68-H27, H33-V69-H28-V55-H22"})
    cities = {line.split()[1] for line in offered(joined, 1) if line.startswith("toward")}
    assert cities == set(state.cities) - {"H33", "H32", "H22", "H28", "H27"}


@pytest.mark.parametrize(("associate", "event"), [("crew", ""), ("engineer", "monsoon")])
def test_cost_of_a_path_is_the_sum_of_its_tracks(associate, event):  # 36, 49, 60
    state = table(BuyingPhase(), tracks={2: "H01-V05"}, associates={1: associate}, event=event)
    costs = track_costs(state, 1)
    assert "H01-V05" not in costs and ("V81-V87" in costs) == (event == "")
    for new, cost in costs.items():
        assert cost == track_price(state, 1, new) + sum(connection_fees(state, 1, new).values())


def test_path_is_cut_to_the_tracks_of_a_turn():
    ((points, cost),) = full(table(BuyingPhase()), "H24")
    assert (points[0], points[-1], len(points) - 1, cost) == ("H32", "H24", 5, 6_000)  # the fee is in it
    assert toward(table(BuyingPhase()), "H24") == ["-".join(points[:4])]
    assert toward(table(BuyingPhase(), associates={1: "crew"}), "H24") == ["-".join(points)]
    assert toward(table(BuyingPhase(), cash={1: 2_500}), "H24") == ["-".join(points[:3])]


def test_path_without_a_track_to_lay_now_is_not_offered():
    state, _ = go(table(BuyingPhase()), "p1 lay H33-V81,H33-V82,H33-V87")
    assert toward(state, "H24") == []


def test_path_without_a_track_to_lay_now_has_no_free_track():  # 38
    state, _ = go(table(BuyingPhase()), "p1 lay H33-V81,H33-V82,H33-V87")
    way = next(way for way in full_build_paths(state, 1) if way.city == "H24")
    assert whole_path_cost(state, state.flow[-1], way) == (way.cost, len(way.points) - 1, 0)


def test_cheapest_and_shortest_path_are_offered():
    state = table(BuyingPhase(), tracks={1: "H28-V62"})
    ways = full(state, "H06")
    assert len(ways) == 2
    (cheap, low), (short, high) = ways
    assert low < high and len(cheap) > len(short)


def test_path_ends_at_the_nearest_connected_point():
    state = table(BuyingPhase(), tracks={1: "H22-V55-V62, H32-V75-V69"})
    assert toward(state, "H22") == ["V69-V62"]
    assert toward(state, "H32") == ["H33-V69"]


def test_path_names_the_connected_city_that_it_reaches():
    state = table(BuyingPhase(), tracks={1: "H33-V75-H32, H33-V69-H28"})
    assert toward(state, "H28") == ["H22-V55-H28"] and toward(state, "H22") == ["H28-V55-H22"]
    assert toward(state, "H33") == toward(state, "H32") == []


def test_paths_use_free_places_only():
    state = table(BuyingPhase(), tracks={2: "H33-V75"})
    assert all("V75" not in path for path in toward(state, "H33"))


def test_city_with_six_tracks_cannot_be_reached():
    state = table(BuyingPhase(), tracks={2: "V59-H24-V58, V65-H24-V66, V51-H24-V72"})
    assert full(state, "H24") == [] and len(full(state, "H25")) > 0


def test_paths_avoid_the_coast_in_a_monsoon():  # 36
    dry, wet = table(BuyingPhase()), table(BuyingPhase(), event="monsoon")
    for state in (dry, wet):
        for line in offered(state, 1):
            if line.startswith("toward"):
                go(state, f"p1 {line}")
    assert full(dry, "H19") != full(wet, "H19")


def test_going_on_toward_a_city_ends_there():
    state = table(BuyingPhase(), associates={1: "crew"})
    (path,) = toward(state, "H24")
    after, events = go(state, f"p1 toward H24 {path}")
    (event,) = events_of(events, TrackLaid)
    assert (event.toward, event.fees) == ("H24", {2: 1_000})
    assert toward(after, "H24") == []


def test_event_of_an_unfinished_path_names_the_city():
    state = table(BuyingPhase())
    (path,) = toward(state, "H24")
    _, events = go(state, f"p1 toward H24 {path}")
    (event,) = events_of(events, TrackLaid)
    assert event.cities["H24"] == state.cities["H24"]


def test_path_that_is_not_proposed_is_refused_but_can_be_laid():
    state = table(BuyingPhase())
    assert refusal(state, "p1 toward H24 H33-V81") == "That isn’t one of the suggested routes. Use *Lay track* instead."
    assert (
        refusal(state, "p1 toward H24 V01-V05")
        == "You can’t lay track from V01 to V05: it isn’t connected. Start at one of your cities or tracks."
    )


def test_offers_can_be_counted_and_each_can_be_laid():
    state = table(
        BuyingPhase(), tracks={1: "H33-V75, H32-V68", 4: "H27-V75"}, event="surplus", associates={1: "engineer"}
    )
    (question,) = decisions(state)
    listed = list(question.offers)
    assert len(listed) == len(question.offers) == len(set(listed))
    assert all(action in question.offers for action in listed)
    building = state.flow[-1]
    assert isinstance(building, BuildingPhase)
    paths = [action.path for action in listed if hasattr(action, "path")]
    assert paths and all(isinstance(quote_tracks(state, building, path.tracks), LayingCost) for path in paths)


def test_menu_lists_up_to_ten_different_paths_and_allows_all():
    crewed = table(BuyingPhase(), tracks={1: "H33-V75-H32-V68-H27"}, associates={1: "crew"})
    for state in (table(BuyingPhase()), crewed):
        (question,) = decisions(state)
        listed = [action for action in menu_offers(question.offers) if isinstance(action, Toward)]
        everything = {frozenset(action.path.tracks) for action in question.offers if isinstance(action, Toward)}
        tracks = [frozenset(action.path.tracks) for action in listed]
        assert len(tracks) == len(set(tracks)) == min(10, len(everything)) and everything.issuperset(tracks)
        assert all(action in question.offers for action in listed)
        unlisted = next(action for action in question.offers if isinstance(action, Toward) and action not in listed)
        assert next_question(question.offers, notation_words(unlisted)) is not None


def test_train_in_a_city_needs_no_moves_to_reach_it():
    roads = run_graph_of(table(BuyingPhase(), tracks={1: "H33-V75-H32"}), 1)
    assert [roads.count_moves("H33", city) for city in ("H33", "H32", "H22")] == [0, 2, None]
