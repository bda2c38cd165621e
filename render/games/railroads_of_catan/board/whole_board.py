"""Pictures of the whole board, and of the board with the names of all points. (drawing rules, section 7)"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.core import Event, Seat
from engine.games.railroads_of_catan.game_data.island import NodeId, TrackKind, kind_of
from engine.games.railroads_of_catan.game_data.pieces import EventCard
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.board_alt_text import board_alt_text
from render.games.railroads_of_catan.board.board_legend import (
    HEADING_HEIGHT,
    PLAYERS_GAP,
    ROW_HEIGHT,
    draw_board_legend,
    draw_companies,
)
from render.games.railroads_of_catan.board.board_viewport import BoardViewport, board_viewport
from render.games.railroads_of_catan.board.crops import PILL_HALF_HEIGHT, draw_pill, draw_point_names, pill_half_width
from render.games.railroads_of_catan.board.ground import draw_chits, draw_ground
from render.games.railroads_of_catan.board.hex_labels import draw_hex_labels, place_hex_labels
from render.games.railroads_of_catan.board.order_tickets import draw_tickets
from render.games.railroads_of_catan.board.track_layers import draw_cities, draw_tracks, draw_trains
from render.games.railroads_of_catan.captions import corner_text, last_move_line, new_tracks, node_name
from render.games.railroads_of_catan.colors import FADE_SHARE, PALETTE
from render.geometry import Point
from render.parts.page_layout import FIELD_TOP, MARGIN, header_layer, paper_scene
from render.parts.typography import BODY
from render.parts.viewport import Bounds
from render.scene import Layer, Scene, Shape, Sheet, make_layer
from render.scene_cropping import focus_around
from render.text_fitting import Names, join_sentences

_ABOVE, _UNDER, _FOOT = 14, 26, 20
"""Distances in px: above the board, below the board, and below the legend at the end of the picture."""
_KEY_LEFT, _KEY_DOWN = 0.34, 0.44
"""Distance of a key from its city, to the left and down, in hex sizes."""

_EXAMPLE = "Track from a hex along corners: H33-V81-V86"
_POINTS_ABOVE, _EXAMPLE_LINE, _EXAMPLE_FOOT = 24, 48, 84


def board_scene(
    state: RailroadsOfCatan,
    events: Sequence[Event],
    names: Names,
    *,
    title: str = "Railroads of Catan",
    line: str = "",
    asked_seat: Seat | None = None,
    keys: Mapping[NodeId, str] | None = None,
    ends: Mapping[str, Sequence[NodeId]] | None = None,
    alt: str = "",
) -> Scene:
    """Draw the board with the latest events, or with a question to a seat.

    For a question, ``line`` is its text in the header, ``asked_seat`` is the seat, and ``keys`` are letters or numbers
    at hexes. ``ends`` has, for the key of each choice, the points to which the choice refers.
    """
    viewport = board_viewport(FIELD_TOP + _ABOVE)
    seat, last_line = (asked_seat, line) if line else last_move_line(state, events, names)
    new = new_tracks(state, events)
    bottom = viewport.y + viewport.h + _UNDER
    legend = bottom + HEADING_HEIGHT + 2 * ROW_HEIGHT + PLAYERS_GAP
    layers = (
        header_layer(title, corner_text(state), last_line, seat=seat),
        Layer("ground", draw_ground(state.layout, viewport)),
        *_board_layers(state, viewport, events, keys or {}),
        make_layer("players", draw_companies(state, names, bottom)),
        make_layer("legend", draw_board_legend(legend, state.tracks[new[-1]] if new else None)),
    )
    height = bottom + HEADING_HEIGHT + 4 * ROW_HEIGHT + _FOOT
    scene = paper_scene("board", height, PALETTE, layers, alt or board_alt_text(state, events, names, line))
    about = (ends or {}).items()
    return replace(
        scene,
        focus=tuple(
            focus_around(key, *map(viewport.node_point, places), around=viewport.scale) for key, places in about
        ),
    )


def _board_layers(
    state: RailroadsOfCatan, viewport: BoardViewport, events: Sequence[Event], keys: Mapping[NodeId, str]
) -> tuple[Layer, ...]:
    key_points = _key_points(state, viewport, keys)
    label_layout = place_hex_labels(state, viewport, [_key_box(word, *at) for word, at in key_points])
    return (
        make_layer("hexes", draw_hex_labels(label_layout.names, over=False)),
        make_layer("chits", draw_chits(state.layout, viewport, sorted(label_layout.chits))),
        Layer("track", (_track_sheet(state, viewport, events),)),
        make_layer("cities", draw_cities(state, viewport)),
        make_layer("trains", draw_trains(state, viewport, label_layout.room)),
        make_layer("orders", draw_tickets(state, viewport, label_layout.room)),
        make_layer("hexes over", draw_hex_labels(label_layout.names, over=True)),
        make_layer("keys", (shape for word, at in key_points for shape in draw_pill(word, *at))),
    )


def _key_points(
    state: RailroadsOfCatan, viewport: BoardViewport, keys: Mapping[NodeId, str]
) -> list[tuple[str, Point]]:
    """Return the keys with their places in px: the center of the hex, or a place next to its city."""
    points = []
    for hex, word in keys.items():
        x, y = viewport.node_point(hex)
        if hex in state.cities:
            x -= _KEY_LEFT * viewport.scale
            y += _KEY_DOWN * viewport.scale
        points.append((word, (x, y)))
    return points


def _key_box(word: str, x: float, y: float) -> Bounds:
    half = pill_half_width(word)
    return Bounds(x - half, y - PILL_HALF_HEIGHT, x + half, y + PILL_HALF_HEIGHT)


def _track_sheet(state: RailroadsOfCatan, viewport: BoardViewport, events: Sequence[Event]) -> Sheet:
    """Return a sheet with all track; in a monsoon, closed track is faded. (ruling 36)"""
    closed = {track for track in state.tracks if kind_of(state.layout, track) is TrackKind.COAST}
    open_tracks = set(state.tracks) - closed if state.event is EventCard.MONSOON else None
    return _as_sheet(viewport, draw_tracks(state, viewport, new_tracks(state, events), bright=open_tracks))


def _as_sheet(viewport: BoardViewport, shapes: Sequence[Shape]) -> Sheet:
    return Sheet("track", viewport.x, viewport.y, viewport.w, viewport.h, tuple(shapes))


def points_scene(state: RailroadsOfCatan, names: Names) -> Scene:
    """Draw the names of all hexes and corners, with cities and track for orientation."""
    viewport = board_viewport(FIELD_TOP + _POINTS_ABOVE)
    bottom = viewport.y + viewport.h + _UNDER
    layers = (
        header_layer("Points", corner_text(state), "Names of hexes and corners, for typing"),
        Layer("ground", draw_ground(state.layout, viewport, fade=FADE_SHARE)),
        Layer("track", (_as_sheet(viewport, draw_tracks(state, viewport)),)),
        make_layer("cities", draw_cities(state, viewport)),
        make_layer("points", draw_point_names(state, viewport, whole=True)),
        Layer("legend", (BODY.left(MARGIN, bottom + _EXAMPLE_LINE, _EXAMPLE, "legend"),)),
    )
    city_sentences = (
        f"{node_name(state, hex, names)} is {hex}." for seat in state.everyone for hex in state.cities_of(seat)
    )
    alt = join_sentences(
        (f"Railroads of Catan, {corner_text(state)}: names of hexes and corners. {_EXAMPLE}.", *city_sentences)
    )
    return paper_scene("points", bottom + _EXAMPLE_FOOT, PALETTE, layers, alt)
