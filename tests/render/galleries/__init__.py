"""Contact sheets of each game, on which people check every tile, badge, cube, mark and track.

``python -m tests.render.galleries --out DIR`` draws them.
"""

from collections.abc import Callable, Mapping

from render.scene import Scene
from tests.render.galleries import railroad_rivals, railroader, railroads_of_catan, railway_rivals

GALLERIES: Mapping[str, Callable[[], tuple[Scene, ...]]] = {
    "railroad-rivals": railroad_rivals.sheets,
    "railroader": railroader.sheets,
    "railway-rivals": railway_rivals.sheets,
    "railroads-of-catan": railroads_of_catan.sheets,
}
"""Key of a game -> function that returns its contact sheets."""
