"""One trip on a close look at the board: its way, what every track costs, the moves, and the bill. (section 7)"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from engine.core import dollars
from engine.games.railroads_of_catan.box.figures import LARGE
from engine.games.railroads_of_catan.box.island import Place
from engine.games.railroads_of_catan.state.actions import PlanRun, Run
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.narration.working import gain, paid_words
from render.games.railroads_of_catan.crop import Looked, crop, middle, pill
from render.games.railroads_of_catan.ground import CHIT_AT
from render.games.railroads_of_catan.livery import PALETTE, dollars_ink
from render.games.railroads_of_catan.pieces import Ticks, good_row, mark_at, train_width
from render.games.railroads_of_catan.plane import TOP, Plane, around, crop_plane
from render.games.railroads_of_catan.rides import (
    Entry,
    Move,
    Ride,
    entries,
    moves,
    paid_short,
    proposed,
    stop_words,
    used,
    works,
)
from render.games.railroads_of_catan.tracks import TRAIN, bodies, spots
from render.games.railroads_of_catan.words import line_named, named, player
from render.labels import Names, joined
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER
from render.parts.frame import MARGIN, RIGHT, THICK, hairline, header, picture, rule
from render.parts.lines import along
from render.parts.plane import Bounds
from render.parts.text import Style
from render.scene import Disc, Layer, Line, Scene, Shape, Text, layer

_HIGHEST, _LOWEST, _LARGEST, _FOOT = 1600, 620, 236, 16
"""The picture's height, the least of its window, px of a hex size, and what is free under the bill."""

_PAPER_AROUND, _RIM, _WAY, _OWNER = 0.3, 0.24, 0.205, 0.145
"""The way: paper, an ink rim, paper in it, and the line of a track's owner, in sizes of a hex."""
RING, _RING_LINE, _RING_LEAST = 0.345, 0.026, 5.0
"""Around a stop, in sizes of a hex; and the px of its line at least."""

_STOP = Style("sb", 44)
_STOP_ROW, _FIRST_ROW, _PLATE_FOOT, _PLATE_AIR = 52, 44, 10, 36
_PLATE_EDGE, _EDGE_CORNER, _PLATE_CORNER = 3, 9, 7
_OFF, _APART = 8, 6
"""What a plate keeps of its stop and the window's edge, and of everything else."""
_ACROSS = (0, -0.25, 0.25, -0.5, 0.5)
_ALONG = (0, -0.4, 0.4, -0.8, 0.8)
"""How far a plate over, under or beside a stop is shifted, in its width or height."""

_OUTSIDE, _PLATE, _CHIP, _STOPPED = 1_000, 100, 30, 30
_CITY, _NUMBER, _OWN, _TRAIN, _TRACK = 24, 3, 30, 8, 1.5
"""How much it matters that a plate covers something of each kind."""
_STEP = 0.12
"""From one piece of the way to the next that is to be seen, in sizes of a hex."""

_STRIP, _ROW, _NET = 118, 72, 132
"""Heights of the moves, a line of the bill, and its end."""
_MOVES = Style("s", 48)
_USED = Style("h", 60)
_MOVES_LINE, _USED_LINE = 76, 80
_BOX, _BOX_DOWN, _BOXES = 172, 22, Ticks(118, 104, 76, 3, 8)
_MOVE_MARK, _ONE_GOOD, _TWO_GOODS = 21, 56, 46

_DOLLARS = Style("hb", 54)
_ENTRY = Style("s", 50)
_LINE, _SUM_LINE, _SUM_GAP = 52, 54, 30
_MARK, _MARK_DOWN, _MARK_RADIUS, _MARK_ROOM, _MARK_GAP = 26, 35, 20, 64, 14
_TOTAL = Style("hb", 100)
_AFTER_AT = 190
_NET_LINE, _AFTER_LINE, _TOTAL_LINE = 94, 92, 100


def run_preview(state: RailroadsOfCatan, names: Names, action: Run | PlanRun) -> tuple[Scene, ...]:
    """The trip that is to be confirmed; nothing where it cannot be made now."""
    ride = proposed(state, action)
    title = "Planned trip" if isinstance(action, PlanRun) else "Proposed trip"
    return () if isinstance(ride, str) else (ride_scene(state, ride, names, title),)


def ride_scene(state: RailroadsOfCatan, ride: Ride, names: Names, title: str = "Train run") -> Scene:
    """A trip: one to be made, of which the cash after it is known, or one that was made."""
    billed = entries(state, ride, names)
    under = _STRIP + _ROW * len(billed) + _NET + _FOOT
    high = max(_LOWEST, _HIGHEST - TOP - under)
    plane, window = ride_window(state, ride, high)
    bottom = plane.y + plane.h
    train = f"{names[ride.seat - 1]}, train {ride.train.number} ({LARGE[ride.train.large]})"
    layers = (
        header(title, train, _line(state, ride, names), seat=ride.seat),
        Layer("window", window),
        layer("moves", _strip(state, ride, bottom)),
        layer("bill", _bill(ride, billed, bottom + _STRIP)),
    )
    alt = _alt(state, ride, billed, names, title)
    return picture("run", bottom + under, PALETTE, layers, alt)


def _line(state: RailroadsOfCatan, ride: Ride, names: Names) -> str:
    first, *later = (named(state, stop.place, names) for stop in ride.trip.stops)
    way = f"From {first} to {later[-1]}" if later else f"Stays at {first}"
    paid = f" · paid {paid_short(ride, names)}" if paid_short(ride, names) else ""
    return f"{way}: {gain(ride.bill.net)}{paid}"


# -- on the board


def ride_window(state: RailroadsOfCatan, ride: Ride, high: int) -> Looked:
    """A window so many px high around a trip, and what is in it: the way, the moves, and what is done at stops."""
    places = [stop.place for stop in ride.trip.stops]
    plane = crop_plane(around(places, 0.75), high, high, _LARGEST)
    top = (*_chips(state, plane, ride), *_stops(state, plane, ride))
    return plane, crop(state, plane, bright=(), under=_ribbon(state, plane, ride), top=top)


def _ribbon(state: RailroadsOfCatan, plane: Plane, ride: Ride) -> list[Shape]:
    """Paper, ink, paper, and the line of each track's owner."""
    ridden = used(state, ride)
    over = [(plane.track(each), passed.owner) for each, passed in ridden.items()]
    shapes: list[Shape] = []
    for ink, share in ((PAPER, _PAPER_AROUND), (INK, _RIM), (PAPER, _WAY)):
        shapes += (Line(points, ink, share * plane.s, round=True) for points, _ in over)
    return shapes + bodies(over, _OWNER * plane.s)


def _chips(state: RailroadsOfCatan, plane: Plane, ride: Ride) -> Iterator[Shape]:
    """The fee on each track; where there is none, the moves that lead over it."""
    due = ACCENT if ride.cash is not None else INK
    for each, passed in used(state, ride).items():
        x, y = middle(plane, each)
        if passed.fees:
            yield from pill(dollars(passed.fees), x, y, due, "fee")
        else:
            yield from pill(passed.moves, x, y, role="move")


def ring(plane: Plane, place: Place, least: float) -> Disc:
    """Around a stop where something is done; its line has at least so many px."""
    line = max(least, _RING_LINE * plane.s)
    return Disc(*plane.place(place), RING * plane.s, None, ACCENT, line)


def _stops(state: RailroadsOfCatan, plane: Plane, ride: Ride) -> Iterator[Shape]:
    """A ring around each stop, and a plate that says what is done there."""
    done = works(state, ride)
    yield from (ring(plane, place, _RING_LEAST) for place in done)
    covered = [*_covered_way(state, plane, ride, done), *_covered_pieces(state, plane, ride)]
    for place, lines in done.items():
        plate = _plate(plane, place, lines, covered)
        covered.append((plate, _PLATE))
        yield plate.grown(_PLATE_EDGE).box(PAPER, radius=_EDGE_CORNER)
        yield plate.box(INK, radius=_PLATE_CORNER)
        middle, base = plate.left + plate.w / 2, plate.top + _FIRST_ROW
        for i, words in enumerate(lines):
            yield _STOP.middle(middle, base + i * _STOP_ROW, words, "stop", PAPER)


_Covered = tuple[Bounds, float]
"""What a plate should leave free, and how much that matters."""


def _plate(plane: Plane, place: Place, lines: Sequence[str], covered: Sequence[_Covered]) -> Bounds:
    """The box of a plate where it covers least: over, under, or beside its stop."""
    w = max(map(_STOP.wide, lines)) + _PLATE_AIR
    h = float(_STOP_ROW * len(lines) + _PLATE_FOOT)

    def cost(plate: Bounds) -> float:
        room = plate.grown(_APART)
        corners = ((plate.left, plate.top), (plate.right, plate.bottom))
        inside = all(plane.holds(*corner, _OFF) for corner in corners)
        lost = sum(weight for other, weight in covered if room.meets(other))
        return (0 if inside else _OUTSIDE) + lost

    best = min(_plates(plane, place, w, h), key=cost)
    left = min(max(best.left, plane.x + _OFF), plane.x + plane.w - w - _OFF)
    top = min(max(best.top, plane.y + _OFF), plane.y + plane.h - h - _OFF)
    return Bounds(left, top, left + w, top + h)


def _plates(plane: Plane, place: Place, w: float, h: float) -> Iterator[Bounds]:
    """Plates of that size around a stop, the first ones wanted most."""
    x, y = plane.place(place)
    r = RING * plane.s + _OFF
    for share in _ACROSS:
        left = x - w / 2 + share * w
        yield Bounds(left, y + r, left + w, y + r + h)
        yield Bounds(left, y - r - h, left + w, y - r)
    for share in _ALONG:
        top = y - h / 2 + share * h
        yield Bounds(x + r, top, x + r + w, top + h)
        yield Bounds(x - r - w, top, x - r, top + h)


def _around(x: float, y: float, w: float, h: float) -> Bounds:
    """The box that reaches so far to each side of a point."""
    return Bounds(x - w, y - h, x + w, y + h)


def _covered_way(state: RailroadsOfCatan, plane: Plane, ride: Ride, stops: Iterable[Place]) -> Iterator[_Covered]:
    """Chips, track and stops of the way."""
    track, stop = 0.1 * plane.s, 0.33 * plane.s
    for each in used(state, ride):
        yield _around(*middle(plane, each), 50, 27), _CHIP
        for x, y, *_ in along(plane.track(each), _STEP * plane.s):
            yield _around(x, y, track, track), _TRACK
    for place in stops:
        yield _around(*plane.place(place), stop, stop), _STOPPED


def _covered_pieces(state: RailroadsOfCatan, plane: Plane, ride: Ride) -> Iterator[_Covered]:
    """Cities with the numbers of their hexes, and trains."""
    s = plane.s
    for hex in state.cities:
        x, y = plane.place(hex)
        yield _around(x, y, 0.26 * s, 0.26 * s), _CITY
        yield _around(x + CHIT_AT * s, y, 0.19 * s, 0.19 * s), _NUMBER
    for piece, dx, dy in spots(state.trains, state.cities, state.tracks):
        x, y = plane.place(piece.at)
        wide = train_width(TRAIN * s, large=piece.large) / 2
        weight = _OWN if piece == ride.train else _TRAIN
        yield _around(x + dx * s, y + dy * s + 0.1 * s, wide, 0.3 * s), weight


# -- under it


def _strip(state: RailroadsOfCatan, ride: Ride, top: float) -> Iterator[Shape]:
    """A box for each move that the train has: what was used, by the track's owner or the goods handled."""
    done, most = moves(state, ride), ride.train.moves
    yield _MOVES.left(MARGIN, top + _MOVES_LINE, "moves", "moves", INK_SOFT)
    boxes = _BOXES.row(MARGIN + _BOX, top + _BOX_DOWN, len(done), most, CARD)
    for box, move in zip_longest(boxes, done):
        yield box
        if move:
            yield from _move(move, box.x + box.w / 2, box.y + box.h / 2)
    yield _USED.right(RIGHT, top + _USED_LINE, f"{ride.bill.moves} of {most}", "moves used")


def _move(move: Move, x: float, y: float) -> Iterator[Shape]:
    if move.owner is not None:
        yield mark_at(move.owner, x, y, _MOVE_MARK)
        return
    goods = move.goods[:2]
    yield from good_row(goods, x, y, _ONE_GOOD if len(goods) == 1 else _TWO_GOODS, gap=2)


def _bill(ride: Ride, billed: Sequence[Entry], top: float) -> Iterator[Shape]:
    asked = ride.cash is not None
    yield rule(top, THICK)
    y = top
    for entry in billed:
        amount = gain(entry.dollars)
        yield _DOLLARS.right(RIGHT, y + _SUM_LINE, amount, "dollars", dollars_ink(entry.dollars, asked=asked))
        yield from _entry(entry, y, RIGHT - _DOLLARS.wide(amount) - _SUM_GAP)
        y += _ROW
        yield hairline(round(y - 2))
    yield Text(MARGIN, y + _NET_LINE, "NET", "h", 76, INK, tracking=2, role="net")
    if ride.cash is not None and not ride.planned:
        yield _ENTRY.left(
            MARGIN + _AFTER_AT, y + _AFTER_LINE, f"cash after {dollars(ride.cash)}", "cash after", INK_SOFT
        )
    net = ride.bill.net
    yield _TOTAL.right(RIGHT, y + _TOTAL_LINE, gain(net), "net dollars", dollars_ink(net, asked=asked))


def _entry(entry: Entry, y: float, end: float) -> Iterator[Shape]:
    """Words, a mark, words."""
    yield _ENTRY.left(MARGIN, y + _LINE, entry.before, "entry")
    x = MARGIN + _ENTRY.wide(entry.before) + _MARK_GAP
    if entry.seat is not None:
        yield mark_at(entry.seat, x + _MARK, y + _MARK_DOWN, _MARK_RADIUS)
        x += _MARK_ROOM
    yield _ENTRY.left(x, y + _LINE, _ENTRY.cut(entry.after, end - x), "entry")


# -- in words


def _alt(state: RailroadsOfCatan, ride: Ride, billed: Sequence[Entry], names: Names, title: str) -> str:
    """The way, moves used, each line of the bill, what rivals are paid, net. (section 9)"""
    way = line_named(state, [stop.place for stop in ride.trip.stops], names)
    stops = "; ".join(stop_words(state, ride, names))
    paid = paid_words(ride.bill, lambda seat: names[seat - 1])
    after = f", cash after {dollars(ride.cash)}" if ride.cash is not None and not ride.planned else ""
    train = f"train {ride.train.number} ({LARGE[ride.train.large]})"
    facts = (
        f"{title}: {player(names, ride.seat)}, {train}, {way}: {stops}.",
        f"{ride.bill.moves} of {ride.train.moves} moves.",
        *map(_said, billed),
        *([f"Pays {paid}."] if paid else []),
        f"Net {gain(ride.bill.net)}{after}.",
    )
    return joined(facts)


def _said(entry: Entry) -> str:
    """“Ends in Ben 4: −$200.”"""
    words = f"{entry.before} {entry.after}"
    amount = gain(entry.dollars) if entry.dollars else "free"
    return f"{words[0].upper()}{words[1:]}: {amount}."
