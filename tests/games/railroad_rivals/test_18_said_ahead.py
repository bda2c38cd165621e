"""Answers given ahead: what may be said, that it works, that it stays secret, and its words. (rulings K13 to K15)"""

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
from tests.games.railroad_rivals.shady import between, labels, named, shady
from tests.games.railroad_rivals.table import GAME, go, offered
from tests.games.railroad_rivals.windows import INSIDER, ISSUE, ahead_of, bidding

# -- said ahead


def test_who_holds_no_such_tile_is_asked_nothing_ahead():
    assert standing(bidding()) == ()
    assert standing(bidding(tiles={1: "Merger, Buy Stock"})) == ()
    with pytest.raises(Refused, match="There is nothing to plan right now"):
        play(bidding(tiles={1: INSIDER}), Ahead(2, INSIDER, "at once"))


def test_what_may_be_said_ahead_and_the_answer_that_stands_is_left_out():
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


def test_with_two_players_there_is_no_place_but_the_second():
    state = bidding(tiles={2: INSIDER}, seats=2)
    assert ahead_of(state, 2) == {"Insider_Trading not_this_turn", "Insider_Trading at_once"}


def test_a_railroad_out_of_business_is_not_waited_for():
    state = bidding(tiles={3: ISSUE}, baron={"ruined": ("UP",)})
    assert "Stock_Issue for_UP" not in ahead_of(state, 3)
    assert "Stock_Issue for_NP" in ahead_of(state, 3)


def test_a_holder_of_both_tiles_is_asked_one_question():
    (question,) = standing(bidding(tiles={2: f"{ISSUE}, {INSIDER}"}))
    assert question.prompt == (
        "Plan what to do with Insider Trading and Stock Issue: only you see this, and you can change it anytime."
    )
    assert {offer.tile for offer in question.offers} == {INSIDER, ISSUE}


def test_an_answer_ahead_leaves_the_table_as_it_is_and_may_be_changed():
    state = bidding(tiles={2: INSIDER})
    spoken, _ = go(state, "p2 ahead Insider_Trading at_once")
    assert spoken == msgspec.structs.replace(state, baron=spoken.baron)
    assert offered(spoken) == offered(state)
    assert go(spoken, "p2 ahead Insider_Trading ask")[0] == state


PASSES = ("p4 pass", "p3 pass", "p2 pass")
"""The order stays 1, 2, 3, 4."""


def test_at_once_uses_the_tile_without_asking():
    state, events = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading at_once", *PASSES)
    assert e.InsiderTraded(seat=2, order=(2, 1, 3, 4)) in events
    assert isinstance(state.flow[-1], DraftingPhase)
    assert state.baron.answers_of(2) == {}


def test_not_this_turn_passes_once_and_is_used_up():
    state, _ = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading not_this_turn", *PASSES)
    assert isinstance(state.flow[-1], DraftingPhase)
    assert state.order == (1, 2, 3, 4)
    assert state.baron.specials == {2: (INSIDER,)}
    assert current_answer(state, 2, INSIDER) == "ask"
    assert "Insider_Trading not_this_turn" in ahead_of(state, 2)


def test_not_this_turn_is_used_up_also_by_who_would_not_have_been_asked():
    state, _ = go(bidding(tiles={1: INSIDER}), "p1 ahead Insider_Trading not_this_turn", *PASSES)
    assert current_answer(state, 1, INSIDER) == "ask"


def test_not_this_turn_said_after_its_window_means_the_next_one_and_no_later_one():
    state = shady(DeliveringPhase(), tiles={2: INSIDER}, goods={"Washington": "coal coal"})
    state, _ = go(state, "p2 ahead Insider_Trading not_this_turn")
    assert current_answer(state, 2, INSIDER) == "not this turn"
    state, _ = go(state, "p1 deliver coal Washington St._Louis", "p2 deliver coal Washington St._Louis")
    assert state.turn == 3 and current_answer(state, 2, INSIDER) == "not this turn"
    state, _ = go(state, "p4 pass", "p3 pass", "p2 pass")
    assert isinstance(state.flow[-1], DraftingPhase) and current_answer(state, 2, INSIDER) == "ask"


def test_who_waits_for_a_railroad_that_went_out_of_business_is_asked_again():
    state, _ = go(bidding(tiles={2: ISSUE}), "p2 ahead Stock_Issue for_NP")
    ruined = msgspec.structs.replace(state, baron=state.baron.close_company(("NP",)))
    assert current_answer(state, 2, ISSUE) == "for NP" and current_answer(ruined, 2, ISSUE) == "ask"
    ruined, _ = go(ruined, *PASSES)
    assert offered(ruined) == {"p2 issue", "p2 pass"}


@pytest.mark.parametrize(("seat", "used"), [(2, False), (3, True), (4, True)])
def test_from_place_3_uses_the_tile_in_place_3_or_further_back(seat, used):
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


def test_who_is_being_asked_about_a_tile_does_not_answer_ahead_about_it():
    state = between(tiles={2: f"{ISSUE}, {INSIDER}"})
    assert {offer.tile for question in standing(state) for offer in question.offers} == {ISSUE}
    state, _ = go(state, "p2 insider")
    assert standing(state) == ()
    assert asked_ahead(state, None)


def test_between_turns_an_answer_waits_for_the_next_window():
    state = shady(DeliveringPhase(), tiles={2: INSIDER}, goods={"Washington": "coal coal"})
    state, _ = go(state, "p2 ahead Insider_Trading at_once", "p1 deliver coal Washington St._Louis")
    state, _ = go(state, "p2 deliver coal Washington St._Louis", "p4 pass", "p3 pass", "p2 pass")
    assert state.order == (2, 1, 3, 4)


# -- kept secret


def test_what_is_said_ahead_is_known_to_its_seat_alone():
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


def test_a_said_answer_shows_in_no_prompt_and_no_label():
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


def test_a_deal_imagined_anew_has_said_nothing_and_can_be_played():
    said, _ = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading at_once")
    assert GAME.agent.determinize(redact(said, 2), rng_from_seed(1)).baron.answers_of(2) == {INSIDER: "at once"}
    imagined = GAME.agent.determinize(redact(said, 3), rng_from_seed(1))
    assert imagined.baron.said[2].open() == {}
    state, _ = go(imagined, *PASSES)
    assert offered(state) == {"p2 insider", "p2 pass"}


def test_an_answer_ahead_survives_being_written_down():
    said, _ = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading at_once")
    assert load_state(GAME, dump_state(said), GAME.version) == said


def test_an_answer_ahead_can_be_changed_but_is_nothing_to_be_undone_by_others():
    plain = bidding(tiles={2: INSIDER})
    said, events = go(plain, "p2 ahead Insider_Trading at_once")
    assert not is_revealing(plain, said, events, 2)


@pytest.mark.parametrize("answer", ["not_this_turn", "at_once", "from_place_3", "ask"])
def test_a_window_that_does_not_open_tells_nothing_of_what_was_said(answer):
    plain = bidding(tiles={1: INSIDER})
    spoken = plain if answer == "ask" else go(plain, f"p1 ahead Insider_Trading {answer}")[0]
    spoken, _ = go(spoken, "p4 pass", "p3 pass")
    after, events = go(spoken, "p2 pass")
    assert not is_revealing(spoken, after, events, 2)


@pytest.mark.parametrize(
    ("tile", "answer"),
    [(INSIDER, "not_this_turn"), (INSIDER, "at_once"), (INSIDER, "from_place_4"), (ISSUE, "for_NYC")],
)
def test_a_move_after_which_a_holder_was_seen_not_to_be_asked_cannot_be_taken_back(tile, answer):
    state, _ = go(bidding(tiles={3: tile}), f"p3 ahead {tile.replace(' ', '_')} {answer}", "p4 pass", "p3 pass")
    after, events = go(state, "p2 pass")
    assert is_revealing(state, after, events, 2)
    (decided,) = [event for event in events if isinstance(event, e.AnswerDecided)]
    assert decided.to == {3} and not GAME.text.event_sentence(decided, named)
    plain, _ = go(bidding(tiles={3: tile}), "p4 pass", "p3 pass")
    asked, events = go(plain, "p2 pass")
    assert not is_revealing(plain, asked, events, 2)


# -- words


def test_the_window_is_named_in_the_headline_and_its_rule_comes_first():
    state = between(tiles={3: f"{INSIDER}, {ISSUE}"})
    assert GAME.text.status_line(redact(state, None)) == "Turn 2 of 9 · Insider Trading"
    assert GAME.text.help(redact(state, None))[0][0] == INSIDER
    state, _ = go(state, "p3 pass")
    assert GAME.text.help(redact(state, None))[0][0] == ISSUE
    state, _ = go(state, "p3 issue")
    assert GAME.text.status_line(redact(state, None)) == "Turn 2 of 9 · Stock Issue: first pick"


def test_the_question_says_what_the_tile_does_now():
    state = between(tiles={3: f"{INSIDER}, {ISSUE}"})
    prompt = "Use Insider Trading to go first instead of in place 3, or pass to keep it."
    assert decisions(state)[0].prompt == prompt
    assert labels(state, "insider") == ["Play Insider Trading: go first for free instead of in place 3"]
    assert labels(state, "pass") == ["Keep Insider Trading for another turn"]
    state, _ = go(state, "p3 pass")
    assert labels(state, "issue") == [
        "Play Stock Issue: turn up a stock tile beside ACL, UP, NP, and SP and take one first"
    ]


def test_answers_ahead_say_what_they_mean_and_in_which_turn():
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
    later = shady(DeliveringPhase(), tiles={2: INSIDER}, goods={"Washington": "coal"})
    assert GAME.text.label(redact(later, 2), Ahead(2, INSIDER, "not this turn"), "answer", named).startswith(
        "do not use it in turn 3"
    )


def test_using_a_tile_is_told_with_the_new_order_and_the_new_tile():
    told = [
        e.InsiderTraded(seat=3, order=(3, 1, 2)),
        e.StockIssued(seat=1, tile="UP"),
        e.TileKept(seat=2, special=ISSUE),
    ]
    assert [GAME.text.event_sentence(event, named) for event in told] == [
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


def test_a_computer_drafts_no_tile_that_it_can_use_no_more():
    state = shady(DraftingPhase(), stocks=(INSIDER, "Merger"), ending="last-city")
    (decision,) = decisions(state)
    worth = {offer.tile: GAME.agent.score_action(redact(state, 1), offer) for offer in decision.offers}
    assert worth[INSIDER] == 0 < worth["Merger"]
