"""What one player alone is reminded of: what was said, sealed, in the phase that is being played."""

from __future__ import annotations

from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.secret import redact
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.phases import Bidding
from tests.games.railroads_of_catan.table import go, table


def name(seat: Seat) -> str:
    return f"player {seat}"


def test_a_sealed_bid_and_ranking_are_known_to_their_seat_alone() -> None:
    state, _ = go(table(Bidding()), "p1 bid 500", "p1 rank crew banker union engineer")
    named: Name = name
    assert GAME.private(redact(state, Seat(1)), named) == (
        "You bid $500 for the order.",
        "You want these associates, the best first: crew, banker, union, engineer.",
    )
    assert GAME.private(redact(state, Seat(2)), named) == ()
    assert GAME.private(redact(state, None), named) == ()
