"""The outlaws' attack and the deputies. (RR Outlaws; RR Deputy; rulings 71-81)"""

import pytest

from engine.core import Secret, decisions, premove_decisions, redact, write_action
from engine.errors import Refused
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import Card
from engine.games.railroader.rules.outlaws import attack_railheads, outlaw_victims
from engine.games.railroader.state.events import CardTurned, DeputyUsed, OrdersSaid, OutlawsLeft, RailheadRaided
from engine.games.railroader.state.state import Orders
from tests.games.railroader.table import cards, go, mat, mine, railroad, table

# Red in lane A: 7, 16, 24; B: 8, 17, 25; C: 7, 16, 24; D: 8, 15, 25.  White in A: 4, 18; B: 4, 19.
THIEF, SCARER = Card("outlaw-crate"), Card("outlaw-workers")
ALL = "outlaw-crate outlaw-workers outlaw-workers"


def attacked(*railroads, outlaws=ALL, orders=None, **changes):
    """These outlaws beside the board attack these railroads."""
    state = table(*railroads, seats=max(2, len(railroads)), outlaws=outlaws, **changes)
    for seat, said in (orders or {}).items():
        state = state.set_orders(seat, said)
    return attack_railheads(state).take_events()


def on_red(sections=4, **things):
    """Seat 1's engine on red 7, with a full railhead if nothing else is said."""
    return railroad(7, sections, **({"workers": 2, "crates": "4/4"} | things))


def order(*railroads):
    return [*outlaw_victims(table(*railroads, seats=len(railroads)))]


def test_ruling_71_outlaws_attack_at_the_moment_they_come_before_the_next_card():
    start = table(on_red(hand="gold scout"), market="gold gold gold", deck="outlaw-crate scout")
    state, told = go(start, "p1 buy 2")
    assert [type(event) for event in told[1:]] == [CardTurned, RailheadRaided, CardTurned]
    assert told[1:] == (CardTurned(THIEF, 0), RailheadRaided(1, 1, 0, cards("supplies-4")), CardTurned("scout", 2))
    assert state.outlaws == (THIEF,)
    assert state.market == cards("gold scout gold")


def test_ruling_71_also_at_the_end_of_a_round():
    start = table(on_red(), at=2, deck="outlaw-workers scout", turn={"left": 1})
    state, told = go(start, "p2 discard worker pile")
    assert RailheadRaided(1, 1, 1, ()) in told
    assert mine(state).mat.workers == 1


@pytest.mark.parametrize(("engine", "victim"), [(0, False), (6, False), (7, True), (9, False), (13, False)])
def test_ruling_72_victims_are_those_whose_engine_is_on_red(engine, victim):
    assert order(railroad(engine, 4), railroad(1, 4)) == [1] * victim


def test_ruling_72_a_derailed_engine_is_on_no_red():
    assert order(railroad(16, 4, derailed=True), railroad(1, 4)) == []


def test_ruling_72_with_nobody_on_red_the_outlaws_pass():
    state, told = attacked(railroad(6, 4, workers=2, crates="4/4"))
    assert told == (OutlawsLeft(),)
    assert mine(state).mat == mat(2, 0, "4/4")
    assert len(state.outlaws) == 3


def test_ruling_73_the_train_furthest_from_its_railhead_is_first_and_then_clockwise():
    assert order(railroad(7, 3), railroad(8, 3), railroad(7, 6), railroad(8, 5)) == [3, 4, 1, 2]
    assert order(railroad(7, 3), railroad(8, 6), railroad(1, 6), railroad(8, 5)) == [2, 4, 1]


def test_ruling_74_a_first_tie_is_for_the_railhead_further_from_a_garrison():
    tied = railroad(16, 6), railroad(1, 4), railroad(24, 8), railroad(8, 4)
    board = table(seats=4).board
    assert [tied[n].last_track_space - tied[n].engine for n in (0, 2, 3)] == [8, 8, 8]
    assert [tied[n].last_track_space - board.garrison_behind(n + 1, tied[n].last_track_space) for n in (0, 2, 3)] == [
        6,
        14,
        11,
    ]
    assert order(*tied) == [3, 4, 1]


def test_ruling_74_a_railhead_on_a_garrison_is_not_away_from_one():
    railroads = railroad(1, 1), railroad(40, 13), railroad(1, 1), railroad(40, 13)
    state = table(*railroads, seats=4, line=26)
    assert [state.board.space_kind(seat, 52) for seat in (2, 4)] == [Space.WHITE, Space.PLAIN]
    assert [*outlaw_victims(state)] == [4, 2]


@pytest.mark.parametrize(("first", "expected"), [(1, [1, 3]), (2, [3, 1]), (3, [3, 1])])
def test_ruling_74_a_second_tie_is_for_the_earlier_turn_in_the_round(first, expected):
    state = table(railroad(16, 5), railroad(1, 4), railroad(16, 5), seats=3, first=first)
    assert [*outlaw_victims(state)] == expected


def test_ruling_75_every_outlaw_beside_the_board_acts_on_every_railhead():
    rivals = on_red(), railroad(8, 4, workers=3, crates="3/3")
    state, told = attacked(*rivals)
    assert told == (
        RailheadRaided(1, 3, 2, cards("supplies-4")),
        RailheadRaided(2, 3, 2, cards("supplies-3")),
    )
    assert [mine(state, seat).mat for seat in (1, 2)] == [mat(), mat(1)]


@pytest.mark.parametrize(
    ("outlaws", "left"),
    [
        ("outlaw-crate", mat(2)),
        ("outlaw-workers", mat(1, 0, "4/4")),
        ("outlaw-workers outlaw-workers", mat(0, 0, "4/4")),
        ("outlaw-crate outlaw-workers", mat(1)),
    ],
)
def test_ruling_75_one_takes_a_crate_and_the_others_a_worker_each(outlaws, left):
    state, _ = attacked(on_red(), outlaws=outlaws)
    assert mine(state).mat == left


def test_ruling_76_what_is_not_there_is_not_lost():
    state, told = attacked(on_red(workers=1, crates="2/4"))
    assert told == (RailheadRaided(1, 3, 1, ()),)
    assert mine(state).mat == mat(0, 0, "2/4")
    _, told = attacked(on_red(workers=0, crates=""))
    assert told == (RailheadRaided(1, 3, 0, ()),)


def test_ruling_77_what_is_lost_goes_to_the_prairie_and_the_lower_crate_first():
    state, _ = attacked(on_red(crates="3/3 4/4"), prairie="gold")
    assert mine(state).mat == mat(0, 0, "4/4")
    assert state.prairie == cards("worker worker gold supplies-3")


def test_ruling_78_a_deputy_sends_away_two_outlaws_and_goes_with_them():
    state, told = attacked(on_red(workers=2, deputies=1))
    assert told == (DeputyUsed(1, (SCARER, SCARER)), RailheadRaided(1, 1, 0, cards("supplies-4")))
    assert state.outlaws == (THIEF,)
    assert mine(state).mat == mat(2)
    assert state.prairie == cards("deputy supplies-4 outlaw-workers outlaw-workers")


def test_ruling_78_alone_an_outlaw_is_sent_away_alone():
    state, told = attacked(on_red(deputies=1), outlaws="outlaw-workers")
    assert told == (DeputyUsed(1, (SCARER,)),)
    assert state.outlaws == ()
    assert mine(state).mat == mat(2, 0, "4/4")


def test_ruling_78_two_deputies_send_all_three_away():
    state, told = attacked(on_red(workers=1, deputies=2))
    assert told == (DeputyUsed(1, (SCARER, SCARER)), DeputyUsed(1, (THIEF,)))
    assert mine(state).mat == mat(1, 0, "4/4")
    assert state.outlaws == ()


def test_ruling_78_whom_a_deputy_sends_away_first_can_be_said():
    state, told = attacked(on_red(deputies=1), orders={1: Orders(first="crates")})
    assert told[0] == DeputyUsed(1, (THIEF, SCARER))
    assert mine(state).mat == mat(1, 0, "4/4")


def test_ruling_78_outlaws_that_would_take_nothing_are_sent_away_last():
    state, told = attacked(on_red(workers=0, deputies=1))
    assert told == (DeputyUsed(1, (THIEF, SCARER)), RailheadRaided(1, 1, 0, ()))
    assert mine(state).mat == mat(0, 0, "4/4")


@pytest.mark.parametrize(
    ("use", "outlaws", "workers", "used"),
    [
        ("needed", "outlaw-workers", 1, True),
        ("needed", "outlaw-workers outlaw-workers", 0, False),
        ("needed", "outlaw-crate", 0, True),
        ("always", "outlaw-workers", 0, True),
        ("never", ALL, 2, False),
        ("two", "outlaw-workers", 2, False),
        ("two", "outlaw-workers outlaw-workers", 1, False),
        ("two", "outlaw-workers outlaw-workers", 2, True),
        ("two", "outlaw-crate outlaw-workers", 1, True),
    ],
)
def test_ruling_78_a_deputy_is_used_as_its_player_has_ordered(use, outlaws, workers, used):
    state, _ = attacked(on_red(workers=workers, deputies=1), outlaws=outlaws, orders={1: Orders(use)})
    assert mine(state).mat.deputies == (0 if used else 1)


def test_ruling_78_orders_are_said_at_any_time_and_are_secret():
    state = table(railroad(), railroad(discards="deputy"))
    told = {write_action(offer) for question in premove_decisions(state) for offer in question.offers}
    uses = ("needed", "always", "never", "two")
    every = {f"p2 deputies {use} {first}" for use in uses for first in ("workers", "crates")}
    assert told == every - {"p2 deputies never crates"}
    after, news = go(state, "p2 deputies two crates")
    assert news == (OrdersSaid(2, "two", "crates", to=frozenset({2})),)
    assert after.orders[2] == Secret(Orders("two", "crates"), seen_by=frozenset({2}))
    assert decisions(after) == decisions(state)


def test_ruling_78_the_orders_that_hold_are_offered_too_and_told_to_their_player_alone():
    state, _ = go(table(railroad(hand="deputy")), "p1 deputies two crates")
    (own,) = premove_decisions(redact(state, 1).state)
    assert own.prompt.startswith("Your deputies are used when that prevents 2 or more losses, first against the outlaw")
    assert "p1 deputies two crates" in map(write_action, own.offers)
    (rival,) = premove_decisions(redact(state, 2).state)
    assert rival.prompt == "Choose when to use your deputies against outlaws."


def test_orders_in_other_words_are_taken_or_refused_with_the_words_there_are():
    state = table(railroad(hand="deputy"))
    after, _ = go(state, "p1 deputies never crates")
    assert after.orders[1].open().use == "never"
    with pytest.raises(
        Refused, match="“sometimes” isn’t a valid value for “use”. Choose needed, always, never, or two"
    ):
        go(state, "p1 deputies sometimes crates")
    for use in ("always", "never"):
        with pytest.raises(Refused, match="“mules” isn’t a valid value for “first”. Choose workers or crates"):
            go(state, f"p1 deputies {use} mules")


@pytest.mark.parametrize("has", [{"hand": "deputy"}, {"discards": "deputy"}, {"deputies": 1}])
def test_ruling_78_only_who_owns_a_deputy_is_asked_for_orders(has):
    assert [question.seat for question in premove_decisions(table(railroad(), railroad(**has)))] == [2]
    with pytest.raises(Refused, match="nothing to plan right now"):
        go(table(), "p1 deputies always crates")


def test_ruling_78_an_order_counts_in_the_next_attack():
    guarded = on_red(hand="gold scout", deputies=1)
    state = table(guarded, market="gold gold gold", deck="outlaw-crate scout")
    used, _ = go(state, "p1 buy 1")
    assert mine(used).mat == mat(2, 0, "4/4")
    kept, _ = go(state, "p1 deputies never workers", "p1 buy 1")
    assert mine(kept).mat == mat(2, 1)


def test_ruling_79_outlaws_sent_away_do_not_reach_later_victims():
    guarded, behind = on_red(sections=5, deputies=1), railroad(8, 4, workers=2, crates="4/4")
    state, told = attacked(guarded, behind)
    assert told[-1] == RailheadRaided(2, 1, 0, cards("supplies-4"))
    assert mine(state, 2).mat == mat(2)


def test_ruling_79_with_all_outlaws_gone_nobody_else_is_attacked():
    guarded, behind = on_red(sections=5, deputies=1), railroad(8, 4, workers=2, deputies=1, crates="4/4")
    state, told = attacked(guarded, behind, outlaws="outlaw-crate outlaw-workers", orders={2: Orders("always")})
    assert [event.seat for event in told] == [1]
    assert mine(state, 2).mat == mat(2, 1, "4/4")


def test_ruling_80_outlaws_stay_beside_the_board_after_an_attack():
    state, _ = attacked(on_red())
    assert state.outlaws == cards(ALL)


def test_ruling_80_until_a_new_deck_is_made():
    start = table(railroad(hand="gold scout"), deck="", prairie="gold gold gold", outlaws=ALL)
    state, _ = go(start, "p1 buy 1")
    known = (*state.outlaws, *state.deck.open())
    assert sorted(card for card in known if card.startswith("outlaw")) == sorted(cards(ALL))


def test_ruling_81_a_second_outlaw_turned_at_once_is_a_second_attack_with_all():
    start = table(on_red(hand="gold scout", workers=3), deck="outlaw-workers outlaw-workers scout")
    state, told = go(start, "p1 buy 1")
    assert [event for event in told if type(event) is RailheadRaided] == [
        RailheadRaided(1, 1, 1, ()),
        RailheadRaided(1, 2, 2, ()),
    ]
    assert state.market[0] == "scout"


def test_workers_who_fled_build_no_more_in_this_turn():
    start = table(on_red(hand="gold scout", workers=1), deck="outlaw-workers scout")
    state, _ = go(start, "p1 buy 1")
    with pytest.raises(Refused):
        go(state, "p1 build 1")
