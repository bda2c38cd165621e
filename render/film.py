"""The frames of a film of a game.

Each frame shows the first public picture at the end of a phase, and the standings. ``animation.py`` writes the file.
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
"""Maximum number of frames before the closing frame; longer games are shown in larger steps."""
_SECONDS, _FIRST_SECONDS, _LAST_SECONDS = 0.9, 1.5, 4.0
"""The seconds for which a frame, the first frame, and the closing frame are shown."""
_LINE_SIZE, _NAME_SIZE, _NUMBER_SIZE = 72, 46, 54
_GAP = 36
_LINE_Y, _LABEL_Y = 74, 72
"""Baselines in pixels of the status line, and of the name of the statistic."""
_NAME_Y, _NUMBER_Y = 154, 155
"""Baselines in pixels of the players' names, and of their numbers."""
_MOVER, _MOVER_STEP = 26, 66
"""Distance in pixels to the first mark of a seat that moved, and from each mark to the next."""
_MOVER_DOWN, _MOVER_RADIUS = 50, 28
"""y of the center, and radius, of the marks of seats that moved, in pixels."""
_CHIP, _CHIP_DOWN, _CHIP_ROOM, _NAME_GAP = 22, 138, 56, 14
_ONE_MOVER_SHARE, _MOVERS_SHARE = 0.62, 0.7
"""Maximum share of the caption's first line for the status.

The first value is for one mark with the seat's name after it, the second for several marks.
"""
_BAR, _BAR_HEIGHT = CAPTION_HEIGHT - 18, 6
_MIN_LETTERS = 4
"""Minimum letters of a shortened name.

If names had to be shorter, they are omitted, because the picture shows the full names.
"""

Standings = tuple[str, tuple[int, ...]]
"""The name of a statistic, and the number of each seat in it."""


class Keyframe(msgspec.Struct, frozen=True):
    """The content of a frame: the game after move ``seq``, which ended the phase ``heading``.

    The heading is empty at the start of the game. ``seats`` are the seats that moved since the previous keyframe, and
    ``events`` the public events since then. ``names`` are the players' names at that time, if they differ from those at
    the end.
    """

    seq: int
    heading: str
    seats: frozenset[Seat] = frozenset()
    events: tuple[Event, ...] = ()
    names: tuple[str, ...] = ()


class Frame(msgspec.Struct, frozen=True):
    """One frame: a caption, and a picture under it.

    The frame is shown for ``seconds``; the picture's first ``top`` px are left out. ``is_whole``: a picture that is too
    high is scaled down, not cropped at the bottom.
    """

    caption: Scene
    picture: Scene
    top: float
    seconds: float
    is_whole: bool = False


def thin_out(keyframes: Sequence[Keyframe]) -> tuple[Keyframe, ...]:
    """Merge keyframes until there are at most ``MAX_FRAMES``, evenly spread.

    The first and last keyframes are kept. A merged keyframe has the events of all its parts.
    """
    if len(keyframes) <= MAX_FRAMES:
        return tuple(keyframes)
    merged: list[Keyframe] = []
    last = -1
    for i in range(MAX_FRAMES):
        end = round(i * (len(keyframes) - 1) / (MAX_FRAMES - 1))
        merged.append(_merge_keyframes(keyframes[last + 1 : end + 1]))
        last = end
    return tuple(merged)


def _merge_keyframes(keyframes: Sequence[Keyframe]) -> Keyframe:
    return Keyframe(
        keyframes[-1].seq,
        keyframes[-1].heading,
        frozenset().union(*(keyframe.seats for keyframe in keyframes)),
        tuple(event for keyframe in keyframes for event in keyframe.events),
        keyframes[-1].names,
    )


class FrameComposer:
    """A composer of the frames of one game, in order; a frame equal to the previous one is skipped.

    ``end`` is the spectators' final view; ``length`` is the number of keyframes. ``windows`` are views at the end of
    equal parts of the film: the frames of a part show the part of the map that matters in its view. By default, all
    frames show the same part of the map as the last one.
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
        self._keyframe_count = 0
        self._status_line = ""
        self._fingerprint: object = None

    @property
    def screen(self) -> Frame:
        """The last frame, which determines the size and colors of all frames."""
        picture = self._painter.film_scene(self._end, DrawingContext(self._names), self._end)
        return Frame(picture, picture, _header_end(picture), 0)

    def compose_frame(self, keyframe: Keyframe, view: View[Any]) -> Frame | None:
        """Return the frame of a keyframe; None if it equals the previous one."""
        window = self._windows[self._keyframe_count * len(self._windows) // max(1, self._length)]
        self._keyframe_count += 1
        previous_line, self._status_line = self._status_line, self._game.text.status_line(view)
        standings = self._current_standings(view)
        names = display_names(keyframe.names, view.state.seats) if keyframe.names else self._names
        fingerprint = (
            standings,
            names,
            _layers_below_header(self._painter.film_scene(view, DrawingContext(names), window)),
        )
        if keyframe.heading and view.state.flow and fingerprint == self._fingerprint:
            return None
        self._fingerprint = fingerprint
        picture = self._painter.film_scene(view, DrawingContext(names, keyframe.events), window)
        is_over = not view.state.flow
        phase_line = phase_caption(previous_line, keyframe.heading) or f"{self._game.name} · start"
        words = self._status_line if is_over else phase_line
        seconds = _SECONDS if keyframe.heading else _FIRST_SECONDS
        return Frame(
            self._caption_scene(picture, words, frozenset() if is_over else keyframe.seats, standings, names),
            picture,
            _header_end(picture),
            seconds,
            is_whole=True,
        )

    def closing_frame(self) -> Frame:
        """Return the last frame: the winner and the final table, or the standings of an unfinished game."""
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
        """Return the first statistic of the game for each seat."""
        statistics = [self._game.text.statistics(view, seat) for seat in all_seats(len(self._names))]
        label = next(iter(statistics[0]))
        return label, tuple(each[label] for each in statistics)

    def _caption_scene(
        self, picture: Scene, words: str, movers: frozenset[Seat], standings: Standings, names: tuple[str, ...]
    ) -> Scene:
        """Return the caption: the first line, the standings, and a progress bar."""
        label, numbers = standings
        progress = round(CONTENT_WIDTH * self._keyframe_count / max(1, self._length))
        shapes = (
            Box(0, 0, PAGE_WIDTH, CAPTION_HEIGHT, PAPER),
            *_draw_heading(words, label, movers, names),
            *_draw_standings(numbers, names),
            Box(MARGIN, _BAR, CONTENT_WIDTH, _BAR_HEIGHT, RULE),
            Box(MARGIN, _BAR, progress, _BAR_HEIGHT, INK),
        )
        return Scene("caption", PAGE_WIDTH, CAPTION_HEIGHT, PAPER, picture.palette, (Layer("caption", shapes),), "")


def phase_caption(status_line: str, heading: str) -> str:
    """Return a phase with its turn from the previous status line: “Turn 3 of 9 · Deliver a Good”."""
    turn = status_line.partition(" · ")[0]
    return heading if not heading or turn.casefold() in ("", heading.casefold()) else f"{turn} · {heading}"


def _draw_heading(words: str, label: str, movers: frozenset[Seat], names: Names) -> Iterator[Shape]:
    """Draw the first line of the caption.

    It has the status, the marks of the seats that moved (unless all moved), and the name of the statistic.
    """
    end = RIGHT - text_width(label, "s", _NAME_SIZE) - _GAP
    has_movers, is_one_mover = 0 < len(movers) < len(names), len(movers) == 1
    share = (_ONE_MOVER_SHARE if is_one_mover else _MOVERS_SHARE) if has_movers else 1
    line = fit_text(MARGIN, _LINE_Y, words, "hb", _LINE_SIZE, INK, max_width=(end - MARGIN) * share, role="caption")
    yield line
    if has_movers:
        x = MARGIN + text_width(line.words, "hb", line.size) + _GAP
        for i, seat in enumerate(sorted(movers)):
            yield player_chip(seat, x + _MOVER + _MOVER_STEP * i, _MOVER_DOWN, _MOVER_RADIUS)
        if is_one_mover:
            x += _MOVER_STEP
            name = names[min(movers) - 1]
            yield fit_text(x, _LINE_Y, name, "hb", _LINE_SIZE, INK, max_width=end - x, role="caption")
    yield Text(RIGHT, _LABEL_Y, label, "s", _NAME_SIZE, INK_SOFT, "right", role="standing")


def _draw_standings(numbers: Sequence[int], names: Names) -> Iterator[Shape]:
    """Draw the chip, name, and number of each seat in columns of fixed width.

    Names that do not fit are omitted.
    """
    number_texts = [f"{number:,}" for number in numbers]
    column = CONTENT_WIDTH / max(len(names), 3)
    widest = max(text_width(number, "hb", _NUMBER_SIZE) for number in number_texts)
    fitted_names = _fit_names(names, column - _CHIP_ROOM - _NAME_GAP - _GAP - widest)
    for i, (name, number) in enumerate(zip(fitted_names, number_texts, strict=True)):
        x = MARGIN + column * i
        yield player_chip(i + 1, x + _CHIP, _CHIP_DOWN, _CHIP)
        x += _CHIP_ROOM
        yield Text(x, _NAME_Y, name, "s", _NAME_SIZE, INK, role="standing")
        if name:
            x += text_width(name, "s", _NAME_SIZE) + _NAME_GAP
        yield Text(x, _NUMBER_Y, number, "hb", _NUMBER_SIZE, INK, role="standing")


def _fit_names(names: Names, max_width: float) -> Names:
    """Return the full names if all fit, or else shortened first words.

    If these are too short, return empty names.
    """
    if all(text_width(name, "s", _NAME_SIZE) <= max_width for name in names):  # “Ada (computer)” is not Ada
        return names
    first_words = [first_word(name) for name in names]
    short_names = [shorten_to_width(word, "s", _NAME_SIZE, max_width) for word in first_words]
    min_letters = min(_MIN_LETTERS, *map(len, first_words))
    return short_names if min(map(len, short_names)) >= min_letters else [""] * len(names)


def _layers_below_header(picture: Scene) -> tuple[Layer, ...]:
    return tuple(layer for layer in picture.layers if layer.name != "header")


def _header_end(picture: Scene) -> float:
    """Return the y at which the picture's own header ends, in px.

    The first shape of the header is its background.
    """
    ground = next(iter(picture.shapes_of_layer("header")), None)
    return ground.y + ground.h if isinstance(ground, Box) else 0
