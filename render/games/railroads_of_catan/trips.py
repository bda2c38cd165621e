"""Several trips in one picture: those to choose from, with their keys; or all that were made in a phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import listed
from engine.games.railroads_of_catan.box.figures import LARGE, TURNS
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.state.actions import PlanRun, Run, Upgrade
from engine.games.railroads_of_catan.state.paths import Stop
from engine.games.railroads_of_catan.state.phases import Runs, Visits
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.alt import barrels, player
from render.games.railroads_of_catan.crop import crop, lettered, pill_wide
from render.games.railroads_of_catan.keyed import Keyed
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import city, mark_at, train, train_width
from render.games.railroads_of_catan.plane import Plane, around, crop_plane
from render.games.railroads_of_catan.rides import Ride, proposed, ridden, signed, told, used
from render.games.railroads_of_catan.run import ride_scene, ride_window
from render.games.railroads_of_catan.signs import good_box
from render.games.railroads_of_catan.words import money, named
from render.geometry import shifted
from render.labels import joined
from render.painter import Choice
from render.palette import ACCENT, GOOD, INK, INK_SOFT, PAPER, RULE
from render.parts.frame import CONTENT, FIELD, MARGIN, THICK, WIDTH, header, picture, rule
from render.parts.text import DIGIT, RANK, SMALL, TAG, Style
from render.scene import Box, Color, Disc, Layer, Line, Polygon, Scene, Shape, layer

_ROW, _TOTALS = 136, 96
_HIGHEST, _LOWEST, _ROOM = 1600, 640, 480
_MOST = 10
"""Trips that have a row of their own."""
_ASKED = 6
"""Of those to choose from; the others stand in the menu alone."""
_TRAIN = 54.0
_BARRELS = Style("hb", 48)
_STOPS, _NET_LINE, _TRAIN_MIDDLE, _FACTS_LINE, _GAP, _TRAIN_GAP = 44, 64, 50, 118, 24, 26
_KEY_STEP, _MORE_ROOM, _MORE_DROP, _STOP_GAP = 60, 40, 16, 12
_SHAFT, _SHAFT_LINE, _HEAD, _ARROW = ((0, 0), (22, 0)), 5, ((18, -11), (38, 0), (18, 11)), 52
_CITY_X, _CITY, _CITY_WIDE, _SIGN_GAP, _GOOD, _GOOD_WIDE, _WORK_GAP = 38, 28, 82, 6, 48, 50, 16
_ORDER, _ORDER_X, _ORDER_EDGES, _ORDER_WIDE, _ORDER_RADIUS = 52, 54, 20, 26, 6
_SUM_LINE, _SUM_CAPTION, _SUM_FIGURE, _SUM_MARK_X, _SUM_MARK_Y, _SUM_MARK = 170, 66, 68, 40, 48, 22
_IN_ALL = Style("s", 48)
_TOTAL = Style("hb", 58)


def trip_scenes(state: RailroadsOfCatan, names: Sequence[str], choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Trips to choose from; nothing where they are not of one train."""
    asked = [(choice.key, action) for choice in choices for action in choice.actions[:1]]
    wanted = [(key, action) for key, action in asked if isinstance(action, Run | PlanRun)]
    found = [proposed(state, action, key) for key, action in wanted]
    every = [ride for ride in found if isinstance(ride, Ride)]
    if not every or len({(ride.seat, ride.train.number) for ride in every}) > 1:
        return ()
    rides = every[:_ASKED]
    own = rides[0].train
    at = named(state, own.at, names)
    where = f"{'in' if own.at in state.cities else 'at'} {at}"
    line = f"Which trip? It stands {where}; + is loaded, − is sold"
    title = header("Trips", f"train {own.number}, {LARGE[own.large]}", line, seat=own.seat)
    plane, height = _plane(rides)
    content = _window(state, plane, rides, _keys(plane, rides))
    rows = _rows(state, rides, names, plane.y + plane.h + 12, asked=True)
    first = f"Which trip? {player(names, own.seat)}, train {own.number} {LARGE[own.large]}, {where}."
    alt = joined((first, *(_sentence(state, ride, names) for ride in rides)))
    layers = (title, Layer("window", content), layer("trips", rows))
    return (picture("trips", height, PALETTE, layers, alt),)


def train_keys(state: RailroadsOfCatan, names: Sequence[str], choices: Sequence[Choice]) -> tuple[Keyed, ...]:
    """Trains to choose one from, with what they carry."""
    found = []
    for choice in choices:
        action = choice.actions[0]
        own = state.train(action.seat, action.number) if isinstance(action, Run | PlanRun | Upgrade) else None
        if own:
            where = f"{'in' if own.at in state.cities else 'at'} {named(state, own.at, names)}"
            words = f"train {own.number}, {LARGE[own.large]}, {where}, {barrels(own.goods)}"
            found.append(Keyed(choice.key, words, own.number, train=(own.seat, own.number)))
    return tuple(found)


def runs_scenes(state: RailroadsOfCatan, news: Sequence[Event], names: Sequence[str]) -> tuple[Scene, ...]:
    """All trips in the news, and what each player has more by them; a trip by itself with its bill."""
    rides = ridden(state, news)
    if len(rides) < 2:
        return tuple(ride_scene(state, ride, names) for ride in rides)
    best = max(rides, key=lambda ride: ride.bill.net)
    return (_record(state, rides, best, names),)


def _record(state: RailroadsOfCatan, rides: Sequence[Ride], best: Ride, names: Sequence[str]) -> Scene:
    """A row a trip; of very many the best. Where there is room, the best one on the board above them."""
    shown = sorted(sorted(rides, key=lambda ride: -ride.bill.net)[:_MOST], key=rides.index)
    left = rides[len(shown) :]
    line = f"Best: {names[best.seat - 1]}’s train {best.train.number}, {signed(best.bill.net)}; + is loaded, − is sold"
    if left:
        line = f"The best {_MOST} of {len(rides)} runs; + is loaded, − is sold"
    room = _HIGHEST - FIELD - 20 - _ROW * len(shown) - _TOTALS - 12
    top, window = CONTENT, tuple[Shape, ...]()
    if room >= _ROOM:
        plane, window = ride_window(state, best, room)
        top = plane.y + plane.h + 12
    bottom = top + _ROW * len(shown)
    layers = (
        header("Trains run", _turn(state), line, seat=None if left else best.seat),
        Layer("window", window),
        layer("trips", _rows(state, shown, names, top, asked=False)),
        layer("totals", _totals(state, rides, bottom)),
    )
    sums = _sums(state, rides)
    all_in_all = listed([f"{names[seat - 1]} {signed(sums[seat])}" for seat in state.order])
    said = (_sentence(state, ride, names) for ride in shown)
    alt = joined((f"Trains run, {_turn(state)}. All in all {all_in_all}.", *said))
    return picture("runs", bottom + _TOTALS + 12, PALETTE, layers, alt)


def _turn(state: RailroadsOfCatan) -> str:
    """The turn of the runs: when all have run, the next one has begun already."""
    running = any(isinstance(phase, Runs | Visits) and phase.at for phase in state.flow)
    return f"Turn {state.turn if running or not state.flow else state.turn - 1} of {TURNS}"


# -- on the board


def _plane(rides: Sequence[Ride]) -> tuple[Plane, int]:
    """The window around all trips, and the height of the picture."""
    under = 12 + _ROW * len(rides) + 24
    high = max(_LOWEST, _HIGHEST - FIELD - 8 - under)
    places = [stop.place for ride in rides for stop in ride.trip.stops]
    plane = crop_plane(around(places, 0.8), FIELD + 8, tallest=high, lowest=min(high, 760), largest=210)
    return plane, plane.y + plane.h + under


def _window(
    state: RailroadsOfCatan, plane: Plane, rides: Sequence[Ride], top: Sequence[Shape] | Iterator[Shape]
) -> tuple[Shape, ...]:
    """What was run over has an ink edge, everything else is faded; stops are ringed."""
    over = tuple(dict.fromkeys(each for ride in rides for each in used(state, ride)))
    stops = dict.fromkeys(stop.place for ride in rides for stop in ride.trip.stops if stop.works)
    rings = (Disc(*plane.place(place), 0.345 * plane.s, None, ACCENT, max(4.0, 0.026 * plane.s)) for place in stops)
    return crop(state, plane, new=over, bright=over, top=(*rings, *top))


def _keys(plane: Plane, rides: Sequence[Ride]) -> Iterator[Shape]:
    """The keys of trips side by side over the point where they end."""
    found: dict[Place, list[str]] = {}
    for ride in rides:
        found.setdefault(ride.trip.stops[-1].place, []).append(ride.key)
    for place, keys in found.items():
        x, y = plane.place(place)
        y = max(plane.y + 34, y - 0.345 * plane.s - 20)
        for i, word in enumerate(keys):
            yield from lettered(word, x + (i - (len(keys) - 1) / 2) * _KEY_STEP, y)


# -- rows


def _rows(
    state: RailroadsOfCatan, rides: Sequence[Ride], names: Sequence[str], top: float, *, asked: bool
) -> Iterator[Shape]:
    for i, ride in enumerate(rides):
        y = top + i * _ROW
        if i:
            yield Box(MARGIN, round(y - 1), WIDTH - 2 * MARGIN, 2, RULE)
        net = ride.bill.net
        yield RANK.right(WIDTH - MARGIN, y + _NET_LINE, signed(net), "net dollars", _ink(net, asked=asked))
        x = float(MARGIN)
        if asked:
            wide = pill_wide(ride.key)
            yield from lettered(ride.key, x + wide / 2, y + _STOPS)
            x += wide + _GAP
        else:
            wide = train_width(_TRAIN, large=ride.train.large)
            yield train(ride.train, x + wide / 2, y + _TRAIN_MIDDLE, _TRAIN)
            x += train_width(_TRAIN, large=True) + _TRAIN_GAP
        end = WIDTH - MARGIN - RANK.wide(signed(net)) - _GAP
        yield from _way(state, ride, names, x, y + _STOPS, end)
        room = WIDTH - MARGIN - x
        yield SMALL.left(x, y + _FACTS_LINE, _facts(ride, names), "facts", INK_SOFT, room=room, short=_facts(ride))


def _way(state: RailroadsOfCatan, ride: Ride, names: Sequence[str], x: float, y: float, end: float) -> Iterator[Shape]:
    """The stops in order, with what is sold and loaded; as many as have room."""
    stops = ride.trip.stops
    last = stops[-1]
    for stop in (*(s for s in stops[:-1] if s.works or s.thrown), last):
        words = _works(state, stop)
        wide = _room(state, stop) + sum(_wide(*word) for word in words)
        if x + wide + _MORE_ROOM > end:
            yield TAG.left(x, y + _MORE_DROP, "…", "more", INK_SOFT)
            return
        if stop is not stops[0]:
            yield Line(shifted(_SHAFT, x, y), INK, _SHAFT_LINE)
            yield Polygon(shifted(_HEAD, x, y), INK)
            x += _ARROW
        yield from _place(state, stop.place, x, y)
        x += _room(state, stop)
        for work in words:
            yield from _work(*work, x, y)
            x += _wide(*work)
        x += _STOP_GAP


_Work = tuple[str, Good, str]
"""“−2”, the good, and the letters of the orders that are filled."""


def _works(state: RailroadsOfCatan, stop: Stop) -> list[_Work]:
    """What is thrown away, sold and loaded at a stop."""
    found: list[_Work] = [("×", good, "") for good in stop.thrown]
    for good in dict.fromkeys(sale.good for sale in stop.sales):
        sales = [sale for sale in stop.sales if sale.good is good]
        letters = "".join(sale.order for sale in sales)
        found.append((f"−{sum(sale.barrels for sale in sales)}", good, letters))
    made = state.layout.good(stop.place)
    if stop.load and made:
        found.append((f"+{stop.load}", made, ""))
    return found


def _room(state: RailroadsOfCatan, stop: Stop) -> float:
    return _CITY_WIDE if stop.place in state.cities else TAG.wide(stop.place) + _STOP_GAP


def _wide(sign: str, _: Good, letters: str) -> float:
    order = DIGIT.wide(letters) + _ORDER_WIDE if letters else 0
    return _BARRELS.wide(sign) + _SIGN_GAP + _GOOD_WIDE + order + _WORK_GAP


def _place(state: RailroadsOfCatan, place: Place, x: float, y: float) -> Iterator[Shape]:
    found = state.cities.get(place)
    if found:
        yield city(found.seat, found.dots, x + _CITY_X, y, _CITY)
    else:
        yield TAG.left(x, y + TAG.rise, place, "point")


def _work(sign: str, good: Good, letters: str, x: float, y: float) -> Iterator[Shape]:
    """The number with its sign, the good, and an order's letter on ink."""
    yield _BARRELS.left(x, y + _BARRELS.rise, sign, "barrels")
    x += _BARRELS.wide(sign) + _SIGN_GAP
    yield good_box(good, x + _GOOD / 2, y, _GOOD)
    if letters:
        wide = DIGIT.wide(letters) + _ORDER_EDGES
        yield Box(x + _ORDER_X, y - _ORDER / 2, wide, _ORDER, INK, radius=_ORDER_RADIUS)
        yield DIGIT.middle(x + _ORDER_X + wide / 2, y + _MORE_DROP, letters, "order", PAPER)


def _facts(ride: Ride, names: Sequence[str] = ()) -> str:
    """“6 of 8 moves · sales $2,000 · orders $6,000 · goods −$500 · fees −$600 to Ada”; without names: no “to Ada”."""
    sums: dict[str, int] = {}
    owed: dict[Seat, int] = {}
    for line in ride.bill.lines:
        kind = "fees" if line.kind in ("segment", "city") else _KINDS[line.kind]
        sums[kind] = sums.get(kind, 0) + line.dollars
        if kind == "fees" and line.seat is not None:
            owed[line.seat] = owed.get(line.seat, 0) + line.dollars
    parts = [f"{kind} {money(sums[kind])}" for kind in _KINDS.values() if sums.get(kind)]
    to = [f"{money(dollars)} to {names[seat - 1]}" for seat, dollars in owed.items() if dollars] if names else []
    fees = f"fees {listed(to) if to else money(sums['fees'])}" if sums.get("fees") else ""
    return " · ".join((f"{ride.bill.moves} of {ride.train.moves} moves", *parts, *([fees] if fees else [])))


_KINDS = {"sale": "sales", "order": "orders", "goods": "goods"}


def _ink(dollars: int, *, asked: bool) -> Color:
    return GOOD if dollars > 0 else INK if not dollars or not asked else ACCENT


# -- all in all


def _sums(state: RailroadsOfCatan, rides: Sequence[Ride]) -> Mapping[Seat, int]:
    """What each player has more by all trips, with what others paid for goods, track and cities."""
    found = dict.fromkeys(state.everyone, 0)
    for ride in rides:
        found[ride.seat] += ride.bill.net
        for line in ride.bill.lines:
            if line.seat is not None:
                found[line.seat] -= line.dollars
    return found


def _totals(state: RailroadsOfCatan, rides: Sequence[Ride], top: float) -> Iterator[Shape]:
    """One line: what everybody has more, with what others paid them."""
    yield rule(top, THICK)
    sums, cell = _sums(state, rides), (WIDTH - 2 * MARGIN - _SUM_LINE) / state.seats
    yield _IN_ALL.left(MARGIN, top + _SUM_CAPTION, "in all", "in all", INK_SOFT)
    for i, seat in enumerate(state.order):
        right = MARGIN + _SUM_LINE + (i + 1) * cell
        words = signed(sums[seat])
        yield _TOTAL.right(right, top + _SUM_FIGURE, words, "total", _ink(sums[seat], asked=False))
        yield mark_at(seat, right - _TOTAL.wide(words) - _SUM_MARK_X, top + _SUM_MARK_Y, _SUM_MARK)


# -- in words


def _sentence(state: RailroadsOfCatan, ride: Ride, names: Sequence[str]) -> str:
    """“A: Ada’s 5 load 2 wood; Ben’s 4 sell 2 wood: 6 of 8 moves, sales $1,600. Net +$1,600.”"""
    done = "; ".join(f"{named(state, place, names)} {', '.join(lines)}" for place, lines in told(state, ride))
    who = f"{ride.key}" if ride.cash is not None else f"{names[ride.seat - 1]} train {ride.train.number}"
    return f"{who}: {done}; {_facts(ride).replace(' · ', ', ')}; net {signed(ride.bill.net)}."
