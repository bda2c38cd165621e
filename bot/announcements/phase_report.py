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
"""Size of a digest, so that the note's number is exact in JSON."""


class PhaseReport(msgspec.Struct, frozen=True):
    """The report of a phase that move ``seq`` ended; ``table_view`` is the spectators' view of its end."""

    seq: int
    table_view: TableView
    content: ReportContent

    @property
    def is_last(self) -> bool:
        """Whether the game was over with it."""
        return not self.table_view.view.state.flow

    @property
    def digests(self) -> dict[str, int]:
        """The table's notes of the pictures that its channel was shown."""
        return {picture_key(panel.name): panel.digest for panel in self.content.pictures}


async def text_report(tables: TableService, table: Table, phase: PhaseLog) -> PhaseReport:
    """The report of a phase without its pictures."""
    past = phase.seq != table.seq
    state = await tables.state_at(table.id, phase.seq) if past else None
    table_view = view_table(table, None, phase.events, state, phase.seq if past else None)
    seats = [seat for seat in phase.movers if seat]
    mover = seats[0] if len(seats) == 1 else None
    before = await _seen_before(tables, table, phase)
    title = post_text.report_title(table_view, phase, before.status_line() if before else md(""))
    said = table_talk(table, table_view, before, phase)
    lines = join_lines(filter(None, [post_text.report_text(table, table_view, phase, MAX_LINES_LENGTH), said]))
    over = not table_view.view.state.flow
    proof = post_text.seed_line(await tables.public_seed(table.id)) if over else md("")
    story = await end_story(tables, table, table_view) if over else md("")
    return PhaseReport(
        phase.seq,
        table_view,
        ReportContent(title, lines, (), table_view.painter.post_accent, mover, seed_line=proof, story=story),
    )


async def status_line_before(tables: TableService, table: Table, phase: PhaseLog) -> Markdown:
    """The status line when the phase began, with its turn or round; empty at the start of the game."""
    before = await _seen_before(tables, table, phase)
    return before.status_line() if before else md("")


async def _seen_before(tables: TableService, table: Table, phase: PhaseLog) -> TableView | None:
    """The spectators' view when the phase began; None at the start of the game."""
    if phase.first_seq <= 1 or not phase.headings:
        return None
    return view_table(table, None, (), await tables.state_at(table.id, phase.first_seq - 1))


async def draw_report(
    tables: TableService, render_pool: RenderPool, table: Table, phase: PhaseLog, before: Mapping[str, int]
) -> PhaseReport:
    """Draw the pictures of a report; ``before`` are the notes of the pictures shown last."""
    report = await text_report(tables, table, phase)

    def draw_panels() -> list[ReportPicture]:
        views = _pictures_to_draw(report.table_view, phase)[: render_pool.max_pictures]
        return [_draw_panel(render_pool, view, before) for view in views]

    drawn_panels = await render_pool.run(draw_panels, priority=post_priority(table)) or []
    return replace(report, content=replace(report.content, pictures=tuple(filter(_is_drawn, drawn_panels))))


def post_priority(table: Table) -> Priority:
    """The urgency of the table's posts."""
    return Priority.NOBODY if all(player.policy for player in table.players) else Priority.TABLE


def _is_drawn(panel: ReportPicture) -> bool:
    return bool(panel.parts)


def _draw_panel(render_pool: RenderPool, view: _PictureToDraw, before: Mapping[str, int]) -> ReportPicture:
    """Draw a picture; without parts if that failed."""
    parts = render_pool.draw_inline(lambda: view.scenes)
    is_new = before.get(picture_key(view.name)) != view.digest
    return ReportPicture(view.name, view.title, view.digest, parts, is_new)


class _PictureToDraw(msgspec.Struct, frozen=True):
    """A picture before it is drawn."""

    name: str
    title: str
    digest: int
    scenes: tuple[Scene, ...]


def _pictures_to_draw(table_view: TableView, phase: PhaseLog) -> tuple[_PictureToDraw, ...]:
    """The pictures of a phase's report, each once."""
    headings = phase.headings or ("",)
    names = [
        name
        for heading in headings
        for name in table_view.painter.pictures_after_phase(table_view.view, table_view.drawing_context, heading)
    ]
    return tuple(_picture_to_draw(table_view, name) for name in dict.fromkeys(names))


def _picture_to_draw(table_view: TableView, name: str) -> _PictureToDraw:
    """One picture with its digest, computed without the latest events unless it shows only them."""
    called = table_view.painter.picture_aliases.get(name, name)
    scenes = table_view.painter.public_scenes(name, table_view.view, table_view.drawing_context)
    still = table_view.painter.public_scenes(name, table_view.view, DrawingContext(table_view.drawing_context.names))
    return _PictureToDraw(name, called, _scenes_digest(still or scenes), scenes)


def _scenes_digest(scenes: Sequence[Scene]) -> int:
    """A nonzero digest of the scenes below their headers."""
    shapes = [[layer for layer in scene.layers if layer.name != "header"] for scene in scenes]
    digest = blake2b(msgspec.msgpack.encode(shapes), digest_size=_DIGEST_BYTES)
    return int.from_bytes(digest.digest(), "big") or 1
