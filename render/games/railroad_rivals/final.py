"""The final table: every stock of every player, best player first; before the end, as if the game ended now."""

from collections.abc import Iterator, Sequence

from engine.core import Place, Seat
from engine.games.railroad_rivals.box.data import Railroad
from engine.games.railroad_rivals.rules.ending import ranking, score_stocks
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.engines import engine
from render.games.railroad_rivals.livery import palette
from render.games.railroad_rivals.rows import NOTE, company_notes, company_ties, railroad_badge
from render.games.railroad_rivals.variants import has_size, in_play
from render.games.railroad_rivals.words import corner, verdict
from render.labels import Names, beside, first_word
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, RULE
from render.parts.final import sole_winner, winner_cards
from render.parts.frame import MARGIN, THICK, header, picture, rule, stripes
from render.parts.text import BODY, HEADING, LARGE, NAME, SMALL, SUM, TOTAL, Style
from render.scene import Color, Disc, Layer, Scene, Shape, layer

_NAMES, _TOP, _ROW, _AXIS = 314, 330, 80, 286
_COLUMNS = {
    2: (421, 480),
    3: (421, 380),
    4: (421, 285),
    5: (351, 242),
    6: (351, 204),
}
"""By seats: where the first player's column starts, and how wide each is."""
_GAP, _BADGE_TALL = 20, 58
_RULE, _STOCKS_LINE, _TRACK_LINE, _TOTAL_RULE, _TOTAL_LINE, _THICKEST = 8, 76, 148, 168, 236, 4
_FIGURE_DOWN, _TOTAL_DOWN = 2, 4
"""How far figures stand below their captions."""
_RIGHT, _LEFT = 56, 24
_NARROW_RIGHT, _NARROW_LEFT = 40, 16
_ENGINE_X, _ENGINE_Y, _ENGINE, _NAME_X, _NAME_Y, _NAME_ROOM, _WIDE = 48, 256, 30, 92, 276, 134, 260
_NARROW_ENGINE_Y, _NARROW_ENGINE, _NARROW_NAME_Y, _NARROW_NAME_ROOM = 237, 23, 306, 34
_NONE, _NONE_DOT, _SHARE_DOWN = 14, 4, 17
_BADGE, _VALUE, _TIE, _PARTNER = 116, 330, 188, 176
_SUM, _TOTAL, _BELOW, _NOTE = 72, 264, 26, 50
_HIGHEST = 1600
_NARROW = 6
_WORTH = Style("h", 60)
_LARGE_NAME = Style("hb", 58)


def final_scenes(state: RailroadRivals, names: Names) -> tuple[Scene, ...]:
    """Ranked columns; the winner's stands on a card."""
    over = not state.flow
    scored = state if over else score_stocks(joints.final(state))
    places = ranking(scored)
    title, right = (
        ("Final scores", f"{state.turn} turns · {len(state.board.laid)} cities")
        if over
        else ("If the game ended now", corner(state))
    )
    card, frame = winner_cards(places, _columns(state.seats), _foot(state) + _TOTAL, gap=_GAP)
    said = company_notes(state)
    layers = (
        Layer("stripes", stripes(_TOP, _row(state), len(in_play(state)))),
        card,
        layer("rows", _rows(scored)),
        layer("columns", _every_column(scored, places, names)),
        frame,
        *([layer("notes", _notes(state, said))] if said else []),
        header(title, right, verdict(places, names, over=over), seat=sole_winner(places)),
    )
    height = _foot(state) + _TOTAL + _BELOW + _notes_height(state)
    return (picture("final", height, palette(state), layers, _alt(scored, places, names, over)),)


def _notes_height(state: RailroadRivals) -> int:
    return NOTE * len(company_notes(state))


def _notes(state: RailroadRivals, said: Sequence[str]) -> Iterator[Shape]:
    for i, words in enumerate(said):
        yield BODY.left(MARGIN, _foot(state) + _TOTAL + _NOTE + NOTE * i, words, "note")


def _row(state: RailroadRivals) -> int:
    """The height of a railroad's row: less where there are more rows than usual."""
    sums = (_SUM if has_size(state) else 0) + _notes_height(state)
    return min(_ROW, (_HIGHEST - _TOP - sums - _TOTAL - _BELOW) // len(in_play(state)))


def _bottom(state: RailroadRivals) -> int:
    """The y at which the rows of the railroads end."""
    return _TOP + _row(state) * len(in_play(state))


def _foot(state: RailroadRivals) -> int:
    """The end of the rows, moved down by a line of sums more than usual: from here the last sums are measured."""
    return _bottom(state) + (_SUM if has_size(state) else 0)


def _middles(state: RailroadRivals) -> dict[Railroad, float]:
    """The height of every railroad's row, at its middle."""
    tall = _row(state)
    return {railroad: _TOP + tall * row + tall / 2 for row, railroad in enumerate(in_play(state))}


def _size(state: RailroadRivals, seat: Seat) -> int:
    """The points for a seat's links: one each, or 0 at a table that does not count them. (RB Railroad Size)"""
    return sum(link.owner == seat for link in state.board.links) if has_size(state) else 0


def _columns(seats: int) -> tuple[float, float]:
    """The left edge of the first player's column, and the width of each column."""
    return _COLUMNS[seats]


def _rows(state: RailroadRivals) -> Iterator[Shape]:
    bottom, foot = _bottom(state), _foot(state)
    yield SMALL.right(_VALUE, _AXIS, "value", "axis", INK_SOFT)
    yield rule(_NAMES, THICK)
    for railroad, y in _middles(state).items():
        value = "–" if railroad in state.baron.ruined else str(state.value[railroad])
        yield from railroad_badge(state, railroad, _BADGE, y, _BADGE_TALL)
        yield _WORTH.right(_VALUE, y + _WORTH.rise, value, "value", INK_SOFT)
    yield from company_ties(state, _middles(state), _TIE, _PARTNER)
    yield rule(bottom + _RULE, THICK)
    yield LARGE.left(MARGIN, bottom + _STOCKS_LINE, "Stocks", "caption")
    if has_size(state):
        yield LARGE.left(MARGIN, bottom + _STOCKS_LINE + _SUM, "Railroad size", "caption")
    yield LARGE.left(MARGIN, foot + _TRACK_LINE, "Score track", "caption")
    yield rule(foot + _TOTAL_RULE, _THICKEST)
    yield SUM.left(MARGIN, foot + _TOTAL_LINE, "TOTAL", "section heading")


def _every_column(state: RailroadRivals, places: Sequence[Place], names: Names) -> Iterator[Shape]:
    for i, place in enumerate(places):
        yield from _column(state, place, i, names)


def _column(state: RailroadRivals, place: Place, number: int, names: Names) -> Iterator[Shape]:
    start, wide = _columns(state.seats)
    x, seat = start + number * wide, place.seat
    before, after = (_LEFT, _RIGHT) if state.seats < _NARROW else (_NARROW_LEFT, _NARROW_RIGHT)
    right, bottom, foot = x + wide - after, _bottom(state) + _FIGURE_DOWN, _foot(state) + _FIGURE_DOWN
    yield from _who(seat, names[seat - 1], x, wide, CARD if place.place == 1 else PAPER)
    for railroad, y in _middles(state).items():
        yield from _cell(state, seat, railroad, x + before, right, y)
    worth, size = state.worth(seat), _size(state, seat)
    yield HEADING.right(right, bottom + _STOCKS_LINE, str(worth), "figure")
    if has_size(state):
        yield HEADING.right(right, bottom + _STOCKS_LINE + _SUM, str(size), "figure")
    yield HEADING.right(right, foot + _TRACK_LINE, str(place.score - worth - size), "figure")
    ink = ACCENT if place.place == 1 else INK
    yield TOTAL.right(right, _foot(state) + _TOTAL_LINE + _TOTAL_DOWN, str(place.score), "total", ink)


def _who(seat: Seat, name: str, x: float, wide: float, ground: Color) -> Iterator[Shape]:
    """A column's engine and name, side by side; in a narrow column one above the other."""
    short = first_word(name)
    if wide < _columns(_NARROW - 1)[1]:
        yield engine(seat, x + _NAME_X, _NARROW_ENGINE_Y, _NARROW_ENGINE, ground)
        yield NAME.middle(x + _NAME_X, _NARROW_NAME_Y, name, "name", room=wide - _NARROW_NAME_ROOM, short=short)
        return
    yield engine(seat, x + _ENGINE_X, _ENGINE_Y, _ENGINE, ground)
    style = _LARGE_NAME if wide > _WIDE else NAME
    yield style.left(x + _NAME_X, _NAME_Y, name, "name", room=wide - _NAME_ROOM, short=short)


def _cell(
    state: RailroadRivals, seat: Seat, railroad: Railroad, left: float, right: float, y: float
) -> Iterator[Shape]:
    count = state.stocks[seat].get(railroad, 0)
    if not count:
        yield Disc(right - _NONE, y, _NONE_DOT, RULE)
        return
    yield BODY.left(left, y + _SHARE_DOWN, f"{count} ×", "share", INK_SOFT)
    yield HEADING.right(right, y + HEADING.rise, str(count * state.value[railroad]), "figure")


def _stocks_said(state: RailroadRivals, seat: Seat) -> str:
    owned = sorted(state.stocks[seat].items())
    return ", ".join(f"{railroad} {count}" for railroad, count in owned) or "none"


def _alt(state: RailroadRivals, places: Sequence[Place], names: Names, over: bool) -> str:
    rows = []
    for place in places:
        worth = state.worth(place.seat)
        size = _size(state, place.seat)
        links = f" + links {size}" if has_size(state) else ""
        track = place.score - worth - size
        rows.append(f"{beside(names[place.seat - 1], place.score)} (score track {track} + stocks {worth}{links})")
    alive = [railroad for railroad in in_play(state) if railroad not in state.baron.ruined]
    values = ", ".join(f"{railroad} {state.value[railroad]}" for railroad in alive)
    title = "Final scores" if over else "Scores if the game ended now"
    stocks = [f"{names[place.seat - 1]} {_stocks_said(state, place.seat)}" for place in places]
    return joined(
        (
            f"{title}: {verdict(places, names, over=over)}.",
            f"{', '.join(rows)}.",
            f"Stock values: {values}.",
            *(f"Out of business: {railroad}." for railroad in in_play(state) if railroad in state.baron.ruined),
            f"Stocks: {'; '.join(stocks)}.",
        )
    )
