"""The picture of the offer: city tiles above, stock tiles below. (R Draw Stock Tiles; R Draw City Tiles)"""

from collections.abc import Iterator, Mapping

from engine.core import count_noun
from engine.games.railroad_rivals.game_data.pieces import free_tiles, is_city
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, City, Railroad
from engine.games.railroad_rivals.solitaire.phases import Arranging, LayingStart, PlacingOne
from engine.games.railroad_rivals.state.board import matching_spots
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import fit_text
from render.games.railroad_rivals.board.badges import draw_badge
from render.games.railroad_rivals.board.tiles import choice_frame, draw_tile
from render.games.railroad_rivals.captions import corner_text, join_sentences
from render.games.railroad_rivals.colors import LIVERIES, PALETTE
from render.games.railroad_rivals.solitaire.solitaire_scores import ME, remaining_stock_tiles
from render.palette import INK_SOFT, PAPER, RULE
from render.parts.page_layout import (
    CONTENT_TOP,
    MARGIN,
    PAGE_WIDTH,
    header_layer,
    ink_rule,
    key_under_card,
    panel,
    paper_scene,
)
from render.parts.typography import AMOUNT, TABLE_BODY, TABLE_TIGHT
from render.scene import Box, Scene, Shape, make_layer
from render.text_fitting import Names

_WIDE, _GAP = 440, 100
_STOCK, _BELOW, _ROWS_GAP, _FOOT = 330, 104, 44, 88
_CARD_LINE, _EDGE, _BADGE_LINE, _BADGE, _NAME_LINE, _NAME_ROOM = 4, 10, 76, 88, 180, 36
_WORTH_LINE, _HOLDERS_LINE, _CAPTION_LINE, _CAPTION_OVER, _LEFT_LINE = 242, 300, 70, 16, 62


def offer_scenes(
    state: RailroadRivals, names: Names, keys: Mapping[str, str] | None = None, framed_tile: str = ""
) -> tuple[Scene, ...]:
    """The tiles on offer, with ``keys`` by tile; ``framed_tile`` is the tile to preview. Empty without an offer."""
    cities, stocks = free_tiles(state.city_offer), free_tiles(state.stock_offer)
    if not cities and not stocks:
        return ()
    line = f"{names[0]} {_question_text(state)}"
    title, right = (f"Take {framed_tile}?", "not yet taken") if framed_tile else ("Offer", corner_text(state))
    layers = [header_layer(title, right, line, seat=ME, tall=True)]
    y, tiles_shown = CONTENT_TOP, set[str]()
    for name, row, tall in (("cities", cities, _WIDE), ("stocks", stocks, _STOCK)):
        if not row:
            continue
        shapes: list[Shape] = []
        for i, tile in enumerate(row):
            x = MARGIN + i * (_WIDE + _GAP)
            shapes += _draw_tile(state, tile, x, y)
            press = (keys or {}).get(tile, "") if tile not in tiles_shown else ""
            shapes += _draw_caption(state, tile, x, y + tall, press)
            if tile == framed_tile and tile not in tiles_shown:
                shapes.append(choice_frame(x, y, _WIDE, tall))
            tiles_shown.add(tile)
        layers.append(make_layer(name, shapes))
        y += tall + _BELOW + _ROWS_GAP
    layers.append(make_layer("legend", _draw_piles(state, y)))
    alt = _alt_text(state, line, keys or {}, framed_tile)
    return (paper_scene("offer", y + _FOOT, PALETTE, tuple(layers), alt),)


def _question_text(state: RailroadRivals) -> str:
    match state.flow[-1]:
        case Arranging():
            return "places the starting cities next"
        case LayingStart():
            return "places a starting city"
        case PlacingOne():
            return "places one city. The others leave the game"
        case _:
            return "takes one stock. The others leave the game"


def _draw_tile(state: RailroadRivals, tile: str, x: float, y: float) -> Iterator[Shape]:
    if is_city(tile):
        yield from draw_tile(state.board.tile_as_printed(City(tile)), x, y, _WIDE, PAPER)
        return
    railroad, middle = Railroad(tile), x + _WIDE / 2
    yield panel(x, y, _WIDE, _STOCK, line=_CARD_LINE)
    wide, tall = _WIDE - 2 * _EDGE, _STOCK - 2 * _EDGE
    yield Box(x + _EDGE, y + _EDGE, wide, tall, None, RULE, 2, _CARD_LINE)
    yield draw_badge(LIVERIES[railroad], middle, y + _BADGE_LINE, _BADGE)
    name = RAILROAD_NAMES[railroad]
    yield AMOUNT.middle(middle, y + _NAME_LINE, name, "railroad name", max_width=_WIDE - _NAME_ROOM)
    yield TABLE_BODY.middle(middle, y + _WORTH_LINE, f"worth {state.value[railroad]} now", "worth")
    stock_count = state.stocks[ME].get(railroad, 0)
    links = sum(link.railroad == railroad for link in state.board.links)
    words = f"{count_noun(links, 'link')} · you own {stock_count}"
    yield TABLE_TIGHT.middle(middle, y + _HOLDERS_LINE, words, "holders", INK_SOFT, max_width=_WIDE - _NAME_ROOM)


def _draw_caption(state: RailroadRivals, tile: str, x: float, y: float, press: str) -> Iterator[Shape]:
    """Draw the key below a card, and beside it where a city fits, or how many stock tiles are left."""
    keys, start = key_under_card(press, x, y)
    yield from keys
    room = x + _WIDE - start + _CAPTION_OVER
    yield TABLE_BODY.left(start, y + _CAPTION_LINE, _tile_caption(state, tile), "caption", max_width=room)


def _tile_caption(state: RailroadRivals, tile: str) -> str:
    if is_city(tile):
        return _places_text(state, City(tile))
    more = remaining_stock_tiles(state, Railroad(tile)) - 1
    return f"{more} more" if more else "last one"


def _places_text(state: RailroadRivals, city: City) -> str:
    """The places where a city can be placed, in words, such as “fits 3 places”. (rulings O4, O10)"""
    if matching_spots(state.board, city):
        return fit_text(state, city)
    if any(matching_spots(state.board, City(other)) for other in free_tiles(state.city_offer)):
        return "no place now"
    return "next to any city" if isinstance(state.flow[-1], LayingStart) else fit_text(state, city)


def _draw_piles(state: RailroadRivals, y: float) -> Iterator[Shape]:
    yield ink_rule(y)
    bag, cities, stocks = sum(state.bag.values()), state.city_pile.size, state.stock_pile.size
    yield TABLE_BODY.left(MARGIN, y + _LEFT_LINE, f"Bag: {count_noun(bag, 'cube')}", "caption", INK_SOFT)
    yield TABLE_BODY.middle(PAGE_WIDTH / 2, y + _LEFT_LINE, f"City pile: {cities}", "caption", INK_SOFT)
    yield TABLE_BODY.right(PAGE_WIDTH - MARGIN, y + _LEFT_LINE, f"Stock pile: {stocks}", "caption", INK_SOFT)


def _alt_text(state: RailroadRivals, line: str, keys: Mapping[str, str], framed_tile: str) -> str:
    cities = [_tile_text(state, tile, keys) for tile in free_tiles(state.city_offer)]
    stocks = [_tile_text(state, tile, keys) for tile in free_tiles(state.stock_offer)]
    return join_sentences(
        (
            *([f"Preview: you would take {_tile_name(framed_tile)}."] if framed_tile else []),
            f"{corner_text(state)}. {line}.",
            *((f"Cities: {'; '.join(cities)}.",) if cities else ()),
            *((f"Stocks: {'; '.join(stocks)}.",) if stocks else ()),
            f"In the bag: {count_noun(sum(state.bag.values()), 'cube')}. "
            f"City pile: {count_noun(state.city_pile.size, 'tile')}. "
            f"Stock pile: {count_noun(state.stock_pile.size, 'tile')}.",
        )
    )


def _tile_name(tile: str) -> str:
    return tile if is_city(tile) else f"{tile} stock"


def _tile_text(state: RailroadRivals, tile: str, keys: Mapping[str, str]) -> str:
    press = f"{keys[tile]} " if tile in keys else ""
    if is_city(tile):
        edges = " ".join(railroad or "blank" for railroad in state.board.tile_as_printed(City(tile)).edges)
        cubes = count_noun(state.board.tile_as_printed(City(tile)).goods, "cube")
        return f"{press}{tile}: {cubes}, edges {edges}, {_places_text(state, City(tile))}"
    railroad = Railroad(tile)
    links = count_noun(sum(link.railroad == railroad for link in state.board.links), "link")
    stock_count = state.stocks[ME].get(railroad, 0)
    yours = f"you own {stock_count or 'none'}"
    more = _tile_caption(state, tile).replace("more", "more in the game")
    return f"{press}{railroad} stock: worth {state.value[railroad]}, {links}, {yours}, {more}"
