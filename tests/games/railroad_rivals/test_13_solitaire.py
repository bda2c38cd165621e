"""R Solitaire Rules, Play to Rank; rulings O4 to O9, O11."""

from itertools import pairwise

import msgspec
import pytest

from engine.core import redact
from engine.errors import Refused
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.printed_data import RAILROADS, Goods
from engine.games.railroad_rivals.solitaire.events import TilesDiscarded
from engine.games.railroad_rivals.solitaire.numbers import rank_of
from engine.games.railroad_rivals.solitaire.phases import DeliveringOne, DrawingCities, DrawingStocks, PlacingOne
from engine.games.railroad_rivals.state import events as e
from tests.games.railroad_rivals.solitaire_table import (
    CHALLENGE,
    PLAIN,
    cubes,
    first_turn,
    labels,
    name,
    position,
    starts,
    whole_game,
)
from tests.games.railroad_rivals.table import GAME, go, offered, pile

# -- Draw Stock Tiles, Draw City Tiles


def test_three_stock_tiles_are_turned_up_one_is_taken_and_two_leave_the_game():
    state = first_turn(starts(1)[0])
    tiles_up = [lot.tile for lot in state.stock_offer]
    assert len(tiles_up) == 3
    assert state.city_offer == ()
    after, events = go(state, f"p1 draft {tiles_up[0]}")
    assert after.stocks[1] == {tiles_up[0]: 1}
    assert sorted(after.discarded) == sorted(tiles_up[1:])
    assert TilesDiscarded(seat=1, tiles=tuple(tiles_up[1:])) in events
    assert (len(after.city_offer), after.stock_offer) == (3, ())


def test_two_stock_tiles_of_one_railroad_are_one_offer():
    state = position(DrawingStocks(), DrawingCities(), PlacingOne(), offer=((), ("UP", "UP", "NP")))
    assert offered(state) == {"p1 draft UP", "p1 draft NP"}
    after, _ = go(state, "p1 draft UP")
    assert after.stocks[1] == {"UP": 1}
    assert after.discarded == ("UP", "NP")


def test_a_stock_that_is_not_on_offer_is_refused():
    with pytest.raises(Refused, match="IC: it isn’t on offer. Take UP or NP"):
        go(position(DrawingStocks(), offer=((), ("UP", "UP", "NP"))), "p1 draft IC")


# -- Place Tile


def test_one_of_three_cities_is_placed_and_the_others_leave_the_game():
    state = position(PlacingOne(), DeliveringOne(), offer=(("Pittsburgh", "Boston", "Cleveland"), ()))
    after, events = go(state, "p1 place Pittsburgh 0,-1 n")
    assert after.city_offer == ()
    assert after.discarded == ("Boston", "Cleveland")
    assert len(after.goods["Pittsburgh"]) == 2
    assert TilesDiscarded(seat=1, tiles=("Boston", "Cleveland")) in events
    assert "Boston and Cleveland left the game." in [GAME.text.event_sentence(event, name) for event in events]


def test_a_city_of_three_gets_three_cubes():
    state = position(PlacingOne(), DeliveringOne(), offer=(("New York", "Boston", "Cleveland"), ()))
    after, _ = go(state, "p1 place New_York 0,-1 n")
    assert len(after.goods["New York"]) == 3


def test_all_links_belong_to_the_player():
    for seed in range(5):
        states, _ = whole_game(seed)
        assert {link.owner for link in states[-1].board.links} == {1}


def test_o4_a_match_is_forced_if_any_of_the_three_can_make_one():
    laid = ("Cleveland 0,0 n",)  # N blank, E B&O, S NYC, W NYC
    state = position(PlacingOne(), laid=laid, goods={}, offer=(("Spokane", "Detroit", "Billings"), ()))
    assert {line.split()[2] for line in offered(state)} == {"Detroit"}
    with pytest.raises(Refused, match="blank edges may meet only if none of your cities can match"):
        go(state, "p1 place Spokane 0,-1 s")


def test_o4_without_a_match_a_blank_edge_goes_against_a_blank_edge():
    laid = ("Cleveland 0,0 n",)
    state = position(PlacingOne(), laid=laid, goods={}, offer=(("Spokane", "Portland", "Billings"), ()))
    assert offered(state) == {"p1 place Spokane 0,-1 s"}
    after, _ = go(state, "p1 place Spokane 0,-1 s")
    assert after.board.links == ()
    assert len(after.goods["Spokane"]) == 1


def test_o4_if_nothing_fits_all_three_leave_the_game():
    state = position(
        DrawingStocks(),
        DrawingCities(),
        PlacingOne(),
        DeliveringOne(),
        laid=("Cleveland 0,0 n", "Indianapolis 1,0 n"),
        goods={"Cleveland": "wood"},
        offer=((), ("UP", "NP", "SP")),
        city_pile=pile("Portland", "Billings", "Los Angeles", "Boston"),
    )
    assert not state.board.links
    after, events = go(state, "p1 draft UP")
    assert after.discarded[2:5] == ("Portland", "Billings", "Los Angeles")
    assert len(after.board.laid) == 2
    assert e.PlacementPassed(1, empty_handed=False) in events
    assert TilesDiscarded(seat=1, tiles=("Portland", "Billings", "Los Angeles")) in events


def test_a_city_that_is_not_on_offer_and_a_cell_that_is_taken_are_refused():
    state = position(PlacingOne(), offer=(("Pittsburgh", "Boston", "Cleveland"), ()))
    with pytest.raises(Refused, match="Denver: it isn’t on offer. Place Pittsburgh, Boston, or Cleveland"):
        go(state, "p1 place Denver 0,-1 n")
    with pytest.raises(Refused, match="there: Chicago is there"):
        go(state, "p1 place Pittsburgh 0,1 n")
    with pytest.raises(Refused, match="can’t place Pittsburgh there"):
        go(state, "p1 place Pittsburgh 5,5 n")


# -- Deliver a Goods Cube


@pytest.mark.parametrize(
    ("progression", "scored"),
    [
        ("grain wood grain coal", 3),  # R Deliver a Goods Cube, example 1
        ("grain wood grain coal iron", 4),  # example 2
        ("wood wood wood", 1),
        ("wood grain coal", 3),
        ("iron wood wood wood wood", 1),
    ],
)
def test_o5_a_cube_scores_the_different_colors_of_up_to_four_cubes_to_its_left(progression, scored):
    state = position(DeliveringOne(), progression=progression, goods={"Chicago": "iron"})
    after, events = go(state, "p1 deliver iron Chicago St._Louis")
    assert after.score[1] == 20 + scored
    assert after.delivered == (*cubes(progression), Goods.IRON)
    assert next(event.points for event in events if isinstance(event, e.Delivered)) == scored


def test_o5_the_delivered_cube_does_not_count_itself():
    for color in ("wood", "iron"):
        state = position(DeliveringOne(), progression="wood wood wood wood", goods={"Chicago": color})
        assert go(state, f"p1 deliver {color} Chicago St._Louis")[0].score[1] == 21


def test_o6_delivered_cubes_never_go_back_into_the_bag():
    for seed in range(5):
        states, _ = whole_game(seed)
        for before, after in pairwise(states):
            assert all(after.bag[color] <= before.bag[color] for color in before.bag)
            if before.turn:
                assert after.delivered[: len(before.delivered)] == before.delivered


def test_o6_with_an_empty_bag_a_city_gets_no_cubes():
    empty = dict.fromkeys(cubes("wood grain coal iron"), 0)
    state = position(PlacingOne(), DeliveringOne(), offer=(("Pittsburgh", "Boston", "Cleveland"), ()), bag=empty)
    assert labels(state)[0].endswith(", the bag is empty")
    after, events = go(state, "p1 place Pittsburgh 0,-1 n")
    assert "Pittsburgh" not in after.goods
    assert e.GoodsDrawn("Pittsburgh", (), 2) in events


def test_o6_a_bag_with_one_cube_gives_one():
    last = {**dict.fromkeys(cubes("wood grain coal iron"), 0), Goods.COAL: 1}
    state = position(PlacingOne(), DeliveringOne(), offer=(("Pittsburgh", "Boston", "Cleveland"), ()), bag=last)
    assert labels(state)[0].endswith(", draw 1 cube")
    after, _ = go(state, "p1 place Pittsburgh 0,-1 n")
    assert after.goods["Pittsburgh"] == (Goods.COAL,)


@pytest.mark.parametrize(("value", "then"), [(0, 2), (6, 8), (8, 10), (9, 10), (10, 10)])
def test_o7_a_delivery_raises_the_stock_by_2_and_10_is_the_limit(value, then):
    values = {**dict.fromkeys(RAILROADS, 0), "IC": value}
    state = position(DeliveringOne(), value=values)
    after, events = go(state, "p1 deliver coal Chicago St._Louis")
    assert after.value == {**values, "IC": then}
    assert next(event.value for event in events if isinstance(event, e.Delivered)) == then


def test_o8_without_a_possible_delivery_the_progression_is_unchanged():
    state = position(
        PlacingOne(),
        DeliveringOne(),
        laid=("Cleveland 0,0 n",),
        goods={"Cleveland": "wood"},
        offer=(("Spokane", "Portland", "Billings"), ()),
    )
    after, events = go(state, "p1 place Spokane 0,-1 s")
    assert e.DeliverySkipped(1) in events
    assert after.delivered == state.delivered
    assert after.score == state.score
    assert after.turn == state.turn + 1


def test_o8_the_eleventh_turn_is_the_last_also_without_a_delivery():
    state = position(
        PlacingOne(),
        DeliveringOne(),
        laid=("Cleveland 0,0 n",),
        goods={},
        offer=(("Spokane", "Portland", "Billings"), ()),
        turn=11,
        ending="eleven-turns",
    )
    after, events = go(state, "p1 place Spokane 0,-1 s")
    assert e.DeliverySkipped(1) in events
    assert events[-1] == e.GameEnded("eleven-turns")
    assert after.turn == 11


def test_a_delivery_without_a_link_or_a_cube_is_refused():
    state = position(DeliveringOne())
    with pytest.raises(Refused, match="There is no iron in Chicago. It has coal"):
        go(state, "p1 deliver iron Chicago St._Louis")
    with pytest.raises(Refused, match="no link joins it and Washington. It is linked to St. Louis"):
        go(state, "p1 deliver coal Chicago Washington")


# -- Turns, End Game Scoring, Rank


def test_there_are_eleven_turns_and_eleven_stock_tiles():
    for options in (PLAIN, CHALLENGE):
        states, events = whole_game(7, options)
        last = states[-1]
        assert [event.turn for event in events if isinstance(event, e.TurnBegan)] == list(range(1, 12))
        assert sum(last.stocks[1].values()) == 11
        assert GAME.rules.ending(last) == "eleven-turns"
        assert GAME.text.status_line(redact(last, 1)) == "Final scores after 11 turns"


def test_at_the_end_each_stock_tile_scores_its_railroads_value():
    values = {**dict.fromkeys(RAILROADS, 0), "IC": 8, "B&O": 10}
    state = position(DeliveringOne(), turn=11, ending="eleven-turns", value=values, stocks={1: {"IC": 2, "B&O": 3}})
    after, _ = go(state, "p1 deliver grain Washington St._Louis")
    assert after.score[1] == 20 + 3 + 2 * 8 + 3 * 10
    assert not after.flow


@pytest.mark.parametrize(
    ("least", "most", "title"),
    [
        (0, 35, "Train-Hopping Vagabond"),
        (36, 40, "Porter"),
        (41, 45, "Stoker/Boilerman"),
        (46, 50, "Conductor"),
        (51, 55, "Signalman"),
        (56, 60, "Locomotive Engineer"),
        (61, 65, "Train Dispatcher"),
        (66, 70, "Road Foreman of Engines"),
        (71, 75, "Manager"),
        (76, 80, "Railroad CEO"),
        (81, 200, "Tycoon"),
    ],
)
def test_the_rank_of_a_score(least, most, title):  # R Rank
    assert {rank_of(score) for score in range(least, most + 1)} == {title}


def test_the_ranking_names_the_rank():
    state = position(DeliveringOne(), turn=11, ending="eleven-turns")
    after, _ = go(state, "p1 deliver grain Washington St._Louis")
    (place,) = GAME.rules.ranking(msgspec.structs.replace(after, score={1: 66}))
    assert (place.seat, place.place, place.score, place.note) == (1, 1, 66, "Road Foreman of Engines")


# -- Modules


@pytest.mark.parametrize(
    "option",
    [
        {"bidding": "whole-order"},
        {"new_england": True},
        {"buildings": True},
        {"advanced": True},
        {"shenanigans": True},
        {"extra_delivery": True},
        {"railroad_size": True},
        {"buildings": True, "challenge": True},
    ],
)
def test_o11_modules_of_the_expansion_are_not_offered_to_one_player(option):
    with pytest.raises(Refused, match="solitaire"):
        GAME.new_game(RivalsOptions(**option), 1, 1)


def test_the_challenge_is_not_offered_to_several_players():
    with pytest.raises(Refused, match="for 1 player, and you have 2"):
        GAME.new_game(CHALLENGE, 2, 1)
