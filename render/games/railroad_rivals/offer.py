"""The tiles on offer: city tiles above, stock tiles below, taken ones pale. (style guide, section 9)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.seats import Seat
from engine.core.words import counted, listed, possessive
from engine.games.railroad_rivals.box.data import CITIES, RAILROAD_NAMES, STOCK_TILES, City, Railroad
from engine.games.railroad_rivals.box.pieces import Lot
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import IssueDraft
from engine.games.railroad_rivals.state.phases import Drafting
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import fits
from render.called import News
from render.fonts import width
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.badges import badge_at
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.livery import LIVERIES, SHORT_RAILROADS, SHORTEST_RAILROADS, palette
from render.games.railroad_rivals.signs import SIGNS
from render.games.railroad_rivals.special import special_card, use_lines
from render.games.railroad_rivals.tile import chosen_frame, whole_tile
from render.games.railroad_rivals.words import asked, corner, edge_words, last_move
from render.labels import FLOOR, Names, first_word, shared
from render.palette import INK, INK_SOFT, PAPER, RULE, TAKEN
from render.parts.frame import CONTENT, MARGIN, WIDTH, header, panel, picture, rule
from render.parts.marks import chip, key_under
from render.parts.text import BODY, DIGIT, NAME, STRONG, TAG
from render.scene import Box, Layer, Scene, Shape, Veil, layer

_UP, _GAP_BELOW, _FOOT = 4, 12, 42
_STOCK, _TALL_STOCK, _KEYS, _ROWS_GAP = 300, 320, 104, 40
_TERSE = {"blank edge only": "blank only", "fits nowhere yet": "no place"}
_LARGE, _SMALL, _TINY = 350, 280, 230
_ONE_ROW, _TWO_ROWS = 4, 2
_PER_ROW = {_LARGE: 4, _SMALL: 5, _TINY: 6}
_GAPS = {_LARGE: 40, _SMALL: 30, _TINY: 28}
_HOLDERS = {_LARGE: 100, _SMALL: 82, _TINY: 68}
"""px from one holder of a stock to the next."""
_CARD_LINE, _EDGE, _BADGE_LINE, _BADGE, _NAME_LINE, _NAME_ROOM, _WORTH_LINE = 4, 10, 64, 72, 150, 28, 207
_NOBODY_LINE, _HOLDER_LINE, _HOLDER_BACK = 268, 252, 16
_HOLDER, _TINY_HOLDER = (24, 32, NAME, 18), (20, 24, DIGIT, 16)
"""A holder's chip, where the number stands, how it is set, how far below the chip's middle."""
_TAKEN, _TINY_TAKEN = (96, 22, 16, 54), (70, 18, 2, 36)
"""Of the pill over a taken tile: where words begin, the engine, the edge, where the engine stands."""
_PILL, _PILL_HALF, _PILL_RADIUS, _PILL_GAP, _PILL_END, _PILL_WORDS = 88, 44, 42, 20, 22, 4
_TAKEN_AT, _TAKEN_DOWN, _ENGINE_DOWN = 0.55, 24, 3
_CAPTION_LINE, _CAPTION_OVER, _TINY_BACK = 70, 16, 8
_LEFT_GAP, _CHIP, _CHIP_AT, _NAME_AT, _NEXT = 60, 28, 28, 66, 28
_LOW_KEYS, _LOW_GAP = 88, 20
_MANY, _ORDER_ROW = 6, 70


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
    side = _side(state)
    layers, y = [Layer("header", ())], CONTENT - _UP
    first = dict[str, bool]()
    rows = _rows(state, side)
    keys_high, rows_gap = (_KEYS, _ROWS_GAP) if len(rows) <= _TWO_ROWS else (_LOW_KEYS, _LOW_GAP)
    for row in rows:
        shapes: list[Shape] = []
        tall = max(_height(state, lot) for lot in row)
        for i, lot in enumerate(row):
            fresh = lot.taken is None and not first.get(lot.tile)
            first[lot.tile] = first.get(lot.tile, False) or fresh
            x = MARGIN + i * (side + _gap(side))
            shapes += _lot(state, lot, x, y, side, names)
            if lot.taken is None:
                press = (keys or {}).get(lot.tile, "") if fresh else ""
                shapes += _below(state, lot, x, y + tall, side, press)
            if fresh and lot.tile == chosen:
                shapes.append(chosen_frame(x, y, side, _height(state, lot)))
        layers.append(layer("cities" if row[0].tile in CITIES else "stocks", shapes))
        y += tall + rows_gap + (keys_high if any(lot.taken is None for lot in row) else 0)
    y -= rows_gap - _GAP_BELOW
    seat, line = _question(state, news, names)
    title, right = (f"Take {chosen}?", "not yet taken") if chosen else ("Offer", corner(state))
    layers[0] = header(title, right, line, seat=seat)
    layers.append(layer("legend", _order(state, names, y)))
    high = y + _FOOT + _ORDER_ROW * len(_order_rows(state))
    alt = _alt(state, news, names, keys or {}, chosen)
    return (picture("offer", high, palette(state), tuple(layers), alt),)


def _side(state: RailroadRivals) -> int:
    """The width of the cards: as large as a row has room for; Stock Issue may add a card."""
    cards = max(state.seats, len(state.city_offer), -(-len(state.stock_offer) // _TWO_ROWS))
    if len(state.stock_offer) % _TWO_ROWS and not state.city_pile_out:
        cards = max(cards, min(len(state.stock_offer), _PER_ROW[_TINY]))
    return next((side for side, count in _PER_ROW.items() if cards <= count), _TINY)


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


def _gap(side: int) -> int:
    return _GAPS[side]


def _height(state: RailroadRivals, lot: Lot) -> int:
    """Cities are square; on narrow cards a stock's words need more lines."""
    side = _side(state)
    return side if lot.tile in CITIES else _STOCK if side != _TINY else _TALL_STOCK


def _lot(state: RailroadRivals, lot: Lot, x: float, y: float, side: int, names: Names) -> Iterator[Shape]:
    if lot.tile in SIGNS:
        yield from special_card(lot.tile, x, y, side, _height(state, lot))
    elif lot.tile in CITIES:
        city = City(lot.tile)
        yield from whole_tile(city, state.board.tile(city).edges, x, y, side, PAPER)
    else:
        yield from _stock_card(state, Railroad(lot.tile), x, y, side, free=lot.taken is None)
    if lot.taken is not None:
        tall = _height(state, lot)
        yield Veil(x, y, side, tall, PAPER, TAKEN)
        middle = y + tall * _TAKEN_AT + _TAKEN_DOWN
        yield from _taken(lot.taken, names[lot.taken - 1], x, middle, side)


def _stock_card(
    state: RailroadRivals, railroad: Railroad, x: float, y: float, side: int, *, free: bool
) -> Iterator[Shape]:
    middle = x + side / 2
    tall = _height(state, Lot(railroad))
    yield panel(x, y, side, tall, line=_CARD_LINE)
    wide, high = side - 2 * _EDGE, tall - 2 * _EDGE
    yield Box(x + _EDGE, y + _EDGE, wide, high, None, RULE, 2, _CARD_LINE)
    yield badge_at(LIVERIES[railroad], middle, y + _BADGE_LINE, _BADGE)
    name, short = RAILROAD_NAMES[railroad], _short(railroad, side)
    yield TAG.middle(middle, y + _NAME_LINE, name, "railroad name", room=side - _NAME_ROOM, short=short)
    yield BODY.middle(middle, y + _WORTH_LINE, _worth(state, railroad, side), "worth", INK_SOFT)
    if free:
        yield from _holders(state, railroad, middle, y, side)


def _worth(state: RailroadRivals, railroad: Railroad, side: int) -> str:
    return f"worth {state.value[railroad]}" + (" now" if side != _TINY else "")


def _short(railroad: Railroad, side: int) -> str:
    """The name that fits a narrow card."""
    return SHORTEST_RAILROADS.get(railroad, "") if side == _TINY else SHORT_RAILROADS.get(railroad, "")


def _holders(state: RailroadRivals, railroad: Railroad, middle: float, y: float, side: int) -> Iterator[Shape]:
    """Who owns how many: at most three players, as the fourth tile is this one."""
    held = ((seat, state.stocks[seat].get(railroad, 0)) for seat in state.everyone)
    holders = [(seat, count) for seat, count in held if count]
    if not holders:
        words = "no one owns it" if side == _LARGE else "no owner"
        yield BODY.middle(middle, y + _NOBODY_LINE, words, "holders", INK_SOFT)
    pitch, y = _HOLDERS[side], y + _HOLDER_LINE
    start = middle - pitch * (len(holders) - 1) / 2 - _HOLDER_BACK
    r, at, style, down = _TINY_HOLDER if side == _TINY else _HOLDER
    for i, (seat, count) in enumerate(holders):
        yield chip(seat, start + i * pitch, y, r)
        yield style.left(start + i * pitch + at, y + down, str(count), "holders")


def _taken(seat: Seat, name: str, x: float, y: float, side: int) -> Iterator[Shape]:
    """The pill over a taken tile."""
    start, r, edge, engine_at = _TINY_TAKEN if side == _TINY else _TAKEN
    room = side - edge - start - _PILL_GAP
    words = f"{name} took it"
    if BODY.wide(words) > room:
        words = BODY.cut(name if side != _TINY else first_word(name), room)
    wide = start + BODY.wide(words) + _PILL_END
    left = x + (side - wide) / 2
    yield panel(left, y - _PILL_HALF, round(wide), _PILL, PAPER, radius=_PILL_RADIUS)
    yield engine(seat, left + engine_at, y + _ENGINE_DOWN, r, PAPER)
    yield BODY.left(left + (start - _PILL_WORDS), y + BODY.rise, words, "taken by")


def _below(state: RailroadRivals, lot: Lot, x: float, y: float, side: int, press: str) -> Iterator[Shape]:
    """What to press, and how far the tile goes."""
    narrow = side == _TINY
    keys, start = key_under(press, x, y)
    yield from keys
    start, end = start - (_TINY_BACK if narrow and press else 0), x + side + _CAPTION_OVER
    if lot.tile in SIGNS:
        yield from use_lines(lot.tile, start, y, end - start)
        return
    words = _caption(state, lot.tile, side)
    if not narrow:
        yield BODY.left(start, y + _CAPTION_LINE, words, "caption", room=end - start)
    elif width(words, "h", FLOOR) <= end - start:
        yield TAG.left(start, y + _CAPTION_LINE, words, "caption", room=end - start)


def _caption(state: RailroadRivals, tile: str, side: int) -> str:
    if tile not in CITIES:
        return _more(state, Railroad(tile))
    words = fits(state, City(tile))
    return _TERSE.get(words, words.removeprefix("fits ")) if side == _TINY else words


def _more(state: RailroadRivals, railroad: Railroad) -> str:
    """How many of its stock tiles are still to come or on offer beside this one."""
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
    """Who drafts in which order, in one row or two, and what is left in the city pile."""
    left = f"city pile: {state.city_pile.size or 'none'}"
    yield rule(y)
    yield BODY.right(WIDTH - MARGIN, y + _CAPTION_LINE, left, "caption", INK_SOFT)
    room, now = WIDTH - 2 * MARGIN - BODY.wide(left) - _LEFT_GAP, asked(state)
    for row, seats in enumerate(_order_rows(state)):
        x, base = float(MARGIN), y + _CAPTION_LINE + _ORDER_ROW * row
        for_names = room - (_NAME_AT + _NEXT) * len(seats)
        short = shared([names[seat - 1] for seat in seats], STRONG.face, STRONG.size, for_names)
        for seat, name in zip(seats, short, strict=True):
            style, ink = (STRONG, INK) if seat == now else (BODY, INK_SOFT)
            yield chip(seat, x + _CHIP_AT, base - BODY.rise, _CHIP)
            yield style.left(x + _NAME_AT, base, name, "name", ink)
            x += _NAME_AT + style.wide(name) + _NEXT


def _order_rows(state: RailroadRivals) -> list[tuple[Seat, ...]]:
    """Six names are too many for one row."""
    cut = state.seats if state.seats < _MANY else state.seats // 2
    return [row for row in (state.order[:cut], state.order[cut:]) if row]


def _alt(state: RailroadRivals, news: News, names: Names, keys: Mapping[str, str], chosen: str) -> str:
    return joined(
        (
            *([f"Preview: you would take {chosen}."] if chosen else []),
            f"{corner(state)}. {_question(state, news, names)[1]}.",
            f"Cities: {'; '.join(_said(state, lot, names, keys) for lot in state.city_offer)}."
            if state.city_offer
            else "",
            f"Stocks: {'; '.join(_said(state, lot, names, keys) for lot in state.stock_offer)}.",
            f"Turn order: {', '.join(names[seat - 1] for seat in state.order)}.",
        )
    ).replace("  ", " ")


def _said(state: RailroadRivals, lot: Lot, names: Names, keys: Mapping[str, str]) -> str:
    press = f"{keys[lot.tile]} " if lot.tile in keys else ""
    if lot.taken is not None:
        return f"{lot.tile} taken by {names[lot.taken - 1]}"
    if lot.tile in SIGNS:
        return f"{press}{lot.tile}: {SIGNS[lot.tile].effect}"
    if lot.tile in CITIES:
        tile = state.board.tile(City(lot.tile))
        cubes, edges = counted(tile.goods, "cube"), edge_words(tile.edges)
        return f"{press}{lot.tile}: {cubes}, edges {edges}, {fits(state, City(lot.tile))}"
    railroad = Railroad(lot.tile)
    held = [f"{name} {n}" for seat, name in enumerate(names, 1) if (n := state.stocks[Seat(seat)].get(railroad, 0))]
    owners = f"owned by {listed(held)}" if held else "no owner"
    return f"{press}{railroad} stock: worth {state.value[railroad]}, {owners}, {_more(state, railroad)}"
