"""The players and the legend under the whole board."""

from collections.abc import Iterator

from engine.core import Seat, dollar_amount
from engine.games.railroads_of_catan.game_data.island import Good, NodeId
from engine.games.railroads_of_catan.game_data.pieces import Associate, EventCard, TrainPiece
from engine.games.railroads_of_catan.state.display_names import ASSOCIATE_TEXTS
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.order_tickets import TICKET_WIDTH as TICKET
from render.games.railroads_of_catan.board.order_tickets import draw_ticket
from render.games.railroads_of_catan.board.pieces import draw_city, draw_mark, draw_train, train_width
from render.games.railroads_of_catan.board.signs import GOODS_ORDER, draw_good
from render.games.railroads_of_catan.board.track_layers import draw_lines
from render.palette import INK_SOFT
from render.parts.map_lines import line_sample
from render.parts.page_layout import CONTENT_WIDTH, MARGIN, RIGHT
from render.parts.typography import BODY, NAME, SMALL, TextStyle
from render.scene import Shape, Sheet
from render.text_fitting import Names

HEADING_HEIGHT, ROW_HEIGHT = 60, 68
"""Heights in px of the heading above the players, and of one row of players."""
_MIDDLE = 34
"""Distance in px from the top of a row to its middle."""
PLAYERS_GAP = 4
"""Distance in px between the players and the legend."""

_ORDER, _CLOSED = "Order of play · most cash wins", "faded: coast track, closed this turn"
_HEADING_LINE = 42
_PLACE, _MARK, _MARK_RADIUS = 10, 66, 24
_LINE, _LINE_LONG, _LINE_WIDE = 102, 70, 17
_NAME, _CASH_GAP, _TITLE_GAP, _PLAYER_GAP = 190, 18, 22, 30
_TURN = TextStyle("hb", 46, INK_SOFT)
_PLAYER = TextStyle("h", 50)
_SHORT = {Associate.CREW: "Crew", Associate.UNION: "Union"}
"""Short names of associates whose names are long."""

_SIGN, _WORDS = 28, 70
"""Distances in px from the left edge of a legend entry to its sign and to its text."""
_GOOD, _BETWEEN, _TICKET_GAP = 56, 46, 18
_CITY_RADIUS, _CITY_STEP = 28, 420
_TRAIN, _TRAIN_GAP, _TRAIN_STEP = 36, 18, 250
_NEW_START, _NEW_END, _NEW_WIDE, _NEW_HIGH, _NEW_WORDS = 14, 88, 110, 48, 112
_NEW_SCALE = 124


def draw_companies(state: RailroadsOfCatan, names: Names, top: float) -> Iterator[Shape]:
    """Draw a heading, then the players in turn order, two per row.

    In a monsoon, the heading also explains faded track.
    """
    yield SMALL.left(MARGIN, top + _HEADING_LINE, _ORDER, "caption", INK_SOFT)
    if state.event is EventCard.MONSOON:
        yield SMALL.right(RIGHT, top + _HEADING_LINE, _CLOSED, "legend", INK_SOFT)
    room, top = CONTENT_WIDTH / 2, top + HEADING_HEIGHT
    for i, seat in enumerate(state.order):
        row, column = divmod(i, 2)
        x, y = MARGIN + column * room, top + _MIDDLE + row * ROW_HEIGHT
        yield _TURN.left(x + _PLACE, y + _TURN.baseline_shift, str(i + 1), "place")
        yield draw_mark(seat, x + _MARK, y, _MARK_RADIUS)
        yield line_sample(seat, x + _LINE, y, _LINE_LONG, _LINE_WIDE)
        end = x + room - _PLAYER_GAP * (column == 0)
        yield from _draw_company(state, seat, names[seat - 1], x + _NAME, y, end)


def _draw_company(state: RailroadsOfCatan, seat: Seat, name: str, x: float, y: float, end: float) -> Iterator[Shape]:
    """Draw a player's name, cash, and associate; the texts are shortened if they would extend beyond ``end``."""
    cash, associate = dollar_amount(state.cash[seat]), state.associates.get(seat)
    room = end - x - _CASH_GAP - NAME.width(cash)
    title = _associate_title(associate, room - _PLAYER.width(name)) if associate else ""
    name = _PLAYER.shorten(name, room - (SMALL.width(title) + _TITLE_GAP if title else 0))
    yield _PLAYER.left(x, y + _PLAYER.baseline_shift, name, "player")
    x += _PLAYER.width(name) + _CASH_GAP
    yield NAME.left(x, y + NAME.baseline_shift, cash, "cash")
    if title:
        yield SMALL.left(x + NAME.width(cash) + _TITLE_GAP, y + SMALL.baseline_shift, title, "associate", INK_SOFT)


def _associate_title(associate: Associate, room: float) -> str:
    """Return the name of an associate, or a short name if the name is wider than ``room`` px."""
    title, _ = ASSOCIATE_TEXTS[associate]
    return title if SMALL.width(title) + _TITLE_GAP <= room else _SHORT.get(associate, title)


def draw_board_legend(top: float, new: Seat | None) -> Iterator[Shape]:
    """Draw the legend of goods, orders, cities, and trains, and of new track if a seat (``new``) has laid some."""
    y = top + _MIDDLE
    yield from _draw_goods(y)
    yield from _draw_pieces(y + ROW_HEIGHT, new)


def _draw_goods(y: float) -> Iterator[Shape]:
    """Draw the five goods, and a sample of an order's ticket."""
    x = float(MARGIN)
    for good in GOODS_ORDER:
        yield draw_good(good, x + _SIGN, y, _GOOD)
        yield BODY.left(x + _WORDS, y + BODY.baseline_shift, good, "legend")
        x += _WORDS + BODY.width(good) + _BETWEEN
    yield draw_ticket("A", Good.WHEAT, x + TICKET / 2, y)
    yield BODY.left(x + TICKET + _TICKET_GAP, y + BODY.baseline_shift, "order to this city", "legend")


def _draw_pieces(y: float, laid_by: Seat | None) -> Iterator[Shape]:
    x = float(MARGIN)
    yield draw_city(Seat(1), 4, x + _SIGN, y, _CITY_RADIUS)
    yield BODY.left(x + _WORDS, y + BODY.baseline_shift, "4-dot city", "legend")
    x += _CITY_STEP
    for large, words in ((False, "2 barrels"), (True, "5 barrels")):
        piece = TrainPiece(Seat(1), 2 if large else 1, NodeId("H01"), large)
        wide = train_width(_TRAIN, large=large)
        yield draw_train(piece, x + wide / 2, y, _TRAIN)
        yield BODY.left(x + wide + _TRAIN_GAP, y + BODY.baseline_shift, words, "legend")
        x += wide + _TRAIN_STEP
    if laid_by is None:
        return
    new = ((x + _NEW_START, y), (x + _NEW_END, y))
    shapes = tuple(draw_lines([(new, laid_by)], _NEW_SCALE, outline=True))
    yield Sheet("new track", round(x), round(y) - _NEW_HIGH // 2, _NEW_WIDE, _NEW_HIGH, shapes)
    yield BODY.left(x + _NEW_WORDS, y + BODY.baseline_shift, "new track", "legend")
