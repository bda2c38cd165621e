"""The three tiles of which one is taken: city tiles above, stock tiles below. (R Solitaire Rules: Draw Stock Tiles)"""

from collections.abc import Iterator, Mapping

from engine.core import counted
from engine.games.railroad_rivals.box.data import RAILROAD_NAMES, City, Railroad
from engine.games.railroad_rivals.box.pieces import free, is_city
from engine.games.railroad_rivals.solitaire.phases import Arranging, LayingStart, PlacingOne
from engine.games.railroad_rivals.state.board import match_spots
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import fits
from render.games.railroad_rivals.badges import badge_at
from render.games.railroad_rivals.livery import LIVERIES, PALETTE
from render.games.railroad_rivals.solitaire.figures import ME, left
from render.games.railroad_rivals.tile import chosen_frame, whole_tile
from render.games.railroad_rivals.words import corner, joined
from render.labels import Names
from render.palette import INK_SOFT, PAPER, RULE
from render.parts.frame import CONTENT, MARGIN, WIDTH, header, key_under, panel, picture, rule
from render.parts.text import AMOUNT, TABLE_BODY, TABLE_TIGHT
from render.scene import Box, Scene, Shape, layer

_WIDE, _GAP = 440, 100
_STOCK, _BELOW, _ROWS_GAP, _FOOT = 330, 104, 44, 88
_CARD_LINE, _EDGE, _BADGE_LINE, _BADGE, _NAME_LINE, _NAME_ROOM = 4, 10, 76, 88, 180, 36
_WORTH_LINE, _HOLDERS_LINE, _CAPTION_LINE, _CAPTION_OVER, _LEFT_LINE = 242, 300, 70, 16, 62


def offer_scenes(
    state: RailroadRivals, names: Names, keys: Mapping[str, str] | None = None, chosen: str = ""
) -> tuple[Scene, ...]:
    """The tiles still on offer; ``keys`` say what to press for a tile, ``chosen`` is the tile about to be taken."""
    cities, stocks = free(state.city_offer), free(state.stock_offer)
    if not cities and not stocks:
        return ()
    line = f"{names[0]} {_asked(state)}"
    title, right = (f"Take {chosen}?", "not yet taken") if chosen else ("Offer", corner(state))
    layers = [header(title, right, line, seat=ME, tall=True)]
    y, pressed = CONTENT, set[str]()
    for name, row, tall in (("cities", cities, _WIDE), ("stocks", stocks, _STOCK)):
        if not row:
            continue
        shapes: list[Shape] = []
        for i, tile in enumerate(row):
            x = MARGIN + i * (_WIDE + _GAP)
            shapes += _tile(state, tile, x, y)
            press = (keys or {}).get(tile, "") if tile not in pressed else ""
            shapes += _below(state, tile, x, y + tall, press)
            if tile == chosen and tile not in pressed:
                shapes.append(chosen_frame(x, y, _WIDE, tall))
            pressed.add(tile)
        layers.append(layer(name, shapes))
        y += tall + _BELOW + _ROWS_GAP
    layers.append(layer("legend", _piles(state, y)))
    alt = _alt(state, line, keys or {}, chosen)
    return (picture("offer", y + _FOOT, PALETTE, tuple(layers), alt),)


def _asked(state: RailroadRivals) -> str:
    match state.flow[-1]:
        case Arranging():
            return "places the starting cities next"
        case LayingStart():
            return "places a starting city"
        case PlacingOne():
            return "places one city. The others leave the game"
        case _:
            return "takes one stock. The others leave the game"


def _tile(state: RailroadRivals, tile: str, x: float, y: float) -> Iterator[Shape]:
    if is_city(tile):
        yield from whole_tile(state.board.tile(City(tile)), x, y, _WIDE, PAPER)
        return
    railroad, middle = Railroad(tile), x + _WIDE / 2
    yield panel(x, y, _WIDE, _STOCK, line=_CARD_LINE)
    wide, tall = _WIDE - 2 * _EDGE, _STOCK - 2 * _EDGE
    yield Box(x + _EDGE, y + _EDGE, wide, tall, None, RULE, 2, _CARD_LINE)
    yield badge_at(LIVERIES[railroad], middle, y + _BADGE_LINE, _BADGE)
    name = RAILROAD_NAMES[railroad]
    yield AMOUNT.middle(middle, y + _NAME_LINE, name, "railroad name", room=_WIDE - _NAME_ROOM)
    yield TABLE_BODY.middle(middle, y + _WORTH_LINE, f"worth {state.value[railroad]} now", "worth")
    owned = state.stocks[ME].get(railroad, 0)
    links = sum(link.railroad == railroad for link in state.board.links)
    words = f"{counted(links, 'link')} · you own {owned}"
    yield TABLE_TIGHT.middle(middle, y + _HOLDERS_LINE, words, "holders", INK_SOFT, room=_WIDE - _NAME_ROOM)


def _below(state: RailroadRivals, tile: str, x: float, y: float, press: str) -> Iterator[Shape]:
    """The line below a card: the key to press, and how well the tile fits."""
    keys, start = key_under(press, x, y)
    yield from keys
    room = x + _WIDE - start + _CAPTION_OVER
    yield TABLE_BODY.left(start, y + _CAPTION_LINE, _goes(state, tile), "caption", room=room)


def _goes(state: RailroadRivals, tile: str) -> str:
    if is_city(tile):
        return _places(state, City(tile))
    more = left(state, Railroad(tile)) - 1
    return f"{more} more" if more else "last one"


def _places(state: RailroadRivals, city: City) -> str:
    """A city's places in words: if any on offer matches a railroad, one that does must be placed. (rulings O4, O10)"""
    if match_spots(state.board, city):
        return fits(state, city)
    if any(match_spots(state.board, City(other)) for other in free(state.city_offer)):
        return "no place now"
    return "next to any city" if isinstance(state.flow[-1], LayingStart) else fits(state, city)


def _piles(state: RailroadRivals, y: float) -> Iterator[Shape]:
    yield rule(y)
    bag, cities, stocks = sum(state.bag.values()), state.city_pile.size, state.stock_pile.size
    yield TABLE_BODY.left(MARGIN, y + _LEFT_LINE, f"Bag: {counted(bag, 'cube')}", "caption", INK_SOFT)
    yield TABLE_BODY.middle(WIDTH / 2, y + _LEFT_LINE, f"City pile: {cities}", "caption", INK_SOFT)
    yield TABLE_BODY.right(WIDTH - MARGIN, y + _LEFT_LINE, f"Stock pile: {stocks}", "caption", INK_SOFT)


def _alt(state: RailroadRivals, line: str, keys: Mapping[str, str], chosen: str) -> str:
    cities = [_said(state, tile, keys) for tile in free(state.city_offer)]
    stocks = [_said(state, tile, keys) for tile in free(state.stock_offer)]
    return joined(
        (
            *([f"Preview: you would take {_named(chosen)}."] if chosen else []),
            f"{corner(state)}. {line}.",
            *((f"Cities: {'; '.join(cities)}.",) if cities else ()),
            *((f"Stocks: {'; '.join(stocks)}.",) if stocks else ()),
            f"In the bag: {counted(sum(state.bag.values()), 'cube')}. "
            f"City pile: {counted(state.city_pile.size, 'tile')}. "
            f"Stock pile: {counted(state.stock_pile.size, 'tile')}.",
        )
    )


def _named(tile: str) -> str:
    return tile if is_city(tile) else f"{tile} stock"


def _said(state: RailroadRivals, tile: str, keys: Mapping[str, str]) -> str:
    press = f"{keys[tile]} " if tile in keys else ""
    if is_city(tile):
        edges = " ".join(railroad or "blank" for railroad in state.board.tile(City(tile)).edges)
        cubes = counted(state.board.tile(City(tile)).goods, "cube")
        return f"{press}{tile}: {cubes}, edges {edges}, {_places(state, City(tile))}"
    railroad = Railroad(tile)
    links = counted(sum(link.railroad == railroad for link in state.board.links), "link")
    owned = state.stocks[ME].get(railroad, 0)
    yours = f"you own {owned or 'none'}"
    more = _goes(state, tile).replace("more", "more in the game")
    return f"{press}{railroad} stock: worth {state.value[railroad]}, {links}, {yours}, {more}"
