"""The final table: where each company's gold came from, the winner first; before the end, as if it ended now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import msgspec

from engine.core.game import Place
from engine.core.words import counted
from engine.games.railway_rivals.box.figures import STARTING_GOLD
from engine.games.railway_rivals.rules.ending import ranking
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.accounts import Account, account
from render.games.railway_rivals.livery import PALETTE
from render.games.railway_rivals.tables import NOTHING, signed
from render.labels import Names, first_word, joined
from render.palette import ACCENT, GOOD, INK, INK_SOFT, PAPER
from render.parts.final import sole_winner, verdict, winner_cards
from render.parts.frame import MARGIN, THICK, WIDTH, header, rule, stripes
from render.parts.marks import chip
from render.parts.text import AMOUNT, HEADING, NAME, RANK, SMALL, SUM, TOTAL, Style
from render.scene import Color, Layer, Scene, Shape

_TOP, _ROW = 338, 96
_TOTAL, _BELOW = 128, 30
_NARROW = 6
_SIDE_BY_SIDE = 300
_LEFT = 386
_CAPTION = Style("s", 48)
_NAME = Style("hb", 56)


class _Row(msgspec.Struct, frozen=True):
    """A source of gold: how often, where that is told, and how much."""

    caption: str
    count: Callable[[Account], int] | None
    gold: Callable[[Account], int]


_ROWS = (
    _Row("Start", None, lambda _: STARTING_GOLD),
    _Row("First in a town", lambda one: one.towns, lambda one: one.bonuses),
    _Row("Races won", lambda one: one.firsts, lambda one: one.won),
    _Row("Second prizes", lambda one: one.seconds, lambda one: one.second),
    _Row("Fees received", None, lambda one: one.fees_in),
    _Row("Fees paid", None, lambda one: -one.fees_out),
    _Row("Building, net", None, lambda one: one.track),
)


def final_scenes(state: RailwayRivals, names: Names) -> tuple[Scene, ...]:
    """Ranked columns; the winner's stands on a card."""
    places = ranking(state)
    over = not state.flow
    ran = len(state.races)
    races = counted(ran, "race")
    title, right = ("Final table", races) if over else ("If it ended now", f"after {races}")
    card, frame = winner_cards(places, _columns(state.seats), _bottom() + _TOTAL)
    height = _bottom() + _TOTAL + _BELOW
    columns = (_column(state, place, i, names) for i, place in enumerate(places))
    layers = (
        Layer("stripes", stripes(_TOP, _ROW, len(_ROWS))),
        card,
        Layer("rows", tuple(_captions())),
        Layer("columns", tuple(chain.from_iterable(columns))),
        frame,
        header(title, right, _verdict(places, names, over), seat=sole_winner(places)),
    )
    return (Scene("final", WIDTH, height, PAPER, PALETTE, layers, _alt(state, places, names, over)),)


def _bottom() -> int:
    return _TOP + _ROW * len(_ROWS)


def _columns(seats: int) -> tuple[float, float]:
    """Where the first player's column starts, and how wide each is."""
    return _LEFT, min(400, (WIDTH - 24 - _LEFT) // seats)


def _captions() -> Iterator[Shape]:
    yield rule(_TOP - 16, THICK)
    for i, row in enumerate(_ROWS):
        yield _CAPTION.left(MARGIN, _TOP + _ROW * i + 66, row.caption, "caption")
    yield rule(_bottom() + 8, 4)
    yield SUM.left(MARGIN, _bottom() + 88, "GOLD", "section title")


def _column(state: RailwayRivals, place: Place, number: int, names: Names) -> Iterator[Shape]:
    start, wide = _columns(state.seats)
    x = start + number * wide
    narrow = state.seats >= _NARROW
    left, right = x + (14 if narrow else 24), x + wide - (30 if narrow else 44)
    one, between = account(state, place.seat), "" if narrow else " "
    yield from _who(place, names[place.seat - 1], x, wide)
    for i, row in enumerate(_ROWS):
        base, gold = _TOP + _ROW * i + 68, row.gold(one)
        if row.count is not None and row.count(one):
            yield SMALL.left(max(left, right - 220), base - 2, f"{row.count(one)}{between}×", "count", INK_SOFT)
        words = str(gold) if row.caption == "Start" else signed(gold)
        yield AMOUNT.right(right, base, words, "figure", _ink(words))
    color = ACCENT if place.place == 1 else INK
    yield TOTAL.right(right, _bottom() + 92, str(place.score), "total", color)


def _ink(words: str) -> Color:
    return INK_SOFT if words == NOTHING else GOOD if words.startswith("+") else INK


def _who(place: Place, name: str, x: float, wide: float) -> Iterator[Shape]:
    """A column's place, mark and name; in a narrow column the name stands below."""
    short, number = first_word(name), RANK.left(x + 24, 278, str(place.place), "place")
    if wide >= _SIDE_BY_SIDE:
        yield number
        yield chip(place.seat, x + 106, 256, 32)
        yield _NAME.left(x + 152, 276, name, "name", room=wide - 180, short=short)
        return
    middle = x + (wide - 14) / 2
    yield HEADING.right(middle - 22, 260, str(place.place), "place")
    yield chip(place.seat, middle + 26, 239, 30)
    yield NAME.middle(middle, 314, name, "name", room=wide - 36, short=short)


def _verdict(places: Sequence[Place], names: Names, over: bool) -> str:
    return verdict(places, names, f"{places[0].score} gold", over=over)


def _alt(state: RailwayRivals, places: Sequence[Place], names: Names, over: bool) -> str:
    rows = []
    for place in places:
        one = account(state, place.seat)
        rows.append(
            f"{place.place}. {names[place.seat - 1]} {place.score}: start {STARTING_GOLD}, "
            f"{one.towns} towns {one.bonuses}, {one.firsts} won {one.won}, {one.seconds} second {one.second}, "
            f"fees in {one.fees_in}, out {one.fees_out}, building {signed(one.track) if one.track else 0}"
        )
    title = "Final table" if over else "Gold if the game ended now"
    return joined((f"{title}: {_verdict(places, names, over)}.", *(f"{row}." for row in rows)))
