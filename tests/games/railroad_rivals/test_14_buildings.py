"""RB Advanced Buildings: hotels and water towers; rulings H1 to H9."""

import pytest

from engine.core import decisions, redact
from engine.errors import Refused
from engine.games.railroad_rivals.game_data.grid import Cell, Side
from engine.games.railroad_rivals.game_data.printed_data import City, Goods
from engine.games.railroad_rivals.phases.turns import BiddingPhase, DeliveringPhase
from engine.games.railroad_rivals.robber_baron.events import HotelBuilt, TowerBuilt
from engine.games.railroad_rivals.state import board as b
from engine.games.railroad_rivals.state.events import BonusReason, BonusScored, Delivered, DeliverySkipped
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from tests.games.railroad_rivals.table import GAME, go, offered, table

START = ("St. Louis", 0, 0, "n", None)
WASHINGTON = ("Washington", 1, 0, "s")  # B&O to St. Louis
CHICAGO = ("Chicago", 0, 1, "s")  # IC to St. Louis
ALL_B_AND_O = (START, ("Pittsburgh", 1, 0, "n", 2), ("Washington", 2, 0, "s", 2))


def name(seat):
    return ["Ada", "Ben", "Cleo", "Dov"][seat - 1]


def laid(*rows):
    """A board with tiles and their owners."""
    built = b.Board()
    for city, x, y, facing, owner in rows:
        built = built.place_tile(b.PlacedTile(City(city), Cell(x, y), Side(facing), owner))
    return built


def delivering(goods=None, *, rows=None, hotels=None, towers=None, phase=None, **more):
    """A position in which seat 1 delivers; seats 2 and 3 own links to Washington and Chicago."""
    rows = rows or (START, (*WASHINGTON, 2), (*CHICAGO, 3))
    fields = {
        "flow": (*table().flow[:1], phase or DeliveringPhase()),
        "modules": ("buildings",),
        "goods": {"Washington": "coal wood"} if goods is None else goods,
        "baron": ExpansionState(hotels=hotels or {}, towers=towers or {}),
        "board": laid(*rows),
    }
    return table(**(fields | more))


def labels(state, kind, field=""):
    (decision,) = decisions(state)
    view = redact(state, decision.seat)
    return [GAME.text.label(view, action, field, name) for action in decision.offers if type(action).__name__ == kind]


# -- building


def test_h1_a_hotel_is_built_before_the_delivery_that_pays_it():
    state, events = go(delivering(), "p1 hotel St._Louis", "p1 deliver coal Washington St._Louis")
    assert events[0] == HotelBuilt(seat=1, city="St. Louis")
    assert state.score[1] == 20 + 3 + 1


def test_h1_a_hotel_built_after_the_delivery_is_not_paid():
    state, _ = go(delivering(), "p1 deliver coal Washington St._Louis", "p1 hotel St._Louis")
    assert state.score[1] == 20 + 3
    assert state.baron.hotels == {"St. Louis": 1}
    assert [decision.seat for decision in decisions(state)] == [1]


def test_h1_after_the_delivery_a_player_may_build_or_finish():
    state, _ = go(delivering(), "p1 deliver coal Washington St._Louis")
    kinds = {line.split()[1] for line in offered(state)}
    assert kinds == {"hotel", "tower", "pass"}
    after, _ = go(state, "p1 pass")
    assert [decision.seat for decision in decisions(after)] == [2]


def test_h1_without_buildings_left_the_delivery_ends_the_step():
    state = delivering(hotels={"Chicago": 1}, towers={"Chicago": 1})
    after, events = go(state, "p1 deliver coal Washington St._Louis")
    assert [decision.seat for decision in decisions(after)] == [2]
    assert not [event for event in events if isinstance(event, DeliverySkipped)]


def test_h1_a_player_must_deliver_before_finishing():
    with pytest.raises(Refused, match="can’t finish yet: you must deliver"):  # G3
        go(delivering(), "p1 hotel St._Louis", "p1 pass")


def test_h1_a_building_is_built_only_in_the_own_delivery_step():
    with pytest.raises(Refused, match="isn’t player 2’s turn"):
        go(delivering(), "p2 hotel Chicago")
    with pytest.raises(Refused, match="bidding"):
        go(delivering(phase=BiddingPhase.start((1, 2, 3, 4))), "p4 hotel Chicago")


def test_both_buildings_may_be_built_in_the_same_step_and_on_the_same_tile():  # RB Advanced Buildings
    state, events = go(delivering(), "p1 hotel Chicago", "p1 tower Chicago")
    assert (state.baron.hotels, state.baron.towers) == ({"Chicago": 1}, {"Chicago": 1})
    assert events[1] == TowerBuilt(seat=1, city="Chicago")


def test_h2_a_city_has_at_most_one_hotel_and_one_tower():
    state = delivering(hotels={"Chicago": 2}, towers={"Washington": 3})
    lines = offered(state)
    assert {line for line in lines if "hotel" in line} == {"p1 hotel St._Louis", "p1 hotel Washington"}
    assert {line for line in lines if "tower" in line} == {"p1 tower St._Louis", "p1 tower Chicago"}
    with pytest.raises(Refused, match="hotel in Chicago: player 2 has one there"):
        go(state, "p1 hotel Chicago")
    after, _ = go(state, "p1 tower Chicago")
    assert after.baron.towers == {"Washington": 3, "Chicago": 1}


def test_a_second_building_of_a_kind_is_refused():  # RB Advanced Buildings
    with pytest.raises(Refused, match="another hotel: yours is in Chicago"):
        go(delivering(), "p1 hotel Chicago", "p1 hotel Washington")
    with pytest.raises(Refused, match="another water tower: yours is in Chicago"):
        go(delivering(), "p1 tower Chicago", "p1 tower Washington")


def test_a_building_in_a_city_that_is_not_on_the_table_is_refused():
    with pytest.raises(Refused, match="hotel in Denver: it isn’t on the table"):
        go(delivering(), "p1 hotel Denver")


def test_h7_a_player_without_a_delivery_may_build():
    state = delivering({})
    assert {line.split()[1] for line in offered(state)} == {"hotel", "tower", "pass"}
    _, events = go(state, "p1 tower Chicago", "p1 pass")
    assert not [event for event in events if isinstance(event, DeliverySkipped) and event.seat == 1]


def test_h7_a_player_without_a_delivery_or_building_is_skipped():
    everywhere = {"Chicago": 1, "St. Louis": 2, "Washington": 3}
    state = delivering({}, hotels=everywhere, towers=everywhere)
    assert [decision.seat for decision in decisions(state)] == [4]


def test_h8_a_building_can_be_built_on_the_transcontinental():
    rows = (START, ("Transcontinental", 1, 0, "n", 2))
    state = delivering({"St. Louis": "coal"}, rows=rows, modules=("buildings", "advanced"))
    after, _ = go(state, "p1 hotel Transcontinental", "p1 deliver coal St._Louis Transcontinental")
    assert after.score[1] == 20 + 3 + 1


def test_h9_buildings_score_nothing_at_the_end():
    state = delivering({}, flow=table().flow[:1], ending="last-city", hotels={"Chicago": 1})
    assert not state.flow
    assert set(state.score.values()) == {20}


# -- hotels


def test_h3_a_hotel_scores_1_point_for_every_players_delivery():
    line = "p1 deliver coal Washington St._Louis"
    by_owner, _ = go(delivering(hotels={"St. Louis": 1}), line)
    by_another, events = go(delivering(hotels={"St. Louis": 4}), line)
    assert by_owner.score == {1: 20 + 3 + 1, 2: 22, 3: 20, 4: 20}
    assert by_another.score == {1: 20 + 3, 2: 22, 3: 20, 4: 21}
    assert BonusScored(4, 1, BonusReason(hotel="St. Louis")) in events


def test_a_hotel_scores_nothing_for_deliveries_from_its_city():  # RB Hotels
    state, _ = go(delivering(hotels={"Washington": 4}), "p1 deliver coal Washington St._Louis")
    assert state.score[4] == 20


def test_h4_a_hotel_scores_only_at_the_end_of_a_trip_over_a_tower():
    state = delivering(hotels={"St. Louis": 4, "Chicago": 1}, towers={"St. Louis": 1})
    after, _ = go(state, "p1 relay coal Washington Chicago")
    assert after.score[4] == 20
    assert after.score[1] == 20 + 3 + 1


def test_h4_a_hotel_at_the_tower_scores_nothing_for_a_trip_over_it():
    state = delivering(hotels={"St. Louis": 4}, towers={"St. Louis": 1})
    after, events = go(state, "p1 relay coal Washington Chicago")
    assert after.score[4] == 20
    assert not [event for event in events if isinstance(event, BonusScored)]


# -- water towers


def test_h5_a_trip_over_the_own_tower_ends_at_any_other_neighbor():
    rows = (START, (*WASHINGTON, 2), (*CHICAGO, 3), ("New Orleans", -1, 0, "s", 3))
    state = delivering({"Washington": "coal", "St. Louis": "wood"}, rows=rows, towers={"St. Louis": 1})
    relays = {line for line in offered(state) if "relay" in line}
    assert relays == {"p1 relay coal Washington Chicago", "p1 relay coal Washington New_Orleans"}
    with pytest.raises(Refused, match="can’t send the cube back to Washington"):
        go(state, "p1 relay coal Washington Washington")


def test_h5_a_delivery_may_end_at_the_tower():
    assert "p1 deliver coal Washington St._Louis" in offered(delivering(towers={"St. Louis": 1}))


def test_h5_only_the_owner_uses_a_tower():
    state = delivering(towers={"St. Louis": 2})
    assert not [line for line in offered(state) if "relay" in line]
    with pytest.raises(Refused, match="you haven’t built it yet"):
        go(state, "p1 relay coal Washington Chicago")


def test_h5_a_trip_uses_a_tower_once_and_never_two_towers():
    rows = (START, (*WASHINGTON, 2), (*CHICAGO, 3), ("Kansas City", 0, 2, "n", 3))
    board = laid(*rows)
    assert "Kansas City" in b.links_by_city(board)
    state = delivering(towers={"St. Louis": 1, "Chicago": 2}, rows=rows)
    assert {line for line in offered(state) if "relay" in line} == {
        "p1 relay coal Washington Chicago",
        "p1 relay wood Washington Chicago",
    }


def test_h5_a_trip_over_the_tower_is_the_delivery_of_the_step():
    state, _ = go(delivering(towers={"St. Louis": 1}), "p1 relay coal Washington Chicago")
    assert not [line for line in offered(state) if "deliver" in line or "relay" in line]
    with pytest.raises(Refused, match="already delivered in this phase"):
        go(state, "p1 relay wood Washington Chicago")


def test_h6_a_trip_scores_the_color_once_and_each_link_separately():
    state, events = go(delivering(towers={"St. Louis": 1}), "p1 relay coal Washington Chicago")
    assert state.score == {1: 20 + 3, 2: 22, 3: 22, 4: 20}
    assert (state.value["B&O"], state.value["IC"]) == (1, 1)
    assert state.delivered == (Goods.COAL,)
    assert state.goods == {"Washington": (Goods.WOOD,)}
    assert events[:2] == (
        Delivered(1, Goods.COAL, "Washington", "St. Louis", "B&O", 0, 2, 2, 1),
        Delivered(1, Goods.COAL, "St. Louis", "Chicago", "IC", 3, 3, 2, 1),
    )


def test_h6_the_same_owner_scores_4_and_the_same_railroad_rises_by_2():
    state = delivering(rows=ALL_B_AND_O, towers={"Pittsburgh": 1})
    after, _ = go(state, "p1 relay coal Washington St._Louis")
    assert after.score == {1: 23, 2: 24, 3: 20, 4: 20}
    assert after.value["B&O"] == 2


def test_h6_own_links_pay_nothing():
    rows = (START, (*WASHINGTON, 1), (*CHICAGO, 3))
    after, _ = go(delivering(rows=rows, towers={"St. Louis": 1}), "p1 relay coal Washington Chicago")
    assert after.score == {1: 23, 2: 20, 3: 22, 4: 20}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("p1 relay iron Washington Chicago", "There is no iron in Washington. It has coal and wood"),
        (
            "p1 relay coal Denver Chicago",
            "No link joins Denver and your water tower in St. Louis. The tower is linked to Wash",
        ),
        ("p1 relay coal Washington Denver", "No link joins Denver and your water tower in St. Louis"),
        ("p1 relay coal Washington St._Louis", "Send a cube from one of its neighbors to another"),
    ],
)
def test_the_refusal_of_an_impossible_trip_says_what_is_possible(line, reason):
    with pytest.raises(Refused, match=reason):
        go(delivering(towers={"St. Louis": 1}), line)


# -- words and opinions


def test_labels_of_buildings_have_their_effects():
    state = delivering()
    assert labels(state, "Hotel")[0] == (
        "Build your hotel in St. Louis: 1 point for each cube delivered there (2 cubes one link away)"
    )
    assert labels(state, "Hotel", "city") == [
        "St. Louis: 2 cubes one link away",
        "Washington: no cubes one link away",
        "Chicago: no cubes one link away",
    ]
    assert labels(state, "Tower")[0] == (
        "Build your water tower in St. Louis: send deliveries one link farther (linked to Washington and Chicago)"
    )
    assert labels(state, "Tower", "city")[1] == "Washington: linked to St. Louis"


def test_the_label_of_a_trip_over_a_tower_has_the_points_of_all_players():
    state = delivering(hotels={"Chicago": 4}, towers={"St. Louis": 1})
    paid = "3 points for you, 2 for Ben, 2 for Cleo, 1 for Dov for the hotel in Chicago"
    effect = f"{paid}, B&O and IC rise to 1"
    assert labels(state, "Relay")[0] == (
        f"Deliver coal from Washington over your tower in St. Louis to Chicago: {effect}"
    )
    assert labels(state, "Relay", "to")[0] == f"Chicago by IC: {paid}"
    assert labels(state, "Relay", "goods") == ["coal: 3 points", "wood: 3 points"]
    assert labels(state, "Relay", "city")[0] == "Washington: coal and wood"


def test_buildings_are_narrated():
    _, events = go(delivering(), "p1 hotel Chicago", "p1 tower Chicago")
    assert [GAME.text.event_sentence(event, name) for event in events] == [
        "Ada built a hotel in Chicago.",
        "Ada built a water tower in Chicago.",
    ]


def test_the_rules_explain_buildings_only_where_they_are_played():
    with_them = dict(GAME.text.help(redact(delivering(), None)))
    assert {"Hotels (Robber Baron)", "Water Towers (Robber Baron)"} <= set(with_them)
    assert "Hotels (Robber Baron)" not in dict(GAME.text.help(redact(table(), None)))


def test_a_computer_player_prefers_a_city_with_links_for_its_hotel():
    state = delivering({"Washington": "coal wood", "Chicago": "wood"})
    view = redact(state, 1)
    worth = {
        a.city: GAME.agent.score_action(view, a) for a in decisions(state)[0].offers if type(a).__name__ == "Hotel"
    }
    assert max(worth, key=worth.get) == "St. Louis"


def test_a_computer_player_builds_no_tower_that_leads_nowhere():
    state = delivering()
    view = redact(state, 1)
    worth = {
        a.city: GAME.agent.score_action(view, a) for a in decisions(state)[0].offers if type(a).__name__ == "Tower"
    }
    assert worth["Washington"] < 0
