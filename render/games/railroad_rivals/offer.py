"""The tiles on offer: city tiles above, stock tiles below, taken ones pale. (style guide, section 9)"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core import Seat, counted, listed, possessive
from engine.games.railroad_rivals.box.data import STOCK_TILES, City, Railroad
from engine.games.railroad_rivals.box.pieces import Lot, is_city
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import IssueDraft
from engine.games.railroad_rivals.state.phases import Drafting
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import fits
from render.games.railroad_rivals.livery import palette
from render.games.railroad_rivals.offered import LARGE, MIDDLE, SMALL, TALL, TINY, stock_card, taken
from render.games.railroad_rivals.signs import SIGNS
from render.games.railroad_rivals.special import special_card, use_lines
from render.games.railroad_rivals.tile import chosen_frame, whole_tile
from render.games.railroad_rivals.words import asked, corner, edge_words, in_full, joined, last_move
from render.labels import Names, News, beside, shared
from render.palette import INK, INK_SOFT, PAPER, TAKEN
from render.parts.frame import BLEED, MARGIN, WIDTH, chip, header, key_under, picture, rule
from render.parts.text import TABLE_FIGURE, TABLE_TIGHT
from render.scene import Layer, Scene, Shape, Veil, layer

_TOP, _FOOT, _ROWS_GAP = 196, 18, 8
_KEYS, _USES = 84, 108
"""The height of what stands below a row of cards; more where it says when special tiles are used."""
_TERSE = {"fits blanks only": "blanks only", "fits nowhere yet": "no place"}
_ONE_ROW, _TWO_ROWS = 4, 2
_PER_ROW = {MIDDLE: 4, SMALL: 5, TINY: 6}
_WIDE = {2: 420, 3: 420, 4: 360}
"""The width of stocks where few cards are in a row, so that whole names fit."""
_EDGES = {TINY: BLEED}
"""px left and right of the cards, where it is not the margin."""
_LEAST = 54
"""px; no words on a card are smaller where they have room."""
_TAKEN_AT, _TAKEN_DOWN = 0.55, 24
_CAPTION_LINE, _CAPTION_GAP, _TINY_BACK = 70, 14, 8
_CHIP, _CHIP_AT, _NAME_AT, _POINTS_GAP, _NEXT = 25, 25, 58, 12, 26
_ORDER_LINE, _ORDER_ROW = 64, 62
_IN_ORDER = "Turn order, with points so far"


class _Spread(msgspec.Struct, frozen=True):
    """The layout of cards in their rows: widths of cities and stocks, the first card's x, and the pitch to the next."""

    side: int
    wide: int
    start: int
    pitch: float

    def across(self, lot: Lot) -> int:
        """The width of a card."""
        return self.side if is_city(lot.tile) else self.wide

    def down(self, lot: Lot) -> int:
        """The height of a card: cities are square, stocks lower."""
        return self.side if is_city(lot.tile) else TALL

    def x(self, place: int) -> int:
        """The left edge of a card."""
        return round(self.start + self.pitch * place)


def offer_scenes(
    state: RailroadRivals,
    news: News,
    names: Names,
    keys: Mapping[str, str] | None = None,
    chosen: str = "",
) -> tuple[Scene, ...]:
    """The offer; ``keys`` say what to press for a tile, ``chosen`` is the tile about to be taken.

    Nothing when there is no offer (the bidding of a finished game).
    """
    if not state.city_offer and not state.stock_offer:
        return ()
    spread = _spread(state)
    layers, y = [Layer("header", ())], _TOP
    first = dict[str, bool]()
    for row in _rows(state, spread.side):
        shapes: list[Shape] = []
        tall = max(map(spread.down, row))
        for i, lot in enumerate(row):
            fresh = lot.taken is None and not first.get(lot.tile)
            first[lot.tile] = first.get(lot.tile, False) or fresh
            x = spread.x(i)
            shapes += _lot(state, lot, x, y, spread, names)
            if lot.taken is None:
                press = (keys or {}).get(lot.tile, "") if fresh else ""
                shapes += _below(state, lot, x, y + tall, spread, press)
            if fresh and lot.tile == chosen:
                shapes.append(chosen_frame(x, y, spread.across(lot), spread.down(lot)))
        layers.append(layer("cities" if is_city(row[0].tile) else "stocks", shapes))
        y += tall + _ROWS_GAP + _below_high(row)
    seat, line = _question(state, news, names)
    title, right = (f"Take {chosen}?", "not yet taken") if chosen else ("Offer", corner(state))
    layers[0] = header(title, right, line, seat=seat, tall=True)
    layers.append(layer("legend", _order(state, names, y)))
    high = y + _FOOT + 2 * _ORDER_ROW
    alt = _alt(state, news, names, keys or {}, chosen)
    return (picture("offer", high, palette(state), tuple(layers), alt),)


def _spread(state: RailroadRivals) -> _Spread:
    """The cards of the longest row from margin to margin."""
    side = _side(state)
    start = _EDGES.get(side, MARGIN)
    most = max(map(len, _rows(state, side)))
    wide = _WIDE.get(most, side) if side == MIDDLE else side
    room = WIDTH - 2 * start - wide
    return _Spread(side, wide, start, room / max(1, most - 1))


def _below_high(row: Sequence[Lot]) -> int:
    """The height of the captions below a row: nothing once all of it is taken."""
    left = [lot.tile for lot in row if lot.taken is None]
    if not left:
        return 0
    return _USES if any(tile in SIGNS for tile in left) else _KEYS


def _side(state: RailroadRivals) -> int:
    """The width of the cards: as large as rows have room for in the picture; Stock Issue may add a card."""
    if len(state.city_offer + state.stock_offer) <= _ONE_ROW:
        return LARGE
    cards = max(state.seats, len(state.city_offer), -(-len(state.stock_offer) // _TWO_ROWS))
    if len(state.stock_offer) % _TWO_ROWS and not state.city_pile_out:
        cards = max(cards, min(len(state.stock_offer), _PER_ROW[TINY]))
    return next((side for side, count in _PER_ROW.items() if cards <= count), TINY)


def _rows(state: RailroadRivals, side: int) -> list[tuple[Lot, ...]]:
    """Cities above stocks, in rows of at most a lot a player, or as many as there is room for when one was added.

    Two players' four lots fit one row.
    """
    cities, stocks = state.city_offer, state.stock_offer
    if len(cities + stocks) <= _ONE_ROW:
        return [cities + stocks]
    a_row = state.seats if len(stocks) % state.seats == 0 else _PER_ROW[side]
    starts = range(0, len(stocks), a_row)
    rows = [cities, *(stocks[start : start + a_row] for start in starts)]
    return [row for row in rows if row]


def _lot(state: RailroadRivals, lot: Lot, x: float, y: float, spread: _Spread, names: Names) -> Iterator[Shape]:
    wide, tall = spread.across(lot), spread.down(lot)
    if lot.tile in SIGNS:
        yield from special_card(lot.tile, x, y, wide, tall)
    elif is_city(lot.tile):
        yield from whole_tile(state.board.tile(City(lot.tile)), x, y, wide, PAPER, least=_LEAST)
    else:
        yield from stock_card(state, Railroad(lot.tile), x, y, wide, free=lot.taken is None)
    if lot.taken is not None:
        yield Veil(x, y, wide, tall, PAPER, TAKEN)
        middle = y + tall * _TAKEN_AT + _TAKEN_DOWN
        yield from taken(lot.taken, names[lot.taken - 1], x, middle, wide)


def _below(state: RailroadRivals, lot: Lot, x: float, y: float, spread: _Spread, press: str) -> Iterator[Shape]:
    """The lines below a card: the key to press, and how well the tile fits."""
    keys, start = key_under(press, x, y)
    yield from keys
    end = min(x + max(spread.pitch, spread.side) - _CAPTION_GAP, WIDTH - _CAPTION_GAP)
    start -= _TINY_BACK if spread.side == TINY and press else 0
    if lot.tile in SIGNS:
        yield from use_lines(lot.tile, start, y, end - start)
        return
    said = _captions(state, lot.tile)
    words = next((words for words in said if TABLE_TIGHT.wide(words) <= end - start), said[-1])
    yield TABLE_TIGHT.left(start, y + _CAPTION_LINE, words, "caption", room=end - start)


def _captions(state: RailroadRivals, tile: str) -> tuple[str, ...]:
    """The captions that fit a tile, the longest first: where a city fits, or how many stocks are left."""
    if not is_city(tile):
        words = _more(state, Railroad(tile))
        return (f"{words} left", words) if words.endswith("more") else (words,)
    words = fits(state, City(tile))
    return words, _TERSE.get(words, words.removeprefix("fits "))


def _more(state: RailroadRivals, railroad: Railroad) -> str:
    """The number of its stock tiles still to come or on offer beside this one, in words."""
    owned = sum(state.stocks[seat].get(railroad, 0) for seat in state.everyone)
    if railroad in state.baron.ruined:
        return "ruined"
    left = STOCK_TILES[state.seats] - owned - 1
    return f"{left} more" if left else "last one"


def _question(state: RailroadRivals, news: News, names: Names) -> tuple[Seat | None, str]:
    phase, seat = next(iter(state.flow[-1:]), None), asked(state)
    if isinstance(phase, IssueDraft) and seat is not None:
        return seat, f"{possessive(names[seat - 1])} pick: one stock, by Stock Issue"
    if not isinstance(phase, Drafting) or seat is None:
        return last_move(state, news, names)
    if phase.picks < state.seats:
        what = "one stock" if state.city_pile_out else "a city or a stock"
    else:
        took_city = any(lot.taken == seat for lot in state.city_offer)
        what = "one stock" if took_city or state.city_pile_out else "one city"
    return seat, f"{possessive(names[seat - 1])} pick: {what}"


def _order(state: RailroadRivals, names: Names, y: int) -> Iterator[Shape]:
    """The size of the city pile, and the players in turn order with their points so far."""
    yield rule(y)
    base = y + _ORDER_LINE
    yield TABLE_TIGHT.left(MARGIN, base, _IN_ORDER, "caption", INK_SOFT)
    left = f"city pile: {state.city_pile.size or 'none'}"
    yield TABLE_TIGHT.right(WIDTH - MARGIN, base, left, "caption", INK_SOFT)
    x, base, now = float(MARGIN), base + _ORDER_ROW, asked(state)
    points = {seat: str(state.score[seat]) for seat in state.order}
    taken = sum(_NAME_AT + _POINTS_GAP + TABLE_FIGURE.wide(words) for words in points.values())
    room = WIDTH - 2 * MARGIN - taken - _NEXT * (state.seats - 1)
    short = shared([names[seat - 1] for seat in points], TABLE_FIGURE.face, TABLE_FIGURE.size, room)
    for (seat, words), name in zip(points.items(), short, strict=True):
        style, ink = (TABLE_FIGURE, INK) if seat == now else (TABLE_TIGHT, INK_SOFT)
        yield chip(seat, x + _CHIP_AT, base - TABLE_TIGHT.rise, _CHIP)
        yield style.left(x + _NAME_AT, base, name, "name", ink)
        x += _NAME_AT + style.wide(name) + _POINTS_GAP
        yield TABLE_FIGURE.left(x, base, words, "points")
        x += TABLE_FIGURE.wide(words) + _NEXT


def _alt(state: RailroadRivals, news: News, names: Names, keys: Mapping[str, str], chosen: str) -> str:
    cities = "; ".join(_said(state, lot, names, keys) for lot in state.city_offer)
    return joined(
        (
            *([f"Preview: you would take {_named(chosen)}."] if chosen else []),
            f"{corner(state)}. {in_full(_question(state, news, names)[1])}.",
            f"Cities, edges clockwise from the top: {cities}." if cities else "",
            f"Stocks: {'; '.join(_said(state, lot, names, keys) for lot in state.stock_offer)}.",
            f"{_IN_ORDER}: {', '.join(beside(names[seat - 1], state.score[seat]) for seat in state.order)}.",
        )
    ).replace("  ", " ")


def _named(tile: str) -> str:
    """“Cleveland”, “B&O stock”: what a tile is called alone."""
    return tile if tile in SIGNS or is_city(tile) else f"{tile} stock"


def _said(state: RailroadRivals, lot: Lot, names: Names, keys: Mapping[str, str]) -> str:
    press = f"{keys[lot.tile]} " if lot.tile in keys else ""
    if lot.taken is not None:
        return f"{_named(lot.tile)} taken by {names[lot.taken - 1]}"
    if lot.tile in SIGNS:
        return f"{press}{lot.tile}: {SIGNS[lot.tile].effect}"
    if is_city(lot.tile):
        tile = state.board.tile(City(lot.tile))
        cubes, edges = counted(tile.goods, "cube"), edge_words(tile.edges)
        return f"{press}{lot.tile}: {cubes}, edges {edges}, {fits(state, City(lot.tile))}"
    railroad = Railroad(lot.tile)
    stocks = [state.stocks[Seat(seat)].get(railroad, 0) for seat in range(1, len(names) + 1)]
    held = [beside(name, owned) for name, owned in zip(names, stocks, strict=True) if owned]
    owners = f"owned by {listed(held)}" if held else "no owner"
    more = _more(state, railroad).replace("more", "more in the game")
    return f"{press}{railroad} stock: worth {state.value[railroad]}, {owners}, {more}"
