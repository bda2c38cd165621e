"""Joint runs and exchanges of running powers. (R Deals; rulings 79 to 86)"""

import msgspec
import pytest

from engine.core import decisions, settle, visible_events
from engine.core.action import is_open_ended
from engine.games.railway_rivals.phases import Operating, Racing
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.runs import Contest, Train
from tests.games.railway_rivals.contest import all_stay, column, contest, desk, entry, operating, racing, run_of
from tests.games.railway_rivals.table import asked, events_of, go, offered, refusal

HALVES = {1: column("R", 2, 10), 2: column("R", 10, 18)}
"""York to Leicester, with eight steps of each of two seats."""

PATH = f"{column('R', 2, 20)}-S21-T21-U22-U23"
"""York to Northampton, twenty-two steps."""

BYPASS = f"R4-{column('Q', 5, 11)}-R11"
"""A bypass of eight steps."""

RIVALS = {1: f"S21-T21-U22-U23, {BYPASS}", 2: f"{column('R', 2, 20)}-S21"}
"""Track of which seat 2 owns the first nineteen steps, and seat 1 the last three and the bypass."""


def offers(state, seat, verb):
    return [line for line in offered(state, seat) if line.startswith(verb)]


# -- joint runs


def test_79_joint_run_uses_track_of_both_for_free():
    state, _ = go(contest("23-43", track=HALVES), "p1 joint 23-43 2 R2>R18")
    assert asked(state) == [2, 3]
    assert offers(state, 2, "accept") == ["accept 23-43 1 R2>R18"]
    state, _ = all_stay(state, "p2 accept 23-43 1 R2>R18")
    (train,) = state.races[0].trains
    assert (train.seats, dict(train.fees)) == ((1, 2), {})
    assert dict(state.gold) == {1: 30, 2: 30, 3: 20}


def test_79_maker_of_an_offer_counts_as_decided():
    state, _ = go(contest("23-43", track=HALVES), "p1 joint 23-43 2 R2>R18")
    assert 1 not in asked(state)
    state, news = go(state, "p2 decline 23-43 1")
    assert asked(state) == [1, 2, 3]
    assert [(d.seat, d.partner, d.to) for d in events_of(news, e.OfferDeclined)] == [(2, 1, {1})]


def test_79_a_partner_who_decides_otherwise_has_declined():
    state, _ = go(contest("23-43", track=HALVES), "p1 joint 23-43 2 R2>R18", "p2 stay 23-43")
    assert asked(state) == [1, 3]


def test_79_the_partner_may_set_the_route_by_an_offer_of_its_own():
    state, _ = go(contest("23-43", track=HALVES), "p1 joint 23-43 2 R2>R18", "p2 decline 23-43 1")
    state, _ = go(state, "p2 joint 23-43 1 R2>R10>R18")
    assert asked(state) == [1, 3]
    assert offers(state, 1, "accept") == ["accept 23-43 2 R2>R10>R18"]
    assert refusal(state, "p1 accept 23-43 2 R2>R18") == (
        "You can accept a joint run only with the route offered: R2>R10>R18."
    )


@pytest.mark.parametrize(("offer", "what"), [("joint", "a joint run"), ("exchange", "an exchange")])
def test_79_offer_of_a_partner_must_be_answered_first(offer, what):
    state, _ = go(contest("23-43", track=HALVES), f"p1 {offer} 23-43 2 R2>R18")
    assert not offers(state, 2, "joint 23-43 1") + offers(state, 2, "exchange 23-43 1")
    for again in ("joint", "exchange"):
        assert refusal(state, f"p2 {again} 23-43 1 R2>R18") == (
            f"Player 1 already offers you {what} for run 23-43. Accept or decline that first."
        )
    assert offers(state, 2, "joint 23-43 3")


@pytest.mark.parametrize("said", ["stay 23-43", "enter 23-43 R2>R18", "joint 23-43 3 R2>R18"])
def test_79_no_offer_to_a_seat_that_has_decided(said):
    state, _ = go(contest("23-43", track=HALVES), f"p1 {said}")
    assert not offers(state, 2, "joint 23-43 1") + offers(state, 2, "exchange 23-43 1")
    assert refusal(state, "p2 joint 23-43 1 R2>R18") == (
        "Player 1 has already decided about run 23-43. Make an offer to another player, enter, or stay out."
    )


def test_79_declined_offer_shows_only_that_a_seat_is_asked_again():
    state, _ = go(contest("23-43", track=HALVES), "p1 joint 23-43 2 R2>R18")
    again, news = go(state, "p2 decline 23-43 1")
    assert asked(again) == [1, 2, 3]
    assert visible_events(news, 3) == visible_events(news, None) == ()


def test_79_each_rival_is_asked_once_a_run():
    state, _ = go(contest("23-43", track=HALVES), "p1 joint 23-43 2 R2>R18", "p2 decline 23-43 1")
    assert not offers(state, 1, "joint 23-43 2")
    assert refusal(state, "p1 joint 23-43 2 R2>R18") == (
        "Your offer to player 2 for run 23-43 fell through. Ask another player, enter, or stay out."
    )


def test_80_the_richer_pays_the_odd_gold_of_fees():
    joint = entry((1, 2), column("R", 2, 18), {3: 5})
    assert dict(racing(joint, gold={1: 30, 2: 20}, track=HALVES).gold) == {1: 37, 2: 28, 3: 25}
    assert dict(racing(joint, gold={1: 20, 2: 30}, track=HALVES).gold) == {1: 28, 2: 37, 3: 25}


def test_80_poorer_seat_gets_an_odd_gold_of_the_prize():
    joint = Train((2, 1), ("R2", "R3"), {3: 5}, place=1, prize=15, richer=1)
    assert (joint.prize_of(1), joint.prize_of(2)) == (7, 8)
    assert (joint.fees_of(1), joint.fees_of(2)) == (3, 2)


def test_80_the_limit_of_ten_is_that_of_the_train():
    track = {1: "R2-R3", 2: "R3-R4", 3: column("R", 4, 18)}
    assert refusal(contest("23-43", track=track), "p1 joint 23-43 2 R2>R18") == (
        "This route pays 14 gold to player 3. You can pay any one rival at most 10 in a run."
    )


def test_80_each_seat_needs_its_share_of_the_fees():
    track = {1: column("R", 2, 10), 2: column("R", 10, 12), 3: column("R", 12, 18)}
    state = contest("23-43", track=track, gold={2: 2})
    assert refusal(state, "p1 joint 23-43 2 R2>R18") == "The fees of this route are 3 gold, but player 2 has 2."


def test_81_who_runs_jointly_is_in_no_other_train():
    state, _ = go(contest("23-43", track=HALVES), "p1 joint 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18")
    assert asked(state) == [3]
    state, _ = go(state, "p3 stay 23-43")
    assert [train.seats for train in state.races[0].trains] == [(1, 2)]


def test_81_two_players_have_no_joint_runs():
    state = contest("23-43", track=HALVES, seats=2)
    assert not offers(state, 1, "joint")
    assert refusal(state, "p1 joint 23-43 2 R2>R18").startswith("You can’t offer a joint run in a two-player game")


# -- exchanges


def test_82_fees_of_19_and_11_are_settled_with_8_gold():
    state = contest("23-46", track=RIVALS)
    assert refusal(state, "p1 enter 23-46 R2>U23") == (
        "This route pays 19 gold to player 2. You can pay any one rival at most 10 in a run."
    )
    state, _ = go(state, "p1 exchange 23-46 2 R2>U23")
    assert dict(desk(state, 2).offers[0].fees) == {2: 19}
    state, _ = go(state, "p2 accept 23-46 1 R2>Q8>U23")
    assert dict(desk(state, 2).answers[0].fees) == {1: 11}
    gold = dict(state.gold)
    state, _ = all_stay(state)
    trains = {train.seats[0]: train for train in state.races[0].trains}
    assert (trains[1].settled, trains[2].settled) == (8, -8)
    assert (dict(trains[1].fees), dict(trains[2].fees)) == ({}, {})
    won = {seat: train.prize for seat, train in trains.items()}
    assert state.gold[1] == gold[1] - 8 + won[1]
    assert state.gold[2] == gold[2] + 8 + won[2]


def test_82_a_difference_beyond_ten_is_refused_with_the_numbers():
    state, _ = go(contest("23-46", track=RIVALS), "p1 exchange 23-46 2 R2>U23")
    assert refusal(state, "p2 accept 23-46 1 R2>U23") == (
        "You can’t accept: you would pay 3 gold to player 1 and get 19. The difference is 16, and the limit is 10."
    )
    assert "accept 23-46 1 R2>U23" not in offered(state, 2)


def test_82_a_difference_of_exactly_ten_is_allowed():
    short = {1: "R20-S21-T21-U22-U23, R4-Q5-Q6-Q7-R7", 2: column("R", 2, 20)}
    state, _ = go(contest("23-46", track=short), "p1 exchange 23-46 2 R2>U23")
    assert desk(state, 2).offers[0].fees == {2: 18}
    assert offers(state, 2, "accept") == ["accept 23-46 1 R2>Q7>U23"]
    state, _ = go(state, "p2 accept 23-46 1 R2>Q7>U23")
    assert desk(state, 2).answers[0].fees == {1: 8}


def test_82_a_route_with_which_the_partner_can_accept_is_proposed():
    state, _ = go(contest("23-46", track=RIVALS), "p1 exchange 23-46 2 R2>U23")
    assert offers(state, 2, "accept") == ["accept 23-46 1 R2>Q11>U23"]


def test_82_an_exchange_is_offered_only_over_track_of_the_partner():
    state = contest("23-43", track={1: column("R", 2, 18), 2: column("R", 20, 25)})
    assert not offers(state, 1, "exchange")
    assert refusal(state, "p1 exchange 23-43 2 R2>R18").startswith("This route doesn’t use track of player 2")


def test_82_both_pay_other_rivals_by_themselves_and_within_the_limit():
    track = {**RIVALS, 2: column("R", 2, 9), 3: f"{column('R', 9, 20)}-S21"}
    state = contest("23-46", track=track)
    assert refusal(state, "p1 exchange 23-46 2 R2>U23") == (
        "This route pays 12 gold to player 3. You can pay any one rival at most 10 in a run."
    )


def test_75_the_net_of_an_exchange_is_all_that_must_be_in_hand():
    state = contest("23-46", track=RIVALS, gold={1: 8})
    state, _ = go(state, "p1 exchange 23-46 2 R2>U23", "p2 accept 23-46 1 R2>Q8>U23")
    state, _ = all_stay(state)
    assert len(state.races[0].trains) == 2
    poorer = contest("23-46", track=RIVALS, gold={1: 7})
    poorer, _ = go(poorer, "p1 exchange 23-46 2 R2>U23")
    assert (
        refusal(poorer, "p2 accept 23-46 1 R2>Q8>U23")
        == "You can’t accept: player 1 would pay 8 gold in total, and has 7."
    )


def test_83_several_exchanges_at_once_are_settled_pair_by_pair():
    one, two, three = (
        entry(1, column("R", 2, 18), {2: 12, 3: 11}, p2=9, p3=6),
        entry(2, column("R", 2, 18), {1: 9}, p1=12),
        entry(3, column("R", 2, 18), {1: 6}, p1=11),
    )
    state = racing(one, two, three, track=HALVES)
    settled = {train.seats[0]: train.settled for train in state.races[0].trains}
    assert settled == {1: 8, 2: -3, 3: -5}
    prizes = {train.seats[0]: train.prize for train in state.races[0].trains}
    assert {seat: gold - prizes[seat] for seat, gold in state.gold.items()} == {1: 12, 2: 23, 3: 25}


def test_83_a_second_exchange_is_accepted_with_the_route_of_the_first():
    track = {1: column("R", 2, 6), 2: column("R", 6, 12), 3: column("R", 12, 18)}
    state, _ = go(contest("23-43", track=track), "p1 exchange 23-43 2 R2>R18", "p3 exchange 23-43 2 R2>R18")
    assert is_open_ended(decisions(state)[0].offers)
    state, _ = go(state, "p2 accept 23-43 1 R2>R18")
    assert offered(state, 2) == ["accept 23-43 3 R2>R18", "decline 23-43 3"]
    assert not is_open_ended(decisions(state)[0].offers)
    assert refusal(state, "p2 accept 23-43 3 R2>R6>R18") == (
        "You have agreed on an exchange with the route R2>R18. You can accept only with that one."
    )
    assert refusal(state, "p2 enter 23-43 R2>R18") == (
        "You have already decided about run 23-43. Accept or decline the offers to you."
    )
    state, _ = go(state, "p2 accept 23-43 3 R2>R18")
    trains = {train.seats[0]: train for train in state.races[0].trains}
    assert {seat: train.settled for seat, train in trains.items()} == {1: 2, 2: -2, 3: 0}
    assert dict(trains[1].fees) == {3: 6}


# -- keeping to it


def test_84_agreed_deal_cannot_be_left():
    state, _ = go(contest("23-43", track=HALVES), "p1 joint 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18")
    assert refusal(state, "p2 stay 23-43") == ("It isn’t player 2’s turn. Waiting for player 3.")


def test_84_making_an_offer_declines_others():
    track = {1: column("R", 2, 8), 2: column("R", 8, 12), 3: column("R", 12, 18)}
    state, _ = go(contest("23-43", track=track), "p3 joint 23-43 1 R2>R18")
    state, news = go(state, "p1 joint 23-43 2 R2>R18")
    assert [(d.seat, d.partner, d.to) for d in events_of(news, e.OfferDeclined)] == [(1, 3, {3})]
    assert asked(state) == [2, 3]
    assert not offers(state, 1, "accept")


def test_84_without_a_partners_train_a_route_that_needs_the_exchange_is_void():
    needs = entry(1, column("R", 2, 18), {2: 19}, p2=11)
    poor = entry(2, column("R", 2, 18), {1: 11, 3: 9}, p1=19)
    state = racing(needs, poor, entry(3, column("R", 2, 18), {}), gold={2: 0}, track=HALVES)
    assert [train.seats for train in state.races[0].trains] == [(3,)]
    assert dict(state.gold) == {1: 20, 2: 0, 3: 40}


def test_84_train_whose_partner_left_the_exchange_is_void_and_pays_nothing():
    needs, alone = entry(1, column("R", 2, 18), {2: 19}, p2=11), entry(2, column("R", 2, 18), {3: 9})
    entered = Racing((Contest(run_of("23-43"), (needs, alone)),))
    begun = operating(track=HALVES, phase=Racing(()))
    (void,) = events_of(settle(msgspec.structs.replace(begun, flow=(Operating(), entered))).news, e.EntryVoid)
    assert (void.seat, str(void.run), void.fees, void.gold) == (1, "23-43", 0, begun.gold[1])


def test_84_a_route_within_the_limit_runs_without_its_partner():
    fine = entry(1, column("R", 2, 18), {2: 9}, p2=2)
    poor = entry(2, column("R", 2, 18), {1: 2, 3: 9}, p1=9)
    state = racing(fine, poor, gold={2: 1}, track=HALVES)
    (train,) = state.races[0].trains
    assert (train.seats, dict(train.fees), train.settled) == ((1,), {2: 9}, 0)


def test_85_gold_cannot_be_given_away():
    state = contest("23-43", track=HALVES)
    verbs = {line.split()[0] for seat in (1, 2, 3) for line in offered(state, seat)}
    assert verbs <= {"enter", "stay", "joint", "exchange", "accept", "decline"}


def test_86_offer_is_visible_to_both_seats_only():
    _, news = go(contest("23-43", track=HALVES), "p1 joint 23-43 2 R2>R18")
    assert [type(event) for event in visible_events(news, 3)] == [e.EntryMade]
    assert [type(event) for event in visible_events(news, None)] == [e.EntryMade]
    assert [type(event) for event in visible_events(news, 2)] == [e.OfferMade, e.EntryMade]


def test_deal_needs_a_rival_at_the_table():
    state = contest("23-43", track=HALVES)
    for partner in (1, 0, 4, 999):
        assert refusal(state, f"p1 joint 23-43 {partner} R2>R18") == f"Player {partner} isn’t a rival at this table."
    assert refusal(state, "p1 accept 23-43 2 R2>R18") == "Player 2 hasn’t made you an offer for run 23-43."
    assert refusal(state, "p1 decline 23-43 3") == "Player 3 hasn’t made you an offer for run 23-43."


def test_open_offers_go_only_to_undecided_seats():
    state = contest("23-43", track=HALVES, gold={1: 50, 2: 40}, options={"entries": "richest-first"})
    state, news = go(state, "p1 joint 23-43 2 R2>R18")
    assert [event.to for event in events_of(news, e.OfferMade)] == [None]
    assert asked(state) == [2]
    state, news = go(state, "p2 accept 23-43 1 R2>R18")
    assert [event.seat for event in events_of(news, e.EntryStated)] == [1, 2]
    assert asked(state) == [3]
    assert refusal(state, "p3 joint 23-43 2 R2>R18") == (
        "Player 2 has already decided about run 23-43. Make an offer to another player, enter, or stay out."
    )


THIRDS = {1: column("R", 2, 6), 2: column("R", 6, 12), 3: column("R", 12, 18)}


def test_70_a_joint_run_may_lead_over_track_of_the_partner_alone():
    state = contest("23-43", track={1: column("R", 20, 25), 2: column("R", 2, 18)})
    state, _ = all_stay(state, "p1 joint 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18")
    assert [train.seats for train in state.races[0].trains] == [(1, 2)]


def test_80_richer_seat_is_determined_before_the_fees():
    state = racing(entry((1, 2), column("R", 2, 18), {3: 5}), gold={3: 5}, track=HALVES)
    assert state.races[0].trains[0].richer == 1
    assert dict(state.gold) == {1: 27, 2: 28, 3: 10}


def test_81_after_a_joint_run_other_offers_to_the_two_fall_away():
    state, _ = go(contest("23-43", track=THIRDS), "p3 exchange 23-43 2 R2>R18", "p1 joint 23-43 2 R2>R18")
    state, news = go(state, "p2 accept 23-43 1 R2>R18")
    assert [(event.seat, event.partner) for event in events_of(news, e.OfferDeclined)] == [(2, 3)]
    assert asked(state) == [3]


def test_83_exchange_ends_offers_of_joint_runs_only():
    begun, _ = go(contest("23-43", track=THIRDS), "p1 exchange 23-43 2 R2>R18")
    joint, news = go(begun, "p3 joint 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18")
    assert [(event.seat, event.partner) for event in events_of(news, e.OfferDeclined)] == [(2, 3)]
    assert asked(joint) == [3]
    other, news = go(begun, "p3 exchange 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18")
    assert not events_of(news, e.OfferDeclined)
    assert asked(other) == [2]


def test_75_accepting_an_exchange_needs_the_difference_in_gold():
    state, _ = go(contest("23-46", track=RIVALS, gold={1: 7}), "p2 exchange 23-46 1 R2>Q8>U23")
    assert (
        refusal(state, "p1 accept 23-46 2 R2>U23") == "You can’t accept: you would pay 8 gold in total, and you have 7."
    )
    state, _ = go(contest("23-46", track=RIVALS, gold={1: 8}), "p2 exchange 23-46 1 R2>Q8>U23")
    go(state, "p1 accept 23-46 2 R2>U23")


def test_82_the_difference_counts_whoever_pays_it():
    state, _ = go(contest("23-46", track=RIVALS), "p2 exchange 23-46 1 R2>U23")
    assert refusal(state, "p1 accept 23-46 2 R2>U23") == (
        "You can’t accept: you would pay 19 gold to player 2 and get 3. The difference is 16, and the limit is 10."
    )


def test_83_a_second_exchange_may_be_paid_with_what_the_first_brings():
    track = {1: column("R", 2, 8), 2: column("R", 8, 14), 3: f"{column('R', 14, 18)}, {column('R', 8, 13)}"}
    state, _ = go(contest("23-43", track=track, gold={2: 5}), "p1 exchange 23-43 2 R2>R18")
    state, _ = go(state, "p3 exchange 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18", "p2 accept 23-43 3 R2>R18")
    assert len(state.races[0].trains) == 3
