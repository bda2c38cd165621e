"""A whole game as a few dozen frames: the first public picture at the end of every phase, with the standings.

``animation.py`` writes the file.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.core import Event, Game, Seat, View, all_seats
from render.fonts import text_width
from render.painter import DrawingContext, Painter
from render.palette import INK, INK_SOFT, PAPER, RULE
from render.parts.page_layout import CONTENT_WIDTH, MARGIN, PAGE_WIDTH, RIGHT, player_chip
from render.result_card import winner_words
from render.scene import Box, Layer, Scene, Shape, Text
from render.text_fitting import Names, display_names, first_word, fit_text, shorten_to_width

CAPTION_HEIGHT = 196
"""Height of the caption, in px of a picture 1600 px wide."""
MAX_FRAMES = 60
"""Frames of a film, except for the last; a longer game is shown in larger steps."""
_SECONDS, _FIRST_SECONDS, _LAST_SECONDS = 0.9, 1.5, 4.0
_LINE, _NAMES, _FIGURES = 72, 46, 54
_GAP = 36
_WORDS, _LABEL, _NAME, _FIGURE = 74, 72, 154, 155
"""Baselines of the status line, of the statistic's label, of names, and of numbers."""
_MOVER, _MOVER_STEP, _MOVER_DOWN, _MOVER_RADIUS = 26, 66, 50, 28
_CHIP, _CHIP_DOWN, _CHIP_ROOM, _NAME_GAP = 22, 138, 56, 14
_ALONE, _TOGETHER = 0.62, 0.7
"""Width of the first line before one mover's name, or before the marks of several."""
_BAR, _BAR_HIGH = CAPTION_HEIGHT - 18, 6
_LEAST = 4
"""Letters of a name that tell someone; next to every mark in the picture the names stand in full."""

Standings = tuple[str, tuple[int, ...]]
"""A statistic's name, and everyone's number."""


class Keyframe(msgspec.Struct, frozen=True):
    """The content of a frame: after move ``seq``, which ended the phase of that heading; empty at the start.

    ``seats`` moved since the last keyframe, ``events`` are the public events since then. ``names`` are the names at
    that time, if they differ from those at the end.
    """

    seq: int
    heading: str
    seats: frozenset[Seat] = frozenset()
    events: tuple[Event, ...] = ()
    names: tuple[str, ...] = ()


class Frame(msgspec.Struct, frozen=True):
    """One frame for ``seconds``: a caption, and under it the picture from px ``top`` on.

    ``is_whole``: scale it down rather than crop it at the bottom.
    """

    caption: Scene
    picture: Scene
    top: float
    seconds: float
    is_whole: bool = False


def thin_out(keyframes: Sequence[Keyframe]) -> tuple[Keyframe, ...]:
    """The keyframes, or at most ``MAX_FRAMES`` of them, evenly spread, including the first and the last; no event
    is lost.
    """
    if len(keyframes) <= MAX_FRAMES:
        return tuple(keyframes)
    thinned_keyframes: list[Keyframe] = []
    last = -1
    for i in range(MAX_FRAMES):
        upto = round(i * (len(keyframes) - 1) / (MAX_FRAMES - 1))
        thinned_keyframes.append(_merge_keyframes(keyframes[last + 1 : upto + 1]))
        last = upto
    return tuple(thinned_keyframes)


def _merge_keyframes(keyframes: Sequence[Keyframe]) -> Keyframe:
    return Keyframe(
        keyframes[-1].seq,
        keyframes[-1].heading,
        frozenset().union(*(cut.seats for cut in keyframes)),
        tuple(event for cut in keyframes for event in cut.events),
        keyframes[-1].names,
    )


class FrameComposer:
    """Composes the frames of one game, in order. Mutable: a frame equal to the last one is skipped.

    ``end`` is the spectators' final view; ``length`` is the number of keyframes. ``windows`` are the views at the end
    of equal parts of the film, which set the extent of their frames; by default all have the last one's.
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
        self._names = display_names(names, end.state.seats)
        self._taken = 0
        self._where = ""
        self._before: object = None

    @property
    def screen(self) -> Frame:
        """The size and the colors of all frames, from the last one."""
        picture = self._painter.film_scene(self._end, DrawingContext(self._names), self._end)
        return Frame(picture, picture, _header_end(picture), 0)

    def compose_frame(self, keyframe: Keyframe, view: View[Any]) -> Frame | None:
        """The frame of a keyframe; None if it equals the last one."""
        window = self._windows[self._taken * len(self._windows) // max(1, self._length)]
        self._taken += 1
        where, self._where = self._where, self._game.text.status_line(view)
        standings = self._current_standings(view)
        names = display_names(keyframe.names, view.state.seats) if keyframe.names else self._names
        fingerprint = (
            standings,
            names,
            _layers_below_header(self._painter.film_scene(view, DrawingContext(names), window)),
        )
        if keyframe.heading and view.state.flow and fingerprint == self._before:
            return None
        self._before = fingerprint
        picture = self._painter.film_scene(view, DrawingContext(names, keyframe.events), window)
        over = not view.state.flow
        words = self._where if over else phase_caption(where, keyframe.heading) or f"{self._game.name} · start"
        seconds = _SECONDS if keyframe.heading else _FIRST_SECONDS
        return Frame(
            self._caption_scene(picture, words, frozenset() if over else keyframe.seats, standings, names),
            picture,
            _header_end(picture),
            seconds,
            is_whole=True,
        )

    def closing_frame(self) -> Frame:
        """The last frame: the winner over the final table, or the standings of an unfinished game."""
        if self._end.state.flow:
            picture = self._painter.film_scene(self._end, DrawingContext(self._names), self._end)
            words = f"So far · {self._game.text.status_line(self._end)}"
        else:
            last = self._painter.pictures_after_phase(self._end, DrawingContext(self._names), "")[0]
            picture = self._painter.public_scenes(last, self._end, DrawingContext(self._names))[0]
            words = winner_words(self._game.rules.ranking(self._end.state), self._names)
        caption = self._caption_scene(picture, words, frozenset(), self._current_standings(self._end), self._names)
        return Frame(caption, picture, _header_end(picture), _LAST_SECONDS, is_whole=True)

    def _current_standings(self, view: View[Any]) -> Standings:
        """The figure that is counted first in this game, and everyone's number."""
        tallies = [self._game.text.statistics(view, seat) for seat in all_seats(len(self._names))]
        label = next(iter(tallies[0]))
        return label, tuple(tally[label] for tally in tallies)

    def _caption_scene(
        self, picture: Scene, words: str, who: frozenset[Seat], standings: Standings, names: tuple[str, ...]
    ) -> Scene:
        label, figures = standings
        shapes = (
            Box(0, 0, PAGE_WIDTH, CAPTION_HEIGHT, PAPER),
            *_draw_heading(words, label, who, names),
            *_draw_standings(figures, names),
            Box(MARGIN, _BAR, CONTENT_WIDTH, _BAR_HIGH, RULE),
            Box(MARGIN, _BAR, round(CONTENT_WIDTH * self._taken / max(1, self._length)), _BAR_HIGH, INK),
        )
        return Scene("caption", PAGE_WIDTH, CAPTION_HEIGHT, PAPER, picture.palette, (Layer("caption", shapes),), "")


def phase_caption(before: str, heading: str) -> str:
    """“Turn 3 of 9 · Deliver a Good”: the phase, and its turn from the status line ``before`` it."""
    first = before.partition(" · ")[0]
    return heading if not heading or first.casefold() in ("", heading.casefold()) else f"{first} · {heading}"


def _draw_heading(words: str, label: str, who: frozenset[Seat], names: Names) -> Iterator[Shape]:
    """The caption's first line: where the game stands, who moved if not all did, and what the numbers below count."""
    end = RIGHT - text_width(label, "s", _NAMES) - _GAP
    has_movers, alone = 0 < len(who) < len(names), len(who) == 1
    share = (_ALONE if alone else _TOGETHER) if has_movers else 1
    line = fit_text(MARGIN, _WORDS, words, "hb", _LINE, INK, max_width=(end - MARGIN) * share, role="caption")
    yield line
    if has_movers:
        x = MARGIN + text_width(line.words, "hb", line.size) + _GAP
        for i, seat in enumerate(sorted(who)):
            yield player_chip(seat, x + _MOVER + _MOVER_STEP * i, _MOVER_DOWN, _MOVER_RADIUS)
        if alone:
            x += _MOVER_STEP
            mover = names[min(who) - 1]
            yield fit_text(x, _WORDS, mover, "hb", _LINE, INK, max_width=end - x, role="caption")
    yield Text(RIGHT, _LABEL, label, "s", _NAMES, INK_SOFT, "right", role="standing")


def _draw_standings(figures: Sequence[int], names: Names) -> Iterator[Shape]:
    """Everyone's chip, name and number, in seat order, in columns that stay; no names where they would be cut."""
    numbers = [f"{figure:,}" for figure in figures]
    column = CONTENT_WIDTH / max(len(names), 3)
    widest = max(text_width(number, "hb", _FIGURES) for number in numbers)
    shown_names = _fit_names(names, column - _CHIP_ROOM - _NAME_GAP - _GAP - widest)
    for i, (name, number) in enumerate(zip(shown_names, numbers, strict=True)):
        x = MARGIN + column * i
        yield player_chip(i + 1, x + _CHIP, _CHIP_DOWN, _CHIP)
        x += _CHIP_ROOM
        yield Text(x, _NAME, name, "s", _NAMES, INK, role="standing")
        if name:
            x += text_width(name, "s", _NAMES) + _NAME_GAP
        yield Text(x, _FIGURE, number, "hb", _FIGURES, INK, role="standing")


def _fit_names(names: Names, room: float) -> Names:
    """The names whole, or first words that are cut; none where too little would be left of them."""
    if all(text_width(name, "s", _NAMES) <= room for name in names):  # “Ada (computer)” is not Ada
        return names
    firsts = [first_word(name) for name in names]
    short_names = [shorten_to_width(first, "s", _NAMES, room) for first in firsts]
    enough = min(_LEAST, *map(len, firsts))
    return short_names if min(map(len, short_names)) >= enough else [""] * len(names)


def _layers_below_header(picture: Scene) -> tuple[Layer, ...]:
    return tuple(layer for layer in picture.layers if layer.name != "header")


def _header_end(picture: Scene) -> float:
    """The y at which the picture's own header ends: its ground comes first."""
    ground = next(iter(picture.shapes_of_layer("header")), None)
    return ground.y + ground.h if isinstance(ground, Box) else 0
