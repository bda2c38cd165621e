"""The final table: where each company's gold came from, the winner first; before the end, as if it ended now."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import msgspec

from engine.core import Place, counted
from engine.games.railway_rivals.box.figures import STARTING_GOLD
from engine.games.railway_rivals.rules.ending import ranking
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.accounts import Account, account
from render.games.railway_rivals.livery import PALETTE
from render.games.railway_rivals.tables import NOTHING, signed
from render.labels import Names, first_word, joined
from render.palette import ACCENT, GOOD, INK, INK_SOFT
from render.parts.final import sole_winner, verdict, winner_cards
from render.parts.frame import MARGIN, THICK, WIDTH, header, picture, rule, stripes
from render.parts.marks import chip
from render.parts.text import AMOUNT, HEADING, NAME, RANK, SMALL, SUM, TOTAL, Style
from render.scene import Color, Layer, Scene, Shape, layer

_TOP, _ROW = 338, 96
_TOTAL, _BELOW = 128, 30
_NARROW, _SIDE_BY_SIDE, _LEFT, _WIDEST, _END = 6, 300, 386, 400, 24
_TOP_RULE, _TOTAL_RULE, _CAPTION_LINE, _FIGURE_LINE, _SUM_LINE, _TOTAL_LINE, _THICKEST = 16, 8, 66, 68, 88, 92, 4
_EDGES, _NARROW_EDGES = (24, 44), (14, 30)
_COUNT_ROOM = 220
_PLACE_X, _PLACE_LINE, _CHIP_X, _CHIP_Y, _CHIP, _NAME_X, _NAME_LINE, _NAME_ROOM = 24, 278, 106, 256, 32, 152, 276, 180
_GAP, _ABOVE_X, _ABOVE_LINE, _ABOVE_CHIP_X, _ABOVE_CHIP_Y, _ABOVE_CHIP = 14, 22, 260, 26, 239, 30
_BELOW_LINE, _BELOW_ROOM = 314, 36
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
        layer("rows", _captions()),
        layer("columns", chain.from_iterable(columns)),
        frame,
        header(title, right, _verdict(places, names, over), seat=sole_winner(places)),
    )
    return (picture("final", height, PALETTE, layers, _alt(state, places, names, over)),)


def _bottom() -> int:
    return _TOP + _ROW * len(_ROWS)


def _columns(seats: int) -> tuple[float, float]:
    """The left edge of the first player's column, and the width of each column."""
    return _LEFT, min(_WIDEST, (WIDTH - _END - _LEFT) // seats)


def _captions() -> Iterator[Shape]:
    yield rule(_TOP - _TOP_RULE, THICK)
    for i, row in enumerate(_ROWS):
        yield _CAPTION.left(MARGIN, _TOP + _ROW * i + _CAPTION_LINE, row.caption, "caption")
    yield rule(_bottom() + _TOTAL_RULE, _THICKEST)
    yield SUM.left(MARGIN, _bottom() + _SUM_LINE, "GOLD", "section heading")


def _column(state: RailwayRivals, place: Place, number: int, names: Names) -> Iterator[Shape]:
    start, wide = _columns(state.seats)
    x = start + number * wide
    narrow = state.seats >= _NARROW
    before, after = _NARROW_EDGES if narrow else _EDGES
    left, right = x + before, x + wide - after
    one, between = account(state, place.seat), "" if narrow else " "
    yield from _who(place, names[place.seat - 1], x, wide)
    for i, row in enumerate(_ROWS):
        base, gold = _TOP + _ROW * i + _FIGURE_LINE, row.gold(one)
        if row.count is not None and row.count(one):
            yield SMALL.left(max(left, right - _COUNT_ROOM), base - 2, f"{row.count(one)}{between}×", "count", INK_SOFT)
        words = str(gold) if row.caption == "Start" else signed(gold)
        yield AMOUNT.right(right, base, words, "figure", _ink(words))
    color = ACCENT if place.place == 1 else INK
    yield TOTAL.right(right, _bottom() + _TOTAL_LINE, str(place.score), "total", color)


def _ink(words: str) -> Color:
    return INK_SOFT if words == NOTHING else GOOD if words.startswith("+") else INK


def _who(place: Place, name: str, x: float, wide: float) -> Iterator[Shape]:
    """A column's place, mark and name; in a narrow column the name stands below."""
    short, number = first_word(name), RANK.left(x + _PLACE_X, _PLACE_LINE, str(place.place), "place")
    if wide >= _SIDE_BY_SIDE:
        yield number
        yield chip(place.seat, x + _CHIP_X, _CHIP_Y, _CHIP)
        yield _NAME.left(x + _NAME_X, _NAME_LINE, name, "name", room=wide - _NAME_ROOM, short=short)
        return
    middle = x + (wide - _GAP) / 2
    yield HEADING.right(middle - _ABOVE_X, _ABOVE_LINE, str(place.place), "place")
    yield chip(place.seat, middle + _ABOVE_CHIP_X, _ABOVE_CHIP_Y, _ABOVE_CHIP)
    yield NAME.middle(middle, _BELOW_LINE, name, "name", room=wide - _BELOW_ROOM, short=short)


def _verdict(places: Sequence[Place], names: Names, over: bool) -> str:
    return verdict(places, names, f"{places[0].score} gold", over=over)


def _alt(state: RailwayRivals, places: Sequence[Place], names: Names, over: bool) -> str:
    rows = []
    for place in places:
        sources = ", ".join(_sources(account(state, place.seat)))
        rows.append(f"{place.place}. {names[place.seat - 1]}, {place.score} gold: {sources}")
    title = "Final table" if over else "Gold if the game ended now"
    return joined((f"{title}: {_verdict(places, names, over)}.", *(f"{row}." for row in rows)))


def _sources(one: Account) -> Iterator[str]:
    """“start 20”, “first in a town ×3 +18”: the rows of the table in which there is something."""
    for row in _ROWS:
        times = f" ×{row.count(one)}" if row.count is not None else ""
        caption = row.caption.removesuffix(", net")
        if gold := row.gold(one):
            yield f"{caption.lower()}{times} {gold if row.caption == 'Start' else signed(gold)}"
