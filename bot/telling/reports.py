"""Lays out a phase's report so that Discord's clients show its pictures whole, which they cut in other messages.

A report is laid out in components: words in a container, then galleries of one picture each, small what has not
changed, and buttons. Whoever is asked next is mentioned by a message of its own, for a notification shows no words of
components. (docs, components/reference) It knows no title.
"""

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from bot import limits
from bot.markdown import Markdown, cut, escape_prose, joined, md, sendable
from bot.studio import files
from bot.ui.components import Post, button, custom_id
from engine import Seat
from engine.store.ids import TableId
from render import Picture
from render.palette import PLAYERS
from render.scene import Color

LONGEST = 2_500
"""Characters of a report's lines: more is read by *History*."""
_GALLERIES = 3
"""So many pictures stand large at most; the others are read by *Pictures*."""
_THUMBNAILS = 2
_PICTURES_LATER = md("-# The pictures will appear here soon.")
_UNCHANGED = md("-# Unchanged since the last post.")
_ROOM = 200
"""Characters that the words beside all thumbnails take at most."""


class Panel(msgspec.Struct, frozen=True):
    """One public picture of a report, in one part or several; ``digest`` tells what it shows from any other state.

    ``changed`` if the report before showed another one.
    """

    name: str
    called: str
    digest: int
    parts: tuple[Picture, ...]
    changed: bool = True


class Report(msgspec.Struct, frozen=True):
    """A phase in words and pictures. ``mover`` is the only seat that moved in it, if there is one.

    ``accent`` is the title's color, for a report of several. ``lead`` stands above the lines: how the game ended, who
    is asked, or where it is played; ``story`` follows it at the end of a game; ``proof`` stands below them: the seed of
    a game that is over. ``is_waiting`` if its
    pictures are yet to come.
    """

    title: Markdown
    lines: Markdown
    panels: tuple[Panel, ...]
    accent: Color
    mover: Seat | None = None
    lead: Markdown = md("")
    is_waiting: bool = False
    proof: Markdown = md("")
    story: Markdown = md("")


def laid(report: Report, buttons: Sequence[ui.Item[Any]]) -> dict[str, Any]:
    """The report in components, as ``Mailbox.post`` takes a message.

    Thumbnails stand below something that can be read: where no picture changed there is none, but *Pictures*.
    """
    large = _large([panel.parts for panel in report.panels if panel.changed])
    small = [panel for panel in report.panels if large and not panel.changed][:_THUMBNAILS]
    sent = files([*large, *(panel.parts[0] for panel in small)])
    galleries = map(_gallery, sent[: len(large)])
    thumbnails = map(_thumbnail, small, sent[len(large) :])
    row = [ui.ActionRow[Any](*buttons)] if buttons else []
    return {"content": md(""), "view": _view(_container(report), *galleries, *thumbnails, *row), "files": sent}


def _large(pictures: Sequence[Sequence[Picture]]) -> list[Picture]:
    """The parts shown large, in order: one of every picture first, then as many others as there is room for."""
    room, shown = _GALLERIES - len(pictures), list[Picture]()
    for parts in pictures[:_GALLERIES]:
        taken = parts[: 1 + max(room, 0)]
        room -= len(taken) - 1
        shown += taken
    return shown


def plain(report: Report, view: ui.View) -> dict[str, Any]:
    """The report as every client has always shown a message, with the first picture alone; for ``Mailbox.post``."""
    first = [part for panel in report.panels for part in panel.parts][:1]
    words = {
        "content": report.lead,
        "title": report.title,
        "report": cut(_untold(report), limits.EMBED_DESCRIPTION),
    }
    return {**words, "view": view, "files": files(first)}


def report_buttons(table: TableId, seq: int, *, pictures: bool) -> list[ui.Item[Any]]:
    """The buttons under a report; the first one is the mark by which the report is found."""
    first = "pics" if pictures else "board"
    return [
        button("Pictures" if pictures else "Board", custom_id("v", table, seq, f"{Post.PHASE}{first}")),
        button("History", custom_id("v", table, seq, f"{Post.PHASE}history")),
    ]


def _view(*items: ui.Item[Any]) -> ui.LayoutView:
    """Nothing of it is kept in memory: it is stopped before it is sent."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def _untold(report: Report) -> Markdown:
    """The lines, without one that the lead has said already, such as how the game ended."""
    lines = [line for line in report.lines.splitlines() if not line or line not in report.lead]
    last = [report.proof] if report.proof else []
    story = [report.story] if report.story else []
    return joined([*story, *lines, *last, *([_PICTURES_LATER] if report.is_waiting else [])])


def _container(report: Report) -> ui.Container[Any]:
    heading = md("### {}", report.title) if report.title else md("")
    words = joined(filter(None, [heading, report.lead, _untold(report)]))
    color = discord.Color.from_str(_accent(report))
    return ui.Container(ui.TextDisplay(sendable(cut(words, limits.LAYOUT - _ROOM))), accent_color=color)


def _gallery(file: discord.File) -> ui.MediaGallery[Any]:
    return ui.MediaGallery(discord.MediaGalleryItem(file, description=file.description))


def _thumbnail(panel: Panel, file: discord.File) -> ui.Section[Any]:
    title = panel.called.replace("-", " ").capitalize()
    words = md("**{}**\n{}", escape_prose(title), _UNCHANGED)
    return ui.Section(sendable(words), accessory=ui.Thumbnail(file, description=file.description))


def _accent(report: Report) -> Color:
    """The color of the only player who moved; the title's where there were more."""
    return report.accent if report.mover is None else PLAYERS[report.mover - 1].color
