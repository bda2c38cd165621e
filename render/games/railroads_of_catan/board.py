"""The whole board: cities, track, trains, and what was laid last. (drawing rules for maps, section 7)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.layout import Good, TrackKind, kind_of
from engine.games.railroads_of_catan.box.pieces import EventCard, Train
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.alt import board_alt
from render.games.railroads_of_catan.crop import pill, point_names
from render.games.railroads_of_catan.ground import chits, ground
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import city, mark_at, train, train_width
from render.games.railroads_of_catan.plane import Plane, board_plane
from render.games.railroads_of_catan.signs import good_box
from render.games.railroads_of_catan.tracks import cities, lines, track_shapes, trains
from render.games.railroads_of_catan.words import corner, last_move, money, new_tracks
from render.parts.frame import FIELD, MARGIN, WIDTH, header, picture
from render.parts.lines import sample
from render.parts.text import BODY, NAME, Style
from render.scene import Layer, Scene, Shape, Sheet, layer

_ROW = 72
_NAME_AT = 0.6
"""How far under its middle a hex has its name where a key stands there, in sizes of a hex."""
_PLAYER = Style("h", 50)


def board_scene(
    state: RailroadsOfCatan,
    news: Sequence[Event],
    names: Sequence[str],
    *,
    line: str = "",
    asked: Seat | None = None,
    keys: Mapping[Place, str] | None = None,
    alt: str = "",
) -> Scene:
    """The board with the last news; with ``keys`` at hexes it is the private picture of a question to ``asked``."""
    plane = board_plane(FIELD + 14)
    seat, said = (asked, line) if line else last_move(state, news, names)
    bottom, stormy = plane.y + plane.h + 26, state.event is EventCard.MONSOON
    layers = (
        header("Railroads of Catan", corner(state), said, seat=seat),
        Layer("ground", ground(state.layout, plane)),
        layer("chits", chits(state.layout, plane)),
        Layer("track", (_sheet(state, plane, news),)),
        layer("cities", cities(state, plane)),
        layer("trains", trains(state, plane)),
        layer("keys", _keys(state, plane, keys or {})),
        layer("players", companies(state, names, bottom)),
        layer("legend", _legend(bottom + 2 * _ROW + 4, stormy=stormy)),
    )
    height = bottom + (4 + stormy) * _ROW + 20
    return picture("board", height, PALETTE, layers, alt or board_alt(state, news, names, line))


def _keys(state: RailroadsOfCatan, plane: Plane, keys: Mapping[Place, str]) -> Iterator[Shape]:
    """What to press: in the middle of a hex, beside a city that stands there."""
    for hex, word in keys.items():
        x, y = plane.place(hex)
        if hex in state.cities:
            x, y = x - 0.34 * plane.s, y - 0.44 * plane.s
        else:
            yield from point_names(state, plane, (hex,), drop=_NAME_AT)
        yield from pill(word, x, y)


def _sheet(state: RailroadsOfCatan, plane: Plane, news: Sequence[Event]) -> Sheet:
    """All track; in the turn of a monsoon what is closed is faded. (ruling 36)"""
    closed = {track for track in state.tracks if kind_of(state.layout, track) is TrackKind.COAST}
    is_open = set(state.tracks) - closed if state.event is EventCard.MONSOON else None
    shapes = track_shapes(state, plane, new_tracks(state, news), bright=is_open)
    return Sheet("track", plane.x, plane.y, plane.w, plane.h, tuple(shapes))


def companies(state: RailroadsOfCatan, names: Sequence[str], top: float) -> Iterator[Shape]:
    """Mark, line, name and money of every player, two in a row."""
    cell = (WIDTH - 2 * MARGIN) / 2
    for i, seat in enumerate(state.everyone):
        x, y = MARGIN + i % 2 * cell, top + 34 + i // 2 * _ROW
        cash = money(state.cash[seat])
        yield mark_at(seat, x + 28, y, 24)
        yield sample(seat, x + 66, y, 120, 17)
        name = _PLAYER.cut(names[i], cell - 206 - 40 - NAME.wide(cash))
        yield _PLAYER.left(x + 206, y + _PLAYER.rise, name, "player")
        yield NAME.left(x + 206 + _PLAYER.wide(name) + 20, y + NAME.rise, cash, "cash")


def _legend(top: float, *, stormy: bool) -> Iterator[Shape]:
    """Goods by sign and color; what a city, a train, new track and, in a monsoon, closed track look like."""
    x, y = float(MARGIN), top + 34
    for good in (Good.WHEAT, Good.WOOD, Good.SHEEP, Good.BRICK, Good.ORE):
        yield good_box(good, x + 28, y, 56)
        yield BODY.left(x + 70, y + BODY.rise, good, "legend")
        x += 328 if good is not Good.BRICK else 300
    y, x = y + _ROW, float(MARGIN)
    yield city(Seat(1), 4, x + 28, y, 28)
    yield BODY.left(x + 70, y + BODY.rise, "city of 4 dots", "legend")
    x += 420
    for large, words in ((False, "2 barrels"), (True, "5 barrels")):
        wide = train_width(36, large=large)
        yield train(Train(Seat(1), 2 if large else 1, Place("H01"), large), x + wide / 2, y, 36)
        yield BODY.left(x + wide + 18, y + BODY.rise, words, "legend")
        x += wide + 250
    yield Sheet(
        "new track",
        round(x),
        round(y) - 24,
        110,
        48,
        tuple(lines([(((x + 14, y), (x + 88, y)), Seat(1))], 124, outline=True)),
    )
    yield BODY.left(x + 112, y + BODY.rise, "new track", "legend")
    if stormy:
        yield BODY.left(MARGIN, y + _ROW + BODY.rise, "faded: track on the coast, closed this turn", "legend")
