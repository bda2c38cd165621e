"""RB Insider Trading and Stock Issue, and what may be said ahead about them; rulings K13 to K16, D6, D7."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.codec import dump, load
from engine.core.event import PhaseEnded, visible
from engine.core.flow import decisions, play, settle, standing
from engine.core.notation import write
from engine.core.rng import seeded
from engine.core.secret import redact, reveals
from engine.errors import Refused
from engine.games.railroad_rivals.events import DraftSkipped, StockDrafted
from engine.games.railroad_rivals.phases import Bidding, Delivering, Drafting, Placing, Turns
from engine.games.railroad_rivals.robber_baron.actions import Ahead
from engine.games.railroad_rivals.robber_baron.shenanigans import events as e
from engine.games.railroad_rivals.robber_baron.shenanigans.ahead import asked_ahead
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import InsiderTrading, IssueDraft, StockIssue
from tests.games.railroad_rivals.shady import between, labels, named, shady
from tests.games.railroad_rivals.table import GAME, go, offered

INSIDER, ISSUE = "Insider Trading", "Stock Issue"


def ahead_of(state, seat):
    """What a seat may say ahead, as notation without the seat and the verb."""
    return {write(offer).split(" ", 2)[2] for d in standing(state) if d.seat == seat for offer in d.offers}


def whole_turn(**more):
    """A turn from its beginning: it asks for bids."""
    return settle(msgspec.structs.replace(shady(Drafting(), **more), flow=(Turns(),), stock_offer=()))


def bidding(*, stocks=("ACL", "UP", "NP", "SP"), **more):
    """The bidding, then both windows, then the draft: the last player in the order is asked first."""
    state = between(stocks=stocks, **more)
    flow = (Turns(), Delivering(), Placing(), Drafting(), StockIssue(), InsiderTrading(), Bidding.opened(state.order))
    return settle(msgspec.structs.replace(state, flow=flow))


# -- Insider Trading


def test_k14_the_holder_moves_to_the_front_for_nothing_and_the_others_keep_their_order():
    state, events = go(between(tiles={3: INSIDER}), "p3 insider")
    assert state.order == (3, 1, 2, 4)
    assert dict(state.score) == dict.fromkeys((1, 2, 3, 4), 20)
    assert events[0] == e.InsiderTraded(seat=3, order=(3, 1, 2, 4))
    assert state.discarded == (INSIDER,)
    assert {line.split()[0] for line in offered(state)} == {"p3"}


def test_k14_after_the_bidding_and_its_winner_gets_nothing_back():
    state = bidding(tiles={2: INSIDER})
    state, _ = go(state, "p4 bid 3", "p3 pass", "p2 pass", "p1 pass", "p2 insider")
    assert state.score[4] == 17
    assert state.order == (2, 4, 1, 3)


def test_k14_the_new_order_is_that_of_the_next_bidding_too():
    state, _ = go(between(tiles={3: INSIDER}), "p3 insider")
    assert Bidding.opened(state.order).still_in[0] == 4
    assert Bidding.opened(state.order).still_in[-1] == 3


def test_k14_who_is_first_already_is_not_asked():
    state = between(tiles={1: INSIDER})
    assert isinstance(state.flow[-1], Drafting)
    assert state.baron.specials == {1: (INSIDER,)}


def test_k14_the_holder_may_keep_it_for_another_turn():
    state, events = go(between(tiles={3: INSIDER}), "p3 pass")
    assert state.order == (1, 2, 3, 4)
    assert events[0] == e.TileKept(seat=3, special=INSIDER)
    assert state.baron.specials == {3: (INSIDER,)}


@pytest.mark.parametrize(("tile", "phase"), [(INSIDER, InsiderTrading), (ISSUE, StockIssue)])
def test_k13_k14_not_in_the_turn_in_which_the_tile_is_drafted(tile, phase):
    state = whole_turn(tiles={2: tile})
    assert phase() in state.flow
    assert not {InsiderTrading(), StockIssue()} & set(whole_turn().flow)
    drafted, _ = go(shady(Drafting(), Placing(), stocks=(tile, "UP", "UP", "UP")), f"p1 draft {tile.replace(' ', '_')}")
    assert phase() not in drafted.flow


def test_the_window_refuses_anything_else_in_a_sentence():
    with pytest.raises(Refused, match="It is the time of Insider Trading: use it now, or pass to keep it"):
        go(between(tiles={3: INSIDER}), "p3 draft UP")
    with pytest.raises(Refused, match="not player 1's turn: player 3 must answer first"):
        go(between(tiles={3: INSIDER}), "p1 insider")
    with pytest.raises(Refused, match="used after the bidding, before anybody drafts"):
        go(shady(Delivering(), tiles={1: INSIDER}, goods={"Washington": "coal"}), "p1 insider")


# -- Stock Issue


def test_k13_an_extra_tile_is_turned_up_and_the_owner_takes_any_stock_before_the_draft():
    state = between(tiles={3: ISSUE}, stocks=("ACL", "UP", "NP", "SP"), cities=("Boston", "Omaha", "Dallas", "Denver"))
    assert offered(state) == {"p3 issue", "p3 pass"}
    top = state.stock_pile.open()[0]
    state, events = go(state, "p3 issue")
    assert events[0] == e.StockIssued(seat=3, tile=top)
    assert offered(state) == {f"p3 draft {tile}" for tile in {"ACL", "UP", "NP", "SP", top}}
    state, events = go(state, "p3 draft UP")
    assert events[0] == StockDrafted(3, "UP")
    assert isinstance(state.flow[-1], Drafting)
    assert "p1 draft ACL" in offered(state)


def test_k13_the_owner_gets_two_stocks_and_nothing_is_left():  # D6
    cities = ("Boston", "Omaha", "Dallas", "Denver")
    state = between(tiles={3: ISSUE}, stocks=("ACL", "UP", "NP", "SP"), cities=cities)
    state, _ = go(state, "p3 issue", "p3 draft UP")
    while isinstance(state.flow[-1], Drafting):
        state, _ = play(state, next(iter(decisions(state)[0].offers)))
    assert [sum(state.stocks[seat].values()) for seat in (1, 2, 3, 4)] == [1, 1, 2, 1]
    assert all(lot.taken for lot in state.stock_offer + state.city_offer)


def test_k13_a_special_tile_may_be_taken_too():
    state = between(tiles={3: ISSUE}, stocks=("Merger", "UP", "NP", "SP"))
    state, _ = go(state, "p3 issue", "p3 draft Merger")
    assert state.baron.specials == {3: ("Merger",)}


def test_k13_a_city_is_not_to_be_had():
    state, _ = go(between(tiles={3: ISSUE}, cities=("Boston",)), "p3 issue")
    with pytest.raises(Refused, match="Stock Issue gives you one of the stock tiles on offer: ACL, UP, NP, SP"):
        go(state, "p3 draft Boston")


def test_k13_with_an_empty_pile_it_cannot_be_played():
    assert isinstance(between(tiles={3: ISSUE}, pile=()).flow[-1], Drafting)


def test_k13_the_owner_is_asked_before_the_extra_tile_is_seen():
    state = between(tiles={3: ISSUE})
    other = msgspec.structs.replace(
        state, stock_pile=msgspec.structs.replace(state.stock_pile, value=state.stock_pile.open()[::-1])
    )
    assert decisions(state) == decisions(other)
    assert labels(state, "issue") == labels(other, "issue")


def test_issuing_shows_a_tile_and_cannot_be_taken_back_but_insider_trading_can():
    state = between(tiles={3: f"{INSIDER}, {ISSUE}"})
    moved, events = go(state, "p3 insider")
    assert not reveals(state, moved, events, 3)
    issued, events = go(moved, "p3 issue")
    assert reveals(moved, issued, events, 3)


def test_a_short_pile_gives_its_last_tile_and_the_draft_goes_on_as_far_as_tiles_last():  # D7
    state = between(tiles={3: ISSUE}, stocks=("UP",), pile=("NP",), city_pile_out=True)
    state, events = go(state, "p3 issue", "p3 draft NP", "p1 draft UP")
    assert [event.seat for event in events if isinstance(event, DraftSkipped)] == [2, 3, 4, 1, 2, 3, 4]


def test_in_a_turn_of_two_stocks_the_owner_takes_three():
    stocks = ("ACL", "UP", "NP", "SP", "IC", "MP", "PRR", "NYC")
    state = between(tiles={1: ISSUE}, stocks=stocks, city_pile_out=True, hands={1: ("Pittsburgh",)})
    state, _ = go(state, "p1 issue", "p1 draft ACL")
    while isinstance(state.flow[-1], Drafting):
        state, _ = play(state, next(iter(decisions(state)[0].offers)))
    assert [sum(state.stocks[seat].values()) for seat in (1, 2, 3, 4)] == [3, 2, 2, 2]


def test_k15_insider_trading_comes_first_whoever_holds_the_tiles():
    state = between(tiles={2: ISSUE, 3: INSIDER})
    assert [decision.seat for decision in decisions(state)] == [3]
    state, _ = go(state, "p3 pass")
    assert offered(state) == {"p2 issue", "p2 pass"}


def test_only_the_draft_itself_posts_pictures():
    _, events = go(between(tiles={3: f"{INSIDER}, {ISSUE}"}), "p3 insider", "p3 issue", "p3 draft UP")
    assert not [event for event in events if isinstance(event, PhaseEnded)]


def test_k16_at_the_end_there_is_nothing_left_to_ask():
    state = shady(Delivering(), tiles={3: INSIDER}, goods={"Washington": "coal"})
    assert standing(state)
    assert standing(msgspec.structs.replace(state, ending="last-city")) == ()


# -- said ahead


def test_who_holds_no_such_tile_is_asked_nothing_ahead():
    assert standing(bidding()) == ()
    assert standing(bidding(tiles={1: "Merger, Buy Stock"})) == ()
    with pytest.raises(Refused, match="You are asked nothing ahead now"):
        play(bidding(tiles={1: INSIDER}), Ahead(2, INSIDER, "at once"))


def test_what_may_be_said_ahead_and_the_answer_that_stands_is_left_out():
    state = bidding(tiles={2: INSIDER, 3: ISSUE})
    answers = {"not_this_turn", "at_once", "from_place_3", "from_place_4"}
    assert ahead_of(state, 2) == {f"Insider_Trading {answer}" for answer in answers}
    state, _ = go(state, "p2 ahead Insider_Trading from_place_3")
    with pytest.raises(Refused, match=r"or it stands already\. Say ahead what to do with Insider Trading\."):
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
    assert question.prompt == "Say ahead what to do with Insider Trading and Stock Issue."
    assert {offer.tile for offer in question.offers} == {INSIDER, ISSUE}


def test_an_answer_ahead_leaves_the_table_as_it_is_and_may_be_changed():
    state = bidding(tiles={2: INSIDER})
    said, _ = go(state, "p2 ahead Insider_Trading at_once")
    assert said == msgspec.structs.replace(state, baron=said.baron)
    assert offered(said) == offered(state)
    assert go(said, "p2 ahead Insider_Trading ask")[0] == state


PASSES = ("p4 pass", "p3 pass", "p2 pass")
"""The order stays 1, 2, 3, 4."""


def test_at_once_uses_the_tile_without_asking():
    state, events = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading at_once", *PASSES)
    assert e.InsiderTraded(seat=2, order=(2, 1, 3, 4)) in events
    assert isinstance(state.flow[-1], Drafting)
    assert state.baron.answers(2) == {}


def test_not_this_turn_passes_once_and_is_used_up():
    state, _ = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading not_this_turn", *PASSES)
    assert isinstance(state.flow[-1], Drafting)
    assert state.order == (1, 2, 3, 4)
    assert state.baron.specials == {2: (INSIDER,)}
    assert state.baron.answers(2) == {}


def test_not_this_turn_is_used_up_also_by_who_would_not_have_been_asked():
    state, _ = go(bidding(tiles={1: INSIDER}), "p1 ahead Insider_Trading not_this_turn", *PASSES)
    assert state.baron.answers(1) == {}


@pytest.mark.parametrize(("seat", "used"), [(2, False), (3, True), (4, True)])
def test_from_place_3_uses_the_tile_in_place_3_or_further_back(seat, used):
    state, _ = go(bidding(tiles={seat: INSIDER}), f"p{seat} ahead Insider_Trading from_place_3", *PASSES)
    assert (state.order[0] == seat) == used
    assert isinstance(state.flow[-1], Drafting)
    assert state.baron.answers(seat) == ({} if used else {INSIDER: "from place 3"})


def test_for_a_railroad_takes_its_stock_when_it_is_on_offer():
    state, events = go(bidding(tiles={2: ISSUE}), "p2 ahead Stock_Issue for_NP", *PASSES)
    assert isinstance(state.flow[-1], Drafting)
    assert state.stocks[2] == {"NP": 1}
    assert StockDrafted(2, "NP") in events
    state, _ = go(bidding(tiles={2: ISSUE}), "p2 ahead Stock_Issue for_NYC", *PASSES)
    assert isinstance(state.flow[-1], Drafting)
    assert state.baron.answers(2) == {ISSUE: "for NYC"}


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
    state = shady(Delivering(), tiles={2: INSIDER}, goods={"Washington": "coal coal"})
    state, _ = go(state, "p2 ahead Insider_Trading at_once", "p1 deliver coal Washington St._Louis")
    state, _ = go(state, "p2 deliver coal Washington St._Louis", "p4 pass", "p3 pass", "p2 pass")
    assert state.order == (2, 1, 3, 4)


# -- kept secret


def test_what_is_said_ahead_is_known_to_its_seat_alone():
    before = bidding(tiles={2: INSIDER})
    state, events = go(before, "p2 ahead Insider_Trading at_once")
    assert visible(events, 2) == (e.AnsweredAhead(seat=2, special=INSIDER, answer="at once", to=frozenset({2})),)
    for other in (None, 1, 3, 4):
        assert visible(events, other) == ()
        assert redact(state, other) == redact(before, other)
    assert redact(state, 2) != redact(before, 2)
    assert redact(state, 2).state.baron.answers(2) == {INSIDER: "at once"}
    assert redact(state, 1).state.baron.answers(2) == {}


def test_a_said_answer_shows_in_no_prompt_and_no_label():
    plain = bidding(tiles={2: INSIDER})
    said, _ = go(plain, "p2 ahead Insider_Trading at_once")
    assert [question.prompt for question in standing(said)] == [question.prompt for question in standing(plain)]
    (question,) = standing(said)
    for view in (redact(said, 1), redact(said, None)):
        assert all(
            GAME.label(view, offer, field, named) for offer in question.offers for field in ("tile", "answer", "")
        )


def test_a_deal_imagined_anew_has_said_nothing_and_can_be_played():
    said, _ = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading at_once")
    assert GAME.imagine(redact(said, 2), seeded(1)).baron.answers(2) == {INSIDER: "at once"}
    imagined = GAME.imagine(redact(said, 3), seeded(1))
    assert imagined.baron.answers(2) == {}
    state, _ = go(imagined, *PASSES)
    assert offered(state) == {"p2 insider", "p2 pass"}


def test_an_answer_ahead_survives_being_written_down():
    said, _ = go(bidding(tiles={2: INSIDER}), "p2 ahead Insider_Trading at_once")
    assert load(GAME, dump(said), GAME.version) == said


def test_an_answer_ahead_can_be_changed_but_is_nothing_to_be_undone_by_others():
    plain = bidding(tiles={2: INSIDER})
    said, events = go(plain, "p2 ahead Insider_Trading at_once")
    assert not reveals(plain, said, events, 2)


# -- words


def test_the_window_is_named_in_the_headline_and_its_rule_comes_first():
    state = between(tiles={3: f"{INSIDER}, {ISSUE}"})
    assert GAME.headline(redact(state, None)) == "Turn 2 of 9 · use Insider Trading or not"
    assert GAME.help(redact(state, None))[0][0] == INSIDER
    state, _ = go(state, "p3 pass")
    assert GAME.help(redact(state, None))[0][0] == ISSUE
    state, _ = go(state, "p3 issue")
    assert GAME.headline(redact(state, None)) == "Turn 2 of 9 · Stock Issue: first choice of the stocks"


def test_the_question_says_what_the_tile_does_now():
    state = between(tiles={3: f"{INSIDER}, {ISSUE}"})
    assert decisions(state)[0].prompt == "Use Insider Trading now, and go first instead of in place 3?"
    assert labels(state, "insider") == ["Play Insider Trading: go first for nothing, instead of in place 3"]
    assert labels(state, "pass") == ["Keep Insider Trading for another turn"]
    state, _ = go(state, "p3 pass")
    assert labels(state, "issue") == [
        "Play Stock Issue: one more stock tile is turned up beside ACL, UP, NP and SP, and you take one first"
    ]


def test_answers_ahead_say_what_they_mean_and_in_which_turn():
    state = bidding(tiles={2: INSIDER, 3: ISSUE})
    view = redact(state, 2)
    words = [GAME.label(view, Ahead(2, INSIDER, said), "answer", named) for said in ("not this turn", "from place 3")]
    assert words == ["not in turn 2, then ask again", "use it when the bidding leaves you in place 3 or further back"]
    assert GAME.label(view, Ahead(2, INSIDER, "from place 4"), "answer", named).endswith("in place 4")
    assert GAME.label(view, Ahead(2, INSIDER, "at once"), "tile", named) == (
        "Insider Trading, so far: ask when its time comes"
    )
    assert GAME.label(redact(state, 3), Ahead(3, ISSUE, "for UP"), "", named) == (
        "Stock Issue: use it when UP stock is on offer, and take that. "
        "Nobody else sees this, and you may change it at any time"
    )
    later = shady(Delivering(), tiles={2: INSIDER}, goods={"Washington": "coal"})
    assert GAME.label(redact(later, 2), Ahead(2, INSIDER, "not this turn"), "answer", named).startswith("not in turn 3")


def test_using_a_tile_is_told_with_the_new_order_and_the_new_tile():
    told = [
        e.InsiderTraded(seat=3, order=(3, 1, 2)),
        e.StockIssued(seat=1, tile="UP"),
        e.TileKept(seat=2, special=ISSUE),
    ]
    assert [GAME.narrate(event, named) for event in told] == [
        "Cleo used Insider Trading to go first. Turn order: Cleo, Ada, Ben.",
        "Ada used Stock Issue: UP stock came on offer too.",
        "Ben kept Stock Issue.",
    ]


# -- computer players


def hint(state, kind):
    (decision,) = decisions(state)
    (offer,) = [offer for offer in decision.offers if type(offer).__name__.lower() == kind]
    return GAME.hint(redact(state, decision.seat), offer)


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
    assert max(decision.offers, key=lambda offer: GAME.hint(view, offer)).tile == "UP"


def test_a_computer_drafts_no_tile_that_it_can_use_no_more():
    state = shady(Drafting(), stocks=(INSIDER, "Merger"), ending="last-city")
    (decision,) = decisions(state)
    worth = {offer.tile: GAME.hint(redact(state, 1), offer) for offer in decision.offers}
    assert worth[INSIDER] == 0 < worth["Merger"]
