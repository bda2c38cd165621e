"""Short labels, contexts, legends, and pictures that show reasons for a choice."""

import pytest

from engine.core import decisions, read_action, redact
from render import PAINTERS, DrawingContext
from tests.games.railroader.table import GAME, go, railroad, table


def name(seat):
    return ("Ada", "Ben", "Cleo")[seat - 1]


def short(state, line, field=""):
    action = read_action(line, GAME.actions)
    return GAME.text.short_label(redact(state, action.seat), action, field, name)


def context(state, line, field=""):
    action = read_action(line, GAME.actions)
    return GAME.text.question_context(redact(state, action.seat), action, field)


def meaning(state, line, field=""):
    action = read_action(line, GAME.actions)
    return GAME.text.legend(redact(state, action.seat), action, field)


# -- the engineer


def test_the_short_label_of_engineers_has_their_effect_and_cost():
    state = table(railroad(11, 10, hand="water-4 engineer gold gold"))
    assert short(state, "p1 move 4 0", "engineers").label == "0 engineers · as you roll, 16–21"
    assert short(state, "p1 move 4 1", "engineers").label == "1 engineer · roll ±2: 14–23, 1 action"
    assert meaning(state, "p1 move 4 1", "engineers") == "Engineer: stop up to 2 before or past your roll."


def test_the_short_label_of_an_engineer_alone_has_its_distance():
    state = table(railroad(11, 10, hand="engineer gold gold gold"))
    ahead, back = short(state, "p1 engineer 12", "space"), short(state, "p1 engineer 10", "space")
    assert ahead.label == "12, 1 nearer the goal" and back.label == "10, 1 back · river"
    assert ahead.worth > back.worth
    assert short(state, "p1 engineer 13", "space").label == "13, 2 ahead · ambush"
    assert meaning(state, "p1 engineer 13", "space") == "Takes 1 action. It doesn’t count as your roll."


def test_the_short_label_of_a_stop_says_that_it_derails():
    rolling = table(railroad(14, 4, hand="water-3 engineer gold gold"), dice=(1,))
    state, _ = go(rolling, "p1 move 3 1")
    assert short(state, "p1 stop 17", "space").label == "17 · derails, back on 16"
    assert not context(state, "p1 stop 17", "space")  # 16 is on the track


def test_the_context_says_that_all_stops_derail():
    before = table(railroad(16, 4, hand="water-4 engineer gold gold"), dice=(1,))
    state, _ = go(before, "p1 move 4 1")
    assert context(state, "p1 stop 19", "space") == "All derail at 16: any is the same."
    assert context(before, "p1 move 4 1", "engineers") == "It derails at 16 in any case."


# -- water


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("p1 move 6 0", "Move to 73–78 · Water 6, goal 2 in 6"),
        ("p1 move 5+6 0", "Move to 78–80 · Water 6+5, goal 6 in 6"),
        ("p1 move 3 0", "Move to 70–75 · Water 3"),
    ],
)
def test_the_short_label_of_a_move_has_its_chance_to_reach_the_goal(line, label):
    state = table(railroad(66, 20, hand="water-3 water-5 water-6 gold"))
    assert short(state, line).label == label


def test_the_short_label_of_a_move_has_its_actions():
    state = table(railroad(5, 20, hand="water-3 water-5 gold gold"))
    assert short(state, "p1 move 3+5 0").label == "Move to 14–19 · Water 5 + 3, 2 actions"
    assert meaning(state, "p1 move 3 0", "waters") == "Each card takes 1 action. Water is then gone."


# -- discarding


def test_short_labels_of_discards_name_useless_cards():
    state = table(railroad(5, 3, hand="scout saboteur", workers=1, crates="4/4"), turn={"built": True})
    assert decisions(state)[0].prompt == "Discard: nothing else is possible."
    assert short(state, "p1 discard scout pile").label == "Scout to your pile, no use now"
    assert short(state, "p1 discard scout prairie").label == "Scout to the prairie, 1 card less"
    assert short(state, "p1 discard scout pile").worth > short(state, "p1 discard scout prairie").worth
    assert meaning(state, "p1 discard scout pile", "card") == "Only uses up 1 action. Pile: yours again later."


def test_the_short_label_of_a_useful_discard():
    state = table(railroad(5, 3, hand="scout gold"), prairie="supplies-4")
    assert decisions(state)[0].prompt == "Choose an action."
    assert short(state, "p1 discard scout pile").label == "Scout to your pile"


def test_the_short_label_of_a_withdrawal_has_unfed_workers():
    state = table(railroad(12, 3, hand="gold", workers=2, crates="4/4"))
    assert short(state, "p1 withdraw supplies-4 pile").label == "Supplies 4 to pile · 2 workers unfed"
    assert "unfed" not in short(state, "p1 withdraw worker pile").label


# -- the market, and the pictures


def test_the_context_of_a_purchase_has_the_players_cards():
    state = table(railroad(5, 3, hand="gold water-3", discards="water-5", workers=1), market="saboteur gold gold")
    assert context(state, "p1 buy 1", "slot") == "You own Water 5 + 3, 1 worker, no meals."
    assert meaning(state, "p1 buy 1", "slot") == "Saboteur: dynamite on a rival’s track, or theft."
    assert short(state, "p1 buy 2").label == "Buy gold, slot 2 · 1 gold, pays 1"


def test_the_overview_has_the_railhead_and_every_card_in_little_height():
    hand = "worker deputy engineer scout prospector saboteur gold supplies-4 water-3"
    painter, view = PAINTERS["railroader"], redact(table(railroad(5, 3, hand=hand, workers=1, crates="4/4")), 1)
    (scene,) = painter.overview(view, DrawingContext(("Ada", "Ben")))
    assert scene.height <= 0.44 * scene.width
    assert all(card in scene.alt for card in ("worker", "engineer", "Supplies 4", "Water 3", "saboteur"))
    assert scene.alt.startswith("Railhead: 1 worker, supplies 4 of 4; builds up to 1")


def test_a_garrison_within_reach_is_explained():
    state = table(railroad(11, 10, hand="water-4 engineer gold gold"))
    action = read_action("p1 move 4 0", GAME.actions)
    (scene,) = PAINTERS["railroader"].preview_scenes(redact(state, 1), DrawingContext(("Ada", "Ben")), action)
    words = [shape.words for shape in scene.shapes_of_layer("meanings") if hasattr(shape, "words")]
    assert any(events.startswith("garrison: ") for events in words)
