"""The colors of maps, and the palette of all pictures. (drawing rules for maps, section 2)"""

from render.palette import ACCENT, INK, PAPER_2, PLAYERS, RULE, build_palette, mix_colors
from render.scene import Color

LAND = "#FAF4E4"
HILL = "#DDC695"
HILL_STROKE = "#A98F58"
GRID = "#E0D4B4"
RIVER = "#5B9DBD"
COAST = mix_colors(RIVER, INK, 0.25)
SEA = "#A9CFE0"
FOREIGN_LAND = PAPER_2
FAR_LAND = mix_colors(PAPER_2, RULE, 0.45)
FOREIGN_HILL = mix_colors(HILL, PAPER_2, 0.35)
BORDER_RIBBON = "#EFC4B6"
BORDER_LINE = "#9B3A30"
ATTENTION = "#F6D98B"

FADE_SHARE = 0.55
"""Share of the land's color in old track, which is drawn next to new track."""
RACE_FADE_SHARE = 0.72
"""Share of the land's color in all track that a picture of a race shows in the background."""


def fade_color(color: Color, share: float = FADE_SHARE) -> Color:
    """Blend a color of track with the land's color; ``share`` is the share of the land."""
    return mix_colors(color, LAND, share) if share else color


_PLAYERS = tuple(player.color for player in PLAYERS)
_FADES = tuple(fade_color(color, share) for share in (FADE_SHARE, RACE_FADE_SHARE) for color in (*_PLAYERS, INK))
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
    (BORDER_LINE, BORDER_RIBBON),
    (BORDER_RIBBON, LAND),
    (HILL, LAND),
    *((color, LAND) for color in _PLAYERS),
    *((color, INK) for color in _PLAYERS),
    (INK, LAND),
    *((color, LAND) for color in _FADES),
    *((color, HILL) for color in _PLAYERS),
)

PALETTE = build_palette(
    own=(
        *(
            LAND,
            HILL,
            HILL_STROKE,
            GRID,
            RIVER,
            COAST,
            SEA,
            FAR_LAND,
            FOREIGN_HILL,
            BORDER_RIBBON,
            BORDER_LINE,
            ATTENTION,
        ),
        *_FADES,
    ),
    pairs=_GROUNDS,
)
"""The palette of all pictures of this game."""
