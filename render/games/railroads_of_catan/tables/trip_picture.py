"""The picture of one trip: a close-up with fees and stops, the moves, and the bill. (drawing rules, section 7)"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from engine.core import dollar_amount
from engine.games.railroads_of_catan.game_data.constants import SIZE_NAMES
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.state.actions import PlanRun, Run
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.trip_bills import dollars_with_sign, payments_text
from render.games.railroads_of_catan.board.board_viewport import CROP_TOP, BoardViewport, bounds_around, crop_viewport
from render.games.railroads_of_catan.board.crops import CropWindow, draw_crop, draw_pill, track_middle
from render.games.railroads_of_catan.board.ground import CHIT_OFFSET
from render.games.railroads_of_catan.board.pieces import TickRow, draw_good_row, draw_mark, train_width
from render.games.railroads_of_catan.board.track_layers import TRAIN_HEIGHT, draw_bodies, train_spots
from render.games.railroads_of_catan.captions import line_name, node_name, player_text
from render.games.railroads_of_catan.colors import PALETTE, dollars_ink
from render.games.railroads_of_catan.tables.trip_steps import (
    Ride,
    RideMove,
    TripEntry,
    bill_entries,
    lines_by_node,
    propose_ride,
    ride_moves,
    rival_payments_text,
    stop_texts,
    track_uses,
)
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER
from render.parts.map_lines import points_along
from render.parts.page_layout import MARGIN, RIGHT, THICK_RULE, hairline, header_layer, ink_rule, paper_scene
from render.parts.typography import TextStyle
from render.parts.viewport import Bounds
from render.scene import Disc, Layer, Line, Scene, Shape, Text, make_layer
from render.text_fitting import Names, join_sentences

_HIGHEST, _LOWEST = 1600, 620
"""Maximum height of the picture, and minimum height of its close-up, in px."""
_LARGEST = 236
"""Maximum scale of the close-up, in px per hex size."""
_FOOT = 16
"""Height in px of the empty space below the bill."""

_PAPER_AROUND, _RIM, _WAY, _OWNER = 0.3, 0.24, 0.205, 0.145
"""Line widths of the path, from the lowest layer to the top, in hex sizes: paper, ink, paper, owner's color."""
STOP_RING, _RING_LINE = 0.345, 0.026
"""Radius and line width of the ring around a stop, in hex sizes."""
_RING_LEAST = 5.0
"""Minimum line width of the ring around a stop, in px."""

_STOP = TextStyle("sb", 44)
_STOP_ROW, _FIRST_ROW, _PLATE_FOOT, _PLATE_AIR = 52, 44, 10, 36
_PLATE_EDGE, _EDGE_CORNER, _PLATE_CORNER = 3, 9, 7
_OFF, _APART = 8, 6
"""Minimum distances of a plate in px: from its stop and from the edge of the viewport, and from everything else."""
_ACROSS = (0, -0.25, 0.25, -0.5, 0.5)
"""Candidate shifts of a plate above or below a stop: distances to the right, in widths of the plate."""
_ALONG = (0, -0.4, 0.4, -0.8, 0.8)
"""Candidate shifts of a plate to the left or right of a stop: distances down, in heights of the plate."""

_OUTSIDE, _PLATE, _CHIP, _STOPPED = 1_000, 100, 30, 30
_CITY, _NUMBER = 24, 3
"""Cost of a plate that covers a city, and of a plate that covers the number chit of a hex."""
_OWN, _TRAIN = 30, 8
"""Cost of a plate that covers the train of the trip, and of a plate that covers another train."""
_TRACK = 1.5
"""Cost of a plate for each point of the path that it covers; the points are ``_STEP`` apart."""
_STEP = 0.12
"""Distance between points of the path that plates should not cover, in hex sizes."""

_STRIP, _ROW, _NET = 118, 72, 132
"""Heights in px of the row of moves, of a line of the bill, and of the line with the net income."""
_MOVES = TextStyle("s", 48)
_USED = TextStyle("h", 60)
_MOVES_LINE, _USED_LINE = 76, 80
_BOX, _BOX_DOWN, _BOXES = 172, 22, TickRow(118, 104, 76, 3, 8)
_MOVE_MARK, _ONE_GOOD, _TWO_GOODS = 21, 56, 46

_DOLLARS = TextStyle("hb", 54)
_ENTRY = TextStyle("s", 50)
_LINE, _SUM_LINE, _SUM_GAP = 52, 54, 30
_MARK, _MARK_DOWN, _MARK_RADIUS, _MARK_ROOM, _MARK_GAP = 26, 35, 20, 64, 14
_TOTAL = TextStyle("hb", 100)
_AFTER_AT = 190
_NET_LINE, _AFTER_LINE, _TOTAL_LINE = 94, 92, 100


def trip_preview_scenes(state: RailroadsOfCatan, names: Names, action: Run | PlanRun) -> tuple[Scene, ...]:
    """Draw the trip that the player is asked to confirm; no picture if the trip is impossible now."""
    ride = propose_ride(state, action)
    title = "Planned trip" if isinstance(action, PlanRun) else "Proposed trip"
    return () if isinstance(ride, str) else (trip_scene(state, ride, names, title),)


def trip_scene(state: RailroadsOfCatan, ride: Ride, names: Names, title: str = "Train run") -> Scene:
    """Draw a trip that was made, or a proposed trip with the owner's cash after it."""
    bill_lines = bill_entries(state, ride, names)
    under = _STRIP + _ROW * len(bill_lines) + _NET + _FOOT
    high = max(_LOWEST, _HIGHEST - CROP_TOP - under)
    viewport, window = trip_window(state, ride, high)
    bottom = viewport.y + viewport.h
    train = f"{names[ride.seat - 1]}, train {ride.train.number} ({SIZE_NAMES[ride.train.large]})"
    layers = (
        header_layer(title, train, _trip_line(state, ride, names), seat=ride.seat),
        Layer("window", window),
        make_layer("moves", _draw_moves(state, ride, bottom)),
        make_layer("bill", _draw_bill(ride, bill_lines, bottom + _STRIP)),
    )
    alt = _alt_text(state, ride, bill_lines, names, title)
    return paper_scene("run", bottom + under, PALETTE, layers, alt)


def _trip_line(state: RailroadsOfCatan, ride: Ride, names: Names) -> str:
    first, *later = (node_name(state, stop.place, names) for stop in ride.trip.stops)
    route = f"From {first} to {later[-1]}" if later else f"Stays at {first}"
    payments_part = f" · paid {rival_payments_text(ride, names)}" if rival_payments_text(ride, names) else ""
    return f"{route}: {dollars_with_sign(ride.bill.net)}{payments_part}"


# -- on the board


def trip_window(state: RailroadsOfCatan, ride: Ride, high: int) -> CropWindow:
    """Draw a close-up of a trip with its path, fees, moves, and stops; ``high`` is the height in px."""
    places = [stop.place for stop in ride.trip.stops]
    viewport = crop_viewport(bounds_around(places, 0.75), high, high, _LARGEST)
    top = (*_draw_chips(state, viewport, ride), *_draw_stops(state, viewport, ride))
    return viewport, draw_crop(state, viewport, bright=(), under=_draw_ribbon(state, viewport, ride), top=top)


def _draw_ribbon(state: RailroadsOfCatan, viewport: BoardViewport, ride: Ride) -> list[Shape]:
    """Draw the path of a trip; a line in the middle shows the owner of each track."""
    uses = track_uses(state, ride)
    courses = [(viewport.track_points(track), use.owner) for track, use in uses.items()]
    shapes: list[Shape] = []
    for ink, share in ((PAPER, _PAPER_AROUND), (INK, _RIM), (PAPER, _WAY)):
        shapes += (Line(points, ink, share * viewport.scale, round=True) for points, _ in courses)
    return shapes + draw_bodies(courses, _OWNER * viewport.scale)


def _draw_chips(state: RailroadsOfCatan, viewport: BoardViewport, ride: Ride) -> Iterator[Shape]:
    """Draw on each track the fee, or, if there is no fee, the numbers of the moves over the track."""
    due = ACCENT if ride.cash is not None else INK
    for track, use in track_uses(state, ride).items():
        x, y = track_middle(viewport, track)
        if use.fees:
            yield from draw_pill(dollar_amount(use.fees), x, y, due, "fee")
        else:
            yield from draw_pill(use.moves, x, y, role="move")


def draw_ring(viewport: BoardViewport, place: NodeId, least: float) -> Disc:
    """Draw a ring around a stop; ``least`` is the minimum line width in px."""
    line = max(least, _RING_LINE * viewport.scale)
    return Disc(*viewport.node_point(place), STOP_RING * viewport.scale, None, ACCENT, line)


def _draw_stops(state: RailroadsOfCatan, viewport: BoardViewport, ride: Ride) -> Iterator[Shape]:
    """Draw a ring around each stop, and next to it a plate that names the work there."""
    lines_by_stop = lines_by_node(state, ride)
    yield from (draw_ring(viewport, place, _RING_LEAST) for place in lines_by_stop)
    obstacles = [*_obstacles_on_way(state, viewport, ride, lines_by_stop), *_obstacles_of_pieces(state, viewport, ride)]
    for place, lines in lines_by_stop.items():
        plate = _best_plate(viewport, place, lines, obstacles)
        obstacles.append((plate, _PLATE))
        yield plate.inflate(_PLATE_EDGE).as_box(PAPER, radius=_EDGE_CORNER)
        yield plate.as_box(INK, radius=_PLATE_CORNER)
        middle, base = plate.left + plate.width / 2, plate.top + _FIRST_ROW
        for i, words in enumerate(lines):
            yield _STOP.middle(middle, base + i * _STOP_ROW, words, "stop", PAPER)


_WeightedBox = tuple[Bounds, float]
"""A box that a plate should not cover, and the cost of covering it."""


def _best_plate(
    viewport: BoardViewport, place: NodeId, lines: Sequence[str], obstacles: Sequence[_WeightedBox]
) -> Bounds:
    """Return the box of the plate with the lowest cost above, below, or beside its stop."""
    w = max(map(_STOP.width, lines)) + _PLATE_AIR
    h = float(_STOP_ROW * len(lines) + _PLATE_FOOT)

    def cost(plate: Bounds) -> float:
        room = plate.inflate(_APART)
        corners = ((plate.left, plate.top), (plate.right, plate.bottom))
        inside = all(viewport.has_point(*corner, _OFF) for corner in corners)
        lost = sum(weight for other, weight in obstacles if room.is_overlapping(other))
        return (0 if inside else _OUTSIDE) + lost

    best = min(_plate_candidates(viewport, place, w, h), key=cost)
    left = min(max(best.left, viewport.x + _OFF), viewport.x + viewport.w - w - _OFF)
    top = min(max(best.top, viewport.y + _OFF), viewport.y + viewport.h - h - _OFF)
    return Bounds(left, top, left + w, top + h)


def _plate_candidates(viewport: BoardViewport, place: NodeId, w: float, h: float) -> Iterator[Bounds]:
    """Yield boxes of ``w`` times ``h`` px around a stop, the preferred ones first."""
    x, y = viewport.node_point(place)
    r = STOP_RING * viewport.scale + _OFF
    for share in _ACROSS:
        left = x - w / 2 + share * w
        yield Bounds(left, y + r, left + w, y + r + h)
        yield Bounds(left, y - r - h, left + w, y - r)
    for share in _ALONG:
        top = y - h / 2 + share * h
        yield Bounds(x + r, top, x + r + w, top + h)
        yield Bounds(x - r - w, top, x - r, top + h)


def _box_around(x: float, y: float, w: float, h: float) -> Bounds:
    """Return the box around a point; ``w`` and ``h`` are half its width and half its height."""
    return Bounds(x - w, y - h, x + w, y + h)


def _obstacles_on_way(
    state: RailroadsOfCatan, viewport: BoardViewport, ride: Ride, stops: Iterable[NodeId]
) -> Iterator[_WeightedBox]:
    """Yield boxes around the fees, tracks, and stops of a trip, with their costs."""
    track_radius, stop_radius = 0.1 * viewport.scale, 0.33 * viewport.scale
    for track in track_uses(state, ride):
        yield _box_around(*track_middle(viewport, track), 50, 27), _CHIP
        for x, y, *_ in points_along(viewport.track_points(track), _STEP * viewport.scale):
            yield _box_around(x, y, track_radius, track_radius), _TRACK
    for place in stops:
        yield _box_around(*viewport.node_point(place), stop_radius, stop_radius), _STOPPED


def _obstacles_of_pieces(state: RailroadsOfCatan, viewport: BoardViewport, ride: Ride) -> Iterator[_WeightedBox]:
    """Yield boxes around cities, the chits of their hexes, and trains, with their costs."""
    s = viewport.scale
    for hex in state.cities:
        x, y = viewport.node_point(hex)
        yield _box_around(x, y, 0.26 * s, 0.26 * s), _CITY
        yield _box_around(x + CHIT_OFFSET * s, y, 0.19 * s, 0.19 * s), _NUMBER
    for piece, dx, dy in train_spots(state.trains, state.cities, state.tracks):
        x, y = viewport.node_point(piece.at)
        wide = train_width(TRAIN_HEIGHT * s, large=piece.large) / 2
        weight = _OWN if piece == ride.train else _TRAIN
        yield _box_around(x + dx * s, y + dy * s + 0.1 * s, wide, 0.3 * s), weight


# -- under the board


def _draw_moves(state: RailroadsOfCatan, ride: Ride, top: float) -> Iterator[Shape]:
    """Draw a box for each move of the train.

    The box of a used move shows the mark of the track's owner, or the goods that were loaded or delivered.
    """
    moves_made, most = ride_moves(state, ride), ride.train.moves
    yield _MOVES.left(MARGIN, top + _MOVES_LINE, "moves", "moves", INK_SOFT)
    boxes = _BOXES.draw(MARGIN + _BOX, top + _BOX_DOWN, len(moves_made), most, CARD)
    for box, move in zip_longest(boxes, moves_made):
        yield box
        if move:
            yield from _draw_move(move, box.x + box.w / 2, box.y + box.h / 2)
    yield _USED.right(RIGHT, top + _USED_LINE, f"{ride.bill.moves} of {most}", "moves used")


def _draw_move(move: RideMove, x: float, y: float) -> Iterator[Shape]:
    if move.owner is not None:
        yield draw_mark(move.owner, x, y, _MOVE_MARK)
        return
    goods = move.goods[:2]
    yield from draw_good_row(goods, x, y, _ONE_GOOD if len(goods) == 1 else _TWO_GOODS, gap=2)


def _draw_bill(ride: Ride, bill_lines: Sequence[TripEntry], top: float) -> Iterator[Shape]:
    is_asked = ride.cash is not None
    yield ink_rule(top, THICK_RULE)
    y = top
    for entry in bill_lines:
        amount = dollars_with_sign(entry.dollars)
        yield _DOLLARS.right(RIGHT, y + _SUM_LINE, amount, "dollars", dollars_ink(entry.dollars, is_asked=is_asked))
        yield from _draw_entry(entry, y, RIGHT - _DOLLARS.width(amount) - _SUM_GAP)
        y += _ROW
        yield hairline(round(y - 2))
    yield Text(MARGIN, y + _NET_LINE, "NET", "h", 76, INK, tracking=2, role="net")
    if ride.cash is not None and not ride.planned:
        yield _ENTRY.left(
            MARGIN + _AFTER_AT, y + _AFTER_LINE, f"cash after {dollar_amount(ride.cash)}", "cash after", INK_SOFT
        )
    net = ride.bill.net
    yield _TOTAL.right(
        RIGHT, y + _TOTAL_LINE, dollars_with_sign(net), "net dollars", dollars_ink(net, is_asked=is_asked)
    )


def _draw_entry(entry: TripEntry, y: float, end: float) -> Iterator[Shape]:
    """Draw a line of the bill: a text, the mark of a player if the line has one, and another text."""
    yield _ENTRY.left(MARGIN, y + _LINE, entry.before, "entry")
    x = MARGIN + _ENTRY.width(entry.before) + _MARK_GAP
    if entry.seat is not None:
        yield draw_mark(entry.seat, x + _MARK, y + _MARK_DOWN, _MARK_RADIUS)
        x += _MARK_ROOM
    yield _ENTRY.left(x, y + _LINE, _ENTRY.shorten(entry.after, end - x), "entry")


# -- alt text


def _alt_text(state: RailroadsOfCatan, ride: Ride, bill_lines: Sequence[TripEntry], names: Names, title: str) -> str:
    """Describe a trip: route, moves, bill, payments to rivals, and net income. (drawing rules, section 9)"""
    route = line_name(state, [stop.place for stop in ride.trip.stops], names)
    stops = "; ".join(stop_texts(state, ride, names))
    payments_part = payments_text(ride.bill, lambda seat: names[seat - 1])
    after = f", cash after {dollar_amount(ride.cash)}" if ride.cash is not None and not ride.planned else ""
    train = f"train {ride.train.number} ({SIZE_NAMES[ride.train.large]})"
    facts = (
        f"{title}: {player_text(names, ride.seat)}, {train}, {route}: {stops}.",
        f"{ride.bill.moves} of {ride.train.moves} moves.",
        *map(_entry_sentence, bill_lines),
        *([f"Pays {payments_part}."] if payments_part else []),
        f"Net {dollars_with_sign(ride.bill.net)}{after}.",
    )
    return join_sentences(facts)


def _entry_sentence(entry: TripEntry) -> str:
    """“Ends in Ben 4: −$200.”"""
    words = f"{entry.before} {entry.after}"
    amount = dollars_with_sign(entry.dollars) if entry.dollars else "free"
    return f"{words[0].upper()}{words[1:]}: {amount}."
