"""The picture of the open delivery orders as slips. (drawing rules, section 7)"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from string import ascii_uppercase

from engine.core import Event, count_noun, dollar_amount, join_words
from engine.games.railroads_of_catan.game_data.constants import COMMISSION, MAX_TURNS, ORDER_GROWTH, ORDERS_PER_PLAYER
from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.game_data.pieces import City, DeliveryOrder
from engine.games.railroads_of_catan.rules.trips import sale_price
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.pieces import TickRow, draw_city
from render.games.railroads_of_catan.board.signs import GOODS_ORDER, Arrow, draw_good
from render.games.railroads_of_catan.captions import corner_text, node_name, possessive_city_name
from render.games.railroads_of_catan.colors import PALETTE
from render.geometry import mark_outline
from render.palette import ACCENT, CARD, GOOD, INK, INK_SOFT, PAPER, PLAYERS, RULE
from render.parts.page_layout import CONTENT_TOP, CONTENT_WIDTH, MARGIN, header_layer, ink_rule, panel, paper_scene
from render.parts.typography import BODY, LARGE, NAME, STRONG, TextStyle
from render.scene import Box, Disc, Polygon, Scene, Shape, make_layer
from render.text_fitting import Names, first_word, join_sentences, names_at_that_time

_WIDE, _TALL, _GAP, _CORNER = 752, 296, 16, 10
"""Width and height of a slip, the gap between two slips, and the corner radius of a slip, in px."""
_STUB, _TORN, _STUB_LETTER, _LETTER_LINE = 112, 14, 54.0, 96
_HOLES, _HOLE, _FIRST_HOLE, _HOLE_STEP = 9, 8, 20, 32
_MARK, _MARK_DOWN = 36, 250
"""Position of the mark of the city's owner on a stub: distances of its middle from the left and the top, in px."""
_MARK_RADIUS = 20
"""Radius in px of the mark of the city's owner."""
_DOTS = 80
"""Distance in px from the left of the stub to the middle of the city's number of dots."""
_DOTS_LINE = 267
"""Distance in px from the top of the stub to the baseline of the number of dots."""
_LEFT, _RIGHT = 140, 726
"""Distances in px from the left edge of a slip to the left and right ends of its texts."""
_TOP_ROW = 74
"""Distance in px from the top of a slip to the middle of its first row."""
_WORDS_LINE, _SALE_LINE = 190, 262
"""Distances in px from the top of a slip to the baselines of its second and third rows."""
_GOOD_AT, _GOOD_SIDE, _CITY_AT, _CITY_RADIUS = 46, 92, 240, 42
_ARROW_AT, _ARROW = 108, Arrow(42, 38, 64, 14, 6)
_WORDS_GAP, _SALE_GAP = 12, 26
_LONGEST_WAIT = MAX_TURNS - 1
_BARS, _BARS_LEFT, _BARS_DOWN, _BARS_GAP = TickRow(27, 19, 44, 3, 4), 8, 151, 14
_FILLED_LINE, _FILLED_ROOM = 90, 400
_FILLED_AT, _FILLED_DOWN, _FILLED_SIDE, _PAID_AT, _PAID_LINE = 32, 148, 64, 84, 166

_FOOT, _NO_ORDERS, _LOWEST = 104, 20, 400
_RULE, _MAKERS, _MAKER_SIDE, _MAKER_GAP, _MAKERS_GAP = 4, 56, 58.0, 14.0, 26.0
_MADE_STEP = 70.0
"""Maximum distance in px between two cities in the row below the slips, which shows the makers of each good."""
_MADE_RADIUS = 27.5
"""Radius in px of the cities in the row below the slips."""
_AIR = 8
"""Width in px that goods and cities leave free at least in the row below the order slips."""
_BONUS = TextStyle("hb", 88)
_LETTER = TextStyle("hb", 96)
_GOOD = TextStyle("sb", 50)


def orders_scene(state: RailroadsOfCatan, events: Sequence[Event], names: Names) -> Scene:
    """Draw a slip for each order, the places of filled orders, and the cities that make each good."""
    slots = ORDERS_PER_PLAYER * state.seats if state.turn else 0
    open_orders = {order.letter: order for order in state.orders}
    filled_orders = {event.order.letter: event for event in events if isinstance(event, e.OrderFilled)}
    letters = ascii_uppercase[:slots] if open_orders or filled_orders else ""
    names_then, shapes = names_at_that_time(events, names), list[Shape]()
    for i, letter in enumerate(letters):
        row, column = divmod(i, 2)
        x, y = MARGIN + column * (_WIDE + _GAP), CONTENT_TOP + row * (_TALL + _GAP)
        if letter in open_orders:
            shapes += _draw_slip(state, open_orders[letter], names, x, y)
        else:
            shapes += _draw_empty_slip(letter, filled_orders.get(letter), names_then, x, y)
    rows = ceil(len(letters) / 2)
    bottom = CONTENT_TOP + (rows * (_TALL + _GAP) or _NO_ORDERS)
    layers = (
        header_layer(
            "Delivery orders", corner_text(state), _summary_line(filled_orders, names_then, has_orders=bool(letters))
        ),
        make_layer("slips", shapes),
        make_layer("makers", _draw_makers(state, bottom)),
    )
    alt = _alt_text(state, filled_orders, names, names_then)
    return paper_scene("orders", max(_LOWEST, bottom + _FOOT), PALETTE, layers, alt)


def _turns_open(order: DeliveryOrder) -> int:
    """Return the number of turns for which an order has been open, computed from its bonus."""
    return (order.bonus - COMMISSION) // ORDER_GROWTH


def _age_text(order: DeliveryOrder) -> str:
    return f"open {count_noun(_turns_open(order), 'turn')}" if _turns_open(order) else "new"


def _draw_slip(state: RailroadsOfCatan, order: DeliveryOrder, names: Names, x: float, y: float) -> Iterator[Shape]:
    city_piece, turns = state.cities[order.city], _turns_open(order)
    yield panel(x, y, _WIDE, _TALL)
    yield from _draw_stub(order.letter, city_piece, x, y)
    left, right, middle = x + _LEFT, x + _RIGHT, y + _TOP_ROW
    yield draw_good(order.good, left + _GOOD_AT, middle, _GOOD_SIDE)
    yield from _ARROW.draw(left + _ARROW_AT, middle)
    yield draw_city(city_piece.seat, city_piece.dots, left + _CITY_AT, middle, _CITY_RADIUS)
    yield _BONUS.right(right, middle + _BONUS.baseline_shift, dollar_amount(order.bonus), "bonus")
    bars = right - _LONGEST_WAIT * _BARS.step
    yield from _BARS.draw(bars + _BARS_LEFT, y + _BARS_DOWN, turns, _LONGEST_WAIT, GOOD)
    whose = f"’s {city_piece.dots}"
    yield from _draw_destination(order.good, names[city_piece.seat - 1], whose, left, y + _WORDS_LINE, bars - _BARS_GAP)
    sale, base = f"sale {dollar_amount(sale_price(state, order.city, order.good))}", y + _SALE_LINE
    yield BODY.left(left, base, sale, "sale", INK_SOFT)
    ink = GOOD if turns else ACCENT
    yield STRONG.left(left + BODY.width(sale) + _SALE_GAP, base, _age_text(order), "age", ink)
    yield BODY.right(right, base, order.city, "hex", INK_SOFT)


def _draw_stub(letter: str, city_piece: City, x: float, y: float) -> Iterator[Shape]:
    """Draw the stub of a slip, with the order's letter and the city's owner and dots."""
    yield Box(x, y, _STUB, _TALL, INK, radius=_CORNER)
    yield Box(x + _STUB - _TORN, y, _TORN, _TALL, INK)
    yield from (Disc(x + _STUB, y + _FIRST_HOLE + i * _HOLE_STEP, _HOLE, CARD) for i in range(_HOLES))
    yield _LETTER.middle(x + _STUB_LETTER, y + _LETTER_LINE, letter, "letter", PAPER)
    whose = PLAYERS[city_piece.seat - 1].mark
    yield Polygon(mark_outline(whose, x + _MARK, y + _MARK_DOWN, _MARK_RADIUS), PAPER)
    yield NAME.middle(x + _DOTS, y + _DOTS_LINE, str(city_piece.dots), "destination", PAPER)


def _draw_destination(good: Good, name: str, whose: str, x: float, y: float, end: float) -> Iterator[Shape]:
    """Draw “ore to Ada’s 5”; the name is shortened if the text would extend beyond ``end``."""
    yield _GOOD.left(x, y, good, "good")
    x += _GOOD.width(good) + _WORDS_GAP
    yield LARGE.left(x, y, "to", "to", INK_SOFT)
    x += LARGE.width("to") + _WORDS_GAP
    room = end - x - _GOOD.width(whose)
    word = name if _GOOD.width(name) <= room else first_word(name)
    yield _GOOD.left(x, y, f"{_GOOD.shorten(word, room)}{whose}", "city name")


def _draw_empty_slip(
    letter: str, filled_event: e.OrderFilled | None, names: Names, x: float, y: float
) -> Iterator[Shape]:
    """Draw the empty place of a filled order, with player, good, and bonus if ``filled_event`` is given."""
    yield panel(x, y, _WIDE, _TALL, None, RULE)
    yield _LETTER.middle(x + _STUB_LETTER, y + _LETTER_LINE, letter, "filled letter", RULE)
    left = x + _LEFT
    if filled_event is None:
        yield _GOOD.left(left, y + _FILLED_LINE, "filled", "filled", INK_SOFT)
        return
    name = _GOOD.shorten(names[filled_event.seat - 1], _FILLED_ROOM)
    yield _GOOD.left(left, y + _FILLED_LINE, f"filled by {name}", "filled", GOOD)
    yield draw_good(filled_event.order.good, left + _FILLED_AT, y + _FILLED_DOWN, _FILLED_SIDE)
    yield _GOOD.left(left + _PAID_AT, y + _PAID_LINE, dollar_amount(filled_event.order.bonus), "bonus paid")


def _draw_makers(state: RailroadsOfCatan, top: float) -> Iterator[Shape]:
    makers = _cities_by_good(state)
    if not makers:
        return
    yield ink_rule(top + _RULE)
    goods = len(makers) * (_MAKER_SIDE + _MAKER_GAP) + (len(makers) - 1) * _MAKERS_GAP
    step = min(_MADE_STEP, (CONTENT_WIDTH - goods - _AIR) / sum(map(len, makers.values())))
    x, y = float(MARGIN), top + _MAKERS
    for good, hexes in makers.items():
        yield draw_good(good, x + _MAKER_SIDE / 2, y, _MAKER_SIDE)
        x += _MAKER_SIDE + _MAKER_GAP
        for hex in hexes:
            city_piece = state.cities[hex]
            yield draw_city(city_piece.seat, city_piece.dots, x + step / 2, y, _MADE_RADIUS)
            x += step
        x += _MAKERS_GAP


def _cities_by_good(state: RailroadsOfCatan) -> Mapping[Good, tuple[NodeId, ...]]:
    """Return the cities that make each good, the fewest dots first, because barrels are cheapest there."""
    hexes_by_good = {good: [hex for hex in state.cities if state.layout.good_of(hex) is good] for good in GOODS_ORDER}
    key = {hex: (city_piece.dots, city_piece.seat) for hex, city_piece in state.cities.items()}
    return {good: tuple(sorted(hexes, key=key.__getitem__)) for good, hexes in hexes_by_good.items() if hexes}


def _summary_line(filled_orders: Mapping[str, e.OrderFilled], names: Names, *, has_orders: bool) -> str:
    if not has_orders:
        return "New orders appear in phase 4"
    if not filled_orders:
        return f"+{dollar_amount(ORDER_GROWTH)} per turn open · below: what cities make"
    letters_by_name: dict[str, list[str]] = {}
    for letter, event in filled_orders.items():
        letters_by_name.setdefault(names[event.seat - 1], []).append(letter)
    return f"Filled: {join_words([f'{join_words(letters)} by {name}' for name, letters in letters_by_name.items()])}"


def _alt_text(
    state: RailroadsOfCatan, filled_orders: Mapping[str, e.OrderFilled], names: Names, names_then: Names
) -> str:
    order_sentences = [_order_sentence(state, order, names) for order in state.orders]
    order_sentences += [
        f"Order {letter}: filled by {names_then[event.seat - 1]}." for letter, event in filled_orders.items()
    ]
    order_sentences = order_sentences or [f"{_summary_line({}, names, has_orders=False)}."]
    makers = []
    for good, hexes in _cities_by_good(state).items():
        cities = [node_name(state, hex, names) for hex in hexes]
        makers.append(f"{good} in {join_words(cities)}")
    makers_sentences = [f"Goods made: {'; '.join(makers)}."] if makers else []
    return join_sentences(
        (f"Railroads of Catan, {corner_text(state)}, delivery orders.", *order_sentences, *makers_sentences)
    )


def _order_sentence(state: RailroadsOfCatan, order: DeliveryOrder, names: Names) -> str:
    """“A: ore to Ada’s 5-dot city (H12), $6,000 plus $1,500 for the sale, new.”"""
    where = f"{possessive_city_name(state, order.city, names)} ({order.city})"
    sale = dollar_amount(sale_price(state, order.city, order.good))
    pay = f"{dollar_amount(order.bonus)} plus {sale} for the sale"
    return f"{order.letter}: {order.good} to {where}, {pay}, {_age_text(order)}."
