"""The whole board: cities, track, trains, what was laid last; or all points by name. (drawing rules, section 7)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import dollars
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.layout import Good, TrackKind, kind_of
from engine.games.railroads_of_catan.box.pieces import EventCard, Train
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.alt import board_alt
from render.games.railroads_of_catan.crop import pill, point_names
from render.games.railroads_of_catan.ground import chits, ground
from render.games.railroads_of_catan.livery import FADED, PALETTE
from render.games.railroads_of_catan.pieces import city, mark_at, train, train_width
from render.games.railroads_of_catan.plane import Plane, board_plane
from render.games.railroads_of_catan.signs import GOODS_ORDER, good_box
from render.games.railroads_of_catan.tracks import cities, lines, track_shapes, trains
from render.games.railroads_of_catan.words import corner, last_move, named, new_tracks
from render.labels import Names, joined
from render.parts.frame import FIELD, MARGIN, ROOM, header, picture
from render.parts.lines import sample
from render.parts.text import BODY, NAME, Style
from render.scene import Layer, Scene, Shape, Sheet, layer

_ABOVE, _UNDER, _FOOT = 14, 26, 20
"""Over the board, from it down to what stands under it, and from that to the picture's end."""
_ROW, _MIDDLE = 72, 34
"""A row under the board, and how far down in it its signs have their middle."""
_PLAYERS_GAP = 4
"""Between the players and the legend."""

_MARK, _MARK_RADIUS = 28, 24
_LINE, _LINE_LONG, _LINE_WIDE = 66, 120, 17
_NAME, _NAME_GAP, _PLAYER_GAP = 206, 20, 40
_PLAYER = Style("h", 50)

_SIGN, _WORDS = 28, 70
"""In the legend: from its left to the middle of a sign and to the words."""
_GOOD, _GOOD_STEP, _BRICK_STEP = 56, 328, 300
_CITY_RADIUS, _CITY_STEP = 28, 420
_TRAIN, _TRAIN_GAP, _TRAIN_STEP = 36, 18, 250
_NEW_START, _NEW_END, _NEW_WIDE, _NEW_HIGH, _NEW_WORDS = 14, 88, 110, 48, 112
_NEW_SCALE = 124

_NAME_AT = 0.6
"""How far under its middle a hex has its name where a key stands there, in sizes of a hex."""
_KEY_LEFT, _KEY_UP = 0.34, 0.44
"""From a city to its key, in sizes of a hex."""

_EXAMPLE = "Track from a hex along corners: H33-V81-V86"
_POINTS_ABOVE, _EXAMPLE_LINE, _EXAMPLE_FOOT = 24, 48, 84


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
    plane = board_plane(FIELD + _ABOVE)
    seat, said = (asked, line) if line else last_move(state, news, names)
    stormy = state.event is EventCard.MONSOON
    bottom = plane.y + plane.h + _UNDER
    legend = bottom + 2 * _ROW + _PLAYERS_GAP
    layers = (
        header("Railroads of Catan", corner(state), said, seat=seat),
        Layer("ground", ground(state.layout, plane)),
        layer("chits", chits(state.layout, plane)),
        Layer("track", (_track(state, plane, news),)),
        layer("cities", cities(state, plane)),
        layer("trains", trains(state, plane)),
        layer("keys", _keys(state, plane, keys or {})),
        layer("players", companies(state, names, bottom)),
        layer("legend", _legend(legend, stormy=stormy)),
    )
    height = bottom + (4 + stormy) * _ROW + _FOOT
    return picture("board", height, PALETTE, layers, alt or board_alt(state, news, names, line))


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


def _track(state: RailroadsOfCatan, plane: Plane, news: Sequence[Event]) -> Sheet:
    """All track; in the turn of a monsoon what is closed is faded. (ruling 36)"""
    closed = {track for track in state.tracks if kind_of(state.layout, track) is TrackKind.COAST}
    is_open = set(state.tracks) - closed if state.event is EventCard.MONSOON else None
    return _sheet(plane, track_shapes(state, plane, new_tracks(state, news), bright=is_open))


def _sheet(plane: Plane, shapes: Sequence[Shape]) -> Sheet:
    return Sheet("track", plane.x, plane.y, plane.w, plane.h, tuple(shapes))


def companies(state: RailroadsOfCatan, names: Names, top: float) -> Iterator[Shape]:
    """Mark, line, name and money of every player, two in a row."""
    room = ROOM / 2
    for i, seat in enumerate(state.everyone):
        row, column = divmod(i, 2)
        x, y = MARGIN + column * room, top + _MIDDLE + row * _ROW
        yield mark_at(seat, x + _MARK, y, _MARK_RADIUS)
        yield sample(seat, x + _LINE, y, _LINE_LONG, _LINE_WIDE)
        cash = dollars(state.cash[seat])
        name = _PLAYER.cut(names[i], room - _NAME - _PLAYER_GAP - NAME.wide(cash))
        x += _NAME
        yield _PLAYER.left(x, y + _PLAYER.rise, name, "player")
        yield NAME.left(x + _PLAYER.wide(name) + _NAME_GAP, y + NAME.rise, cash, "cash")


def _legend(top: float, *, stormy: bool) -> Iterator[Shape]:
    """Goods by sign and color; what a city, a train, new track and, in a monsoon, closed track look like."""
    y = top + _MIDDLE
    yield from _goods(y)
    yield from _pieces(y + _ROW)
    if stormy:
        yield BODY.left(MARGIN, y + 2 * _ROW + BODY.rise, "faded: coast track, closed this turn", "legend")


def _goods(y: float) -> Iterator[Shape]:
    x = float(MARGIN)
    for good in GOODS_ORDER:
        yield good_box(good, x + _SIGN, y, _GOOD)
        yield BODY.left(x + _WORDS, y + BODY.rise, good, "legend")
        x += _BRICK_STEP if good is Good.BRICK else _GOOD_STEP


def _pieces(y: float) -> Iterator[Shape]:
    x = float(MARGIN)
    yield city(Seat(1), 4, x + _SIGN, y, _CITY_RADIUS)
    yield BODY.left(x + _WORDS, y + BODY.rise, "4-dot city", "legend")
    x += _CITY_STEP
    for large, words in ((False, "2 barrels"), (True, "5 barrels")):
        piece = Train(Seat(1), 2 if large else 1, Place("H01"), large)
        wide = train_width(_TRAIN, large=large)
        yield train(piece, x + wide / 2, y, _TRAIN)
        yield BODY.left(x + wide + _TRAIN_GAP, y + BODY.rise, words, "legend")
        x += wide + _TRAIN_STEP
    new = ((x + _NEW_START, y), (x + _NEW_END, y))
    shapes = tuple(lines([(new, Seat(1))], _NEW_SCALE, outline=True))
    yield Sheet("new track", round(x), round(y) - _NEW_HIGH // 2, _NEW_WIDE, _NEW_HIGH, shapes)
    yield BODY.left(x + _NEW_WORDS, y + BODY.rise, "new track", "legend")


def points_scene(state: RailroadsOfCatan, names: Names) -> Scene:
    """Every hex and every corner with its name; cities and track to find one's way."""
    plane = board_plane(FIELD + _POINTS_ABOVE)
    bottom = plane.y + plane.h + _UNDER
    layers = (
        header("Points", corner(state), "Names of hexes and corners, for typing"),
        Layer("ground", ground(state.layout, plane, fade=FADED)),
        Layer("track", (_sheet(plane, track_shapes(state, plane)),)),
        layer("cities", cities(state, plane)),
        layer("points", point_names(state, plane, whole=True)),
        Layer("legend", (BODY.left(MARGIN, bottom + _EXAMPLE_LINE, _EXAMPLE, "legend"),)),
    )
    told = (f"{named(state, hex, names)} is {hex}." for seat in state.everyone for hex in state.cities_of(seat))
    alt = joined((f"Railroads of Catan, {corner(state)}: names of hexes and corners. {_EXAMPLE}.", *told))
    return picture("points", bottom + _EXAMPLE_FOOT, PALETTE, layers, alt)
