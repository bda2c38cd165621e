"""The final table: cash, which decides, and what stands on the board; before the end, as if it ended now."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from engine.core import Place, Seat, dollars
from engine.games.railroads_of_catan.box.layout import TrackKind, kind_of
from engine.games.railroads_of_catan.rules.ending import ENDINGS, assets, joined_count, ranking
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import mark_at
from render.labels import first_word, joined
from render.palette import ACCENT, INK, INK_SOFT
from render.parts.final import sole_winner, verdict, winner_cards
from render.parts.frame import MARGIN, THICK, WIDTH, header, picture, rule, stripes
from render.parts.text import AMOUNT, BODY, LARGE, RANK, Style
from render.scene import Layer, Scene, Shape, Text, layer

_TOP, _ROW, _TOTAL, _FOOT, _LINE = 358, 96, 150, 38, 62
_LEFT, _WIDEST, _EDGE = 430, 400, 24
_ROW_LINE, _FIGURE_DOWN, _TOP_RULE, _TOTAL_RULE, _CASH_LINE, _TOTAL_LINE = 66, 2, 4, 6, 98, 100
_CAPTION_ROOM, _WORTH = 110, 24
_RIGHT, _MIDDLE, _PLACE_X, _PLACE_LINE, _MARK_X, _MARK_Y, _MARK = 40, 14, 16, 262, 28, 240, 25
_NAME_LINE, _NAME_ROOM, _TOTAL_ROOM = 328, 36, 54
_CASH = Style("h", 70, tracking=2)
_CAPTION = Style("sb", 50)
_NAME = Style("hb", 54)
_CASH_FIGURE = Style("hb", 70)
_ASSETS = Style("hb", 58)


class _Row(msgspec.Struct, frozen=True):
    """One thing that is counted, and what one of it is worth when cash is equal. (RC Phase 7; ruling 92)"""

    caption: str
    count: Callable[[RailroadsOfCatan, Seat], int]
    worth: str = ""


_HARD = (TrackKind.MOUNTAIN, TrackKind.WATER)


def _tracks(state: RailroadsOfCatan, seat: Seat, *, hard: bool) -> int:
    return sum((kind_of(state.layout, track) in _HARD) is hard for track in state.tracks_of(seat))


def _trains(state: RailroadsOfCatan, seat: Seat, *, large: bool) -> int:
    return sum(train.large is large for train in state.trains_of(seat))


def _barrels(state: RailroadsOfCatan, seat: Seat) -> int:
    return sum(len(train.goods) for train in state.trains_of(seat))


_ROWS = (
    _Row("Tracks", lambda state, seat: _tracks(state, seat, hard=False), "1"),
    _Row("Mountain, water", lambda state, seat: _tracks(state, seat, hard=True), "2"),
    _Row("Small trains", lambda state, seat: _trains(state, seat, large=False), "5"),
    _Row("Large trains", lambda state, seat: _trains(state, seat, large=True), "8"),
    _Row("Barrels", _barrels, "0.5"),
)


def final_scene(state: RailroadsOfCatan, names: Sequence[str]) -> Scene:
    """Ranked columns; the winner's stands on a card."""
    places = ranking(state)
    over = not state.flow
    title = "Final standings" if over else "If it ended now"
    card, frame = winner_cards(places, (_LEFT, _wide(state)), _bottom())
    columns = (_column(state, place, i, names) for i, place in enumerate(places))
    foot = tuple(_foot(state))
    right = f"after turn {state.turn}" if over else f"in turn {max(1, state.turn)}"
    layers = (
        Layer("stripes", stripes(_TOP + _TOTAL, _ROW, len(_ROWS) + 2)),
        card,
        layer("captions", _captions()),
        layer("columns", (shape for column in columns for shape in column)),
        frame,
        Layer("foot", foot),
        header(title, right, _verdict(places, names, over=over), seat=sole_winner(places)),
    )
    height = _bottom() + _FOOT + _LINE * len(foot)
    return picture("final", height, PALETTE, layers, _alt(state, places, names, over=over))


def _bottom() -> int:
    return _TOP + _TOTAL + _ROW * (len(_ROWS) + 2)


def _wide(state: RailroadsOfCatan) -> float:
    return min(_WIDEST, (WIDTH - _EDGE - _LEFT) // state.seats)


def _captions() -> Iterator[Shape]:
    yield rule(_TOP - _TOP_RULE, THICK)
    yield _CASH.left(MARGIN, _TOP + _CASH_LINE, "CASH", "section heading")
    yield rule(_TOP + _TOTAL - _TOTAL_RULE, THICK)
    top = _TOP + _TOTAL
    for i, row in enumerate(_ROWS):
        room = _LEFT - _CAPTION_ROOM - MARGIN
        yield LARGE.left(MARGIN, top + _ROW * i + _ROW_LINE, row.caption, "caption", room=room)
        yield BODY.right(_LEFT - _WORTH, top + _ROW * i + _ROW_LINE, f"× {row.worth}", "worth", INK_SOFT)
    low = top + _ROW * len(_ROWS)
    yield _CAPTION.left(MARGIN, low + _ROW_LINE, "Assets", "caption")
    yield LARGE.left(MARGIN, low + _ROW + _ROW_LINE, "Cities linked", "caption")


def _column(state: RailroadsOfCatan, place: Place, number: int, names: Sequence[str]) -> Iterator[Shape]:
    wide = _wide(state)
    x, seat = _LEFT + number * wide, place.seat
    right, name = x + wide - _RIGHT, names[seat - 1]
    middle = x + (wide - _MIDDLE) / 2
    yield RANK.right(middle - _PLACE_X, _PLACE_LINE, str(place.place), "place")
    yield mark_at(seat, middle + _MARK_X, _MARK_Y, _MARK)
    short = first_word(name)
    yield _NAME.middle(middle, _NAME_LINE, name, "name", room=wide - _NAME_ROOM, short=short)
    ink = ACCENT if place.place == 1 else INK
    room = wide - _TOTAL_ROOM
    yield _CASH_FIGURE.right(right, _TOP + _TOTAL_LINE, dollars(place.score), "total", ink, room=room)
    top = _TOP + _TOTAL
    for i, row in enumerate(_ROWS):
        count = row.count(state, seat)
        shown, color = (str(count), INK) if count else ("·", INK_SOFT)
        yield AMOUNT.right(right, top + _ROW * i + _ROW_LINE + _FIGURE_DOWN, shown, "figure", color)
    low = top + _ROW * len(_ROWS)
    yield _ASSETS.right(right, low + _ROW_LINE + _FIGURE_DOWN, _plain(assets(state, seat)), "assets")
    own = len(state.cities_of(seat))
    linked = f"{joined_count(state, seat)} of {own}" if own else "·"
    yield AMOUNT.right(right, low + _ROW + _ROW_LINE + _FIGURE_DOWN, linked, "cities joined")


def _plain(worth: float) -> str:
    """“12”, “12.5”."""
    return f"{worth:g}"


def _foot(state: RailroadsOfCatan) -> Iterator[Text]:
    ending = [ENDINGS[state.ending]] if not state.flow and state.ending else []
    said = (*ending, "Most cash wins; ties go to more assets")
    yield from BODY.lines(MARGIN, _bottom() + _ROW_LINE, _LINE, said, "foot", INK_SOFT)


def _verdict(places: Sequence[Place], names: Sequence[str], *, over: bool) -> str:
    return verdict(places, names, dollars(places[0].score), over=over)


def _alt(state: RailroadsOfCatan, places: Sequence[Place], names: Sequence[str], *, over: bool) -> str:
    rows = []
    for place in places:
        seat = place.seat
        own = len(state.cities_of(seat))
        counts = [f"{row.caption.lower().replace(', ', ' and ')} {row.count(state, seat)}" for row in _ROWS]
        linked = f", {joined_count(state, seat)} of {own} cities linked" if own else ""
        rows.append(
            f"{place.place}. {names[seat - 1]} {dollars(place.score)}: {', '.join(counts)}, "
            f"assets {_plain(assets(state, seat))}{linked}."
        )
    title = "Railroads of Catan, final standings" if over else "Railroads of Catan, cash if the game ended now"
    ending = [ENDINGS[state.ending]] if over and state.ending else []
    return joined((f"{title}: {_verdict(places, names, over=over)}.", *ending, *rows))
