"""One trip on a close look at the board: its way, what every track costs, the moves, and the bill. (section 7)"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.games.railroads_of_catan.box.figures import LARGE
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.state.actions import PlanRun, Run
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.alt import player
from render.games.railroads_of_catan.crop import crop, middle, pill
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import mark_at, train_width
from render.games.railroads_of_catan.plane import Plane, around, crop_plane
from render.games.railroads_of_catan.rides import Entry, Move, Ride, entries, moves, proposed, signed, told, used, works
from render.games.railroads_of_catan.signs import good_box
from render.games.railroads_of_catan.tracks import spots
from render.games.railroads_of_catan.words import money, named
from render.labels import joined
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, RULE
from render.parts.frame import FIELD, MARGIN, THICK, WIDTH, header, panel, picture, rule
from render.parts.lines import along, body
from render.parts.plane import Bounds
from render.parts.text import Style
from render.scene import Box, Color, Disc, Layer, Line, Scene, Shape, layer

_STRIP, _ROW, _NET, _BELOW, _ABOVE = 118, 72, 132, 16, 8
_AROUND, _LARGEST = 0.75, 236
_RIBBON, _BODY = ((PAPER, 0.3), (INK, 0.24), (PAPER, 0.205)), 0.145
_RING, _RING_LINE, _RING_LEAST, _RING_GAP = 0.345, 0.026, 5, 8
_PLATE_WIDE, _PLATE_TALL, _PLATE_LINE, _PLATE_RADIUS, _PLATE_RIM, _PLATE_RIM_RADIUS = 36, 10, 44, 7, 3, 9
_LINE = 52
"""Height of a line on a plate."""
_SIDEWAYS, _UPWARD = (0, -0.25, 0.25, -0.5, 0.5), (0, -0.4, 0.4, -0.8, 0.8)
_SPACE, _INSIDE, _OUTSIDE, _PLATE_COST = 6, 8, 1_000, 100
_CHIP_BOX, _CHIP_COST, _WAY_BOX, _WAY_STEP, _WAY_COST = (50, 27), 30, 0.1, 0.12, 1.5
_STOP_BOX, _STOP_COST, _CITY_BOX, _CITY_COST = 0.33, 30, 0.26, 24
_CHIT_X, _CHIT_BOX, _CHIT_COST, _TRAIN = 0.59, 0.19, 3, 0.29
_TRAIN_DOWN, _TRAIN_BOX, _OWN_COST, _TRAIN_COST = 0.1, 0.3, 30, 8
_MOVES_LINE, _MOVE_X, _MOVE_STEP, _MOVE_Y, _MOVE_WIDE, _MOVE_TALL, _MOVE_RADIUS = 76, 172, 118, 22, 104, 76, 8
_USED_LINE, _MOVE_MARK, _ONE_GOOD, _TWO_GOODS = 80, 21, 56, 46
_SUM_LINE, _SUM_GAP, _ENTRY_LINE, _ENTRY_GAP, _MARK_X, _MARK_Y, _MARK, _MARK_WIDE = 54, 30, 52, 14, 26, 35, 20, 64
_NET_LINE, _CASH_X, _CASH_LINE, _NET_SUM_LINE = 94, 190, 92, 100
_HIGHEST, _LOWEST = 1600, 620
_MOVES = Style("s", 48)
_MOVES_USED = Style("h", 60)
_NET_TITLE = Style("h", 76, tracking=2)
_NET_DOLLARS = Style("hb", 100)
_ENTRY = Style("s", 50)
_DOLLARS = Style("hb", 54)
_STOP = Style("sb", 44)


def run_preview(state: RailroadsOfCatan, names: Sequence[str], action: Run | PlanRun) -> tuple[Scene, ...]:
    """The trip that is to be confirmed; nothing where it cannot be made now."""
    ride = proposed(state, action)
    title = "Run planned" if isinstance(action, PlanRun) else "Run proposed"
    return () if isinstance(ride, str) else (ride_scene(state, ride, names, title),)


def ride_scene(state: RailroadsOfCatan, ride: Ride, names: Sequence[str], title: str = "Train run") -> Scene:
    """A trip: one to be made, of which the cash after it is known, or one that was made."""
    billed = entries(state, ride, names)
    under = _STRIP + _ROW * len(billed) + _NET + _BELOW
    high = max(_LOWEST, _HIGHEST - FIELD - _ABOVE - under)
    plane, window = ride_window(state, ride, high)
    bottom = plane.y + plane.h
    train = f"{names[ride.seat - 1]}, train {ride.train.number}, {LARGE[ride.train.large]}"
    layers = (
        header(title, train, _line(state, ride, names), seat=ride.seat),
        Layer("window", window),
        layer("moves", _strip(state, ride, bottom)),
        layer("bill", _bill(ride, billed, bottom + _STRIP)),
    )
    return picture("run", bottom + under, PALETTE, layers, _alt(state, ride, billed, names, title))


def _line(state: RailroadsOfCatan, ride: Ride, names: Sequence[str]) -> str:
    first, last = ride.trip.stops[0].place, ride.trip.stops[-1].place
    if len(ride.trip.stops) == 1:
        return f"Stays in {named(state, first, names)}: {signed(ride.bill.net)}"
    return f"From {named(state, first, names)} to {named(state, last, names)}: {signed(ride.bill.net)}"


# -- on the board


def ride_window(state: RailroadsOfCatan, ride: Ride, high: int) -> tuple[Plane, tuple[Shape, ...]]:
    """A window so many px high around a trip, and what is in it: the way, the moves, and what is done at stops."""
    places = [stop.place for stop in ride.trip.stops]
    plane = crop_plane(around(places, _AROUND), FIELD + _ABOVE, tallest=high, lowest=high, largest=_LARGEST)
    top = (*_chips(state, plane, ride), *_stops(state, plane, ride))
    return plane, crop(state, plane, bright=(), under=tuple(_ribbon(state, plane, ride)), top=top)


def _ribbon(state: RailroadsOfCatan, plane: Plane, ride: Ride) -> Iterator[Shape]:
    """Paper, ink, paper, and the line of each track's owner."""
    over, s = used(state, ride), plane.s
    for ink, share in _RIBBON:
        yield from (Line(plane.track(each), ink, share * s, round=True) for each in over)
    bodies = [list(body(owner, plane.track(each), _BODY * s, PAPER)) for each, (owner, _, _) in over.items()]
    yield from (shape for each in bodies for shape in each[:1])
    yield from (shape for each in bodies for shape in each[1:])


def _chips(state: RailroadsOfCatan, plane: Plane, ride: Ride) -> Iterator[Shape]:
    """On each track the fee; where there is none, which moves lead over it."""
    for each, (_, numbers, fee) in used(state, ride).items():
        x, y = middle(plane, each)
        if fee:
            yield from pill(money(fee), x, y, ink=ACCENT if ride.cash is not None else INK, role="fee")
        else:
            yield from pill(numbers, x, y, role="move")


def _stops(state: RailroadsOfCatan, plane: Plane, ride: Ride) -> Iterator[Shape]:
    """A ring around each stop, and a plate that says what is done there."""
    done, s = works(state, ride), plane.s
    for place in done:
        yield Disc(*plane.place(place), _RING * s, None, ACCENT, max(_RING_LEAST, _RING_LINE * s))
    covered = list(_covered(state, plane, ride, done))
    for place, lines in done.items():
        plate = _plate(plane, place, lines, covered)
        covered.append((plate, _PLATE_COST))
        left, top = plate.left, plate.top
        rim = plate.grown(_PLATE_RIM)
        yield Box(rim.left, rim.top, rim.w, rim.h, PAPER, radius=_PLATE_RIM_RADIUS)
        yield Box(left, top, plate.w, plate.h, INK, radius=_PLATE_RADIUS)
        for i, words in enumerate(lines):
            yield _STOP.middle(left + plate.w / 2, top + _PLATE_LINE + i * _LINE, words, "stop", PAPER)


def _plate(plane: Plane, place: Place, lines: Sequence[str], covered: Sequence[tuple[Bounds, float]]) -> Bounds:
    """Where a plate covers least: over, under or beside its stop."""
    x, y = plane.place(place)
    w, h = max(_STOP.wide(words) for words in lines) + _PLATE_WIDE, _LINE * len(lines) + _PLATE_TALL
    r = _RING * plane.s + _RING_GAP
    spots = [
        *((x - w / 2 + dx * w, at) for dx in _SIDEWAYS for at in (y + r, y - r - h)),
        *((at, y - h / 2 + dy * h) for dy in _UPWARD for at in (x + r, x - r - w)),
    ]

    def cost(spot: tuple[float, float]) -> float:
        left, top = spot
        box = Bounds(left, top, left + w, top + h).grown(_SPACE)
        inside = plane.holds(left, top, _INSIDE) and plane.holds(left + w, top + h, _INSIDE)
        return (0 if inside else _OUTSIDE) + sum(weight for other, weight in covered if box.meets(other))

    left, top = min(spots, key=cost)
    left = min(max(left, plane.x + _INSIDE), plane.x + plane.w - w - _INSIDE)
    top = min(max(top, plane.y + _INSIDE), plane.y + plane.h - h - _INSIDE)
    return Bounds(left, top, left + w, top + h)


def _covered(
    state: RailroadsOfCatan, plane: Plane, ride: Ride, stops: Collection[Place]
) -> Iterator[tuple[Bounds, float]]:
    """What a plate should leave free, and how much each thing matters: chips, way, cities, trains, chits."""
    s = plane.s

    def box(x: float, y: float, w: float, h: float) -> Bounds:
        return Bounds(x - w, y - h, x + w, y + h)

    for each in used(state, ride):
        yield box(*middle(plane, each), *_CHIP_BOX), _CHIP_COST
        way = along(plane.track(each), _WAY_STEP * s)
        yield from ((box(x, y, _WAY_BOX * s, _WAY_BOX * s), _WAY_COST) for x, y, _, _ in way)
    for place in stops:
        yield box(*plane.place(place), _STOP_BOX * s, _STOP_BOX * s), _STOP_COST
    for hex in state.cities:
        x, y = plane.place(hex)
        yield box(x, y, _CITY_BOX * s, _CITY_BOX * s), _CITY_COST
        yield box(x + _CHIT_X * s, y, _CHIT_BOX * s, _CHIT_BOX * s), _CHIT_COST
    for piece, dx, dy in spots(state.trains, state.cities, state.tracks):
        x, y = plane.place(piece.at)
        wide = train_width(_TRAIN * s, large=piece.large) / 2
        cost = _OWN_COST if piece == ride.train else _TRAIN_COST
        yield box(x + dx * s, y + dy * s + _TRAIN_DOWN * s, wide, _TRAIN_BOX * s), cost


# -- under it


def _strip(state: RailroadsOfCatan, ride: Ride, top: float) -> Iterator[Shape]:
    """A box for each move that the train has: what was used, by the track's owner or the goods handled."""
    yield _MOVES.left(MARGIN, top + _MOVES_LINE, "moves", "moves", INK_SOFT)
    done, most = moves(state, ride), ride.train.moves
    for i in range(most):
        x, y = MARGIN + _MOVE_X + i * _MOVE_STEP, top + _MOVE_Y
        move = done[i] if i < len(done) else None
        fill, ink = (CARD, INK) if move else (None, RULE)
        yield panel(x, y, _MOVE_WIDE, _MOVE_TALL, fill, ink, radius=_MOVE_RADIUS)
        if move:
            yield from _move(move, x + _MOVE_WIDE / 2, y + _MOVE_TALL / 2)
    words = f"{ride.bill.moves} of {most}"
    yield _MOVES_USED.right(WIDTH - MARGIN, top + _USED_LINE, words, "moves used")


def _move(move: Move, x: float, y: float) -> Iterator[Shape]:
    if move.owner is not None:
        yield mark_at(move.owner, x, y, _MOVE_MARK)
        return
    goods = move.goods[:2]
    side = _ONE_GOOD if len(goods) == 1 else _TWO_GOODS
    for i, good in enumerate(goods):
        yield good_box(good, x + (i - (len(goods) - 1) / 2) * (side + 2), y, side)


def _bill(ride: Ride, billed: Sequence[Entry], top: float) -> Iterator[Shape]:
    asked = ride.cash is not None
    yield rule(top, THICK)
    for i, entry in enumerate(billed):
        y = top + _ROW * i
        sums = signed(entry.dollars)
        yield _DOLLARS.right(WIDTH - MARGIN, y + _SUM_LINE, sums, "dollars", _ink(entry.dollars, asked=asked))
        yield from _entry(entry, y, WIDTH - MARGIN - _DOLLARS.wide(sums) - _SUM_GAP)
        yield Box(MARGIN, round(y + _ROW - 2), WIDTH - 2 * MARGIN, 2, RULE)
    y = top + _ROW * len(billed)
    yield _NET_TITLE.left(MARGIN, y + _NET_LINE, "NET", "net")
    if ride.cash is not None:
        yield _ENTRY.left(MARGIN + _CASH_X, y + _CASH_LINE, f"cash after {money(ride.cash)}", "cash after", INK_SOFT)
    net = ride.bill.net
    yield _NET_DOLLARS.right(WIDTH - MARGIN, y + _NET_SUM_LINE, signed(net), "net dollars", _ink(net, asked=asked))


def _entry(entry: Entry, y: float, end: float) -> Iterator[Shape]:
    """Words, a mark, words."""
    yield _ENTRY.left(MARGIN, y + _ENTRY_LINE, entry.before, "entry")
    x = MARGIN + _ENTRY.wide(entry.before) + _ENTRY_GAP
    if entry.seat is not None:
        yield mark_at(entry.seat, x + _MARK_X, y + _MARK_Y, _MARK)
        x += _MARK_WIDE
    yield _ENTRY.left(x, y + _ENTRY_LINE, _ENTRY.cut(entry.after, end - x), "entry")


def _ink(dollars: int, *, asked: bool) -> Color:
    return GOOD if dollars > 0 else INK if not dollars or not asked else ACCENT


# -- in words


def _alt(state: RailroadsOfCatan, ride: Ride, billed: Sequence[Entry], names: Sequence[str], title: str) -> str:
    """The way by points, moves used, each line of the bill, net. (section 9)"""
    way = "–".join(stop.place for stop in ride.trip.stops)
    stops = "; ".join(f"{named(state, place, names)} {', '.join(lines)}" for place, lines in told(state, ride))
    bill = (f"{_said(entry)}{f' {signed(entry.dollars)}' if entry.dollars else ', free'}." for entry in billed)
    after = f", cash after {money(ride.cash)}" if ride.cash is not None else ""
    first = f"{title}: {player(names, ride.seat)}, train {ride.train.number} {LARGE[ride.train.large]}, {way}"
    return joined(
        (
            f"{first}: {stops}.",
            f"{ride.bill.moves} of {ride.train.moves} moves.",
            *bill,
            f"Net {signed(ride.bill.net)}{after}.",
        )
    )


def _said(entry: Entry) -> str:
    words = f"{entry.before} {entry.after}"
    return words[0].upper() + words[1:]
