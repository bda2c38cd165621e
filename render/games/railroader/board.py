"""The board: four lanes like staves of music, the trains on them, and a table of where everybody stands.

The lanes' ground is drawn once for all tables of a size; over it lie track, trains and what troubles them.
(style guide, section 9)
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from engine.core import Seat, all_seats
from engine.games.railroader.box.board import SPACES, Space
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import RailRoader
from render.called import News
from render.games.railroader.alt import board_alt
from render.games.railroader.lanes import CHIP, LEFT, PITCH, Staves, dots, ground, railhead, staves, track
from render.games.railroader.livery import PALETTE, PURPLE
from render.games.railroader.signs import buffers, cavalry, dynamite, plate
from render.games.railroader.train import caboose, coach, engine
from render.games.railroader.words import corner, first_words, last_move
from render.geometry import shifted
from render.labels import Names, first_word
from render.palette import ACCENT, INK, INK_SOFT, PAPER
from render.parts.frame import MARGIN, WIDTH, header, picture, rule
from render.parts.legend import Entry, entries
from render.parts.marks import chip, key
from render.parts.stamp import scaled
from render.parts.table import Cell, Column, cells
from render.parts.text import BODY, STRONG, Style
from render.scene import Disc, Layer, Placed, Polygon, Scene, Shape, layer

_TOP = 188
_FOOT, _BELOW_LANES, _ABOVE_LEGEND = 98, 24, 15
_LEGEND_AT, _LEGEND_LINE = 64, 60
_LEGEND = (
    Entry("outlaws", partial(plate, Space.RED), 260),
    Entry("ambush", partial(plate, Space.PURPLE), 264),
    Entry("garrison", partial(plate, Space.WHITE), 270),
    Entry("river", partial(plate, Space.RIVER), 210),
    Entry("dynamite", dynamite, 288, beside=38, up=15),
    Entry("cavalry", cavalry, 0, beside=38),
)
_PLACE = Style("h", 44)
_BESIDE = 600
"""px beside the last system in which the table has room."""
_WIDEST, _TRAIN_AT, _SIGNS_AT, _GAP = 940, 0.29, 0.57, 16
"""The table's width, and where in it trains and signs stand."""
_SIGN_WIDE, _SIGN_STEP, _SIGN, _SMALL_ENGINE = 48, 56, 0.95, 0.72
_STARTER_ROOM = 200
"""px for the name of the player who goes first; the words after it are always whole."""
_CAPTION, _AFTER, _AFTER_ARROW, _FIRST_ROW = 34, 34, 58, 40
_ARROW = ((24, -16), (46, -28), (46, -4))
_CHIP_SIZE, _KEY_AT, _KEY_SIZE, _KEY_ROOM = 22, 22, 23, 54
_START = Disc(0, 0, 15, PAPER), Disc(0, 0, 12, None, ACCENT, 4.5)
"""Where a train stood before it moved."""
_IN_MARGIN = CHIP + 6


def board_scene(
    state: RailRoader,
    news: News,
    names: Names,
    *,
    line: str = "",
    rivals: Mapping[Seat, str] | None = None,
) -> Scene:
    """All lanes, the last turn marked; or ``line``, what is asked or about to be done, with the keys of ``rivals``."""
    there = staves(state.board.sections, state.seats, _TOP)
    seat, told = (state.turn.seat, line) if line else last_move(state, news, names)
    keys = rivals or {}
    beside = WIDTH - there.x(there.rows[-1][1]) > _BESIDE
    end = there.bottom + (0 if beside else PITCH * state.seats + _BELOW_LANES)
    layers = (
        header("RailRoader", corner(state, names), told, seat=seat),
        *lane_layers(state, there, news),
        layer("table", _table(state, names, there, keys, beside=beside)),
        legend(end + _ABOVE_LEGEND),
    )
    alt = board_alt(state, told, names, keys, asked=bool(line))
    return picture("board", round(end + _FOOT), PALETTE, layers, alt)


# -- lanes


def lane_layers(state: RailRoader, there: Staves, news: News) -> tuple[Layer, ...]:
    """Ground, track, and what stands on it, for the seats of the picture."""
    new, begun = fresh(news), starts(news)
    seats = [Seat(seat) for seat in there.seats]
    laid = {seat: state.railroads[seat].track for seat in seats}
    return (
        layer("ground", ground(there)),
        layer("dots", (dot for seat in seats for dot in dots(there, seat, laid[seat]))),
        layer(
            "track",
            (box for seat in seats for box in track(there, seat, laid[seat], SPACES * new.get(seat, 0))),
        ),
        layer("railheads", (box for seat in seats for box in railhead(there, seat, laid[seat]))),
        layer("trains", (shape for seat in seats for shape in _train(state, there, seat, begun.get(seat)))),
        layer("trouble", (shape for seat in seats for shape in _trouble(state, there, seat))),
    )


def starts(news: News) -> Mapping[Seat, int]:
    """The space on which each train stood before it first moved."""
    found: dict[Seat, int] = {}
    for event in news:
        if isinstance(event, e.TrainMoved):
            found.setdefault(event.seat, event.start)
    return found


def fresh(news: News) -> Mapping[Seat, int]:
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
        yield from scaled(_START, k, *_spot(there, seat, start))
    for car, behind in ((caboose, 2), (coach, 1)):
        if railroad.engine > behind and there.shows(railroad.engine - behind):
            yield car(seat, *there.at(seat, railroad.engine - behind), k)
    around = PURPLE if railroad.cavalry is not None else ACCENT if start is not None else ""
    yield engine(seat, *_spot(there, seat, railroad.engine), k, around=around, derailed=railroad.derailed)


def _spot(there: Staves, seat: Seat, space: int) -> tuple[float, float]:
    """The point of a seat's space on the picture; Junction City is in the margin."""
    return there.at(seat, space) if space else (_IN_MARGIN, there.lane(seat, 0))


def _trouble(state: RailRoader, there: Staves, seat: Seat) -> Iterator[Shape]:
    railroad, k = state.railroads[seat], there.k
    if railroad.dynamite is not None and there.shows(railroad.dynamite):
        yield dynamite(*there.at(seat, railroad.dynamite), k)
    if railroad.cavalry is not None and (railroad.cavalry == 0 or there.shows(railroad.cavalry)):
        yield cavalry(*_spot(there, seat, railroad.cavalry), k)


# -- table and legend


def _table(
    state: RailRoader, names: Names, there: Staves, keys: Mapping[Seat, str], *, beside: bool
) -> Iterator[Shape]:
    """The table of players, trains, troubles, and track: beside the last system, or under it where that is too long.

    Beside it, an arrow says that Buffalo Creek is the place of the buffers, and no heading of the table.
    """
    row = len(there.rows) - 1
    last = there.rows[row][1]
    end = there.x(last) + there.wide / 2
    caption = there.top + row * there.pitch + _CAPTION
    if beside:
        yield Polygon(shifted(_ARROW, end, caption), INK)
    yield _PLACE.left(end + (_AFTER_ARROW if beside else _AFTER), caption, "Buffalo Creek", "place")
    line = caption if beside else there.bottom + _FIRST_ROW + BODY.rise
    if starter := first_words(state, names, _STARTER_ROOM):
        yield BODY.right(WIDTH - MARGIN, line, starter, "first", INK_SOFT)
    for seat in all_seats(state.seats):
        middle = there.lane(seat, row) if beside else there.bottom + _FIRST_ROW + PITCH * (seat - 1)
        if not beside:
            yield chip(seat, CHIP, middle, _CHIP_SIZE)
        x = end + _AFTER if beside else LEFT
        yield from _row(state, names[seat - 1], seat, x, middle, _KEY_ROOM if keys else 0)
        if seat in keys:
            yield key(keys[seat], x + _KEY_AT, middle, _KEY_SIZE)


def _row(state: RailRoader, name: str, seat: Seat, x: float, middle: float, indent: float) -> Iterator[Shape]:
    railroad = state.railroads[seat]
    end = min(WIDTH - MARGIN, x + _WIDEST)
    train, signs = (x + share * (end - x) + indent / 2 for share in (_TRAIN_AT, _SIGNS_AT))
    columns = (
        Column("player", train - x - indent, gap=_GAP, style=STRONG),
        Column("train", signs - train),
        Column("track", end - signs, anchor="right", ink=INK_SOFT),
    )
    where = f"train {railroad.engine}" if railroad.engine else "at start"
    track = f"track {railroad.track}" if railroad.track else "no track"
    words = (Cell(name, short=first_word(name)), where, track)
    yield from cells(x + indent, columns, middle + BODY.rise, words)
    yield from _signs(state, seat, signs + _SIGN_WIDE / 2, middle)


def _signs(state: RailRoader, seat: Seat, x: float, y: float) -> Iterator[Placed]:
    """The signs of a train's space and of its troubles."""
    railroad = state.railroads[seat]
    space = state.stands_on(seat)
    if railroad.derailed:
        yield engine(seat, x, y, _SMALL_ENGINE, derailed=True)
        x += _SIGN_STEP
    elif seat in state.in_creek:
        yield buffers(x, y, _SIGN)
    elif railroad.cavalry is not None or space not in (Space.PLAIN, Space.PURPLE):
        yield plate(Space.PURPLE if railroad.cavalry is not None else space, x, y, _SIGN)
        x += _SIGN_STEP
    if railroad.dynamite is not None:
        yield dynamite(x, y, _SIGN)


def legend(y: float) -> Layer:
    """The legend of the board's signs."""
    return Layer("legend", (rule(y), *entries(_LEGEND_AT, y + _LEGEND_LINE, _LEGEND)))
