"""Complete states that fit a view; computer players search them instead of the hidden state."""

import msgspec

from engine.core import Rng, Secret, View, secret_for
from engine.games.railroader.rules.component_counts import unseen_cards
from engine.games.railroader.state.state import Orders, RailRoader


def determinize(view: View[RailRoader], rng: Rng) -> RailRoader:
    """Return a complete state that fits the view.

    The unseen cards are shuffled into the deck, and rivals have the default orders for deputies.
    """
    state = view.state
    hidden_seats = [seat for seat, secret in state.orders.items() if secret.value is None]
    orders = {**state.orders, **{seat: secret_for(seat, Orders()) for seat in hidden_seats}}
    return msgspec.structs.replace(state, orders=orders, rng=Secret(rng)).shuffle_deck(*unseen_cards(state))
