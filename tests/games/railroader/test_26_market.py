"""Purchases, the shifting market, and new decks. (RR Purchasing other cards; rulings 63-70)"""

import pytest

from engine.errors import Refused
from engine.games.railroader.game_data.cards import CARDS, Card, sort_cards
from engine.games.railroader.state.events import CardBought, CardTurned, MarketMoved, PrairieShuffled
from tests.games.railroader.table import cards, go, mine, offered, railroad, table

MARKET = "worker water-6 deputy"


def buyer(gold=3, *, left=3, market=MARKET, **changes):
    """A turn of seat 1, which has ``gold`` gold cards and ``left`` actions."""
    return table(railroad(hand=" ".join(["gold"] * gold)), market=market, turn={"left": left}, **changes)


def last_turn(**changes):
    """The last turn of a round, with one action left for seat 2."""
    return table(railroad(), at=2, turn={"left": 1}, **changes)


END = "p2 discard worker pile"


def test_ruling_63_slot_1_is_next_to_the_deck_and_slot_3_the_far_end():
    state, events = go(last_turn(market=MARKET, deck="scout gold"), END)
    assert state.market == ("scout", "worker", "water-6")
    assert state.prairie == cards("deputy")
    assert MarketMoved(Card("deputy")) in events
    assert CardTurned(Card("scout"), 1) in events


def test_ruling_64_a_card_is_paid_in_gold_cards_and_each_is_an_action():
    state, events = go(buyer(3), "p1 buy 2")
    assert events[0] == CardBought(1, Card("water-6"), 2)
    assert state.current_turn.left == 1
    assert mine(state).hand == cards("gold")
    assert mine(state).discards == sort_cards(cards("gold gold water-6"))


def test_ruling_64_every_card_costs_one_gold_but_the_best_water():
    costs = {card: facts.cost for card, facts in CARDS.items() if facts.cost != 1}
    assert costs == {"water-6": 2, "outlaw-crate": 0, "outlaw-workers": 0}


@pytest.mark.parametrize(("gold", "left", "slots"), [(0, 3, ""), (1, 3, "13"), (2, 3, "123"), (3, 1, "13")])
def test_ruling_64_gold_and_actions_limit_what_can_be_bought(gold, left, slots):
    state = table(railroad(hand="scout" + " gold" * gold), market=MARKET, turn={"left": left})
    assert offered(state, "buy") == {f"p1 buy {slot}" for slot in slots}


def test_a_purchase_is_refused_with_the_number_that_matters():
    for state, line, why in (
        (buyer(1), "p1 buy 2", "Water 6: it costs 2 gold, and you have 1 in your hand"),
        (buyer(3, left=1), "p1 buy 2", "takes 2 actions, and you have 1 left"),
        (
            table(railroad(hand="scout"), market=MARKET),
            "p1 buy 3",
            "a deputy: it costs 1 gold, and you have none in your hand",
        ),
        (buyer(1), "p1 buy 4", "4 isn’t a valid slot. The market has slots 1 to 3"),
        (buyer(1), "p1 buy 0", "0 isn’t a valid slot"),
        (buyer(1, market="gold - gold"), "p1 buy 2", "slot 2: it’s empty"),
    ):
        with pytest.raises(Refused, match=why):
            go(state, line)


def test_ruling_64_gold_on_the_discard_pile_does_not_pay():
    state = table(railroad(hand="gold worker", discards="gold gold"), market=MARKET)
    assert offered(state, "buy") == {"p1 buy 1", "p1 buy 3"}


def test_ruling_65_the_same_slot_is_filled_at_once_and_can_be_bought_in_the_same_turn():
    state, events = go(buyer(2, deck="engineer scout"), "p1 buy 3")
    assert events[1] == CardTurned(Card("engineer"), 3)
    assert state.market == ("worker", "water-6", "engineer")
    again, _ = go(state, "p1 buy 3")
    assert mine(again).discards == () or "engineer" in (*mine(again).discards, *mine(again).hand)
    assert again.market == ("worker", "water-6", "scout")


def test_ruling_66_the_market_moves_at_the_end_of_a_round_only():
    state, events = go(table(railroad(), turn={"left": 1}, market=MARKET), "p1 discard worker pile")
    assert state.current_turn.seat == 2
    assert not any(type(event) is MarketMoved for event in events)
    assert state.market == cards(MARKET)


def test_ruling_67_an_empty_deck_is_made_of_the_prairie_and_the_outlaws_beside_the_board():
    start = buyer(1, deck="", prairie="scout scout prospector", outlaws="outlaw-crate outlaw-workers")
    state, events = go(start, "p1 buy 1")
    assert events[1] == PrairieShuffled(3, 2)
    assert state.prairie == ()
    turned = [event.card for event in events if type(event) is CardTurned]
    assert state.market[0] == turned[-1] in ("scout", "prospector")
    assert state.outlaws == tuple(turned[:-1])
    left = (*state.deck.open(), *turned)
    assert sort_cards(left) == sort_cards(cards("scout scout prospector outlaw-crate outlaw-workers"))


def test_ruling_67_no_new_deck_while_the_old_one_has_a_card():
    state, events = go(buyer(1, deck="scout", prairie="gold gold"), "p1 buy 1")
    assert not any(type(event) is PrairieShuffled for event in events)
    assert state.deck.size == 0
    assert state.prairie == cards("gold gold")


def test_ruling_67_the_card_that_leaves_the_market_is_shuffled_in():
    state, events = go(last_turn(market=MARKET, deck="", prairie=""), END)
    assert PrairieShuffled(1, 0) in events
    assert state.market == ("deputy", "worker", "water-6")


@pytest.mark.parametrize("prairie", ["", "outlaw-workers", "outlaw-crate outlaw-workers outlaw-workers"])
def test_ruling_68_outlaws_alone_do_not_make_a_new_deck(prairie):
    state, events = go(buyer(1, deck="", prairie=prairie), "p1 buy 1")
    assert state.market == (None, "water-6", "deputy")
    assert state.prairie == cards(prairie)
    assert not any(type(event) in (PrairieShuffled, CardTurned) for event in events)


def test_ruling_68_an_empty_slot_shifts_with_the_market():
    state, events = go(last_turn(market="worker scout -", deck=""), END)
    assert MarketMoved(None) in events
    assert state.market == (None, "worker", "scout")


def test_ruling_68_a_deck_of_outlaws_alone_leaves_the_slot_empty():
    state, _ = go(buyer(1, deck="outlaw-workers outlaw-crate"), "p1 buy 1")
    assert state.market[0] is None
    assert state.outlaws == cards("outlaw-workers outlaw-crate")


@pytest.mark.parametrize(("engine", "sections"), [(0, 0), (1, 5), (20, 5)])
def test_ruling_69_the_buyers_train_can_be_anywhere(engine, sections):
    state = table(railroad(engine, sections, hand="gold"), market=MARKET)
    assert offered(state, "buy") == {"p1 buy 1", "p1 buy 3"}


def test_ruling_69_the_buyers_train_can_be_derailed():
    assert offered(table(railroad(4, 1, hand="gold", derailed=True)), "buy")


def test_ruling_70_gold_goes_to_the_own_discard_pile_and_not_to_the_prairie():
    state, _ = go(table(railroad(hand="gold scout prospector worker")), "p1 buy 1")
    assert mine(state).discards == cards("gold gold")
    assert state.prairie == ()
