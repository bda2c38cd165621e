"""Labels and previews: places, prices, and effects."""

import pytest

from bot import limits
from bot.ui.questions import next_question
from engine.agents import greedy_agent
from engine.core import decisions, play_unchecked, premove_decisions, redact, rng_from_seed
from tests.games.railroader.choice_texts import NAMES, label, preview
from tests.games.railroader.table import GAME, go, offered, railroad, table

# -- the train


def test_the_label_of_a_move_has_spaces_colors_and_derailing_rolls():
    state = table(railroad(11, 5, hand="water-3 water-4 gold gold"))
    assert label(state, "p1 move 3 0", "waters") == "Water 3: to 15–20 (red 16, garrison 18)"
    assert label(state, "p1 move 4 0", "waters") == "Water 4: to 16–20 (red 16, garrison 18), derails if you roll 6"
    assert label(state, "p1 move 3+4 0", "waters") == "Water 4 + 3: to 19–20, derails if you roll 3–6"


def test_the_label_says_that_a_move_derails_on_every_roll():
    state = table(railroad(11, 3, hand="water-4 gold gold gold"))
    assert label(state, "p1 move 4 0", "waters") == "Water 4: derails on every roll"


def test_the_label_of_a_whole_move_has_odds_and_remaining_actions():
    state = table(railroad(11, 5, hand="water-3 water-4 gold gold"))
    assert label(state, "p1 move 4 0") == (
        "Move with Water 4: to 16–20 (red 16, garrison 18), derails if you roll 6 (1 in 6), 2 actions left"
    )
    assert preview(state, "p1 move 4 0") == "You can’t undo a roll."


def test_engineers_widen_the_range():
    state = table(railroad(11, 5, hand="water-4 engineer gold gold"))
    assert label(state, "p1 move 4 0", "engineers").startswith("No engineer: to 16–20")
    assert label(state, "p1 move 4 1", "engineers") == "1 engineer, ±2 spaces: to 14–20 (red 16, garrison 18)"
    assert label(state, "p1 move 4 1").startswith("Move with Water 4 and 1 engineer: ")
    assert label(state, "p1 move 4 1").endswith(", 1 action left")
    assert preview(state, "p1 move 4 1").startswith("After the roll, you choose where the train stops.")


def test_the_label_names_buffalo_creek_within_reach():
    state = table(railroad(70, 20, hand="water-4 gold gold gold"))
    assert label(state, "p1 move 4 0", "waters") == "Water 4: to 75–80 (red 75, Buffalo Creek 77, 78, 79, and 80)"


def test_the_label_warns_of_leaving_buffalo_creek():
    state = table(railroad(77, 20, hand="engineer gold gold gold"), arrived=(1,))
    assert label(state, "p1 engineer 76", "space") == "Space 76, 1 back: leaves Buffalo Creek, so you have not arrived"
    assert "leaves" not in label(state, "p1 engineer 78", "space")


def test_a_purchase_with_the_last_card_says_that_the_turn_ends():
    state = table(railroad(5, 3, hand="gold", workers=1, crates="4/4"), market="scout gold gold", turn={"built": True})
    assert label(state, "p1 buy 1").endswith(", ends your turn")
    assert preview(state, "p1 buy 1") == (
        "The card and the gold go to your discard pile. Your hand will be empty, so you lose the rest of your turn. "
        "Then 1 worker eats 1 of 4 supplies. You pick up your discard pile (2 cards). "
        "A new card is revealed, so you can’t undo this."
    )
    assert go(state, "p1 buy 1")[0].current_turn.seat == 2


def test_a_purchase_with_the_last_card_leaves_what_needs_no_card():
    state = table(railroad(5, 3, hand="gold", workers=1, crates="4/4"), market="scout gold gold")
    assert label(state, "p1 buy 1").endswith(", 2 actions left")
    assert "Your hand will be empty. A new card" in preview(state, "p1 buy 1")
    assert offered(go(state, "p1 buy 1")[0], "build")


def test_before_dynamite_the_die_alone_moves_the_train():
    state = table(railroad(11, 5, hand="engineer gold gold gold", dynamite=16))
    assert label(state, "p1 roll 0", "engineers") == "No engineer: to 12–16 (purple 13, red 16)"
    assert label(state, "p1 roll 0").startswith("Roll toward the dynamite: to 12–16 (purple 13, red 16), ")


@pytest.mark.parametrize(
    ("space", "words"),
    [
        (7, "Space 7, 2 back: red, where outlaws attack"),
        (8, "Space 8, 1 back"),
        (10, "Space 10, 1 ahead: river"),
    ],
)
def test_the_label_of_an_engineer_alone_has_its_space(space, words):
    state = table(railroad(9, 5, hand="engineer gold gold gold"))
    assert label(state, f"p1 engineer {space}", "space") == words


def test_the_label_of_an_ambush_has_the_start_of_the_cavalry():
    state = table(railroad(24, 8, hand="engineer gold gold gold"))
    assert label(state, "p1 engineer 26", "space") == "Space 26, 2 ahead: ambush, cavalry starts from 18"
    assert "The cavalry rolls immediately, so you can’t undo this." in preview(state, "p1 engineer 26")
    early = table(railroad(5, 8, hand="engineer gold gold gold"))
    assert label(early, "p1 engineer 4", "space") == "Space 4, 1 back: garrison"


def test_the_label_of_a_stop_has_its_effects():
    state = table(railroad(6, 2, hand="water-3 engineer gold gold"), dice=(1,))
    rolling, _ = go(state, "p1 move 3 1")
    assert label(rolling, "p1 stop 8", "space") == "Space 8, 2 ahead"
    assert label(rolling, "p1 stop 11", "space") == "Space 11: 3 past your track, derails on space 8"
    assert label(rolling, "p1 stop 8").endswith(": 1 action left")
    last, _ = go(table(railroad(6, 2, hand="water-3 engineer"), dice=(1,), turn={"left": 2}), "p1 move 3 1")
    assert label(last, "p1 stop 8") == "Stop on space 8, 2 ahead: ends your turn"


def test_a_rolling_train_can_stop_on_every_space_in_range():
    state = table(railroad(6, 6, hand="water-3 engineer engineer gold"), dice=(1,))
    rolling, _ = go(state, "p1 move 3 2")
    asked = next_question(decisions(rolling)[0].offers, ())
    assert asked.kind == "choices"
    assert [entry.words for entry in asked.entries] == [(str(space),) for space in range(6, 15)]


def test_the_last_turn_of_a_round_cannot_be_undone():
    on = "The market shifts after your turn, so you can’t undo this."
    hand = {"hand": "gold gold worker"}
    one = {"turn": {"left": 1}}
    last = table(railroad(), railroad(**hand), at=2, **one)
    assert label(last, "p2 discard gold pile").endswith(", ends your turn")
    assert preview(last, "p2 discard gold pile").endswith(on)
    assert on not in preview(last, "p2 buy 1")
    for other in (
        table(railroad(**hand), at=1, **one),
        table(railroad(), railroad(**hand), at=2),
        table(railroad(), railroad(**hand), at=2, arrived=(1,), **one),
    ):
        seat = other.current_turn.seat
        assert on not in preview(other, f"p{seat} discard gold pile")
    eaten = table(railroad(), railroad(5, 2, hand="worker gold", workers=1), at=2, turn={"left": 1})
    said = preview(eaten, "p2 discard gold pile")
    assert said.startswith("Then your only worker goes hungry and leaves. You pick up your discard pile (1 card). ")
    assert said.endswith(on)


def test_the_label_of_re_railing_says_that_the_train_moves_next_turn():
    state = table(railroad(8, 2, derailed=True))
    assert label(state, "p1 rerail") == (
        "Re-rail the train: back on the track at 8, can move next turn, 2 actions left"
    )


# -- gangs


def test_the_label_of_building_has_the_end_of_the_track():
    state = table(railroad(60, 16, workers=3, crates="4/4"))
    assert label(state, "p1 build 2", "sections") == "2 sections: track to space 72"
    assert label(state, "p1 build 1") == "Build 1 section: track to space 68 (17 of 20), 2 actions left"
    assert preview(state, "p1 build 1") == "You can build once per turn."
    end = table(railroad(60, 18, workers=2))
    assert label(end, "p1 build 2", "sections") == "2 sections: track to space 80, Buffalo Creek"


def test_the_label_of_a_placed_card_has_its_effect():
    state = table(railroad(8, 2, hand="worker deputy supplies-4 gold", workers=1, crates="2/4"))
    assert label(state, "p1 place worker", "card") == (
        "Worker: eats this turn, builds from your next turn (2 workers, 2 supplies)"
    )
    assert label(state, "p1 place deputy", "card") == (
        "Deputy: drives off up to 2 outlaws, eats nothing, room for 1 more"
    )
    assert label(state, "p1 place worker").startswith("Place a worker: eats this turn, builds ")
    assert label(state, "p1 place supplies-4", "card") == "Supplies 4: 6 supplies for 1 worker"


def test_the_preview_of_the_last_action_has_the_meal():
    one = {"left": 1}
    fed = table(railroad(8, 2, hand="worker gold gold", workers=1, crates="3/4"), turn=one)
    assert label(fed, "p1 place worker").endswith(", ends your turn")
    assert preview(fed, "p1 place worker") == "Then 2 workers eat 2 of 3 supplies."
    hungry = table(railroad(8, 2, hand="worker gold gold", workers=2, crates="1/4"), turn=one)
    assert preview(hungry, "p1 discard gold pile").startswith("Then 1 of 2 workers goes hungry and leaves. You pick up")
    nobody = table(railroad(8, 2, hand="worker gold gold"), turn=one)
    assert label(nobody, "p1 discard gold pile").endswith(", ends your turn")
    assert "Then" not in preview(nobody, "p1 discard gold pile")


def test_the_preview_of_the_last_card_says_that_the_turn_ends():
    """Only building is possible without cards, unless track was built already."""
    gang = railroad(0, 2, hand="gold", discards="gold", workers=1, crates="3/4")
    assert preview(table(gang, turn={"built": True}), "p1 discard gold pile").startswith(
        "Your hand will be empty, so you lose the rest of your turn. Then 1 worker eats 1 of 3 supplies. You pick up"
    )
    assert preview(table(gang), "p1 discard gold pile").startswith("Your hand will be empty. If you have fewer")
    empty = table(railroad(1, 2, hand="gold", discards="gold"))
    assert "so you lose the rest of your turn. You pick up your discard pile (2 cards)." in preview(
        empty, "p1 discard gold pile"
    )
    rest = table(railroad(8, 2, hand="gold", discards="gold", workers=1))
    assert preview(rest, "p1 discard gold pile").startswith("Your hand will be empty. If you have fewer")
    moved = table(railroad(1, 2, hand="water-3", discards="gold"))
    assert label(moved, "p1 move 3 0").endswith(", ends your turn")
    assert preview(moved, "p1 move 3 0") == (
        "Your hand will be empty, so you lose the rest of your turn. You pick up your discard pile (1 card). "
        "You can’t undo a roll."
    )


def test_a_player_who_would_have_no_card_at_all_is_warned():
    state = table(railroad(1, 2, hand="gold"))
    warning = "You would have no cards left and could do nothing more."
    assert preview(state, "p1 discard gold prairie").endswith(warning)
    assert warning not in preview(state, "p1 discard gold pile")
    move = preview(table(railroad(1, 2, hand="water-3")), "p1 move 3 0")
    assert "You would have no cards left. You could still re-rail the train." in move
    safe = preview(table(railroad(1, 3, hand="water-3")), "p1 move 3 0")
    assert "You would have no cards left. You could still search a river." in safe
    under = preview(table(railroad(9, 8, hand="", dynamite=21)), "p1 roll 0")
    assert "You would have no cards left. You could still roll toward the dynamite or search a river." in under


def test_the_preview_has_no_pick_up_of_an_empty_pile():
    state = table(railroad(1, 2, hand="gold gold scout"))
    assert "you pick up your discard pile" not in preview(state, "p1 discard scout prairie")
    assert "you pick up your discard pile" in preview(state, "p1 discard scout pile")


def test_the_preview_has_the_events_at_the_end_of_a_turn():
    hand, one = "water-3 engineer gold gold", {"left": 2}
    rolled = preview(table(railroad(6, 4, hand=hand, workers=1, crates="4/4"), turn=one), "p1 move 3 1")
    assert "After the roll, you choose where the train stops. Then 1 worker eats 1 of 4 supplies." in rolled
    red = railroad(7, 4, hand="gold gold scout", workers=1, crates="4/4")
    bought = preview(table(red, turn={"left": 1}, market="scout scout scout"), "p1 buy 1")
    assert "Then 1 worker eats 1 of 4 supplies, unless outlaws appear." in bought


def test_the_label_of_a_scout_has_supplies_and_workers():
    state = table(railroad(2, 2, hand="scout gold gold", workers=2, crates="1/4"), prairie="supplies-3")
    assert label(state, "p1 scout supplies-3", "card") == "Supplies 3: 4 supplies for 2 workers"


def test_the_label_of_a_withdrawal_has_the_remaining_people_and_supplies():
    state = table(railroad(8, 2, hand="gold gold gold", workers=2, crates="3/3"))
    assert label(state, "p1 withdraw worker pile", "card") == "Worker: leaves 1 worker and 3 supplies"
    assert label(state, "p1 withdraw worker pile", "onto") == "Your discard pile: you get it back"
    assert label(state, "p1 withdraw worker prairie", "onto") == "The prairie: anyone can get it"


def test_labels_of_orders_for_deputies():
    assert label(table(), "p1 deputies two crates", "use") == "Only when that prevents 2 or more losses"
    assert label(table(), "p1 deputies two crates", "first") == (
        "First the crate thief, then outlaws who scare off workers"
    )
    assert label(table(), "p1 deputies never workers") == "Never use your deputies"
    assert label(table(), "p1 deputies always crates") == (
        "Use your deputies whenever outlaws attack, first against the outlaw who steals crates"
    )
    assert preview(table(), "p1 deputies never workers") == "Only you can see this. You can change it anytime."


# -- cards


def test_the_label_of_a_purchase_has_price_and_use():
    state = table(railroad(8, 2, hand="gold gold gold"), market="water-6 supplies-4 worker")
    assert label(state, "p1 buy 1", "slot") == "Slot 1, Water 6: 2 gold, moves 7–12 spaces"
    assert label(state, "p1 buy 2", "slot") == "Slot 2, Supplies 4: 1 gold, feeds 4 workers for 1 turn"
    assert label(state, "p1 buy 1") == "Buy Water 6 (slot 1) for 2 gold: moves 7–12 spaces, 1 action left"
    assert preview(state, "p1 buy 1") == (
        "The card and the gold go to your discard pile. A new card is revealed, so you can’t undo this."
    )


def test_the_preview_of_a_purchase_has_the_distance_to_the_railhead():
    behind = table(railroad(6, 4, hand="gold gold gold"), market="water-5 supplies-4 worker")
    ahead = " You can only place it with your train at the railhead, 7 spaces ahead. A new card"
    assert ahead in preview(behind, "p1 buy 2") and ahead in preview(behind, "p1 buy 3")
    assert "railhead" not in preview(behind, "p1 buy 1")
    off = table(railroad(16, 4, hand="gold gold gold", derailed=True), market="worker gold gold")
    assert " You can only place it once your train is back on the track. A new" in preview(off, "p1 buy 1")
    there = table(railroad(13, 4, hand="gold gold gold"), market="worker gold gold")
    assert "railhead" not in preview(there, "p1 buy 1")


def test_the_label_of_a_discard_has_its_destination():
    state = table(railroad(8, 2, hand="gold gold scout", discards="water-5 water-5"))
    assert label(state, "p1 discard scout pile", "card") == "Scout: brings supplies from the prairie"
    assert label(state, "p1 discard scout pile", "onto") == (
        "Your discard pile: you get it back (3 cards there with it)"
    )
    assert label(state, "p1 discard scout prairie", "onto") == ("The prairie: anyone can get it")
    assert label(state, "p1 discard scout prairie") == (
        "Discard a scout to the prairie: no effect, 2 cards left in hand, 2 actions left"
    )
    assert preview(state, "p1 discard scout prairie").startswith(
        "If you have fewer than 3 cards at the end of your turn, you pick up your discard pile."
    )


def test_labels_of_searches():
    state = table(railroad(9, 5, hand="prospector gold gold"), prairie="water-5 gold")
    assert label(state, "p1 search water-5", "card") == "Water 5: moves 6–11 spaces"
    assert label(state, "p1 prospect") == "Send the prospector: take 1 of 1 gold from the prairie, 2 actions left"


# -- rivals


def test_the_label_of_dynamite_has_its_distance():
    state = table(railroad(9, 5, hand="saboteur gold gold"), railroad(6, 6))
    assert label(state, "p1 dynamite 2 15", "rival") == "Ben: train on 6, track to 24"
    spaces = {action.space for action in decisions(state)[0].offers if action.__struct_config__.tag == "dynamite"}
    furthest = max(spaces)
    assert label(state, f"p1 dynamite 2 {furthest}", "space").endswith(f": {furthest - 6} ahead of the train")


def test_the_label_of_a_theft_has_the_remaining_supplies():
    state = table(railroad(9, 5, hand="saboteur gold gold"), railroad(6, 6, workers=2, crates="1/4 4/4"))
    assert label(state, "p1 steal 2 supplies-4", "rival") == "Ben: Supplies 4 unopened"
    assert label(state, "p1 steal 2 supplies-4", "card") == "Supplies 4: leaves 1 supply for 2 workers"


# -- all of them


def questions(question, offers):
    """A question and all questions that can follow it."""
    all_questions = [question]
    if question.kind not in ("confirm", "number"):
        for entry in question.entries:
            all_questions += questions(next_question(offers, (*question.picked, *entry.words)), offers)
    return all_questions


@pytest.mark.parametrize("seats", [2, 4])
def test_labels_of_whole_games_fit_and_differ(seats):
    state, _ = GAME.new_game(GAME.options(line="16"), seats, seats)
    rng = rng_from_seed(seats, "labels")
    while asked := decisions(state):
        due = state.round % 4 == 0
        for question in (*asked, *premove_decisions(state)) if due else ():
            view, offers = redact(state, question.seat), tuple(question.offers)
            for question in questions(next_question(offers), offers):
                said = [
                    GAME.text.label(view, entry.actions[0], question.field, lambda s: NAMES[s - 1])
                    for entry in question.entries
                ]
                assert all(said)
                if question.field:
                    assert len(set(said)) == len(said)
                    assert max(map(len, said)) <= limits.SELECT_TEXT
        action, rng = greedy_agent.choose(GAME, redact(state, asked[0].seat), asked[0], rng)
        state, _ = play_unchecked(state, action)
