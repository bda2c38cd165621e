"""Labels and previews of moves with chance or later consequences."""

import pytest

from engine.core import is_revealing, redact
from engine.games.railroader.game_data.cards import Kind, kind_of
from engine.games.railroader.game_data.constants import MAX_ROUNDS
from engine.games.railroader.rules.component_counts import unseen_cards
from tests.games.railroader.choice_texts import label, preview
from tests.games.railroader.table import GAME, go, railroad, table


def test_the_preview_says_that_a_roll_leaves_no_action():
    """Space 10 is a river, where a player without cards can go on if the prairie has Water."""
    train = railroad(9, 8, hand="", discards="gold", dynamite=21)
    assert label(table(train), "p1 roll 0").endswith(": to 10–15 (river 10, purple 13), ends your turn")
    assert "so you lose the rest of your turn" in preview(table(train), "p1 roll 0")
    wet = table(train, prairie="water-3", dice=(1,))
    assert label(wet, "p1 roll 0").endswith(", 2 actions left if the train stops on 10, otherwise ends your turn")
    assert "so unless the train stops on 10, you lose the rest of your turn." in preview(wet, "p1 roll 0")
    assert go(wet, "p1 roll 0")[0].current_turn.left == 2
    assert go(table(train, prairie="water-3", dice=(2,)), "p1 roll 0")[0].current_turn.seat == 2


def test_the_label_has_the_stops_that_continue_the_turn():
    """The Water card of the move goes to the prairie, where it can be found from the river."""
    state = table(railroad(12, 8, hand="water-3 engineer", discards="gold"), dice=(6,))
    assert label(state, "p1 move 3 1").endswith(", 1 action left if the train stops on 21–22, otherwise ends your turn")
    rolling, _ = go(state, "p1 move 3 1")
    assert label(rolling, "p1 stop 21") == "Stop on space 21, 9 ahead: river, 1 action left"
    assert label(rolling, "p1 stop 20") == "Stop on space 20, 8 ahead: ends your turn"
    assert go(rolling, "p1 stop 21")[0].current_turn.seat == 1
    assert go(rolling, "p1 stop 20")[0].current_turn.seat == 2


def test_a_train_that_stays_on_purple_is_not_ambushed():
    state = table(railroad(13, 8, hand="water-3 engineer engineer gold"), turn={"left": 4}, dice=(1,))
    rolling, _ = go(state, "p1 move 3 2")
    assert label(rolling, "p1 stop 13") == "Stop on space 13, no move: 1 action left"
    assert preview(rolling, "p1 stop 13") == ""
    after, events = go(rolling, "p1 stop 13")
    assert not is_revealing(rolling, after, events, 1)


def test_the_preview_has_the_chance_that_prevents_undo():
    one, line = {"left": 1}, "p1 discard gold pile"
    ambushed = table(railroad(hand="gold gold"), railroad(13, 5, cavalry=1), turn=one)
    assert preview(ambushed, line).endswith("Ben’s cavalry rolls next, so you can’t undo this.")
    rolls = table(railroad(hand="gold gold"), railroad(9, 8, hand="", dynamite=21), turn=one)
    assert preview(rolls, line).endswith("Ben can then only roll toward the dynamite, so you can’t undo this.")
    idle = table(railroad(hand="gold gold"), railroad(9, 8, hand=""), turn=one)
    assert preview(idle, line).endswith("The market shifts after your turn, so you can’t undo this.")
    own = table(railroad(9, 8, hand="gold", dynamite=21))
    assert preview(own, line).endswith("You can then only roll toward the dynamite, so you can’t undo this.")
    free = table(railroad(hand="gold gold"), railroad(13, 5), turn=one)
    assert "undo" not in preview(free, line)


@pytest.mark.parametrize("changes", [{"arrived": (1,)}, {"round": MAX_ROUNDS}])
def test_the_last_move_of_a_game_says_that_the_game_ends(changes):
    state = table(railroad(), railroad(hand="gold gold"), at=2, turn={"left": 1}, **changes)
    assert ", the last · " in GAME.text.status_line(redact(state, 2))
    assert preview(state, "p2 discard gold pile").endswith("The game ends after your turn, so you can’t undo this.")
    assert not go(state, "p2 discard gold pile")[0].flow


def test_a_purchase_reveals_nothing_when_no_card_can_come_up():
    state = table(railroad(hand="gold gold gold"), market="scout scout scout", deck="", outlaws="outlaw-crate")
    held = tuple(card for card in unseen_cards(state) if kind_of(card) is not Kind.OUTLAW)
    beside = tuple(card for card in unseen_cards(state) if kind_of(card) is Kind.OUTLAW)
    state = state.update_railroad(2, discards=held).set_outlaws(*state.outlaws, *beside)
    assert "undo" not in preview(state, "p1 buy 1")
    after, events = go(state, "p1 buy 1")
    assert after.market[0] is None and not is_revealing(state, after, events, 1)


def test_a_preview_does_not_depend_on_what_is_hidden():
    line = "p1 buy 1"
    hand = railroad(7, 2, hand="gold", workers=1)
    said = set()
    for deck in ("outlaw-workers gold gold", "gold outlaw-workers gold"):
        state = table(hand, market="supplies-4 scout scout", turn={"left": 2, "gang": 0}, deck=deck)
        said.add((label(state, line), preview(state, line)))
    assert len(said) == 1
    assert label(state, line).endswith(", 1 action left unless outlaws appear")
    assert "so if outlaws appear, you may lose the rest of your turn." in preview(state, line)


def test_the_label_says_that_a_worker_cannot_be_fed():
    state = table(railroad(8, 2, hand="worker gold"))
    leaves = "leaves after this turn"
    assert label(state, "p1 place worker", "card") == (
        f"Worker: {leaves} unless you add supplies (1 worker, no supplies)"
    )
    last = table(railroad(8, 2, hand="worker gold"), turn={"left": 1})
    assert label(last, "p1 place worker") == f"Place a worker: {leaves} (1 worker, no supplies), ends your turn"
    assert preview(last, "p1 place worker") == "Then your only worker goes hungry and leaves."
