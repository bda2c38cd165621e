"""Counts of all cards of a game, which no move changes."""

from collections import Counter
from collections.abc import Mapping

from engine.games.railroader.game_data.cards import DEPUTY, WORKER, Card, full_deck, starting_cards
from engine.games.railroader.game_data.constants import MAX_SEATS
from engine.games.railroader.state.state import RailRoader


def count_components(state: RailRoader) -> Mapping[str, int]:
    """Return the number of copies of every card in the game, by card."""
    return Counter((*_visible_cards(state), *state.deck.open()))


def _visible_cards(state: RailRoader) -> tuple[Card, ...]:
    """All cards outside the deck."""
    cards_of_players = [
        card
        for railroad in state.railroads.values()
        for card in (
            *railroad.hand,
            *railroad.discards,
            *(crate.card for crate in railroad.mat.crates),
            *[WORKER] * railroad.mat.workers,
            *[DEPUTY] * railroad.mat.deputies,
        )
    ]
    return (*cards_of_players, *(card for card in state.market if card), *state.prairie, *state.outlaws)


def unseen_cards(state: RailRoader) -> tuple[Card, ...]:
    """The cards of the deck in no order: all cards of the game except the visible ones."""
    cards = full_deck(state.edition, MAX_SEATS - state.seats) + starting_cards() * state.seats
    return tuple((Counter(cards) - Counter(_visible_cards(state))).elements())
