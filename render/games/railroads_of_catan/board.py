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
from render.games.railroads_of_catan.signs import GOODS_ORDER, good_box
from render.games.railroads_of_catan.tracks import cities, lines, track_shapes, trains
from render.games.railroads_of_catan.words import corner, last_move, money, new_tracks
from render.labels import Names
from render.palette import PAPER
from render.parts.frame import FIELD, MARGIN, ROOM, WIDTH, header
from render.parts.lettering import Lettering
from render.parts.lines import sample
from render.scene import Layer, Scene, Shape, Sheet

_UNDER, _FOOT = 26, 20
"""From the board down to what stands under it, and from that to the picture's end."""
_ROW, _MIDDLE = 72, 34
"""A row under the board, and how far down in it its signs have their middle."""
_PLAYERS_GAP = 4
"""Between the players and the legend."""

_MARK, _MARK_RADIUS = 28, 24
_LINE, _LINE_LONG, _LINE_WIDE = 66, 120, 17
_NAME, _NAME_DROP, _NAME_GAP, _PLAYER_GAP = 206, 17, 20, 40
_PLAYER = Lettering("player", "h", 50)
_CASH = Lettering("cash", "hb", 50)

_SIGN, _WORDS, _DROP = 28, 70, 16
"""In the legend: from its left to the middle of a sign and to the words, and down to their line."""
_GOOD, _GOOD_STEP, _BRICK_STEP = 56, 328, 300
_CITY_RADIUS, _CITY_STEP = 28, 420
_TRAIN, _TRAIN_GAP, _TRAIN_STEP = 36, 18, 250
_NEW_START, _NEW_END, _NEW_WIDE, _NEW_HIGH, _NEW_WORDS = 14, 88, 110, 48, 112
_NEW_SCALE = 124
_LEGEND = Lettering("legend")

_NAME_AT = 0.6
"""How far under its middle a hex has its name where a key stands there, in sizes of a hex."""
_KEY_LEFT, _KEY_UP = 0.34, 0.44
"""From a city to its key, in sizes of a hex."""


def board_scene(
    state: RailroadsOfCatan,
    news: Sequence[Event],
    names: Names,
    *,
    line: str = "",
    asked: Seat | None = None,
    keys: Mapping[Place, str] | None = None,
    alt: str = "",
) -> Scene:
    """The board with the last news; with ``keys`` at hexes it is the private picture of a question to ``asked``."""
    plane = board_plane(FIELD + 14)
    seat, said = (asked, line) if line else last_move(state, news, names)
    stormy = state.event is EventCard.MONSOON
    bottom = plane.y + plane.h + _UNDER
    legend = bottom + 2 * _ROW + _PLAYERS_GAP
    layers = (
        header("Railroads of Catan", corner(state), said, seat=seat),
        Layer("ground", ground(state.layout, plane)),
        Layer("chits", tuple(chits(state.layout, plane))),
        Layer("track", (_sheet(state, plane, news),)),
        Layer("cities", tuple(cities(state, plane))),
        Layer("trains", tuple(trains(state, plane))),
        Layer("keys", tuple(_keys(state, plane, keys or {}))),
        Layer("players", tuple(companies(state, names, bottom))),
        Layer("legend", tuple(_legend(legend, stormy=stormy))),
    )
    height = bottom + (4 + stormy) * _ROW + _FOOT
    return Scene("board", WIDTH, height, PAPER, PALETTE, layers, alt or board_alt(state, news, names, line))


def _keys(state: RailroadsOfCatan, plane: Plane, keys: Mapping[Place, str]) -> Iterator[Shape]:
    """What to press: in the middle of a hex, beside a city that stands there."""
    for hex, word in keys.items():
        x, y = plane.place(hex)
        if hex in state.cities:
            x -= _KEY_LEFT * plane.s
            y -= _KEY_UP * plane.s
        else:
            yield from point_names(state, plane, (hex,), drop=_NAME_AT)
        yield from pill(word, x, y)


def _sheet(state: RailroadsOfCatan, plane: Plane, news: Sequence[Event]) -> Sheet:
    """All track; in the turn of a monsoon what is closed is faded. (ruling 36)"""
    closed = {track for track in state.tracks if kind_of(state.layout, track) is TrackKind.COAST}
    is_open = set(state.tracks) - closed if state.event is EventCard.MONSOON else None
    shapes = track_shapes(state, plane, new_tracks(state, news), bright=is_open)
    return Sheet("track", plane.x, plane.y, plane.w, plane.h, tuple(shapes))


def companies(state: RailroadsOfCatan, names: Names, top: float) -> Iterator[Shape]:
    """Mark, line, name and money of every player, two in a row."""
    room = ROOM / 2
    for i, seat in enumerate(state.everyone):
        row, column = divmod(i, 2)
        x, y = MARGIN + column * room, top + _MIDDLE + row * _ROW
        yield mark_at(seat, x + _MARK, y, _MARK_RADIUS)
        yield sample(seat, x + _LINE, y, _LINE_LONG, _LINE_WIDE)
        cash = money(state.cash[seat])
        name = _PLAYER.cut(names[i], room - _NAME - _PLAYER_GAP - _CASH.wide(cash))
        x += _NAME
        yield _PLAYER.at(x, y + _NAME_DROP, name)
        yield _CASH.at(x + _PLAYER.wide(name) + _NAME_GAP, y + _NAME_DROP, cash)


def _legend(top: float, *, stormy: bool) -> Iterator[Shape]:
    """Goods by sign and color; what a city, a train, new track and, in a monsoon, closed track look like."""
    y = top + _MIDDLE
    yield from _goods(y)
    yield from _pieces(y + _ROW)
    if stormy:
        yield _LEGEND.at(MARGIN, y + 2 * _ROW + _DROP, "faded: track on the coast, closed this turn")


def _goods(y: float) -> Iterator[Shape]:
    x = float(MARGIN)
    for good in GOODS_ORDER:
        yield good_box(good, x + _SIGN, y, _GOOD)
        yield _LEGEND.at(x + _WORDS, y + _DROP, good)
        x += _BRICK_STEP if good is Good.BRICK else _GOOD_STEP


def _pieces(y: float) -> Iterator[Shape]:
    x = float(MARGIN)
    yield city(Seat(1), 4, x + _SIGN, y, _CITY_RADIUS)
    yield _LEGEND.at(x + _WORDS, y + _DROP, "city of 4 dots")
    x += _CITY_STEP
    for large, words in ((False, "2 barrels"), (True, "5 barrels")):
        piece = Train(Seat(1), 2 if large else 1, Place("H01"), large)
        wide = train_width(_TRAIN, large=large)
        yield train(piece, x + wide / 2, y, _TRAIN)
        yield _LEGEND.at(x + wide + _TRAIN_GAP, y + _DROP, words)
        x += wide + _TRAIN_STEP
    new = ((x + _NEW_START, y), (x + _NEW_END, y))
    shapes = tuple(lines([(new, Seat(1))], _NEW_SCALE, outline=True))
    yield Sheet("new track", round(x), round(y) - _NEW_HIGH // 2, _NEW_WIDE, _NEW_HIGH, shapes)
    yield _LEGEND.at(x + _NEW_WORDS, y + _DROP, "new track")
