"""What one seat alone may see: its city tiles, its figures and its stocks. (style guide, section 9)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railroad_rivals.box.data import CITIES, City, Railroad
from engine.games.railroad_rivals.state.board import blank_spots, match_spots
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import fits
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.badges import badge_at
from render.games.railroad_rivals.buildings import hotel, tower
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.livery import LIVERIES, palette
from render.games.railroad_rivals.signs import SIGNS
from render.games.railroad_rivals.special import special_card, use_lines
from render.games.railroad_rivals.tile import whole_tile
from render.games.railroad_rivals.variants import specials, to_build, unbuilt
from render.games.railroad_rivals.words import edge_words
from render.labels import first_word
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, PAPER_2
from render.parts.frame import CONTENT, MARGIN, WIDTH, header
from render.parts.marks import key
from render.parts.text import BODY, HEADING, RANK, SECTION, Style
from render.scene import Box, Layer, Scene, Shape

_LARGE, _SMALL = 350, 280
_KEYS = 104
_BOX, _SMALL_BOX, _BOX_GAP, _STOCKS_A_ROW, _MOST_LARGE = 366, 289, 18, 4, 12
_OPEN_TITLE, _OPEN = 50, 60
_HIGHEST = 1600
_SHARE = Style("hb", 56)
_WORTH = Style("h", 60)
_SPECIAL_TILE = Style("hb", 48)


def hand_scenes(
    state: RailroadRivals, seat: Seat, names: tuple[str, ...], keys: Mapping[str, str] | None = None, chosen: str = ""
) -> tuple[Scene, ...]:
    """The hand of ``seat``; ``keys`` say what to press for a city."""
    hand = state.hand[seat].open()
    side = _LARGE if len(hand) <= 3 else _SMALL
    per_row, gap = (3, 40) if side == _LARGE else (4, 12)
    shapes: list[Shape] = []
    for i, city in enumerate(hand):
        x = MARGIN + i % per_row * (side + gap)
        y = CONTENT - 4 + i // per_row * (side + _KEYS + 12)
        if city in SIGNS:
            shapes += special_card(city, x, y, side, side)
        else:
            shapes += whole_tile(city, state.board.tile(city).edges, x, y, side, PAPER)
        if city == chosen:
            shapes.append(Box(x - 12, y - 12, side + 24, side + 24, None, ACCENT, 9, 14))
        shapes += _below(state, seat, city, x, y + side, side, (keys or {}).get(city, ""))
    rows = max(1, -(-len(hand) // per_row))
    below = CONTENT - 4 + rows * (side + _KEYS + 12) + 20
    owned, held = _owned(state, seat), _tiles_of(state, seat)
    end = below + 60 + -(-len(owned) // _a_row(owned)) * 130 + (110 if owned else 40)
    height = end + (_OPEN_TITLE + len(held) * _OPEN if held else 0)
    apart = height > _HIGHEST
    more = (Layer("open tiles", tuple(_open_tiles(held, end - 20))),) if held and not apart else ()
    layers = (
        Layer("cities", tuple(shapes)),
        Layer("figures", tuple(_figures(state, seat, names[seat - 1]))),
        Layer("stocks", tuple(_stocks(state, seat, below))),
        *more,
        header("Your hand", "only you see this", _summary(state, seat), seat=seat),
    )
    first = Scene("hand", WIDTH, end if apart else height, PAPER, palette(state), layers, _alt(state, seat, keys or {}))
    return (first, _apart(state, seat, held)) if apart else (first,)


def _apart(state: RailroadRivals, seat: Seat, held: Sequence[tuple[str, str]]) -> Scene:
    """The special tiles on a picture of their own: the hand is too large for them."""
    layers = (
        Layer("open tiles", tuple(_open_tiles(held, CONTENT + 40))),
        header("Your hand", "only you see this", "The special tiles that lie open before you", seat=seat),
    )
    alt = joined(("Special tiles before you.", *(f"{name}: {effect}." for name, effect in held)))
    height = CONTENT + 60 + _OPEN_TITLE + len(held) * _OPEN
    return Scene("tiles", WIDTH, height, PAPER, palette(state), layers, alt)


def places(state: RailroadRivals, seat: Seat, city: City) -> str:
    """Where a city of the hand may lie now."""
    return fits(state, city) if _placeable(state, seat, city) else "no place now"


def _placeable(state: RailroadRivals, seat: Seat, city: City) -> bool:
    """Blank edges count only while no city of the hand matches. (ruling P7)"""
    if any(match_spots(state.board, held) for held in state.hand[seat].open()):
        return bool(match_spots(state.board, city))
    return bool(blank_spots(state.board, city))


def _summary(state: RailroadRivals, seat: Seat) -> str:
    hand = state.hand[seat].open()
    if not hand:
        return "You hold no city tile"
    cities = [city for city in hand if city not in SIGNS]
    if not cities:
        return "You hold no city to place"
    fitting = sum(_placeable(state, seat, city) for city in cities)
    return (
        f"You can place {fitting} of your {len(cities)} cities"
        if len(cities) > 1
        else f"You {'can' if fitting else 'cannot'} place your only city"
    )


def _below(state: RailroadRivals, seat: Seat, city: City, x: float, y: float, side: int, press: str) -> Iterator[Shape]:
    start = x + (84 if press else 6)
    if press:
        yield key(press, x + 34, y + 54, 34)
    if city in SIGNS:
        yield from use_lines(city, start, y, x + side - start)
        return
    yield BODY.left(start, y + 70, places(state, seat, city), "caption", room=x + side - start + 16)


def _figures(state: RailroadRivals, seat: Seat, name: str) -> Iterator[Shape]:
    """The player's own figures, in a field at the right."""
    x, y, wide = WIDTH - MARGIN - _LARGE, CONTENT - 4, _LARGE
    links = sum(link.owner == seat for link in state.board.links)
    yield Box(x, y, wide, 350, PAPER_2)
    yield engine(seat, x + 66, y + 70, 34, PAPER_2)
    yield HEADING.left(x + 120, y + 90, name, "name", room=wide - 140, short=first_word(name))
    rows = (("points", state.score[seat]), ("links", links))
    for i, (words, number) in enumerate(rows):
        base = y + 190 + i * 68
        yield BODY.left(x + 26, base, words, "caption", INK_SOFT)
        yield HEADING.right(x + wide - 26, base, str(number), "figure")
    a_hotel, a_tower = unbuilt(state, seat)
    if a_hotel or a_tower:
        yield BODY.left(x + 26, y + 326, "to build", "caption", INK_SOFT)
    if a_hotel:
        yield hotel(seat, x + wide - 26 - 42, y + 284, 1.0)
    if a_tower:
        yield tower(seat, x + wide - 26 - 42 - 56 * a_hotel, y + 284, 1.0)


def _owned(state: RailroadRivals, seat: Seat) -> list[tuple[Railroad, int]]:
    """The seat's stocks, the most valuable first."""
    return sorted(state.stocks[seat].items(), key=lambda item: (-state.value[item[0]] * item[1], item[0]))


def _stocks(state: RailroadRivals, seat: Seat, y: int) -> Iterator[Shape]:
    yield SECTION.left(MARGIN, y + 20, "STOCKS", "section title")
    owned = _owned(state, seat)
    if not owned:
        yield BODY.left(MARGIN + 220, y + 18, "none yet", "caption", INK_SOFT)
        return
    for i, (railroad, count) in enumerate(owned):
        a_row = _a_row(owned)
        box = _BOX if a_row == _STOCKS_A_ROW else _SMALL_BOX
        x = MARGIN + i % a_row * (box + _BOX_GAP)
        top = y + 50 + i // a_row * 130
        yield Box(x, top, box, 112, CARD, INK, 3, 10)
        yield badge_at(LIVERIES[railroad], x + (90 if box == _BOX else 78), top + 56, 64 if box == _BOX else 56)
        yield _SHARE.left(x + (186 if box == _BOX else 148), top + 76, f"×{count}", "share")
        yield _WORTH.right(x + box - 22, top + 76, str(state.value[railroad] * count), "worth", INK_SOFT)
    base = y + 50 + -(-len(owned) // _a_row(owned)) * 130 + 62
    worth = str(state.worth(seat))
    yield RANK.right(WIDTH - MARGIN - 24, base, worth, "total")
    yield BODY.right(WIDTH - MARGIN - 44 - 32 * len(worth), base, "worth today", "caption", INK_SOFT)


def _a_row(owned: Sequence[object]) -> int:
    """Stocks in a row: more of more kinds than the twelve of the base game."""
    return _STOCKS_A_ROW if len(owned) <= _MOST_LARGE else _STOCKS_A_ROW + 1


def _tiles_of(state: RailroadRivals, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The special tiles before a seat, with what they do and when."""
    return tuple((SIGNS[tile].name, f"{SIGNS[tile].effect}, {SIGNS[tile].when}") for tile in specials(state, seat))


def _open_tiles(held: Sequence[tuple[str, str]], y: float) -> Iterator[Shape]:
    yield SECTION.left(MARGIN, y + 20, "OPEN BEFORE YOU", "section title")
    for i, (name, effect) in enumerate(held):
        base = y + 84 + i * _OPEN
        yield _SPECIAL_TILE.left(MARGIN, base, name, "special tile")
        start = MARGIN + _SPECIAL_TILE.wide(name) + 20
        yield BODY.left(start, base, effect, "effect", INK_SOFT, room=WIDTH - MARGIN - start)


def _alt(state: RailroadRivals, seat: Seat, keys: Mapping[str, str]) -> str:
    cities = []
    for city in state.hand[seat].open():
        press = f"{keys[city]} " if city in keys else ""
        if city in SIGNS:
            cities.append(f"{press}{city}: {SIGNS[city].effect}, {SIGNS[city].when}")
            continue
        edges = edge_words(state.board.tile(city).edges)
        cities.append(f"{press}{city}, goods {CITIES[city].goods}, {edges}, {places(state, seat, city)}")
    stocks = ", ".join(f"{railroad} ×{count}" for railroad, count in _owned(state, seat)) or "none"
    links = sum(link.owner == seat for link in state.board.links)
    return joined(
        (
            "Your hand, seen by you alone.",
            f"Cities: {'; '.join(cities) or 'none'}.",
            f"{counted(state.score[seat], 'point')}, {counted(links, 'link')}.",
            f"Stocks: {stocks}; worth {state.worth(seat)} today.",
            *(f"{name}: {effect}." for name, effect in _tiles_of(state, seat)),
            *([f"Still yours: {left}."] if (left := listed(to_build(state, seat))) else []),
        )
    )
