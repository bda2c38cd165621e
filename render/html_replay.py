"""A whole game as one HTML file: a slider over its phases, with captions, alt texts, and keyboard control.

The file needs no network. It contains the first picture, and the changed rectangle of every later one.
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
    """One position of the slider, as the page's script reads it."""

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
    """The page of a game, as a generator: it yields nothing after every picture, and at last the file.

    ``views`` yields a spectator's view at each keyframe and is called twice; ``end`` is the final view.
    """
    names_now = display_names(names, end.state.seats)
    screen = painter.film_scene(end, DrawingContext(names_now), end)
    looks = [DrawingContext(names_now, cut.events) for cut in keyframes]
    height = max(painter.film_scene(view, context, end).height for context, view in zip(looks, views(), strict=True))
    patches, moments, where = FrameDiffer(screen, height), list[_Moment](), ""
    for cut, view in zip(keyframes, views(), strict=True):
        names_then = display_names(cut.names, view.state.seats) if cut.names else names_now
        scene = painter.film_scene(view, DrawingContext(names_then, cut.events), end)
        before, where = where, game.text.status_line(view)
        heading = (phase_caption(before, cut.heading) if view.state.flow else where) or _START
        patch = patches.next_patch(scene)
        standing, lines = _standings_text(game, view, names_then), _event_lines(game, cut, names_then)
        moments.append(_Moment(heading, standing, lines, scene.alt, _encode_patch(patch)))
        yield ""
    yield _html_file(game, names_now, moments, patches.size)


def _event_lines(game: Game[Any], keyframe: Keyframe, names: Names) -> tuple[str, ...]:
    """The events of a keyframe in words."""

    def name(seat: Seat) -> str:
        return names[seat - 1]

    return tuple(line for event in keyframe.events if (line := game.text.event_sentence(event, name)))


def _standings_text(game: Game[Any], view: View[Any], names: Names) -> str:
    """Everyone's number in the figure that the game counts first."""
    tallies = [game.text.statistics(view, seat) for seat in all_seats(len(names))]
    label = next(iter(tallies[0]))
    figures = (f"{name} {tally[label]:,}" for name, tally in zip(names, tallies, strict=True))
    return f"{label.capitalize()}: {', '.join(figures)}"


def _encode_patch(patch: FramePatch | None) -> dict[str, int | str] | None:
    if patch is None:
        return None
    return {"left": patch.left, "top": patch.top, "png": b64encode(patch.png).decode()}


def _html_file(game: Game[Any], names: Names, moments: Sequence[_Moment], size: tuple[int, int]) -> str:
    """The page's text. Names are other people's words: none of them can end or begin anything in it."""
    title = f"{game.name}: {', '.join(names)}"
    noscript_html = "".join(f"<h2>{html.escape(one.heading)}</h2>{_html_paragraphs(one.lines)}" for one in moments)
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
