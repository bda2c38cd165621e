"""The ways to lay city tiles: a match if there is one, and only otherwise something else. (R Place a City Tile)"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from engine.core.action import Action
from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroad_rivals.box.data import CITIES, City
from engine.games.railroad_rivals.state.actions import Place
from engine.games.railroad_rivals.state.board import Board, Spot, blank_spots, looks_alike, match_spots, tiles


class Placements(Collection[Action]):
    """Every way for ``seat`` to lay one tile of ``hand``.

    If any tile of the hand can match a railroad, one that does must be placed; only if none can, a blank edge goes
    against a blank edge, or what ``otherwise`` finds. (R Place a City Tile; rulings P6, P7)

    Of turnings that look alike only the first is listed; each is in it. (ruling P1)
    """

    __slots__ = ("_ways", "seat")

    def __init__(
        self,
        board: Board,
        seat: Seat,
        hand: tuple[City, ...],
        otherwise: Callable[[Board, City], tuple[Spot, ...]] = blank_spots,
    ) -> None:
        self.seat = seat
        matches = [(city, spots) for city in hand if (spots := match_spots(board, city))]
        self._ways: list[tuple[City, tuple[Spot, ...]]] = matches or [
            (city, spots) for city in hand if (spots := otherwise(board, city))
        ]

    def __len__(self) -> int:
        return sum(len(spots) for _, spots in self._ways)

    def __iter__(self) -> Iterator[Action]:
        return (Place(self.seat, city, spot.at, spot.facing) for city, spots in self._ways for spot in spots)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Place) or action.seat != self.seat:
            return False
        ways = next((spots for city, spots in self._ways if city == action.city), ())
        return any(spot.at == action.at and looks_alike(action.city, spot.facing, action.facing) for spot in ways)


def misfit(board: Board, action: Place) -> str:
    """Why a tile that the player has may not be laid there: a full sentence."""
    if not CITIES[action.city].edges:
        return f"{action.city} has no edges and is never placed: play it from your hand when you deliver a good."
    if action.at in tiles(board):
        return f"{tiles(board)[action.at].city} already lies there; tiles may not be stacked."
    if Spot(action.at, action.facing) in blank_spots(board, action.city):
        return "Blank against blank is allowed only when no tile of yours can match a railroad; you can match one."
    ways = counted(len(match_spots(board, action.city)), "other way")
    return (
        f"{action.city} does not fit there: an edge must show the same railroad as the edge it touches. "
        f"It fits in {ways}."
    )
