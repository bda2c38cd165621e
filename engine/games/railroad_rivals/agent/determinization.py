"""A complete state that fits what one seat may see; computer players search it in place of the hidden state."""

import msgspec

from engine.core import Rng, Secret, View
from engine.games.railroad_rivals.game_data.components import cities_in_play
from engine.games.railroad_rivals.game_data.pieces import expand_counts, hand_secret, hide_tiles
from engine.games.railroad_rivals.game_data.printed_data import City
from engine.games.railroad_rivals.state.state import RailroadRivals


def determinize(view: View[RailroadRivals], rng: Rng) -> RailroadRivals:
    """Deal the unseen tiles at random among hands, piles, and removed tiles; known tiles stay.

    A city that was drafted openly stays in that hand.
    """
    state = view.state
    known = {seat: state.public_hand(seat) for seat, hand in state.hand.items() if hand.value is None}
    placed = {city for drafted in known.values() for city in drafted}
    cities, rng = rng.shuffle([city for city in _unseen_cities(state) if city not in placed])
    stocks, rng = rng.shuffle(expand_counts(state.count_unseen_stocks()))
    hands = dict(state.hand)
    for seat, drafted in known.items():
        dealt = state.hand[seat].size - len(drafted)
        hands[seat], cities = hand_secret(seat, cities[:dealt] + drafted), cities[dealt:]
    pile = state.city_pile.size
    return msgspec.structs.replace(
        state,
        hand=hands,
        city_pile=hide_tiles(cities[:pile]),
        removed=hide_tiles(cities[pile:]),
        stock_pile=hide_tiles(stocks),
        rng=Secret(rng),
        baron=state.baron.fill_hidden_answers(),
    )


def _unseen_cities(state: RailroadRivals) -> tuple[City, ...]:
    seen = {str(tile.city) for tile in state.board.laid} | {lot.tile for lot in state.city_offer}
    seen |= set(state.discarded)
    seen |= {city for hand in state.hand.values() for city in hand.value or ()}
    return tuple(city for city in cities_in_play(state.board.printing, state.options, state.seats) if city not in seen)
