"""Frozen: the first hint. It wanted other cards, and took moves that derail for certain; all else is as today."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core import Action, View
from engine.games.railroader.box.cards import CARDS, GOLD, Card, Kind, kind, value
from engine.games.railroader.box.figures import PEOPLE
from engine.games.railroader.computer.hints import CARD, VALUES, is_building, owned, rolled, water
from engine.games.railroader.state import actions as a
from engine.games.railroader.state.railroad import Railroad
from engine.games.railroader.state.state import RailRoader


def hint(view: View[RailRoader], action: Action) -> float:
    """Rate an offered action for ``view.seat`` as the first computer player did."""
    return _VALUES[type(action)](view.state, action)


def _move(state: RailRoader, action: a.Move) -> float:
    return rolled(state, action.seat, action.waters.values, action.engineers)


def _buy(state: RailRoader, action: a.Buy) -> float:
    card = state.market[action.slot - 1]
    assert card is not None
    return _worth(state, state.railroads[action.seat], card) - CARD * (CARDS[card].cost - 1)


def _prospect(state: RailRoader, action: a.Prospect) -> float:
    return _worth(state, state.railroads[action.seat], GOLD) + 0.5


def _worth(state: RailRoader, railroad: Railroad, card: Card) -> float:
    """The worth of one more card in the discard pile."""
    building, have = is_building(state, railroad), owned(railroad, kind(card))
    match kind(card):
        case Kind.WATER:
            return water(value(card), have)
        case Kind.WORKER:
            return 6.0 if building and have + railroad.mat.workers < PEOPLE else -1.0
        case Kind.SUPPLIES:
            return 4.0 if building and have < 2 else 0.0
        case Kind.GOLD:
            return 5.0 if have < 3 else 0.0
        case Kind.SCOUT:
            return 4.0 if building and have < 2 else 0.0
        case Kind.ENGINEER:
            return 3.0 if have < 2 else 0.5
        case Kind.PROSPECTOR:
            return 2.0 if have < 1 else 0.0
        case _:
            return 0.2


_VALUES: Mapping[type[Action], Callable[[RailRoader, Any], float]] = {
    **VALUES,
    a.Move: _move,
    a.Buy: _buy,
    a.Prospect: _prospect,
}
