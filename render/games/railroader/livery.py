"""The colors of RailRoader's spaces and cards, and the palette of all its files. (style guide, section 2)"""

from collections.abc import Mapping

from engine.games.railroader.box.board import Space
from engine.games.railroader.box.cards import Kind
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2, PLAYERS, mix, swatches
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
DOT = mix(INK_SOFT, PAPER_2, 0.45)
"""A plain space without track."""

TINTS: Mapping[Space, Color] = {
    Space.PLAIN: PAPER_2,
    Space.RIVER: WATER,
    Space.RED: "#F0BDB0",
    Space.PURPLE: "#D8C3E6",
    Space.WHITE: WHITE,
}

BANDS: Mapping[Kind, Color] = {
    **dict.fromkeys(Kind, PAPER_2),
    Kind.WATER: WATER,
    Kind.GOLD: "#F0CF74",
    Kind.SUPPLIES: "#DDB98A",
    Kind.OUTLAW: ACCENT,
}
"""The foot of a card, by what it is for."""

CAR: tuple[Color, ...] = tuple(mix(player.color, CARD, 0.25) for player in PLAYERS)
"""Caboose and coach, by seat."""

_PAIRS = (
    (RED, TINTS[Space.RED]),
    (PURPLE, TINTS[Space.PURPLE]),
    (INK, WHITE),
    (WAVE, WATER),
    (CAVALRY, PAPER),
    (ACCENT, PAPER_2),
    (PURPLE, PAPER),
    (GOLD, INK),
    (GOLD, PAPER_2),
    (INK, WATER),
    (INK, TINTS[Space.RED]),
    (INK, TINTS[Space.PURPLE]),
    (WATER, PAPER_2),
    (WHITE, PAPER_2),
    (WOOD, CARD),
    (CRATE, INK),
    (STEEL, INK),
    (INK, BANDS[Kind.GOLD]),
    (INK, BANDS[Kind.SUPPLIES]),
    (WHITE, ACCENT),
)

PALETTE = swatches(
    own=(
        *(WATER, WAVE, GOLD, WOOD, CRATE, STEEL, RED, PURPLE, WHITE, CAVALRY, DOT),
        *(TINTS[Space.RED], TINTS[Space.PURPLE]),
        *(BANDS[Kind.GOLD], BANDS[Kind.SUPPLIES]),
        *CAR[:4],
    ),
    pairs=_PAIRS,
)
"""The colors of every file of this title."""
