"""RB 6th Player Content, RB Game End, and combined modules; rulings X1 to X4, F1 to F5, Modules."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.agents.policies import QUICK_POLICIES
from engine.core import decisions, play, redact, rng_from_seed
from engine.games.railroad_rivals.game_data import components
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.games.railroad_rivals.game_data.printed_data import (
    BASE_CITIES,
    CITY_TILES,
    NEW_ENGLAND,
    RAILROADS,
    City,
    Goods,
)
from engine.games.railroad_rivals.phases.turns import BiddingPhase, DeliveringPhase, PlacingPhase
from engine.games.railroad_rivals.robber_baron.events import SizeScored
from engine.games.railroad_rivals.robber_baron.last_turn import ExtraDelivery
from engine.games.railroad_rivals.state.board import matching_spots
from engine.games.railroad_rivals.state.events import Delivered, LastTurnCame, StocksScored
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from tests.games.railroad_rivals.table import GAME, board, go, offered, pile, table

TWO_ROADS = ("St. Louis 0,0 n", "Washington 1,0 s")  # B&O
SWITCHES = ("new_england", "buildings", "advanced", "shenanigans", "extra_delivery", "railroad_size")
BASE, FULL = GAME.options.presets().values()


def name(seat):
    return ["Ada", "Ben", "Cleo", "Dov"][seat - 1]


def start(seats=6, options=None, seed=1):
    return GAME.new_game(options or RivalsOptions(), seats, seed)[0]


def city_tiles(state):
    in_hands = [city for hand in state.hand.values() for city in hand.open()]
    on_offer = [lot.tile for lot in state.city_offer]
    on_table = [tile.city for tile in state.board.laid]
    return {*in_hands, *on_offer, *on_table, *state.city_pile.open(), *state.removed.open()}


def stock_tiles(state):
    return Counter([*state.stock_pile.open(), *(lot.tile for lot in state.stock_offer)])


def last_turn(*, modules=("extra_delivery",), goods="wood wood wood wood", **more):
    fields = {
        "flow": (*table().flow[:1], DeliveringPhase()),
        "laid": TWO_ROADS,
        "goods": {"Washington": goods},
        "ending": "last-city",
        "seats": 2,
        "modules": modules,
    }
    return table(**(fields | more))


def deliver(*seats):
    return [f"p{seat} deliver wood Washington St._Louis" for seat in seats]


# -- six players


def test_x1_six_players_have_the_cubes_of_five_and_ten_white_ones():
    state = start()
    cubes = Counter(state.bag) + Counter(state.goods[state.board.laid[0].city])
    assert cubes == {Goods.WOOD: 12, Goods.GRAIN: 6, Goods.COAL: 10, Goods.IRON: 6, Goods.MAIL: 10}
    assert sum(cubes.values()) == 44


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_white_cubes_are_for_six_players_only(seats):  # RB White Goods Cubes
    assert Goods.MAIL not in start(seats, FULL).bag


def test_six_players_have_the_tiles_and_stocks_of_the_thirteenth_railroad():  # RB 6th Player Content
    state = start()
    assert city_tiles(state) >= set(NEW_ENGLAND)
    assert len(NEW_ENGLAND) == 7
    assert stock_tiles(state) == dict.fromkeys((*RAILROADS, "NYNH&H"), 4)
    assert state.value["NYNH&H"] == 0


def test_x2_new_england_is_optional_with_fewer_players():
    without, with_them = start(4), start(4, RivalsOptions(new_england=True))
    assert not city_tiles(without) & set(NEW_ENGLAND)
    assert "NYNH&H" not in without.value
    assert city_tiles(with_them) >= set(NEW_ENGLAND)
    assert stock_tiles(with_them)["NYNH&H"] == 4


def test_x2_two_players_have_three_stock_tiles_of_the_new_haven():
    assert stock_tiles(start(2, RivalsOptions(new_england=True))) == dict.fromkeys((*RAILROADS, "NYNH&H"), 3)


def test_x3_the_old_boston_and_new_york_leave_the_game():
    for state in (start(), start(3, RivalsOptions(new_england=True))):
        assert city_tiles(state) == (set(BASE_CITIES) - {"Boston", "New York"}) | set(NEW_ENGLAND)
        assert len(city_tiles(state)) == 42


def test_only_the_new_tiles_have_the_new_railroad():  # RB Northeastern U.S. City Tiles
    assert all("NYNH&H" in CITY_TILES[city].edges for city in NEW_ENGLAND)
    assert not any("NYNH&H" in CITY_TILES[city].edges for city in BASE_CITIES)
    assert matching_spots(board("New Haven 0,0 n"), City("Hartford"))


def test_x4_six_players_need_no_other_module():
    assert components.module_names_in_play(RivalsOptions(), 6) == ("new_england",)


def test_six_players_start_with_6_to_16_points_in_turn_order():  # RB 6th Player Content; R Starting Scores
    state = start()
    assert [state.score[seat] for seat in state.order] == [6, 8, 10, 12, 14, 16]


# -- extra delivery


def test_f1_every_turn_before_the_last_one_has_one_delivery_phase():
    assert [ExtraDelivery().count_delivery_phases(last_turn(ending=ending)) for ending in ("", "last-city")] == [1, 2]


def test_f1_the_last_turn_has_two_delivery_phases_and_colors_start_again():
    state, events = go(last_turn(), *deliver(1, 2))
    assert [event.points for event in events if isinstance(event, Delivered)] == [3, 2]
    assert state.flow[-1] == DeliveringPhase(time=2)
    assert state.delivered == ()
    _, events = go(state, *deliver(1, 2))
    assert [event.points for event in events if isinstance(event, Delivered)] == [3, 2]


def test_f1_the_cubes_of_the_first_phase_are_in_the_bag_before_the_second():
    before = last_turn()
    state, _ = go(before, *deliver(1, 2))
    assert state.bag[Goods.WOOD] == before.bag[Goods.WOOD] + 2


def test_the_last_turn_has_no_third_delivery_phase():  # RB Extra Delivery
    state, _ = go(last_turn(goods="wood " * 9), *deliver(1, 2, 1, 2))
    assert not state.flow


def test_without_the_module_the_last_turn_has_one_phase():
    state, _ = go(last_turn(modules=()), *deliver(1, 2))
    assert not state.flow


def test_the_status_line_names_the_extra_delivery():
    first = last_turn()
    second, _ = go(first, *deliver(1, 2))
    assert GAME.text.status_line(redact(first, None)).endswith(" · Deliver a good")
    assert GAME.text.status_line(redact(second, None)).endswith(" · Extra delivery")


def test_f2_a_turn_that_is_not_the_last_has_one_phase():
    state, _ = go(last_turn(ending=""), *deliver(1, 2))
    assert isinstance(state.flow[-1], BiddingPhase)


def test_f2_the_last_turn_is_known_when_all_have_placed():
    state = last_turn(
        flow=(*table().flow[:1], DeliveringPhase(), PlacingPhase()),
        hands={1: ("Pittsburgh",), 2: ("Boston", "Norfolk")},
        laid=("St. Louis 0,0 n", "Washington 1,0 s"),
        ending="",
        city_pile_out=True,
        city_pile=pile(),
    )
    line = next(line for line in sorted(offered(state)) if "Pittsburgh" in line)
    state, events = go(state, line)
    assert LastTurnCame(1) in events
    while isinstance(state.flow[-1], PlacingPhase):
        state, _ = go(state, min(offered(state)))
    times = []
    while state.flow:
        times.append(state.flow[-1].time)
        state, _ = go(state, min(offered(state)))
    assert times == [1, 1, 2, 2]


def test_f2_the_last_turn_after_a_standstill_has_two_phases():
    fields = {
        "flow": (*table().flow[:1], DeliveringPhase(), PlacingPhase()),
        "city_pile_out": True,
        "city_pile": pile(),
    }
    state = last_turn(ending="", **fields)
    assert state.ending == "standstill"
    state, _ = go(state, *deliver(1, 2))
    assert state.flow[-1].time == 2


# -- railroad size and stock track


def test_f3_each_link_scores_a_point_even_of_a_railroad_out_of_business():
    state = table(
        flow=table().flow[:1],
        laid=(*TWO_ROADS, "Chicago 0,1 s"),
        by=3,
        ending="last-city",
        modules=("railroad_size",),
        baron=ExpansionState(ruined=("IC",)),
    )
    assert state.score == {1: 20, 2: 20, 3: 22, 4: 20}


def test_f3_links_score_nothing_without_the_module():
    one_tile = {"flow": table().flow[:1], "ending": "last-city"}
    assert set(table(modules=("railroad_size",), **one_tile).score.values()) == {20}
    assert set(table(laid=TWO_ROADS, **one_tile).score.values()) == {20}


def test_f4_the_order_of_final_scoring_does_not_matter_for_the_total():
    values = dict.fromkeys(table().value, 0) | {"UP": 7}
    last = table(
        flow=table().flow[:1],
        laid=TWO_ROADS,
        by=2,
        modules=("railroad_size",),
        stocks={1: {}, 2: {"UP": 2}, 3: {}, 4: {}},
        value=values,
        ending="last-city",
    )
    assert last.score[2] == 20 + 1 + 14
    assert last.score[2] == 20 + last.stock_worth(2) + len(last.board.links)


def test_f4_a_tie_is_decided_by_stocks():
    tied = table(
        flow=table().flow[:1],
        laid=TWO_ROADS,
        by=2,
        modules=("railroad_size",),
        score={1: 15, 2: 15, 3: 0, 4: 0},
        stocks={1: {"UP": 1}, 2: {}, 3: {}, 4: {}},
        value=dict.fromkeys(table().value, 0) | {"UP": 1},
        ending="last-city",
    )
    first, second = GAME.rules.ranking(tied)[:2]
    assert (first.seat, second.seat, first.score, second.score) == (1, 2, 16, 16)


def test_f5_a_value_can_exceed_15():
    state = last_turn(value=dict.fromkeys(table().value, 15), ending="")
    after, _ = go(state, *deliver(1))
    assert after.value["B&O"] == 16


def test_railroad_size_is_narrated_before_the_stocks():
    state, events = go(last_turn(modules=("railroad_size",)), *deliver(1, 2))
    final = [event for event in events if isinstance(event, SizeScored | StocksScored)]
    assert [type(event).__name__ for event in final] == ["SizeScored"] * 2 + ["StocksScored"] * 2
    assert GAME.text.event_sentence(final[0], name) == "Ada scored 1 point for 1 link."
    assert final[2].total == state.score[1]


# -- modules


def test_modules_there_is_a_switch_for_each_and_none_turns_on_another():
    for switch in SWITCHES:
        assert components.module_names_in_play(RivalsOptions(**{switch: True}), 4) == (switch,)
    assert components.module_names_in_play(RivalsOptions(), 4) == ()


def test_modules_the_presets_are_the_base_game_and_everything():
    assert RivalsOptions() == BASE
    assert FULL.bidding == "whole-order"
    assert {switch for switch in SWITCHES if getattr(FULL, switch)} == set(SWITCHES) - {"new_england"}
    assert len(components.module_names_in_play(FULL, 5)) == 5
    assert len(components.module_names_in_play(FULL, 6)) == 6


@pytest.mark.parametrize("switch", SWITCHES)
def test_modules_are_explained_only_at_their_tables(switch):
    explained = {topic for topic, _ in GAME.text.help(redact(start(4, RivalsOptions(**{switch: True})), None))}
    plain = {topic for topic, _ in GAME.text.help(redact(start(4), None))}
    assert explained > plain


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("options", [*(RivalsOptions(**{switch: True}) for switch in SWITCHES), FULL])
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_games_with_all_modules_end_and_conserve_components(seats, options, player):
    state, rng = start(seats, options, seed=seats), rng_from_seed(seats)
    pieces = GAME.rules.count_components(state)
    for _ in range(GAME.max_actions):
        if not (questions := decisions(state)):
            break
        question = questions[0]
        action, rng = QUICK_POLICIES[player](GAME, redact(state, question.seat), question, rng)
        state, _ = play(state, action)
        assert GAME.rules.count_components(state) == pieces
        assert Counter(state.stock_pile.open()) == +Counter(state.count_unseen_stocks())
    assert not state.flow
    assert GAME.rules.ending(state) in GAME.endings


def test_the_estimated_number_of_turns_is_right_for_six_players():  # rulings, length of a game
    assert start(6).turn_estimate == 6
    assert start(6, FULL).turn_estimate == 7


@pytest.mark.parametrize(("turn", "ending", "left"), [(1, "", 5), (5, "", 1), (6, "", 0), (7, "", 0), (1, "early", 0)])
def test_the_number_of_remaining_turns_is_never_negative(turn, ending, left):
    assert replace(start(6), turn=turn, ending=ending).remaining_turns == left


def test_a_game_with_unplaced_tiles_may_be_shorter_than_estimated():
    assert GAME.text.status_line(redact(start(4), None)) == "Turn 1 of 9 · First pick"
    assert (
        GAME.text.status_line(redact(start(4, RivalsOptions(advanced=True)), None)) == "Turn 1 of about 9 · First pick"
    )


# -- bidding


def test_b10_with_robber_baron_the_last_player_bids_first_from_turn_2_on():
    first = start(4, FULL)
    assert (first.turn, type(first.flow[-1]).__name__) == (1, "DraftingPhase")
    state = table(flow=(*table().flow[:1], BiddingPhase.start((3, 1, 4, 2))), order=(3, 1, 4, 2), bidding="whole-order")
    assert [decision.seat for decision in decisions(state)] == [2]


def test_b11_bidding_for_the_whole_order_is_an_option_of_its_own():
    assert RivalsOptions(buildings=True, advanced=True).bidding == "first-place"
    assert components.module_names_in_play(RivalsOptions(bidding="whole-order"), 4) == ()
