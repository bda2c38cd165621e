"""The final table: cash, which decides, and what stands on the board; before the end, as if it ended now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from engine.core.game import Place
from engine.core.seats import Seat
from engine.games.railroads_of_catan.box.layout import TrackKind, kind_of
from engine.games.railroads_of_catan.rules.ending import ENDINGS, assets, joined_count, ranking
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.pieces import mark_at
from render.games.railroads_of_catan.words import money
from render.labels import first_word, joined
from render.palette import ACCENT, INK, INK_SOFT, PAPER
from render.parts.final import sole_winner, verdict, winner_cards
from render.parts.frame import MARGIN, WIDTH, header, rule, stripes
from render.parts.text import AMOUNT, BODY, LARGE, RANK, Style
from render.scene import Layer, Scene, Shape, Text

_TOP, _ROW, _TOTAL, _FOOT, _LINE = 358, 96, 150, 38, 62
_LEFT = 430
_SECTION_TITLE = Style("h", 70, tracking=2)
_CAPTION = Style("sb", 50)
_NAME = Style("hb", 54)
_TOTAL_WORDS = Style("hb", 70)
_ASSETS = Style("hb", 58)


class _Row(msgspec.Struct, frozen=True):
    """What is counted, and what one of it is worth when cash is equal. (RC Phase 7; ruling 92)"""

    caption: str
    count: Callable[[RailroadsOfCatan, Seat], int]
    worth: str = ""


_HARD = (TrackKind.MOUNTAIN, TrackKind.WATER)


def _tracks(state: RailroadsOfCatan, seat: Seat, *, hard: bool) -> int:
    return sum((kind_of(state.layout, track) in _HARD) is hard for track in state.tracks_of(seat))


def _trains(state: RailroadsOfCatan, seat: Seat, *, large: bool) -> int:
    return sum(train.large is large for train in state.trains_of(seat))


_ROWS = (
    _Row("Tracks", lambda state, seat: _tracks(state, seat, hard=False), "1"),
    _Row("Mountain, water", lambda state, seat: _tracks(state, seat, hard=True), "2"),
    _Row("Small trains", lambda state, seat: _trains(state, seat, large=False), "5"),
    _Row("Large trains", lambda state, seat: _trains(state, seat, large=True), "8"),
    _Row("Barrels", lambda state, seat: sum(len(train.goods) for train in state.trains_of(seat)), "0.5"),
)


def final_scene(state: RailroadsOfCatan, names: Sequence[str]) -> Scene:
    """Ranked columns; the winner's stands on a card."""
    places = ranking(state)
    over = not state.flow
    title = "Final table" if over else "If it ended now"
    card, frame = winner_cards(places, (_LEFT, _wide(state)), _bottom())
    foot = tuple(_foot(state))
    right = f"after turn {state.turn}" if over else f"in turn {max(1, state.turn)}"
    layers = (
        Layer("stripes", stripes(_TOP + _TOTAL, _ROW, len(_ROWS) + 2)),
        card,
        Layer("captions", tuple(_captions())),
        Layer("columns", tuple(s for i, place in enumerate(places) for s in _column(state, place, i, names))),
        frame,
        Layer("foot", foot),
        header(title, right, _verdict(places, names, over=over), seat=sole_winner(places)),
    )
    height = _bottom() + _FOOT + _LINE * len(foot)
    return Scene("final", WIDTH, height, PAPER, PALETTE, layers, _alt(state, places, names, over=over))


def _bottom() -> int:
    return _TOP + _TOTAL + _ROW * (len(_ROWS) + 2)


def _wide(state: RailroadsOfCatan) -> float:
    return min(400, (WIDTH - 24 - _LEFT) // state.seats)


def _captions() -> Iterator[Shape]:
    yield rule(_TOP - 4, 3)
    yield _SECTION_TITLE.left(MARGIN, _TOP + 98, "CASH", "section title")
    yield rule(_TOP + _TOTAL - 6, 3)
    top = _TOP + _TOTAL
    for i, row in enumerate(_ROWS):
        room = _LEFT - 110 - MARGIN
        yield LARGE.left(MARGIN, top + _ROW * i + 66, row.caption, "caption", room=room)
        yield BODY.right(_LEFT - 24, top + _ROW * i + 66, f"× {row.worth}", "worth", INK_SOFT)
    low = top + _ROW * len(_ROWS)
    yield _CAPTION.left(MARGIN, low + 66, "Assets", "caption")
    yield LARGE.left(MARGIN, low + _ROW + 66, "Cities joined", "caption")


def _column(state: RailroadsOfCatan, place: Place, number: int, names: Sequence[str]) -> Iterator[Shape]:
    wide = _wide(state)
    x, seat = _LEFT + number * wide, place.seat
    right, name = x + wide - 40, names[seat - 1]
    middle = x + (wide - 14) / 2
    yield RANK.right(middle - 16, 262, str(place.place), "place")
    yield mark_at(seat, middle + 28, 240, 25)
    short = first_word(name)
    yield _NAME.middle(middle, 328, name, "name", room=wide - 36, short=short)
    ink = ACCENT if place.place == 1 else INK
    yield _TOTAL_WORDS.right(right, _TOP + 100, money(place.score), "total", ink, room=wide - 54)
    top = _TOP + _TOTAL
    for i, row in enumerate(_ROWS):
        count = row.count(state, seat)
        shown, color = (str(count), INK) if count else ("·", INK_SOFT)
        yield AMOUNT.right(right, top + _ROW * i + 68, shown, "figure", color)
    low = top + _ROW * len(_ROWS)
    yield _ASSETS.right(right, low + 68, _plain(assets(state, seat)), "assets")
    own = len(state.cities_of(seat))
    linked = f"{joined_count(state, seat)} of {own}" if own else "·"
    yield AMOUNT.right(right, low + _ROW + 68, linked, "cities joined")


def _plain(worth: float) -> str:
    """“12”, “12.5”."""
    return f"{worth:g}"


def _foot(state: RailroadsOfCatan) -> Iterator[Text]:
    ending = [ENDINGS[state.ending]] if not state.flow and state.ending else []
    for i, words in enumerate((*ending, "Cash decides; if it is equal, assets do")):
        yield BODY.left(MARGIN, _bottom() + 66 + i * _LINE, words, "foot", INK_SOFT)


def _verdict(places: Sequence[Place], names: Sequence[str], *, over: bool) -> str:
    return verdict(places, names, money(places[0].score), over=over)


def _alt(state: RailroadsOfCatan, places: Sequence[Place], names: Sequence[str], *, over: bool) -> str:
    rows = []
    for place in places:
        seat = place.seat
        own = len(state.cities_of(seat))
        counts = [f"{row.caption.lower()} {row.count(state, seat)}" for row in _ROWS]
        linked = f", {joined_count(state, seat)} of {own} cities joined" if own else ""
        rows.append(
            f"{place.place}. {names[seat - 1]} {money(place.score)}: {', '.join(counts)}, "
            f"assets {_plain(assets(state, seat))}{linked}."
        )
    title = "Final table" if over else "Cash if the game ended now"
    ending = [ENDINGS[state.ending]] if over and state.ending else []
    return joined((f"{title}: {_verdict(places, names, over=over)}.", *ending, *rows))
