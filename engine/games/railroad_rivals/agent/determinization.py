"""Determinization: complete states that fit a view, for the search of computer players."""

import msgspec

from engine.core import Rng, Secret, View
from engine.games.railroad_rivals.game_data.pieces import expand_counts, hand_secret, hide_tiles
from engine.games.railroad_rivals.game_data.printed_data import City
from engine.games.railroad_rivals.state.state import RailroadRivals


def determinize(view: View[RailroadRivals], rng: Rng) -> RailroadRivals:
    """Deal all unseen tiles at random to hands, piles, and the removed tiles.

    Cities that were drafted openly stay in their hands.
    """
    state = view.state
    known = {seat: state.public_hand(seat) for seat, hand in state.hand.items() if hand.value is None}
    known_cities = {city for drafted in known.values() for city in drafted}
    cities, rng = rng.shuffle([city for city in _unseen_cities(state) if city not in known_cities])
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
    public = {tile.city for tile in state.board.laid} | {offered.tile for offered in state.city_offer}
    visible_hands = {city for hand in state.hand.values() for city in hand.value or ()}
    seen = public | visible_hands | set(state.discarded)
    return tuple(city for city in state.early_cities + state.late_cities if city not in seen)
