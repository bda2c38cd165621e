"""The count of all cards, wherever they are: a game neither gains nor loses any."""

from collections import Counter
from collections.abc import Mapping

from engine.games.railroader.box.cards import DEPUTY, WORKER, Card, starting_set, whole_deck
from engine.games.railroader.box.figures import SEATS
from engine.games.railroader.state.state import RailRoader


def inventory(state: RailRoader) -> Mapping[str, int]:
    """All cards, by name."""
    return Counter((*_open_cards(state), *state.deck.open()))


def _open_cards(state: RailRoader) -> tuple[Card, ...]:
    """All cards but the deck's."""
    held = [
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
    return (*held, *(card for card in state.market if card), *state.prairie, *state.outlaws)


def unseen_cards(state: RailRoader) -> tuple[Card, ...]:
    """The cards of the deck, which everybody can work out: all of the game but the open ones. Their order is hidden."""
    cards = whole_deck(state.edition, SEATS - state.seats) + starting_set() * state.seats
    return tuple((Counter(cards) - Counter(_open_cards(state))).elements())
