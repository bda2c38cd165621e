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
from render.geometry import mark
from render.labels import first_word, joined
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.frame import CONTENT, MARGIN, WIDTH, header, rule
from render.parts.text import BODY, LARGE, NAME, STRONG, Style
from render.scene import Box, Disc, Layer, Line, Polygon, Scene, Shape

GOODS_ORDER = (Good.WHEAT, Good.WOOD, Good.SHEEP, Good.BRICK, Good.ORE)
"""Of goods side by side, as in the legend of the board."""

_WIDE, _TALL, _GAP = 752, 296, 16
_STUB = 112
_FOOT = 104
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
    bottom = CONTENT + -(-len(letters) // 2) * (_TALL + _GAP) if letters else CONTENT + 20
    layers = (
        header("Delivery orders", corner(state), _line(bool(letters), filled, then)),
        Layer("slips", tuple(shapes)),
        Layer("makers", tuple(_makers(state, bottom))),
    )
    alt = _alt(state, filled, names, then)
    return Scene("orders", WIDTH, max(400, bottom + _FOOT), PAPER, PALETTE, layers, alt)


def waited(order: DeliveryOrder) -> int:
    """The turns that an order has been open, by what it has gained."""
    return (order.bonus - COMMISSION) // GROWTH


def _age(order: DeliveryOrder) -> str:
    return f"waits {counted(waited(order), 'turn')}" if waited(order) else "new"


def _slip(state: RailroadsOfCatan, order: DeliveryOrder, names: Sequence[str], x: float, y: float) -> Iterator[Shape]:
    found, turns = state.cities[order.city], waited(order)
    yield Box(x, y, _WIDE, _TALL, CARD, INK, 3, 10)
    yield from _stub(order.letter, x, y)
    yield Polygon(mark(PLAYERS[found.seat - 1].mark, x + 36, y + 250, 20), PAPER)
    yield NAME.middle(x + 80, y + 267, str(found.dots), "destination", PAPER)
    left, right, middle = x + _STUB + 28, x + _WIDE - 26, y + 74
    yield good_box(order.good, left + 46, middle, 92)
    yield Line(((left + 108, middle), (left + 150, middle)), INK, 6)
    yield Polygon(((left + 146, middle - 14), (left + 172, middle), (left + 146, middle + 14)), INK)
    yield city(found.seat, found.dots, left + 240, middle, 42)
    yield _BONUS.right(right, middle + _BONUS.rise, money(order.bonus), "bonus")
    yield from _bars(turns, right, y + 151)
    yield from _words(order.good, names[found.seat - 1], found.dots, left, y + 190, right - _LONGEST_WAIT * _BAR - 14)
    sale = f"sale {money(sale_price(state, order.city, order.good))}"
    yield BODY.left(left, y + 262, sale, "sale", INK_SOFT)
    ink = GOOD if turns else ACCENT
    yield STRONG.left(left + BODY.wide(sale) + 26, y + 262, _age(order), "age", ink)
    yield BODY.right(right, y + 262, order.city, "hex", INK_SOFT)


def _stub(letter: str, x: float, y: float) -> Iterator[Shape]:
    """The letter on ink, torn off along a row of holes."""
    yield Box(x, y, _STUB, _TALL, INK, radius=10)
    yield Box(x + _STUB - 14, y, 14, _TALL, INK)
    yield from (Disc(x + _STUB, y + 20 + i * 32, 8, CARD) for i in range(9))
    yield _LETTER.middle(x + _STUB / 2 - 2, y + 96, letter, "letter", PAPER)


def _words(good: Good, name: str, dots: int, x: float, y: float, end: float) -> Iterator[Shape]:
    """“ore to Ada’s 5”; only the name is cut."""
    yield _GOOD.left(x, y, good, "good")
    x += _GOOD.wide(good) + 12
    yield LARGE.left(x, y, "to", "to", INK_SOFT)
    x += LARGE.wide("to") + 12
    room = end - x - _GOOD.wide(f"’s {dots}")
    word = name if _GOOD.wide(name) <= room else first_word(name)
    yield _GOOD.left(x, y, f"{_GOOD.cut(word, room)}’s {dots}", "city name")


def _bars(turns: int, right: float, y: float) -> Iterator[Shape]:
    """One bar for each turn waited, of the most there can be."""
    for i in range(_LONGEST_WAIT):
        x = right - (_LONGEST_WAIT - i) * _BAR + 8
        full = i < turns
        yield Box(x, y, 19, 44, GOOD if full else None, INK if full else RULE, 3, 4)


def _empty(letter: str, filled: e.OrderFilled | None, names: Sequence[str], x: float, y: float) -> Iterator[Shape]:
    """Where an order lay until it was filled."""
    yield Box(x, y, _WIDE, _TALL, None, RULE, 3, 10)
    yield _LETTER.middle(x + _STUB / 2 - 2, y + 96, letter, "filled letter", RULE)
    left = x + _STUB + 28
    if filled is None:
        yield _GOOD.left(left, y + 90, "filled", "filled", INK_SOFT)
        return
    name = _GOOD.cut(names[filled.seat - 1], 400)
    yield _GOOD.left(left, y + 90, f"filled by {name}", "filled", GOOD)
    yield good_box(filled.order.good, left + 32, y + 148, 64)
    yield _GOOD.left(left + 84, y + 166, f"{money(filled.order.bonus)}", "bonus paid")


def _makers(state: RailroadsOfCatan, top: float) -> Iterator[Shape]:
    """Which cities make which good."""
    makers = _makers_of(state)
    if not state.cities:
        return
    yield rule(top + 4)
    side, between, gap = 58.0, 14.0, 26.0
    count = sum(map(len, makers.values()))
    room = WIDTH - 2 * MARGIN - len(makers) * (side + between) - (len(makers) - 1) * gap
    step = min(70.0, (room - 8) / max(1, count))
    x, y = float(MARGIN), top + 56
    for good, hexes in makers.items():
        yield good_box(good, x + side / 2, y, side)
        x += side + between
        for hex in hexes:
            found = state.cities[hex]
            yield city(found.seat, found.dots, x + step / 2, y, 27.5)
            x += step
        x += gap


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
