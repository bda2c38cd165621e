"""The colors of Railway Rivals' maps, and the palette of all its files. (drawing rules for maps, section 2)"""

from render.palette import ACCENT, INK, PAPER_2, PLAYERS, RULE, mix, swatches
from render.scene import Color

LAND = "#FAF4E4"
HILL = "#DDC695"
HILL_STROKE = "#A98F58"
GRID = "#E0D4B4"
RIVER = "#5B9DBD"
COAST = mix(RIVER, INK, 0.25)
SEA = "#A9CFE0"
FOREIGN = PAPER_2
FAR = mix(PAPER_2, RULE, 0.45)
FOREIGN_HILL = mix(HILL, PAPER_2, 0.35)
RIBBON = "#EFC4B6"
BORDER = "#9B3A30"
ATTENTION = "#F6D98B"

FADED = 0.55
"""How far old track is blended toward the land behind what is new."""
FADED_MORE = 0.72
"""The same behind a race."""


def faded(color: Color, share: float = FADED) -> Color:
    """A color of track that is not the subject."""
    return mix(color, LAND, share) if share else color


_PLAYERS = tuple(player.color for player in PLAYERS)
_FADES = tuple(faded(color, share) for share in (FADED, FADED_MORE) for color in (*_PLAYERS, INK))
_GROUNDS = (
    *((ink, ground) for ink in (RIVER, COAST) for ground in (LAND, HILL)),
    (COAST, SEA),
    (SEA, LAND),
    (RIVER, SEA),
    (HILL_STROKE, HILL),
    (INK, HILL),
    (INK, SEA),
    (INK, ATTENTION),
    (ACCENT, HILL),
    (BORDER, RIBBON),
    (RIBBON, LAND),
    (HILL, LAND),
    *((color, LAND) for color in _PLAYERS),
    *((color, INK) for color in _PLAYERS),
    (INK, LAND),
    *((color, LAND) for color in _FADES),
    *((color, HILL) for color in _PLAYERS),
)

PALETTE = swatches(
    own=(
        *(LAND, HILL, HILL_STROKE, GRID, RIVER, COAST, SEA, FAR, FOREIGN_HILL, RIBBON, BORDER, ATTENTION),
        *_FADES,
    ),
    pairs=_GROUNDS,
)
"""The colors of every file of this title."""
