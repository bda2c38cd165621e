"""The final table: every stock of every player, best player first; before the end, as if the game ended now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.game import Place
from engine.core.seats import Seat
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
from render.labels import first_word, fitted
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER, RULE
from render.parts.final import sole_winner, winner_cards
from render.parts.frame import MARGIN, WIDTH, header, rule, stripes
from render.parts.text import BODY, HEADING, LARGE, NAME, SMALL, SUM, TOTAL, Style
from render.scene import Color, Disc, Layer, Scene, Shape

_NAMES, _TOP, _ROW = 314, 330, 80
_BADGE, _VALUE, _TIE, _PARTNER = 116, 330, 188, 176
_SUM, _TOTAL, _BELOW, _NOTE = 72, 264, 26, 50
_HIGHEST = 1600
_NARROW = 6
_VALUE_WORDS = Style("h", 60)


def final_scenes(state: RailroadRivals, names: tuple[str, ...]) -> tuple[Scene, ...]:
    """Ranked columns; the winner's stands on a card."""
    over = not state.flow
    scored = state if over else score_stocks(joints.final(state))
    places = ranking(scored)
    title, right = (
        ("Final scores", f"{state.turn} turns · {len(state.board.laid)} cities")
        if over
        else ("If it ended now", corner(state))
    )
    card, frame = winner_cards(places, _columns(state.seats), _foot(state) + _TOTAL, gap=20)
    said = company_notes(state)
    layers = (
        Layer("stripes", stripes(_TOP, _row(state), len(in_play(state)))),
        card,
        Layer("rows", tuple(_rows(scored))),
        Layer("columns", tuple(shape for i, place in enumerate(places) for shape in _column(scored, place, i, names))),
        frame,
        *([Layer("notes", tuple(_notes(state, said)))] if said else []),
        header(title, right, verdict(places, names, over=over), seat=sole_winner(places)),
    )
    height = _foot(state) + _TOTAL + _BELOW + _notes_height(state)
    return (Scene("final", WIDTH, height, PAPER, palette(state), layers, _alt(scored, places, names, over)),)


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
    """Where the rows of the railroads end."""
    return _TOP + _row(state) * len(in_play(state))


def _foot(state: RailroadRivals) -> int:
    """The end of the rows, moved down by a line of sums more than usual: from here the last sums are measured."""
    return _bottom(state) + (_SUM if has_size(state) else 0)


def _middles(state: RailroadRivals) -> dict[Railroad, float]:
    """The height of every railroad's row, at its middle."""
    tall = _row(state)
    return {railroad: _TOP + tall * row + tall / 2 for row, railroad in enumerate(in_play(state))}


def _size(state: RailroadRivals, seat: Seat) -> int:
    """What a seat's links score. (RB Railroad Size)"""
    return sum(link.owner == seat for link in state.board.links) if has_size(state) else 0


def _columns(seats: int) -> tuple[float, float]:
    """Where the first player's column starts, and how wide each is."""
    return {2: (421, 480), 3: (421, 380), 4: (421, 285), 5: (351, 242)}.get(seats, (351, 204))


def _rows(state: RailroadRivals) -> Iterator[Shape]:
    bottom, foot = _bottom(state), _foot(state)
    yield SMALL.right(_VALUE, 286, "value", "axis", INK_SOFT)
    yield rule(_NAMES, 3)
    for railroad, y in _middles(state).items():
        value = "–" if railroad in state.baron.ruined else str(state.value[railroad])
        yield from railroad_badge(state, railroad, _BADGE, y, 58)
        yield _VALUE_WORDS.right(_VALUE, y + _VALUE_WORDS.rise, value, "value", INK_SOFT)
    yield from company_ties(state, _middles(state), _TIE, _PARTNER)
    yield rule(bottom + 8, 3)
    yield LARGE.left(MARGIN, bottom + 76, "Stocks", "caption")
    if has_size(state):
        yield LARGE.left(MARGIN, bottom + 76 + _SUM, "Railroad size", "caption")
    yield LARGE.left(MARGIN, foot + 148, "Score track", "caption")
    yield rule(foot + 168, 4)
    yield SUM.left(MARGIN, foot + 236, "TOTAL", "section title")


def _column(state: RailroadRivals, place: Place, number: int, names: Sequence[str]) -> Iterator[Shape]:
    start, wide = _columns(state.seats)
    x, seat = start + number * wide, place.seat
    right, bottom, foot = x + wide - (56 if state.seats < _NARROW else 40), _bottom(state), _foot(state)
    yield from _who(seat, names[seat - 1], x, wide, CARD if place.place == 1 else PAPER)
    for railroad, y in _middles(state).items():
        yield from _cell(state, seat, railroad, x + (24 if state.seats < _NARROW else 16), right, y)
    worth, size = state.worth(seat), _size(state, seat)
    yield HEADING.right(right, bottom + 78, str(worth), "figure")
    if has_size(state):
        yield HEADING.right(right, bottom + 78 + _SUM, str(size), "figure")
    yield HEADING.right(right, foot + 150, str(place.score - worth - size), "figure")
    yield TOTAL.right(right, foot + 240, str(place.score), "total", ACCENT if place.place == 1 else INK)


def _who(seat: Seat, name: str, x: float, wide: float, ground: Color) -> Iterator[Shape]:
    """A column's engine and name, side by side; in a narrow column one above the other."""
    short = first_word(name)
    if wide < _columns(_NARROW - 1)[1]:
        yield engine(seat, x + 92, 237, 23, ground)
        yield NAME.middle(x + 92, 306, name, "name", room=wide - 34, short=short)
        return
    yield engine(seat, x + 48, 256, 30, ground)
    size = 58 if wide > 260 else 50
    yield fitted(x + 92, 276, name, "hb", size, INK, room=wide - 134, short=short, role="name")


def _cell(
    state: RailroadRivals, seat: Seat, railroad: Railroad, left: float, right: float, y: float
) -> Iterator[Shape]:
    count = state.stocks[seat].get(railroad, 0)
    if not count:
        yield Disc(right - 14, y, 4, RULE)
        return
    yield BODY.left(left, y + 17, f"{count} ×", "share", INK_SOFT)
    yield HEADING.right(right, y + HEADING.rise, str(count * state.value[railroad]), "figure")


def _alt(state: RailroadRivals, places: Sequence[Place], names: Sequence[str], over: bool) -> str:
    rows = []
    for place in places:
        worth = state.worth(place.seat)
        size = _size(state, place.seat)
        links = f" + links {size}" if has_size(state) else ""
        rows.append(f"{names[place.seat - 1]} {place.score} ({place.score - worth - size} + stocks {worth}{links})")
    alive = [railroad for railroad in in_play(state) if railroad not in state.baron.ruined]
    values = ", ".join(f"{railroad} {state.value[railroad]}" for railroad in alive)
    title = "Final scores" if over else "Scores if the game ended now"
    stocks = [
        f"{names[p.seat - 1]} " + (", ".join(f"{r} {n}" for r, n in sorted(state.stocks[p.seat].items())) or "none")
        for p in places
    ]
    return joined(
        (
            f"{title}: {verdict(places, names, over=over)}.",
            f"{', '.join(rows)}.",
            f"Stock values: {values}.",
            *(f"Out of business: {railroad}." for railroad in in_play(state) if railroad in state.baron.ruined),
            f"Stocks: {'; '.join(stocks)}.",
        )
    )
