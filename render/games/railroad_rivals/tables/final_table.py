"""The final table: all stocks of all players, best player first; before the end, with current values."""

from collections.abc import Iterator, Sequence

from engine.core import RankingEntry, Seat
from engine.games.railroad_rivals.game_data.printed_data import Railroad
from engine.games.railroad_rivals.rules.scoring import ranking, score_stocks
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.engines import draw_engine
from render.games.railroad_rivals.captions import corner_text, join_sentences, verdict_text
from render.games.railroad_rivals.colors import palette_of
from render.games.railroad_rivals.module_additions import has_railroad_size, railroads_in_play
from render.games.railroad_rivals.tables.company_rows import (
    NOTE_HEIGHT,
    company_notes,
    draw_company_ties,
    draw_railroad_badge,
)
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, RULE
from render.parts.final_table import sole_winner, winner_card_layers
from render.parts.page_layout import MARGIN, THICK_RULE, header_layer, ink_rule, paper_scene, row_stripes
from render.parts.typography import BODY, HEADING, LARGE, NAME, SMALL, SUM, TOTAL, TextStyle
from render.scene import Color, Disc, Layer, Scene, Shape, make_layer
from render.text_fitting import Names, first_word, name_with_number

_NAMES, _TOP, _ROW, _AXIS = 314, 330, 80, 286
_COLUMNS = {
    2: (421, 480),
    3: (421, 380),
    4: (421, 285),
    5: (351, 242),
    6: (351, 204),
}
"""By number of players: the left edge of the first player's column and the width of columns, in pixels."""
_GAP, _BADGE_TALL = 20, 58
_RULE, _STOCKS_LINE, _TRACK_LINE, _TOTAL_RULE, _TOTAL_LINE, _THICKEST = 8, 76, 148, 168, 236, 4
_FIGURE_DOWN, _TOTAL_DOWN = 2, 4
"""Pixels by which numbers and total scores are below the baseline of the words in their row."""
_RIGHT, _LEFT = 56, 24
_NARROW_RIGHT, _NARROW_LEFT = 40, 16
_ENGINE_X, _ENGINE_Y, _ENGINE, _NAME_X, _NAME_Y, _NAME_ROOM, _WIDE = 48, 256, 30, 92, 276, 134, 260
_NARROW_ENGINE_Y, _NARROW_ENGINE, _NARROW_NAME_Y, _NARROW_NAME_ROOM = 237, 23, 306, 34
_NONE, _NONE_DOT, _SHARE_DOWN = 14, 4, 17
_BADGE, _VALUE, _TIE, _PARTNER = 116, 330, 188, 176
_SUM, _TOTAL, _BELOW, _NOTE = 72, 264, 26, 50
_HIGHEST = 1600
_NARROW = 6
_WORTH = TextStyle("h", 60)
_LARGE_NAME = TextStyle("hb", 58)


def final_scenes(state: RailroadRivals, names: Names) -> tuple[Scene, ...]:
    """The picture with a column for each player, by rank; the winner's column is on a card."""
    over = not state.flow
    scored_state = state if over else score_stocks(active_modules.apply_final_scoring(state))
    places = ranking(scored_state)
    title, right = (
        ("Final scores", f"{state.turn} turns · {len(state.board.laid)} cities")
        if over
        else ("If the game ended now", corner_text(state))
    )
    card, frame = winner_card_layers(places, _column_layout(state.seats), _sums_top(state) + _TOTAL, gap=_GAP)
    notes_shown = company_notes(state)
    layers = (
        Layer("stripes", row_stripes(_TOP, _row_height(state), len(railroads_in_play(state)))),
        card,
        make_layer("rows", _draw_rows(scored_state)),
        make_layer("columns", _draw_columns(scored_state, places, names)),
        frame,
        *([make_layer("notes", _draw_notes(state, notes_shown))] if notes_shown else []),
        header_layer(title, right, verdict_text(places, names, over=over), seat=sole_winner(places)),
    )
    height = _sums_top(state) + _TOTAL + _BELOW + _draw_notes_height(state)
    return (paper_scene("final", height, palette_of(state), layers, _alt_text(scored_state, places, names, over)),)


def _draw_notes_height(state: RailroadRivals) -> int:
    return NOTE_HEIGHT * len(company_notes(state))


def _draw_notes(state: RailroadRivals, notes_shown: Sequence[str]) -> Iterator[Shape]:
    for i, words in enumerate(notes_shown):
        yield BODY.left(MARGIN, _sums_top(state) + _TOTAL + _NOTE + NOTE_HEIGHT * i, words, "note")


def _row_height(state: RailroadRivals) -> int:
    """The height of rows, in pixels; smaller with many railroads."""
    sums = (_SUM if has_railroad_size(state) else 0) + _draw_notes_height(state)
    return min(_ROW, (_HIGHEST - _TOP - sums - _TOTAL - _BELOW) // len(railroads_in_play(state)))


def _rows_bottom(state: RailroadRivals) -> int:
    return _TOP + _row_height(state) * len(railroads_in_play(state))


def _sums_top(state: RailroadRivals) -> int:
    """The y below the sums of stocks and railroad size, above the score track's points and the total."""
    return _rows_bottom(state) + (_SUM if has_railroad_size(state) else 0)


def _row_middles(state: RailroadRivals) -> dict[Railroad, float]:
    tall = _row_height(state)
    return {railroad: _TOP + tall * row + tall / 2 for row, railroad in enumerate(railroads_in_play(state))}


def _railroad_size_points(state: RailroadRivals, seat: Seat) -> int:
    """The points for a seat's links; 0 without the module. (RB Railroad Size)"""
    return sum(link.owner == seat for link in state.board.links) if has_railroad_size(state) else 0


def _column_layout(seats: int) -> tuple[float, float]:
    return _COLUMNS[seats]


def _draw_rows(state: RailroadRivals) -> Iterator[Shape]:
    bottom, foot = _rows_bottom(state), _sums_top(state)
    yield SMALL.right(_VALUE, _AXIS, "value", "axis", INK_SOFT)
    yield ink_rule(_NAMES, THICK_RULE)
    for railroad, y in _row_middles(state).items():
        value = "–" if railroad in state.baron.ruined else str(state.value[railroad])
        yield from draw_railroad_badge(state, railroad, _BADGE, y, _BADGE_TALL)
        yield _WORTH.right(_VALUE, y + _WORTH.baseline_shift, value, "value", INK_SOFT)
    yield from draw_company_ties(state, _row_middles(state), _TIE, _PARTNER)
    yield ink_rule(bottom + _RULE, THICK_RULE)
    yield LARGE.left(MARGIN, bottom + _STOCKS_LINE, "Stocks", "caption")
    if has_railroad_size(state):
        yield LARGE.left(MARGIN, bottom + _STOCKS_LINE + _SUM, "Railroad size", "caption")
    yield LARGE.left(MARGIN, foot + _TRACK_LINE, "Score track", "caption")
    yield ink_rule(foot + _TOTAL_RULE, _THICKEST)
    yield SUM.left(MARGIN, foot + _TOTAL_LINE, "TOTAL", "section heading")


def _draw_columns(state: RailroadRivals, places: Sequence[RankingEntry], names: Names) -> Iterator[Shape]:
    for i, place in enumerate(places):
        yield from _draw_column(state, place, i, names)


def _draw_column(state: RailroadRivals, place: RankingEntry, number: int, names: Names) -> Iterator[Shape]:
    start, wide = _column_layout(state.seats)
    x, seat = start + number * wide, place.seat
    before, after = (_LEFT, _RIGHT) if state.seats < _NARROW else (_NARROW_LEFT, _NARROW_RIGHT)
    right, bottom, foot = x + wide - after, _rows_bottom(state) + _FIGURE_DOWN, _sums_top(state) + _FIGURE_DOWN
    yield from _draw_player(seat, names[seat - 1], x, wide, CARD if place.place == 1 else PAPER)
    for railroad, y in _row_middles(state).items():
        yield from _draw_cell(state, seat, railroad, x + before, right, y)
    worth, size = state.stock_worth(seat), _railroad_size_points(state, seat)
    yield HEADING.right(right, bottom + _STOCKS_LINE, str(worth), "figure")
    if has_railroad_size(state):
        yield HEADING.right(right, bottom + _STOCKS_LINE + _SUM, str(size), "figure")
    yield HEADING.right(right, foot + _TRACK_LINE, str(place.score - worth - size), "figure")
    ink = ACCENT if place.place == 1 else INK
    yield TOTAL.right(right, _sums_top(state) + _TOTAL_LINE + _TOTAL_DOWN, str(place.score), "total", ink)


def _draw_player(seat: Seat, name: str, x: float, wide: float, ground: Color) -> Iterator[Shape]:
    """Draw the engine and the name of a column's player; in a narrow column, the name is below the engine."""
    short = first_word(name)
    if wide < _column_layout(_NARROW - 1)[1]:
        yield draw_engine(seat, x + _NAME_X, _NARROW_ENGINE_Y, _NARROW_ENGINE, ground)
        yield NAME.middle(x + _NAME_X, _NARROW_NAME_Y, name, "name", max_width=wide - _NARROW_NAME_ROOM, short=short)
        return
    yield draw_engine(seat, x + _ENGINE_X, _ENGINE_Y, _ENGINE, ground)
    style = _LARGE_NAME if wide > _WIDE else NAME
    yield style.left(x + _NAME_X, _NAME_Y, name, "name", max_width=wide - _NAME_ROOM, short=short)


def _draw_cell(
    state: RailroadRivals, seat: Seat, railroad: Railroad, left: float, right: float, y: float
) -> Iterator[Shape]:
    count = state.stocks[seat].get(railroad, 0)
    if not count:
        yield Disc(right - _NONE, y, _NONE_DOT, RULE)
        return
    yield BODY.left(left, y + _SHARE_DOWN, f"{count} ×", "share", INK_SOFT)
    yield HEADING.right(right, y + HEADING.baseline_shift, str(count * state.value[railroad]), "figure")


def _stocks_text(state: RailroadRivals, seat: Seat) -> str:
    stocks = sorted(state.stocks[seat].items())
    return ", ".join(f"{railroad} {count}" for railroad, count in stocks) or "none"


def _alt_text(state: RailroadRivals, places: Sequence[RankingEntry], names: Names, over: bool) -> str:
    rows = []
    for place in places:
        worth = state.stock_worth(place.seat)
        size = _railroad_size_points(state, place.seat)
        links = f" + links {size}" if has_railroad_size(state) else ""
        track = place.score - worth - size
        rows.append(
            f"{name_with_number(names[place.seat - 1], place.score)} (score track {track} + stocks {worth}{links})"
        )
    alive = [railroad for railroad in railroads_in_play(state) if railroad not in state.baron.ruined]
    values = ", ".join(f"{railroad} {state.value[railroad]}" for railroad in alive)
    title = "Final scores" if over else "Scores if the game ended now"
    stocks = [f"{names[place.seat - 1]} {_stocks_text(state, place.seat)}" for place in places]
    return join_sentences(
        (
            f"{title}: {verdict_text(places, names, over=over)}.",
            f"{', '.join(rows)}.",
            f"Stock values: {values}.",
            *(
                f"Out of business: {railroad}."
                for railroad in railroads_in_play(state)
                if railroad in state.baron.ruined
            ),
            f"Stocks: {'; '.join(stocks)}.",
        )
    )
