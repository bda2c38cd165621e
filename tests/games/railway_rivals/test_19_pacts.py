"""Agreed exchanges are kept until the race. (R Deals; rulings 83, 84)"""

import pytest

from engine.core import Seat, redact, rng_from_seed
from tests.games.railway_rivals.contest import all_stay, column, contest, desk, entry, racing
from tests.games.railway_rivals.table import GAME, go, offered, refusal

HALVES = {1: column("R", 2, 10), 2: column("R", 10, 18)}
QUARTERS = {1: column("R", 2, 6), 2: column("R", 6, 10), 3: column("R", 10, 14), 4: column("R", 14, 18)}


def confirmed():
    """Seat 3 has an exchange with seat 4, and offers of an exchange by seat 1 and a joint run by seat 2."""
    state, _ = go(contest("23-43", track=QUARTERS, seats=4), "p4 exchange 23-43 3 R2>R18", "p1 exchange 23-43 3 R2>R18")
    return go(state, "p3 accept 23-43 4 R2>R18", "p2 joint 23-43 3 R2>R18")[0]


def test_84_a_joint_run_that_would_break_an_exchange_is_refused():
    state = confirmed()
    assert refusal(state, "p3 accept 23-43 2 R2>R18") == (
        "You have agreed on an exchange with player 4 for run 23-43, and a joint run would break it. "
        "Decline the joint run."
    )
    assert offered(state, 3) == ["accept 23-43 1 R2>R18", "decline 23-43 1", "decline 23-43 2"]


def test_84_an_exchange_holds_until_the_race_whatever_is_offered_later():
    state, _ = all_stay(confirmed(), "p3 decline 23-43 1", "p3 decline 23-43 2")
    trains = {train.seats: train.settled for train in state.races[0].trains}
    assert set(trains) == {(3,), (4,)}
    assert trains[3,] + trains[4,] == 0


def test_84_private_notes_say_that_a_joint_run_can_only_be_declined():
    view = redact(confirmed(), Seat(3))
    assert (
        "Player 2 offers you a joint run for York to Leicester (23-43). You have agreed on an exchange, so you "
        "can only " in (" ".join(GAME.text.private_notes(view, lambda seat: f"Player {seat}")))
    )


def test_84_a_train_whose_partner_broke_the_exchange_neither_runs_nor_pays():
    left = entry(1, column("R", 2, 18), {2: 4, 3: 2}, p2=9)
    state = racing(left, entry((2, 3), column("R", 2, 18), {}), track=HALVES)
    assert [train.seats for train in state.races[0].trains] == [(2, 3)]
    assert dict(state.gold) == {1: 20, 2: 30, 3: 30}


@pytest.mark.parametrize("seed", range(1, 6))
def test_84_determinized_exchange_is_kept_if_a_seat_is_asked_again(seed):
    imagined = GAME.agent.determinize(redact(confirmed(), Seat(4)), rng_from_seed(seed))
    assert set(desk(imagined, 3).answers[0].pacts) == {4}
    assert set(desk(imagined, 4).answers[0].pacts) == {3}
