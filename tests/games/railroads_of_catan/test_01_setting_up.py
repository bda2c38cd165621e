"""RC Game Setup: the draft, the supplies and the decks; rulings 7 to 15."""

from collections import Counter

import msgspec
import pytest

from engine.core import PhaseEnded, is_revealing, redact
from engine.errors import Refused
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.game_data.pieces import EVENT_CARD_COUNTS
from engine.games.railroads_of_catan.phases import DraftPhase
from engine.games.railroads_of_catan.state.actions import ACTIONS
from engine.games.railroads_of_catan.state.events import CityFounded, IslandLaid, PlansSaid
from engine.store.event_comparison import compare_events
from tests.games.railroads_of_catan.table import (
    LAYOUT,
    can,
    events_of,
    go,
    offered,
    premove_lines,
    refusal,
    seats_asked,
    table,
)


def drafting(seats=4, first=1, seed=1):
    """The state at the first decision of a game on the example island."""
    begun, _ = GAME.new_game(CatanOptions(), seats, seed)
    return msgspec.structs.replace(begun, layout=LAYOUT, first=first)


def drafted(state):
    """Let all seats take the first offered hex; returns the seats that were asked, with the dots."""
    order = []
    while isinstance(state.flow[-1], DraftPhase):
        (seat,) = seats_asked(state)
        line = offered(state, seat)[0]
        order.append((seat, LAYOUT.dots_of(line.split()[1])))
        state, _ = go(state, f"p{seat} {line}")
    return state, order


def test_each_round_of_the_draft_begins_one_seat_further_on():
    _, order = drafted(drafting())
    assert order == [
        (1, 5), (2, 5), (3, 5), (4, 5), (2, 4), (3, 4), (4, 4), (1, 4),
        (3, 3), (4, 3), (1, 3), (2, 3), (4, 2), (1, 2), (2, 2), (3, 2),
    ]  # fmt: skip


def test_island_is_posted_after_each_round_of_the_draft():
    state, shown_after, cities = drafting(), [], 0
    while isinstance(state.flow[-1], DraftPhase):
        (seat,) = seats_asked(state)
        state, events = go(state, f"p{seat} {offered(state, seat)[0]}")
        cities += 1
        shown_after += [(cities, event.phase) for event in events if isinstance(event, PhaseEnded)]
    assert shown_after == [(4, "Game Setup"), (8, "Game Setup"), (12, "Game Setup"), (16, "Game Setup")]


def test_game_stored_before_rounds_were_posted_is_equal():
    state, _ = go(drafting(), "p1 pick H33", "p2 pick H01", "p3 pick H30")
    _, events = go(state, "p4 pick H06")
    stored = tuple(event for event in events if not isinstance(event, PhaseEnded))
    assert len(stored) < len(events)
    assert compare_events(stored, events) == "worded"


def test_with_three_players_the_fourth_round_begins_where_the_first_did():
    _, order = drafted(drafting(seats=3, first=2))
    assert [seat for seat, _ in order] == [2, 3, 1, 3, 1, 2, 1, 2, 3, 2, 3, 1]


def test_ruling_7_city_is_at_the_center_of_its_hex():
    state, events = go(drafting(), "p1 pick H33")
    assert state.cities["H33"].seat == 1
    assert events_of(events, CityFounded) == [CityFounded(1, "H33", 5)]


def test_ruling_8_a_good_may_be_chosen_again():
    state, _ = go(drafting(), "p1 pick H33", "p2 pick H01", "p3 pick H30", "p4 pick H06")
    state, _ = go(state, "p2 pick H27", "p3 pick H29", "p4 pick H02")
    assert can(state, "p1 pick H32")  # wood, as in H33


def test_ruling_9_with_three_players_four_hexes_stay_empty():
    state, _ = drafted(drafting(seats=3))
    assert len(state.cities) == 12
    assert all(len([hex for hex in LAYOUT.hexes_with_dots(dots) if hex in state.cities]) == 3 for dots in (5, 4, 3, 2))


def test_ruling_9_slips_are_made_for_founded_cities_only():
    for seats, copies in ((4, 7), (3, 9)):
        state, _ = drafted(drafting(seats))
        slips = Counter((*state.slips.open(), *(order.city for order in state.orders)))
        assert slips == dict.fromkeys(state.cities, copies)


def test_ruling_10_the_first_seat_is_drawn():
    firsts = set()
    for seed in range(12):
        state, events = GAME.new_game(CatanOptions(), 4, seed)
        (laid,) = events_of(events, IslandLaid)
        assert seats_asked(state) == [laid.order[0]]
        firsts.add(laid.order[0])
    assert firsts == {1, 2, 3, 4}


def test_ruling_11_used_slips_are_shuffled_when_there_are_no_more():
    state = table()
    state = msgspec.structs.replace(state.shuffle_slips(()), used_slips=("H01", "H02", "H33"))
    state, city = state.draw_slip()
    assert city in ("H01", "H02", "H33")
    assert (state.slips.size, state.used_slips) == (2, ())


def test_ruling_11_used_goods_are_shuffled_when_there_are_no_more():
    state = table()
    cards = state.goods.open()
    state = msgspec.structs.replace(state, goods=msgspec.structs.replace(state.goods, value=(), size=0))
    state, good = msgspec.structs.replace(state, used_goods=cards).draw_good()
    assert Counter((good, *state.goods.open())) == Counter(cards)
    assert state.used_goods == ()


def test_ruling_12_money_is_open_and_everybody_has_15000():
    state = drafting()
    assert redact(state, None).state.cash == dict.fromkeys((1, 2, 3, 4), 15_000)


def test_everybody_has_15_rails_and_5_train_segments():
    state = drafting()
    assert [state.remaining_rails(1), state.remaining_segments(1)] == [15, 5]


def test_seven_of_thirteen_event_cards_are_played():
    assert sum(EVENT_CARD_COUNTS.values()) == 13
    assert drafting().event_deck.size == 7


def test_ruling_14_no_offer_leads_into_debt():
    state, _ = drafted(drafting())
    for seat in seats_asked(state):
        assert not can(state, f"p{seat} bid {state.cash[seat] + 100}")
    assert "15,000" in refusal(state, "p1 bid 15100")


def test_ruling_15_there_is_no_way_to_trade_or_to_give():
    assert {kind.__name__ for kind in ACTIONS}.isdisjoint({"Trade", "Give", "Pay", "Lend"})


@pytest.mark.parametrize("seats", [2, 5])
def test_it_is_for_three_or_four_players(seats):
    with pytest.raises(Refused, match=f"3 or 4 players, not {seats}"):
        GAME.new_game(CatanOptions(), seats, 1)


# -- refusals


@pytest.mark.parametrize(
    ("hex", "why"),
    [
        ("V01", "V01 isn’t a hex"),
        ("H3", "H3 isn’t a hex"),
        ("H99", "H99 isn’t a hex"),
        ("H32", "H32: the hex has 4 dots"),
        ("H08", "H08: the hex has no dots"),
        ("H33", "it already has one"),
    ],
)
def test_refusal_of_a_hex_lists_the_free_hexes(hex, why):
    state, _ = go(drafting(), "p1 pick H33")
    assert why in refusal(state, f"p2 pick {hex}")
    assert "H01, H06, H30" in refusal(state, f"p2 pick {hex}")


def test_other_actions_are_refused_while_cities_are_founded():
    assert "You can only found a city now" in refusal(drafting(), "p1 done")


# -- ranked hexes


def test_seat_that_ranked_a_free_hex_is_not_asked():
    state, events = go(drafting(), "p2 prefer H01>H30>H02", "p1 pick H33")
    assert seats_asked(state) == [3]
    assert CityFounded(2, "H01", 5) in events
    assert state.cities["H01"].seat == 2


def test_move_before_a_used_ranking_cannot_be_undone():
    before, _ = go(drafting(), "p2 prefer H01>H30>H02")
    after, events = go(before, "p1 pick H33")
    assert is_revealing(before, after, events, 1)
    assert after.plans[2].open().wishes == ("H30", "H02")


def test_next_ranked_hex_is_used_if_the_first_is_taken():
    state, _ = go(drafting(), "p2 prefer H33>H30", "p1 pick H33")
    assert state.cities["H30"].seat == 2


def test_seat_without_a_free_ranked_hex_is_asked():
    state, _ = go(drafting(), "p2 prefer H33", "p1 pick H33")
    assert seats_asked(state) == [2]


def test_all_cities_are_founded_at_once_if_all_seats_ranked_hexes():
    ranking = ">".join(hex for dots in (5, 4, 3, 2) for hex in LAYOUT.hexes_with_dots(dots))
    state, _ = go(drafting(), *(f"p{seat} prefer {ranking}" for seat in (2, 3, 4)))
    late = ranking[16:]  # of five dots it is being asked already
    state, _ = go(state, f"p1 prefer {late}", "p1 pick H06")
    assert len(state.cities) == 16
    assert not isinstance(state.flow[-1], DraftPhase)


def test_seat_to_move_cannot_rank_hexes_for_the_current_city():
    assert not can(drafting(), "p1 prefer H33")
    assert can(drafting(), "p1 prefer H32")


def test_ranking_needs_different_free_hexes():
    state, _ = go(drafting(), "p1 pick H33")
    assert not can(state, "p3 prefer H33")
    assert not can(state, "p3 prefer H01>H01")
    assert not can(state, "p3 prefer H08")
    assert can(state, "p3 prefer H01>H32>H09")


def test_listed_rankings_append_one_hex():
    state, _ = go(drafting(), "p3 prefer H33")
    assert "prefer H33>H01" in premove_lines(state, 3)
    assert "prefer H01" not in premove_lines(state, 3)


def test_complete_ranking_lists_each_hex_in_front():
    state, _ = go(drafting(), "p1 pick H33", "p2 pick H01")
    every = [hex for dots in (5, 4, 3, 2) for hex in LAYOUT.hexes_with_dots(dots) if hex not in ("H33", "H01")]
    state, _ = go(state, f"p4 prefer {'>'.join(every)}")
    others = [hex for hex in every if hex != "H09"]
    assert f"prefer {'>'.join(('H09', *others))}" in premove_lines(state, 4)


def test_ranking_is_visible_to_its_seat_only():
    before = drafting()
    after, events = go(before, "p3 prefer H33")
    (said,) = events_of(events, PlansSaid)
    assert said.to == {3}
    for seat in (None, 1, 2, 4):
        assert redact(after, seat) == redact(before, seat)
    assert redact(after, 3).state.plans[3].value.wishes == ("H33",)


def test_ranking_can_be_canceled():
    state, _ = go(drafting(), "p2 prefer H01", "p2 forget", "p1 pick H33")
    assert seats_asked(state) == [2]
    assert not can(state, "p2 forget")


def test_hexes_cannot_be_ranked_after_the_draft():
    state, _ = drafted(drafting())
    assert premove_lines(state, 1)
    assert not any(line.startswith("prefer") for line in premove_lines(state, 1))


def test_ruling_9_there_are_no_slips_before_the_cities_are_founded():
    assert drafting().slips.size == 0
