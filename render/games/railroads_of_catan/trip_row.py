"""A trip in one line: its stops with what is sold and loaded there, and its moves and money in words."""

from collections.abc import Iterator

from engine.core import dollars
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.state.paths import Stop
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.pieces import city
from render.games.railroads_of_catan.rides import Ride, paid_short
from render.games.railroads_of_catan.signs import Arrow, good_box
from render.labels import Names
from render.palette import INK, INK_SOFT, PAPER
from render.parts.text import DIGIT, TAG, Style
from render.scene import Box, Shape

_POINT_LINE, _POINT_GAP, _CITY, _CITY_RADIUS, _CITY_ROOM = 17, 12, 38, 28, 82
_MORE_ROOM, _STOP_GAP = 40, 12
_ARROW, _ARROW_ROOM = Arrow(22, 18, 38, 11, 5), 52
_BARRELS = Style("hb", 48)
_GOOD, _GOOD_ROOM, _GOOD_GAP, _WORK_GAP = 48, 50, 6, 16
_SLIP, _SLIP_AIR, _SLIP_HIGH, _SLIP_CORNER, _ORDER_LINE = 54, 20, 52, 6, 16


def trip_way(state: RailroadsOfCatan, ride: Ride, x: float, y: float, end: float) -> Iterator[Shape]:
    """The stops in order, with what is sold and loaded; as many as have room."""
    *stops, last = ride.trip.stops
    for stop in (*(stop for stop in stops if stop.works or stop.thrown), last):
        words = _works(state, stop)
        wide = _room(state, stop) + sum(_wide(*word) for word in words)
        if x + wide + _MORE_ROOM > end:
            yield TAG.left(x, y + 16, "…", "more", INK_SOFT)
            return
        if stop is not ride.trip.stops[0]:
            yield from _ARROW.at(x, y)
            x += _ARROW_ROOM
        yield from _place(state, stop.place, x, y)
        x += _room(state, stop)
        for work in words:
            yield from _work(*work, x, y)
            x += _wide(*work)
        x += _STOP_GAP


_Work = tuple[str, Good, str]
"""“−2”, the good, and the letters of the orders that are filled."""


def _works(state: RailroadsOfCatan, stop: Stop) -> list[_Work]:
    """The barrels that are thrown away, sold, and loaded at a stop."""
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
    return _CITY_ROOM if stop.place in state.cities else TAG.wide(stop.place) + _POINT_GAP


def _wide(sign: str, _: Good, letters: str) -> float:
    slip = DIGIT.wide(letters) + _SLIP_AIR + _GOOD_GAP if letters else 0
    return _BARRELS.wide(sign) + _GOOD_GAP + _GOOD_ROOM + slip + _WORK_GAP


def _place(state: RailroadsOfCatan, place: Place, x: float, y: float) -> Iterator[Shape]:
    found = state.cities.get(place)
    if found:
        yield city(found.seat, found.dots, x + _CITY, y, _CITY_RADIUS)
    else:
        yield TAG.left(x, y + _POINT_LINE, place, "point")


def _work(sign: str, good: Good, letters: str, x: float, y: float) -> Iterator[Shape]:
    """The number with its sign, the good, and an order's letter on ink."""
    yield _BARRELS.left(x, y + _POINT_LINE, sign, "barrels")
    x += _BARRELS.wide(sign) + _GOOD_GAP
    yield good_box(good, x + _GOOD / 2, y, _GOOD)
    if letters:
        x, wide = x + _SLIP, DIGIT.wide(letters) + _SLIP_AIR
        yield Box(x, y - _SLIP_HIGH / 2, wide, _SLIP_HIGH, INK, radius=_SLIP_CORNER)
        yield DIGIT.middle(x + wide / 2, y + _ORDER_LINE, letters, "order", PAPER)


_INCOME = {"sale": "sales", "order": "orders"}


def facts(ride: Ride, names: Names = ()) -> str:
    """“6 of 8 moves · sales $2,000 · orders $6,000 · paid Ada $1,100”; without names: “paid rivals $1,100”."""
    sums = dict.fromkeys(_INCOME.values(), 0)
    for line in ride.bill.lines:
        if line.kind in _INCOME:
            sums[_INCOME[line.kind]] += line.dollars
    income = [f"{kind} {dollars(amount)}" for kind, amount in sums.items() if amount]
    paid = paid_short(ride, names)
    moved = f"{ride.bill.moves} of {ride.train.moves} moves"
    return " · ".join((moved, *income, *([f"paid {paid}"] if paid else [])))
