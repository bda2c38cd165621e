"""Labels of choices: places, prices, and the whole bill of a trip before it is confirmed."""

import pytest

from engine.core import decisions, play, read_action, redact
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark as Marked
from engine.games.railroads_of_catan.phases import BiddingPhase, BuyingPhase, MaintenancePhase, RunsPhase
from engine.games.railroads_of_catan.search.build_paths import full_build_paths, whole_path_cost
from engine.games.railroads_of_catan.state.state import SeatPlans
from tests.games.railroads_of_catan.table import GAME, go, premove_lines, table
from tests.games.railroads_of_catan.table import words as told_words

OPEN = {1: "H22-V55", 4: "V55-H28"}


def name(seat):
    return ("Ada", "Ben", "Cleo", "Dan")[seat - 1]


def says(state, line, field=""):
    action = read_action(line, GAME.actions)
    return GAME.text.label(redact(state, action.seat), action, field, name)


# -- free tracks


def test_price_of_a_path_includes_free_tracks():
    line = "p1 toward H24 H32-V68-V61-V53-V45"
    assert says(table(), line, "city").endswith(": 5 tracks for $6,000 in total")
    assert says(table(event="surplus"), line, "city").endswith(": 5 tracks for $4,000 in total (2 free)")


def test_path_of_free_tracks_is_free():
    near = table(event="surplus", tracks={1: "H33-V75"})
    assert says(near, "p1 toward H32 V75-H32", "city").startswith("Your 4-dot city (wood): 1 track for free")
    assert says(table(tracks={1: "H33-V75"}), "p1 toward H32 V75-H32", "city").startswith(
        "Your 4-dot city (wood): 1 track for $1,000"
    )


@pytest.mark.parametrize("associate", ["crew", "engineer"])
def test_price_of_a_path_is_its_real_cost(associate):
    state = table(event="surplus", associates={1: associate})
    offers = [a for d in decisions(state) for a in d.offers if type(a).__name__ == "Toward"]
    whole = [way for way in full_build_paths(state, 1) if any(a.path.lines == (way.points,) for a in offers)]
    for way in whole:
        cost, _, _ = whole_path_cost(state, state.flow[-1], way)
        after, _ = play(state, next(a for a in offers if a.path.lines == (way.points,)))
        assert state.cash[1] - after.cash[1] == cost
    assert len(whole) > 3


# -- the set-up, upkeep, bids, associates


def test_label_of_a_hex_has_good_number_and_distance():
    state, _ = GAME.new_game(GAME.options(), 4, 1)
    first = decisions(state)[0]
    words = says(state, f"p{first.seat} pick {first.offers[0].hex}", "hex")
    layout, hex = state.layout, first.offers[0].hex
    assert words.startswith(f"{hex} ({layout.good_of(hex)}, number {layout.chit_of(hex)}): rivals pay $")
    assert "tracks from" not in words
    assert says(state, f"p{first.seat} pick {hex}") == f"Found a city at {words}"
    assert says(table(), "p1 pick H27", "hex").endswith(", 2 tracks from your 2-dot city")


def test_label_of_a_ranking_lists_the_hexes_in_order():
    assert says(table(), "p1 prefer H33>H28", "hexes") == "H33, then H28"
    assert says(table(), "p1 prefer H33>H28>H01") == (
        "Rank H33, then H28, then H01: you take the first free one on your turn"
    )


def test_label_of_a_ranking_names_the_new_or_moved_hex():
    state = table(said={1: SeatPlans(wishes=("H08", "H10"))})
    assert says(state, "p1 prefer H08>H10>H33", "hexes") == "H33 (wood, 5 dots) as choice 3"
    assert says(state, "p1 prefer H33>H08>H10", "hexes") == "H33 (wood, 5 dots) as choice 1"


def test_label_of_a_mark_has_upkeep_reserve_and_effect_without_bid():
    state = table(tracks={1: "H33-V75, H28-V55"}, trains={1: ["H33 large wood"]})
    line = "p1 mark H28-V55 remove 500"
    assert says(state, line, "item") == "Mountain track from your 2-dot city to V55: upkeep $200"
    assert says(state, line, "otherwise") == "Remove it"
    assert says(state, "p1 mark H28-V55 pay 500", "otherwise") == "Pay its upkeep of $200"
    assert says(state, line, "reserve") == "$500: you must accept any bid over $1,000"
    assert says(state, line) == (
        "Give up mountain track from your 2-dot city to V55: sell for $500 or more, pay $200 "
        "upkeep on lower bids, remove it if no one bids"
    )
    assert says(state, "p1 mark H28-V55 remove 100").endswith("for $100 or more, remove it if no one bids")
    assert says(state, "p1 mark train-1 pay 500", "item") == (
        "Train 1 (large) in your 5-dot city, carrying 1 wood: upkeep $800"
    )
    assert says(state, "p1 keep H33-V75") == "Keep plain track from your 5-dot city to V75: $100 upkeep"


def test_label_of_giving_up_has_the_saved_upkeep():
    state = table(MaintenancePhase(), cash={1: 0}, tracks={1: "H33-V75"})
    line = "p1 release H33-V75"
    assert says(state, line).startswith(
        "Give up plain track from your 5-dot city to V75: saves $100 upkeep, then you can pay the rest"
    )
    assert says(state, line, "item") == (
        "Plain track from your 5-dot city to V75: upkeep $100, then you can pay the rest"
    )
    more = table(MaintenancePhase(), cash={1: 150}, tracks={1: "H33-V75-H32"}, trains={1: ["H33"]})
    assert says(more, line, "item").endswith("upkeep $100, then $450 still missing")
    after, _ = go(more, line)
    assert says(after, "p1 release H32-V75", "item").endswith("upkeep $100, then $350 still missing")
    assert says(more, "p1 release train-1", "item").endswith("upkeep $500, then $50 still missing")


def test_reserve_below_the_lowest_bid_is_shown_as_that_bid():
    state = table(BuyingPhase(), tracks={1: "H33-V75"})
    assert "sell for $100 or more" in says(state, "p1 mark H33-V75 remove 0")
    assert "sell H33-V75 for $100 or more" in told_words(go(state, "p1 mark H33-V75 remove 0")[1])[0]


def test_label_of_an_offer_has_payment_and_remaining_cash():
    state, _ = go(table(BuyingPhase(), tracks={1: "H33-V75"}), "p1 mark H33-V75 remove 100")
    line = "p2 offer 1 H33-V75 300"
    assert says(state, line, "owner") == "Ada"
    assert says(state, line, "item") == "Plain track from Ada’s 5-dot city to V75: list price $1,000"
    assert says(state, line, "amount") == "$300"
    assert says(state, line) == (
        "Bid $300 on Ada’s plain track from Ada’s 5-dot city to V75: if you win, also pay $100 upkeep, $14,600 left"
    )


def test_labels_of_bids_and_associates_have_costs_and_effects():
    state = table(BiddingPhase())
    assert says(state, "p1 bid 500", "amount") == "$500"
    assert says(state, "p1 bid 500") == "Bid $500: $14,500 left"
    only_first = table(BiddingPhase(), options={"pays": "first"})
    assert says(only_first, "p1 bid 900") == "Bid $900: you pay only if you go first"
    line = "p1 rank engineer crew banker union"
    assert says(state, line, "first") == "Engineer: all track at half price"
    assert says(state, line) == "Rank Engineer, Construction Crew, Banker, Union Manager"


# -- building


def test_label_of_track_has_ends_kind_price_and_remaining_cash():
    assert says(table(), "p1 lay H33-V75", "path") == "Your 5–V75 (1 plain track) for $1,000"
    assert says(table(), "p1 lay H28-V55") == "Lay your 2–V55 (1 mountain track) for $2,000: $13,000 left"
    fee = says(table(), "p1 lay H32-V68-H27")
    assert fee == "Lay your 4–V68–Dan’s 4 (2 plain tracks) for $2,000 and $1,000 to Dan: $12,000 left"
    assert says(table(associates={1: "engineer"}), "p1 lay H33-V75", "path") == "Your 5–V75 (1 plain track) for $500"
    assert says(table(event="surplus"), "p1 lay H33-V75", "path") == "Your 5–V75 (1 plain track) for free"


def test_label_of_a_path_has_the_whole_cost_and_the_cost_now():
    line = "p1 toward H01 H32-V68-V61-V53"
    assert says(table(), line, "city") == (
        "Ben’s 5-dot city (wood): 10 tracks for $13,000 in total, $3,000 now, also toward Dan’s 2-dot city and "
        "Dan’s 5-dot city"
    )
    assert says(table(), line, "path").endswith("(1 coast and 2 plain tracks) for $3,000: 7 tracks to go")
    assert "to go" not in says(table(), "p1 toward H27 H32-V68-H27")


def test_label_of_connecting_the_last_city_says_that_the_game_ends():
    state = table(tracks={1: "H33-V75-H32, H33-V76-H28"})
    assert "the game ends" not in says(state, "p1 lay H28-V55")
    assert says(state, "p1 lay H28-V55-H22").endswith(" left, connects all your cities: the game ends after this turn")


def test_labels_of_trains_have_their_prices():
    state = table(trains={1: ["H33 wood"]})
    assert says(state, "p1 train H32", "city") == "Your 4-dot city (wood): small train for $5,000"
    assert says(state, "p1 train H32") == "Buy a small train in your 4-dot city for $5,000: $10,000 left"
    assert says(state, "p1 upgrade 1", "number") == "Train 1 (small) in your 5-dot city, carrying 1 wood"
    assert says(state, "p1 upgrade 1") == (
        "Upgrade train 1 in your 5-dot city to large for $3,000: 5 barrels, 6 moves, $12,000 left"
    )


# -- running


def test_label_of_a_trip_has_its_net_and_its_bill():
    state = table(RunsPhase(), tracks=OPEN, trains={1: ["H28"]}, orders=["H22 ore 6000"])
    line = "p1 run 1 H28+2>V55>H22-ore:A-ore"
    assert says(state, line, "number") == "Train 1 (small) in your 2-dot city, empty"
    assert says(state, line, "trip") == (
        "+$7,600 in 5 moves: load 2 ore in your 2-dot city, sell 2 ore (1 for order A) in your 3-dot city"
    )
    assert says(state, line) == (
        "Run train 1: load 2 ore in your 2-dot city, then sell 2 ore (1 for order A) in your 3-dot city. "
        "5 of 8 moves. Sales $1,800. Order A $6,000. You pay Dan $200 in fees. You then have $22,600."
    )


def test_label_of_a_trip_has_costs_of_goods_and_losses():
    state = table(RunsPhase(), tracks={1: "H32-V68-H27"}, trains={1: ["H32"]})
    assert says(state, "p1 run 1 H32>V68>H27+2", "trip") == (
        "−$1,000 in 3 moves: load 2 wheat in Dan’s 4-dot city, 2 wheat on board"
    )
    ordered = table(RunsPhase(), tracks={1: "H32-V68-H27"}, trains={1: ["H32"]}, orders=["H33 wheat", "H01 ore"])
    assert says(ordered, "p1 run 1 H32>V68>H27+2", "trip").endswith(
        "load 2 wheat in Dan’s 4-dot city, 2 wheat on board, wanted by order A"
    )
    assert "You pay Dan $200 in fees and $800 for goods." in says(state, "p1 run 1 H32>V68>H27+2")
    assert says(state, "p1 run 1 H32>V68", "trip") == "$0 in 1 move: end at V68"
    assert says(state, "p1 run 1 H32*wood>V68", "trip").endswith("(not possible now)")


def test_label_of_a_trip_warns_of_cash_that_ends_the_game():
    state = table(RunsPhase(), cash={1: 73_200}, tracks={1: "H22-V55-H28"}, trains={1: ["H28"]})
    assert says(state, "p1 run 1 H28+2>V55>H22-2ore").endswith(
        "With $75,000 or more at the end of the turn, you end the game."
    )


def test_labels_of_plans_have_their_limits():
    state = table(BuyingPhase(), RunsPhase(), tracks=OPEN, trains={1: ["H28"]})
    assert says(state, "p1 plantrack H33-V75-H32 2000") == (
        "Plan to lay your 5–V75–your 4 (2 plain tracks) for up to $2,000, and build nothing else that turn"
    )
    assert says(state, "p1 plantrack H33-V75-H32 2000", "limit") == "$2,000, including city fees"
    plan = says(state, "p1 planrun 1 H28+2>V55>H22-2ore 400")
    assert plan.startswith(
        "Plan to run train 1: load 2 ore in your 2-dot city, then sell 2 ore in your 3-dot city. 5 of "
    )
    assert plan.endswith(" Only for up to $400 in fees. For trains without a plan, you choose on your turn.")
    assert says(state, "p1 planrun 1 H28 0", "trip") == "$0 in no moves: stay in your 2-dot city"


def test_label_of_done_names_the_activity():
    assert says(table(), "p1 done") == "Stop building"
    running = table(RunsPhase(), trains={1: ["H33", "H32"]}, tracks={1: "H33-V75"})
    said = {1: SeatPlans(marks=(Marked("H33-V75", "remove", 100),))}
    bidding = table(MaintenancePhase(), tracks={1: "H33-V75"}, said=said)
    assert says(bidding, "p2 done") == "Stop bidding"
    assert says(running, "p1 done") == "Stop running trains: trains 1 and 2 stay in place"
    assert says(table(), "p1 forget") == "Cancel all your plans"


# -- all of them


@pytest.mark.parametrize("phase", [BuyingPhase(), RunsPhase(), BiddingPhase()])
def test_all_offers_and_premoves_have_labels(phase):
    state = table(phase, tracks=OPEN, trains={1: ["H28", "V55 large wood"]}, orders=["H22 ore", "H30 wood"])
    lines = [f"p1 {line}" for line in premove_lines(state, 1)]
    for action in (*(read_action(line, GAME.actions) for line in lines), *decisions(state)[0].offers):
        fields = [field for field in action.__struct_fields__ if field != "seat"]
        view = redact(state, action.seat)
        for words in (GAME.text.label(view, action, field, name) for field in ("", *fields)):
            assert words
            assert len(words) <= 400


def test_label_of_an_impossible_planned_trip_has_the_reason():
    state = table(tracks={1: "H33-V75"}, trains={1: ["H33"]})
    words = says(state, "p1 planrun 1 H33>V75+2 0")
    assert words.startswith("Plan to run train 1: load 2 barrels at V75. Not possible now: "), words


def test_label_of_a_long_trip_names_stops_by_hexes():
    line = "p1 run 1 H28+2>V55>H22-ore-ore+2>V55>H28-bri+1>V55>H22-bri+1>V55>H28-bri"
    state = table(tracks=OPEN, trains={1: ["H28"]})
    action = read_action(line, GAME.actions)
    said = GAME.text.label(
        redact(state, 2), action, "trip", lambda seat: f"A player with a name as long as names may be {seat}"
    )
    assert "H22 " in said
    assert "name as long" not in said
    assert len(said) <= 200
