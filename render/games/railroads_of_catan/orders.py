"""The open delivery orders as slips: what to bring where, for how much. (drawing rules for maps, section 7)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.event import Event
from engine.core.words import counted, listed
from engine.games.railroads_of_catan.box.figures import COMMISSION, GROWTH, ORDERS, TURNS
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.box.pieces import DeliveryOrder
from engine.games.railroads_of_catan.rules.trips import sale_price
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.called import called_then
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import city
from render.games.railroads_of_catan.signs import good_box
from render.games.railroads_of_catan.words import corner, money, named
from render.geometry import mark, shifted
from render.labels import first_word, joined
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.frame import CONTENT, MARGIN, WIDTH, header, panel, picture, rule
from render.parts.text import BODY, LARGE, NAME, STRONG, Style
from render.scene import Box, Disc, Line, Polygon, Scene, Shape, layer

GOODS_ORDER = (Good.WHEAT, Good.WOOD, Good.SHEEP, Good.BRICK, Good.ORE)
"""Of goods side by side, as in the legend of the board."""

_WIDE, _TALL, _GAP = 752, 296, 16
_STUB, _RADIUS, _TEAR, _HOLE, _HOLES, _FIRST_HOLE, _HOLE_STEP = 112, 10, 14, 8, 9, 20, 32
_LETTER_X, _LETTER_LINE, _MARK_X, _MARK_Y, _MARK, _DOTS_X, _DOTS_LINE = 54, 96, 36, 250, 20, 80, 267
"""On the stub: the letter, and the city's mark with its dots."""
_BEHIND_STUB, _EDGE, _SIGNS, _GOOD_X, _GOOD_SIDE, _CITY_X, _CITY = 28, 26, 74, 46, 92, 240, 42
_SHAFT, _SHAFT_LINE, _HEAD = ((108, 0), (150, 0)), 6, ((146, -14), (172, 0), (146, 14))
"""The arrow from the good to its city."""
_BARS, _WORDS_LINE, _WORDS_GAP, _SALE_LINE, _AGE_GAP, _SPACE = 151, 190, 14, 262, 26, 12
_FOOT, _EMPTY, _LEAST = 104, 20, 400
_BAR_X, _BAR_WIDE, _BAR_TALL, _BAR_RADIUS, _THIN = 8, 19, 44, 4, 3
_FILLED_LINE, _FILLED_ROOM, _PAID_X, _PAID_Y, _PAID, _PAID_WORDS, _PAID_LINE = 90, 400, 32, 148, 64, 84, 166
_MAKERS_RULE, _MAKERS, _MAKER, _SIDE, _BETWEEN, _APART, _WIDEST_STEP, _SPARE = 4, 56, 27.5, 58, 14, 26, 70, 8
_BAR, _LONGEST_WAIT = 27, TURNS - 1
_BONUS = Style("hb", 88)
_LETTER = Style("hb", 96)
_GOOD = Style("sb", 50)


def orders_scene(state: RailroadsOfCatan, news: Sequence[Event], names: Sequence[str]) -> Scene:
    """A slip for each letter; what has been filled leaves its place empty. Below: which cities make what."""
    slots = ORDERS * state.seats if state.turn else 0
    opened = {order.letter: order for order in state.orders}
    filled = {event.order.letter: event for event in news if isinstance(event, e.OrderFilled)}
    letters = [chr(ord("A") + i) for i in range(slots)] if opened or filled else []
    then, shapes = called_then(news, names), list[Shape]()
    for i, letter in enumerate(letters):
        x, y = MARGIN + i % 2 * (_WIDE + _GAP), CONTENT + i // 2 * (_TALL + _GAP)
        if letter in opened:
            shapes += _slip(state, opened[letter], names, x, y)
        else:
            shapes += _empty(letter, filled.get(letter), then, x, y)
    bottom = CONTENT + -(-len(letters) // 2) * (_TALL + _GAP) if letters else CONTENT + _EMPTY
    layers = (
        header("Delivery orders", corner(state), _line(bool(letters), filled, then)),
        layer("slips", shapes),
        layer("makers", _makers(state, bottom)),
    )
    alt = _alt(state, filled, names, then)
    return picture("orders", max(_LEAST, bottom + _FOOT), PALETTE, layers, alt)


def waited(order: DeliveryOrder) -> int:
    """The turns that an order has been open, by what it has gained."""
    return (order.bonus - COMMISSION) // GROWTH


def _age(order: DeliveryOrder) -> str:
    return f"waits {counted(waited(order), 'turn')}" if waited(order) else "new"


def _slip(state: RailroadsOfCatan, order: DeliveryOrder, names: Sequence[str], x: float, y: float) -> Iterator[Shape]:
    found, turns = state.cities[order.city], waited(order)
    yield panel(x, y, _WIDE, _TALL)
    yield from _stub(order.letter, x, y)
    yield Polygon(mark(PLAYERS[found.seat - 1].mark, x + _MARK_X, y + _MARK_Y, _MARK), PAPER)
    yield NAME.middle(x + _DOTS_X, y + _DOTS_LINE, str(found.dots), "destination", PAPER)
    left, right, middle = x + _STUB + _BEHIND_STUB, x + _WIDE - _EDGE, y + _SIGNS
    yield good_box(order.good, left + _GOOD_X, middle, _GOOD_SIDE)
    yield Line(shifted(_SHAFT, left, middle), INK, _SHAFT_LINE)
    yield Polygon(shifted(_HEAD, left, middle), INK)
    yield city(found.seat, found.dots, left + _CITY_X, middle, _CITY)
    yield _BONUS.right(right, middle + _BONUS.rise, money(order.bonus), "bonus")
    yield from _bars(turns, right, y + _BARS)
    end = right - _LONGEST_WAIT * _BAR - _WORDS_GAP
    yield from _words(order.good, names[found.seat - 1], found.dots, left, y + _WORDS_LINE, end)
    sale = f"sale {money(sale_price(state, order.city, order.good))}"
    yield BODY.left(left, y + _SALE_LINE, sale, "sale", INK_SOFT)
    ink = GOOD if turns else ACCENT
    yield STRONG.left(left + BODY.wide(sale) + _AGE_GAP, y + _SALE_LINE, _age(order), "age", ink)
    yield BODY.right(right, y + _SALE_LINE, order.city, "hex", INK_SOFT)


def _stub(letter: str, x: float, y: float) -> Iterator[Shape]:
    """The letter on ink, torn off along a row of holes."""
    yield Box(x, y, _STUB, _TALL, INK, radius=_RADIUS)
    yield Box(x + _STUB - _TEAR, y, _TEAR, _TALL, INK)
    yield from (Disc(x + _STUB, y + _FIRST_HOLE + i * _HOLE_STEP, _HOLE, CARD) for i in range(_HOLES))
    yield _LETTER.middle(x + _LETTER_X, y + _LETTER_LINE, letter, "letter", PAPER)


def _words(good: Good, name: str, dots: int, x: float, y: float, end: float) -> Iterator[Shape]:
    """“ore to Ada’s 5”; only the name is cut."""
    yield _GOOD.left(x, y, good, "good")
    x += _GOOD.wide(good) + _SPACE
    yield LARGE.left(x, y, "to", "to", INK_SOFT)
    x += LARGE.wide("to") + _SPACE
    room = end - x - _GOOD.wide(f"’s {dots}")
    word = name if _GOOD.wide(name) <= room else first_word(name)
    yield _GOOD.left(x, y, f"{_GOOD.cut(word, room)}’s {dots}", "city name")


def _bars(turns: int, right: float, y: float) -> Iterator[Shape]:
    """One bar for each turn waited, of the most there can be."""
    for i in range(_LONGEST_WAIT):
        x = right - (_LONGEST_WAIT - i) * _BAR + _BAR_X
        fill, ink = (GOOD, INK) if i < turns else (None, RULE)
        yield Box(x, y, _BAR_WIDE, _BAR_TALL, fill, ink, _THIN, _BAR_RADIUS)


def _empty(letter: str, filled: e.OrderFilled | None, names: Sequence[str], x: float, y: float) -> Iterator[Shape]:
    """Where an order lay until it was filled."""
    yield panel(x, y, _WIDE, _TALL, None, RULE)
    yield _LETTER.middle(x + _LETTER_X, y + _LETTER_LINE, letter, "filled letter", RULE)
    left = x + _STUB + _BEHIND_STUB
    if filled is None:
        yield _GOOD.left(left, y + _FILLED_LINE, "filled", "filled", INK_SOFT)
        return
    name = _GOOD.cut(names[filled.seat - 1], _FILLED_ROOM)
    yield _GOOD.left(left, y + _FILLED_LINE, f"filled by {name}", "filled", GOOD)
    yield good_box(filled.order.good, left + _PAID_X, y + _PAID_Y, _PAID)
    yield _GOOD.left(left + _PAID_WORDS, y + _PAID_LINE, f"{money(filled.order.bonus)}", "bonus paid")


def _makers(state: RailroadsOfCatan, top: float) -> Iterator[Shape]:
    """Which cities make which good."""
    makers = _makers_of(state)
    if not state.cities:
        return
    yield rule(top + _MAKERS_RULE)
    count = sum(map(len, makers.values()))
    room = WIDTH - 2 * MARGIN - len(makers) * (_SIDE + _BETWEEN) - (len(makers) - 1) * _APART
    step = min(_WIDEST_STEP, (room - _SPARE) / max(1, count))
    x, y = float(MARGIN), top + _MAKERS
    for good, hexes in makers.items():
        yield good_box(good, x + _SIDE / 2, y, _SIDE)
        x += _SIDE + _BETWEEN
        for hex in hexes:
            found = state.cities[hex]
            yield city(found.seat, found.dots, x + step / 2, y, _MAKER)
            x += step
        x += _APART


def _makers_of(state: RailroadsOfCatan) -> Mapping[Good, tuple[Place, ...]]:
    """Cities by the good that they make, most dots last: there a barrel is dearest."""
    found = {good: [hex for hex in state.cities if state.layout.good(hex) is good] for good in GOODS_ORDER}
    key = {hex: (made.dots, made.seat) for hex, made in state.cities.items()}
    return {good: tuple(sorted(hexes, key=key.__getitem__)) for good, hexes in found.items() if hexes}


def _line(any_orders: bool, filled: Mapping[str, e.OrderFilled], names: Sequence[str]) -> str:
    if not any_orders:
        return "Orders are turned up in phase 4 of each turn"
    if not filled:
        return f"Each turn waited adds {money(GROWTH)} · below: which cities make what"
    by: dict[str, list[str]] = {}
    for letter, event in filled.items():
        by.setdefault(names[event.seat - 1], []).append(letter)
    return f"Filled: {listed([f'{listed(letters)} by {name}' for name, letters in by.items()])}"


def _alt(
    state: RailroadsOfCatan, filled: Mapping[str, e.OrderFilled], names: Sequence[str], then: Sequence[str]
) -> str:
    orders = [
        f"{order.letter} {order.good} to {named(state, order.city, names)} ({order.city}), {money(order.bonus)}, "
        f"sale {money(sale_price(state, order.city, order.good))}, "
        f"{_age(order)}."
        for order in state.orders
    ]
    done = [f"{letter} filled by {then[event.seat - 1]}." for letter, event in filled.items()]
    makers = [
        f"{good} in {listed([named(state, hex, names) for hex in hexes])}" for good, hexes in _makers_of(state).items()
    ]
    said = [] if orders or done else [f"{_line(False, {}, names)}."]
    made = [f"Made: {'; '.join(makers)}."] if makers else []
    return joined((f"Delivery orders, {corner(state)}.", *said, *orders, *done, *made))
