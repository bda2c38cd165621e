"""A full state that fits what one seat may see: how a computer player thinks without peeking."""

import msgspec

from engine.core import Rng, Secret, View
from engine.games.railroad_rivals.box.components import cities_in_play
from engine.games.railroad_rivals.box.data import City
from engine.games.railroad_rivals.box.pieces import held, hidden, singly
from engine.games.railroad_rivals.state.state import RailroadRivals


def imagine(view: View[RailroadRivals], rng: Rng) -> RailroadRivals:
    """Deals the unseen tiles anew among hands, piles and the tiles out of the game; what is seen stays.

    A city that somebody drafted for all to see stays in that hand.
    """
    state = view.state
    known = {seat: state.known_cities(seat) for seat, hand in state.hand.items() if hand.value is None}
    placed = {city for drafted in known.values() for city in drafted}
    cities, rng = rng.shuffle([city for city in _unseen_cities(state) if city not in placed])
    stocks, rng = rng.shuffle(singly(state.unseen_stocks()))
    hands = dict(state.hand)
    for seat, drafted in known.items():
        dealt = state.hand[seat].size - len(drafted)
        hands[seat], cities = held(seat, cities[:dealt] + drafted), cities[dealt:]
    pile = state.city_pile.size
    return msgspec.structs.replace(
        state,
        hand=hands,
        city_pile=hidden(cities[:pile]),
        removed=hidden(cities[pile:]),
        stock_pile=hidden(stocks),
        rng=Secret(rng),
        baron=state.baron.unsaid(),
    )


def _unseen_cities(state: RailroadRivals) -> tuple[City, ...]:
    seen = {str(tile.city) for tile in state.board.laid} | {lot.tile for lot in state.city_offer}
    seen |= set(state.discarded)
    seen |= {city for hand in state.hand.values() for city in hand.value or ()}
    return tuple(city for city in cities_in_play(state.board.printing, state.options, state.seats) if city not in seen)
