"""A full state that fits what one seat may see: what a computer player searches in place of the hidden one."""

import msgspec

from engine.core import Rng, Secret, View, secret_for
from engine.games.railroader.rules.component_counts import unseen_cards
from engine.games.railroader.state.state import Orders, RailRoader


def determinize(view: View[RailRoader], rng: Rng) -> RailRoader:
    """Shuffle the cards that are nowhere to be seen into the deck; rivals' orders are the usual ones."""
    state = view.state
    silent = [seat for seat, said in state.orders.items() if said.value is None]
    orders = {**state.orders, **{seat: secret_for(seat, Orders()) for seat in silent}}
    imagined = msgspec.structs.replace(
        state,
        orders=orders,
        rng=Secret(rng),
    )
    return imagined.shuffle_deck(*unseen_cards(state))
