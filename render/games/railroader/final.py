"""The final table: how far everybody came, the winner first; before the end, as if it ended now."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.core import Place
from engine.games.railroader.rules.ending import ranking
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.livery import CAR, PALETTE
from render.games.railroader.signs import buffers
from render.games.railroader.train import engine
from render.labels import Names, first_word, joined
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER_2, RULE
from render.parts.frame import MARGIN, WIDTH, header, picture
from render.parts.marks import chip
from render.parts.table import Cell, Column, cells
from render.parts.text import BODY, HEADING, TOTAL, Style
from render.scene import Box, Scene, Shape, layer

_TOP, _ROW, _NOTE = 210, 212, 58
_LINE, _LINE_END = 24, WIDTH - MARGIN - 92
_NUMBER = Style("s", 48)
_COLUMNS = (
    Column("place", 136, TOTAL),
    Column("name", 440, HEADING, gap=40, drop=-2),
    Column("total", 250, HEADING, drop=-2),
    Column("figure", 360, _NUMBER, gap=10, drop=-4),
    Column("arrival", 294, _NUMBER, "right", INK_SOFT, drop=-4),
)
_EDGE, _GAP, _FRAME, _RADIUS = 24, 14, 6, 10
"""Of a row: its left edge, what is free below it, the winner's frame."""
_WORDS, _CHIP, _BAR, _NOTE_LINE = 82, 58, 152, 244
"""Heights in a row: lines of words, the chip, the line with the train."""
_SEAT, _MARK = 148, 32
_INDENT, _BAR_WIDE, _BUFFERS, _NOSE = 24, 24, 52, 8
_THROUGH = ("first", "second", "third", "fourth")


def final_scene(state: RailRoader, names: Names) -> Scene:
    """A row a player: place, space, sections, arrival, and the line with the train on it."""
    places, over = ranking(state), not state.flow
    verdict = _verdict(state, places[0], names, over=over)
    shapes, y = list[Shape](), float(_TOP)
    for place in places:
        tall = _ROW + (_NOTE if _note(state, place) else 0)
        if place.place == 1:
            shapes.append(Box(_EDGE, y, WIDTH - 2 * _EDGE, tall, CARD, ACCENT, _FRAME, _RADIUS))
        shapes += _row(state, place, names[place.seat - 1], y)
        y += tall + _GAP
    layers = (
        header(
            "Final result" if over else "If the game ended now",
            f"Round {max(1, state.round)}",
            verdict,
            seat=places[0].seat,
        ),
        layer("rows", shapes),
    )
    return picture("final", round(y + 20), PALETTE, layers, _alt(state, places, names, verdict, over))


def _verdict(state: RailRoader, first: Place, names: Names, *, over: bool) -> str:
    where = "in Buffalo Creek" if first.seat in state.in_creek else _space(first)
    return f"{names[first.seat - 1]} {'wins' if over else 'leads'}, {where}{f' ({first.note})' if first.note else ''}"


def _space(place: Place) -> str:
    return f"on space {place.score}" if place.score else "in Junction City"


def _arrival(state: RailRoader, place: Place) -> str:
    """“arrived second”; all who arrive do so in the last round."""
    if place.seat not in state.in_creek:
        return "on the way"
    alone = len(state.in_creek) == 1
    return "arrived" if alone else f"arrived {_THROUGH[state.in_creek.index(place.seat)]}"


def _note(state: RailRoader, place: Place) -> str:
    """The words for what decided a tie."""
    return place.note[:1].upper() + place.note[1:]


def _row(state: RailRoader, place: Place, name: str, y: float) -> Iterator[Shape]:
    arrival = _arrival(state, place)
    words = (
        str(place.place),
        Cell(name, short=first_word(name)),
        Cell(f"space {place.score}" if place.score else "at start", ink=ACCENT if place.place == 1 else INK),
        f"{state.railroads[place.seat].sections} of {state.board.sections} sections",
        Cell(arrival, face="sb", ink=INK) if place.seat in state.in_creek else arrival,
    )
    yield from cells(MARGIN + _INDENT, _COLUMNS, y + _WORDS, words)
    yield chip(place.seat, _SEAT, y + _CHIP, _MARK)
    yield from _track(state, place, y + _BAR)
    if note := _note(state, place):
        room = WIDTH - 2 * (MARGIN + _INDENT)
        yield BODY.left(MARGIN + _INDENT, y + _NOTE_LINE, note, "note", INK_SOFT, room=room)


def _track(state: RailRoader, place: Place, y: float) -> Iterator[Shape]:
    """The whole line as a bar: what is laid has the player's color; the train, and Buffalo Creek at the end."""
    railroad, last = state.railroads[place.seat], state.board.last
    start, long = MARGIN + _LINE, _LINE_END - MARGIN - _LINE
    bar = Box(start, y - _BAR_WIDE / 2, long, _BAR_WIDE, PAPER_2, RULE, 2, 4)
    yield bar
    if railroad.track:
        laid = long * railroad.track / last
        yield replace(bar, w=laid, fill=CAR[place.seat - 1], ink=None, line=0)
    yield buffers(WIDTH - MARGIN - _BUFFERS, y, 1)
    x = start + long * railroad.engine / last
    yield engine(place.seat, x - _NOSE, y, 1, derailed=railroad.derailed)


def _alt(state: RailRoader, places: Sequence[Place], names: Names, verdict: str, over: bool) -> str:
    """“1. Ben: space 80, 20 of 20 sections, arrived.”"""
    return joined(
        (
            f"{'Final result' if over else 'If the game ended now'}, round {max(1, state.round)}: {verdict}.",
            *(
                f"{place.place}. {names[place.seat - 1]}: {_space(place)}, "
                f"{state.railroads[place.seat].sections} of {state.board.sections} sections, {_arrival(state, place)}."
                for place in places
            ),
        )
    )
