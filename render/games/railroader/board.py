"""The board: four lanes like staves of music, the trains on them, and a table of where everybody stands.

The lanes' ground is drawn once for all tables of a size; over it lie track, trains and what troubles them.
(style guide, section 9)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.core.event import Event
from engine.core.seats import Seat, all_seats
from engine.games.railroader.box.board import SPACES, Space
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.alt import board_alt
from render.games.railroader.lanes import CHIP, LEFT, PITCH, Staves, dots, ground, railhead, staves, track
from render.games.railroader.livery import PALETTE, PURPLE
from render.games.railroader.signs import buffers, cavalry, dynamite, plate
from render.games.railroader.train import caboose, coach, engine
from render.games.railroader.words import corner, last_move
from render.labels import first_word
from render.palette import ACCENT, INK, INK_SOFT, PAPER
from render.parts.frame import MARGIN, WIDTH, header, rule
from render.parts.marks import chip, key
from render.parts.table import Cell, Column, cells
from render.parts.text import BODY, Style
from render.scene import Disc, Layer, Placed, Polygon, Scene, Shape

_TOP = 188
_FOOT = 98
_LEGEND = (
    ("outlaws", Space.RED),
    ("ambush", Space.PURPLE),
    ("garrison", Space.WHITE),
    ("river", Space.RIVER),
)
_PLACE = Style("h", 44)


def board_scene(
    state: RailRoader,
    news: Sequence[Event],
    names: tuple[str, ...],
    *,
    line: str = "",
    rivals: Mapping[Seat, str] | None = None,
) -> Scene:
    """All lanes, the last turn marked; or ``line``, what is asked or about to be done, with the keys of ``rivals``."""
    there = staves(state.board.sections, state.seats, _TOP)
    seat, told = (state.turn.seat, line) if line else last_move(state, news, names)
    keys = rivals or {}
    beside = WIDTH - there.x(there.rows[-1][1]) > 600
    end = there.bottom + (0 if beside else PITCH * state.seats + 24)
    layers = (
        header("RailRoader", corner(state, names), told, seat=seat),
        *lane_layers(state, there, news),
        Layer("table", tuple(_table(state, names, there, keys, beside=beside))),
        legend(end + 15),
    )
    return Scene(
        "board",
        WIDTH,
        round(end + _FOOT),
        PAPER,
        PALETTE,
        layers,
        board_alt(state, told, names, keys, asked=bool(line)),
    )


# -- lanes


def lane_layers(state: RailRoader, there: Staves, news: Sequence[Event]) -> tuple[Layer, ...]:
    """Ground, track, and what stands on it, for the seats of the picture."""
    new, begun = fresh(news), starts(news)
    seats = [Seat(seat) for seat in there.seats]
    return (
        Layer("ground", tuple(ground(there))),
        Layer("dots", tuple(dot for seat in seats for dot in dots(there, seat, state.railroads[seat].track))),
        Layer(
            "track",
            tuple(
                box
                for seat in seats
                for box in track(there, seat, state.railroads[seat].track, SPACES * new.get(seat, 0))
            ),
        ),
        Layer("railheads", tuple(box for seat in seats for box in railhead(there, seat, state.railroads[seat].track))),
        Layer("trains", tuple(shape for seat in seats for shape in _train(state, there, seat, begun.get(seat)))),
        Layer("trouble", tuple(shape for seat in seats for shape in _trouble(state, there, seat))),
    )


def starts(news: Sequence[Event]) -> Mapping[Seat, int]:
    """Where each train stood before it moved."""
    found: dict[Seat, int] = {}
    for event in news:
        if isinstance(event, e.TrainMoved):
            found.setdefault(event.seat, event.start)
    return found


def fresh(news: Sequence[Event]) -> Mapping[Seat, int]:
    """Sections that each player built in the news."""
    found: Counter[Seat] = Counter()
    for event in news:
        if isinstance(event, e.TrackBuilt):
            found[event.seat] += event.sections
    return found


def _train(state: RailRoader, there: Staves, seat: Seat, start: int | None) -> Iterator[Shape]:
    """Caboose and coach lie behind the engine, where there are spaces for them."""
    railroad, k = state.railroads[seat], there.k
    if start is not None and start != railroad.engine and (start == 0 or there.shows(start)):
        x, y = _spot(there, seat, start)
        yield Disc(x, y, 15 * k, PAPER)
        yield Disc(x, y, 12 * k, None, ACCENT, 4.5 * k)
    for car, behind in ((caboose, 2), (coach, 1)):
        if railroad.engine > behind and there.shows(railroad.engine - behind):
            yield car(seat, *there.at(seat, railroad.engine - behind), k)
    around = PURPLE if railroad.cavalry is not None else ACCENT if start is not None else ""
    yield engine(seat, *_spot(there, seat, railroad.engine), k, around=around, derailed=railroad.derailed)


def _spot(there: Staves, seat: Seat, space: int) -> tuple[float, float]:
    """Where something stands; in Junction City it stands in the margin."""
    return there.at(seat, space) if space else (CHIP + 6, there.lane(seat, 0))


def _trouble(state: RailRoader, there: Staves, seat: Seat) -> Iterator[Shape]:
    railroad, k = state.railroads[seat], there.k
    if railroad.dynamite is not None and there.shows(railroad.dynamite):
        yield dynamite(*there.at(seat, railroad.dynamite), k)
    if railroad.cavalry is not None and (railroad.cavalry == 0 or there.shows(railroad.cavalry)):
        yield cavalry(*_spot(there, seat, railroad.cavalry), k)


# -- table and legend


def _table(
    state: RailRoader, names: Sequence[str], there: Staves, keys: Mapping[Seat, str], *, beside: bool
) -> Iterator[Shape]:
    """Who, train, trouble and track: beside the last system, or under it where that is too long.

    Beside it, an arrow says that Buffalo Creek is the place of the buffers, and no heading of the table.
    """
    row = len(there.rows) - 1
    last = there.rows[row][1]
    end = there.x(last) + there.wide / 2
    caption = there.top + row * there.pitch + 34
    if beside:
        yield Polygon(((end + 24, caption - 16), (end + 46, caption - 28), (end + 46, caption - 4)), INK)
    yield _PLACE.left(end + (58 if beside else 34), caption, "Buffalo Creek", "place")
    for seat in all_seats(state.seats):
        middle = there.lane(seat, row) if beside else there.bottom + 40 + PITCH * (seat - 1)
        if not beside:
            yield chip(seat, CHIP, middle, 22)
        x = end + 34 if beside else LEFT
        yield from _row(state, names[seat - 1], seat, x, middle, 54 if keys else 0)
        if seat in keys:
            yield key(keys[seat], x + 22, middle, 23)


def _row(state: RailRoader, name: str, seat: Seat, x: float, middle: float, indent: float) -> Iterator[Shape]:
    railroad = state.railroads[seat]
    wide = min(WIDTH - MARGIN - x, 940)
    train = x + 0.29 * wide + indent / 2
    signs = x + 0.57 * wide + indent / 2 + 24
    columns = (
        Column("player", x + indent, face="sb", room=train - 16 - (x + indent)),
        Column("train", train),
        Column("track", x + wide, "right", ink=INK_SOFT),
    )
    where = f"train {railroad.engine}" if railroad.engine else "at start"
    track = f"track {railroad.track}" if railroad.track else "no track"
    yield from cells(columns, middle + 16, (Cell(name, short=first_word(name)), where, track))
    yield from _signs(state, seat, signs, middle)


def _signs(state: RailRoader, seat: Seat, x: float, y: float) -> Iterator[Placed]:
    """What the train stands on, and what troubles it."""
    railroad = state.railroads[seat]
    space = state.stands_on(seat)
    if railroad.derailed:
        yield engine(seat, x, y, 0.72, derailed=True)
        x += 56
    elif seat in state.in_creek:
        yield buffers(x, y, 0.95)
    elif railroad.cavalry is not None or space not in (Space.PLAIN, Space.PURPLE):
        yield plate(Space.PURPLE if railroad.cavalry is not None else space, x, y, 0.95)
        x += 56
    if railroad.dynamite is not None:
        yield dynamite(x, y, 0.95)


def legend(y: float) -> Layer:
    """What the signs mean."""
    base, shapes = y + 60, list[Shape]([rule(y)])
    for (words, space), x in zip(_LEGEND, (64, 324, 588, 858), strict=True):
        shapes += [plate(space, x, base - 16, 1), BODY.left(x + 42, base, words, "legend")]
    shapes += [dynamite(1068, base - 15, 1), BODY.left(1106, base, "dynamite", "legend")]
    shapes += [cavalry(1356, base - 16, 1), BODY.left(1394, base, "cavalry", "legend")]
    return Layer("legend", tuple(shapes))
