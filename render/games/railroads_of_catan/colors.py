"""The colors and the palette of Railroads of Catan's pictures. (drawing rules, section 2)"""

from collections.abc import Mapping

from engine.games.railroads_of_catan.game_data.island import GOOD_BY_TERRAIN, Good, Terrain
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS, build_palette, mix_colors
from render.scene import Color

TERRAIN_COLOR: Mapping[Terrain, Color] = {
    Terrain.FIELDS: "#EBD489",
    Terrain.FOREST: "#9DB893",
    Terrain.PASTURE: "#CFDDA6",
    Terrain.HILLS: "#DFAE92",
    Terrain.MOUNTAINS: "#BDB8B0",
    Terrain.DESERT: "#EFE3C4",
    Terrain.SEA: "#A9CFE0",
}

GOODS_COLOR: Mapping[Good, Color] = {good: TERRAIN_COLOR[terrain] for terrain, good in GOOD_BY_TERRAIN.items()}
"""The color of each good: the color of the terrain that produces the good."""

COAST = mix_colors("#5B9DBD", INK, 0.25)
GRID: Mapping[bool, Color] = {False: "#8B8570", True: "#7F9FA6"}
"""The color of lines between two hexes, by whether both hexes are sea."""
SIGN = mix_colors(INK, PAPER, 0.22)
"""The color of terrain signs on the board. The signs on squares of goods have the ink color instead."""
WAVE = mix_colors(INK_SOFT, TERRAIN_COLOR[Terrain.SEA], 0.5)

FADE_SHARE = 0.55
"""Share of paper color that is mixed into the colors of secondary content."""


def fade_color(color: Color, share: float = FADE_SHARE) -> Color:
    """Mix a color with a share of paper color, for secondary content."""
    return mix_colors(color, PAPER, share) if share else color


def dollars_ink(dollars: int, *, is_asked: bool = False) -> Color:
    """Return the color of an amount: green for income, red for a payment in a question, otherwise ink."""
    if dollars > 0:
        return GOOD
    return ACCENT if dollars and is_asked else INK


_PLAYERS = tuple(player.color for player in PLAYERS[:4])
_GROUNDS = tuple(TERRAIN_COLOR.values())
_FADES = tuple(fade_color(color) for color in (*_PLAYERS, INK, *_GROUNDS))
_MEET = (
    *((SIGN, ground) for ground in _GROUNDS),
    *((INK, ground) for ground in _GROUNDS),
    *((PAPER, color) for color in _PLAYERS),
    *((INK, color) for color in _PLAYERS),
    *((PAPER, ground) for ground in _GROUNDS),
    (COAST, TERRAIN_COLOR[Terrain.SEA]),
    (WAVE, TERRAIN_COLOR[Terrain.SEA]),
    (GOOD, PAPER_2),
    (ACCENT, CARD),
    *((color, PAPER) for color in _FADES),
)

_OWN = (*_GROUNDS, COAST, *GRID.values(), SIGN, WAVE, *_FADES)
PALETTE = build_palette(own=_OWN, pairs=_MEET)
"""The palette of all pictures of this game."""
