"""A complete state that fits what one seat may see; computer players search it in place of the hidden state."""

import msgspec

from engine.core import Rng, Secret, View, secret_for
from engine.games.railroader.rules.component_counts import unseen_cards
from engine.games.railroader.state.state import Orders, RailRoader


def determinize(view: View[RailRoader], rng: Rng) -> RailRoader:
    """Shuffle the unseen cards into the deck; rivals have default orders."""
    state = view.state
    silent = [seat for seat, said in state.orders.items() if said.value is None]
    orders = {**state.orders, **{seat: secret_for(seat, Orders()) for seat in silent}}
    imagined = msgspec.structs.replace(
        state,
        orders=orders,
        rng=Secret(rng),
    )
    return imagined.shuffle_deck(*unseen_cards(state))
