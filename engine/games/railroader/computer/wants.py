"""The wants of a railroad, as computer players see them."""

from engine.games.railroader.box.cards import Kind, kind
from engine.games.railroader.state.state import Railroad, RailRoader


def is_building(state: RailRoader, railroad: Railroad) -> bool:
    """Whether there is track to lay."""
    return railroad.sections < state.board.sections


def owned(railroad: Railroad, of: Kind) -> int:
    """Cards of a kind in hand and discard pile."""
    return sum(kind(card) is of for card in (*railroad.hand, *railroad.discards))
