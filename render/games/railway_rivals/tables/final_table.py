"""The final table: each player's gold, by source."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import msgspec

from engine.core import RankingEntry, count_noun
from engine.games.railway_rivals.game_data.constants import STARTING_GOLD
from engine.games.railway_rivals.rules.scoring import ranking
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.colors import PALETTE
from render.games.railway_rivals.tables.gold_accounts import GoldAccount, gold_account
from render.games.railway_rivals.tables.table_parts import NOTHING, amount_text
from render.palette import ACCENT, GOOD, INK, INK_SOFT
from render.parts.final_table import sole_winner, verdict_text, winner_card_layers
from render.parts.page_layout import (
    MARGIN,
    PAGE_WIDTH,
    THICK_RULE,
    header_layer,
    ink_rule,
    paper_scene,
    player_chip,
    row_stripes,
)
from render.parts.typography import AMOUNT, HEADING, NAME, RANK, SMALL, SUM, TOTAL, TextStyle
from render.scene import Color, Layer, Scene, Shape, make_layer
from render.text_fitting import Names, first_word, join_sentences

_TOP, _ROW = 338, 96
_TOTAL, _BELOW = 128, 30
_NARROW, _SIDE_BY_SIDE, _LEFT, _WIDEST, _END = 6, 300, 386, 400, 24
_TOP_RULE, _TOTAL_RULE, _CAPTION_LINE, _FIGURE_LINE, _SUM_LINE, _TOTAL_LINE, _THICKEST = 16, 8, 66, 68, 88, 92, 4
_EDGES, _NARROW_EDGES = (24, 44), (14, 30)
_COUNT_ROOM = 220
_PLACE_X, _PLACE_LINE, _CHIP_X, _CHIP_Y, _CHIP, _NAME_X, _NAME_LINE, _NAME_ROOM = 24, 278, 106, 256, 32, 152, 276, 180
_GAP, _ABOVE_X, _ABOVE_LINE, _ABOVE_CHIP_X, _ABOVE_CHIP_Y, _ABOVE_CHIP = 14, 22, 260, 26, 239, 30
_BELOW_LINE, _BELOW_ROOM = 314, 36
_CAPTION = TextStyle("s", 48)
_NAME = TextStyle("hb", 56)


class _GoldSource(msgspec.Struct, frozen=True):
    """A row of the table: a source of gold, the number of times it paid (None if not shown), and its amount."""

    caption: str
    count: Callable[[GoldAccount], int] | None
    gold: Callable[[GoldAccount], int]


_ROWS = (
    _GoldSource("Start", None, lambda _: STARTING_GOLD),
    _GoldSource("First in a town", lambda account: account.town_bonuses, lambda account: account.bonus_gold),
    _GoldSource("Races won", lambda account: account.first_prizes, lambda account: account.first_prize_gold),
    _GoldSource("Second prizes", lambda account: account.second_prizes, lambda account: account.second_prize_gold),
    _GoldSource("Fees received", None, lambda account: account.fees_in),
    _GoldSource("Fees paid", None, lambda account: -account.fees_out),
    _GoldSource("Building, net", None, lambda account: account.track_gold),
)


def final_scenes(state: RailwayRivals, names: Names) -> tuple[Scene, ...]:
    """The picture of the final table, with a column for each player in ranking order."""
    places = ranking(state)
    over = not state.flow
    races = count_noun(len(state.races), "race")
    title, right = ("Final table", races) if over else ("If it ended now", f"after {races}")
    card, frame = winner_card_layers(places, _column_layout(state.seats), _rows_bottom() + _TOTAL)
    height = _rows_bottom() + _TOTAL + _BELOW
    columns = (_draw_column(state, place, i, names) for i, place in enumerate(places))
    layers = (
        Layer("stripes", row_stripes(_TOP, _ROW, len(_ROWS))),
        card,
        make_layer("rows", _draw_captions()),
        make_layer("columns", chain.from_iterable(columns)),
        frame,
        header_layer(title, right, _verdict_text(places, names, over), seat=sole_winner(places)),
    )
    return (paper_scene("final", height, PALETTE, layers, _alt_text(state, places, names, over)),)


def _rows_bottom() -> int:
    return _TOP + _ROW * len(_ROWS)


def _column_layout(seats: int) -> tuple[float, float]:
    """The left edge of the first player's column, and the width of each column, in px."""
    return _LEFT, min(_WIDEST, (PAGE_WIDTH - _END - _LEFT) // seats)


def _draw_captions() -> Iterator[Shape]:
    yield ink_rule(_TOP - _TOP_RULE, THICK_RULE)
    for i, row in enumerate(_ROWS):
        yield _CAPTION.left(MARGIN, _TOP + _ROW * i + _CAPTION_LINE, row.caption, "caption")
    yield ink_rule(_rows_bottom() + _TOTAL_RULE, _THICKEST)
    yield SUM.left(MARGIN, _rows_bottom() + _SUM_LINE, "GOLD", "section heading")


def _draw_column(state: RailwayRivals, place: RankingEntry, number: int, names: Names) -> Iterator[Shape]:
    start, wide = _column_layout(state.seats)
    x = start + number * wide
    narrow = state.seats >= _NARROW
    before, after = _NARROW_EDGES if narrow else _EDGES
    left, right = x + before, x + wide - after
    account, between = gold_account(state, place.seat), "" if narrow else " "
    yield from _draw_player(place, names[place.seat - 1], x, wide)
    for i, row in enumerate(_ROWS):
        base, gold = _TOP + _ROW * i + _FIGURE_LINE, row.gold(account)
        if row.count is not None and (count := row.count(account)):
            yield SMALL.left(max(left, right - _COUNT_ROOM), base - 2, f"{count}{between}×", "count", INK_SOFT)
        words = str(gold) if row.caption == "Start" else amount_text(gold)
        yield AMOUNT.right(right, base, words, "figure", _figure_ink(words))
    color = ACCENT if place.place == 1 else INK
    yield TOTAL.right(right, _rows_bottom() + _TOTAL_LINE, str(place.score), "total", color)


def _figure_ink(words: str) -> Color:
    return INK_SOFT if words == NOTHING else GOOD if words.startswith("+") else INK


def _draw_player(place: RankingEntry, name: str, x: float, wide: float) -> Iterator[Shape]:
    """Draw the place, mark, and name of a player; in a narrow column the name is below the mark."""
    short, number = first_word(name), RANK.left(x + _PLACE_X, _PLACE_LINE, str(place.place), "place")
    if wide >= _SIDE_BY_SIDE:
        yield number
        yield player_chip(place.seat, x + _CHIP_X, _CHIP_Y, _CHIP)
        yield _NAME.left(x + _NAME_X, _NAME_LINE, name, "name", max_width=wide - _NAME_ROOM, short=short)
        return
    middle = x + (wide - _GAP) / 2
    yield HEADING.right(middle - _ABOVE_X, _ABOVE_LINE, str(place.place), "place")
    yield player_chip(place.seat, middle + _ABOVE_CHIP_X, _ABOVE_CHIP_Y, _ABOVE_CHIP)
    yield NAME.middle(middle, _BELOW_LINE, name, "name", max_width=wide - _BELOW_ROOM, short=short)


def _verdict_text(places: Sequence[RankingEntry], names: Names, over: bool) -> str:
    return verdict_text(places, names, f"{places[0].score} gold", over=over)


def _alt_text(state: RailwayRivals, places: Sequence[RankingEntry], names: Names, over: bool) -> str:
    rows = []
    for place in places:
        sources = ", ".join(_source_texts(gold_account(state, place.seat)))
        rows.append(f"{place.place}. {names[place.seat - 1]}, {place.score} gold: {sources}")
    title = "Final table" if over else "Gold if the game ended now"
    return join_sentences((f"{title}: {_verdict_text(places, names, over)}.", *(f"{row}." for row in rows)))


def _source_texts(account: GoldAccount) -> Iterator[str]:
    """“start 20”, “first in a town ×3 +18”: the rows of the table whose amount is not 0."""
    for row in _ROWS:
        times = f" ×{row.count(account)}" if row.count is not None else ""
        caption = row.caption.removesuffix(", net")
        if gold := row.gold(account):
            yield f"{caption.lower()}{times} {gold if row.caption == 'Start' else amount_text(gold)}"
