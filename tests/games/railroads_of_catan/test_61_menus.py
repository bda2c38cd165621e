"""What menus say: places by their owners and dots, prices, and a trip's whole bill before it is confirmed."""

from __future__ import annotations

import pytest

from engine.core.action import Action
from engine.core.flow import decisions, play
from engine.core.notation import read
from engine.core.secret import redact
from engine.games.railroads_of_catan.box.pieces import Mark as Marked
from engine.games.railroads_of_catan.phases import BiddingPhase, BuyingPhase, MaintenancePhase, RunsPhase
from engine.games.railroads_of_catan.search.ways import full_ways, whole_price
from engine.games.railroads_of_catan.state.plans import Plans
from engine.games.railroads_of_catan.words.labels import label
from tests.games.railroads_of_catan.table import GAME, go, sayable, table

OPEN = {1: "H22-V55", 4: "V55-H28"}


def name(seat):
    return ("Ada", "Ben", "Cleo", "Dan")[seat - 1]


def says(state, line, field=""):
    action = read(line, GAME.actions)
    return GAME.words.label(redact(state, action.seat), action, field, name)


# -- free tracks


def test_the_price_of_a_way_counts_the_free_tracks():
    line = "p1 toward H24 H32-V68-V61-V53-V45"
    assert says(table(), line, "city").endswith(": 5 tracks for $6,000 in all")
    assert says(table(event="surplus"), line, "city").endswith(": 5 tracks for $4,000 in all (2 free)")


def test_a_way_of_free_tracks_alone_is_free():
    near = table(event="surplus", tracks={1: "H33-V75"})
    assert says(near, "p1 toward H32 V75-H32", "city").endswith(": 1 track free")
    assert says(table(tracks={1: "H33-V75"}), "p1 toward H32 V75-H32", "city").endswith(": 1 track for $1,000 in all")


@pytest.mark.parametrize("associate", ["crew", "engineer"])
def test_the_price_of_a_way_that_can_be_finished_is_what_it_then_costs(associate):
    state = table(event="surplus", associates={1: associate})
    offers = [a for d in decisions(state) for a in d.offers if type(a).__name__ == "Toward"]
    whole = [way for way in full_ways(state, 1) if any(a.path.lines == (way.points,) for a in offers)]
    for way in whole:
        cost, _, _ = whole_price(state, state.flow[-1], way)
        after, _ = play(state, next(a for a in offers if a.path.lines == (way.points,)))
        assert state.cash[1] - after.cash[1] == cost
    assert len(whole) > 3


# -- the set-up, upkeep, bids, associates


def test_a_site_says_its_good_its_number_and_how_far_it_is():
    state, _ = GAME.new(GAME.options(), 4, 1)
    first = decisions(state)[0]
    words = says(state, f"p{first.seat} pick {first.offers[0].hex}", "hex")
    layout, hex = state.layout, first.offers[0].hex
    assert words.startswith(f"{hex}: {layout.good(hex)}, number {layout.chit(hex)}; others load for $")
    assert "tracks from" not in words
    assert says(state, f"p{first.seat} pick {hex}") == f"Found a city at {words}."
    assert says(table(), "p1 pick H27", "hex").endswith("; 2 tracks from Ada’s 2")


def test_wishes_are_read_in_their_order():
    assert says(table(), "p1 prefer H33>H28", "hexes") == "H33, then H28"
    assert says(table(), "p1 prefer H33>H28>H01") == (
        "Wish for H33, then H28, then H01; a wished hex that is free is taken without asking you."
    )


def test_a_wish_that_is_new_or_goes_to_the_front_is_named_first():
    state = table(said={1: Plans(wishes=("H08", "H10"))})
    assert says(state, "p1 prefer H08>H10>H33", "hexes") == "H33 (wood, 5 dots), as your 3rd wish"
    assert says(state, "p1 prefer H33>H08>H10", "hexes") == "H33 (wood, 5 dots), as your 1st wish"


def test_a_mark_says_the_upkeep_the_reserve_and_what_happens_without_a_bid():
    state = table(tracks={1: "H33-V75, H28-V55"}, trains={1: ["H33 large wood"]})
    line = "p1 mark H28-V55 remove 500"
    assert says(state, line, "item") == "Mountain track Ada’s 2 to V55: upkeep $200"
    assert says(state, line, "otherwise") == "Remove it"
    assert says(state, "p1 mark H28-V55 pay 500", "otherwise") == "Pay its upkeep of $200"
    assert says(state, line, "reserve") == "$500: you must take any bid over $1,000 anyhow"
    assert says(state, line) == (
        "Do not maintain mountain track Ada’s 2 to V55: sell it for $500 or more; "
        "for a lower bid, pay its upkeep of $200; when nobody bids, remove it."
    )
    assert says(state, "p1 mark H28-V55 remove 100").endswith("for $100 or more; when nobody bids, remove it.")
    assert says(state, "p1 mark train-1 pay 500", "item") == "Train 1, large, in Ada’s 5, with 1 wood: upkeep $800"
    assert says(state, "p1 keep H33-V75") == "Maintain plain track Ada’s 5 to V75 after all, for $100."


def test_giving_up_says_what_it_saves():
    state = table(MaintenancePhase(), cash={1: 0}, tracks={1: "H33-V75"})
    line = "p1 release H33-V75"
    assert says(state, line).startswith("Give up plain track Ada’s 5 to V75: saves its upkeep of $100; you lack $100.")
    assert says(state, line, "item") == "Plain track Ada’s 5 to V75: upkeep $100; you lack $100"
    more = table(MaintenancePhase(), cash={1: 150}, tracks={1: "H33-V75-H32"}, trains={1: ["H33"]})
    assert says(more, line, "item").endswith("upkeep $100; you lack $550")


def test_an_offer_says_what_is_paid_and_left():
    state, _ = go(table(BuyingPhase(), tracks={1: "H33-V75"}), "p1 mark H33-V75 remove 100")
    line = "p2 offer 1 H33-V75 300"
    assert says(state, line, "owner") == "Ada"
    assert says(state, line, "item") == "Plain track Ada’s 5 to V75: list price $1,000"
    assert says(state, line, "amount") == "$300"
    assert says(state, line) == (
        "Bid $300 for Ada’s plain track Ada’s 5 to V75, sealed. "
        "If it is yours you also pay its upkeep of $100; $14,600 would be left."
    )


def test_bids_and_associates_say_what_they_cost_and_do():
    state = table(BiddingPhase())
    assert says(state, "p1 bid 500", "amount") == "$500"
    assert says(state, "p1 bid 500") == "Bid $500, sealed; $14,500 of your cash are left."
    only_first = table(BiddingPhase(), options={"pays": "first"})
    assert says(only_first, "p1 bid 900") == "Bid $900, sealed; you pay it only if you go first."
    line = "p1 rank engineer crew banker union"
    assert says(state, line, "first") == "Engineer: all tracks at half price"
    assert says(state, line) == "Rank, sealed: Engineer, then Construction Crew, then Banker, then Union Manager."


# -- building


def test_track_says_its_ends_its_kind_its_price_and_what_is_left():
    assert says(table(), "p1 lay H33-V75", "path") == "Ada’s 5 to V75: plain, for $1,000"
    assert says(table(), "p1 lay H28-V55") == "Lay Ada’s 2 to V55: mountain, for $2,000; you have $13,000 left."
    fee = says(table(), "p1 lay H32-V68-H27")
    assert fee == "Lay Ada’s 4 to Dan’s 4 by V68: 2 plain, for $2,000, and $1,000 to Dan; you have $12,000 left."
    assert says(table(associates={1: "engineer"}), "p1 lay H33-V75", "path") == "Ada’s 5 to V75: plain, for $500"
    assert says(table(event="surplus"), "p1 lay H33-V75", "path") == "Ada’s 5 to V75: plain, free"


def test_a_way_says_the_whole_and_what_is_laid_now():
    line = "p1 toward H01 H32-V68-V61-V53"
    assert says(table(), line, "city") == "Ben’s 5, wood: 10 tracks for $13,000 in all"
    assert says(table(), line, "path").endswith("1 coast and 2 plain, for $3,000; 7 tracks still to go")
    assert "still to go" not in says(table(), "p1 toward H27 H32-V68-H27")


def test_the_last_of_four_cities_says_that_the_game_ends():
    state = table(tracks={1: "H33-V75-H32, H33-V76-H28"})
    assert "the game ends" not in says(state, "p1 lay H28-V55")
    assert says(state, "p1 lay H28-V55-H22").endswith("It joins all your cities: the game ends after this turn.")


def test_trains_say_their_price():
    state = table(trains={1: ["H33 wood"]})
    assert says(state, "p1 train H32", "city") == "Ada’s 4, wood: a small train for $5,000"
    assert says(state, "p1 train H32") == "Buy a small train in Ada’s 4 for $5,000; you have $10,000 left."
    assert says(state, "p1 upgrade 1", "number") == "Train 1, small, in Ada’s 5, with 1 wood"
    assert says(state, "p1 upgrade 1") == (
        "Make train 1, small, in Ada’s 5, with 1 wood, a large one for $3,000: 5 barrels and 6 moves; "
        "you have $12,000 left."
    )


# -- running


def test_a_trip_says_its_sum_and_then_its_whole_bill():
    state = table(RunsPhase(), tracks=OPEN, trains={1: ["H28"]}, orders=["H22 ore 6000"])
    line = "p1 run 1 H28+2>V55>H22-ore:A-ore"
    assert says(state, line, "number") == "Train 1, small, in Ada’s 2, empty"
    assert says(state, line, "trip") == (
        "+$7,600 in 5 moves: Ada’s 2 load 2 ore, Ada’s 3 sell 1 ore (order A) and 1 ore"
    )
    assert says(state, line) == (
        "Run train 1: Ada’s 2 load 2 ore, Ada’s 3 sell 1 ore (order A) and 1 ore. 5 of 8 moves; loaded 2 ore; "
        "sold 2 ore for $1,800; filled order A for $6,000; fees $200 to Dan; you then have $22,600."
    )


def test_goods_of_others_and_a_loss_are_said():
    state = table(RunsPhase(), tracks={1: "H32-V68-H27"}, trains={1: ["H32"]})
    assert says(state, "p1 run 1 H32>V68>H27+2", "trip") == "-$1,000 in 3 moves: Dan’s 4 load 2 wheat; 2 wheat on board"
    ordered = table(RunsPhase(), tracks={1: "H32-V68-H27"}, trains={1: ["H32"]}, orders=["H33 wheat", "H01 ore"])
    assert says(ordered, "p1 run 1 H32>V68>H27+2", "trip").endswith("load 2 wheat; 2 wheat on board for order A")
    assert "loaded 2 wheat for $800; fees $200 to Dan" in says(state, "p1 run 1 H32>V68>H27+2")
    assert says(state, "p1 run 1 H32>V68", "trip") == "$0 in 1 move: end at V68"
    assert says(state, "p1 run 1 H32*wood>V68", "trip").endswith("(not possible now)")


def test_the_cash_that_ends_the_game_is_said():
    state = table(RunsPhase(), cash={1: 73_200}, tracks={1: "H22-V55-H28"}, trains={1: ["H28"]})
    assert says(state, "p1 run 1 H28+2>V55>H22-2ore").endswith("$75,000 end the game after this turn.")


def test_plans_say_their_limits():
    state = table(BuyingPhase(), RunsPhase(), tracks=OPEN, trains={1: ["H28"]})
    assert says(state, "p1 plantrack H33-V75-H32 2000") == (
        "When your turn comes, lay Ada’s 5 to Ada’s 4 by V75, if all of it costs $2,000 at most, "
        "and build nothing else in that turn."
    )
    assert says(state, "p1 plantrack H33-V75-H32 2000", "limit") == "$2,000, city fees included"
    plan = says(state, "p1 planrun 1 H28+2>V55>H22-2ore 400")
    assert plan.startswith("When your turn comes: run train 1: Ada’s 2 load 2 ore, Ada’s 3 sell 2 ore. 5 of 8 moves; ")
    assert plan.endswith(" Only if the fees are $400 at most. About trains without a plan you are asked then.")
    assert says(state, "p1 planrun 1 H28 0", "trip") == "$0 in 0 moves: stay in Ada’s 2"


def test_done_says_with_what():
    assert says(table(), "p1 done") == "Build no more this turn."
    running = table(RunsPhase(), trains={1: ["H33", "H32"]}, tracks={1: "H33-V75"})
    said = {1: Plans(marks=(Marked("H33-V75", "remove", 100),))}
    bidding = table(MaintenancePhase(), tracks={1: "H33-V75"}, said=said)
    assert says(bidding, "p2 done") == "Bid no more."
    assert says(running, "p1 done") == "Run no more trains this turn: trains 1 and 2 stay in place."
    assert says(table(), "p1 forget") == "Forget all that you said ahead."


# -- all of them


@pytest.mark.parametrize("phase", [BuyingPhase(), RunsPhase(), BiddingPhase()])
def test_everything_that_is_offered_or_may_be_said_ahead_has_words(phase):
    state = table(phase, tracks=OPEN, trains={1: ["H28", "V55 large wood"]}, orders=["H22 ore", "H30 wood"])
    lines = [f"p1 {line}" for line in sayable(state, 1)]
    for action in (*(read(line, GAME.actions) for line in lines), *decisions(state)[0].offers):
        fields = [field for field in action.__struct_fields__ if field != "seat"]
        view = redact(state, action.seat)
        for words in (GAME.words.label(view, action, field, name) for field in ("", *fields)):
            assert words
            assert len(words) <= 400


def test_what_is_no_action_of_the_title_has_no_words():
    class Wave(Action, frozen=True):
        """Of no title."""

    with pytest.raises(TypeError):
        label(redact(table(), 1), Wave(1), "", name)


def test_a_planned_trip_that_loads_where_nothing_is_made_says_so():
    state = table(tracks={1: "H33-V75"}, trains={1: ["H33"]})
    words = says(state, "p1 planrun 1 H33>V75+2 0")
    assert words.startswith("When your turn comes: run train 1: V75 load 2 barrels. As things are: "), words


def test_a_trip_too_long_for_a_menu_names_its_stops_by_hexes_alone():
    line = "p1 run 1 H28+2>V55>H22-ore-ore+2>V55>H28-bri+1>V55>H22-bri+1>V55>H28-bri"
    state = table(tracks=OPEN, trains={1: ["H28"]})
    action = read(line, GAME.actions)
    said = GAME.words.label(
        redact(state, 1), action, "trip", lambda seat: f"A player with a name as long as names may be {seat}"
    )
    assert "H22 " in said
    assert "name as long" not in said
    assert len(said) <= 200
