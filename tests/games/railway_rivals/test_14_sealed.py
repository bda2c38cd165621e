"""Decisions about runs are hidden until all seats have decided. (rulings 68, 86)"""

import pytest

from engine.core import decisions, redact, rng_from_seed, visible_events
from engine.core.codec import dump_events
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.phases import Entering
from tests.games.railway_rivals.contest import all_stay, column, contest, desk
from tests.games.railway_rivals.table import GAME, asked, events_of, go, offered, refusal

TRACK = {1: f"{column('R', 2, 10)}, R7-S8-S9-S10-R10", 2: column("R", 10, 14), 3: column("R", 14, 18)}
ANSWERS = (
    "p1 stay 23-43",
    "p1 enter 23-43 R2>R18",
    "p1 enter 23-43 R2>S9>R18",
    "p1 joint 23-43 2 R2>R18",
    "p1 joint 23-43 2 R2>S9>R18",
    "p1 exchange 23-43 2 R2>R18",
)


def seen(state, news, seat):
    """All information that a seat or a spectator gets."""
    view = redact(state, seat)
    mine = [offered(state, seat)] if seat else []
    asked_now = [(question.seat, question.prompt) for question in decisions(state)]
    return view, mine, asked_now, dump_events(visible_events(news, seat)), GAME.text.status_line(view)


@pytest.mark.parametrize("onlooker", [None, 3])
@pytest.mark.parametrize("answer", ANSWERS)
def test_68_all_answers_look_the_same_to_other_seats(answer, onlooker):
    begun = contest("23-43", track=TRACK)
    assert seen(*go(begun, answer), onlooker) == seen(*go(begun, ANSWERS[0]), onlooker)


@pytest.mark.parametrize("answer", ANSWERS[:3])
def test_68_seat_without_an_offer_sees_nothing(answer):
    begun = contest("23-43", track=TRACK)
    assert seen(*go(begun, answer), 2) == seen(*go(begun, ANSWERS[0]), 2)


@pytest.mark.parametrize("onlooker", [None, 3])
def test_86_an_agreement_looks_like_an_entry_alone(onlooker):
    begun = contest("23-43", track=TRACK)
    apart = go(begun, "p1 stay 23-43", "p2 stay 23-43")
    together = go(begun, "p1 joint 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18")
    exchange = go(begun, "p1 exchange 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18")
    assert seen(*together, onlooker) == seen(*apart, onlooker)
    assert seen(*exchange, onlooker) == seen(*apart, onlooker)


def test_68_only_that_a_seat_has_decided_is_public():
    _, news = go(contest("23-43", track=TRACK), "p1 enter 23-43 R2>R18")
    assert [(type(event), event.to) for event in news] == [(e.EntryMade, None)]
    assert set(e.EntryMade.__struct_fields__) == {"seat", "run", "to"}


def test_68_all_is_revealed_together_when_the_last_has_decided():
    state, _ = go(contest("23-43", track=TRACK), "p1 enter 23-43 R2>R18", "p2 stay 23-43")
    state, news = go(state, "p3 stay 23-43")
    (run,) = events_of(news, e.RaceRun)
    assert run.to is None
    assert run.race.trains[0].seats == (1,)


def test_refusals_do_not_reveal_answers():
    begun = contest("23-43", track=TRACK)
    lines = ("p3 accept 23-43 1 R2>R18", "p3 decline 23-43 1", "p3 enter 23-43 R2>R4", "p3 joint 23-43 3 R2>R18")
    for line in lines:
        assert len({refusal(go(begun, answer)[0], line) for answer in ANSWERS}) == 1


def test_determinization_keeps_visible_answers_and_asked_seats():
    state, _ = go(contest("23-43", "26-43", track=TRACK), "p1 joint 23-43 2 R2>R18", "p3 stay 23-43")
    for seat in (None, 1, 2, 3):
        imagined = GAME.agent.determinize(redact(state, seat), rng_from_seed(1))
        assert asked(imagined) == asked(state)
        assert GAME.rules.count_components(imagined) == GAME.rules.count_components(state)
        if seat is not None:
            assert desk(imagined, seat) == desk(state, seat)
            assert offered(imagined, seat) == offered(state, seat)
    assert desk(GAME.agent.determinize(redact(state, 1), rng_from_seed(1)), 2).offers == desk(state, 2).offers


def test_determinized_deal_is_on_both_desks():
    state, _ = go(contest("23-43", track=TRACK), "p1 exchange 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18")
    imagined = GAME.agent.determinize(redact(state, 1), rng_from_seed(1))
    assert desk(imagined, 2).answers == desk(state, 2).answers
    joint, _ = go(contest("23-43", track=TRACK), "p1 joint 23-43 2 R2>R18", "p2 accept 23-43 1 R2>R18")
    assert desk(GAME.agent.determinize(redact(joint, 2), rng_from_seed(1)), 1).answers == desk(joint, 1).answers
    done, _ = all_stay(GAME.agent.determinize(redact(joint, 2), rng_from_seed(1)))
    assert done.races[0].trains[0].seats == (1, 2)


def test_open_desk_is_visible_to_all_seats():
    state = contest("23-43", track=TRACK, options={"entries": "richest-first"})
    phase = state.flow[-1]
    assert isinstance(phase, Entering)
    assert all(secret.seen_by == {1, 2, 3} for secret in phase.desks.values())


def test_determinized_rival_enters_like_a_computer_player():
    """Player 1 wins 20 gold on its own track without fees, so it enters in every determinization."""
    state = contest("23-43", track={1: column("R", 2, 18)})
    sealed, _ = go(state, "p1 enter 23-43 R2>R18")
    for seed in range(8):
        imagined = GAME.agent.determinize(redact(sealed, 2), rng_from_seed(seed))
        assert desk(imagined, 1).answers == desk(sealed, 1).answers
