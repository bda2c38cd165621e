"""The final table, or the standings of an unfinished game: cash and assets of each player."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from engine.core import RankingEntry, Seat, dollar_amount
from engine.games.railroads_of_catan.game_data.island import TrackKind, kind_of
from engine.games.railroads_of_catan.rules.scoring import ENDINGS, asset_value, count_joined_cities, ranking
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.pieces import draw_mark
from render.games.railroads_of_catan.colors import PALETTE
from render.palette import ACCENT, INK, INK_SOFT
from render.parts.final_table import sole_winner, verdict_text, winner_card_layers
from render.parts.page_layout import MARGIN, PAGE_WIDTH, THICK_RULE, header_layer, ink_rule, paper_scene, row_stripes
from render.parts.typography import AMOUNT, BODY, LARGE, RANK, TextStyle
from render.scene import Layer, Scene, Shape, Text, make_layer
from render.text_fitting import first_word, join_sentences

_TOP, _ROW, _TOTAL, _FOOT, _LINE = 358, 96, 150, 38, 62
_LEFT, _WIDEST, _EDGE = 430, 400, 24
_ROW_LINE, _FIGURE_DOWN, _TOP_RULE, _TOTAL_RULE, _CASH_LINE, _TOTAL_LINE = 66, 2, 4, 6, 98, 100
_CAPTION_ROOM, _WORTH = 110, 24
_RIGHT, _MIDDLE, _PLACE_X, _PLACE_LINE, _MARK_X, _MARK_Y, _MARK = 40, 14, 16, 262, 28, 240, 25
_NAME_LINE, _NAME_ROOM, _TOTAL_ROOM = 328, 36, 54
_CASH = TextStyle("h", 70, tracking=2)
_CAPTION = TextStyle("sb", 50)
_NAME = TextStyle("hb", 54)
_CASH_FIGURE = TextStyle("hb", 70)
_ASSETS = TextStyle("hb", 58)


class _AssetRow(msgspec.Struct, frozen=True):
    """A row of the table for one kind of asset. ``count`` is its number, ``worth`` the points for each one.

    The points break ties. (RC Phase 7; ruling 92)
    """

    caption: str
    count: Callable[[RailroadsOfCatan, Seat], int]
    worth: str = ""


_HARD = (TrackKind.MOUNTAIN, TrackKind.WATER)


def _count_tracks(state: RailroadsOfCatan, seat: Seat, *, hard: bool) -> int:
    return sum((kind_of(state.layout, track) in _HARD) is hard for track in state.tracks_of(seat))


def _count_trains(state: RailroadsOfCatan, seat: Seat, *, large: bool) -> int:
    return sum(train.large is large for train in state.trains_of(seat))


def _count_barrels(state: RailroadsOfCatan, seat: Seat) -> int:
    return sum(len(train.goods) for train in state.trains_of(seat))


_ROWS = (
    _AssetRow("Tracks", lambda state, seat: _count_tracks(state, seat, hard=False), "1"),
    _AssetRow("Mountain, water", lambda state, seat: _count_tracks(state, seat, hard=True), "2"),
    _AssetRow("Small trains", lambda state, seat: _count_trains(state, seat, large=False), "5"),
    _AssetRow("Large trains", lambda state, seat: _count_trains(state, seat, large=True), "8"),
    _AssetRow("Barrels", _count_barrels, "0.5"),
)


def final_scene(state: RailroadsOfCatan, names: Sequence[str]) -> Scene:
    """Draw a table with one column for each player, in the order of the ranking; the winner's column is on a card."""
    places = ranking(state)
    over = not state.flow
    title = "Final standings" if over else "If it ended now"
    card, frame = winner_card_layers(places, (_LEFT, _column_width(state)), _rows_bottom())
    columns = (_draw_column(state, place, i, names) for i, place in enumerate(places))
    foot = tuple(_draw_foot(state))
    right = f"after turn {state.turn}" if over else f"in turn {max(1, state.turn)}"
    layers = (
        Layer("stripes", row_stripes(_TOP + _TOTAL, _ROW, len(_ROWS) + 2)),
        card,
        make_layer("captions", _draw_captions()),
        make_layer("columns", (shape for column in columns for shape in column)),
        frame,
        Layer("foot", foot),
        header_layer(title, right, _verdict_text(places, names, over=over), seat=sole_winner(places)),
    )
    height = _rows_bottom() + _FOOT + _LINE * len(foot)
    return paper_scene("final", height, PALETTE, layers, _alt_text(state, places, names, over=over))


def _rows_bottom() -> int:
    return _TOP + _TOTAL + _ROW * (len(_ROWS) + 2)


def _column_width(state: RailroadsOfCatan) -> float:
    return min(_WIDEST, (PAGE_WIDTH - _EDGE - _LEFT) // state.seats)


def _draw_captions() -> Iterator[Shape]:
    yield ink_rule(_TOP - _TOP_RULE, THICK_RULE)
    yield _CASH.left(MARGIN, _TOP + _CASH_LINE, "CASH", "section heading")
    yield ink_rule(_TOP + _TOTAL - _TOTAL_RULE, THICK_RULE)
    top = _TOP + _TOTAL
    for i, row in enumerate(_ROWS):
        room = _LEFT - _CAPTION_ROOM - MARGIN
        yield LARGE.left(MARGIN, top + _ROW * i + _ROW_LINE, row.caption, "caption", max_width=room)
        yield BODY.right(_LEFT - _WORTH, top + _ROW * i + _ROW_LINE, f"× {row.worth}", "worth", INK_SOFT)
    low = top + _ROW * len(_ROWS)
    yield _CAPTION.left(MARGIN, low + _ROW_LINE, "Assets", "caption")
    yield LARGE.left(MARGIN, low + _ROW + _ROW_LINE, "Cities linked", "caption")


def _draw_column(state: RailroadsOfCatan, place: RankingEntry, number: int, names: Sequence[str]) -> Iterator[Shape]:
    wide = _column_width(state)
    x, seat = _LEFT + number * wide, place.seat
    right, name = x + wide - _RIGHT, names[seat - 1]
    middle = x + (wide - _MIDDLE) / 2
    yield RANK.right(middle - _PLACE_X, _PLACE_LINE, str(place.place), "place")
    yield draw_mark(seat, middle + _MARK_X, _MARK_Y, _MARK)
    short = first_word(name)
    yield _NAME.middle(middle, _NAME_LINE, name, "name", max_width=wide - _NAME_ROOM, short=short)
    ink = ACCENT if place.place == 1 else INK
    room = wide - _TOTAL_ROOM
    yield _CASH_FIGURE.right(right, _TOP + _TOTAL_LINE, dollar_amount(place.score), "total", ink, max_width=room)
    top = _TOP + _TOTAL
    for i, row in enumerate(_ROWS):
        count = row.count(state, seat)
        count_text, color = (str(count), INK) if count else ("·", INK_SOFT)
        yield AMOUNT.right(right, top + _ROW * i + _ROW_LINE + _FIGURE_DOWN, count_text, "figure", color)
    low = top + _ROW * len(_ROWS)
    yield _ASSETS.right(right, low + _ROW_LINE + _FIGURE_DOWN, _number_text(asset_value(state, seat)), "assets")
    own = len(state.cities_of(seat))
    linked_text = f"{count_joined_cities(state, seat)} of {own}" if own else "·"
    yield AMOUNT.right(right, low + _ROW + _ROW_LINE + _FIGURE_DOWN, linked_text, "cities joined")


def _number_text(worth: float) -> str:
    """“12”, “12.5”."""
    return f"{worth:g}"


def _draw_foot(state: RailroadsOfCatan) -> Iterator[Text]:
    ending = [ENDINGS[state.ending]] if not state.flow and state.ending else []
    sentences = (*ending, "Most cash wins; ties go to more assets")
    yield from BODY.text_lines(MARGIN, _rows_bottom() + _ROW_LINE, _LINE, sentences, "foot", INK_SOFT)


def _verdict_text(places: Sequence[RankingEntry], names: Sequence[str], *, over: bool) -> str:
    return verdict_text(places, names, dollar_amount(places[0].score), over=over)


def _alt_text(state: RailroadsOfCatan, places: Sequence[RankingEntry], names: Sequence[str], *, over: bool) -> str:
    rows = []
    for place in places:
        seat = place.seat
        own = len(state.cities_of(seat))
        counts = [f"{row.caption.lower().replace(', ', ' and ')} {row.count(state, seat)}" for row in _ROWS]
        linked_text = f", {count_joined_cities(state, seat)} of {own} cities linked" if own else ""
        rows.append(
            f"{place.place}. {names[seat - 1]} {dollar_amount(place.score)}: {', '.join(counts)}, "
            f"assets {_number_text(asset_value(state, seat))}{linked_text}."
        )
    title = "Railroads of Catan, final standings" if over else "Railroads of Catan, cash if the game ended now"
    ending = [ENDINGS[state.ending]] if over and state.ending else []
    return join_sentences((f"{title}: {_verdict_text(places, names, over=over)}.", *ending, *rows))
