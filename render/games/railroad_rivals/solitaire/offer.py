"""The three tiles of which one is taken: city tiles above, stock tiles below. (R Solitaire Rules: Draw Stock Tiles)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.words import counted
from engine.games.railroad_rivals.box.data import CITIES, RAILROAD_NAMES, City, Railroad
from engine.games.railroad_rivals.box.pieces import free
from engine.games.railroad_rivals.solitaire.phases import LayingStart, PlacingOne
from engine.games.railroad_rivals.state.board import match_spots
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import fits
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.badges import badge_at
from render.games.railroad_rivals.livery import LIVERIES, PALETTE
from render.games.railroad_rivals.solitaire.figures import ME, left
from render.games.railroad_rivals.tile import whole_tile
from render.games.railroad_rivals.words import corner
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, RULE
from render.parts.frame import CONTENT, MARGIN, WIDTH, header, rule
from render.parts.marks import key
from render.parts.text import AMOUNT, BODY, LARGE
from render.scene import Box, Layer, Scene, Shape

_WIDE, _GAP = 440, 100
_STOCK, _BELOW, _ROWS_GAP = 330, 104, 44


def offer_scenes(
    state: RailroadRivals, names: tuple[str, ...], keys: Mapping[str, str] | None = None, chosen: str = ""
) -> tuple[Scene, ...]:
    """The tiles still on offer; ``keys`` say what to press for a tile, ``chosen`` is the tile about to be taken."""
    cities, stocks = free(state.city_offer), free(state.stock_offer)
    if not cities and not stocks:
        return ()
    line = f"{names[0]} {_asked(state)}"
    title, right = (f"Take {chosen}?", "not yet taken") if chosen else ("Offer", corner(state))
    layers, y, pressed = [header(title, right, line, seat=ME)], CONTENT, set[str]()
    for name, row, tall in (("cities", cities, _WIDE), ("stocks", stocks, _STOCK)):
        if not row:
            continue
        shapes: list[Shape] = []
        for i, tile in enumerate(row):
            x = MARGIN + i * (_WIDE + _GAP)
            shapes += _tile(state, tile, x, y)
            press = (keys or {}).get(tile, "") if tile not in pressed else ""
            shapes += _below(state, tile, x, y + tall, press)
            if tile == chosen and tile not in pressed:
                shapes.append(Box(x - 12, y - 12, _WIDE + 24, tall + 24, None, ACCENT, 9, 14))
            pressed.add(tile)
        layers.append(Layer(name, tuple(shapes)))
        y += tall + _BELOW + _ROWS_GAP
    layers.append(Layer("legend", tuple(_piles(state, y))))
    return (Scene("offer", WIDTH, y + 88, PAPER, PALETTE, tuple(layers), _alt(state, line, keys or {}, chosen)),)


def _asked(state: RailroadRivals) -> str:
    match state.flow[-1]:
        case LayingStart():
            return "lays a starting city"
        case PlacingOne():
            return "places one city; the others leave the game"
        case _:
            return "takes one stock; the others leave the game"


def _tile(state: RailroadRivals, tile: str, x: float, y: float) -> Iterator[Shape]:
    if tile in CITIES:
        yield from whole_tile(City(tile), state.board.tile(City(tile)).edges, x, y, _WIDE, PAPER)
        return
    railroad, middle = Railroad(tile), x + _WIDE / 2
    yield Box(x, y, _WIDE, _STOCK, CARD, INK, 4, 10)
    yield Box(x + 10, y + 10, _WIDE - 20, _STOCK - 20, None, RULE, 2, 4)
    yield badge_at(LIVERIES[railroad], middle, y + 76, 88)
    name = RAILROAD_NAMES[railroad]
    yield AMOUNT.middle(middle, y + 180, name, "railroad name", room=_WIDE - 36)
    yield LARGE.middle(middle, y + 242, f"worth {state.value[railroad]} now", "worth")
    owned = state.stocks[ME].get(railroad, 0)
    links = sum(link.railroad == railroad for link in state.board.links)
    words = f"{counted(links, 'link')} · you own {owned}"
    yield BODY.middle(middle, y + 300, words, "holders", INK_SOFT)


def _below(state: RailroadRivals, tile: str, x: float, y: float, press: str) -> Iterator[Shape]:
    """What to press, and how far the tile goes."""
    start = x + (84 if press else 6)
    if press:
        yield key(press, x + 34, y + 54, 34)
    yield BODY.left(start, y + 70, _goes(state, tile), "caption", room=x + _WIDE - start + 16)


def _goes(state: RailroadRivals, tile: str) -> str:
    if tile in CITIES:
        return _places(state, City(tile))
    more = left(state, Railroad(tile)) - 1
    return f"{more} more" if more else "last one"


def _places(state: RailroadRivals, city: City) -> str:
    """Where a city may lie: if any on offer matches a railroad, one that does must be placed. (rulings O4, O10)"""
    if match_spots(state.board, city):
        return fits(state, city)
    if any(match_spots(state.board, City(other)) for other in free(state.city_offer)):
        return "no place now"
    return "beside any city" if isinstance(state.flow[-1], LayingStart) else fits(state, city)


def _piles(state: RailroadRivals, y: float) -> Iterator[Shape]:
    yield rule(y)
    bag, cities, stocks = sum(state.bag.values()), state.city_pile.size, state.stock_pile.size
    yield BODY.left(MARGIN, y + 62, f"Bag: {counted(bag, 'cube')}", "caption", INK_SOFT)
    yield BODY.middle(WIDTH / 2, y + 62, f"City pile: {cities}", "caption", INK_SOFT)
    yield BODY.right(WIDTH - MARGIN, y + 62, f"Stock pile: {stocks}", "caption", INK_SOFT)


def _alt(state: RailroadRivals, line: str, keys: Mapping[str, str], chosen: str) -> str:
    cities = [_said(state, tile, keys) for tile in free(state.city_offer)]
    stocks = [_said(state, tile, keys) for tile in free(state.stock_offer)]
    return joined(
        (
            *([f"Preview: you would take {chosen}."] if chosen else []),
            f"{corner(state)}. {line}.",
            *((f"Cities: {'; '.join(cities)}.",) if cities else ()),
            *((f"Stocks: {'; '.join(stocks)}.",) if stocks else ()),
            f"Bag {counted(sum(state.bag.values()), 'cube')}, city pile {state.city_pile.size}, "
            f"stock pile {state.stock_pile.size}.",
        )
    )


def _said(state: RailroadRivals, tile: str, keys: Mapping[str, str]) -> str:
    press = f"{keys[tile]} " if tile in keys else ""
    if tile in CITIES:
        edges = " ".join(railroad or "blank" for railroad in state.board.tile(City(tile)).edges)
        return f"{press}{tile}, goods {CITIES[City(tile)].goods}, {edges}, {_places(state, City(tile))}"
    railroad = Railroad(tile)
    links = counted(sum(link.railroad == railroad for link in state.board.links), "link")
    owned = state.stocks[ME].get(railroad, 0)
    return f"{press}{railroad}, worth {state.value[railroad]}, {links}, you own {owned}, {_goes(state, tile)}"
