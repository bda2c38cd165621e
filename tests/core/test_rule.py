<<<<<<< HEAD
"""A phase is a list of rules: some stand in it, some come with the table."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.flow import State
from engine.core.rule import Rule, RuledPhase
from engine.core.seats import Seat


class Wait(Action, frozen=True):
    """Do nothing."""


class Dance(Action, frozen=True):
    """Do something that only some tables know."""


class Party(State, frozen=True, kw_only=True):
    """Whether this table dances, and what was done last."""

    dancing: bool
    done: str = ""


def rule(kind, refusal=""):
    def played(state, phase, action):
        return Party(flow=state.flow, dancing=state.dancing, done=kind.__name__)

    return Rule((kind,), lambda state, phase: (kind(Seat(1)),), played, lambda *_: refusal)


class Evening(RuledPhase[Party], frozen=True):
    """Everybody waits; where there is dancing, one may dance."""

    rules = (rule(Wait, "You may only wait."),)

    def in_force(self, state):
        return (*self.rules, rule(Dance)) if state.dancing else self.rules

    def not_now(self, state, action):
        return "This is no time for it."


def party(*, dancing):
    return Party(flow=(Evening(),), dancing=dancing)


def test_a_table_offers_what_its_own_rules_add():
    assert list(Evening().offers(party(dancing=True))) == [Wait(1), Dance(1)]


def test_other_tables_do_not_offer_it():
    assert list(Evening().offers(party(dancing=False))) == [Wait(1)]


def test_an_action_is_played_by_its_own_rule():
    assert Evening().apply(party(dancing=True), Dance(1)).done == "Dance"


def test_a_rule_gives_its_own_reason_against_an_action():
    assert Evening().refusal(party(dancing=False), Wait(1)) == "You may only wait."


def test_an_action_of_no_rule_has_its_time_elsewhere():
    assert Evening().refusal(party(dancing=False), Dance(1)) == "This is no time for it."


def test_a_rule_without_words_leaves_them_to_the_phase():
    assert Evening().refusal(party(dancing=True), Dance(1)) == "This is no time for it."
=======
"""A phase made of rules: each kind of action has a home, and a seat is offered its own."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.action import Action
from engine.core.flow import State
from engine.core.rule import Rule, RuledPhase, priced
from engine.core.seats import Seat
from engine.core.secret import redact


class Knock(Action, frozen=True):
    """Ask for another card."""


class Hold(Action, frozen=True):
    """Take no more cards."""


def knocks(state: State, phase: object, seat: Seat) -> Iterator[Knock]:
    yield Knock(seat)


def holds(state: State, phase: object, seat: Seat) -> tuple[Hold, ...]:
    return (Hold(seat),) if seat > 1 else ()


def played(state: State, phase: object, action: Action) -> State:
    return state


def refused(state: State, phase: object, action: Action) -> str:
    return ""


KNOCK = Rule((Knock,), knocks, played, refused, lambda state, action: 3)
HOLD = Rule((Hold,), holds, played, refused)


class Round(RuledPhase[State], frozen=True):
    """Everybody is asked at once."""

    rules = (KNOCK, HOLD)


ROUND = Round()
STATE = State(flow=(ROUND,))


def test_where_several_are_asked_each_is_offered_its_own():
    assert list(ROUND.offers(STATE, Seat(1))) == [Knock(Seat(1))]
    assert list(ROUND.offers(STATE, Seat(2))) == [Knock(Seat(2)), Hold(Seat(2))]


def test_the_offers_of_a_rule_can_be_counted_however_they_are_made():
    assert len(KNOCK.offered(STATE, ROUND, Seat(1))) == 1
    assert not HOLD.offered(STATE, ROUND, Seat(1))


def test_the_price_of_an_action_is_what_its_rule_says():
    price, view = priced(Round.rules), redact(STATE, Seat(1))
    assert [price(view, action) for action in (Knock(Seat(1)), Hold(Seat(1)))] == [3, None]
>>>>>>> house-catan
