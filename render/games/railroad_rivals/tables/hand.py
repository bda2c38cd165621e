"""The private picture of a hand: city tiles, statistics, and stocks. (style guide, section 9)"""

from collections.abc import Iterator, Mapping, Sequence

from engine.core import Seat, count_noun, join_words
from engine.games.railroad_rivals.game_data.printed_data import City, Railroad
from engine.games.railroad_rivals.state.board import blank_spots, matching_spots
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import fit_text
from render.games.railroad_rivals.board.badges import draw_badge
from render.games.railroad_rivals.board.buildings import BUILDING_WIDTH, draw_hotel, draw_tower
from render.games.railroad_rivals.board.engines import draw_engine
from render.games.railroad_rivals.board.tiles import draw_tile
from render.games.railroad_rivals.captions import edges_text, join_sentences
from render.games.railroad_rivals.colors import LIVERIES, palette_of
from render.games.railroad_rivals.module_additions import (
    has_hotel_and_tower_left,
    remaining_buildings,
    special_tiles_of,
)
from render.games.railroad_rivals.tables.special_cards import draw_special_card, draw_use_lines
from render.games.railroad_rivals.tables.special_signs import SPECIAL_SIGNS
from render.palette import INK_SOFT, PAPER, PAPER_2
from render.parts.page_layout import CONTENT_TOP, MARGIN, PAGE_WIDTH, header_layer, key_under_card, panel, paper_scene
from render.parts.typography import BODY, HEADING, RANK, SECTION, TextStyle
from render.scene import Box, Scene, Shape, make_layer
from render.text_fitting import Names, first_word

_LARGE, _SMALL, _MOST = 350, 280, 3
_GRIDS = {_LARGE: (3, 40), _SMALL: (4, 12)}
"""By size of tiles: the number of tiles in a row, and the distance between them in pixels."""
_UP, _ROWS_GAP, _STOCKS_GAP = 4, 12, 20
_CAPTION_LINE, _CAPTION_OVER = 70, 16
_FIGURES_TALL, _EDGE, _ENGINE_X, _ENGINE_Y, _ENGINE = 350, 26, 66, 70, 34
_NAME_X, _NAME_LINE, _NAME_ROOM, _FIRST = 120, 90, 140, 190
_STEP = 68
"""Pixels between the lines of the player's statistics."""
_BUILD_LINE, _BUILDING_Y = 326, 284
"""Pixels from the top of the statistics to the baseline of “to build” and to the top of the buildings."""
_BUILDING = 56
"""Pixels from the left edge of the water tower to the left edge of the hotel."""
_TITLE_LINE, _NONE_X, _NONE_LINE, _TOTAL_LINE, _TOTAL_EDGE, _CAPTION_EDGE, _DIGIT = 20, 220, 18, 62, 24, 44, 32
_STOCKS_TOP, _STOCK_ROW, _STOCK_TALL, _STOCKS_END, _WITH_STOCKS, _WITHOUT = 50, 130, 112, 60, 110, 40
_STOCK, _SMALL_STOCK = (90, 64, 186), (78, 56, 148)
"""(x of the badge, height of the badge, x of the count) in a stock's box, in pixels: usual box and small box."""
_STOCK_MIDDLE, _STOCK_LINE, _STOCK_EDGE = 56, 76, 22
_TILES_UP, _TILES_DOWN, _TILES_END, _TILES_LINE, _TILES_GAP = 20, 40, 60, 84, 20
_KEYS = 104
_BOX, _SMALL_BOX, _BOX_GAP, _STOCKS_A_ROW, _MOST_LARGE = 366, 289, 18, 4, 12
_OPEN_TITLE, _OPEN = 50, 60
_HIGHEST = 1600
_SHARE = TextStyle("hb", 56)
_WORTH = TextStyle("h", 60)
_SPECIAL_TILE = TextStyle("hb", 48)


def hand_scenes(
    state: RailroadRivals, seat: Seat, names: Names, keys: Mapping[str, str] | None = None
) -> tuple[Scene, ...]:
    """The picture of a hand, with ``keys`` by city. A second picture has special tiles if the first one has no room."""
    hand = state.hand[seat].open()
    side = _LARGE if len(hand) <= _MOST else _SMALL
    per_row, gap = _GRIDS[side]
    shapes: list[Shape] = []
    for i, city in enumerate(hand):
        x = MARGIN + i % per_row * (side + gap)
        y = CONTENT_TOP - _UP + i // per_row * (side + _KEYS + _ROWS_GAP)
        if city in SPECIAL_SIGNS:
            shapes += draw_special_card(city, x, y, side, side)
        else:
            shapes += draw_tile(state.board.tile_as_printed(city), x, y, side, PAPER)
        press = (keys or {}).get(city, "")
        shapes += _draw_caption(state, seat, city, x, y + side, side, press)
    rows = max(1, -(-len(hand) // per_row))
    below = CONTENT_TOP - _UP + rows * (side + _KEYS + _ROWS_GAP) + _STOCKS_GAP
    stocks, special_tiles = _stocks_by_worth(state, seat), _special_tile_texts(state, seat)
    rows = -(-len(stocks) // _stocks_per_row(stocks))
    end = below + _STOCKS_END + rows * _STOCK_ROW + (_WITH_STOCKS if stocks else _WITHOUT)
    height = end + (_OPEN_TITLE + len(special_tiles) * _OPEN if special_tiles else 0)
    on_own_picture = height > _HIGHEST
    more = (
        (make_layer("open tiles", _draw_open_tiles(special_tiles, end - _TILES_UP)),)
        if special_tiles and not on_own_picture
        else ()
    )
    layers = (
        make_layer("cities", shapes),
        make_layer("figures", _draw_figures(state, seat, names[seat - 1])),
        make_layer("stocks", _draw_stocks(state, seat, below)),
        *more,
        header_layer("Your hand", "only you see this", _summary_text(state, seat), seat=seat),
    )
    alt = _alt_text(state, seat, keys or {})
    first = paper_scene("hand", end if on_own_picture else height, palette_of(state), layers, alt)
    return (first, _special_tiles_scene(state, seat, special_tiles)) if on_own_picture else (first,)


def _special_tiles_scene(state: RailroadRivals, seat: Seat, special_tiles: Sequence[tuple[str, str]]) -> Scene:
    """A separate picture of a seat's special tiles, for a hand whose picture has no room for them."""
    layers = (
        make_layer("open tiles", _draw_open_tiles(special_tiles, CONTENT_TOP + _TILES_DOWN)),
        header_layer("Your hand", "only you see this", "The special tiles in front of you", seat=seat),
    )
    alt = join_sentences(("Special tiles in front of you.", *(f"{name}: {effect}." for name, effect in special_tiles)))
    height = CONTENT_TOP + _TILES_END + _OPEN_TITLE + len(special_tiles) * _OPEN
    return paper_scene("tiles", height, palette_of(state), layers, alt)


def _places_text(state: RailroadRivals, seat: Seat, city: City) -> str:
    """The places where a city of the hand can be placed now, in words, such as “fits 3 places”."""
    return fit_text(state, city) if _can_place(state, seat, city) else "no place now"


def _can_place(state: RailroadRivals, seat: Seat, city: City) -> bool:
    """Whether a city can be placed now; blank edges may touch only if no city of the hand matches. (ruling P7)"""
    if any(matching_spots(state.board, city_held) for city_held in state.hand[seat].open()):
        return bool(matching_spots(state.board, city))
    return bool(blank_spots(state.board, city))


def _summary_text(state: RailroadRivals, seat: Seat) -> str:
    hand = state.hand[seat].open()
    if not hand:
        return "You have no city tiles"
    cities = [city for city in hand if city not in SPECIAL_SIGNS]
    if not cities:
        return "You have no city to place"
    placeable_count = sum(_can_place(state, seat, city) for city in cities)
    return (
        f"You can place {placeable_count} of your {len(cities)} cities"
        if len(cities) > 1
        else f"You {'can' if placeable_count else 'can’t'} place your only city"
    )


def _draw_caption(
    state: RailroadRivals, seat: Seat, city: City, x: float, y: float, side: int, press: str
) -> Iterator[Shape]:
    keys, start = key_under_card(press, x, y)
    yield from keys
    if city in SPECIAL_SIGNS:
        yield from draw_use_lines(city, start, y, x + side - start)
        return
    room = x + side - start + _CAPTION_OVER
    yield BODY.left(start, y + _CAPTION_LINE, _places_text(state, seat, city), "caption", max_width=room)


def _draw_figures(state: RailroadRivals, seat: Seat, name: str) -> Iterator[Shape]:
    x, y, wide = PAGE_WIDTH - MARGIN - _LARGE, CONTENT_TOP - _UP, _LARGE
    links = sum(link.owner == seat for link in state.board.links)
    yield Box(x, y, wide, _FIGURES_TALL, PAPER_2)
    yield draw_engine(seat, x + _ENGINE_X, y + _ENGINE_Y, _ENGINE, PAPER_2)
    yield HEADING.left(x + _NAME_X, y + _NAME_LINE, name, "name", max_width=wide - _NAME_ROOM, short=first_word(name))
    rows = (("points", state.score[seat]), ("links", links))
    for i, (words, number) in enumerate(rows):
        base = y + _FIRST + i * _STEP
        yield BODY.left(x + _EDGE, base, words, "caption", INK_SOFT)
        yield HEADING.right(x + wide - _EDGE, base, str(number), "figure")
    a_hotel, a_tower = has_hotel_and_tower_left(state, seat)
    if a_hotel or a_tower:
        yield BODY.left(x + _EDGE, y + _BUILD_LINE, "to build", "caption", INK_SOFT)
    if a_hotel:
        yield draw_hotel(seat, x + wide - _EDGE - BUILDING_WIDTH, y + _BUILDING_Y, 1)
    if a_tower:
        yield draw_tower(seat, x + wide - _EDGE - BUILDING_WIDTH - _BUILDING * a_hotel, y + _BUILDING_Y, 1)


def _stocks_by_worth(state: RailroadRivals, seat: Seat) -> list[tuple[Railroad, int]]:
    """(railroad, number of tiles) pairs of the seat's stocks; those worth the most points come first."""

    def rank(owned: tuple[Railroad, int]) -> tuple[int, Railroad]:
        railroad, count = owned
        return -state.value[railroad] * count, railroad

    return sorted(state.stocks[seat].items(), key=rank)


def _draw_stocks(state: RailroadRivals, seat: Seat, y: int) -> Iterator[Shape]:
    yield SECTION.left(MARGIN, y + _TITLE_LINE, "STOCKS", "section heading")
    stocks = _stocks_by_worth(state, seat)
    if not stocks:
        yield BODY.left(MARGIN + _NONE_X, y + _NONE_LINE, "none yet", "caption", INK_SOFT)
        return
    for i, (railroad, count) in enumerate(stocks):
        a_row = _stocks_per_row(stocks)
        box, (badge, tall, share) = (_BOX, _STOCK) if a_row == _STOCKS_A_ROW else (_SMALL_BOX, _SMALL_STOCK)
        x = MARGIN + i % a_row * (box + _BOX_GAP)
        top = y + _STOCKS_TOP + i // a_row * _STOCK_ROW
        yield panel(x, top, box, _STOCK_TALL)
        yield draw_badge(LIVERIES[railroad], x + badge, top + _STOCK_MIDDLE, tall)
        yield _SHARE.left(x + share, top + _STOCK_LINE, f"×{count}", "share")
        yield _WORTH.right(
            x + box - _STOCK_EDGE, top + _STOCK_LINE, str(state.value[railroad] * count), "worth", INK_SOFT
        )
    base = y + _STOCKS_TOP + -(-len(stocks) // _stocks_per_row(stocks)) * _STOCK_ROW + _TOTAL_LINE
    worth = str(state.stock_worth(seat))
    yield RANK.right(PAGE_WIDTH - MARGIN - _TOTAL_EDGE, base, worth, "total")
    yield BODY.right(
        PAGE_WIDTH - MARGIN - _CAPTION_EDGE - _DIGIT * len(worth), base, "current value", "caption", INK_SOFT
    )


def _stocks_per_row(stocks: Sequence[object]) -> int:
    """The number of stocks in a row of boxes; one more if the hand has more than twelve kinds."""
    return _STOCKS_A_ROW if len(stocks) <= _MOST_LARGE else _STOCKS_A_ROW + 1


def _special_tile_texts(state: RailroadRivals, seat: Seat) -> tuple[tuple[str, str], ...]:
    """(name, effect and time of use) texts of a seat's special tiles."""
    return tuple(
        (SPECIAL_SIGNS[tile].name, f"{SPECIAL_SIGNS[tile].effect}, {SPECIAL_SIGNS[tile].when}")
        for tile in special_tiles_of(state, seat)
    )


def _draw_open_tiles(special_tiles: Sequence[tuple[str, str]], y: float) -> Iterator[Shape]:
    yield SECTION.left(MARGIN, y + _TITLE_LINE, "IN FRONT OF YOU", "section heading")
    for i, (name, effect) in enumerate(special_tiles):
        base = y + _TILES_LINE + i * _OPEN
        yield _SPECIAL_TILE.left(MARGIN, base, name, "special tile")
        start = MARGIN + _SPECIAL_TILE.width(name) + _TILES_GAP
        yield BODY.left(start, base, effect, "effect", INK_SOFT, max_width=PAGE_WIDTH - MARGIN - start)


def _alt_text(state: RailroadRivals, seat: Seat, keys: Mapping[str, str]) -> str:
    cities = []
    for city in state.hand[seat].open():
        press = f"{keys[city]} " if city in keys else ""
        if city in SPECIAL_SIGNS:
            cities.append(f"{press}{city}: {SPECIAL_SIGNS[city].effect}, {SPECIAL_SIGNS[city].when}")
            continue
        edges = edges_text(state.board.tile_as_printed(city).edges)
        cubes = count_noun(state.board.tile_as_printed(city).goods, "cube")
        cities.append(f"{press}{city}: {cubes}, edges {edges}, {_places_text(state, seat, city)}")
    stocks = ", ".join(f"{railroad} ×{count}" for railroad, count in _stocks_by_worth(state, seat)) or "none"
    links = sum(link.owner == seat for link in state.board.links)
    return join_sentences(
        (
            "Your hand (only you see this).",
            f"Cities, edges clockwise from the top: {'; '.join(cities)}." if cities else "Cities: none.",
            f"You have {count_noun(state.score[seat], 'point')} and {count_noun(links, 'link')}.",
            f"Stocks: {stocks} (worth {count_noun(state.stock_worth(seat), 'point')} now).",
            *(f"{name}: {effect}." for name, effect in _special_tile_texts(state, seat)),
            *([f"Still to build: {left}."] if (left := join_words(remaining_buildings(state, seat))) else []),
        )
    )
