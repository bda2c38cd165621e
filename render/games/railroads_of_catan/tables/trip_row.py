"""A trip as a row: its stops with sales and loads, then its moves, income, and costs."""

from collections.abc import Iterator

from engine.core import dollar_amount
from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.state.path_notation import Stop
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.pieces import draw_city
from render.games.railroads_of_catan.board.signs import Arrow, draw_good
from render.games.railroads_of_catan.tables.trip_steps import Ride, rival_payments_text
from render.palette import INK, INK_SOFT, PAPER
from render.parts.typography import DIGIT, TAG, TextStyle
from render.scene import Box, Shape
from render.text_fitting import Names

_POINT_LINE, _POINT_GAP, _CITY, _CITY_RADIUS, _CITY_ROOM = 17, 12, 38, 28, 82
_MORE_ROOM, _STOP_GAP = 40, 12
_ARROW, _ARROW_ROOM = Arrow(22, 18, 38, 11, 5), 52
_BARRELS = TextStyle("hb", 48)
_GOOD, _GOOD_ROOM, _GOOD_GAP, _WORK_GAP = 48, 50, 6, 16
_SLIP, _SLIP_AIR, _SLIP_HIGH, _SLIP_CORNER, _ORDER_LINE = 54, 20, 52, 6, 16


def draw_trip(state: RailroadsOfCatan, ride: Ride, x: float, y: float, end: float) -> Iterator[Shape]:
    """Draw the stops of a trip with sales and loads, and “…” if not all stops fit before ``end``."""
    *stops, last = ride.trip.stops
    for stop in (*(stop for stop in stops if stop.has_work or stop.thrown), last):
        works = _stop_works(state, stop)
        wide = _node_width(state, stop) + sum(_work_width(*work) for work in works)
        if x + wide + _MORE_ROOM > end:
            yield TAG.left(x, y + 16, "…", "more", INK_SOFT)
            return
        if stop is not ride.trip.stops[0]:
            yield from _ARROW.draw(x, y)
            x += _ARROW_ROOM
        yield from _draw_place(state, stop.place, x, y)
        x += _node_width(state, stop)
        for work in works:
            yield from _draw_work(*work, x, y)
            x += _work_width(*work)
        x += _STOP_GAP


_Work = tuple[str, Good, str]
"""(number with a sign such as “−2”, good, letters of the orders that are filled)"""


def _stop_works(state: RailroadsOfCatan, stop: Stop) -> list[_Work]:
    """Return the goods that are thrown away, sold, and loaded at a stop."""
    works_done: list[_Work] = [("×", good, "") for good in stop.thrown]
    for good in dict.fromkeys(sale.good for sale in stop.sales):
        sales = [sale for sale in stop.sales if sale.good is good]
        letters = "".join(sale.order for sale in sales)
        works_done.append((f"−{sum(sale.barrels for sale in sales)}", good, letters))
    good_made = state.layout.good_of(stop.place)
    if stop.load and good_made:
        works_done.append((f"+{stop.load}", good_made, ""))
    return works_done


def _node_width(state: RailroadsOfCatan, stop: Stop) -> float:
    return _CITY_ROOM if stop.place in state.cities else TAG.width(stop.place) + _POINT_GAP


def _work_width(sign: str, _: Good, letters: str) -> float:
    slip = DIGIT.width(letters) + _SLIP_AIR + _GOOD_GAP if letters else 0
    return _BARRELS.width(sign) + _GOOD_GAP + _GOOD_ROOM + slip + _WORK_GAP


def _draw_place(state: RailroadsOfCatan, place: NodeId, x: float, y: float) -> Iterator[Shape]:
    city_piece = state.cities.get(place)
    if city_piece:
        yield draw_city(city_piece.seat, city_piece.dots, x + _CITY, y, _CITY_RADIUS)
    else:
        yield TAG.left(x, y + _POINT_LINE, place, "point")


def _draw_work(sign: str, good: Good, letters: str, x: float, y: float) -> Iterator[Shape]:
    """Draw a number with its sign, then the good, then the letters of filled orders."""
    yield _BARRELS.left(x, y + _POINT_LINE, sign, "barrels")
    x += _BARRELS.width(sign) + _GOOD_GAP
    yield draw_good(good, x + _GOOD / 2, y, _GOOD)
    if letters:
        x, wide = x + _SLIP, DIGIT.width(letters) + _SLIP_AIR
        yield Box(x, y - _SLIP_HIGH / 2, wide, _SLIP_HIGH, INK, radius=_SLIP_CORNER)
        yield DIGIT.middle(x + wide / 2, y + _ORDER_LINE, letters, "order", PAPER)


_INCOME = {"sale": "sales", "order": "orders"}


def facts_text(ride: Ride, names: Names = ()) -> str:
    """Return “6 of 8 moves · sales $2,000 · paid Ada $1,100”; without ``names``, “paid rivals $1,100”."""
    sums = dict.fromkeys(_INCOME.values(), 0)
    for line in ride.bill.lines:
        if line.kind in _INCOME:
            sums[_INCOME[line.kind]] += line.dollars
    income = [f"{kind} {dollar_amount(amount)}" for kind, amount in sums.items() if amount]
    payments = rival_payments_text(ride, names)
    moves_text = f"{ride.bill.moves} of {ride.train.moves} moves"
    return " · ".join((moves_text, *income, *([f"paid {payments}"] if payments else [])))
