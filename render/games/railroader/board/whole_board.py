"""The board with its lanes and trains, and a table of positions. (style guide, section 9)"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from engine.core import Seat, all_seats
from engine.games.railroader.game_data.board import SPACES_PER_SECTION, Space
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.board.board_alt_text import board_alt_text
from render.games.railroader.board.lanes import (
    CHIP_X,
    FIRST_SPACE_X,
    LANE_PITCH,
    LaneLayout,
    draw_dots,
    draw_ground,
    draw_railhead,
    draw_track,
    full_layout,
)
from render.games.railroader.board.signs import draw_buffers, draw_cavalry, draw_dynamite, draw_sign_plate
from render.games.railroader.board.trains import draw_caboose, draw_coach, draw_engine
from render.games.railroader.captions import corner_text, first_player_text, last_move_line
from render.games.railroader.colors import PALETTE, PURPLE
from render.geometry import translate
from render.palette import ACCENT, INK, INK_SOFT, PAPER
from render.parts.legend import LegendEntry, draw_entries
from render.parts.page_layout import MARGIN, PAGE_WIDTH, choice_key, header_layer, ink_rule, paper_scene, player_chip
from render.parts.sprites import scale_shapes
from render.parts.table import Column, TableCell, draw_cells
from render.parts.typography import BODY, STRONG, TextStyle
from render.scene import Disc, Layer, Placed, Polygon, Scene, Shape, make_layer
from render.text_fitting import Events, Names, first_word

_TOP = 188
_FOOT, _BELOW_LANES, _ABOVE_LEGEND = 98, 24, 15
_LEGEND_AT, _LEGEND_LINE = 64, 60
_LEGEND = (
    LegendEntry("outlaws", partial(draw_sign_plate, Space.RED), 260),
    LegendEntry("ambush", partial(draw_sign_plate, Space.PURPLE), 264),
    LegendEntry("garrison", partial(draw_sign_plate, Space.WHITE), 270),
    LegendEntry("river", partial(draw_sign_plate, Space.RIVER), 210),
    LegendEntry("dynamite", draw_dynamite, 288, words_offset=38, baseline_drop=15),
    LegendEntry("cavalry", draw_cavalry, 0, words_offset=38),
)
_PLACE = TextStyle("h", 44)
_BESIDE = 600
"""Minimum width in pixels of the space beside the last row for the table; with less, the table is below the row."""
_WIDEST = 940
"""Maximum width of the table in pixels."""
_TRAIN_AT, _SIGNS_AT = 0.29, 0.57
"""Positions of the columns of trains and of signs, as fractions of the table's width."""
_GAP = 16
"""Pixels between the column of players and the next column."""
_SIGN_WIDE, _SIGN_STEP, _SIGN, _SMALL_ENGINE = 48, 56, 0.95, 0.72
_STARTER_ROOM = 200
"""Maximum width of the first player's name, in pixels."""
_CAPTION, _AFTER, _AFTER_ARROW, _FIRST_ROW = 34, 34, 58, 40
_ARROW = ((24, -16), (46, -28), (46, -4))
_CHIP_SIZE, _KEY_AT, _KEY_SIZE, _KEY_ROOM = 22, 22, 23, 54
_START = Disc(0, 0, 15, PAPER), Disc(0, 0, 12, None, ACCENT, 4.5)
"""The mark of a train's space before its move."""
_IN_MARGIN = CHIP_X + 6


def board_scene(
    state: RailRoader,
    events: Events,
    names: Names,
    *,
    line: str = "",
    rivals: Mapping[Seat, str] | None = None,
) -> Scene:
    """Return the board with the last turn, or with a question as its ``line``.

    ``rivals`` are the keys of rivals to choose from.
    """
    layout = full_layout(state.board, state.seats, _TOP)
    seat, second_line = (state.current_turn.seat, line) if line else last_move_line(state, events, names)
    keys = rivals or {}
    beside = PAGE_WIDTH - layout.space_x(layout.rows[-1][1]) > _BESIDE
    end = layout.bottom + (0 if beside else LANE_PITCH * state.seats + _BELOW_LANES)
    layers = (
        header_layer("RailRoader", corner_text(state, names), second_line, seat=seat),
        *lane_layers(state, layout, events),
        make_layer("table", _draw_table(state, names, layout, keys, beside=beside)),
        legend_layer(end + _ABOVE_LEGEND),
    )
    alt = board_alt_text(state, second_line, names, keys, is_question=bool(line))
    return paper_scene("board", round(end + _FOOT), PALETTE, layers, alt)


# -- lanes


def lane_layers(state: RailRoader, layout: LaneLayout, events: Events) -> tuple[Layer, ...]:
    """Return the layers of ground, track, and trains, for the seats of the layout."""
    new, starts_by_seat = _new_sections(events), _train_starts(events)
    seats = [Seat(seat) for seat in layout.seats]
    track = {seat: state.railroads[seat].last_track_space for seat in seats}
    return (
        make_layer("ground", draw_ground(layout)),
        make_layer("dots", (dot for seat in seats for dot in draw_dots(layout, seat, track[seat]))),
        make_layer(
            "track",
            (
                box
                for seat in seats
                for box in draw_track(layout, seat, track[seat], SPACES_PER_SECTION * new.get(seat, 0))
            ),
        ),
        make_layer("railheads", (box for seat in seats for box in draw_railhead(layout, seat, track[seat]))),
        make_layer(
            "trains", (shape for seat in seats for shape in _draw_train(state, layout, seat, starts_by_seat.get(seat)))
        ),
        make_layer("trouble", (shape for seat in seats for shape in _draw_trouble(state, layout, seat))),
    )


def _train_starts(events: Events) -> Mapping[Seat, int]:
    """The space of each train before its first move in the events."""
    starts_by_seat: dict[Seat, int] = {}
    for event in events:
        if isinstance(event, e.TrainMoved):
            starts_by_seat.setdefault(event.seat, event.start)
    return starts_by_seat


def _new_sections(events: Events) -> Mapping[Seat, int]:
    """The number of sections that each player built in the events."""
    sections_by_seat: Counter[Seat] = Counter()
    for event in events:
        if isinstance(event, e.TrackBuilt):
            sections_by_seat[event.seat] += event.sections
    return sections_by_seat


def _draw_train(state: RailRoader, layout: LaneLayout, seat: Seat, start: int | None) -> Iterator[Shape]:
    """Draw a train, and a mark at the space ``start`` from which it moved.

    The train has only as many cars as there are spaces behind the engine.
    """
    railroad, k = state.railroads[seat], layout.scale
    if start is not None and start != railroad.engine and (start == 0 or layout.has_space(start)):
        yield from scale_shapes(_START, k, *_space_point(layout, seat, start))
    for car, behind in ((draw_caboose, 2), (draw_coach, 1)):
        if railroad.engine > behind and layout.has_space(railroad.engine - behind):
            yield car(seat, *layout.space_point(seat, railroad.engine - behind), k)
    around = PURPLE if railroad.cavalry is not None else ACCENT if start is not None else ""
    yield draw_engine(seat, *_space_point(layout, seat, railroad.engine), k, around=around, derailed=railroad.derailed)


def _space_point(layout: LaneLayout, seat: Seat, space: int) -> tuple[float, float]:
    """The middle of a space of a seat's lane, as (x, y); Junction City is in the margin."""
    return layout.space_point(seat, space) if space else (_IN_MARGIN, layout.lane_y(seat, 0))


def _draw_trouble(state: RailRoader, layout: LaneLayout, seat: Seat) -> Iterator[Shape]:
    railroad, k = state.railroads[seat], layout.scale
    if railroad.dynamite is not None and layout.has_space(railroad.dynamite):
        yield draw_dynamite(*layout.space_point(seat, railroad.dynamite), k)
    if railroad.cavalry is not None and (railroad.cavalry == 0 or layout.has_space(railroad.cavalry)):
        yield draw_cavalry(*_space_point(layout, seat, railroad.cavalry), k)


# -- table and legend


def _draw_table(
    state: RailRoader, names: Names, layout: LaneLayout, keys: Mapping[Seat, str], *, beside: bool
) -> Iterator[Shape]:
    """Draw the name of Buffalo Creek, and the table of players, trains, signs, and track.

    If the table is beside the last row, an arrow leads from the name to the buffers.
    """
    row = len(layout.rows) - 1
    last = layout.rows[row][1]
    end = layout.space_x(last) + layout.space_width / 2
    caption = layout.top + row * layout.row_pitch + _CAPTION
    if beside:
        yield Polygon(translate(_ARROW, end, caption), INK)
    yield _PLACE.left(end + (_AFTER_ARROW if beside else _AFTER), caption, "Buffalo Creek", "place")
    line = caption if beside else layout.bottom + _FIRST_ROW + BODY.baseline_shift
    if starter := first_player_text(state, names, _STARTER_ROOM):
        yield BODY.right(PAGE_WIDTH - MARGIN, line, starter, "first", INK_SOFT)
    for seat in all_seats(state.seats):
        middle = layout.lane_y(seat, row) if beside else layout.bottom + _FIRST_ROW + LANE_PITCH * (seat - 1)
        if not beside:
            yield player_chip(seat, CHIP_X, middle, _CHIP_SIZE)
        x = end + _AFTER if beside else FIRST_SPACE_X
        yield from _draw_row(state, names[seat - 1], seat, x, middle, _KEY_ROOM if keys else 0)
        if seat in keys:
            yield choice_key(keys[seat], x + _KEY_AT, middle, _KEY_SIZE)


def _draw_row(state: RailRoader, name: str, seat: Seat, x: float, middle: float, indent: float) -> Iterator[Shape]:
    railroad = state.railroads[seat]
    end = min(PAGE_WIDTH - MARGIN, x + _WIDEST)
    train, signs = (x + share * (end - x) + indent / 2 for share in (_TRAIN_AT, _SIGNS_AT))
    columns = (
        Column("player", train - x - indent, gap=_GAP, style=STRONG),
        Column("train", signs - train),
        Column("track", end - signs, anchor="right", ink=INK_SOFT),
    )
    where = f"train {railroad.engine}" if railroad.engine else "at start"
    track = f"track {railroad.last_track_space}" if railroad.last_track_space else "no track"
    words = (TableCell(name, short=first_word(name)), where, track)
    yield from draw_cells(x + indent, columns, middle + BODY.baseline_shift, words)
    yield from _draw_signs(state, seat, signs + _SIGN_WIDE / 2, middle)


def _draw_signs(state: RailRoader, seat: Seat, x: float, y: float) -> Iterator[Placed]:
    """Draw the signs for the kind of a train's space, and for the train's problems."""
    railroad = state.railroads[seat]
    space = state.space_under_engine(seat)
    if railroad.derailed:
        yield draw_engine(seat, x, y, _SMALL_ENGINE, derailed=True)
        x += _SIGN_STEP
    elif seat in state.seats_in_creek:
        yield draw_buffers(x, y, _SIGN)
    elif railroad.cavalry is not None or space not in (Space.PLAIN, Space.PURPLE):
        yield draw_sign_plate(Space.PURPLE if railroad.cavalry is not None else space, x, y, _SIGN)
        x += _SIGN_STEP
    if railroad.dynamite is not None:
        yield draw_dynamite(x, y, _SIGN)


def legend_layer(y: float) -> Layer:
    """The layer with the legend of the board's signs."""
    return Layer("legend", (ink_rule(y), *draw_entries(_LEGEND_AT, y + _LEGEND_LINE, _LEGEND)))
