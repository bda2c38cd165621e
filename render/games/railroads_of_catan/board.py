"""The whole board: cities, track, trains, what was laid last; or all points by name. (drawing rules, section 7)"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.core import Event, Seat
from engine.games.railroads_of_catan.box.island import Place, TrackKind, kind_of
from engine.games.railroads_of_catan.box.pieces import EventCard
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.alt import board_alt
from render.games.railroads_of_catan.crop import PILL, pill, pill_half, point_names
from render.games.railroads_of_catan.ground import chits, ground
from render.games.railroads_of_catan.livery import FADED, PALETTE
from render.games.railroads_of_catan.plane import Plane, board_plane
from render.games.railroads_of_catan.references import laid_out, reference_shapes
from render.games.railroads_of_catan.tickets import tickets
from render.games.railroads_of_catan.tracks import cities, track_shapes, trains
from render.games.railroads_of_catan.under import HEADING, PLAYERS_GAP, ROW, board_legend, companies
from render.games.railroads_of_catan.words import corner, last_move, named, new_tracks
from render.geometry import Point
from render.labels import Names, joined
from render.parts.frame import FIELD, MARGIN, header, picture
from render.parts.plane import Bounds
from render.parts.text import BODY
from render.scene import Layer, Scene, Shape, Sheet, layer
from render.window import focus_on

_ABOVE, _UNDER, _FOOT = 14, 26, 20
"""Over the board, from it down to what stands under it, and from that to the picture's end."""
_KEY_LEFT, _KEY_DOWN = 0.34, 0.44
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
    ends: Mapping[str, Sequence[Place]] | None = None,
    alt: str = "",
) -> Scene:
    """The board with the last news; with ``keys`` at hexes it is the private picture of a question to ``asked``.

    ``ends`` are all points that a choice is about, by its key.
    """
    plane = board_plane(FIELD + _ABOVE)
    seat, said = (asked, line) if line else last_move(state, news, names)
    new = new_tracks(state, news)
    bottom = plane.y + plane.h + _UNDER
    legend = bottom + HEADING + 2 * ROW + PLAYERS_GAP
    layers = (
        header("Railroads of Catan", corner(state), said, seat=seat),
        Layer("ground", ground(state.layout, plane)),
        *_on_board(state, plane, news, keys or {}),
        layer("players", companies(state, names, bottom)),
        layer("legend", board_legend(legend, state.tracks[new[-1]] if new else None)),
    )
    height = bottom + HEADING + 4 * ROW + _FOOT
    scene = picture("board", height, PALETTE, layers, alt or board_alt(state, news, names, line))
    about = (ends or {}).items()
    return replace(
        scene, focus=tuple(focus_on(key, *map(plane.place, places), around=plane.s) for key, places in about)
    )


def _on_board(
    state: RailroadsOfCatan, plane: Plane, news: Sequence[Event], keys: Mapping[Place, str]
) -> tuple[Layer, ...]:
    """All that stands on the ground; hexes have their names where nothing of it lies."""
    pressed = _key_places(state, plane, keys)
    laid = laid_out(state, plane, [_key_box(word, *at) for word, at in pressed])
    return (
        layer("hexes", reference_shapes(laid.names, over=False)),
        layer("chits", chits(state.layout, plane, sorted(laid.chits))),
        Layer("track", (_track(state, plane, news),)),
        layer("cities", cities(state, plane)),
        layer("trains", trains(state, plane, laid.room)),
        layer("orders", tickets(state, plane, laid.room)),
        layer("hexes over", reference_shapes(laid.names, over=True)),
        layer("keys", (shape for word, at in pressed for shape in pill(word, *at))),
    )


def _key_places(state: RailroadsOfCatan, plane: Plane, keys: Mapping[Place, str]) -> list[tuple[str, Point]]:
    """The words of keys and their points: in the middle of a hex, beside a city that stands there."""
    found = []
    for hex, word in keys.items():
        x, y = plane.place(hex)
        if hex in state.cities:
            x -= _KEY_LEFT * plane.s
            y += _KEY_DOWN * plane.s
        found.append((word, (x, y)))
    return found


def _key_box(word: str, x: float, y: float) -> Bounds:
    half = pill_half(word)
    return Bounds(x - half, y - PILL, x + half, y + PILL)


def _track(state: RailroadsOfCatan, plane: Plane, news: Sequence[Event]) -> Sheet:
    """All track; in the turn of a monsoon what is closed is faded. (ruling 36)"""
    closed = {track for track in state.tracks if kind_of(state.layout, track) is TrackKind.COAST}
    is_open = set(state.tracks) - closed if state.event is EventCard.MONSOON else None
    return _sheet(plane, track_shapes(state, plane, new_tracks(state, news), bright=is_open))


def _sheet(plane: Plane, shapes: Sequence[Shape]) -> Sheet:
    return Sheet("track", plane.x, plane.y, plane.w, plane.h, tuple(shapes))


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
