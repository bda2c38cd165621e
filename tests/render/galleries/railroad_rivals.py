"""Contact sheets of Railroad Rivals: all parts of its pictures, and all city tiles."""

from collections.abc import Iterator

from engine.core import Seat
from engine.games.railroad_rivals.game_data.printed_data import (
    CITY_TILES,
    RAILROAD_NAMES,
    TRANSCONTINENTAL,
    WILD_EDGE,
    CityTile,
    Goods,
)
from engine.games.railroad_rivals.game_data.printing import Printing, city_tiles
from engine.games.railroad_rivals.state.expansion_state import ExpansionState
from render.games.railroad_rivals.board.badges import draw_badge
from render.games.railroad_rivals.board.buildings import draw_hotel, draw_tower
from render.games.railroad_rivals.board.cubes import CUBES, draw_cube
from render.games.railroad_rivals.board.engines import draw_engine
from render.games.railroad_rivals.board.links import draw_buffer_stop, draw_plate, draw_rails
from render.games.railroad_rivals.board.tiles import (
    draw_buildings,
    draw_cubes,
    draw_edge_badges,
    draw_tile,
    draw_tile_card,
)
from render.games.railroad_rivals.choices.placement_choices import draw_round_arrow
from render.games.railroad_rivals.colors import EXPANDED_PALETTE, LIVERIES
from render.games.railroad_rivals.tables.special_cards import draw_special_card
from render.games.railroad_rivals.tables.special_signs import SPECIAL_SIGNS
from render.palette import INK_SOFT, PAPER, PAPER_2, PLAYERS
from render.parts.page_layout import (
    CONTENT_TOP,
    FIELD_TOP,
    MARGIN,
    choice_key,
    field_box,
    header_layer,
    paper_scene,
    player_chip,
)
from render.parts.typography import BODY, SMALL, TextStyle
from render.scene import Layer, Scene, Shape, make_layer

_SIDE, _PITCH, _ACROSS, _DOWN = 240, 250, 6, 5
_TILES, _TILES_TOP, _TILES_BELOW, _BELOW = 50, 20, 30, 24
_BADGES_TOP, _MARKS_TOP, _LINKS_TOP, _PARTS_TALL = 20, 510, 850, 1600
_BADGE_COLUMNS, _BADGE_WIDE, _BADGE_TALL, _BADGE_FIRST = 3, 510, 92, 40
_BADGE, _BADGE_X, _DEAD, _DEAD_X, _NAME_X, _NAME_ROOM = 60, 60, 44, 172, 226, 276
_SEAT_X, _SEAT_WIDE, _CHIP_Y, _MARK, _LARGE_Y, _SMALL_Y, _SMALL_ENGINE = 80, 130, 40, 32, 150, 240, 22
_GOODS_X, _GOODS_WIDE, _GOODS_Y, _CUBE, _GOODS_LINE = 850, 150, 20, 60, 130
_KEYS_Y, _KEY, _ARROW_X = 210, 34, 1480
_PLATES, _PLATE_X, _PLATE_WIDE, _PLATE_Y, _PLATE_TALL, _FIELD_UP = 7, 160, 214, 60, 140, 40
_STOPS, _STOPS_Y = ((200, True), (400, False)), 390
_TILE_X, _TILE_Y, _WORDS_X, _WORDS_Y = 600, 270, 900, 396
_BUILDINGS_TOP, _CROWDED_TOP, _CARDS_TOP, _EXPANSION_TALL = 10, 180, 480, 1360
_BUILDING_WIDE, _TOWER_X, _CROWDED_WIDE = 210, 100, 270
_CARD, _CARD_COLUMNS, _CARD_WIDE, _CARD_ROW, _STOCK_CARD = 280, 5, 310, 330, 300
_RAILROAD_NAME = TextStyle("h", 46)


_RECONSTRUCTED = Printing()


def sheets(printing: Printing = _RECONSTRUCTED) -> tuple[Scene, ...]:
    """Return a sheet of parts, and sheets with the city tiles of a printing."""
    tiles = [tile for tile in city_tiles(printing, "adjacent").values() if tile.edges]
    a_sheet = _ACROSS * _DOWN
    parts = [tiles[i : i + a_sheet] for i in range(0, len(tiles), a_sheet)]
    return (
        _parts(),
        _expansion(),
        *(_tiles(part, i, len(parts), printing.name) for i, part in enumerate(parts, 1)),
    )


def _tiles(tiles: list[CityTile], number: int, count: int, name: str) -> Scene:
    shapes: list[Shape] = []
    goods = tuple(Goods)
    for i, tile in enumerate(tiles):
        x, y = _TILES + i % _ACROSS * _PITCH, FIELD_TOP + _TILES_TOP + i // _ACROSS * _PITCH
        shapes += draw_tile(tile, x, y, _SIDE, PAPER_2)
        shapes += draw_cubes(goods[: tile.goods], x, y, _SIDE)
    tall = -(-len(tiles) // _ACROSS) * _PITCH + _TILES_BELOW
    layers = (
        Layer("field", (field_box(FIELD_TOP, tall),)),
        make_layer("tiles", shapes),
        header_layer("Railroad Rivals · City tiles", f"sheet {number} of {count}", f"As printed, {name}; north is up"),
    )
    alt = f"City tiles, sheet {number} of {count}: {', '.join(tile.city for tile in tiles)}."
    return paper_scene(f"tiles-{number}", FIELD_TOP + tall + _BELOW, EXPANDED_PALETTE, layers, alt)


def _parts() -> Scene:
    layers = (
        make_layer("badges", _badges(CONTENT_TOP + _BADGES_TOP)),
        make_layer("marks", _marks(CONTENT_TOP + _MARKS_TOP)),
        make_layer("links", _links(CONTENT_TOP + _LINKS_TOP)),
        header_layer(
            "Railroad Rivals · Parts", "reference", "Badges, dead badges, chips, engines, goods, keys, links, stops"
        ),
    )
    return paper_scene("parts", _PARTS_TALL, EXPANDED_PALETTE, layers, "Every part of the pictures of Railroad Rivals.")


def _badges(top: int) -> Iterator[Shape]:
    for i, railroad in enumerate((*RAILROAD_NAMES, WILD_EDGE)):
        x, y = MARGIN + i % _BADGE_COLUMNS * _BADGE_WIDE, top + _BADGE_FIRST + i // _BADGE_COLUMNS * _BADGE_TALL
        name = RAILROAD_NAMES.get(railroad, "any railroad")
        yield draw_badge(LIVERIES[railroad], x + _BADGE_X, y, _BADGE)
        yield draw_badge(LIVERIES[railroad], x + _DEAD_X, y, _DEAD, dead=True)
        yield _RAILROAD_NAME.left(
            x + _NAME_X, y + _RAILROAD_NAME.baseline_shift, name, "railroad name", max_width=_NAME_ROOM
        )


def _marks(top: int) -> Iterator[Shape]:
    for seat in range(1, len(PLAYERS) + 1):
        x = _SEAT_X + (seat - 1) * _SEAT_WIDE
        yield player_chip(seat, x, top + _CHIP_Y, _MARK)
        yield draw_engine(seat, x, top + _LARGE_Y, _MARK, PAPER)
        yield draw_engine(seat, x, top + _SMALL_Y, _SMALL_ENGINE, PAPER)
    for i, kind in enumerate(CUBES):
        yield draw_cube(kind, _GOODS_X + i * _GOODS_WIDE, top + _GOODS_Y, _CUBE)
        yield SMALL.middle(_GOODS_X + _CUBE / 2 + i * _GOODS_WIDE, top + _GOODS_LINE, kind, "goods name", INK_SOFT)
    for i, words in enumerate(("A", "B", "7", "12")):
        yield choice_key(words, _GOODS_X + _CUBE / 2 + i * _GOODS_WIDE, top + _KEYS_Y, _KEY)
    yield draw_round_arrow(2, _ARROW_X, top + _KEYS_Y)


def _links(top: int) -> Iterator[Shape]:
    """Yield a plate of every railroad, with the players' colors in turn, horizontal and vertical."""
    yield field_box(top - _FIELD_UP, _PARTS_TALL - top)
    for i, railroad in enumerate(RAILROAD_NAMES):
        seat, upright = i % len(PLAYERS) + 1, i % 2 == 1
        x, y = _PLATE_X + i % _PLATES * _PLATE_WIDE, top + _PLATE_Y + i // _PLATES * _PLATE_TALL
        yield draw_rails(seat, x, y, 1, upright=upright)
        yield from draw_plate(seat, LIVERIES[railroad], x, y, 1, _DEAD, upright=upright)
    yield from (draw_buffer_stop(x, top + _STOPS_Y, 1, upright=upright) for x, upright in _STOPS)
    tile = CITY_TILES[min(CITY_TILES)]
    yield from draw_tile(tile, _TILE_X, top + _TILE_Y, _SIDE, PAPER_2)
    yield BODY.left(_WORDS_X, top + _WORDS_Y, "badge: open · bar: blank", "caption", INK_SOFT)


def _expansion() -> Scene:
    """Return a sheet of Robber Baron: buildings in every color, crowded tiles, and the cards of all special tiles."""
    layers = (
        make_layer("buildings", _buildings(CONTENT_TOP + _BUILDINGS_TOP)),
        make_layer("tiles", _crowded(CONTENT_TOP + _CROWDED_TOP)),
        make_layer("cards", _cards(CONTENT_TOP + _CARDS_TOP)),
        header_layer(
            "Railroad Rivals · Robber Baron", "reference", "Hotels, water towers, goods beside them, special tiles"
        ),
    )
    return paper_scene(
        "robber-baron", _EXPANSION_TALL, EXPANDED_PALETTE, layers, "Every part of the Robber Baron expansion."
    )


def _buildings(top: int) -> Iterator[Shape]:
    for i, seat in enumerate((*range(1, len(PLAYERS) + 1), None)):
        yield draw_hotel(seat, MARGIN + i * _BUILDING_WIDE, top, 2)
        yield draw_tower(seat, MARGIN + _TOWER_X + i * _BUILDING_WIDE, top, 2)


def _crowded(top: int) -> Iterator[Shape]:
    """Yield tiles with one and two buildings and an increasing number of goods."""
    goods = (
        (Goods.MAIL, Goods.COAL, Goods.WOOD),
        (Goods.MAIL, Goods.COAL),
        (Goods.WOOD, Goods.WOOD, Goods.COAL, Goods.COAL, Goods.COAL),
        (*Goods, *Goods),
    )
    tile = CITY_TILES[TRANSCONTINENTAL]
    hotels, towers = {tile.city: Seat(1)}, {tile.city: Seat(6)}
    both = ExpansionState(hotels=hotels, towers=towers)
    built = (ExpansionState(towers=towers), both, both, both)
    for i, (lie, baron) in enumerate(zip(goods, built, strict=True)):
        x = MARGIN + i * _CROWDED_WIDE
        yield draw_tile_card(tile, x, top, _SIDE, ground=PAPER, crate=False)
        yield from draw_edge_badges(tile.edges, x, top, _SIDE, _DEAD)
        yield from draw_cubes(lie, x, top, _SIDE, corners_taken=len(baron.hotels) + len(baron.towers))
        yield from draw_buildings(baron, tile.city, x, top, _SIDE)


def _cards(top: int) -> Iterator[Shape]:
    """Yield city tiles, then stock tiles."""
    for i, tile in enumerate(SPECIAL_SIGNS):
        tall = _CARD if tile in CITY_TILES else _STOCK_CARD
        x, y = MARGIN + i % _CARD_COLUMNS * _CARD_WIDE, top + i // _CARD_COLUMNS * _CARD_ROW
        yield from draw_special_card(tile, x, y, _CARD, tall)
