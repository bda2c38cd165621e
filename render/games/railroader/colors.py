"""The colors of spaces and cards, and the palette of all pictures. (style guide, section 2)"""

from collections.abc import Mapping

from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import Kind
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS, build_palette, mix_colors
from render.scene import Color

WATER = "#A9CFE0"
WAVE = "#2B6F93"
GOLD = "#D9A520"
WOOD = "#8A5A33"
CRATE = "#C9975B"
STEEL = "#9AA3AB"
RED = "#A3231A"
PURPLE = "#5B2D82"
WHITE = "#FFFFFF"
CAVALRY = "#1B3F73"
DOT = mix_colors(INK_SOFT, PAPER_2, 0.45)
"""The color of the dot on a plain space without track."""

SPACE_COLORS: Mapping[Space, Color] = {
    Space.PLAIN: PAPER_2,
    Space.RIVER: WATER,
    Space.RED: "#F0BDB0",
    Space.PURPLE: "#D8C3E6",
    Space.WHITE: WHITE,
}

CARD_BAND_COLORS: Mapping[Kind, Color] = {
    **dict.fromkeys(Kind, PAPER_2),
    Kind.WATER: WATER,
    Kind.GOLD: "#F0CF74",
    Kind.SUPPLIES: "#DDB98A",
    Kind.OUTLAW: ACCENT,
}
"""The color of a card's band, by the kind of the card."""

CAR_COLORS: tuple[Color, ...] = tuple(mix_colors(player.color, CARD, 0.25) for player in PLAYERS)
"""The color of a player's caboose and coach, seat 1 first."""

_BLEND_PAIRS = (
    (RED, SPACE_COLORS[Space.RED]),
    (PURPLE, SPACE_COLORS[Space.PURPLE]),
    (INK, WHITE),
    (WAVE, WATER),
    (CAVALRY, PAPER),
    (ACCENT, PAPER_2),
    (PURPLE, PAPER),
    (GOLD, INK),
    (GOLD, PAPER_2),
    (INK, WATER),
    (INK, SPACE_COLORS[Space.RED]),
    (INK, SPACE_COLORS[Space.PURPLE]),
    (WATER, PAPER_2),
    (WHITE, PAPER_2),
    (WOOD, CARD),
    (CRATE, INK),
    (STEEL, INK),
    (INK, CARD_BAND_COLORS[Kind.GOLD]),
    (INK, CARD_BAND_COLORS[Kind.SUPPLIES]),
    (WHITE, ACCENT),
)

PALETTE = build_palette(
    own=(
        *(WATER, WAVE, GOLD, WOOD, CRATE, STEEL, RED, PURPLE, WHITE, CAVALRY, DOT),
        *(SPACE_COLORS[Space.RED], SPACE_COLORS[Space.PURPLE]),
        *(CARD_BAND_COLORS[Kind.GOLD], CARD_BAND_COLORS[Kind.SUPPLIES]),
        *CAR_COLORS[:4],
    ),
    pairs=_BLEND_PAIRS,
)
"""The palette of every picture of this game."""
