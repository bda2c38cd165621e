"""Texts for players: narration, labels, status line, and rules topics."""

import pytest

from engine.core import decisions, redact
from engine.errors import Refused
from engine.games.railroad_rivals.phases.turns import BiddingPhase, DeliveringPhase, DraftingPhase, PlacingPhase
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.board import Link
from tests.games.railroad_rivals.table import BLOCK, GAME, go, table


def name(seat):
    return ["Ada", "Ben", "Cleo", "Dov"][seat - 1]


def labels(state, field):
    (decision,) = decisions(state)
    view = redact(state, decision.seat)
    return [GAME.text.label(view, action, field, name) for action in decision.offers]


def test_the_narration_of_a_placement_has_its_links():
    event = e.CityPlaced(2, "Salt Lake City", (0, 1), "n", (Link("Salt Lake City", "Seattle", "UP", 2),))
    assert GAME.text.event_sentence(event, name) == "Ben placed Salt Lake City and gained a UP link to Seattle."


def test_the_clause_of_a_placement_has_only_the_railroads():
    event = e.CityPlaced(2, "Salt Lake City", (0, 1), "n", (Link("Salt Lake City", "Seattle", "UP", 2),))
    assert GAME.text.narrate(event, name).clause == "placed Salt Lake City: UP link"


def test_the_clause_of_a_delivery_omits_its_player():
    event = e.Delivered(1, "coal", "Washington", "St. Louis", "B&O", 3, 2, 2, 4)
    assert GAME.text.narrate(event, name).clause == "coal from Washington to St. Louis by B&O, 3 points"


def test_the_narration_of_a_delivery_has_points_and_stock():
    event = e.Delivered(1, "coal", "Washington", "St. Louis", "B&O", 3, 2, 2, 4)
    assert GAME.text.event_sentence(event, name) == (
        "Ada delivered coal from Washington to St. Louis by B&O: 3 points; Ben gets 2 for the link. "
        "B&O stock is worth 4."
    )


def test_one_point_is_singular():
    assert GAME.text.event_sentence(e.BidMade(3, 1), name) == "Cleo bid 1 point."


def test_places_are_named_by_their_neighbors_and_not_by_coordinates():
    flow = (*table().flow[:1], DeliveringPhase(), PlacingPhase())
    state = table(flow=flow, hands={1: ("Pittsburgh",), 2: ("Boston",), 3: ("Boston",), 4: ("Boston",)})
    assert list(dict.fromkeys(labels(state, "at"))) == ["north of St. Louis", "east of St. Louis"]
    turned = "N B&O, E PRR, S PRR, W B&O"
    assert f"Place Pittsburgh east of St. Louis ({turned}): B&O link to St. Louis, draw 2 cubes" in labels(state, "")


def test_the_label_of_a_delivery_has_the_points_of_all_players():
    laid = ("St. Louis 0,0 n", "Washington 1,0 s")
    state = table(flow=(*table().flow[:1], DeliveringPhase()), laid=laid, by=2, goods={"Washington": "coal"})
    assert labels(state, "") == [
        "Deliver coal from Washington to St. Louis: 3 points for you, 2 for Ben, B&O rises to 1",
    ]


def test_the_label_of_a_stock_has_its_value():
    flow = (*table().flow[:1], PlacingPhase(), DraftingPhase())
    state = table(flow=flow, offer=((), ("UP", "NP", "SP", "IC")))
    assert labels(state, "tile")[0] == "UP stock, Union Pacific: worth 0 now, nobody owns it"


def test_the_label_of_a_city_says_if_only_blank_edges_match():
    flow = (*table().flow[:1], PlacingPhase(), DraftingPhase())
    state = table(flow=flow, laid=BLOCK, offer=(("Savannah", "Boston", "Norfolk", "Billings"), ("UP",) * 4))
    assert labels(state, "tile")[:4] == [
        "Savannah: 1 cube, edges ACL ACL IC, fits blanks only",
        "Boston: 2 cubes, edges NYC NYC, fits 1 place",
        "Norfolk: 1 cube, edges C&O ACL C&O, fits 1 place",
        "Billings: 1 cube, edges CBQ NP CBQ NP, fits nowhere yet",
    ]


def test_the_status_line_has_turn_and_phase():
    state = table(flow=(*table().flow[:1], BiddingPhase.start((1, 2, 3, 4))))
    assert GAME.text.status_line(redact(state, None)) == "Turn 2 of 9 · Bid for turn order"


def test_the_status_line_of_the_last_turn_says_so():
    state = table(flow=(*table().flow[:1], BiddingPhase.start((1, 2, 3, 4))), ending="last-city")
    assert GAME.text.status_line(redact(state, None)) == "Turn 2, the last · Bid for turn order"


def test_with_bidding_for_every_place_the_label_of_a_pass_has_the_place():
    flow = (*table().flow[:1], BiddingPhase.start((1, 2, 3, 4)))
    state, _ = go(table(bidding="whole-order", flow=flow), "p4 pass")
    (decision,) = decisions(state)
    assert decision.prompt == "Bid to go first, or pass and take place 3 (no bids yet)."
    assert labels(state, "")[0] == "Pass and take place 3"
    assert "the first player to pass goes last" in GAME.text.help(redact(state, None))[0][1]
    assert labels(go(table(flow=flow), "p4 pass")[0], "")[0] == "Pass and leave the bidding"


def test_the_narration_of_a_trip_over_a_tower_names_its_city():
    event = e.Delivered(1, "coal", "Washington", "St. Louis", "B&O", 0, 2, 2, 4)
    assert GAME.text.event_sentence(event, name) == (
        "Ada sent coal from Washington over the tower in St. Louis by B&O; Ben gets 2 for the link. "
        "B&O stock is worth 4."
    )


def test_a_city_that_is_not_on_the_table_is_refused_with_this_reason():
    state = table(flow=(*table().flow[:1], DeliveringPhase()), laid=BLOCK, goods={"St. Louis": "coal"})
    with pytest.raises(Refused, match="from Atlanta: it isn’t on the table.$"):
        go(state, "p1 deliver coal Atlanta St._Louis")


def test_the_refusal_of_another_action_while_delivering_says_what_is_possible():
    flow = (*table().flow[:1], DeliveringPhase())
    state = table(flow=flow, laid=BLOCK, goods={"St. Louis": "coal"}, modules=("buildings",))
    with pytest.raises(
        Refused, match="You can deliver a cube over a link, build your hotel, or build your water tower."
    ):
        go(state, "p1 bid 3")


def test_every_move_with_a_rule_of_its_own_names_a_topic_of_the_rules():
    on = ("new_england", "buildings", "advanced", "shenanigans", "extra_delivery", "railroad_size")
    topics = dict(GAME.text.help(redact(table(flow=table().flow[:1], ending="last-city", modules=on), None)))
    assert {kind.help_topic for kind in GAME.actions} - {""} <= set(topics)
    for tile in ("Transcontinental", "New Industry", "Headquarters", "Locomotive Upgrades", "New England"):
        assert f"{tile} (Robber Baron)" in topics


def test_the_status_line_distinguishes_the_first_and_second_pick():
    flow = (*table().flow[:1], PlacingPhase())
    first = table(flow=(*flow, DraftingPhase(3)), offer=((), ("UP", "NP", "SP", "IC")))
    second = table(flow=(*flow, DraftingPhase(4)), offer=(("Denver",), ("UP", "NP", "SP", "IC")), city_pile_out=True)
    assert GAME.text.status_line(redact(first, None)) == "Turn 2 of 9 · First pick"
    assert GAME.text.status_line(redact(second, None)) == "Turn 2 of 9 · Second pick"


def test_the_rules_begin_with_the_topic_of_the_current_phase():
    state = table(flow=(*table().flow[:1], BiddingPhase.start((1, 2, 3, 4))))
    topics = [topic for topic, _ in GAME.text.help(redact(state, None))]
    assert topics[0] == "Bid for Turn Order"
    assert len(topics) == len(set(topics)) == 8


def test_after_the_game_the_rules_begin_with_the_topic_of_the_end():
    state = table(flow=table().flow[:1], ending="last-city")
    assert GAME.text.help(redact(state, None))[0][0] == "Game End & Scoring"


def test_labels_of_two_orientations_in_a_place_differ():
    flow = (*table().flow[:1], DeliveringPhase(), PlacingPhase())
    hands = {1: ("Washington",), 2: ("Boston",), 3: ("Boston",), 4: ("Boston",)}
    state = table(flow=flow, laid=("Charleston 0,0 n",), hands={1: ("Norfolk",)} | hands | {1: ("Jacksonville",)})
    said = labels(state, "")
    assert len(said) == len(set(said)) > 2


def test_the_optional_bidding_rule_is_explained_only_where_it_is_played():
    state = table(bidding="whole-order", flow=(*table().flow[:1], BiddingPhase.start((1, 2, 3, 4))))
    assert "Optional Bidding Rule" in dict(GAME.text.help(redact(state, None)))


def test_a_skipped_delivery_and_an_empty_draft_are_narrated():
    assert GAME.text.event_sentence(e.DeliverySkipped(4), name) == "Dov couldn’t deliver."
    assert GAME.text.event_sentence(e.DraftSkipped(4), name) == "Dov had nothing left to draft."


def test_every_event_of_a_game_but_the_end_of_a_phase_has_a_sentence():
    state, _ = go(table(flow=(*table().flow[:1], BiddingPhase.start((1, 2, 3, 4)))), "p4 bid 2")
    assert GAME.text.event_sentence(e.OrderSet((2, 1, 3, 4), 5), name).startswith("Ben paid 5 points to go first.")
    assert GAME.rules.round_number(state) == 2
