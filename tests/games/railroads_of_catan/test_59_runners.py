"""The evaluation of trips: deliveries, orders, and goods on board."""

from engine.core import decisions, read_action, redact, write_action
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS
from engine.games.railroads_of_catan.phases import BiddingPhase, RunsPhase
from tests.games.railroads_of_catan.table import table

OWN = {1: "H26-V68-H27-V75-H33-V69-H28"}


def running(train="H33", **position):
    return table(RunsPhase(), BiddingPhase(), **{"tracks": OWN, "trains": {1: [train]}} | position)


def hint(state, line):
    return GAME.agent.score_action(redact(state, 1), read_action(f"p1 {line}", GAME.actions))


def best(state):
    view = redact(state, 1)
    (question,) = decisions(state)
    return write_action(max(question.offers, key=lambda action: GAME.agent.score_action(view, action)))


def test_the_best_trip_is_the_first_proposed_and_better_than_none():
    state = running(orders=["H27 wood 6000"])
    assert best(state).startswith("p1 run 1 H33+2>V75>H27-woo:A-woo+2")
    assert hint(state, "done") == 0 < hint(state, "run 1 H33+2")


def test_trip_without_effect_is_worth_nothing():
    assert hint(running("H33 ore"), "run 1 H33") == 0


def test_cash_is_worth_more_than_goods_on_board():
    state = running("H33 ore")
    assert hint(state, "run 1 H33-ore") > hint(state, "run 1 H33>V75")


def test_fees_reduce_the_value_of_a_trip():
    state = running("H33 wood", tracks={4: "H33-V75-H27", 1: "H33-V69-H27"})
    assert hint(state, "run 1 H33>V69>H27-wood") == hint(state, "run 1 H33>V75>H27-wood") + 400


def test_goods_that_are_not_sold_are_not_loaded_in_the_last_turn():
    state = running(turn=MAX_TURNS)
    assert hint(state, "run 1 H33+2") == 0
    assert hint(state, "run 1 H33>V75>H27+2") < 0 < hint(state, "run 1 H33+2>V75>H27-2wood")


def test_order_is_left_to_the_nearer_train():
    """Only one of two trains with a barrel for the same order counts on it."""
    orders = ["H27 wood 6000"]
    alone = running("H28", orders=orders)
    beside = running("H28", orders=orders, trains={1: ["H28", "H33 wood"]})
    line = "run 1 H28>V69>H33+1"
    assert hint(alone, line) > hint(beside, line) + 1_000
