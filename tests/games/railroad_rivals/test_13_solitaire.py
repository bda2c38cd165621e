"""R Solitaire Rules; rulings O1 to O11."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import msgspec
import pytest

from engine.cli.selfplay import play_games, report
from engine.core.event import PhaseEnded
from engine.core.flow import decisions
from engine.core.rng import seeded
from engine.core.secret import redact
from engine.errors import Refused
from engine.games.railroad_rivals import events as e
from engine.games.railroad_rivals.board import match_spots, tiles
from engine.games.railroad_rivals.data import BASE_CITIES, RAILROADS, Goods
from engine.games.railroad_rivals.geometry import Cell
from engine.games.railroad_rivals.options import RivalsOptions
from engine.games.railroad_rivals.phases import Turns
from engine.games.railroad_rivals.solitaire.events import ChallengeDealt, CitiesSupplied, TilesDiscarded
from engine.games.railroad_rivals.solitaire.phases import (
    Arranging,
    DeliveringOne,
    DrawingCities,
    DrawingStocks,
    LayingStart,
    PlacingOne,
)
from engine.games.railroad_rivals.solitaire.progression import rank
from tests.games.railroad_rivals.table import GAME, go, offered, pile, table

PLAIN, CHALLENGE = RivalsOptions(), RivalsOptions(challenge=True)
CHAIN = ("St. Louis 0,0 n", "Chicago 0,1 s", "Washington 1,0 s")
ONE_EACH = {"St. Louis": "wood", "Chicago": "coal", "Washington": "grain"}


def name(_seat):
    return "Ada"


def cubes(words):
    return tuple(map(Goods, words.split()))


def position(*phases, offer=((), ()), progression="wood grain coal", **changes):
    """A solitaire position in turn 2: the first of ``phases`` in charge, the linked start on the table."""
    given = {"laid": CHAIN, "delivered": cubes(progression), "goods": ONE_EACH} | changes
    return table(seats=1, flow=(Turns(), *reversed(phases)), offer=offer, **given)


def starts(games=30, options=PLAIN):
    return [GAME.new(options, 1, seed)[0] for seed in range(games)]


def first_turn(state):
    """The game at its first stock tiles, after any answer to every question of the set-up."""
    while not state.turn:
        state, _ = go(state, min(offered(state)))
    return state


def whole_game(seed, options=PLAIN):
    """All states and events of a game played at random."""
    state, told = GAME.new(options, 1, seed)
    rng, states = seeded(seed, "test"), [state]
    while decisions(state):
        line, rng = rng.choice(sorted(offered(state)))
        state, news = go(state, line)
        states.append(state)
        told += news
    return states, told


def labels(state, field=""):
    (decision,) = decisions(state)
    return [GAME.label(redact(state, 1), action, field, name) for action in decision.offers]


# -- Setup


def test_o1_st_louis_lies_in_the_middle_with_chicago_on_its_ic_and_washington_on_its_b_and_o_edge():
    for state in starts(5):
        assert {cell: tile.city for cell, tile in tiles(state.board).items()} == {
            Cell(0, 0): "St. Louis",
            Cell(0, 1): "Chicago",
            Cell(1, 0): "Washington",
        }
        links = [(link.a, link.b, link.railroad, link.owner) for link in state.board.links]
        assert links == [("Chicago", "St. Louis", "IC", 1), ("Washington", "St. Louis", "B&O", 1)]


def test_o2_one_cube_lies_on_each_starting_city_and_not_the_printed_number():
    for state in map(first_turn, starts(5) + starts(5, CHALLENGE)):
        assert sorted(state.goods) == sorted(tile.city for tile in state.board.laid)
        assert [len(there) for there in state.goods.values()] == [1, 1, 1]


def test_o3_the_first_three_cubes_lie_in_the_order_that_the_player_gives():
    state = position(Arranging(), LayingStart(), progression="wood grain coal", turn=0, goods={})
    assert len(offered(state)) == 6
    after, told = go(state, "p1 arrange coal wood grain")
    assert after.delivered == cubes("coal wood grain")
    assert "The progression begins with coal, then wood, then grain." in [GAME.narrate(event, name) for event in told]


def test_o3_cubes_of_one_color_are_alike_and_three_of_them_are_not_asked_about():
    state = position(Arranging(), LayingStart(), progression="wood wood coal", turn=0, goods={})
    assert offered(state) == {"p1 arrange wood wood coal", "p1 arrange wood coal wood", "p1 arrange coal wood wood"}
    asked = {len(set(state.delivered)): state.turn == 0 for state in starts(150)}
    assert asked == {1: False, 2: True, 3: True}


def test_o3_other_cubes_than_those_drawn_are_refused():
    state = position(Arranging(), progression="wood wood coal", turn=0)
    with pytest.raises(Refused, match="first three cubes are wood, wood and coal: name each of them once"):
        go(state, "p1 arrange wood coal coal")


def test_o3_the_cubes_of_the_cities_are_drawn_after_the_progression_is_in_order():
    before = next(state for state in starts() if not state.turn)
    assert before.goods == {}
    assert sum(before.bag.values()) == 24 - 3
    assert sum(first_turn(before).bag.values()) == 24 - 3 - 3


def test_the_bag_holds_six_cubes_of_each_of_four_colors():
    inventory = GAME.inventory(starts(1)[0])
    assert [inventory[f"{color} cubes"] for color in ("wood", "grain", "coal", "iron")] == [6, 6, 6, 6]
    assert len(starts(1)[0].delivered) == 3


def test_the_other_34_cities_and_four_stock_tiles_of_each_railroad_are_in_the_piles():
    state = next(state for state in starts() if not state.turn)
    assert sorted([*state.city_pile.open(), "Chicago", "St. Louis", "Washington"]) == sorted(BASE_CITIES)
    assert Counter(state.stock_pile.open()) == dict.fromkeys(RAILROADS, 4)


def test_o9_the_score_starts_at_1_and_every_stock_at_0():
    state = starts(1)[0]
    assert state.score == {1: 1}
    assert set(state.value.values()) == {0}


def test_o9_nobody_bids_and_nothing_but_the_progression_scores():
    for options in (PLAIN, CHALLENGE):
        _, told = whole_game(4, options)
        assert not [event for event in told if isinstance(event, e.BidMade | e.BidPassed | e.OrderSet)]
        deliveries = [event for event in told if isinstance(event, e.Delivered)]
        assert {(event.owner, event.owner_points) for event in deliveries} == {(1, 0)}
        scored = next(event for event in told if isinstance(event, e.StocksScored))
        assert scored.total == 1 + sum(event.points for event in deliveries) + scored.points


# -- Draw Stock Tiles, Draw City Tiles


def test_three_stock_tiles_are_turned_up_one_is_taken_and_two_leave_the_game():
    state = first_turn(starts(1)[0])
    tiles_up = [lot.tile for lot in state.stock_offer]
    assert len(tiles_up) == 3
    assert state.city_offer == ()
    after, told = go(state, f"p1 draft {tiles_up[0]}")
    assert after.stocks[1] == {tiles_up[0]: 1}
    assert sorted(after.discarded) == sorted(tiles_up[1:])
    assert TilesDiscarded(seat=1, tiles=tuple(tiles_up[1:])) in told
    assert (len(after.city_offer), after.stock_offer) == (3, ())


def test_two_stock_tiles_of_one_railroad_are_one_answer_and_only_one_is_taken():
    state = position(DrawingStocks(), DrawingCities(), PlacingOne(), offer=((), ("UP", "UP", "NP")))
    assert offered(state) == {"p1 draft UP", "p1 draft NP"}
    after, _ = go(state, "p1 draft UP")
    assert after.stocks[1] == {"UP": 1}
    assert after.discarded == ("UP", "NP")


def test_a_stock_that_is_not_on_offer_is_refused():
    with pytest.raises(Refused, match="IC is not on offer; the stock tiles are UP and NP"):
        go(position(DrawingStocks(), offer=((), ("UP", "UP", "NP"))), "p1 draft IC")


# -- Place Tile


def test_one_of_three_cities_is_placed_its_cubes_drawn_and_the_others_leave_the_game():
    state = position(PlacingOne(), DeliveringOne(), offer=(("Pittsburgh", "Boston", "Cleveland"), ()))
    after, told = go(state, "p1 place Pittsburgh 0,-1 n")
    assert after.city_offer == ()
    assert after.discarded == ("Boston", "Cleveland")
    assert len(after.goods["Pittsburgh"]) == 2
    assert TilesDiscarded(seat=1, tiles=("Boston", "Cleveland")) in told
    assert "Out of the game: Boston and Cleveland." in [GAME.narrate(event, name) for event in told]


def test_every_link_is_the_players():
    for seed in range(5):
        states, _ = whole_game(seed)
        assert {link.owner for link in states[-1].board.links} == {1}


def test_o4_a_match_is_forced_if_any_of_the_three_can_make_one():
    laid = ("Cleveland 0,0 n",)  # N blank, E B&O, S NYC, W NYC
    state = position(PlacingOne(), laid=laid, goods={}, offer=(("Spokane", "Detroit", "Billings"), ()))
    assert {line.split()[2] for line in offered(state)} == {"Detroit"}
    with pytest.raises(Refused, match="Blank against blank is allowed only when no tile of yours can match"):
        go(state, "p1 place Spokane 0,-1 s")


def test_o4_without_a_match_a_blank_edge_goes_against_a_blank_edge():
    laid = ("Cleveland 0,0 n",)
    state = position(PlacingOne(), laid=laid, goods={}, offer=(("Spokane", "Portland", "Billings"), ()))
    assert offered(state) == {"p1 place Spokane 0,-1 s"}
    after, _ = go(state, "p1 place Spokane 0,-1 s")
    assert after.board.links == ()
    assert len(after.goods["Spokane"]) == 1


def test_o4_if_nothing_fits_all_three_leave_the_game_and_it_is_told():
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
    after, told = go(state, "p1 draft UP")
    assert after.discarded[2:5] == ("Portland", "Billings", "Los Angeles")
    assert len(after.board.laid) == 2
    assert e.PlacementPassed(1, empty_handed=False) in told
    assert TilesDiscarded(seat=1, tiles=("Portland", "Billings", "Los Angeles")) in told


def test_a_city_that_is_not_on_offer_and_a_cell_that_is_taken_are_refused():
    state = position(PlacingOne(), offer=(("Pittsburgh", "Boston", "Cleveland"), ()))
    with pytest.raises(Refused, match="Denver is not on offer; the city tiles are Pittsburgh, Boston and Cleveland"):
        go(state, "p1 place Denver 0,-1 n")
    with pytest.raises(Refused, match="Chicago already lies there"):
        go(state, "p1 place Pittsburgh 0,1 n")
    with pytest.raises(Refused, match="Pittsburgh does not fit there"):
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
    after, told = go(state, "p1 deliver iron Chicago St._Louis")
    assert after.score[1] == 20 + scored
    assert after.delivered == (*cubes(progression), Goods.IRON)
    assert next(event.points for event in told if isinstance(event, e.Delivered)) == scored


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
    assert labels(state)[0].endswith("; the bag is empty")
    after, told = go(state, "p1 place Pittsburgh 0,-1 n")
    assert "Pittsburgh" not in after.goods
    assert e.GoodsDrawn("Pittsburgh", (), 2) in told


def test_o6_a_bag_with_one_cube_gives_one():
    last = {**dict.fromkeys(cubes("wood grain coal iron"), 0), Goods.COAL: 1}
    state = position(PlacingOne(), DeliveringOne(), offer=(("Pittsburgh", "Boston", "Cleveland"), ()), bag=last)
    assert labels(state)[0].endswith("; draw 1 cube")
    after, _ = go(state, "p1 place Pittsburgh 0,-1 n")
    assert after.goods["Pittsburgh"] == (Goods.COAL,)


@pytest.mark.parametrize(("value", "then"), [(0, 2), (6, 8), (8, 10), (9, 10), (10, 10)])
def test_o7_a_delivery_raises_the_stock_by_2_and_10_is_the_limit(value, then):
    values = {**dict.fromkeys(RAILROADS, 0), "IC": value}
    state = position(DeliveringOne(), value=values)
    after, told = go(state, "p1 deliver coal Chicago St._Louis")
    assert after.value == {**values, "IC": then}
    assert next(event.value for event in told if isinstance(event, e.Delivered)) == then


def test_o8_without_a_possible_delivery_the_progression_stays_and_the_turn_is_over():
    state = position(
        PlacingOne(),
        DeliveringOne(),
        laid=("Cleveland 0,0 n",),
        goods={"Cleveland": "wood"},
        offer=(("Spokane", "Portland", "Billings"), ()),
    )
    after, told = go(state, "p1 place Spokane 0,-1 s")
    assert e.DeliverySkipped(1) in told
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
    after, told = go(state, "p1 place Spokane 0,-1 s")
    assert e.DeliverySkipped(1) in told
    assert told[-1] == e.GameEnded("eleven-turns")
    assert after.turn == 11


def test_a_delivery_without_a_link_or_a_cube_is_refused():
    state = position(DeliveringOne())
    with pytest.raises(Refused, match="No iron lies on Chicago; there lies coal"):
        go(state, "p1 deliver iron Chicago St._Louis")
    with pytest.raises(Refused, match="No link joins Chicago and Washington; Chicago is linked to St. Louis"):
        go(state, "p1 deliver coal Chicago Washington")


# -- Turns, End Game Scoring, Rank


def test_there_are_eleven_turns_and_eleven_stock_tiles():
    for options in (PLAIN, CHALLENGE):
        states, told = whole_game(7, options)
        last = states[-1]
        assert [event.turn for event in told if isinstance(event, e.TurnBegan)] == list(range(1, 12))
        assert sum(last.stocks[1].values()) == 11
        assert GAME.ending(last) == "eleven-turns"
        assert GAME.headline(redact(last, 1)) == "Final scores after 11 turns"


def test_in_the_end_every_stock_tile_scores_its_railroads_value():
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
    assert {rank(score) for score in range(least, most + 1)} == {title}


def test_the_ranking_names_the_rank():
    state = position(DeliveringOne(), turn=11, ending="eleven-turns")
    after, _ = go(state, "p1 deliver grain Washington St._Louis")
    (place,) = GAME.ranking(msgspec.structs.replace(after, score={1: 66}))
    assert (place.seat, place.place, place.score, place.note) == (1, 1, 66, "Road Foreman of Engines")


# -- Solitaire Challenge


def challenge(first, *others):
    return position(LayingStart(), laid=(f"{first} 0,0 n",), goods={}, offer=(others, ()), turn=0, options=CHALLENGE)


def test_o10_the_first_random_city_lies_in_the_middle_and_the_player_lays_two_more():
    for state in starts(10, CHALLENGE):
        assert [(tile.at, tile.facing) for tile in state.board.laid] == [(Cell(0, 0), "n")]
        assert len(state.city_offer) == 2
        begun = first_turn(state)
        assert (len(begun.board.laid), begun.city_offer) == (3, ())
    assert len({state.board.laid[0].city for state in starts(10, CHALLENGE)}) > 5


def test_o10_a_city_that_can_match_must_be_laid_so_that_it_does():
    state = challenge("Charleston", "Boston", "Richmond")  # ACL; NYC; ACL and C&O
    lines = offered(state)
    assert {line.split()[2] for line in lines} == {"Richmond"}
    assert {line.split()[3] for line in lines} == {"0,-1", "0,1"}
    with pytest.raises(Refused, match="Boston does not fit there"):
        go(state, "p1 place Boston 1,0 n")
    after, _ = go(state, min(lines))
    assert [link.railroad for link in after.board.links] == ["ACL"]


def test_o10_without_a_match_a_city_lies_anywhere_beside_the_table_without_a_link():
    state = challenge("Charleston", "Boston", "Billings")
    lines = offered(state)
    assert {line.split()[3] for line in lines} == {"0,-1", "0,1", "-1,0", "1,0"}
    assert len(lines) == 4 * 4 + 4 * 2  # Billings looks the same upside down
    after, _ = go(state, "p1 place Billings 1,0 n")
    assert after.board.links == ()
    assert "Place Boston north of Charleston (N blank, E blank, S NYC, W NYC): no link" in labels(after)
    assert set(labels(after, "city")) == {"Boston: matches no railroad"}
    with pytest.raises(Refused, match="Boston must lie next to one of the 2 cities on the table"):
        go(after, "p1 place Boston 7,7 n")
    with pytest.raises(Refused, match="Denver is not one of your starting cities; left to lay: Boston"):
        go(after, "p1 place Denver 0,1 n")


def test_o10_a_city_that_matches_only_the_second_one_is_linked_to_it():
    state, _ = go(challenge("Charleston", "Boston", "Detroit"), "p1 place Boston 1,0 n")
    assert {line.split()[2] for line in offered(state)} == {"Detroit"}
    after, told = go(state, min(offered(state)))
    assert [link.railroad for link in after.board.links] == ["NYC"]
    supplied = next(event for event in told if isinstance(event, CitiesSupplied))
    assert supplied.cities == ("Charleston", "Boston", "Detroit")
    assert len(supplied.goods) == 3
    assert PhaseEnded("Starting City Tiles") in told


def test_o10_both_ways_to_lay_a_city_beside_the_table_agree_with_what_is_listed():
    state = challenge("Charleston", "Billings", "Portland")
    (decision,) = decisions(state)
    listed = list(decision.offers)
    assert len(listed) == len(set(listed)) == len(decision.offers)
    assert all(action in decision.offers for action in listed)
    assert not match_spots(state.board, "Billings")


def test_the_challenge_is_told():
    event = ChallengeDealt(cities=("Boston", "Denver", "Omaha"))
    assert GAME.narrate(event, name) == (
        "The starting cities of the Challenge are Boston, Denver and Omaha; Boston lies on the table."
    )


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
        GAME.new(RivalsOptions(**option), 1, 1)


def test_the_challenge_is_not_offered_to_several_players():
    with pytest.raises(Refused, match="for one player and there are 2"):
        GAME.new(CHALLENGE, 2, 1)


# -- nothing gets lost, nothing hidden is seen


def test_tiles_and_cubes_are_conserved_through_whole_games():
    for seed in range(6):
        for options in (PLAIN, CHALLENGE):
            states, _ = whole_game(seed, options)
            counts = [GAME.inventory(state) for state in states]
            assert all(count == counts[0] for count in counts)
            assert (counts[0]["city tiles"], counts[0]["stock tiles"]) == (37, 48)


def test_an_imagined_deal_holds_the_same_tiles_in_another_order():
    for state in whole_game(3)[0][1:-1:4]:
        imagined = GAME.imagine(redact(state, 1), seeded(9))
        assert sorted(imagined.city_pile.open()) == sorted(state.city_pile.open())
        assert sorted(imagined.stock_pile.open()) == sorted(state.stock_pile.open())
        assert imagined.stock_pile.open() != state.stock_pile.open()
        assert redact(imagined, 1) == redact(state, 1)


# -- words


def test_a_delivery_says_its_points_the_stock_and_what_the_next_one_scores():
    state = position(DeliveringOne(), value={**dict.fromkeys(RAILROADS, 0), "B&O": 2}, goods={"Washington": "iron"})
    assert labels(state) == [
        "Deliver iron from Washington to St. Louis: 3 points (3 different colors to the left); B&O rises by 2 to 4; "
        "the next delivery scores 4"
    ]
    assert labels(state, "goods") == ["iron: 3 points (3 different colors to the left); the next delivery scores 4"]
    assert labels(state, "to") == ["St. Louis: B&O rises by 2 to 4"]


def test_in_the_last_turn_no_next_delivery_is_spoken_of_and_a_stock_at_10_stays():
    values = {**dict.fromkeys(RAILROADS, 0), "B&O": 10}
    state = position(DeliveringOne(), turn=11, value=values, goods={"Washington": "iron"})
    assert labels(state) == [
        "Deliver iron from Washington to St. Louis: 3 points (3 different colors to the left); "
        "B&O stays at 10, the limit"
    ]


def test_a_stock_tile_says_what_it_is_worth_and_what_promises_more():
    values = {**dict.fromkeys(RAILROADS, 0), "B&O": 4}
    state = position(DrawingStocks(), offer=((), ("B&O", "UP", "NP")), value=values, stocks={1: {"B&O": 2}})
    assert labels(state)[0] == "Take B&O stock, Baltimore & Ohio: worth 4 now, 1 link, you own 2"


@pytest.mark.parametrize(
    ("phase", "words", "topic"),
    [
        (Arranging(), "Set-up · put the first cubes in order", "Starting City Tiles"),
        (DrawingStocks(), "Turn 2 of 11 · take a stock", "Draw Stock Tiles"),
        (PlacingOne(), "Turn 2 of 11 · place a city", "Place Tile"),
        (DeliveringOne(), "Turn 2 of 11 · deliver a good", "Deliver a Goods Cube"),
    ],
)
def test_the_headline_and_the_rules_begin_with_the_present_phase(phase, words, topic):
    offers = {DrawingStocks: ((), ("UP",) * 3), PlacingOne: (("Boston", "Pittsburgh", "Omaha"), ())}
    turn = 0 if isinstance(phase, Arranging) else 2
    view = redact(position(phase, offer=offers.get(type(phase), ((), ())), turn=turn), 1)
    assert GAME.headline(view) == words
    topics = [topic for topic, _ in GAME.help(view)]
    assert topics[0] == topic
    assert len(topics) == len(set(topics))
    assert not {"Bid for Turn Order", "Draft Tiles", "Game End & Scoring"} & set(topics)


def test_pictures_follow_placing_and_delivering_and_not_every_question():
    _, told = whole_game(2)
    headings = Counter(event.phase for event in told if isinstance(event, PhaseEnded))
    assert headings == {"Starting City Tiles": 1, "Place Tile": 11, "Deliver a Goods Cube": 11}


# -- computer players


def test_the_greedy_player_ranks_far_above_the_random_one():
    for options in (PLAIN, CHALLENGE):
        mean = {
            policy: report(GAME, tuple(play_games(GAME, options, (policy,), 1, 20))).scores[policy]
            for policy in ("greedy", "random")
        }
        assert mean["greedy"] > mean["random"] + 25
