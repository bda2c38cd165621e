"""The tiles on offer: city tiles above, stock tiles below, taken ones pale. (style guide, section 9)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.games.railroad_rivals.data import CITIES, RAILROAD_NAMES, STOCK_TILES, City, Railroad
from engine.games.railroad_rivals.labels import fits
from engine.games.railroad_rivals.phases import Drafting
from engine.games.railroad_rivals.pieces import Lot
from engine.games.railroad_rivals.state import RailroadRivals
from render.fonts import width
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.livery import LIVERIES, PALETTE
from render.games.railroad_rivals.tile import whole_tile
from render.games.railroad_rivals.words import asked, corner, last_move
from render.labels import fitted, shared, shortened
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, RULE, TAKEN
from render.parts.badges import badge_at
from render.parts.frame import CONTENT, MARGIN, WIDTH, header, rule
from render.parts.marks import chip, engine, key
from render.scene import Box, Layer, Scene, Shape, Text, Veil

__all__ = ["offer_scenes"]

_STOCK, _KEYS, _ROWS_GAP = 300, 104, 40
_LARGE, _SMALL = 350, 280
_ONE_ROW = 4
_SHORT_RAILROADS = {
    "ACL": "Atlantic Coast",
    "C&O": "Chesapeake",
    "MP": "Missouri Pac.",
    "NP": "Northern Pac.",
    "NYC": "N. Y. Central",
    "SP": "Southern Pac.",
}


def offer_scenes(
    state: RailroadRivals,
    news: tuple[Event, ...],
    names: tuple[str, ...],
    keys: Mapping[str, str] | None = None,
    chosen: str = "",
) -> tuple[Scene, ...]:
    """The offer; ``keys`` say what to press for a tile, ``chosen`` is the tile about to be taken.

    Nothing when there is no offer (the bidding of a finished game).
    """
    if not state.city_offer and not state.stock_offer:
        return ()
    side = _LARGE if state.seats <= 4 else _SMALL
    layers, y = [Layer("header", ())], CONTENT - 4
    first = dict[str, bool]()
    rows = _rows(state)
    for row in rows:
        shapes: list[Shape] = []
        tall = max(_height(lot, side) for lot in row)
        for i, lot in enumerate(row):
            fresh = lot.taken is None and not first.get(lot.tile)
            first[lot.tile] = first.get(lot.tile, False) or fresh
            x = MARGIN + i * (side + _gap(side))
            shapes += _lot(state, lot, x, y, side, names)
            if lot.taken is None:
                shapes += _below(state, lot, x, y + tall, side, (keys or {}).get(lot.tile, "") if fresh else "")
            if fresh and lot.tile == chosen:
                shapes.append(Box(x - 12, y - 12, side + 24, _height(lot, side) + 24, None, ACCENT, 9, 14))
        layers.append(Layer("cities" if row[0].tile in CITIES else "stocks", tuple(shapes)))
        y += tall + _KEYS + _ROWS_GAP
    y -= _ROWS_GAP - 12
    seat, line = _question(state, news, names)
    layers[0] = header("Offer", corner(state), line, seat=seat)
    layers.append(Layer("legend", tuple(_order(state, names, y))))
    return (Scene("offer", WIDTH, y + 112, PAPER, PALETTE, tuple(layers), _alt(state, news, names, keys or {})),)


def _rows(state: RailroadRivals) -> list[tuple[Lot, ...]]:
    """Cities above stocks, in rows of at most a lot a player; two players' four lots fit one row."""
    cities, stocks, seats = state.city_offer, state.stock_offer, state.seats
    rows = [cities + stocks] if len(cities + stocks) <= _ONE_ROW else [cities, stocks[:seats], stocks[seats:]]
    return [row for row in rows if row]


def _gap(side: int) -> int:
    return 40 if side == _LARGE else 30


def _height(lot: Lot, side: int) -> int:
    return side if lot.tile in CITIES else _STOCK


def _lot(state: RailroadRivals, lot: Lot, x: float, y: float, side: int, names: Sequence[str]) -> Iterator[Shape]:
    if lot.tile in CITIES:
        yield from whole_tile(City(lot.tile), CITIES[City(lot.tile)].edges, x, y, side, PAPER)
    else:
        yield from _stock_card(state, Railroad(lot.tile), x, y, side, free=lot.taken is None)
    if lot.taken is not None:
        yield Veil(x, y, side, _height(lot, side), PAPER, TAKEN)
        yield from _taken(lot.taken, names[lot.taken - 1], x, y + _height(lot, side) * 0.55 + 24, side)


def _stock_card(
    state: RailroadRivals, railroad: Railroad, x: float, y: float, side: int, *, free: bool
) -> Iterator[Shape]:
    middle = x + side / 2
    yield Box(x, y, side, _STOCK, CARD, INK, 4, 10)
    yield Box(x + 10, y + 10, side - 20, _STOCK - 20, None, RULE, 2, 4)
    yield badge_at(LIVERIES[railroad], middle, y + 64, 72)
    yield fitted(
        middle,
        y + 150,
        RAILROAD_NAMES[railroad],
        "h",
        48,
        INK,
        room=side - 28,
        anchor="middle",
        short=_SHORT_RAILROADS.get(railroad, ""),
        role="railroad name",
    )
    yield Text(middle, y + 207, f"worth {state.value[railroad]} now", "s", 46, INK_SOFT, "middle", role="worth")
    if free:
        yield from _holders(state, railroad, middle, y, side)


def _holders(state: RailroadRivals, railroad: Railroad, middle: float, y: float, side: int) -> Iterator[Shape]:
    """Who owns how many: at most three players, as the fourth tile is this one."""
    holders = [(seat, state.stocks[seat][railroad]) for seat in state.everyone if state.stocks[seat].get(railroad)]
    if not holders:
        yield Text(
            middle,
            y + 268,
            "nobody owns it" if side == _LARGE else "no owner",
            "s",
            46,
            INK_SOFT,
            "middle",
            role="holders",
        )
    pitch = 100 if side == _LARGE else 82
    start = middle - pitch * (len(holders) - 1) / 2 - 16
    for i, (seat, count) in enumerate(holders):
        yield chip(seat, start + i * pitch, y + 252, 24)
        yield Text(start + i * pitch + 32, y + 270, str(count), "hb", 50, INK, role="holders")


def _taken(seat: Seat, name: str, x: float, y: float, side: int) -> Iterator[Shape]:
    """The pill over a taken tile."""
    room = side - 16 - 96 - 20
    words = f"{name} took it"
    if width(words, "s", 46) > room:
        words = shortened(name, "s", 46, room)
    wide = 96 + width(words, "s", 46) + 22
    left = x + (side - wide) / 2
    yield Box(left, y - 44, round(wide), 88, PAPER, INK, 3, 42)
    yield engine(seat, left + 54, y + 3, 22, PAPER)
    yield Text(left + 92, y + 16, words, "s", 46, INK, role="taken by")


def _below(state: RailroadRivals, lot: Lot, x: float, y: float, side: int, press: str) -> Iterator[Shape]:
    """What to press, and how far the tile goes."""
    start = x + (84 if press else 6)
    if press:
        yield key(press, x + 34, y + 54, 34)
    words = fits(state, City(lot.tile)) if lot.tile in CITIES else _more(state, Railroad(lot.tile))
    yield fitted(start, y + 70, words, "s", 46, INK, room=x + side - start + 16, role="caption")


def _more(state: RailroadRivals, railroad: Railroad) -> str:
    """How many of its stock tiles are still to come or on offer beside this one."""
    owned = sum(state.stocks[seat].get(railroad, 0) for seat in state.everyone)
    left = STOCK_TILES[state.seats] - owned - 1
    return f"{left} more" if left else "last one"


def _question(state: RailroadRivals, news: tuple[Event, ...], names: Sequence[str]) -> tuple[Seat | None, str]:
    phase, seat = next(iter(state.flow[-1:]), None), asked(state)
    if not isinstance(phase, Drafting) or seat is None:
        return last_move(state, news, names)
    if phase.picks < state.seats:
        what = "one stock" if state.city_pile_out else "one city or one stock"
    else:
        took_city = any(lot.taken == seat for lot in state.city_offer)
        what = "one stock" if took_city or state.city_pile_out else "one city"
    return seat, f"{names[seat - 1]} to pick: {what}"


def _order(state: RailroadRivals, names: Sequence[str], y: int) -> Iterator[Shape]:
    """Who drafts in which order, and what is left in the city pile."""
    left = f"city pile: {state.city_pile.size or 'none'}"
    yield rule(y)
    yield Text(WIDTH - MARGIN, y + 70, left, "s", 46, INK_SOFT, "right", role="caption")
    room = WIDTH - 2 * MARGIN - width(left, "s", 46) - 60 - state.seats * 94
    now, x = asked(state), float(MARGIN)
    short = shared([names[seat - 1] for seat in state.order], "sb", 46, room)
    for seat, name in zip(state.order, short, strict=True):
        yield chip(seat, x + 28, y + 54, 28)
        yield Text(
            x + 66, y + 70, name, "sb" if seat == now else "s", 46, INK if seat == now else INK_SOFT, role="name"
        )
        x += 66 + width(name, "sb" if seat == now else "s", 46) + 28


def _alt(state: RailroadRivals, news: tuple[Event, ...], names: Sequence[str], keys: Mapping[str, str]) -> str:
    return joined(
        (
            f"{corner(state)}. {_question(state, news, names)[1]}.",
            f"Cities: {'; '.join(_said(state, lot, names, keys) for lot in state.city_offer)}."
            if state.city_offer
            else "",
            f"Stocks: {'; '.join(_said(state, lot, names, keys) for lot in state.stock_offer)}.",
            f"Order: {', '.join(names[seat - 1] for seat in state.order)}.",
        )
    ).replace("  ", " ")


def _said(state: RailroadRivals, lot: Lot, names: Sequence[str], keys: Mapping[str, str]) -> str:
    press = f"{keys[lot.tile]} " if lot.tile in keys else ""
    if lot.taken is not None:
        return f"{lot.tile} taken by {names[lot.taken - 1]}"
    if lot.tile in CITIES:
        tile = CITIES[City(lot.tile)]
        edges = " ".join(railroad or "blank" for railroad in tile.edges)
        return f"{press}{lot.tile}, goods {tile.goods}, {edges}, {fits(state, tile.city)}"
    railroad = Railroad(lot.tile)
    return f"{press}{railroad}, worth {state.value[railroad]}, {_more(state, railroad)}"
