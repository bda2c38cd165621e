"""The public report of a finished phase: text and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from bot.announcements import post_text
from bot.announcements.end_story import end_story
from bot.announcements.report_layout import MAX_LINES_LENGTH, ReportContent, ReportPicture
from bot.announcements.table_talk import table_talk
from bot.markdown import Markdown, join_lines, md
from bot.play.service import TableService
from bot.priority_semaphore import Priority
from bot.render_pool import RenderPool
from bot.tables.phases import PhaseLog
from bot.tables.table import Table, picture_key
from bot.view import TableView, view_table
from render import DrawingContext, Scene

_DIGEST_BYTES = 6
"""Bytes of a picture's digest. Integers of this size are exact in JSON."""


class PhaseReport(msgspec.Struct, frozen=True):
    """The report of a phase that ended with move ``seq``; ``table_view`` is the spectators' view after that move."""

    seq: int
    table_view: TableView
    content: ReportContent

    @property
    def is_last(self) -> bool:
        """Whether the game ended with this phase."""
        return not self.table_view.view.state.flow

    @property
    def digests(self) -> dict[str, int]:
        """The table notes by which the bot recognizes the report's pictures later."""
        return {picture_key(panel.name): panel.digest for panel in self.content.pictures}


async def text_report(tables: TableService, table: Table, phase: PhaseLog) -> PhaseReport:
    """Return the report of a phase without its pictures."""
    is_past = phase.seq != table.seq
    state = await tables.state_at(table.id, phase.seq) if is_past else None
    table_view = view_table(table, None, phase.events, state, phase.seq if is_past else None)
    seats = [seat for seat in phase.movers if seat]
    mover = seats[0] if len(seats) == 1 else None
    view_before = await _view_before(tables, table, phase)
    title = post_text.report_title(table_view, phase, view_before.status_line() if view_before else md(""))
    talk = table_talk(table, table_view, view_before, phase)
    lines = join_lines(filter(None, [post_text.report_text(table, table_view, phase, MAX_LINES_LENGTH), talk]))
    is_over = not table_view.view.state.flow
    seed_text = post_text.seed_line(await tables.public_seed(table.id)) if is_over else md("")
    story = await end_story(tables, table, table_view) if is_over else md("")
    return PhaseReport(
        phase.seq,
        table_view,
        ReportContent(title, lines, (), table_view.painter.post_accent, mover, seed_line=seed_text, story=story),
    )


async def status_line_before(tables: TableService, table: Table, phase: PhaseLog) -> Markdown:
    """Return the status line at the beginning of the phase; empty at the start of the game."""
    view_before = await _view_before(tables, table, phase)
    return view_before.status_line() if view_before else md("")


async def _view_before(tables: TableService, table: Table, phase: PhaseLog) -> TableView | None:
    """Return the spectators' view at the beginning of the phase; None at the start of the game."""
    if phase.first_seq <= 1 or not phase.headings:
        return None
    return view_table(table, None, (), await tables.state_at(table.id, phase.first_seq - 1))


async def draw_report(
    tables: TableService, render_pool: RenderPool, table: Table, phase: PhaseLog, shown: Mapping[str, int]
) -> PhaseReport:
    """Return the report with its pictures; ``shown`` are the notes with the digests of the pictures shown last."""
    report = await text_report(tables, table, phase)

    def draw_panels() -> list[ReportPicture]:
        views = _pictures_to_draw(report.table_view, phase)[: render_pool.max_pictures]
        return [_draw_panel(render_pool, view, shown) for view in views]

    drawn_panels = await render_pool.run(draw_panels, priority=post_priority(table)) or []
    return replace(report, content=replace(report.content, pictures=tuple(filter(_is_drawn, drawn_panels))))


def post_priority(table: Table) -> Priority:
    """Return the urgency of the table's posts, which is lower if only computers play."""
    return Priority.NOBODY if all(player.policy for player in table.players) else Priority.TABLE


def _is_drawn(panel: ReportPicture) -> bool:
    return bool(panel.parts)


def _draw_panel(render_pool: RenderPool, view: _PictureToDraw, shown: Mapping[str, int]) -> ReportPicture:
    """Draw a picture of a report; the result has no parts if drawing failed."""
    parts = render_pool.draw_inline(lambda: view.scenes)
    is_new = shown.get(picture_key(view.name)) != view.digest
    return ReportPicture(view.name, view.title, view.digest, parts, is_new)


class _PictureToDraw(msgspec.Struct, frozen=True):
    """A picture as scenes, before it is drawn; ``digest`` identifies its content."""

    name: str
    title: str
    digest: int
    scenes: tuple[Scene, ...]


def _pictures_to_draw(table_view: TableView, phase: PhaseLog) -> tuple[_PictureToDraw, ...]:
    headings = phase.headings or ("",)
    names = [
        name
        for heading in headings
        for name in table_view.painter.pictures_after_phase(table_view.view, table_view.drawing_context, heading)
    ]
    return tuple(_picture_to_draw(table_view, name) for name in dict.fromkeys(names))


def _picture_to_draw(table_view: TableView, name: str) -> _PictureToDraw:
    """Return a picture and its digest. The digest ignores marks of the latest events, unless the picture has nothing
    else.
    """
    title = table_view.painter.picture_aliases.get(name, name)
    scenes = table_view.painter.public_scenes(name, table_view.view, table_view.drawing_context)
    scenes_without_events = table_view.painter.public_scenes(
        name, table_view.view, DrawingContext(table_view.drawing_context.names)
    )
    return _PictureToDraw(name, title, _scenes_digest(scenes_without_events or scenes), scenes)


def _scenes_digest(scenes: Sequence[Scene]) -> int:
    """A nonzero digest of the scenes without their headers."""
    shapes = [[layer for layer in scene.layers if layer.name != "header"] for scene in scenes]
    digest = blake2b(msgspec.msgpack.encode(shapes), digest_size=_DIGEST_BYTES)
    return int.from_bytes(digest.digest(), "big") or 1
