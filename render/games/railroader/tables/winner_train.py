"""A large picture of the winner's train, above the winner's lane."""

from collections.abc import Iterator

from engine.core import Seat, count_noun
from engine.games.railroader.rules.scoring import ranking
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.board.lanes import LaneLayout, full_layout
from render.games.railroader.board.trains import draw_caboose, draw_coach, draw_engine
from render.games.railroader.board.whole_board import lane_layers
from render.games.railroader.colors import PALETTE
from render.games.railroader.tables.final_table import verdict_text
from render.palette import INK, RULE
from render.parts.final_table import winner_title
from render.parts.page_layout import BLEED, FIELD_TOP, PAGE_WIDTH, field_box, header_layer, paper_scene
from render.scene import Box, Scene, Shape, make_layer
from render.text_fitting import Names

_HIGH = 400
"""Height of the field with the train in pixels."""
_GAP, _FOOT = 20, 30
"""Pixels between the field and the lane, and below the lane."""
_SCALE = 5
"""Scale of the train."""
_CAR, _ENGINE = 330, 350
"""Pixels from the coach left to the caboose, and right to the engine."""
_RAIL, _RAIL_LINE = 76, 12
"""Pixels from the middle of the train to each rail, and the width of a rail."""
_TIE, _TIE_WIDE = 118, 20
"""Half the length, and the width, of a tie in pixels."""
_TIE_STEP = 74
"""Pixels between the left edges of two ties."""


def train_scenes(state: RailRoader, names: Names) -> tuple[Scene, ...]:
    """Return the picture of the winner's train and lane.

    Before the end of the game, it shows the leader's.
    """
    places, over = ranking(state), not state.flow
    first = places[0]
    seat, railroad = first.seat, state.railroads[first.seat]
    whole = full_layout(state.board, state.seats, FIELD_TOP + _HIGH + _GAP)
    layout = LaneLayout(whole.board, (seat,), whole.rows, whole.top)
    title, line = winner_title(places, "train", over=over), verdict_text(state, first, names, over=over)
    sections = f"{count_noun(railroad.sections, 'section')} of track"
    layers = (
        header_layer(title, sections, line, seat=seat),
        make_layer("train", _draw_large_train(seat, FIELD_TOP + _HIGH / 2, derailed=railroad.derailed)),
        *lane_layers(state, layout, ()),
    )
    place = f"space {railroad.engine}" if railroad.engine else "Junction City"
    alt = f"{title}. {line}. The train is on {place}, with {sections}."
    return (paper_scene("train", layout.bottom + _FOOT, PALETTE, layers, alt),)


def _draw_large_train(seat: Seat, y: float, *, derailed: bool) -> Iterator[Shape]:
    """Draw caboose, coach, and engine in the middle of the picture, on rails."""
    yield field_box(FIELD_TOP, _HIGH)
    for x in range(_TIE_STEP, PAGE_WIDTH - _TIE_STEP, _TIE_STEP):
        yield Box(x, y - _TIE, _TIE_WIDE, 2 * _TIE, RULE)
    for rail in (y - _RAIL, y + _RAIL):
        yield Box(BLEED, rail - _RAIL_LINE / 2, PAGE_WIDTH - 2 * BLEED, _RAIL_LINE, INK)
    middle = PAGE_WIDTH / 2
    yield draw_caboose(seat, middle - _CAR, y, _SCALE)
    yield draw_coach(seat, middle, y, _SCALE)
    yield draw_engine(seat, middle + _ENGINE, y, _SCALE, derailed=derailed)
