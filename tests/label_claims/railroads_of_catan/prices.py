"""The price of a move, which is compared with the maximum cost of a standing order, and what the seat then pays."""

from collections.abc import Iterator
from typing import Any

from engine.core import Standing
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.state.actions import Bid, Offer
from tests.label_claims.frame import Claim
from tests.label_claims.frame import Offer as Offered
from tests.label_claims.railroads_of_catan.effects import applied, received
from tests.label_claims.railroads_of_catan.played import bids_opened, sale_won


def price_claims(offer: Offered) -> Iterator[Claim]:
    """Check that the price of a move is all that its seat pays to rivals and to the bank, before any income."""
    state: Any = offer.state
    action = offer.action
    if isinstance(action, Standing):
        return
    price = GAME.rules.cost(offer.view, action)
    match action:
        case Bid(amount=amount):
            paid = bids_opened(state, action)[1]
            yield Claim("price of a start bid", price, paid if state.options.pays == "everyone" else amount)
        case Offer():
            yield Claim("price of a bid for an item", price, sale_won(state, action)[0])
        case _:
            after = applied(state, action)
            rivals = sum(received(state, after, offer.seat).values())
            yield Claim("price", price or 0, rivals + max(0, after.bank - state.bank))
