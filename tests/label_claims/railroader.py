"""The claims of RailRoader's texts, and what happens."""

import re
from collections.abc import Iterator

from engine.games.railroader.state.state import RailRoader, Turn
from tests.label_claims.frame import Claim, Offer

_LEFT = re.compile(r"(\d+) actions? left$")


def claims(offer: Offer) -> Iterator[Claim]:
    """All claims about one offer."""
    assert isinstance(offer.state, RailRoader)
    if found := _LEFT.search(offer.label):
        yield Claim("actions left", int(found[1]), actions_left(offer, offer.after))


def actions_left(offer: Offer, after: object) -> int:
    """The actions that the seat still has in this turn."""
    assert isinstance(after, RailRoader) and isinstance(offer.state, RailRoader)
    if not after.flow or after.round != offer.state.round:
        return 0
    turn = after.flow[-1]
    return turn.left if isinstance(turn, Turn) and turn.seat == offer.seat else 0
