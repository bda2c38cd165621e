"""The price of a move, of which a standing order has a maximum, is what its seat then pays; or it is listed here."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import pytest

from engine import GAMES
from engine.core import Action, Standing, State, decisions, redact, rng_from_seed, verb_of, write_action
from engine.core.transcript import replay
from engine.games.railroader.game_data.cards import GOLD
from engine.games.railway_rivals.state.events import TownReached
from tests.contract.test_golden import transcripts

OFFERS = 12
EVERY: Mapping[str, int] = {"railroads-of-catan": 2, "railway-rivals": 2}
"""One of so many positions is looked at, of titles whose offers take long to list."""

LATER: Mapping[str, Mapping[str, str]] = {
    "railroad-rivals": {
        "bid": "is paid when the bidding is over, by the winner alone",
    },
    "railroads-of-catan": {
        "bid": "is sealed, and paid when bids are opened; by an option, by the first player alone",
        "offer": "is sealed, and paid with the upkeep of the item when it wins",
    },
    "railway-rivals": {
        "build": "is paid when its slot comes, where it is planned",
        "lay": "is paid when its slot comes, where it is planned",
        "plantrack": "is paid when its slot comes",
        "enter": "is paid when all trains run",
        "joint": "is paid when all trains run",
        "exchange": "is paid when all trains run",
        "accept": "is paid when all trains run",
    },
}
"""Moves that may be paid later than when they are made, by title and verb, with when that is."""


def catan(before: Any, after: Any, seat: Any) -> int:
    """To the bank and to rivals; what the bank pays is income."""
    rivals = sum(max(0, after.cash[other] - before.cash[other]) for other in before.everyone if other != seat)
    return rivals + max(0, after.bank - before.bank)


def railway(before: Any, after: Any, seat: Any) -> int:
    """To the bank and to rivals; the bonus of a town is income."""
    bonus = sum(event.bonus for event in after.news if isinstance(event, TownReached))
    return int(before.gold[seat] - after.gold[seat] + bonus)


def railroader(before: Any, after: Any, seat: Any) -> int:
    """Cards of gold that go to the discard pile for a card of the market."""
    return int(before.railroads[seat].hand.count(GOLD) - after.railroads[seat].hand.count(GOLD))


def rivals(before: Any, after: Any, seat: Any) -> int:
    """Points; those of a delivery or a sale are income."""
    return int(max(0, before.score[seat] - after.score[seat]))


PAID: Mapping[str, Callable[[Any, Any, Any], int]] = {
    "railroad-rivals": rivals,
    "railroads-of-catan": catan,
    "railway-rivals": railway,
    "railroader": railroader,
}

FREE: Mapping[str, set[str]] = {"railroader": {"discard", "withdraw"}}
"""Moves by which gold leaves the hand although nothing is bought."""


@pytest.mark.parametrize("key", GAMES)
def test_the_price_of_a_move_is_what_its_seat_pays(key):
    priced = 0
    for state, action in positions(key):
        price = GAMES[key].rules.cost(redact(state, action.seat), action)
        after = state.flow[-1].apply(state, action)
        paid = PAID[key](state, after, action.seat)
        if verb_of(type(action)) in LATER.get(key, {}):
            assert paid in (0, price), write_action(action)
        elif verb_of(type(action)) not in FREE.get(key, ()):
            assert paid == (price or 0), write_action(action)
        priced += bool(price)
    assert priced > 20


def positions(key: str) -> Iterator[tuple[State, Action]]:
    """Positions of the golden games, which have every action, each with some of the moves that are offered there."""
    every = EVERY.get(key, 1)
    for number, transcript in enumerate(transcripts(key)):
        states, rng = list[State](), rng_from_seed(number, "prices")
        replay(GAMES[key], transcript, checked=False, watch=lambda _, state, news, to=states: to.append(state))
        for state in states[number % every :: every]:
            if asked := decisions(state):
                question, rng = rng.choice(asked)
                for offer in shown(question.offers, rng):
                    yield state, offer


def shown(offers: Any, rng: Any) -> list[Action]:
    """A few of the offers, drawn by lot."""
    some, _ = rng.shuffle(tuple(islice((offer for offer in offers if not isinstance(offer, Standing)), 400)))
    return list(some[:OFFERS])
