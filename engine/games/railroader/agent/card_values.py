"""The wants of a railroad, as computer players see them."""

from engine.games.railroader.game_data.cards import Kind, kind_of
from engine.games.railroader.state.state import Railroad, RailRoader


def has_track_to_lay(state: RailRoader, railroad: Railroad) -> bool:
    """Whether there is track to lay."""
    return railroad.sections < state.board.sections


def count_cards_of_kind(railroad: Railroad, of: Kind) -> int:
    """Cards of a kind in hand and discard pile."""
    return sum(kind_of(card) is of for card in (*railroad.hand, *railroad.discards))
