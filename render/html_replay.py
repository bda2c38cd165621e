"""Replay pages: a game as one HTML file that needs no network.

A page has a slider over the phases, captions, alt texts, and keyboard control. It contains the first picture, and the
changed rectangle of each later one.
"""

import html
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from string import Template
from typing import Any

import msgspec

from engine.core import Game, Seat, View, all_seats
from render.film import Keyframe, phase_caption
from render.frame_diff import FrameDiffer, FramePatch
from render.painter import DrawingContext, Painter
from render.text_fitting import Names, display_names

_START = "Start"


class _Moment(msgspec.Struct, frozen=True):
    """One position of the slider, written as JSON for the page's script."""

    heading: str
    standing: str
    lines: tuple[str, ...]
    alt: str
    patch: dict[str, int | str] | None


def make_replay_page(
    game: Game[Any],
    painter: Painter,
    names: tuple[str, ...],
    keyframes: Sequence[Keyframe],
    views: Callable[[], Iterable[View[Any]]],
    end: View[Any],
) -> Iterator[str]:
    """Draw the replay page of a game.

    Yield an empty text after every picture, and then the file. ``views`` returns a spectator's views at the keyframes,
    in order, and is called twice. ``end`` is the final view.
    """
    current_names = display_names(names, end.state.seats)
    screen = painter.film_scene(end, DrawingContext(current_names), end)
    contexts = [DrawingContext(current_names, keyframe.events) for keyframe in keyframes]
    height = max(painter.film_scene(view, context, end).height for context, view in zip(contexts, views(), strict=True))
    differ, moments, status_line = FrameDiffer(screen, height), list[_Moment](), ""
    for keyframe, view in zip(keyframes, views(), strict=True):
        names_then = display_names(keyframe.names, view.state.seats) if keyframe.names else current_names
        scene = painter.film_scene(view, DrawingContext(names_then, keyframe.events), end)
        previous_line, status_line = status_line, game.text.status_line(view)
        heading = (phase_caption(previous_line, keyframe.heading) if view.state.flow else status_line) or _START
        patch = differ.next_patch(scene)
        standing, lines = _standings_text(game, view, names_then), _event_lines(game, keyframe, names_then)
        moments.append(_Moment(heading, standing, lines, scene.alt, _encode_patch(patch)))
        yield ""
    yield _html_file(game, current_names, moments, differ.size)


def _event_lines(game: Game[Any], keyframe: Keyframe, names: Names) -> tuple[str, ...]:
    """Return the events of a keyframe in words."""

    def name(seat: Seat) -> str:
        return names[seat - 1]

    return tuple(line for event in keyframe.events if (line := game.text.event_sentence(event, name)))


def _standings_text(game: Game[Any], view: View[Any], names: Names) -> str:
    """Return the first statistic of the game for each seat, as text."""
    statistics = [game.text.statistics(view, seat) for seat in all_seats(len(names))]
    label = next(iter(statistics[0]))
    numbers = (f"{name} {each[label]:,}" for name, each in zip(names, statistics, strict=True))
    return f"{label.capitalize()}: {', '.join(numbers)}"


def _encode_patch(patch: FramePatch | None) -> dict[str, int | str] | None:
    if patch is None:
        return None
    return {"left": patch.left, "top": patch.top, "png": b64encode(patch.png).decode()}


def _html_file(game: Game[Any], names: Names, moments: Sequence[_Moment], size: tuple[int, int]) -> str:
    """Return the HTML file. Names are escaped, because players choose them."""
    title = f"{game.name}: {', '.join(names)}"
    noscript_html = "".join(f"<h2>{html.escape(each.heading)}</h2>{_html_paragraphs(each.lines)}" for each in moments)
    data = msgspec.json.encode(moments).decode()
    for sign in "<>&\u2028\u2029":
        data = data.replace(sign, f"\\u{ord(sign):04x}")
    template = Template(files("render").joinpath("page.html").read_text("utf-8"))
    return template.safe_substitute(
        title=html.escape(title),
        width=size[0],
        height=size[1],
        last=len(moments) - 1,
        noscript=noscript_html,
        data=data,
    )


def _html_paragraphs(lines: Iterable[str]) -> str:
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)
