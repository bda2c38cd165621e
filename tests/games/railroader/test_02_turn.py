"""Turns: three actions, the hand, and discarding. (rulings 12 to 23)"""

import pytest

from engine.core import decisions
from engine.errors import Refused
from engine.games.railroader.state.events import (
    CardDiscarded,
    CardWithdrawn,
    CavalryRode,
    GangFed,
    HandTaken,
    TurnCutShort,
)
from engine.games.railroader.state.state import Crate
from tests.games.railroader.table import cards, go, mat, mine, offered, railroad, table


def seats_to_move(state):
    return [decision.seat for decision in decisions(state)]


# -- 12 to 18: three actions


def test_ruling_12_three_actions_then_the_next_player():
    state = table(railroad(hand="gold gold gold gold gold gold"))
    for left in (3, 2, 1):
        assert (seats_to_move(state), state.current_turn.left) == ([1], left)
        state, _ = go(state, "p1 discard gold pile")
    assert (seats_to_move(state), state.current_turn.left) == ([2], 3)


@pytest.mark.parametrize(
    ("line", "spent"),
    [
        ("p1 build 2", 1),
        ("p1 search water-5", 1),
        ("p1 scout supplies-4", 1),
        ("p1 prospect", 1),
        ("p1 discard gold pile", 1),
        ("p1 place worker", 1),
        ("p1 place supplies-4", 1),
        ("p1 place deputy", 1),
        ("p1 withdraw worker pile", 1),
        ("p1 engineer 8", 1),
        ("p1 dynamite 2 8", 1),
        ("p1 buy 1", 1),
        ("p1 buy 2", 2),
        ("p1 move 3 0", 1),
        ("p1 move 3+4 0", 2),
        ("p1 move 3 1", 2),
    ],
)
def test_rulings_12_to_14_actions_of_each_move(line, spent):
    hand = "worker deputy supplies-4 scout prospector gold gold water-3 water-4 engineer saboteur"
    first = railroad(9, 3, hand=hand, workers=2)
    state = table(first, railroad(0, 2), market="gold water-6 gold", prairie="water-5 supplies-4 gold", dice=(1,))
    after, _ = go(state, line)
    assert after.current_turn.left == 3 - spent


def test_ruling_12_moves_need_enough_actions():
    state = table(railroad(4, 4, hand="water-3 water-4 engineer gold gold"), market="water-6 gold gold")
    last = state.update_turn(left=1)
    assert offered(last, "move") == {"p1 move 3 0", "p1 move 4 0"}
    assert offered(last, "buy") == {"p1 buy 2", "p1 buy 3"}
    with pytest.raises(Refused, match="takes 2 actions, and you have 1 left"):
        go(last, "p1 buy 1")
    with pytest.raises(Refused, match="takes 2 actions, and you have 1 left"):
        go(last, "p1 move 3+4 0")


def test_ruling_15_the_cavalry_rolls_first_for_an_action():
    state = table(railroad(hand="gold gold gold"), railroad(14, 5, cavalry=4), dice=(3,))
    state, news = go(state, *["p1 discard gold pile"] * 3)
    assert CavalryRode(2, die=3, space=7, relieved=False, free=False) in news
    assert (seats_to_move(state), state.current_turn.left) == ([2], 2)
    assert mine(state, 2).cavalry == 7


def test_ruling_16_re_railing_takes_an_action():
    state, _ = go(table(railroad(8, 2, derailed=True)), "p1 rerail")
    assert (seats_to_move(state), state.current_turn.left) == ([1], 2)


def test_ruling_17_without_a_legal_action_the_turn_ends():
    state, news = go(table(railroad(2, 1, hand="gold")), "p1 discard gold prairie")
    assert news[1] == TurnCutShort(1, 2)
    assert seats_to_move(state) == [2]


def test_ruling_17_a_turn_without_any_legal_action_is_skipped():
    state = table(railroad(2, 1, hand=""), railroad())
    assert seats_to_move(state) == [2]


def test_ruling_18_there_is_no_passing():
    state = table(railroad(2, 1, hand="gold"), market="water-6 water-6 water-6")
    assert offered(state) == {"p1 discard gold pile", "p1 discard gold prairie"}


def test_only_one_player_is_to_move():
    with pytest.raises(Refused, match="isn’t player 2’s turn. Waiting for player 1"):
        go(table(), "p2 discard gold pile")


# -- 19 to 21: the hand


def test_ruling_19_fewer_than_three_cards_pick_up_the_whole_pile():
    state = table(railroad(2, 1, hand="gold gold gold worker worker", discards="scout engineer"))
    state, news = go(state, *["p1 discard gold pile"] * 3)
    assert HandTaken(1, 5) in news
    assert mine(state).hand == cards("worker worker engineer scout gold gold gold")
    assert mine(state).discards == ()


def test_ruling_19_three_cards_do_not_pick_up_the_pile():
    state = table(railroad(2, 1, hand="gold gold gold worker worker worker", discards="scout"))
    state, news = go(state, *["p1 discard gold pile"] * 3)
    assert not [event for event in news if isinstance(event, HandTaken)]
    assert mine(state).hand == cards("worker worker worker")


def test_ruling_19_an_empty_pile_is_not_picked_up():
    state = table(railroad(2, 1, hand="gold gold gold worker"))
    state, news = go(state, *["p1 discard gold prairie"] * 3)
    assert not [event for event in news if isinstance(event, HandTaken)]
    assert mine(state).hand == cards("worker")


def test_ruling_19_workers_eat_before_the_pile_is_picked_up():
    state = table(railroad(2, 1, hand="gold gold gold", workers=1, crates="4/4"))
    _, news = go(state, *["p1 discard gold pile"] * 3)
    kinds = [type(event) for event in news]
    assert kinds.index(GangFed) < kinds.index(HandTaken)


def test_ruling_20_an_empty_hand_is_not_filled_during_the_turn():
    state = table(railroad(2, 1, hand="gold gold", workers=1, crates="4/4"))
    state, _ = go(state, *["p1 discard gold pile"] * 2)
    assert mine(state).hand == ()
    assert not offered(state, "discard")
    state, _ = go(state, "p1 build 1")
    assert mine(state).hand == cards("gold gold")


def test_ruling_21_a_bought_card_goes_to_the_pile():
    state, _ = go(table(railroad(4, 4, hand="gold worker worker"), market="water-4 gold gold"), "p1 buy 1")
    assert mine(state).discards == cards("gold water-4")
    assert not offered(state, "move")


def test_ruling_21_prospected_gold_goes_to_the_pile():
    state, _ = go(table(railroad(4, 4, hand="prospector worker"), prairie="gold"), "p1 prospect")
    assert mine(state).discards == cards("prospector gold")
    assert not offered(state, "buy")


# -- 22 and 23: discarding


@pytest.mark.parametrize("card", ["worker", "deputy", "engineer", "scout", "prospector", "saboteur", "gold", "water-3"])
def test_ruling_22_any_card_of_the_hand_goes_to_the_pile_or_the_prairie(card):
    state = table(railroad(2, 3, hand=f"{card} gold worker supplies-4", discards="scout"))
    onto_pile, news = go(state, f"p1 discard {card} pile")
    assert news == (CardDiscarded(1, card, "pile"),)
    assert card in mine(onto_pile).discards
    assert onto_pile.prairie == ()
    onto_prairie, _ = go(state, f"p1 discard {card} prairie")
    assert onto_prairie.prairie == (card,)
    assert mine(onto_prairie).discards == cards("scout")


def test_ruling_22_the_mat_is_discarded_from_only_with_the_train_there():
    away = table(railroad(4, 2, workers=1, deputies=1, crates="4/4"))
    assert not offered(away, "withdraw")
    with pytest.raises(Refused, match="discard from your railhead: your train isn’t there"):
        go(away, "p1 withdraw worker pile")
    there = table(railroad(5, 2, workers=1, deputies=1, crates="4/4"))
    assert offered(there, "withdraw") == {
        f"p1 withdraw {card} {onto}" for card in ("worker", "deputy", "supplies-4") for onto in ("pile", "prairie")
    }


def test_ruling_22_nothing_is_discarded_from_the_mat_while_derailed():
    assert not offered(table(railroad(8, 2, workers=1, derailed=True)), "withdraw")


def test_ruling_22_an_opened_crate_is_never_discarded():
    state = table(railroad(5, 2, crates="3/4"))
    assert not offered(state, "withdraw")
    with pytest.raises(Refused, match="There is no unopened crate of Supplies 4"):
        go(state, "p1 withdraw supplies-4 prairie")


def test_ruling_22_the_unopened_one_of_two_crates_is_discarded():
    state, news = go(table(railroad(5, 2, crates="3/4 4/4")), "p1 withdraw supplies-4 pile")
    assert mine(state).mat.crates == (Crate(3, 4),)
    assert mine(state).discards == cards("supplies-4")
    assert news == (CardWithdrawn(1, "supplies-4", "pile"),)


def test_ruling_23_discarding_from_the_mat_frees_a_place_immediately():
    full = table(railroad(5, 2, hand="worker supplies-3 gold", workers=2, deputies=1, crates="4/4 3/3"))
    assert not offered(full, "place")
    state, _ = go(full, "p1 withdraw deputy prairie")
    assert state.prairie == cards("deputy")
    assert offered(state, "place") == {"p1 place worker"}
    state, _ = go(state, "p1 withdraw supplies-4 pile", "p1 place supplies-3")
    assert mine(state).mat == mat(2, 0, "1/3 3/3")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("p1 discard deputy pile", "You have no deputy in your hand."),
        ("p1 discard mule pile", "“mule” isn’t a valid card. The cards are worker"),
        ("p1 place worker_1", "“worker 1” isn’t a valid card. The cards are worker, "),
        ("p1 place supplies_3", "You have no Supplies 3 in your hand."),
        ("p1 place supplies_4", "Write “supplies-4” instead of “supplies 4”."),
        ("p1 steal 2 mule", "“mule” isn’t a valid card. "),
        ("p1 withdraw deputy pile", "There is no deputy at your railhead."),
        ("p1 place gold", "You can place only workers, deputies, and supplies at your railhead."),
        ("p1 place deputy", "You have no deputy in your hand."),
        ("p1 rerail", "You can’t re-rail your train: it isn’t derailed."),
        ("p1 stop 7", "You can’t stop your train: it isn’t rolling. Move it first."),
    ],
)
def test_refusals(line, why):
    with pytest.raises(Refused) as refused:
        go(table(railroad(5, 2, workers=1)), line)
    assert str(refused.value).startswith(why)
    assert "outlaw" not in str(refused.value)


def test_refusals_say_where_and_how_many_in_plain_words():
    start = table(railroad(0, 2, workers=1))
    with pytest.raises(Refused, match="your train is in Junction City, and your railhead is on section 2"):
        go(start, "p1 place worker")
    with pytest.raises(Refused, match="You can’t build 3 sections. This turn you can build 1 section."):
        go(start, "p1 build 3")
