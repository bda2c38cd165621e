"""The legal placements of city tiles, and refusals of illegal ones. (R Place a City Tile)"""

from collections.abc import Callable, Collection, Iterator

from engine.core import Action, Seat, count_noun, join_words
from engine.games.railroad_rivals.game_data.grid import neighbors
from engine.games.railroad_rivals.game_data.printed_data import City
from engine.games.railroad_rivals.state.actions import Place
from engine.games.railroad_rivals.state.board import (
    Board,
    Spot,
    blank_spots,
    is_same_look,
    matching_spots,
    tiles_by_cell,
)


class Placements(Collection[Action]):
    """The placements of the tiles in a seat's hand.

    If any tile can match a railroad, only matches are legal; otherwise, the spots that ``fallback_spots`` returns are
    legal. By default, these are the spots where blank edges touch. (R Place a City Tile; rulings P6, P7)

    If several orientations look the same, only the first is listed, but ``in`` accepts all of them. (ruling P1)
    """

    __slots__ = ("_spots_by_city", "_tile", "seat")

    def __init__(
        self,
        board: Board,
        seat: Seat,
        hand: tuple[City, ...],
        fallback_spots: Callable[[Board, City], tuple[Spot, ...]] = blank_spots,
    ) -> None:
        self.seat, self._tile = seat, board.tile_as_printed
        matches = [(city, spots) for city in hand if (spots := matching_spots(board, city))]
        self._spots_by_city: list[tuple[City, tuple[Spot, ...]]] = matches or [
            (city, spots) for city in hand if (spots := fallback_spots(board, city))
        ]

    def __len__(self) -> int:
        return sum(len(spots) for _, spots in self._spots_by_city)

    def __iter__(self) -> Iterator[Action]:
        for city, spots in self._spots_by_city:
            yield from (Place(self.seat, city, spot.at, spot.facing) for spot in spots)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Place) or action.seat != self.seat:
            return False
        spots = next((spots for city, spots in self._spots_by_city if city == action.city), ())
        facings = [spot.facing for spot in spots if spot.at == action.at]
        return any(is_same_look(self._tile(action.city), facing, action.facing) for facing in facings)


def placement_refusal(board: Board, hand: tuple[City, ...], action: Place) -> str:
    """The refusal of a placement: which rule it breaks, and what is legal. (R Place a City Tile; rulings P6, P7)"""
    city, tiles_on_table = action.city, tiles_by_cell(board)
    if not board.tile_as_printed(city).edges:
        return f"You can’t place {city}: it has no edges. Play it from your hand when you deliver a good."
    if action.at in tiles_on_table:
        return f"You can’t place {city} there: {tiles_on_table[action.at].city} is there. Choose a free place."
    fitting = tuple(other for other in hand if matching_spots(board, other))
    if not fitting:
        return _blank_placement_refusal(board, action)
    if _is_blank_to_blank(board, action):
        why = "two blank edges may meet only if none of your cities can match a railroad."
        return f"You can’t place {city} there: {why} {_alternatives_sentence(board, fitting)}"
    if city not in fitting:
        why = "it matches no railroad now, and a city that does comes first."
        return f"You can’t place {city}: {why} {_alternatives_sentence(board, fitting)}"
    rule = "an edge must touch an edge with the same railroad."
    spots = _spots_text(matching_spots(board, city))
    return f"You can’t place {city} there: {_no_neighbor_reason(board, action) or rule} It fits in {spots}."


def _blank_placement_refusal(board: Board, action: Place) -> str:
    """The refusal of a placement when no tile of the hand can match a railroad. (ruling P7)"""
    city, spots = action.city, blank_spots(board, action.city)
    if not spots:
        why = "it matches no railroad now, and no blank edge of it fits."
        return f"You can’t place {city} anywhere: {why} Place another city."
    rule = "none of your cities can match a railroad now, so a blank edge must touch a blank edge."
    return (
        f"You can’t place {city} there: {_no_neighbor_reason(board, action) or rule} It fits in {_spots_text(spots)}."
    )


def _is_blank_to_blank(board: Board, action: Place) -> bool:
    tile = board.tile_as_printed(action.city)
    facings = [spot.facing for spot in blank_spots(board, action.city) if spot.at == action.at]
    return any(is_same_look(tile, facing, action.facing) for facing in facings)


def _no_neighbor_reason(board: Board, action: Place) -> str:
    touched = tiles_by_cell(board).keys() & set(neighbors(action.at).values())
    return "" if touched else "there is no city next to that place."


def _alternatives_sentence(board: Board, fitting: tuple[City, ...]) -> str:
    """The sentence that says what can be placed: “Place Kansas City or Denver: 5 ways to match.”"""
    placements = sum(len(matching_spots(board, city)) for city in fitting)
    return f"Place {join_words(fitting, 'or')}: {count_noun(placements, 'way')} to match."


def _spots_text(spots: tuple[Spot, ...]) -> str:
    """The number of alternative spots: “3 other ways”, “1 other way (0,2 s)”."""
    notation = f" ({spots[0].at} {spots[0].facing})" if len(spots) == 1 else ""
    return count_noun(len(spots), "other way") + notation
