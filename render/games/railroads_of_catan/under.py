"""The part under the whole board: the players in the order of play, and the meaning of its signs."""

from collections.abc import Iterator

from engine.core import Seat, dollars
from engine.games.railroads_of_catan.box.graph import Place
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.box.pieces import Associate, EventCard, Train
from engine.games.railroads_of_catan.state.naming import ASSOCIATE_WORDS
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.pieces import city, mark_at, train, train_width
from render.games.railroads_of_catan.signs import GOODS_ORDER, good_box
from render.games.railroads_of_catan.tickets import WIDE as TICKET
from render.games.railroads_of_catan.tickets import ticket
from render.games.railroads_of_catan.tracks import lines
from render.labels import Names
from render.palette import INK_SOFT
from render.parts.frame import MARGIN, RIGHT, ROOM
from render.parts.lines import sample
from render.parts.text import BODY, NAME, SMALL, Style
from render.scene import Shape, Sheet

HEADING, ROW, _MIDDLE = 60, 68, 34
"""Under the board: the line above the players, a row, and how far down in it its signs have their middle."""
PLAYERS_GAP = 4
"""Between the players and the legend."""

_ORDER, _CLOSED = "Order of play · most cash wins", "faded: coast track, closed this turn"
_HEADING_LINE = 42
_PLACE, _MARK, _MARK_RADIUS = 10, 66, 24
_LINE, _LINE_LONG, _LINE_WIDE = 102, 70, 17
_NAME, _CASH_GAP, _TITLE_GAP, _PLAYER_GAP = 190, 18, 22, 30
_TURN = Style("hb", 46, INK_SOFT)
_PLAYER = Style("h", 50)
_SHORT = {Associate.CREW: "Crew", Associate.UNION: "Union"}
"""Associates whose names are long."""

_SIGN, _WORDS = 28, 70
"""In the legend: from its left to the middle of a sign and to the words."""
_GOOD, _BETWEEN, _TICKET_GAP = 56, 46, 18
_CITY_RADIUS, _CITY_STEP = 28, 420
_TRAIN, _TRAIN_GAP, _TRAIN_STEP = 36, 18, 250
_NEW_START, _NEW_END, _NEW_WIDE, _NEW_HIGH, _NEW_WORDS = 14, 88, 110, 48, 112
_NEW_SCALE = 124


def companies(state: RailroadsOfCatan, names: Names, top: float) -> Iterator[Shape]:
    """Place in the order of play, mark, line, name, money and associate of every player, two in a row.

    A heading says that the numbers are no ranks. (``HEADING`` px; in a monsoon also what its fading means)
    """
    yield SMALL.left(MARGIN, top + _HEADING_LINE, _ORDER, "caption", INK_SOFT)
    if state.event is EventCard.MONSOON:
        yield SMALL.right(RIGHT, top + _HEADING_LINE, _CLOSED, "legend", INK_SOFT)
    room, top = ROOM / 2, top + HEADING
    for i, seat in enumerate(state.order):
        row, column = divmod(i, 2)
        x, y = MARGIN + column * room, top + _MIDDLE + row * ROW
        yield _TURN.left(x + _PLACE, y + _TURN.rise, str(i + 1), "place")
        yield mark_at(seat, x + _MARK, y, _MARK_RADIUS)
        yield sample(seat, x + _LINE, y, _LINE_LONG, _LINE_WIDE)
        end = x + room - _PLAYER_GAP * (column == 0)
        yield from _company(state, seat, names[seat - 1], x + _NAME, y, end)


def _company(state: RailroadsOfCatan, seat: Seat, name: str, x: float, y: float, end: float) -> Iterator[Shape]:
    """Name, money and associate up to ``end``: first the associate's name is shortened, then the player's."""
    cash, associate = dollars(state.cash[seat]), state.associates.get(seat)
    room = end - x - _CASH_GAP - NAME.wide(cash)
    title = _title(associate, room - _PLAYER.wide(name)) if associate else ""
    name = _PLAYER.cut(name, room - (SMALL.wide(title) + _TITLE_GAP if title else 0))
    yield _PLAYER.left(x, y + _PLAYER.rise, name, "player")
    x += _PLAYER.wide(name) + _CASH_GAP
    yield NAME.left(x, y + NAME.rise, cash, "cash")
    if title:
        yield SMALL.left(x + NAME.wide(cash) + _TITLE_GAP, y + SMALL.rise, title, "associate", INK_SOFT)


def _title(associate: Associate, room: float) -> str:
    """An associate's name, the short one where the whole does not fit."""
    title, _ = ASSOCIATE_WORDS[associate]
    return title if SMALL.wide(title) + _TITLE_GAP <= room else _SHORT.get(associate, title)


def board_legend(top: float, new: Seat | None) -> Iterator[Shape]:
    """Goods by sign and color; an order's ticket, a city, a train and, if there is any, ``new`` track of that player.

    Else its sample would be read as what that player's color means.
    """
    y = top + _MIDDLE
    yield from _goods(y)
    yield from _pieces(y + ROW, new)


def _goods(y: float) -> Iterator[Shape]:
    """The five goods, and a ticket at the right."""
    x = float(MARGIN)
    for good in GOODS_ORDER:
        yield good_box(good, x + _SIGN, y, _GOOD)
        yield BODY.left(x + _WORDS, y + BODY.rise, good, "legend")
        x += _WORDS + BODY.wide(good) + _BETWEEN
    yield ticket("A", Good.WHEAT, x + TICKET / 2, y)
    yield BODY.left(x + TICKET + _TICKET_GAP, y + BODY.rise, "order to this city", "legend")


def _pieces(y: float, laid_by: Seat | None) -> Iterator[Shape]:
    x = float(MARGIN)
    yield city(Seat(1), 4, x + _SIGN, y, _CITY_RADIUS)
    yield BODY.left(x + _WORDS, y + BODY.rise, "4-dot city", "legend")
    x += _CITY_STEP
    for large, words in ((False, "2 barrels"), (True, "5 barrels")):
        piece = Train(Seat(1), 2 if large else 1, Place("H01"), large)
        wide = train_width(_TRAIN, large=large)
        yield train(piece, x + wide / 2, y, _TRAIN)
        yield BODY.left(x + wide + _TRAIN_GAP, y + BODY.rise, words, "legend")
        x += wide + _TRAIN_STEP
    if laid_by is None:
        return
    new = ((x + _NEW_START, y), (x + _NEW_END, y))
    shapes = tuple(lines([(new, laid_by)], _NEW_SCALE, outline=True))
    yield Sheet("new track", round(x), round(y) - _NEW_HIGH // 2, _NEW_WIDE, _NEW_HIGH, shapes)
    yield BODY.left(x + _NEW_WORDS, y + BODY.rise, "new track", "legend")
