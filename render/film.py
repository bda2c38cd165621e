"""A whole game as a few dozen frames: the first public picture at every phase's end, captioned with the standings.

It knows no title and no pixels; ``reel.py`` makes the file.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.core import Event, Game, Seat, View, all_seats
from render.card import winner_words
from render.fonts import width
from render.labels import Names, first_word, fitted, names_of, shortened
from render.painter import Look, Painter
from render.palette import INK, INK_SOFT, PAPER, RULE
from render.parts.frame import MARGIN, RIGHT, ROOM, WIDTH, chip
from render.scene import Box, Layer, Scene, Shape, Text

CAPTION = 196
"""Height of the caption, in px of a picture 1600 px wide."""
MOST = 60
"""Frames of a film, but for the last; a longer game is shown in larger steps."""
_SECONDS, _FIRST_SECONDS, _LAST_SECONDS = 0.9, 1.5, 4.0
_LINE, _NAMES, _FIGURES = 72, 46, 54
_GAP = 36
_WORDS, _LABEL, _NAME, _FIGURE = 74, 72, 154, 155
"""Baselines: where the game stands, what is counted; names and numbers."""
_MOVER, _MOVER_STEP, _MOVER_DOWN, _MOVER_RADIUS = 26, 66, 50, 28
_CHIP, _CHIP_DOWN, _CHIP_ROOM, _NAME_GAP = 22, 138, 56, 14
_ALONE, _TOGETHER = 0.62, 0.7
"""Of the first line, what its words take before one mover's name, or before the chips of several."""
_BAR, _BAR_HIGH = CAPTION - 18, 6
_LEAST = 4
"""Letters of a name that tell somebody; beside every mark in the picture the names stand in full."""

Standings = tuple[str, tuple[int, ...]]
"""What is counted, and everybody's number."""


class Cut(msgspec.Struct, frozen=True):
    """A moment of a frame: after move ``seq``, which ended the phase of that heading; empty at the start.

    ``seats`` are those who moved since the last cut, ``news`` the public events since then. ``names`` are those of who
    sat there then, where that is not the same as at the end.
    """

    seq: int
    heading: str
    seats: frozenset[Seat] = frozenset()
    news: tuple[Event, ...] = ()
    names: tuple[str, ...] = ()


class Shot(msgspec.Struct, frozen=True):
    """One frame for ``seconds``: a caption, and under it the picture from its px ``top`` on.

    ``whole``: rather smaller than cut off at the lower edge.
    """

    caption: Scene
    picture: Scene
    top: float
    seconds: float
    whole: bool = False


def thinned(cuts: Sequence[Cut]) -> tuple[Cut, ...]:
    """The cuts, or at most ``MOST`` of them, evenly spread, the first and the last among them; no news is lost."""
    if len(cuts) <= MOST:
        return tuple(cuts)
    kept: list[Cut] = []
    last = -1
    for i in range(MOST):
        upto = round(i * (len(cuts) - 1) / (MOST - 1))
        kept.append(_together(cuts[last + 1 : upto + 1]))
        last = upto
    return tuple(kept)


def _together(cuts: Sequence[Cut]) -> Cut:
    return Cut(
        cuts[-1].seq,
        cuts[-1].heading,
        frozenset().union(*(cut.seats for cut in cuts)),
        tuple(event for cut in cuts for event in cut.news),
        cuts[-1].names,
    )


class Camera:
    """Makes the shots of one game, in order. Mutable: what looks like the frame before is left out.

    ``end`` is what a spectator sees last; ``length`` is how many cuts there will be. ``windows`` are what is seen at
    the end of equal stretches of the film, whose extent the frames before have; without any all have the last one's.
    """

    def __init__(
        self,
        game: Game[Any],
        painter: Painter,
        names: tuple[str, ...],
        end: View[Any],
        length: int,
        windows: Sequence[View[Any]] = (),
    ) -> None:
        self._game, self._painter, self._end, self._length = game, painter, end, length
        self._windows = windows or (end,)
        self._names = names_of(names, end.state.seats)
        self._taken = 0
        self._where = ""
        self._before: object = None

    @property
    def screen(self) -> Shot:
        """The common part of all frames: the size and the colors of the last one."""
        picture = self._painter.film(self._end, Look(self._names), self._end)
        return Shot(picture, picture, _header(picture), 0)

    def take(self, cut: Cut, view: View[Any]) -> Shot | None:
        """The frame of a cut; None when nothing has changed since the one before."""
        window = self._windows[self._taken * len(self._windows) // max(1, self._length)]
        self._taken += 1
        where, self._where = self._where, self._game.words.headline(view)
        standings = self._standings(view)
        names = names_of(cut.names, view.state.seats) if cut.names else self._names
        seen = standings, names, _below_header(self._painter.film(view, Look(names), window))
        if cut.heading and view.state.flow and seen == self._before:
            return None
        self._before = seen
        picture = self._painter.film(view, Look(names, cut.news), window)
        over = not view.state.flow
        words = self._where if over else phase_words(where, cut.heading) or f"{self._game.name} · start"
        seconds = _SECONDS if cut.heading else _FIRST_SECONDS
        return Shot(
            self._caption(picture, words, frozenset() if over else cut.seats, standings, names),
            picture,
            _header(picture),
            seconds,
            whole=True,
        )

    def closing(self) -> Shot:
        """The last frame: the winner over the final table, or how things stand in a game that goes on."""
        if self._end.state.flow:
            picture = self._painter.film(self._end, Look(self._names), self._end)
            words = f"So far · {self._game.words.headline(self._end)}"
        else:
            last = self._painter.after_phase(self._end, Look(self._names), "")[0]
            picture = self._painter.scenes(last, self._end, Look(self._names))[0]
            words = winner_words(self._game.rules.ranking(self._end.state), self._names)
        caption = self._caption(picture, words, frozenset(), self._standings(self._end), self._names)
        return Shot(caption, picture, _header(picture), _LAST_SECONDS, whole=True)

    def _standings(self, view: View[Any]) -> Standings:
        """The figure that is counted first in this title, and everybody's number."""
        tallies = [self._game.words.tally(view, seat) for seat in all_seats(len(self._names))]
        label = next(iter(tallies[0]))
        return label, tuple(tally[label] for tally in tallies)

    def _caption(
        self, picture: Scene, words: str, who: frozenset[Seat], standings: Standings, names: tuple[str, ...]
    ) -> Scene:
        label, figures = standings
        shapes = (
            Box(0, 0, WIDTH, CAPTION, PAPER),
            *_headed(words, label, who, names),
            *_row(figures, names),
            Box(MARGIN, _BAR, ROOM, _BAR_HIGH, RULE),
            Box(MARGIN, _BAR, round(ROOM * self._taken / max(1, self._length)), _BAR_HIGH, INK),
        )
        return Scene("caption", WIDTH, CAPTION, PAPER, picture.palette, (Layer("caption", shapes),), "")


def phase_words(before: str, heading: str) -> str:
    """“Turn 3 of 9 · Deliver a Good”: the phase, and from the headline ``before`` it the turn that it belongs to."""
    first = before.partition(" · ")[0]
    return heading if not heading or first.casefold() in ("", heading.casefold()) else f"{first} · {heading}"


def _headed(words: str, label: str, who: frozenset[Seat], names: Names) -> Iterator[Shape]:
    """The caption's first line: where the game stands, who moved if not all did, and what the numbers below count."""
    end = RIGHT - width(label, "s", _NAMES) - _GAP
    told, alone = 0 < len(who) < len(names), len(who) == 1
    share = (_ALONE if alone else _TOGETHER) if told else 1
    line = fitted(MARGIN, _WORDS, words, "hb", _LINE, INK, room=(end - MARGIN) * share, role="caption")
    yield line
    if told:
        x = MARGIN + width(line.words, "hb", line.size) + _GAP
        for i, seat in enumerate(sorted(who)):
            yield chip(seat, x + _MOVER + _MOVER_STEP * i, _MOVER_DOWN, _MOVER_RADIUS)
        if alone:
            x += _MOVER_STEP
            mover = names[min(who) - 1]
            yield fitted(x, _WORDS, mover, "hb", _LINE, INK, room=end - x, role="caption")
    yield Text(RIGHT, _LABEL, label, "s", _NAMES, INK_SOFT, "right", role="standing")


def _row(figures: Sequence[int], names: Names) -> Iterator[Shape]:
    """Everybody's chip, name and number, in seat order, in columns that stay; no names where they would be cut."""
    numbers = [f"{figure:,}" for figure in figures]
    column = ROOM / max(len(names), 3)
    widest = max(width(number, "hb", _FIGURES) for number in numbers)
    called = _called(names, column - _CHIP_ROOM - _NAME_GAP - _GAP - widest)
    for i, (name, number) in enumerate(zip(called, numbers, strict=True)):
        x = MARGIN + column * i
        yield chip(i + 1, x + _CHIP, _CHIP_DOWN, _CHIP)
        x += _CHIP_ROOM
        yield Text(x, _NAME, name, "s", _NAMES, INK, role="standing")
        if name:
            x += width(name, "s", _NAMES) + _NAME_GAP
        yield Text(x, _FIGURE, number, "hb", _FIGURES, INK, role="standing")


def _called(names: Names, room: float) -> Names:
    """The names whole, or first words that are cut; none where too little would be left of them."""
    if all(width(name, "s", _NAMES) <= room for name in names):  # “Ada (computer)” is not Ada
        return names
    firsts = [first_word(name) for name in names]
    called = [shortened(first, "s", _NAMES, room) for first in firsts]
    enough = min(_LEAST, *map(len, firsts))
    return called if min(map(len, called)) >= enough else [""] * len(names)


def _below_header(picture: Scene) -> tuple[Layer, ...]:
    return tuple(layer for layer in picture.layers if layer.name != "header")


def _header(picture: Scene) -> float:
    """The y at which the picture's own header ends: its ground comes first."""
    ground = next(iter(picture.layer("header")), None)
    return ground.y + ground.h if isinstance(ground, Box) else 0
