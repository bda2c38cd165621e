"""The picture of a hand for its seat alone: its city tiles, its figures, and its stocks. (style guide, section 9)"""

from collections.abc import Iterator, Mapping, Sequence

from engine.core import Seat, counted, listed
from engine.games.railroad_rivals.box.data import City, Railroad
from engine.games.railroad_rivals.state.board import blank_spots, match_spots
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import fits
from render.games.railroad_rivals.badges import badge_at
from render.games.railroad_rivals.buildings import WIDE, hotel, tower
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.livery import LIVERIES, palette
from render.games.railroad_rivals.signs import SIGNS
from render.games.railroad_rivals.special import special_card, use_lines
from render.games.railroad_rivals.tile import whole_tile
from render.games.railroad_rivals.variants import specials, to_build, unbuilt
from render.games.railroad_rivals.words import edge_words, joined
from render.labels import Names, first_word
from render.palette import INK_SOFT, PAPER, PAPER_2
from render.parts.frame import CONTENT, MARGIN, WIDTH, header, key_under, panel, picture
from render.parts.text import BODY, HEADING, RANK, SECTION, Style
from render.scene import Box, Scene, Shape, layer

_LARGE, _SMALL, _MOST = 350, 280, 3
_GRIDS = {_LARGE: (3, 40), _SMALL: (4, 12)}
"""Cities in a row, and px between them."""
_UP, _ROWS_GAP, _STOCKS_GAP = 4, 12, 20
_CAPTION_LINE, _CAPTION_OVER = 70, 16
_FIGURES_TALL, _EDGE, _ENGINE_X, _ENGINE_Y, _ENGINE = 350, 26, 66, 70, 34
_NAME_X, _NAME_LINE, _NAME_ROOM, _FIRST = 120, 90, 140, 190
_STEP, _BUILD_LINE, _BUILDING_Y, _BUILDING = 68, 326, 284, 56
"""Of a player's own figures: name, the lines of figures, and what is still to build."""
_TITLE_LINE, _NONE_X, _NONE_LINE, _TOTAL_LINE, _TOTAL_EDGE, _CAPTION_EDGE, _DIGIT = 20, 220, 18, 62, 24, 44, 32
_STOCKS_TOP, _STOCK_ROW, _STOCK_TALL, _STOCKS_END, _WITH_STOCKS, _WITHOUT = 50, 130, 112, 60, 110, 40
_STOCK, _SMALL_STOCK = (90, 64, 186), (78, 56, 148)
"""Of a stock's box: where its badge stands, how high that is, where the share is written."""
_STOCK_MIDDLE, _STOCK_LINE, _STOCK_EDGE = 56, 76, 22
_TILES_UP, _TILES_DOWN, _TILES_END, _TILES_LINE, _TILES_GAP = 20, 40, 60, 84, 20
_KEYS = 104
_BOX, _SMALL_BOX, _BOX_GAP, _STOCKS_A_ROW, _MOST_LARGE = 366, 289, 18, 4, 12
_OPEN_TITLE, _OPEN = 50, 60
_HIGHEST = 1600
_SHARE = Style("hb", 56)
_WORTH = Style("h", 60)
_SPECIAL_TILE = Style("hb", 48)


def hand_scenes(
    state: RailroadRivals, seat: Seat, names: Names, keys: Mapping[str, str] | None = None
) -> tuple[Scene, ...]:
    """The hand of ``seat``; ``keys`` say what to press for a city."""
    hand = state.hand[seat].open()
    side = _LARGE if len(hand) <= _MOST else _SMALL
    per_row, gap = _GRIDS[side]
    shapes: list[Shape] = []
    for i, city in enumerate(hand):
        x = MARGIN + i % per_row * (side + gap)
        y = CONTENT - _UP + i // per_row * (side + _KEYS + _ROWS_GAP)
        if city in SIGNS:
            shapes += special_card(city, x, y, side, side)
        else:
            shapes += whole_tile(state.board.tile(city), x, y, side, PAPER)
        press = (keys or {}).get(city, "")
        shapes += _below(state, seat, city, x, y + side, side, press)
    rows = max(1, -(-len(hand) // per_row))
    below = CONTENT - _UP + rows * (side + _KEYS + _ROWS_GAP) + _STOCKS_GAP
    owned, held = _owned(state, seat), _tiles_of(state, seat)
    rows = -(-len(owned) // _a_row(owned))
    end = below + _STOCKS_END + rows * _STOCK_ROW + (_WITH_STOCKS if owned else _WITHOUT)
    height = end + (_OPEN_TITLE + len(held) * _OPEN if held else 0)
    apart = height > _HIGHEST
    more = (layer("open tiles", _open_tiles(held, end - _TILES_UP)),) if held and not apart else ()
    layers = (
        layer("cities", shapes),
        layer("figures", _figures(state, seat, names[seat - 1])),
        layer("stocks", _stocks(state, seat, below)),
        *more,
        header("Your hand", "only you see this", _summary(state, seat), seat=seat),
    )
    alt = _alt(state, seat, keys or {})
    first = picture("hand", end if apart else height, palette(state), layers, alt)
    return (first, _apart(state, seat, held)) if apart else (first,)


def _apart(state: RailroadRivals, seat: Seat, held: Sequence[tuple[str, str]]) -> Scene:
    """The special tiles on a picture of their own: the hand is too large for them."""
    layers = (
        layer("open tiles", _open_tiles(held, CONTENT + _TILES_DOWN)),
        header("Your hand", "only you see this", "The special tiles in front of you", seat=seat),
    )
    alt = joined(("Special tiles in front of you.", *(f"{name}: {effect}." for name, effect in held)))
    height = CONTENT + _TILES_END + _OPEN_TITLE + len(held) * _OPEN
    return picture("tiles", height, palette(state), layers, alt)


def places(state: RailroadRivals, seat: Seat, city: City) -> str:
    """The places in words where a city of the hand may lie now."""
    return fits(state, city) if _placeable(state, seat, city) else "no place now"


def _placeable(state: RailroadRivals, seat: Seat, city: City) -> bool:
    """Blank edges count only while no city of the hand matches. (ruling P7)"""
    if any(match_spots(state.board, held) for held in state.hand[seat].open()):
        return bool(match_spots(state.board, city))
    return bool(blank_spots(state.board, city))


def _summary(state: RailroadRivals, seat: Seat) -> str:
    hand = state.hand[seat].open()
    if not hand:
        return "You have no city tiles"
    cities = [city for city in hand if city not in SIGNS]
    if not cities:
        return "You have no city to place"
    fitting = sum(_placeable(state, seat, city) for city in cities)
    return (
        f"You can place {fitting} of your {len(cities)} cities"
        if len(cities) > 1
        else f"You {'can' if fitting else 'can’t'} place your only city"
    )


def _below(state: RailroadRivals, seat: Seat, city: City, x: float, y: float, side: int, press: str) -> Iterator[Shape]:
    keys, start = key_under(press, x, y)
    yield from keys
    if city in SIGNS:
        yield from use_lines(city, start, y, x + side - start)
        return
    room = x + side - start + _CAPTION_OVER
    yield BODY.left(start, y + _CAPTION_LINE, places(state, seat, city), "caption", room=room)


def _figures(state: RailroadRivals, seat: Seat, name: str) -> Iterator[Shape]:
    """The player's own figures, in a field at the right."""
    x, y, wide = WIDTH - MARGIN - _LARGE, CONTENT - _UP, _LARGE
    links = sum(link.owner == seat for link in state.board.links)
    yield Box(x, y, wide, _FIGURES_TALL, PAPER_2)
    yield engine(seat, x + _ENGINE_X, y + _ENGINE_Y, _ENGINE, PAPER_2)
    yield HEADING.left(x + _NAME_X, y + _NAME_LINE, name, "name", room=wide - _NAME_ROOM, short=first_word(name))
    rows = (("points", state.score[seat]), ("links", links))
    for i, (words, number) in enumerate(rows):
        base = y + _FIRST + i * _STEP
        yield BODY.left(x + _EDGE, base, words, "caption", INK_SOFT)
        yield HEADING.right(x + wide - _EDGE, base, str(number), "figure")
    a_hotel, a_tower = unbuilt(state, seat)
    if a_hotel or a_tower:
        yield BODY.left(x + _EDGE, y + _BUILD_LINE, "to build", "caption", INK_SOFT)
    if a_hotel:
        yield hotel(seat, x + wide - _EDGE - WIDE, y + _BUILDING_Y, 1)
    if a_tower:
        yield tower(seat, x + wide - _EDGE - WIDE - _BUILDING * a_hotel, y + _BUILDING_Y, 1)


def _owned(state: RailroadRivals, seat: Seat) -> list[tuple[Railroad, int]]:
    """The seat's stocks, the most valuable first."""

    def rank(owned: tuple[Railroad, int]) -> tuple[int, Railroad]:
        railroad, count = owned
        return -state.value[railroad] * count, railroad

    return sorted(state.stocks[seat].items(), key=rank)


def _stocks(state: RailroadRivals, seat: Seat, y: int) -> Iterator[Shape]:
    yield SECTION.left(MARGIN, y + _TITLE_LINE, "STOCKS", "section heading")
    owned = _owned(state, seat)
    if not owned:
        yield BODY.left(MARGIN + _NONE_X, y + _NONE_LINE, "none yet", "caption", INK_SOFT)
        return
    for i, (railroad, count) in enumerate(owned):
        a_row = _a_row(owned)
        box, (badge, tall, share) = (_BOX, _STOCK) if a_row == _STOCKS_A_ROW else (_SMALL_BOX, _SMALL_STOCK)
        x = MARGIN + i % a_row * (box + _BOX_GAP)
        top = y + _STOCKS_TOP + i // a_row * _STOCK_ROW
        yield panel(x, top, box, _STOCK_TALL)
        yield badge_at(LIVERIES[railroad], x + badge, top + _STOCK_MIDDLE, tall)
        yield _SHARE.left(x + share, top + _STOCK_LINE, f"×{count}", "share")
        yield _WORTH.right(
            x + box - _STOCK_EDGE, top + _STOCK_LINE, str(state.value[railroad] * count), "worth", INK_SOFT
        )
    base = y + _STOCKS_TOP + -(-len(owned) // _a_row(owned)) * _STOCK_ROW + _TOTAL_LINE
    worth = str(state.worth(seat))
    yield RANK.right(WIDTH - MARGIN - _TOTAL_EDGE, base, worth, "total")
    yield BODY.right(WIDTH - MARGIN - _CAPTION_EDGE - _DIGIT * len(worth), base, "current value", "caption", INK_SOFT)


def _a_row(owned: Sequence[object]) -> int:
    """Stocks in a row: more of more kinds than the twelve of the base game."""
    return _STOCKS_A_ROW if len(owned) <= _MOST_LARGE else _STOCKS_A_ROW + 1


def _tiles_of(state: RailroadRivals, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The special tiles before a seat, with what they do and when."""
    return tuple((SIGNS[tile].name, f"{SIGNS[tile].effect}, {SIGNS[tile].when}") for tile in specials(state, seat))


def _open_tiles(held: Sequence[tuple[str, str]], y: float) -> Iterator[Shape]:
    yield SECTION.left(MARGIN, y + _TITLE_LINE, "IN FRONT OF YOU", "section heading")
    for i, (name, effect) in enumerate(held):
        base = y + _TILES_LINE + i * _OPEN
        yield _SPECIAL_TILE.left(MARGIN, base, name, "special tile")
        start = MARGIN + _SPECIAL_TILE.wide(name) + _TILES_GAP
        yield BODY.left(start, base, effect, "effect", INK_SOFT, room=WIDTH - MARGIN - start)


def _alt(state: RailroadRivals, seat: Seat, keys: Mapping[str, str]) -> str:
    cities = []
    for city in state.hand[seat].open():
        press = f"{keys[city]} " if city in keys else ""
        if city in SIGNS:
            cities.append(f"{press}{city}: {SIGNS[city].effect}, {SIGNS[city].when}")
            continue
        edges = edge_words(state.board.tile(city).edges)
        cubes = counted(state.board.tile(city).goods, "cube")
        cities.append(f"{press}{city}: {cubes}, edges {edges}, {places(state, seat, city)}")
    stocks = ", ".join(f"{railroad} ×{count}" for railroad, count in _owned(state, seat)) or "none"
    links = sum(link.owner == seat for link in state.board.links)
    return joined(
        (
            "Your hand (only you see this).",
            f"Cities, edges clockwise from the top: {'; '.join(cities)}." if cities else "Cities: none.",
            f"You have {counted(state.score[seat], 'point')} and {counted(links, 'link')}.",
            f"Stocks: {stocks} (worth {counted(state.worth(seat), 'point')} now).",
            *(f"{name}: {effect}." for name, effect in _tiles_of(state, seat)),
            *([f"Still to build: {left}."] if (left := listed(to_build(state, seat))) else []),
        )
    )
