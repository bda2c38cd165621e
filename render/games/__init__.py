"""The registries of painters and of gallery sheets, one line a title each, by the title's key."""

from collections.abc import Callable, Mapping

from render.games import railroad_rivals, railroader, railroads_of_catan, railway_rivals
from render.games.railroad_rivals import gallery as railroad_rivals_gallery
from render.games.railroader import gallery as railroader_gallery
from render.games.railroads_of_catan import gallery as railroads_of_catan_gallery
from render.games.railway_rivals import gallery as railway_rivals_gallery
from render.painter import Painter
from render.scene import Scene

PAINTERS: Mapping[str, Painter] = {
    "railroad-rivals": railroad_rivals.PAINTER,
    "railway-rivals": railway_rivals.PAINTER,
    "railroader": railroader.PAINTER,
    "railroads-of-catan": railroads_of_catan.PAINTER,
}

GALLERIES: Mapping[str, Callable[[], tuple[Scene, ...]]] = {
    "railroad-rivals": railroad_rivals_gallery.sheets,
    "railroader": railroader_gallery.sheets,
    "railway-rivals": railway_rivals_gallery.sheets,
    "railroads-of-catan": railroads_of_catan_gallery.sheets,
}
"""The contact sheets of ``python -m render.gallery``."""
