"""The open delivery orders as slips: what to bring where, for how much. (drawing rules for maps, section 7)"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from string import ascii_uppercase

from engine.core import Event, counted, dollars, listed
from engine.games.railroads_of_catan.box.figures import COMMISSION, GROWTH, ORDERS, TURNS
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.box.pieces import City, DeliveryOrder
from engine.games.railroads_of_catan.rules.trips import sale_price
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.called import called_then
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import Ticks, city
from render.games.railroads_of_catan.signs import GOODS_ORDER, Arrow, good_box
from render.games.railroads_of_catan.words import corner, named
from render.geometry import mark
from render.labels import Names, first_word, joined
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.frame import CONTENT, MARGIN, ROOM, header, panel, picture, rule
from render.parts.text import BODY, LARGE, NAME, STRONG, Style
from render.scene import Box, Disc, Polygon, Scene, Shape, layer

_WIDE, _TALL, _GAP, _CORNER = 752, 296, 16, 10
"""A slip, and the gap to the next one."""
_STUB, _TORN, _STUB_LETTER, _LETTER_LINE = 112, 14, 54.0, 96
_HOLES, _HOLE, _FIRST_HOLE, _HOLE_STEP = 9, 8, 20, 32
_MARK, _MARK_DOWN, _MARK_RADIUS, _DOTS, _DOTS_LINE = 36, 250, 20, 80, 267
"""On the stub: the letter, holes along its edge, and whose city it is."""
_LEFT, _RIGHT, _TOP_ROW, _WORDS_LINE, _SALE_LINE = 140, 726, 74, 190, 262
"""On the slip: where its words begin and end, and its three rows."""
_GOOD_AT, _GOOD_SIDE, _CITY_AT, _CITY_RADIUS = 46, 92, 240, 42
_ARROW_AT, _ARROW = 108, Arrow(42, 38, 64, 14, 6)
_WORDS_GAP, _SALE_GAP = 12, 26
_LONGEST_WAIT = TURNS - 1
_BARS, _BARS_LEFT, _BARS_DOWN, _BARS_GAP = Ticks(27, 19, 44, 3, 4), 8, 151, 14
_FILLED_LINE, _FILLED_ROOM = 90, 400
_FILLED_AT, _FILLED_DOWN, _FILLED_SIDE, _PAID_AT, _PAID_LINE = 32, 148, 64, 84, 166

_FOOT, _NO_ORDERS, _LOWEST = 104, 20, 400
_RULE, _MAKERS, _MAKER_SIDE, _MAKER_GAP, _MAKERS_GAP = 4, 56, 58.0, 14.0, 26.0
_MADE_STEP, _MADE_RADIUS, _AIR = 70.0, 27.5, 8
"""Below the slips: goods, and from city to city at most."""
_BONUS = Style("hb", 88)
_LETTER = Style("hb", 96)
_GOOD = Style("sb", 50)


def orders_scene(state: RailroadsOfCatan, news: Sequence[Event], names: Names) -> Scene:
    """A slip for each letter; what has been filled leaves its place empty. Below: which cities make what."""
    slots = ORDERS * state.seats if state.turn else 0
    opened = {order.letter: order for order in state.orders}
    filled = {event.order.letter: event for event in news if isinstance(event, e.OrderFilled)}
    letters = ascii_uppercase[:slots] if opened or filled else ""
    then, shapes = called_then(news, names), list[Shape]()
    for i, letter in enumerate(letters):
        row, column = divmod(i, 2)
        x, y = MARGIN + column * (_WIDE + _GAP), CONTENT + row * (_TALL + _GAP)
        if letter in opened:
            shapes += _slip(state, opened[letter], names, x, y)
        else:
            shapes += _empty(letter, filled.get(letter), then, x, y)
    rows = ceil(len(letters) / 2)
    bottom = CONTENT + (rows * (_TALL + _GAP) or _NO_ORDERS)
    layers = (
        header("Delivery orders", corner(state), _line(filled, then, asked=bool(letters))),
        layer("slips", shapes),
        layer("makers", _makers(state, bottom)),
    )
    alt = _alt(state, filled, names, then)
    return picture("orders", max(_LOWEST, bottom + _FOOT), PALETTE, layers, alt)


def waited(order: DeliveryOrder) -> int:
    """The turns that an order has been open, by what it has gained."""
    return (order.bonus - COMMISSION) // GROWTH


def _age(order: DeliveryOrder) -> str:
    return f"open {counted(waited(order), 'turn')}" if waited(order) else "new"


def _slip(state: RailroadsOfCatan, order: DeliveryOrder, names: Names, x: float, y: float) -> Iterator[Shape]:
    found, turns = state.cities[order.city], waited(order)
    yield panel(x, y, _WIDE, _TALL)
    yield from _stub(order.letter, found, x, y)
    left, right, middle = x + _LEFT, x + _RIGHT, y + _TOP_ROW
    yield good_box(order.good, left + _GOOD_AT, middle, _GOOD_SIDE)
    yield from _ARROW.at(left + _ARROW_AT, middle)
    yield city(found.seat, found.dots, left + _CITY_AT, middle, _CITY_RADIUS)
    yield _BONUS.right(right, middle + _BONUS.rise, dollars(order.bonus), "bonus")
    bars = right - _LONGEST_WAIT * _BARS.step
    yield from _BARS.row(bars + _BARS_LEFT, y + _BARS_DOWN, turns, _LONGEST_WAIT, GOOD)
    whose = f"’s {found.dots}"
    yield from _words(order.good, names[found.seat - 1], whose, left, y + _WORDS_LINE, bars - _BARS_GAP)
    sale, base = f"sale {dollars(sale_price(state, order.city, order.good))}", y + _SALE_LINE
    yield BODY.left(left, base, sale, "sale", INK_SOFT)
    ink = GOOD if turns else ACCENT
    yield STRONG.left(left + BODY.wide(sale) + _SALE_GAP, base, _age(order), "age", ink)
    yield BODY.right(right, base, order.city, "hex", INK_SOFT)


def _stub(letter: str, found: City, x: float, y: float) -> Iterator[Shape]:
    """The letter and the city on ink, torn off along a row of holes."""
    yield Box(x, y, _STUB, _TALL, INK, radius=_CORNER)
    yield Box(x + _STUB - _TORN, y, _TORN, _TALL, INK)
    yield from (Disc(x + _STUB, y + _FIRST_HOLE + i * _HOLE_STEP, _HOLE, CARD) for i in range(_HOLES))
    yield _LETTER.middle(x + _STUB_LETTER, y + _LETTER_LINE, letter, "letter", PAPER)
    whose = PLAYERS[found.seat - 1].mark
    yield Polygon(mark(whose, x + _MARK, y + _MARK_DOWN, _MARK_RADIUS), PAPER)
    yield NAME.middle(x + _DOTS, y + _DOTS_LINE, str(found.dots), "destination", PAPER)


def _words(good: Good, name: str, whose: str, x: float, y: float, end: float) -> Iterator[Shape]:
    """“ore to Ada’s 5”; only the name is cut."""
    yield _GOOD.left(x, y, good, "good")
    x += _GOOD.wide(good) + _WORDS_GAP
    yield LARGE.left(x, y, "to", "to", INK_SOFT)
    x += LARGE.wide("to") + _WORDS_GAP
    room = end - x - _GOOD.wide(whose)
    word = name if _GOOD.wide(name) <= room else first_word(name)
    yield _GOOD.left(x, y, f"{_GOOD.cut(word, room)}{whose}", "city name")


def _empty(letter: str, filled: e.OrderFilled | None, names: Names, x: float, y: float) -> Iterator[Shape]:
    """The place of an order that was filled, with what was brought and paid where it is known."""
    yield panel(x, y, _WIDE, _TALL, None, RULE)
    yield _LETTER.middle(x + _STUB_LETTER, y + _LETTER_LINE, letter, "filled letter", RULE)
    left = x + _LEFT
    if filled is None:
        yield _GOOD.left(left, y + _FILLED_LINE, "filled", "filled", INK_SOFT)
        return
    name = _GOOD.cut(names[filled.seat - 1], _FILLED_ROOM)
    yield _GOOD.left(left, y + _FILLED_LINE, f"filled by {name}", "filled", GOOD)
    yield good_box(filled.order.good, left + _FILLED_AT, y + _FILLED_DOWN, _FILLED_SIDE)
    yield _GOOD.left(left + _PAID_AT, y + _PAID_LINE, dollars(filled.order.bonus), "bonus paid")


def _makers(state: RailroadsOfCatan, top: float) -> Iterator[Shape]:
    """The cities that make each good."""
    makers = _makers_of(state)
    if not makers:
        return
    yield rule(top + _RULE)
    goods = len(makers) * (_MAKER_SIDE + _MAKER_GAP) + (len(makers) - 1) * _MAKERS_GAP
    step = min(_MADE_STEP, (ROOM - goods - _AIR) / sum(map(len, makers.values())))
    x, y = float(MARGIN), top + _MAKERS
    for good, hexes in makers.items():
        yield good_box(good, x + _MAKER_SIDE / 2, y, _MAKER_SIDE)
        x += _MAKER_SIDE + _MAKER_GAP
        for hex in hexes:
            found = state.cities[hex]
            yield city(found.seat, found.dots, x + step / 2, y, _MADE_RADIUS)
            x += step
        x += _MAKERS_GAP


def _makers_of(state: RailroadsOfCatan) -> Mapping[Good, tuple[Place, ...]]:
    """Cities by the good that they make, most dots last: there a barrel is dearest."""
    found = {good: [hex for hex in state.cities if state.layout.good(hex) is good] for good in GOODS_ORDER}
    key = {hex: (made.dots, made.seat) for hex, made in state.cities.items()}
    return {good: tuple(sorted(hexes, key=key.__getitem__)) for good, hexes in found.items() if hexes}


def _line(filled: Mapping[str, e.OrderFilled], names: Names, *, asked: bool) -> str:
    if not asked:
        return "New orders appear in phase 4"
    if not filled:
        return f"+{dollars(GROWTH)} per turn open · below: what cities make"
    by: dict[str, list[str]] = {}
    for letter, event in filled.items():
        by.setdefault(names[event.seat - 1], []).append(letter)
    return f"Filled: {listed([f'{listed(letters)} by {name}' for name, letters in by.items()])}"


def _alt(state: RailroadsOfCatan, filled: Mapping[str, e.OrderFilled], names: Names, then: Names) -> str:
    said = [_order(state, order, names) for order in state.orders]
    said += [f"Order {letter}: filled by {then[event.seat - 1]}." for letter, event in filled.items()]
    said = said or [f"{_line({}, names, asked=False)}."]
    makers = []
    for good, hexes in _makers_of(state).items():
        cities = [named(state, hex, names) for hex in hexes]
        makers.append(f"{good} in {listed(cities)}")
    made = [f"Goods made: {'; '.join(makers)}."] if makers else []
    return joined((f"Railroads of Catan, {corner(state)}, delivery orders.", *said, *made))


def _order(state: RailroadsOfCatan, order: DeliveryOrder, names: Names) -> str:
    """“A: ore to Ada 5 (H12), $6,000 plus sale $1,500, new.”"""
    where = f"{named(state, order.city, names)} ({order.city})"
    sale = dollars(sale_price(state, order.city, order.good))
    return f"{order.letter}: {order.good} to {where}, {dollars(order.bonus)} plus sale {sale}, {_age(order)}."
