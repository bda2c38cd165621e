"""The price of a move, of which a standing order has a maximum, is what its seat then pays; or it is listed here."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import pytest

from engine import GAMES
from engine.ai import POLICIES
from engine.core import Action, Standing, State, decisions, play, read_options, redact, seeded, verb, write
from engine.games.railroader.box.cards import GOLD
from engine.games.railway_rivals.state.events import TownReached
from tests.contract.walks import every_option

GAMES_PLAYED, OFFERS = 4, 12

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
    for seed in range(1, GAMES_PLAYED + 1):
        for state, action in positions(key, seed):
            price = GAMES[key].rules.price(redact(state, action.seat), action)
            after = state.flow[-1].apply(state, action)
            paid = PAID[key](state, after, action.seat)
            if verb(type(action)) in LATER.get(key, {}):
                assert paid in (0, price), write(action)
            elif verb(type(action)) not in FREE.get(key, ()):
                assert paid == (price or 0), write(action)
            priced += bool(price)
    assert priced > 20


def positions(key: str, seed: int) -> Any:
    """Positions of a whole game, each with some of the moves that are offered there."""
    game = GAMES[key]
    seats = game.seats[seed % len(game.seats)]
    options, rng = seeded(seed, "prices").choice(every_option(game, seats))
    state: State
    state, _ = game.new(read_options(game.options, dict(options)), seats, seed)
    while asked := decisions(state):
        question, rng = rng.choice(asked)
        for offer in shown(question.offers, rng):
            yield state, offer
        style, rng = rng.choice(("greedy", "random"))
        action, rng = POLICIES[style](game, redact(state, question.seat), question, rng)
        state, _ = play(state, action)


def shown(offers: Any, rng: Any) -> list[Action]:
    """A few of the offers, drawn by lot."""
    some, _ = rng.shuffle(tuple(islice((offer for offer in offers if not isinstance(offer, Standing)), 400)))
    return list(some[:OFFERS])
