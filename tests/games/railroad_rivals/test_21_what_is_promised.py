"""Texts and undo agree with what is possible."""

import msgspec
import pytest

from engine.core import decisions, is_revealing, play, read_action, redact
from engine.errors import Refused
from engine.games.railroad_rivals.game_data.pieces import KnownCities
from engine.games.railroad_rivals.game_data.printed_data import City, Goods
from engine.games.railroad_rivals.phases.turns import BiddingPhase, DeliveringPhase, DraftingPhase, PlacingPhase, Turns
from engine.games.railroad_rivals.state import events as e
from render import PAINTERS, DrawingContext
from tests.games.railroad_rivals.shenanigans import CARGO, delivering, labels, named
from tests.games.railroad_rivals.table import BLOCK, GAME, go, table

PAINTER = PAINTERS[GAME.key]
FOUR = DrawingContext(("Ada", "Ben", "Cleo", "Dov"))

# -- the cubes of a placement


@pytest.mark.parametrize(
    ("left", "said", "brief"), [(0, "the bag is empty", "the bag is empty"), (1, "draw 1 cube", "1 cube, all")]
)
def test_labels_of_placements_have_the_cubes_that_the_bag_has(left, said, brief):
    hands = {1: ("Pittsburgh", "Boston")}
    state = table(PlacingPhase(), hands=hands, bag={Goods.COAL: left})
    action = read_action("p1 place Pittsburgh 1,0 n", GAME.actions)
    view = redact(state, 1)
    [scene] = PAINTER.preview_scenes(view, FOUR, action)
    assert scene.alt.endswith(f"{said}.")
    assert GAME.text.label(view, action, "", named).endswith(said)
    assert brief in GAME.text.label(view, action, "city", named)


def test_labels_of_new_industry_have_the_cubes_that_the_bag_has():
    modules, hands = ("advanced",), {1: ("New Industry",)}
    state = table(DeliveringPhase(), laid=BLOCK, hands=hands, modules=modules, bag={Goods.COAL: 1})
    action = read_action("p1 industry St._Louis", GAME.actions)
    [scene] = PAINTER.preview_scenes(redact(state, 1), FOUR, action)
    assert "Draw 1 cube onto St. Louis" in scene.alt


# -- links in parts of the board


def test_the_alt_text_of_a_crop_counts_all_links_and_the_shown_ones():
    line = tuple(f"{city} {at},0 n" for at, city in enumerate(("St. Louis", "Pittsburgh", "Indianapolis", "Cleveland")))
    state = table(PlacingPhase(), laid=(*line, *_far_from("Cleveland")))
    owned = [link for link in state.board.links if link.owner == 1]
    parts = PAINTER.public_scenes("board", redact(state, None), FOUR)[1:]
    assert len(parts) > 1
    for part in parts:
        assert f"Ada has {len(owned)} link" in part.alt


def _far_from(city):
    """Tiles far to the east of another one, so that the board is posted in crops."""
    names = ("Denver", "Omaha", "Boston", "Memphis", "Seattle", "Atlanta", "Chicago", "Detroit", "Kansas City")
    return tuple(f"{name} {at},0 n" for at, name in enumerate(names, 4))


# -- questions


def question(state):
    return decisions(state)[0].prompt


def test_the_prompt_of_a_delivery_mentions_building_only_if_possible():
    state = table(DeliveringPhase(), laid=BLOCK, goods={"St. Louis": "coal"}, modules=("buildings",))
    assert question(state) == "Deliver a cube over a link; you can also build."
    state, _ = go(state, "p1 hotel St._Louis", "p1 tower St._Louis")
    assert question(state) == "Deliver a cube over a link."


def test_the_prompt_of_a_delivery_mentions_tiles_only_if_one_can_be_played():
    assert question(delivering(goods=CARGO)) == "Deliver a cube over a link."
    with_tile = delivering(tiles={1: "Dump Stock"}, owned={1: "UP"}, goods=CARGO)
    assert question(with_tile) == "Deliver a cube over a link; you can also play a tile."
    without_stock = delivering(tiles={1: "Dump Stock"}, goods=CARGO)
    assert question(without_stock) == "Deliver a cube over a link."


def test_the_prompt_after_a_delivery_names_the_remaining_moves():
    state = delivering(tiles={1: "Dump Stock"}, owned={1: "UP"}, goods=CARGO, modules=("buildings",))
    state, _ = go(state, "p1 deliver coal Washington St._Louis")
    assert question(state) == "Build, play a tile, or finish."


def test_the_prompt_mentions_a_drafted_headquarters():
    hands, seen = {1: ("Headquarters",)}, KnownCities({1: (City("Headquarters"),)})
    more = {"laid": BLOCK, "goods": {"St. Louis": "coal coal"}, "modules": ("advanced",)}
    state = table(DeliveringPhase(), hands=hands, seen=seen, **more)
    assert question(state) == "Deliver a cube over a link; you can also play a tile."
    state, _ = go(state, "p1 headquarters", "p1 deliver coal St._Louis Pittsburgh")
    assert question(state) == "Deliver another cube or finish."


def test_the_prompt_without_enough_points_asks_only_for_a_pass():
    start = BiddingPhase(still_in=(4, 3, 2, 1), best=5)
    score = {1: 20, 2: 20, 3: 20, 4: 1}
    assert question(table(start, score=score)) == "Pass: the high bid is 5, and you have 1 point."
    poor = BiddingPhase.start((1, 2, 3, 4))
    assert question(table(poor, score=score | {4: 0})) == "Pass: you have no points to bid."
    whole = table(start, score=score, bidding="whole-order")
    assert question(whole) == "Pass and take place 4: the high bid is 5, and you have 1 point."


def test_the_prompt_of_a_draft_names_the_kinds_on_offer():
    assert question(table(DraftingPhase(), offer=(("Boston", "Denver"), ()))) == "Draft a city tile."
    assert question(table(DraftingPhase(), offer=(("Boston",), ("UP",)))) == "Draft a city or stock tile."


def test_the_prompt_of_a_hand_with_one_city_asks_for_it():
    assert question(table(PlacingPhase(), hands={1: ("Pittsburgh",)})) == "Place your city tile."
    assert question(table(PlacingPhase(), hands={1: ("Pittsburgh", "Boston")})) == "Place one of your city tiles."


def test_refusals_do_not_name_a_delivery_without_cubes():
    state = table(DeliveringPhase(), laid=BLOCK, modules=("buildings",))
    with pytest.raises(Refused, match="You can build your hotel, build your water tower, or finish."):
        go(state, "p1 bid 3")


# -- numbers and subjects in sentences


def test_a_company_of_two_railroads_is_plural():
    merged, owned = {"merged": ("ATSF", "B&O")}, {1: "ATSF"}
    state = delivering(tiles={1: "Loot The Company"}, owned=owned, baron=merged, value={"ATSF": 3, "B&O": 3})
    assert labels(state, "loot") == [
        "Loot ATSF and B&O: 5 points for you, ATSF and B&O go out of business, you lose 1 stock (worth 3), "
        "the links stay"
    ]
    assert labels(state, "loot", "railroad") == ["ATSF and B&O: worth 3, you own 1, others own none"]


def test_a_label_with_one_point_is_singular():
    state = delivering(tiles={1: "Buy Stock"}, score=dict.fromkeys(range(1, 5), 1))
    assert "Buy UP stock for 0 of your 1 point: UP rises to 1" in labels(state, "buy")
    [scene] = PAINTER.preview_scenes(redact(state, 1), FOUR, read_action("p1 buy UP", GAME.actions))
    assert "Pay 0 of your 1 point: UP rises to 1" in scene.alt
    bidding = table(BiddingPhase.start((1, 2, 3, 4)), score=dict.fromkeys(range(1, 5), 1))
    assert labels(bidding, "bid") == ["Bid 1: you have 1 point"]


@pytest.mark.parametrize(
    ("merged", "said"),
    [
        ((), "UP: 1 stock at 0 for no points, stays at 0"),
        (("NP", "UP"), "NP and UP: 1 stock at 0 for no points, stay at 0"),
    ],
)
def test_the_label_of_dumping_worthless_stock_has_no_fall(merged, said):
    state = delivering(tiles={1: "Dump Stock"}, owned={1: "UP"}, baron={"merged": merged})
    assert labels(state, "dump", "railroad") == [said]


@pytest.mark.parametrize(
    ("removed", "said"),
    [
        (0, "The city pile is empty."),
        (1, "The last city tile was not enough for all players and left the game."),
        (5, "The last 5 city tiles were not enough for all players and left the game."),
    ],
)
def test_the_narration_of_a_short_pile_does_not_call_it_empty(removed, said):
    events = GAME.text.event_sentence(e.CityPileRanOut(removed), named)
    assert events == f"{said} From now on, each player drafts 2 stock tiles per turn."


# -- undo


def drafted_last(hand, **changes):
    """Whether the last pick of a draft reveals something to seat 2, because seat 1 is then to place."""
    flow = (Turns(), DeliveringPhase(), PlacingPhase(), DraftingPhase(picks=3))
    state = table(flow=flow, seats=2, offer=(("Boston",), ()), hands={1: hand}, **changes)
    after, events = play(state, read_action("p2 draft Boston", GAME.actions))
    assert isinstance(after.flow[-1], PlacingPhase)
    return is_revealing(state, after, events, 2)


def test_the_last_pick_cannot_be_undone_if_it_reveals_that_a_hand_fits():
    assert drafted_last(("Pittsburgh",))


def test_the_last_pick_can_be_undone_if_a_drafted_city_fits():
    assert not drafted_last(("Denver", "Pittsburgh"), seen=KnownCities({1: (City("Pittsburgh"),)}))


def test_a_placement_cannot_be_undone_if_it_reveals_that_the_next_hand_fits():
    hands = {1: ("Pittsburgh",), 2: ("Indianapolis",)}
    state = table(PlacingPhase(), hands=hands, bag={Goods.COAL: 0}, seats=2)
    after, events = play(state, read_action("p1 place Pittsburgh 1,0 n", GAME.actions))
    assert decisions(after)[0].seat == 2
    assert is_revealing(state, after, events, 1)
    known = msgspec.structs.replace(state, seen=KnownCities({2: (City("Indianapolis"),)}))
    after, events = play(known, read_action("p1 place Pittsburgh 1,0 n", GAME.actions))
    assert not is_revealing(known, after, events, 1)
