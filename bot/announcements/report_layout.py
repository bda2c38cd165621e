"""Lays out reports in components, because Discord's clients do not crop the pictures in components.

A report is a container with text, galleries of one picture each, thumbnails of unchanged pictures, and buttons. The
players to move are mentioned in a separate message, because notifications do not show the text of components. (docs,
components/reference)
"""

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from bot import limits
from bot.markdown import Markdown, escape_prose, join_lines, md, to_discord, truncate
from bot.render_pool import discord_files
from bot.ui.components import PostKind, button, custom_id
from engine import Seat
from engine.store.ids import TableId
from render import Picture
from render.palette import PLAYERS
from render.scene import Color

MAX_LINES_LENGTH = 2_500
"""Maximum characters of a report's lines; *History* shows the rest."""
_MAX_GALLERIES = 3
"""Maximum number of large pictures; *Pictures* shows the others."""
_MAX_THUMBNAILS = 2
_PICTURES_LATER_LINE = md("-# The pictures will appear here soon.")
_UNCHANGED_LINE = md("-# Unchanged since the last post.")
_THUMBNAIL_TEXT_LENGTH = 200
"""Maximum characters of all texts next to thumbnails."""


class ReportPicture(msgspec.Struct, frozen=True):
    """One public picture of a report, in one or several parts. ``digest`` identifies the content.

    ``is_changed`` is whether the content differs from the previous report.
    """

    name: str
    title: str
    digest: int
    parts: tuple[Picture, ...]
    is_changed: bool = True


class ReportContent(msgspec.Struct, frozen=True):
    """A report's text and pictures. ``mover`` is the only seat that moved; None if several did.

    ``accent`` is the game's color. The text consists of ``lead`` (how the game ended, who is to move, or which table),
    ``story`` (only at the end of a game), ``lines``, and ``seed_line``. ``is_without_pictures`` is whether the pictures
    are added later.
    """

    title: Markdown
    lines: Markdown
    pictures: tuple[ReportPicture, ...]
    accent: Color
    mover: Seat | None = None
    lead: Markdown = md("")
    is_without_pictures: bool = False
    seed_line: Markdown = md("")
    story: Markdown = md("")


def layout_message(report: ReportContent, buttons: Sequence[ui.Item[Any]]) -> dict[str, Any]:
    """Return the arguments of ``ChannelMessages.post`` for a report in components.

    Thumbnails need text beside them: a report without changed pictures has a *Pictures* button instead.
    """
    large = _large_pictures([panel.parts for panel in report.pictures if panel.is_changed])
    small = [panel for panel in report.pictures if large and not panel.is_changed][:_MAX_THUMBNAILS]
    sent_files = discord_files([*large, *(panel.parts[0] for panel in small)])
    galleries = map(_gallery, sent_files[: len(large)])
    thumbnails = map(_thumbnail, small, sent_files[len(large) :])
    row = [ui.ActionRow[Any](*buttons)] if buttons else []
    return {
        "content": md(""),
        "view": _layout_view(_container(report), *galleries, *thumbnails, *row),
        "files": sent_files,
    }


def _large_pictures(pictures: Sequence[Sequence[Picture]]) -> list[Picture]:
    """Return the picture parts to show large, in order: at least one of each picture, then others while there is
    room.
    """
    room, pictures_shown = _MAX_GALLERIES - len(pictures), list[Picture]()
    for parts in pictures[:_MAX_GALLERIES]:
        chosen_parts = parts[: 1 + max(room, 0)]
        room -= len(chosen_parts) - 1
        pictures_shown += chosen_parts
    return pictures_shown


def plain_message(report: ReportContent, view: ui.View) -> dict[str, Any]:
    """Return the arguments of ``ChannelMessages.post`` for a report as a plain message with its first picture."""
    first = [part for panel in report.pictures for part in panel.parts][:1]
    texts = {
        "content": report.lead,
        "title": report.title,
        "report": truncate(_report_text(report), limits.EMBED_DESCRIPTION),
    }
    return {**texts, "view": view, "files": discord_files(first)}


def report_buttons(table: TableId, seq: int, *, pictures: bool) -> list[ui.Item[Any]]:
    """Return the buttons under a report. The bot can find the report by the ``custom_id`` of the first one."""
    first = "pics" if pictures else "board"
    return [
        button("Pictures" if pictures else "Board", custom_id("v", table, seq, f"{PostKind.PHASE}{first}")),
        button("History", custom_id("v", table, seq, f"{PostKind.PHASE}history")),
    ]


def _layout_view(*items: ui.Item[Any]) -> ui.LayoutView:
    """A view with these items. It is stopped, so that discord.py does not keep it in memory."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def _report_text(report: ReportContent) -> Markdown:
    """Return the story, the lines that the lead does not contain, and the last lines."""
    lines = [line for line in report.lines.splitlines() if not line or line not in report.lead]
    seed_lines = [report.seed_line] if report.seed_line else []
    story = [report.story] if report.story else []
    return join_lines([*story, *lines, *seed_lines, *([_PICTURES_LATER_LINE] if report.is_without_pictures else [])])


def _container(report: ReportContent) -> ui.Container[Any]:
    heading = md("### {}", report.title) if report.title else md("")
    text = join_lines(filter(None, [heading, report.lead, _report_text(report)]))
    color = discord.Color.from_str(_accent_color(report))
    return ui.Container(
        ui.TextDisplay(to_discord(truncate(text, limits.LAYOUT - _THUMBNAIL_TEXT_LENGTH))), accent_color=color
    )


def _gallery(file: discord.File) -> ui.MediaGallery[Any]:
    return ui.MediaGallery(discord.MediaGalleryItem(file, description=file.description))


def _thumbnail(panel: ReportPicture, file: discord.File) -> ui.Section[Any]:
    title = panel.title.replace("-", " ").capitalize()
    text = md("**{}**\n{}", escape_prose(title), _UNCHANGED_LINE)
    return ui.Section(to_discord(text), accessory=ui.Thumbnail(file, description=file.description))


def _accent_color(report: ReportContent) -> Color:
    """The color of the only player who moved; the game's if several did."""
    return report.accent if report.mover is None else PLAYERS[report.mover - 1].color
