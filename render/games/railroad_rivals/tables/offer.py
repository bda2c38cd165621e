"""The picture of the offer: city tiles above, stock tiles below; taken tiles are pale. (style guide, section 9)"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core import Seat, count_noun, join_words, possessive_of
from engine.games.railroad_rivals.game_data.pieces import OfferTile, is_city
from engine.games.railroad_rivals.game_data.printed_data import City, Railroad
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import IssueDraft
from engine.games.railroad_rivals.state.phases import Drafting
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import fit_text
from render.games.railroad_rivals.board.tiles import choice_frame, draw_tile
from render.games.railroad_rivals.captions import (
    corner_text,
    edges_text,
    expand_delivery,
    join_sentences,
    last_move_line,
    seat_to_act,
)
from render.games.railroad_rivals.colors import palette_of
from render.games.railroad_rivals.tables.offer_cards import (
    LARGE_WIDTH,
    MIDDLE_WIDTH,
    SMALL_WIDTH,
    STOCK_HEIGHT,
    TINY_WIDTH,
    draw_stock_card,
    draw_taken_pill,
)
from render.games.railroad_rivals.tables.special_cards import draw_special_card, draw_use_lines
from render.games.railroad_rivals.tables.special_signs import SPECIAL_SIGNS
from render.palette import INK, INK_SOFT, PAPER, TAKEN_FADE_SHARE
from render.parts.page_layout import (
    BLEED,
    MARGIN,
    PAGE_WIDTH,
    header_layer,
    ink_rule,
    key_under_card,
    paper_scene,
    player_chip,
)
from render.parts.typography import TABLE_FIGURE, TABLE_TIGHT
from render.scene import Layer, Scene, Shape, Veil, make_layer
from render.text_fitting import Events, Names, fit_side_by_side, name_with_number

_TOP, _FOOT, _ROWS_GAP = 196, 18, 8
_KEYS, _USES = 84, 108
"""Heights of the captions below a row of cards: usual, and for a row with special tiles."""
_TERSE = {"fits blanks only": "blanks only", "fits nowhere yet": "no place"}
_ONE_ROW, _TWO_ROWS = 4, 2
_PER_ROW = {MIDDLE_WIDTH: 4, SMALL_WIDTH: 5, TINY_WIDTH: 6}
_WIDE = {2: 420, 3: 420, 4: 360}
"""Widths of stock cards that have room for full names, by the number of cards in a row."""
_EDGES = {TINY_WIDTH: BLEED}
"""Margins left and right of a row in pixels, by width of cards, if different from the usual margin."""
_LEAST = 54
"""Minimum size of words on a card in pixels, used if they fit."""
_TAKEN_AT, _TAKEN_DOWN = 0.55, 24
_CAPTION_LINE, _CAPTION_GAP, _TINY_BACK = 70, 14, 8
_CHIP, _CHIP_AT, _NAME_AT, _POINTS_GAP, _NEXT = 25, 25, 58, 12, 26
_ORDER_LINE, _ORDER_ROW = 64, 62
_IN_ORDER = "Turn order, with points so far"


class _CardLayout(msgspec.Struct, frozen=True):
    """The layout of cards in pixels.

    ``side`` is the width of cities, ``wide`` that of stocks, ``start`` the x of the first card, and ``pitch`` the
    distance from one card to the next.
    """

    side: int
    wide: int
    start: int
    pitch: float

    def card_width(self, offered: OfferTile) -> int:
        return self.side if is_city(offered.tile) else self.wide

    def card_height(self, offered: OfferTile) -> int:
        """The height of a card in pixels; cities are square, and stocks are lower."""
        return self.side if is_city(offered.tile) else STOCK_HEIGHT

    def card_x(self, place: int) -> int:
        """The x of the left edge of a card, by its place in the row, counted from 0."""
        return round(self.start + self.pitch * place)


def offer_scenes(
    state: RailroadRivals,
    events: Events,
    names: Names,
    keys: Mapping[str, str] | None = None,
    framed_tile: str = "",
) -> tuple[Scene, ...]:
    """The picture of the offer, with ``keys`` by tile; ``framed_tile`` is the tile to preview.

    Empty if there is no offer, as in a game that ended in the bidding.
    """
    if not state.city_offer and not state.stock_offer:
        return ()
    card_layout = _layout_cards(state)
    layers, y = [Layer("header", ())], _TOP
    tiles_shown = dict[str, bool]()
    for row in _offer_rows(state, card_layout.side):
        shapes: list[Shape] = []
        tall = max(map(card_layout.card_height, row))
        for i, offered in enumerate(row):
            is_first = offered.taken is None and not tiles_shown.get(offered.tile)
            tiles_shown[offered.tile] = tiles_shown.get(offered.tile, False) or is_first
            x = card_layout.card_x(i)
            shapes += _draw_offered(state, offered, x, y, card_layout, names)
            if offered.taken is None:
                press = (keys or {}).get(offered.tile, "") if is_first else ""
                shapes += _draw_caption(state, offered, x, y + tall, card_layout, press)
            if is_first and offered.tile == framed_tile:
                shapes.append(choice_frame(x, y, card_layout.card_width(offered), card_layout.card_height(offered)))
        layers.append(make_layer("cities" if is_city(row[0].tile) else "stocks", shapes))
        y += tall + _ROWS_GAP + _captions_height(row)
    seat, line = _question_line(state, events, names)
    title, right = (f"Take {framed_tile}?", "not yet taken") if framed_tile else ("Offer", corner_text(state))
    layers[0] = header_layer(title, right, line, seat=seat, tall=True)
    layers.append(make_layer("legend", _draw_turn_order(state, names, y)))
    high = y + _FOOT + 2 * _ORDER_ROW
    alt = _alt_text(state, events, names, keys or {}, framed_tile)
    return (paper_scene("offer", high, palette_of(state), tuple(layers), alt),)


def _layout_cards(state: RailroadRivals) -> _CardLayout:
    """The layout with which the cards of the longest row fill the width between the margins."""
    side = _card_side(state)
    start = _EDGES.get(side, MARGIN)
    most = max(map(len, _offer_rows(state, side)))
    wide = _WIDE.get(most, side) if side == MIDDLE_WIDTH else side
    room = PAGE_WIDTH - 2 * start - wide
    return _CardLayout(side, wide, start, room / max(1, most - 1))


def _captions_height(row: Sequence[OfferTile]) -> int:
    """The height of the captions below a row, in pixels; 0 if all its tiles are taken."""
    untaken_tiles = [offered.tile for offered in row if offered.taken is None]
    if not untaken_tiles:
        return 0
    return _USES if any(tile in SPECIAL_SIGNS for tile in untaken_tiles) else _KEYS


def _card_side(state: RailroadRivals) -> int:
    """The largest width of cards that fits, even with an additional card by Stock Issue."""
    if len(state.city_offer + state.stock_offer) <= _ONE_ROW:
        return LARGE_WIDTH
    cards = max(state.seats, len(state.city_offer), -(-len(state.stock_offer) // _TWO_ROWS))
    if len(state.stock_offer) % _TWO_ROWS and not state.city_pile_out:
        cards = max(cards, min(len(state.stock_offer), _PER_ROW[TINY_WIDTH]))
    return next((side for side, count in _PER_ROW.items() if cards <= count), TINY_WIDTH)


def _offer_rows(state: RailroadRivals, side: int) -> list[tuple[OfferTile, ...]]:
    """The rows of the offer: cities above stocks, usually one tile per player in a row.

    An offer of at most four tiles, as for two players, is one row.
    """
    cities, stocks = state.city_offer, state.stock_offer
    if len(cities + stocks) <= _ONE_ROW:
        return [cities + stocks]
    a_row = state.seats if len(stocks) % state.seats == 0 else _PER_ROW[side]
    starts = range(0, len(stocks), a_row)
    rows = [cities, *(stocks[start : start + a_row] for start in starts)]
    return [row for row in rows if row]


def _draw_offered(
    state: RailroadRivals, offered: OfferTile, x: float, y: float, card_layout: _CardLayout, names: Names
) -> Iterator[Shape]:
    wide, tall = card_layout.card_width(offered), card_layout.card_height(offered)
    if offered.tile in SPECIAL_SIGNS:
        yield from draw_special_card(offered.tile, x, y, wide, tall)
    elif is_city(offered.tile):
        yield from draw_tile(state.board.tile_as_printed(City(offered.tile)), x, y, wide, PAPER, min_size=_LEAST)
    else:
        yield from draw_stock_card(state, Railroad(offered.tile), x, y, wide, free=offered.taken is None)
    if offered.taken is not None:
        yield Veil(x, y, wide, tall, PAPER, TAKEN_FADE_SHARE)
        middle = y + tall * _TAKEN_AT + _TAKEN_DOWN
        yield from draw_taken_pill(offered.taken, names[offered.taken - 1], x, middle, wide)


def _draw_caption(
    state: RailroadRivals, offered: OfferTile, x: float, y: float, card_layout: _CardLayout, press: str
) -> Iterator[Shape]:
    """Draw the key below a card, and beside it where a city fits, or how many stock tiles are left."""
    keys, start = key_under_card(press, x, y)
    yield from keys
    end = min(x + max(card_layout.pitch, card_layout.side) - _CAPTION_GAP, PAGE_WIDTH - _CAPTION_GAP)
    start -= _TINY_BACK if card_layout.side == TINY_WIDTH and press else 0
    if offered.tile in SPECIAL_SIGNS:
        yield from draw_use_lines(offered.tile, start, y, end - start)
        return
    captions = _caption_texts(state, offered.tile)
    words = next((words for words in captions if TABLE_TIGHT.width(words) <= end - start), captions[-1])
    yield TABLE_TIGHT.left(start, y + _CAPTION_LINE, words, "caption", max_width=end - start)


def _caption_texts(state: RailroadRivals, tile: str) -> tuple[str, ...]:
    """Captions of a tile, the longest first; the first one that fits is shown."""
    if not is_city(tile):
        words = _remaining_text(state, Railroad(tile))
        return (f"{words} left", words) if words.endswith("more") else (words,)
    words = fit_text(state, City(tile))
    return words, _TERSE.get(words, words.removeprefix("fits "))


def _remaining_text(state: RailroadRivals, railroad: Railroad) -> str:
    """The number of stock tiles of a railroad that no player has, without the one on offer: “2 more”, “last one”."""
    owned = sum(state.stocks[seat].get(railroad, 0) for seat in state.everyone)
    if railroad in state.baron.ruined:
        return "ruined"
    left = state.stock_tiles[railroad] - owned - 1
    return f"{left} more" if left else "last one"


def _question_line(state: RailroadRivals, events: Events, names: Names) -> tuple[Seat | None, str]:
    phase, seat = next(iter(state.flow[-1:]), None), seat_to_act(state)
    if isinstance(phase, IssueDraft) and seat is not None:
        return seat, f"{possessive_of(names[seat - 1])} pick: one stock, by Stock Issue"
    if not isinstance(phase, Drafting) or seat is None:
        return last_move_line(state, events, names)
    if phase.picks < state.seats:
        kind = "one stock" if state.city_pile_out else "a city or a stock"
    else:
        has_city = any(offered.taken == seat for offered in state.city_offer)
        kind = "one stock" if has_city or state.city_pile_out else "one city"
    return seat, f"{possessive_of(names[seat - 1])} pick: {kind}"


def _draw_turn_order(state: RailroadRivals, names: Names, y: int) -> Iterator[Shape]:
    """Draw the size of the city pile, and below it the players in turn order with their points."""
    yield ink_rule(y)
    base = y + _ORDER_LINE
    yield TABLE_TIGHT.left(MARGIN, base, _IN_ORDER, "caption", INK_SOFT)
    left = f"city pile: {state.city_pile.size or 'none'}"
    yield TABLE_TIGHT.right(PAGE_WIDTH - MARGIN, base, left, "caption", INK_SOFT)
    x, base, now = float(MARGIN), base + _ORDER_ROW, seat_to_act(state)
    points = {seat: str(state.score[seat]) for seat in state.order}
    names_room = sum(_NAME_AT + _POINTS_GAP + TABLE_FIGURE.width(words) for words in points.values())
    room = PAGE_WIDTH - 2 * MARGIN - names_room - _NEXT * (state.seats - 1)
    short = fit_side_by_side([names[seat - 1] for seat in points], TABLE_FIGURE.face, TABLE_FIGURE.size, room)
    for (seat, words), name in zip(points.items(), short, strict=True):
        style, ink = (TABLE_FIGURE, INK) if seat == now else (TABLE_TIGHT, INK_SOFT)
        yield player_chip(seat, x + _CHIP_AT, base - TABLE_TIGHT.baseline_shift, _CHIP)
        yield style.left(x + _NAME_AT, base, name, "name", ink)
        x += _NAME_AT + style.width(name) + _POINTS_GAP
        yield TABLE_FIGURE.left(x, base, words, "points")
        x += TABLE_FIGURE.width(words) + _NEXT


def _alt_text(state: RailroadRivals, events: Events, names: Names, keys: Mapping[str, str], framed_tile: str) -> str:
    cities = "; ".join(_offered_text(state, offered, names, keys) for offered in state.city_offer)
    return join_sentences(
        (
            *([f"Preview: you would take {_tile_name(framed_tile)}."] if framed_tile else []),
            f"{corner_text(state)}. {expand_delivery(_question_line(state, events, names)[1])}.",
            f"Cities, edges clockwise from the top: {cities}." if cities else "",
            f"Stocks: {'; '.join(_offered_text(state, offered, names, keys) for offered in state.stock_offer)}.",
            f"{_IN_ORDER}: {', '.join(name_with_number(names[seat - 1], state.score[seat]) for seat in state.order)}.",
        )
    ).replace("  ", " ")


def _tile_name(tile: str) -> str:
    """The name of a tile in a sentence: “Cleveland”, “B&O stock”."""
    return tile if tile in SPECIAL_SIGNS or is_city(tile) else f"{tile} stock"


def _offered_text(state: RailroadRivals, offered: OfferTile, names: Names, keys: Mapping[str, str]) -> str:
    press = f"{keys[offered.tile]} " if offered.tile in keys else ""
    if offered.taken is not None:
        return f"{_tile_name(offered.tile)} taken by {names[offered.taken - 1]}"
    if offered.tile in SPECIAL_SIGNS:
        return f"{press}{offered.tile}: {SPECIAL_SIGNS[offered.tile].effect}"
    if is_city(offered.tile):
        tile = state.board.tile_as_printed(City(offered.tile))
        cubes, edges = count_noun(tile.goods, "cube"), edges_text(tile.edges)
        return f"{press}{offered.tile}: {cubes}, edges {edges}, {fit_text(state, City(offered.tile))}"
    railroad = Railroad(offered.tile)
    stocks = [state.stocks[Seat(seat)].get(railroad, 0) for seat in range(1, len(names) + 1)]
    holder_texts = [name_with_number(name, owned) for name, owned in zip(names, stocks, strict=True) if owned]
    owners = f"owned by {join_words(holder_texts)}" if holder_texts else "no owner"
    more = _remaining_text(state, railroad).replace("more", "more in the game")
    return f"{press}{railroad} stock: worth {state.value[railroad]}, {owners}, {more}"
