"""City tiles: a card with name and goods number, and the edges. (style guide, section 8)

When a tile is turned, only its edges move; words stay upright.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from engine.games.railroad_rivals.game_data.grid import SIDES, Side
from engine.games.railroad_rivals.game_data.printed_data import City, CityTile, Goods, Railroad
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from render.fonts import text_width
from render.games.railroad_rivals.board.badges import badge_width, draw_badge
from render.games.railroad_rivals.board.buildings import BUILDING_HEIGHT, BUILDING_WIDTH, draw_hotel, draw_tower
from render.games.railroad_rivals.board.cubes import draw_cube
from render.games.railroad_rivals.colors import LIVERIES, short_city_name
from render.palette import ACCENT, BLANK, CARD, INK, INK_SOFT, PAPER_2
from render.parts.page_layout import accent_frame, panel
from render.scene import Box, Color, Group, Placed, Shape, Sprite, Text, place_sprite
from render.text_fitting import fit_text

_INSET = 9
"""Distance of a badge from the edge of its tile, in pixels on a tile of 240 pixels."""
_TIGHT_INSET = 4
"""Distance of a wide badge from the edge of a small tile, in pixels."""
_ROOMY = 0.98
"""Tiles are small if their side is less than this multiple of 240 pixels."""
_SMALL_NAME = 47
"""The letter size of names on small tiles, in pixels."""
_ROW, _NAME = 0.62, 0.405
"""Fractions of a tile's side: the y of badges on west and east edges, and the y of the name's baseline."""
_BUILDING, _BUILDING_X, _BUILDING_Y = 0.93, 5, 6
_CHOSEN = (12, 9, 14)
"""(distance, line width, corner radius) of the frame around a chosen tile, in pixels."""
_SIDE = 240
"""The side, in pixels, of the tile for which measures are given. For other tiles, they are multiplied by ``u``."""
_NAME_SIZE, _NAME_ROOM, _LEAST_BADGE = 50, 12, 44
_CRATE, _CRATE_AT, _CRATE_DIGIT, _LEAST_DIGIT, _CRATE_BOX, _CRATE_LINE, _CRATE_RADIUS = 40, 7, 44, 40.0, 50, 2.2, 4
_OVERVIEW_NAME, _ONE_LINE, _TWO_LINES, _OVERVIEW_ROOM = 0.2, 0.47, 0.38, 8
_CARD_LINE, _LEAST_LINE, _CARD_RADIUS = 3, 2.5, 10
_BAR_LONG, _BAR_THIN, _BAR_INSET, _BAR_RADIUS = 44, 6, 11, 3
_CUBE, _CUBE_EDGE, _CUBE_FAR = 40, 7, 47
_PAIR, _PAIR_CUBE, _COUNT_SIZE, _TOP_PAIR, _LOW_PAIR = 15, 30, 28, 4, 58
_CUBE_BELOW, _COUNT_BELOW, _COUNT_ABOVE = 24, 54, 20
_ROW_CUBE, _ROW_COUNT, _ROW_GAP, _ROW_WIDE, _ROW_DIGIT, _ROW_DROP = 28, 16, 6, 216, 29, 10
_DIGIT_HIGH, _DIGIT_BOX, _HALF_CAPITAL = 0.72, 0.74, 0.35


def draw_tile_card(
    tile: CityTile,
    x: float,
    y: float,
    side: float,
    *,
    overview: bool = False,
    ground: Color = PAPER_2,
    crate: bool = True,
    min_size: float = 0,
) -> Group:
    """Draw a tile without its edges: card, goods number, and name; in an ``overview``, only card and name.

    The position is the top left corner. ``crate`` is False to omit the goods number where a building is drawn. Words
    are at least ``min_size`` pixels high if they fit.
    """
    city, blank = tile.city, place_sprite(x, y, _blank_card_sprite(side, ground))
    if overview:
        return Group(f"card {city}", (blank, *(_move_text(name, x, y) for name in _overview_name_texts(city, side))))
    as_on = max(side, min_size / _CRATE_DIGIT * _SIDE)
    number = (place_sprite(x, y, _goods_number_sprite(tile.goods, as_on)),) if crate else ()
    return Group(f"card {city}", (blank, *number, _move_text(_city_name_text(city, side, min_size), x, y)))


def _move_text(text: Text, x: float, y: float) -> Text:
    return msgspec.structs.replace(text, x=text.x + x, y=text.y + y)


@lru_cache(2_048)
def _city_name_text(city: City, side: float, min_size: float) -> Text:
    """The text of a city's name; if it does not fit, abbreviated or in smaller letters."""
    u, room = side / _SIDE, side - _NAME_ROOM
    size, short = max(_SMALL_NAME, min_size, round(_NAME_SIZE * u)), short_city_name(city)
    words = short if (min_size or u < _ROOMY) and text_width(city, "h", size) > room else city
    at = side / 2, round(_NAME * side)
    return fit_text(*at, words, "h", size, INK, max_width=room, anchor="middle", short=short, role="city name")


@lru_cache(256)
def _goods_number_sprite(number: int, side: float) -> Sprite:
    u = side / _SIDE
    edge, box, digit = _CRATE_AT * u, _CRATE * u, _CRATE_DIGIT * u
    if u < 1:
        digit = max(_LEAST_DIGIT, digit)
    middle = edge + box / 2
    base = middle + _HALF_CAPITAL * digit
    shapes = (
        panel(edge, edge, box, box, CARD, INK_SOFT, _CRATE_LINE * u, _CRATE_RADIUS * u),
        Text(middle, base, str(number), "h", digit, INK_SOFT, "middle", role="goods number"),
    )
    return Sprite(f"goods number {number}", _CRATE_BOX * u, _CRATE_BOX * u, shapes)


@lru_cache(2_048)
def _overview_name_texts(city: City, side: float) -> tuple[Text, ...]:
    """The texts of a city's name in an overview: one line, or two lines for two words."""
    size, words = _OVERVIEW_NAME * side, city.rsplit(" ", 1)
    first = (_ONE_LINE if len(words) == 1 else _TWO_LINES) * side
    return tuple(
        fit_text(
            side / 2,
            round(first + i * size),
            word,
            "h",
            size,
            INK,
            max_width=side - _OVERVIEW_ROOM,
            anchor="middle",
            short=short_city_name(city) if len(words) == 1 else "",
            role="overview name",
            min_size=0,
        )
        for i, word in enumerate(words)
    )


@lru_cache(256)
def _blank_card_sprite(side: float, ground: Color) -> Sprite:
    u = side / _SIDE
    line, radius = max(_LEAST_LINE, _CARD_LINE * u), _CARD_RADIUS * max(1, u)
    shape = panel(0, 0, side, side, line=line, radius=radius)
    return Sprite("card", side, side, (shape,), ground)


def draw_edge_badges(
    edges: tuple[Railroad | None, ...], x: float, y: float, side: float, h: float, dead: frozenset[Side] = frozenset()
) -> Iterator[Shape]:
    """Draw the edges of a tile (north, east, south, west) as badges or blank bars; those in ``dead`` are gray."""
    for where, railroad in zip(SIDES, edges, strict=True):
        if railroad is None:
            yield draw_blank_bar(where, x, y, side)
        else:
            yield draw_edge_badge(railroad, where, x, y, side, h, dead=where in dead)


def draw_edge_badge(
    railroad: Railroad, where: Side, x: float, y: float, side: float, h: float, *, dead: bool
) -> Placed:
    """Draw the badge of an edge."""
    u = side / _SIDE
    roomy = u >= _ROOMY and h <= _LEAST_BADGE * u + 1
    livery, inset = LIVERIES[railroad], _INSET * u if roomy else _TIGHT_INSET
    half = badge_width(livery, h) / 2
    match where:
        case Side.NORTH:
            at = x + side / 2, y + inset + h / 2
        case Side.SOUTH:
            at = x + side / 2, y + side - inset - h / 2
        case Side.WEST:
            at = x + inset + half, y + _ROW * side
        case Side.EAST:
            at = x + side - inset - half, y + _ROW * side
    return draw_badge(livery, *at, h, dead=dead)


def draw_blank_bar(where: Side, x: float, y: float, side: float, color: Color = BLANK) -> Placed:
    """Draw the bar that a blank edge has in place of a badge."""
    u = side / _SIDE
    long, thin, inset = _BAR_LONG * u, _BAR_THIN * u, _BAR_INSET * u
    match where:
        case Side.NORTH:
            at = x + (side - long) / 2, y + inset
        case Side.SOUTH:
            at = x + (side - long) / 2, y + side - inset - thin
        case Side.WEST:
            at = x + inset, y + _ROW * side - long / 2
        case Side.EAST:
            at = x + side - inset - thin, y + _ROW * side - long / 2
    wide = where in (Side.NORTH, Side.SOUTH)
    return place_sprite(*at, _bar_sprite(long if wide else thin, thin if wide else long, _BAR_RADIUS * u, color))


@lru_cache(64)
def _bar_sprite(w: float, h: float, radius: float, color: Color) -> Sprite:
    name = "blank match" if color == ACCENT else "blank edge"
    return Sprite(name, w, h, (Box(0, 0, w, h, color, radius=radius),))


def draw_buildings(
    baron: ExpansionState, city: City, x: float, y: float, side: float, *, overview: bool = False, has_key: bool = False
) -> Iterator[Placed]:
    """Draw the hotel and the water tower of a tile: the first building at the top left, the second one below it.

    In an ``overview``, a tower next to a hotel is at the top right. If the tile ``has_key``, the key is at the top
    left, the first building at the bottom left, and the second one at the bottom right.
    """
    u = side / _SIDE
    size = round(_BUILDING * u, 3)
    left, right = x + _BUILDING_X * u, x + side - BUILDING_WIDTH * size - _BUILDING_X * u
    top, low = y + _BUILDING_Y * u, y + side - BUILDING_HEIGHT * size - _BUILDING_Y * u
    spots = [(left, top), (left, low), (right, low)][has_key:]
    owner, keeper = baron.hotels.get(city), baron.towers.get(city)
    if owner is not None:
        yield draw_hotel(owner, *spots.pop(0), size)
    if keeper is not None:
        at = (right, top) if overview and owner is not None else spots[0]
        yield draw_tower(keeper, *at, size)


def draw_cubes(goods: tuple[Goods, ...], x: float, y: float, side: float, *, corners_taken: int = 0) -> Iterator[Shape]:
    """Draw the cubes on a tile in its free corners; if there are too many, one cube of each kind with a count.

    ``corners_taken`` is the number of corners with other signs, counted counterclockwise from the top left.
    """
    u = side / _SIDE
    s, near, far = _CUBE * u, _CUBE_EDGE * u, side - _CUBE_FAR * u
    top_left, top_right = (near, near), (far, near)
    low_left, low_right = (near, far), (far, far)
    blocked_corners = [top_left, low_left, low_right, top_right][:corners_taken]
    corners = [corner for corner in (top_right, low_left, low_right) if corner not in blocked_corners]
    kinds = dict.fromkeys(goods)
    if len(goods) <= len(corners):
        for kind, (dx, dy) in zip(goods, corners, strict=False):
            yield draw_cube(kind, x + dx, y + dy, s)
    elif len(kinds) <= len(corners):
        for kind, (dx, dy) in zip(kinds, corners, strict=False):
            top = dy < side / 2
            down = _TOP_PAIR * u if top else side - _LOW_PAIR * u
            yield from _draw_counted_cube(kind, goods.count(kind), x + dx + s / 2, y + down, u, top)
    else:
        yield from _draw_cube_row({kind: goods.count(kind) for kind in kinds}, x, y, side)


def _draw_counted_cube(kind: Goods, count: int, x: float, y: float, u: float, top: bool) -> Iterator[Shape]:
    """Draw a cube in a corner, with the number of cubes of its kind above or below."""
    yield draw_cube(kind, x - _PAIR * u, y if top else y + _CUBE_BELOW * u, _PAIR_CUBE * u)
    yield _draw_count(f"×{count}", x, y + (_COUNT_BELOW if top else _COUNT_ABOVE) * u, _COUNT_SIZE * u)


def _draw_cube_row(counts: Mapping[Goods, int], x: float, y: float, side: float) -> Iterator[Shape]:
    """Draw a row of small cubes with counts, for a tile with more kinds of cubes than free corners."""
    u = side / _SIDE
    top, foot = _NAME * side, _ROW * side - max(_LEAST_BADGE, _LEAST_BADGE * u) / 2
    several = sum(count > 1 for count in counts.values())
    widest = _ROW_CUBE * len(counts) + _ROW_COUNT * several + _ROW_GAP * (len(counts) - 1)
    k = min((foot - top - 2) / _ROW_CUBE, u * min(1, _ROW_WIDE / widest))
    s, gap, digit, middle = _ROW_CUBE * k, _ROW_GAP * k, _ROW_DIGIT * k, (top + foot) / 2
    words = {kind: str(count) if count > 1 else "" for kind, count in counts.items()}

    def beside(word: str) -> float:
        return text_width(word, "hb", digit) + 2 * k if word else 0

    wide = {kind: s + beside(word) for kind, word in words.items()}
    long = sum(wide.values()) + gap * (len(wide) - 1)
    at = x + side / 2 - long / 2
    for kind, word in words.items():
        yield draw_cube(kind, at, y + middle - s / 2, s)
        if word:
            yield _draw_count(word, at + (s + wide[kind]) / 2, y + middle + _ROW_DROP * k, digit)
        at += wide[kind] + gap


def _draw_count(words: str, x: float, y: float, size: float) -> Placed:
    """Draw a number of cubes; (x, y) is the middle of the baseline."""
    sprite = _count_sprite(words, size)
    return place_sprite(x - sprite.w / 2, y - _DIGIT_HIGH * size - 1, sprite)


@lru_cache(256)
def _count_sprite(words: str, size: float) -> Sprite:
    wide = text_width(words, "hb", size) + 2
    shape = Text(1, _DIGIT_HIGH * size + 1, words, "hb", size, INK, role="goods")
    return Sprite(f"count {words}", wide, _DIGIT_BOX * size + 2, (shape,))


def choice_frame(x: float, y: float, w: float, h: float) -> Box:
    """The red frame around a tile whose taking or playing is previewed."""
    return accent_frame(x, y, w, h, *_CHOSEN)


def draw_tile(
    tile: CityTile,
    x: float,
    y: float,
    side: float,
    ground: Color,
    *,
    min_size: float = 0,
) -> Iterator[Shape]:
    """Draw a whole tile for an offer or a hand; words are at least ``min_size`` pixels high if they fit."""
    yield draw_tile_card(tile, x, y, side, ground=ground, min_size=min_size)
    yield from draw_edge_badges(tile.edges, x, y, side, max(_LEAST_BADGE, min_size, round(_LEAST_BADGE * side / _SIDE)))
