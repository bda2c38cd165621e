"""A whole game as one HTML file: a slider over its phases, with captions, alt texts, and keys. It knows no title.

The file needs no network. It holds the first picture, and of every later one the rectangle that changed.
"""

import html
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from string import Template
from typing import Any

import msgspec

from engine.core import Game, Seat, View, all_seats
from render.film import Cut, phase_words
from render.labels import Names, names_of
from render.painter import Look, Painter
from render.patches import Patch, Patches

_START = "Start"


class _Moment(msgspec.Struct, frozen=True):
    """One position of the slider, as the page's script reads it."""

    heading: str
    standing: str
    lines: tuple[str, ...]
    alt: str
    patch: dict[str, int | str] | None


def page(
    game: Game[Any],
    painter: Painter,
    names: tuple[str, ...],
    cuts: Sequence[Cut],
    views: Callable[[], Iterable[View[Any]]],
    end: View[Any],
) -> Iterator[str]:
    """The page of a game, in pieces of work: nothing after every picture, and at last the file.

    ``views`` gives a spectator's view at each of the cuts, twice, and ``end`` is the one that the game ends with.
    """
    known = names_of(names, end.state.seats)
    screen = painter.film(end, Look(known), end)
    looks = [Look(known, cut.news) for cut in cuts]
    height = max(painter.film(view, look, end).height for look, view in zip(looks, views(), strict=True))
    patches, moments, where = Patches(screen, height), list[_Moment](), ""
    for cut, view in zip(cuts, views(), strict=True):
        called = names_of(cut.names, view.state.seats) if cut.names else known
        scene = painter.film(view, Look(called, cut.news), end)
        before, where = where, game.words.headline(view)
        heading = (phase_words(before, cut.heading) if view.state.flow else where) or _START
        patch = patches.add(scene)
        standing, lines = _standing(game, view, called), _lines(game, cut, called)
        moments.append(_Moment(heading, standing, lines, scene.alt, _packed(patch)))
        yield ""
    yield _file(game, known, moments, patches.size)


def _lines(game: Game[Any], cut: Cut, names: Names) -> tuple[str, ...]:
    """The events of a cut in words."""

    def name(seat: Seat) -> str:
        return names[seat - 1]

    return tuple(line for event in cut.news if (line := game.words.narrate(event, name)))


def _standing(game: Game[Any], view: View[Any], names: Names) -> str:
    """Everybody's number in the figure that the title counts first."""
    tallies = [game.words.tally(view, seat) for seat in all_seats(len(names))]
    label = next(iter(tallies[0]))
    figures = (f"{name} {tally[label]:,}" for name, tally in zip(names, tallies, strict=True))
    return f"{label.capitalize()}: {', '.join(figures)}"


def _packed(patch: Patch | None) -> dict[str, int | str] | None:
    if patch is None:
        return None
    return {"left": patch.left, "top": patch.top, "png": b64encode(patch.png).decode()}


def _file(game: Game[Any], names: Names, moments: Sequence[_Moment], size: tuple[int, int]) -> str:
    """The page's text. Names are other people's words: none of them can end or begin anything in it."""
    title = f"{game.name}: {', '.join(names)}"
    told = "".join(f"<h2>{html.escape(one.heading)}</h2>{_paragraphs(one.lines)}" for one in moments)
    data = msgspec.json.encode(moments).decode()
    for sign in "<>&\u2028\u2029":
        data = data.replace(sign, f"\\u{ord(sign):04x}")
    template = Template(files("render").joinpath("page.html").read_text("utf-8"))
    return template.safe_substitute(
        title=html.escape(title),
        width=size[0],
        height=size[1],
        last=len(moments) - 1,
        noscript=told,
        data=data,
    )


def _paragraphs(lines: Iterable[str]) -> str:
    return "".join(f"<p>{html.escape(line)}</p>" for line in lines)
