"""Attacks of outlaws, and deputies. (RR Outlaws; RR Deputy; rulings 71-81)"""

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
    """The state and the events after outlaws attack these railroads."""
    state = table(*railroads, seats=max(2, len(railroads)), outlaws=outlaws, **changes)
    for seat, said in (orders or {}).items():
        state = state.set_orders(seat, said)
    return attack_railheads(state).take_events()


def on_red(sections=4, **things):
    """A railroad with its train on red 7 of lane A; by default with 2 workers and a crate."""
    return railroad(7, sections, **({"workers": 2, "crates": "4/4"} | things))


def order(*railroads):
    return [*outlaw_victims(table(*railroads, seats=len(railroads)))]


def test_ruling_71_outlaws_attack_before_the_next_card_is_revealed():
    start = table(on_red(hand="gold scout"), market="gold gold gold", deck="outlaw-crate scout")
    state, events = go(start, "p1 buy 2")
    assert [type(event) for event in events[1:]] == [CardTurned, RailheadRaided, CardTurned]
    assert events[1:] == (CardTurned(THIEF, 0), RailheadRaided(1, 1, 0, cards("supplies-4")), CardTurned("scout", 2))
    assert state.outlaws == (THIEF,)
    assert state.market == cards("gold scout gold")


def test_ruling_71_outlaws_attack_at_the_end_of_a_round_too():
    start = table(on_red(), at=2, deck="outlaw-workers scout", turn={"left": 1})
    state, events = go(start, "p2 discard worker pile")
    assert RailheadRaided(1, 1, 1, ()) in events
    assert mine(state).mat.workers == 1


@pytest.mark.parametrize(("engine", "victim"), [(0, False), (6, False), (7, True), (9, False), (13, False)])
def test_ruling_72_victims_are_those_whose_engine_is_on_red(engine, victim):
    assert order(railroad(engine, 4), railroad(1, 4)) == [1] * victim


def test_ruling_72_a_derailed_train_is_not_attacked():
    assert order(railroad(16, 4, derailed=True), railroad(1, 4)) == []


def test_ruling_72_without_a_train_on_red_outlaws_attack_no_one():
    state, events = attacked(railroad(6, 4, workers=2, crates="4/4"))
    assert events == (OutlawsLeft(),)
    assert mine(state).mat == mat(2, 0, "4/4")
    assert len(state.outlaws) == 3


def test_ruling_73_the_train_furthest_from_its_railhead_is_first_and_then_clockwise():
    assert order(railroad(7, 3), railroad(8, 3), railroad(7, 6), railroad(8, 5)) == [3, 4, 1, 2]
    assert order(railroad(7, 3), railroad(8, 6), railroad(1, 6), railroad(8, 5)) == [2, 4, 1]


def test_ruling_74_the_railhead_farther_from_a_garrison_is_first():
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
def test_ruling_74_then_the_earlier_turn_is_first(first, expected):
    state = table(railroad(16, 5), railroad(1, 4), railroad(16, 5), seats=3, first=first)
    assert [*outlaw_victims(state)] == expected


def test_ruling_75_every_outlaw_beside_the_board_acts_on_every_railhead():
    rivals = on_red(), railroad(8, 4, workers=3, crates="3/3")
    state, events = attacked(*rivals)
    assert events == (
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


def test_ruling_76_an_empty_railhead_loses_nothing():
    state, events = attacked(on_red(workers=1, crates="2/4"))
    assert events == (RailheadRaided(1, 3, 1, ()),)
    assert mine(state).mat == mat(0, 0, "2/4")
    _, events = attacked(on_red(workers=0, crates=""))
    assert events == (RailheadRaided(1, 3, 0, ()),)


def test_ruling_77_losses_go_to_the_prairie_and_the_lower_crate_first():
    state, _ = attacked(on_red(crates="3/3 4/4"), prairie="gold")
    assert mine(state).mat == mat(0, 0, "4/4")
    assert state.prairie == cards("worker worker gold supplies-3")


def test_ruling_78_a_deputy_drives_off_two_outlaws_and_goes_with_them():
    state, events = attacked(on_red(workers=2, deputies=1))
    assert events == (DeputyUsed(1, (SCARER, SCARER)), RailheadRaided(1, 1, 0, cards("supplies-4")))
    assert state.outlaws == (THIEF,)
    assert mine(state).mat == mat(2)
    assert state.prairie == cards("deputy supplies-4 outlaw-workers outlaw-workers")


def test_ruling_78_a_deputy_can_drive_off_a_single_outlaw():
    state, events = attacked(on_red(deputies=1), outlaws="outlaw-workers")
    assert events == (DeputyUsed(1, (SCARER,)),)
    assert state.outlaws == ()
    assert mine(state).mat == mat(2, 0, "4/4")


def test_ruling_78_two_deputies_drive_off_three_outlaws():
    state, events = attacked(on_red(workers=1, deputies=2))
    assert events == (DeputyUsed(1, (SCARER, SCARER)), DeputyUsed(1, (THIEF,)))
    assert mine(state).mat == mat(1, 0, "4/4")
    assert state.outlaws == ()


def test_ruling_78_orders_choose_the_outlaws_that_deputies_drive_off_first():
    state, events = attacked(on_red(deputies=1), orders={1: Orders(first="crates")})
    assert events[0] == DeputyUsed(1, (THIEF, SCARER))
    assert mine(state).mat == mat(1, 0, "4/4")


def test_ruling_78_outlaws_that_would_take_nothing_are_driven_off_last():
    state, events = attacked(on_red(workers=0, deputies=1))
    assert events == (DeputyUsed(1, (THIEF, SCARER)), RailheadRaided(1, 1, 0, ()))
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
def test_ruling_78_deputies_follow_their_orders(use, outlaws, workers, used):
    state, _ = attacked(on_red(workers=workers, deputies=1), outlaws=outlaws, orders={1: Orders(use)})
    assert mine(state).mat.deputies == (0 if used else 1)


def test_ruling_78_orders_can_be_given_at_any_time_and_are_secret():
    state = table(railroad(), railroad(discards="deputy"))
    events = {write_action(offer) for question in premove_decisions(state) for offer in question.offers}
    uses = ("needed", "always", "never", "two")
    every = {f"p2 deputies {use} {first}" for use in uses for first in ("workers", "crates")}
    assert events == every - {"p2 deputies never crates"}
    after, news = go(state, "p2 deputies two crates")
    assert news == (OrdersSaid(2, "two", "crates", to=frozenset({2})),)
    assert after.orders[2] == Secret(Orders("two", "crates"), seen_by=frozenset({2}))
    assert decisions(after) == decisions(state)


def test_ruling_78_the_current_orders_are_offered_and_shown_to_their_player_alone():
    state, _ = go(table(railroad(hand="deputy")), "p1 deputies two crates")
    (own,) = premove_decisions(redact(state, 1).state)
    assert own.prompt.startswith("Your deputies are used when that prevents 2 or more losses, first against the outlaw")
    assert "p1 deputies two crates" in map(write_action, own.offers)
    (rival,) = premove_decisions(redact(state, 2).state)
    assert rival.prompt == "Choose when to use your deputies against outlaws."


def test_unusual_orders_are_accepted_or_refused_with_the_valid_words():
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
def test_ruling_78_only_players_with_a_deputy_are_asked_for_orders(has):
    assert [question.seat for question in premove_decisions(table(railroad(), railroad(**has)))] == [2]
    with pytest.raises(Refused, match="nothing to plan right now"):
        go(table(), "p1 deputies always crates")


def test_ruling_78_orders_apply_to_the_next_attack():
    guarded = on_red(hand="gold scout", deputies=1)
    state = table(guarded, market="gold gold gold", deck="outlaw-crate scout")
    used, _ = go(state, "p1 buy 1")
    assert mine(used).mat == mat(2, 0, "4/4")
    kept, _ = go(state, "p1 deputies never workers", "p1 buy 1")
    assert mine(kept).mat == mat(2, 1)


def test_ruling_79_outlaws_that_were_driven_off_do_not_attack_later_victims():
    guarded, behind = on_red(sections=5, deputies=1), railroad(8, 4, workers=2, crates="4/4")
    state, events = attacked(guarded, behind)
    assert events[-1] == RailheadRaided(2, 1, 0, cards("supplies-4"))
    assert mine(state, 2).mat == mat(2)


def test_ruling_79_without_remaining_outlaws_no_other_railhead_is_attacked():
    guarded, behind = on_red(sections=5, deputies=1), railroad(8, 4, workers=2, deputies=1, crates="4/4")
    state, events = attacked(guarded, behind, outlaws="outlaw-crate outlaw-workers", orders={2: Orders("always")})
    assert [event.seat for event in events] == [1]
    assert mine(state, 2).mat == mat(2, 1, "4/4")


def test_ruling_80_outlaws_stay_beside_the_board_after_an_attack():
    state, _ = attacked(on_red())
    assert state.outlaws == cards(ALL)


def test_ruling_80_a_new_deck_takes_the_outlaws():
    start = table(railroad(hand="gold scout"), deck="", prairie="gold gold gold", outlaws=ALL)
    state, _ = go(start, "p1 buy 1")
    known = (*state.outlaws, *state.deck.open())
    assert sorted(card for card in known if card.startswith("outlaw")) == sorted(cards(ALL))


def test_ruling_81_a_second_outlaw_in_a_row_makes_all_attack_again():
    start = table(on_red(hand="gold scout", workers=3), deck="outlaw-workers outlaw-workers scout")
    state, events = go(start, "p1 buy 1")
    assert [event for event in events if type(event) is RailheadRaided] == [
        RailheadRaided(1, 1, 1, ()),
        RailheadRaided(1, 2, 2, ()),
    ]
    assert state.market[0] == "scout"


def test_workers_who_fled_build_no_more_in_this_turn():
    start = table(on_red(hand="gold scout", workers=1), deck="outlaw-workers scout")
    state, _ = go(start, "p1 buy 1")
    with pytest.raises(Refused):
        go(state, "p1 build 1")
