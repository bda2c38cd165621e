"""A phase made of rules: one rule for each kind of action, and offers for each seat."""

from collections.abc import Iterator

from engine.core import Action, Rule, RuledPhase, Seat, State, cost_by_rules, redact


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
    """A phase in which all seats are to move at once."""

    rules = (KNOCK, HOLD)


ROUND = Round()
STATE = State(flow=(ROUND,))


def test_each_seat_to_move_has_its_own_offers():
    assert list(ROUND.offers(STATE, Seat(1))) == [Knock(Seat(1))]
    assert list(ROUND.offers(STATE, Seat(2))) == [Knock(Seat(2)), Hold(Seat(2))]


def test_offers_of_a_rule_have_a_length():
    assert len(KNOCK.collect_offers(STATE, ROUND, Seat(1))) == 1
    assert not HOLD.collect_offers(STATE, ROUND, Seat(1))


def test_price_of_an_action_comes_from_its_rule():
    price, view = cost_by_rules(Round.rules), redact(STATE, Seat(1))
    assert [price(view, action) for action in (Knock(Seat(1)), Hold(Seat(1)))] == [3, None]
