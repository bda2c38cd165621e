"""Contact sheets of everything Railroad Rivals is drawn with: parts, and all city tiles."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.seats import Seat
from engine.games.railroad_rivals.box.data import ANY, CITIES, RAILROAD_NAMES, TRANSCONTINENTAL, Goods
from engine.games.railroad_rivals.state.baron import Baron
from render.games.railroad_rivals.badges import badge_at
from render.games.railroad_rivals.buildings import hotel, tower
from render.games.railroad_rivals.cubes import CUBES, cube
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.livery import EXPANDED, LIVERIES
from render.games.railroad_rivals.places import round_arrow
from render.games.railroad_rivals.rails import buffer_stop, plate, track
from render.games.railroad_rivals.signs import SIGNS
from render.games.railroad_rivals.special import special_card
from render.games.railroad_rivals.tile import badges, buildings, card, cubes, whole_tile
from render.palette import INK_SOFT, PAPER, PAPER_2, PLAYERS
from render.parts.frame import CONTENT, FIELD, MARGIN, WIDTH, field, header
from render.parts.marks import chip, key
from render.parts.text import BODY, SMALL, Style
from render.scene import Layer, Scene, Shape

_SIDE, _PITCH, _ACROSS, _DOWN = 240, 250, 6, 5
_RAILROAD_NAME = Style("h", 46)


def sheets() -> tuple[Scene, ...]:
    """The parts, and the city tiles as printed, as many to a sheet as a board holds."""
    tiles = [tile for tile in CITIES.values() if tile.edges]
    a_sheet = _ACROSS * _DOWN
    parts = [tiles[i : i + a_sheet] for i in range(0, len(tiles), a_sheet)]
    return (
        _parts(),
        _expansion(),
        *(_tiles([tile.city for tile in part], i, len(parts)) for i, part in enumerate(parts, 1)),
    )


def _tiles(cities: list[str], number: int, count: int) -> Scene:
    shapes: list[Shape] = []
    goods = tuple(Goods)
    for i, tile in enumerate(CITIES[city] for city in CITIES if city in cities):
        x, y = 50 + i % _ACROSS * _PITCH, FIELD + 20 + i // _ACROSS * _PITCH
        shapes += whole_tile(tile.city, tile.edges, x, y, _SIDE, PAPER_2)
        shapes += cubes(goods[: tile.goods], x, y, _SIDE)
    tall = -(-len(cities) // _ACROSS) * _PITCH + 30
    layers = (
        Layer("field", (field(FIELD, tall),)),
        Layer("tiles", tuple(shapes)),
        header("Railroad Rivals · City tiles", f"sheet {number} of {count}", "As printed, reconstructed; north is up"),
    )
    alt = f"City tiles, sheet {number} of {count}: {', '.join(cities)}."
    return Scene(f"tiles-{number}", WIDTH, FIELD + tall + 24, PAPER, EXPANDED, layers, alt)


def _parts() -> Scene:
    layers = (
        Layer("badges", tuple(_badges(CONTENT + 20))),
        Layer("marks", tuple(_marks(CONTENT + 510))),
        Layer("links", tuple(_links(CONTENT + 850))),
        header(
            "Railroad Rivals · Parts", "reference", "Badges, dead badges, chips, engines, goods, keys, links, stops"
        ),
    )
    return Scene("parts", WIDTH, 1600, PAPER, EXPANDED, layers, "Every part of the pictures of Railroad Rivals.")


def _badges(top: int) -> Iterator[Shape]:
    for i, railroad in enumerate((*RAILROAD_NAMES, ANY)):
        x, y = MARGIN + i % 3 * 510, top + 40 + i // 3 * 92
        name = RAILROAD_NAMES.get(railroad, "any railroad")
        yield badge_at(LIVERIES[railroad], x + 60, y, 60)
        yield badge_at(LIVERIES[railroad], x + 172, y, 44, dead=True)
        yield _RAILROAD_NAME.left(x + 226, y + _RAILROAD_NAME.rise, name, "railroad name", room=276)


def _marks(top: int) -> Iterator[Shape]:
    for seat in range(1, len(PLAYERS) + 1):
        x = MARGIN + 40 + (seat - 1) * 130
        yield chip(seat, x, top + 40, 32)
        yield engine(seat, x, top + 150, 32, PAPER)
        yield engine(seat, x, top + 240, 22, PAPER)
    for i, kind in enumerate(CUBES):
        yield cube(kind, 850 + i * 150, top + 20, 60)
        yield SMALL.middle(880 + i * 150, top + 130, kind, "goods name", INK_SOFT)
    for i, words in enumerate(("A", "B", "7", "12")):
        yield key(words, 880 + i * 150, top + 210, 34)
    yield round_arrow(2, 1480, top + 210)


def _links(top: int) -> Iterator[Shape]:
    """A plate of every railroad in every player's color in turn, along and across."""
    yield field(top - 40, 1600 - top)
    for i, railroad in enumerate(RAILROAD_NAMES):
        seat, upright = i % len(PLAYERS) + 1, i % 2 == 1
        x, y = MARGIN + 120 + i % 7 * 214, top + 60 + i // 7 * 140
        yield track(seat, x, y, 1, upright=upright)
        yield from plate(seat, LIVERIES[railroad], x, y, 1, 44, upright=upright)
    yield buffer_stop(200, top + 390, 1, upright=True)
    yield buffer_stop(400, top + 390, 1, upright=False)
    tile = CITIES[min(CITIES)]
    yield from whole_tile(tile.city, tile.edges, 600, top + 270, 240, PAPER_2)
    yield BODY.left(900, top + 396, "badge: open · bar: blank", "caption", INK_SOFT)


def _expansion() -> Scene:
    """Buildings in every color, a crowded tile, and the cards of all special tiles."""
    layers = (
        Layer("buildings", tuple(_buildings(CONTENT + 10))),
        Layer("tiles", tuple(_crowded(CONTENT + 180))),
        Layer("cards", tuple(_cards(CONTENT + 480))),
        header("Railroad Rivals · Robber Baron", "reference", "Hotels, water towers, goods beside them, special tiles"),
    )
    return Scene("robber-baron", WIDTH, 1360, PAPER, EXPANDED, layers, "Every part of the Robber Baron expansion.")


def _buildings(top: int) -> Iterator[Shape]:
    for i, seat in enumerate((*range(1, len(PLAYERS) + 1), None)):
        yield hotel(seat, MARGIN + i * 210, top, 2)
        yield tower(seat, MARGIN + 100 + i * 210, top, 2)


def _crowded(top: int) -> Iterator[Shape]:
    """Tiles with one and with two buildings, and ever more goods."""
    goods = (
        (Goods.MAIL, Goods.COAL, Goods.WOOD),
        (Goods.MAIL, Goods.COAL),
        (Goods.WOOD, Goods.WOOD, Goods.COAL, Goods.COAL, Goods.COAL),
        (*Goods, *Goods),
    )
    tile = CITIES[TRANSCONTINENTAL]
    hotels, towers = {tile.city: Seat(1)}, {tile.city: Seat(6)}
    for i, (lie, baron) in enumerate(
        zip(goods, (Baron(towers=towers), *[Baron(hotels=hotels, towers=towers)] * 3), strict=True)
    ):
        x = MARGIN + i * 270
        yield card(tile.city, x, top, _SIDE, ground=PAPER, crate=False)
        yield from badges(tile.edges, x, top, _SIDE, 44)
        yield from cubes(lie, x, top, _SIDE, taken=len(baron.hotels) + len(baron.towers))
        yield from buildings(baron, tile.city, x, top, _SIDE)


def _cards(top: int) -> Iterator[Shape]:
    """City tiles, then stock tiles."""
    for i, tile in enumerate(SIGNS):
        tall = 280 if tile in CITIES else 300
        yield from special_card(tile, MARGIN + i % 5 * 310, top + i // 5 * 330, 280, tall)
