"""The final table, with the winner first.

Before the end, it shows the ranking as if the game ended now.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.core import RankingEntry
from engine.games.railroader.rules.scoring import ranking
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.board.signs import draw_buffers
from render.games.railroader.board.trains import draw_engine
from render.games.railroader.colors import CAR_COLORS, PALETTE
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER_2, RULE
from render.parts.page_layout import MARGIN, PAGE_WIDTH, header_layer, paper_scene, player_chip
from render.parts.table import Column, TableCell, draw_cells
from render.parts.typography import BODY, HEADING, TOTAL, TextStyle
from render.scene import Box, Scene, Shape, make_layer
from render.text_fitting import Names, first_word, join_sentences

_TOP, _ROW, _NOTE = 210, 212, 58
_LINE, _LINE_END = 24, PAGE_WIDTH - MARGIN - 92
_NUMBER = TextStyle("s", 48)
_COLUMNS = (
    Column("place", 136, TOTAL),
    Column("name", 440, HEADING, gap=40, drop=-2),
    Column("total", 250, HEADING, drop=-2),
    Column("figure", 360, _NUMBER, gap=10, drop=-4),
    Column("arrival", 294, _NUMBER, "right", INK_SOFT, drop=-4),
)
_EDGE, _GAP = 24, 14
"""Pixels to the left of a row, and below it."""
_FRAME, _RADIUS = 6, 10
"""Line width and corner radius of the winner's frame, in pixels."""
_WORDS, _CHIP, _BAR, _NOTE_LINE = 82, 58, 152, 244
"""Pixels from the top of a row to its text, the player's mark, the bar, and the note."""
_SEAT, _MARK = 148, 32
_INDENT, _BAR_WIDE, _BUFFERS, _NOSE = 24, 24, 52, 8
_THROUGH = ("first", "second", "third", "fourth")


def final_scene(state: RailRoader, names: Names) -> Scene:
    """A row for each player: place, space, sections, arrival, and a bar with the train."""
    places, over = ranking(state), not state.flow
    verdict = verdict_text(state, places[0], names, over=over)
    shapes, y = list[Shape](), float(_TOP)
    for place in places:
        tall = _ROW + (_NOTE if _tie_note(state, place) else 0)
        if place.place == 1:
            shapes.append(Box(_EDGE, y, PAGE_WIDTH - 2 * _EDGE, tall, CARD, ACCENT, _FRAME, _RADIUS))
        shapes += _draw_row(state, place, names[place.seat - 1], y)
        y += tall + _GAP
    layers = (
        header_layer(
            "Final result" if over else "If the game ended now",
            f"Round {max(1, state.round)}",
            verdict,
            seat=places[0].seat,
        ),
        make_layer("rows", shapes),
    )
    return paper_scene("final", round(y + 20), PALETTE, layers, _alt_text(state, places, names, verdict, over))


def verdict_text(state: RailRoader, first: RankingEntry, names: Names, *, over: bool) -> str:
    """Return the winner or leader with the position of the train: “Ada wins, in Buffalo Creek”."""
    where = "in Buffalo Creek" if first.seat in state.seats_in_creek else _space_text(first)
    return f"{names[first.seat - 1]} {'wins' if over else 'leads'}, {where}{f' ({first.note})' if first.note else ''}"


def _space_text(place: RankingEntry) -> str:
    return f"on space {place.score}" if place.score else "in Junction City"


def _arrival_text(state: RailRoader, place: RankingEntry) -> str:
    """“arrived second”, “arrived” if no other train has, or “on the way”."""
    if place.seat not in state.seats_in_creek:
        return "on the way"
    is_only_one = len(state.seats_in_creek) == 1
    return "arrived" if is_only_one else f"arrived {_THROUGH[state.seats_in_creek.index(place.seat)]}"


def _tie_note(state: RailRoader, place: RankingEntry) -> str:
    """Return the tiebreaker, capitalized; empty without a tie."""
    return place.note[:1].upper() + place.note[1:]


def _draw_row(state: RailRoader, place: RankingEntry, name: str, y: float) -> Iterator[Shape]:
    arrival = _arrival_text(state, place)
    words = (
        str(place.place),
        TableCell(name, short=first_word(name)),
        TableCell(f"space {place.score}" if place.score else "at start", ink=ACCENT if place.place == 1 else INK),
        f"{state.railroads[place.seat].sections} of {state.board.sections} sections",
        TableCell(arrival, face="sb", ink=INK) if place.seat in state.seats_in_creek else arrival,
    )
    yield from draw_cells(MARGIN + _INDENT, _COLUMNS, y + _WORDS, words)
    yield player_chip(place.seat, _SEAT, y + _CHIP, _MARK)
    yield from _draw_track(state, place, y + _BAR)
    if note := _tie_note(state, place):
        room = PAGE_WIDTH - 2 * (MARGIN + _INDENT)
        yield BODY.left(MARGIN + _INDENT, y + _NOTE_LINE, note, "note", INK_SOFT, max_width=room)


def _draw_track(state: RailRoader, place: RankingEntry, y: float) -> Iterator[Shape]:
    """Draw the line as a bar that shows the player's track and train, and Buffalo Creek at the end."""
    railroad, last = state.railroads[place.seat], state.board.last_space
    start, long = MARGIN + _LINE, _LINE_END - MARGIN - _LINE
    bar = Box(start, y - _BAR_WIDE / 2, long, _BAR_WIDE, PAPER_2, RULE, 2, 4)
    yield bar
    if railroad.last_track_space:
        track_width = long * railroad.last_track_space / last
        yield replace(bar, w=track_width, fill=CAR_COLORS[place.seat - 1], ink=None, line=0)
    yield draw_buffers(PAGE_WIDTH - MARGIN - _BUFFERS, y, 1)
    x = start + long * railroad.engine / last
    yield draw_engine(place.seat, x - _NOSE, y, 1, derailed=railroad.derailed)


def _alt_text(state: RailRoader, places: Sequence[RankingEntry], names: Names, verdict: str, over: bool) -> str:
    """“1. Ben: space 80, 20 of 20 sections, arrived.”"""
    return join_sentences(
        (
            f"{'Final result' if over else 'If the game ended now'}, round {max(1, state.round)}: {verdict}.",
            *(
                f"{place.place}. {names[place.seat - 1]}: {_space_text(place)}, "
                f"{state.railroads[place.seat].sections} of {state.board.sections} sections, "
                f"{_arrival_text(state, place)}."
                for place in places
            ),
        )
    )
