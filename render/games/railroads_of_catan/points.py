"""The names of all points, for whoever types a path or a trip."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.crop import point_names
from render.games.railroads_of_catan.ground import ground
from render.games.railroads_of_catan.livery import FADED, PALETTE
from render.games.railroads_of_catan.plane import board_plane
from render.games.railroads_of_catan.tracks import cities, track_shapes
from render.games.railroads_of_catan.words import corner, named
from render.labels import joined
from render.parts.frame import FIELD, MARGIN, header, picture
from render.parts.text import BODY
from render.scene import Layer, Scene, Sheet, layer


def points_scene(state: RailroadsOfCatan, names: Sequence[str]) -> Scene:
    """Every hex and every corner with its name; cities and track to find one's way."""
    plane = board_plane(FIELD + 24)
    bottom = plane.y + plane.h + 26
    track = Sheet("track", plane.x, plane.y, plane.w, plane.h, tuple(track_shapes(state, plane)))
    layers = (
        header("Points", corner(state), "Hexes and corners by name, to type paths and trips"),
        Layer("ground", ground(state.layout, plane, fade=FADED)),
        Layer("track", (track,)),
        layer("cities", cities(state, plane)),
        layer("points", point_names(state, plane, whole=True)),
        Layer("legend", (BODY.left(MARGIN, bottom + 48, _EXAMPLE, "legend"),)),
    )
    told = (f"{named(state, hex, names)} is {hex}." for seat in state.everyone for hex in state.cities_of(seat))
    alt = joined((f"Names of all points of the board, {corner(state)}. {_EXAMPLE}.", *told))
    return picture("points", bottom + 84, PALETTE, layers, alt)


_EXAMPLE = "Track from a hex over corners: H33-V81-V86"
