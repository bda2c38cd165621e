"""The painter of each game, by the game's key."""

from collections.abc import Mapping

from render.games import railroad_rivals, railroader, railroads_of_catan, railway_rivals
from render.painter import Painter

PAINTERS: Mapping[str, Painter] = {
    "railroad-rivals": railroad_rivals.PAINTER,
    "railway-rivals": railway_rivals.PAINTER,
    "railroader": railroader.PAINTER,
    "railroads-of-catan": railroads_of_catan.PAINTER,
}
