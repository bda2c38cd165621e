"""The page of a question shows reasons for a good choice: in short labels, contexts, and legends."""

import pytest

from bot.ui.answer_buttons import likeliest_question
from bot.ui.questions import next_question
from bot.ui.shortcuts import available_shortcuts
from engine.core import decisions, read_action, redact
from engine.core.action import menu_offers
from engine.games.railroads_of_catan.phases import BiddingPhase, BuyingPhase, RunsPhase
from tests.bot.press_counts import place_of
from tests.games.railroads_of_catan.table import GAME, go, table

OPEN = {1: "H22-V55", 4: "V55-H28"}


def name(seat):
    return ("Ada", "Ben", "Cleo", "Dan")[seat - 1]


def short(state, line, field=""):
    action = read_action(line, GAME.actions)
    return GAME.text.short_label(redact(state, action.seat), action, field, name)


def context(state, line, field=""):
    action = read_action(line, GAME.actions)
    return GAME.text.question_context(redact(state, action.seat), action, field)


def meaning(state, line, field=""):
    action = read_action(line, GAME.actions)
    return GAME.text.legend(redact(state, action.seat), action, field)


# -- cities


def test_short_label_of_the_first_city_has_price_and_near_markets():
    state, _ = GAME.new_game(GAME.options(), 3, 3)
    asked = decisions(state)[0]
    view = redact(state, asked.seat)
    labels = [GAME.text.short_label(view, offer, "hex", name) for offer in asked.offers]
    assert [label.label.partition(" ")[2] for label in labels] == [
        "wheat · $500, 4 markets",
        "wheat · $500, 3 markets",
        "brick · $500, 5 markets",
        "brick · $500, 4 markets",
    ]
    assert max(labels, key=lambda label: label.worth).label.endswith("5 markets")
    assert GAME.text.legend(view, next(iter(asked.offers)), "hex") == "$: per barrel. Markets: buyers within 4 tracks."


def test_short_label_of_a_further_city_has_the_cost_of_track():
    assert short(table(), "p1 pick H27", "hex").label == "H27 wheat · $400, track $2,000"


# -- bids and associates


def test_context_of_a_ranking_has_the_own_bid():
    state, _ = go(table(BiddingPhase()), "p1 bid 500")
    asked = next(each for each in decisions(state) if each.seat == 1)
    assert asked.prompt == "In secret: a bid, then associates."
    assert context(state, "p1 rank crew banker engineer union", "first") == "You bid $500 of $15,000."
    assert (
        meaning(state, "p1 rank crew banker engineer union", "first") == "In turn order, each gets the best one left."
    )
    ben = redact(state, 2)
    line = read_action("p1 rank crew banker engineer union", GAME.actions)
    assert not GAME.text.question_context(ben, line, "first")  # nobody else knows the bid


@pytest.mark.parametrize(("pays", "payers"), [("everyone", "All pay their bid"), ("first", "Only first pays")])
def test_legend_of_a_bid_names_the_payers_and_the_advantage(pays, payers):
    state = table(BiddingPhase(), options={"pays": pays})
    assert meaning(state, "p1 bid 500", "amount") == f"{payers}. First picks, builds, sells first."


def test_label_of_a_ranking_names_the_associates_that_count():
    line = read_action("p1 rank banker engineer crew conductor", GAME.actions)
    for seats, end in ((3, ", Construction Crew"), (4, ", Conductor")):
        view = redact(table(BiddingPhase(), seats=seats), 1)
        assert GAME.text.label(view, line, "", name).endswith(end)


# -- track and trains


def test_short_label_of_a_path_names_the_good_of_an_order():
    label = short(table(orders=["H32 ore"], tracks={1: "H33-V75"}), "p1 toward H32 V75-H32").label
    assert label == "Your 4 · $1,000, ore order +$4,000"


def test_short_label_of_a_path_names_its_start():
    label = short(table(), "p1 toward H24 H32-V68-V61-V53-V45", "path").label
    assert label.startswith("From your 4 · ") and "V6" not in label


def test_label_of_a_path_names_no_points():
    state, line = table(), read_action("p1 toward H32 H33-V75-H32", GAME.actions)
    words = GAME.text.label(redact(state, 1), line, "", name)
    assert words.startswith("Build toward your 4-dot city from your 5-dot city with 2 plain tracks for $2,000")


def test_short_label_of_a_train_has_the_income_of_its_first_trip():
    linked = table(BuyingPhase(), tracks=OPEN)
    assert short(linked, "p1 train H28", "city").label == "Your 2 · first trip +$1,600"
    assert short(linked, "p1 train H28").label == "Train in your 2, first trip +$1,600"
    assert short(linked, "p1 train H33", "city").label == "Your 5 · no trip yet"
    assert short(linked, "p1 train H28").worth > short(linked, "p1 train H33").worth
    ordered = table(BuyingPhase(), tracks=OPEN, orders=["H22 ore"])
    assert short(ordered, "p1 train H28").label == "Train in your 2, first trip +$5,600"


def test_short_label_of_an_upgrade_compares_sizes():
    state = table(BuyingPhase(), trains={1: ["H28"]}, cash=9_000)
    assert short(state, "p1 upgrade 1", "number").detail == "Large: 5 barrels, not 2; 6 moves, not 8; $3,000"
    assert context(state, "p1 upgrade 1", "number") == "All your small trains are empty."
    loaded = table(BuyingPhase(), trains={1: ["H28 ore ore"]}, cash=9_000)
    assert context(loaded, "p1 upgrade 1", "number") == "You carry 2 ore on train 1."


# -- trips


def test_gains_of_a_trip_include_goods_kept_on_board():
    state = table(RunsPhase(), tracks=OPEN, trains={1: ["H28"]})
    kept, sold = short(state, "p1 run 1 H28+2", "trip"), short(state, "p1 run 1 H28+2>V55>H22-2ore", "trip")
    assert ", later ≈$" in kept.label and "later" not in sold.label
    assert kept.worth == sum(kept.gains) - sum(kept.costs) > 0


def test_shortcut_is_the_trip_with_the_highest_worth():
    state = table(RunsPhase(), tracks=OPEN, trains={1: ["H28"]})
    place = place_of(GAME, state, decisions(state)[0], 4)
    offers = place.decision.offers
    question = likeliest_question(place.table_view, next_question(offers), offers)
    (proposed, *_) = available_shortcuts(place, question)
    labels = [short_of(state, offer) for offer in menu_offers(offers) if hasattr(offer, "trip")]
    assert short_of(state, proposed.actions[0]).worth == max(label.worth for label in labels)


def short_of(state, action):
    return GAME.text.short_label(redact(state, action.seat), action, "", name)


def test_context_warns_if_two_trains_want_the_same_order():
    trains = {1: ["H28 ore", "H28 ore"]}
    state = table(RunsPhase(), tracks=OPEN, trains=trains, orders=["H22 ore"])
    assert context(state, "p1 run 1 H28", "number") == "They want the same order: it pays once."
    assert not context(table(RunsPhase(), tracks=OPEN, trains=trains), "p1 run 1 H28", "number")


def test_short_labels_of_associates_have_dollars():
    state, _ = go(table(BiddingPhase()), "p1 bid 500")
    labels = [
        short(state, f"p1 rank {one} {rest}", "first").label
        for one, rest in (("banker", "crew engineer union"), ("engineer", "crew banker union"))
    ]
    assert labels == ["Banker · +$1,400 before building", "Engineer · saves $500 or more a track"]
    assert "saves $" in short(state, "p1 rank negotiator crew banker union", "first").label


def test_legend_of_trips_says_best_first():
    state = table(RunsPhase(), tracks=OPEN, trains={1: ["H28"]})
    assert meaning(state, "p1 run 1 H28", "trip").startswith("Best trip first.")


def test_legend_of_a_path_says_that_an_order_pays_once():
    state = table(orders=["H32 ore"], tracks={1: "H33-V75"})
    assert meaning(state, "p1 toward H32 V75-H32", "city").startswith("+$: once, for bringing ore (")
