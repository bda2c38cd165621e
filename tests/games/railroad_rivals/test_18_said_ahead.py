"""Premoves: offers, effects, secrecy, and texts. (rulings K13 to K15)"""

import msgspec
import pytest

from engine.core import decisions, is_revealing, play, redact, rng_from_seed, visible_events
from engine.core import premove_decisions as standing
from engine.core.codec import dump_state, load_state
from engine.errors import Refused
from engine.games.railroad_rivals.phases.turns import DeliveringPhase, DraftingPhase
from engine.games.railroad_rivals.robber_baron.actions import Ahead
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.robber_baron.shenanigans.premoves import current_answer
from engine.games.railroad_rivals.robber_baron.shenanigans.premoves import premove_decisions as asked_ahead
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import IssueDraft
from engine.games.railroad_rivals.state.events import StockDrafted
from tests.games.railroad_rivals.shenanigans import between, labels, named, shenanigans_table
from tests.games.railroad_rivals.table import GAME, go, offered
from tests.games.railroad_rivals.windows import INSIDER, ISSUE, ahead_of, bidding

# -- said ahead


def test_a_seat_without_a_tile_has_no_premove():
    assert standing(bidding()) == ()
    assert standing(bidding(tiles={1: "Merger, Buy Stock"})) == ()
    with pytest.raises(Refused, match="There is nothing to plan right now"):
        play(bidding(tiles={1: INSIDER}), Ahead(2, INSIDER, "at once"))


def test_the_current_answer_is_not_offered_as_a_premove():
    state = bidding(tiles={2: INSIDER, 3: ISSUE})
    answers = {"not_this_turn", "at_once", "from_place_3", "from_place_4"}
    assert ahead_of(state, 2) == {f"Insider_Trading {answer}" for answer in answers}
    state, _ = go(state, "p2 ahead Insider_Trading from_place_3")
    with pytest.raises(Refused, match="Plan what to do with Insider Trading: only you see this"):
        go(state, "p2 ahead Insider_Trading from_place_3")
    answers = answers - {"from_place_3"} | {"ask"}
    assert ahead_of(state, 2) == {f"Insider_Trading {answer}" for answer in answers}
    railroads = {f"Stock_Issue for_{railroad}" for railroad in state.value}
    assert ahead_of(state, 3) == {"Stock_Issue not_this_turn", "Stock_Issue at_once", *railroads}


def test_with_two_players_no_premove_names_a_place():
    state = bidding(tiles={2: INSIDER}, seats=2)
    assert ahead_of(state, 2) == {"Insider_Trading not_this_turn", "Insider_Trading at_once"}


def test_no_premove_names_a_railroad_out_of_business():
    state = bidding(tiles={3: ISSUE}, baron={"ruined": ("UP",)})
    assert "Stock_Issue for_UP" not in ahead_of(state, 3)
    assert "Stock_Issue for_NP" in ahead_of(state, 3)


def test_a_holder_of_both_tiles_has_one_premove_decision():
    (question,) = standing(bidding(tiles={2: f"{ISSUE}, {INSIDER}"}))
    assert question.prompt == (
        "Plan what to do with Insider Trading and Stock Issue: only you see this, and you can change it anytime."
    )
    assert {offer.tile for offer in question.offers} == {INSIDER, ISSUE}


def test_a_premove_changes_nothing_else_and_can_be_changed():
    state = bidding(tiles={2: INSIDER})
    spoken, _ = go(state, "p2 ahead Insider_Trading at_once")
    assert spoken == msgspec.structs.replace(state, baron=spoken.baron)
    assert offered(spoken) == offered(state)
    assert go(spoken, "p2 ahead Insider_Trading ask")[0] == state


PASSES = ("p4 pass", "p3 pass", "p2 pass")
"""Passes after which the turn order stays 1, 2, 3, 4."""


def test_at_once_uses_the_tile_without_asking():
    state, events = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading at_once", *PASSES)
    assert e.InsiderTraded(seat=2, order=(2, 1, 3, 4)) in events
    assert isinstance(state.flow[-1], DraftingPhase)
    assert state.baron.answers_of(2) == {}


def test_not_this_turn_applies_once():
    state, _ = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading not_this_turn", *PASSES)
    assert isinstance(state.flow[-1], DraftingPhase)
    assert state.order == (1, 2, 3, 4)
    assert state.baron.specials == {2: (INSIDER,)}
    assert current_answer(state, 2, INSIDER) == "ask"
    assert "Insider_Trading not_this_turn" in ahead_of(state, 2)


def test_not_this_turn_expires_even_if_the_tile_was_not_usable():
    state, _ = go(bidding(tiles={1: INSIDER}), "p1 ahead Insider_Trading not_this_turn", *PASSES)
    assert current_answer(state, 1, INSIDER) == "ask"


def test_not_this_turn_after_the_phase_applies_to_the_next_turn():
    state = shenanigans_table(DeliveringPhase(), tiles={2: INSIDER}, goods={"Washington": "coal coal"})
    state, _ = go(state, "p2 ahead Insider_Trading not_this_turn")
    assert current_answer(state, 2, INSIDER) == "not this turn"
    state, _ = go(state, "p1 deliver coal Washington St._Louis", "p2 deliver coal Washington St._Louis")
    assert state.turn == 3 and current_answer(state, 2, INSIDER) == "not this turn"
    state, _ = go(state, "p4 pass", "p3 pass", "p2 pass")
    assert isinstance(state.flow[-1], DraftingPhase) and current_answer(state, 2, INSIDER) == "ask"


def test_a_premove_for_a_ruined_railroad_expires():
    state, _ = go(bidding(tiles={2: ISSUE}), "p2 ahead Stock_Issue for_NP")
    ruined = msgspec.structs.replace(state, baron=state.baron.close_company(("NP",)))
    assert current_answer(state, 2, ISSUE) == "for NP" and current_answer(ruined, 2, ISSUE) == "ask"
    ruined, _ = go(ruined, *PASSES)
    assert offered(ruined) == {"p2 issue", "p2 pass"}


@pytest.mark.parametrize(("seat", "used"), [(2, False), (3, True), (4, True)])
def test_from_place_3_uses_the_tile_in_place_3_or_later(seat, used):
    state, _ = go(bidding(tiles={seat: INSIDER}), f"p{seat} ahead Insider_Trading from_place_3", *PASSES)
    assert (state.order[0] == seat) == used
    assert isinstance(state.flow[-1], DraftingPhase)
    assert state.baron.answers_of(seat) == ({} if used else {INSIDER: "from place 3"})


def test_for_a_railroad_takes_its_stock_when_it_is_on_offer():
    state, events = go(bidding(tiles={2: ISSUE}), "p2 ahead Stock_Issue for_NP", *PASSES)
    assert isinstance(state.flow[-1], DraftingPhase)
    assert state.stocks[2] == {"NP": 1}
    assert StockDrafted(2, "NP") in events
    state, _ = go(bidding(tiles={2: ISSUE}), "p2 ahead Stock_Issue for_NYC", *PASSES)
    assert isinstance(state.flow[-1], DraftingPhase)
    assert state.baron.answers_of(2) == {ISSUE: "for NYC"}


def test_stock_issue_at_once_asks_only_which_stock_to_take():
    state, _ = go(bidding(tiles={2: ISSUE}), "p2 ahead Stock_Issue at_once", *PASSES)
    assert state.flow[-1] == IssueDraft(2)
    assert "p2 draft UP" in offered(state)


def test_a_seat_to_move_about_a_tile_has_no_premove_about_it():
    state = between(tiles={2: f"{ISSUE}, {INSIDER}"})
    assert {offer.tile for question in standing(state) for offer in question.offers} == {ISSUE}
    state, _ = go(state, "p2 insider")
    assert standing(state) == ()
    assert asked_ahead(state, None)


def test_a_premove_between_turns_applies_to_the_next_turn():
    state = shenanigans_table(DeliveringPhase(), tiles={2: INSIDER}, goods={"Washington": "coal coal"})
    state, _ = go(state, "p2 ahead Insider_Trading at_once", "p1 deliver coal Washington St._Louis")
    state, _ = go(state, "p2 deliver coal Washington St._Louis", "p4 pass", "p3 pass", "p2 pass")
    assert state.order == (2, 1, 3, 4)


# -- kept secret


def test_only_its_seat_knows_a_premove():
    before = bidding(tiles={2: INSIDER})
    state, events = go(before, "p2 ahead Insider_Trading at_once")
    assert visible_events(events, 2) == (e.AnsweredAhead(seat=2, special=INSIDER, answer="at once", to=frozenset({2})),)
    for other in (None, 1, 3, 4):
        assert visible_events(events, other) == ()
        assert redact(state, other) == redact(before, other)
    assert redact(state, 2) != redact(before, 2)
    assert redact(state, 2).state.baron.answers_of(2) == {INSIDER: "at once"}
    assert redact(state, 1).state.baron.answers_of(2) == {}


FIELDS = ("tile", "answer", "")


def test_prompts_and_labels_do_not_reveal_premoves():
    plain = bidding(tiles={2: INSIDER})
    said, _ = go(plain, "p2 ahead Insider_Trading at_once")
    assert [question.prompt for question in standing(said)] == [question.prompt for question in standing(plain)]
    (question,) = standing(said)
    for seat in (1, None):
        spoken, silent = (
            [GAME.text.label(redact(state, seat), offer, field, named) for offer in question.offers for field in FIELDS]
            for state in (said, plain)
        )
        assert spoken == silent


def test_a_determinization_has_no_hidden_premoves():
    said, _ = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading at_once")
    assert GAME.agent.determinize(redact(said, 2), rng_from_seed(1)).baron.answers_of(2) == {INSIDER: "at once"}
    imagined = GAME.agent.determinize(redact(said, 3), rng_from_seed(1))
    assert imagined.baron.said[2].open() == {}
    state, _ = go(imagined, *PASSES)
    assert offered(state) == {"p2 insider", "p2 pass"}


def test_a_premove_survives_encoding():
    said, _ = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading at_once")
    assert load_state(GAME, dump_state(said), GAME.version) == said


def test_a_premove_reveals_nothing_to_others():
    plain = bidding(tiles={2: INSIDER})
    said, events = go(plain, "p2 ahead Insider_Trading at_once")
    assert not is_revealing(plain, said, events, 2)


@pytest.mark.parametrize("answer", ["not_this_turn", "at_once", "from_place_3", "ask"])
def test_an_unusable_tile_does_not_reveal_a_premove(answer):
    plain = bidding(tiles={1: INSIDER})
    spoken = plain if answer == "ask" else go(plain, f"p1 ahead Insider_Trading {answer}")[0]
    spoken, _ = go(spoken, "p4 pass", "p3 pass")
    after, events = go(spoken, "p2 pass")
    assert not is_revealing(spoken, after, events, 2)


@pytest.mark.parametrize(
    ("tile", "answer"),
    [(INSIDER, "not_this_turn"), (INSIDER, "at_once"), (INSIDER, "from_place_4"), (ISSUE, "for_NYC")],
)
def test_a_move_that_reveals_a_premove_cannot_be_undone(tile, answer):
    state, _ = go(bidding(tiles={3: tile}), f"p3 ahead {tile.replace(' ', '_')} {answer}", "p4 pass", "p3 pass")
    after, events = go(state, "p2 pass")
    assert is_revealing(state, after, events, 2)
    (decided,) = [event for event in events if isinstance(event, e.AnswerDecided)]
    assert decided.to == {3} and not GAME.text.event_sentence(decided, named)
    plain, _ = go(bidding(tiles={3: tile}), "p4 pass", "p3 pass")
    asked, events = go(plain, "p2 pass")
    assert not is_revealing(plain, asked, events, 2)


# -- words


def test_the_status_line_and_the_rules_name_the_tile():
    state = between(tiles={3: f"{INSIDER}, {ISSUE}"})
    assert GAME.text.status_line(redact(state, None)) == "Turn 2 of 9 · Insider Trading"
    assert GAME.text.help(redact(state, None))[0][0] == INSIDER
    state, _ = go(state, "p3 pass")
    assert GAME.text.help(redact(state, None))[0][0] == ISSUE
    state, _ = go(state, "p3 issue")
    assert GAME.text.status_line(redact(state, None)) == "Turn 2 of 9 · Stock Issue: first pick"


def test_the_prompt_has_the_effect_of_the_tile():
    state = between(tiles={3: f"{INSIDER}, {ISSUE}"})
    prompt = "Use Insider Trading to go first instead of in place 3, or pass to keep it."
    assert decisions(state)[0].prompt == prompt
    assert labels(state, "insider") == ["Play Insider Trading: go first for free instead of in place 3"]
    assert labels(state, "pass") == ["Keep Insider Trading for another turn"]
    state, _ = go(state, "p3 pass")
    assert labels(state, "issue") == [
        "Play Stock Issue: turn up a stock tile beside ACL, UP, NP, and SP and take one first"
    ]


def test_labels_of_premoves_have_their_meaning_and_turn():
    state = bidding(tiles={2: INSIDER, 3: ISSUE})
    view = redact(state, 2)
    words = [
        GAME.text.label(view, Ahead(2, INSIDER, said), "answer", named) for said in ("not this turn", "from place 3")
    ]
    assert words == ["do not use it in turn 2, then ask again", "use it if the bidding leaves you in place 3 or later"]
    assert GAME.text.label(view, Ahead(2, INSIDER, "from place 4"), "answer", named).endswith("in place 4")
    assert GAME.text.label(view, Ahead(2, INSIDER, "at once"), "tile", named) == (
        "Insider Trading: ask when it can be used (current plan)"
    )
    assert GAME.text.label(redact(state, 3), Ahead(3, ISSUE, "for UP"), "", named) == (
        "Stock Issue: use it if UP stock is on offer, and take that"
    )
    later = shenanigans_table(DeliveringPhase(), tiles={2: INSIDER}, goods={"Washington": "coal"})
    assert GAME.text.label(redact(later, 2), Ahead(2, INSIDER, "not this turn"), "answer", named).startswith(
        "do not use it in turn 3"
    )


def test_narrations_of_used_tiles_have_the_new_order_and_tile():
    events = [
        e.InsiderTraded(seat=3, order=(3, 1, 2)),
        e.StockIssued(seat=1, tile="UP"),
        e.TileKept(seat=2, special=ISSUE),
    ]
    assert [GAME.text.event_sentence(event, named) for event in events] == [
        "Cleo used Insider Trading to go first. Turn order: Cleo, Ada, Ben.",
        "Ada used Stock Issue and turned up UP stock.",
        "Ben kept Stock Issue.",
    ]


# -- computer players


def hint(state, kind):
    (decision,) = decisions(state)
    (offer,) = [offer for offer in decision.offers if type(offer).__name__.lower() == kind]
    return GAME.agent.score_action(redact(state, decision.seat), offer)


def test_a_computer_moves_to_the_front_from_the_back_and_waits_in_the_middle():
    assert hint(between(tiles={4: INSIDER}), "insider") > hint(between(tiles={4: INSIDER}), "pass") == 0
    assert hint(between(tiles={2: INSIDER}), "insider") < 0
    assert hint(between(tiles={2: INSIDER}, ending="standstill"), "insider") > 0


def test_a_computer_issues_stock_when_a_valuable_one_is_on_offer():
    assert hint(between(tiles={2: ISSUE}, value={"UP": 7}), "issue") > 0
    assert hint(between(tiles={2: ISSUE}, value={"NYC": 9, "PRR": 9}), "issue") < 0
    state, _ = go(between(tiles={2: ISSUE}, value={"UP": 7}, pile=("UP",)), "p2 issue")
    (decision,) = decisions(state)
    view = redact(state, 2)
    assert max(decision.offers, key=lambda offer: GAME.agent.score_action(view, offer)).tile == "UP"


def test_a_computer_does_not_draft_a_tile_that_it_cannot_use():
    state = shenanigans_table(DraftingPhase(), stocks=(INSIDER, "Merger"), ending="last-city")
    (decision,) = decisions(state)
    worth = {offer.tile: GAME.agent.score_action(redact(state, 1), offer) for offer in decision.offers}
    assert worth[INSIDER] == 0 < worth["Merger"]
