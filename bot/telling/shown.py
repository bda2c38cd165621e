"""A phase that ended as everybody is shown it: the words and the pictures of its report. It knows no title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from bot.markdown import Markdown, joined, md
from bot.places import Waits
from bot.play.sessions import Tables
from bot.sight import TableView, sight
from bot.studio import Studio
from bot.tables.chapters import Chapter
from bot.tables.table import Table, drawn
from bot.telling import posts
from bot.telling.end_story import end_story
from bot.telling.reports import LONGEST, Panel, Report
from bot.telling.table_talk import table_talk
from render import DrawingContext, Scene

_DIGEST_BYTES = 6
"""A note is a number that every JSON reader keeps exactly."""


class Shown(msgspec.Struct, frozen=True):
    """The report of a phase that move ``seq`` ended; ``seen`` is the spectators' sight of its end."""

    seq: int
    seen: TableView
    report: Report

    @property
    def is_last(self) -> bool:
        """Whether the game was over with it."""
        return not self.seen.view.state.flow

    @property
    def digests(self) -> dict[str, int]:
        """The table's notes of the pictures that its channel was shown."""
        return {drawn(panel.name): panel.digest for panel in self.report.panels}


async def report_of(sessions: Tables, table: Table, chapter: Chapter) -> Shown:
    """A phase of the table in words, without its pictures."""
    past = chapter.seq != table.seq
    state = await sessions.state_at(table.id, chapter.seq) if past else None
    seen = sight(table, None, chapter.events, state, chapter.seq if past else None)
    seats = [seat for seat in chapter.movers if seat]
    mover = seats[0] if len(seats) == 1 else None
    before = await _seen_before(sessions, table, chapter)
    title = posts.report_title(seen, chapter, before.headline() if before else md(""))
    said = table_talk(table, seen, before, chapter)
    lines = joined(filter(None, [posts.report(table, seen, chapter, LONGEST), said]))
    over = not seen.view.state.flow
    proof = posts.proof(await sessions.seed(table.id)) if over else md("")
    story = await end_story(sessions, table, seen) if over else md("")
    return Shown(chapter.seq, seen, Report(title, lines, (), seen.painter.post_accent, mover, proof=proof, story=story))


async def headline_before(sessions: Tables, table: Table, chapter: Chapter) -> Markdown:
    """The headline when the phase began, which has the turn or round that it belongs to; empty at the beginning."""
    before = await _seen_before(sessions, table, chapter)
    return before.headline() if before else md("")


async def _seen_before(sessions: Tables, table: Table, chapter: Chapter) -> TableView | None:
    """The spectators' sight of the table when the phase began; None at the beginning."""
    if chapter.first <= 1 or not chapter.headings:
        return None
    return sight(table, None, (), await sessions.state_at(table.id, chapter.first - 1))


async def shown(sessions: Tables, studio: Studio, table: Table, chapter: Chapter, before: Mapping[str, int]) -> Shown:
    """Draws and tells a phase of the table; ``before`` are its notes of the pictures that were shown last."""
    told = await report_of(sessions, table, chapter)

    def panels() -> list[Panel]:
        views = _views(told.seen, chapter)[: studio.most]
        return [_panel(studio, view, before) for view in views]

    drawn_panels = await studio.made(panels, who=waits_for(table)) or []
    return replace(told, report=replace(told.report, panels=tuple(filter(_is_drawn, drawn_panels))))


def waits_for(table: Table) -> Waits:
    """The urgency of the table's posts."""
    return Waits.NOBODY if all(player.policy for player in table.players) else Waits.TABLE


def _is_drawn(panel: Panel) -> bool:
    return bool(panel.parts)


def _panel(studio: Studio, view: _View, before: Mapping[str, int]) -> Panel:
    """A picture drawn; without parts if that failed."""
    parts = studio.draw_now(lambda: view.scenes)
    is_new = before.get(drawn(view.name)) != view.digest
    return Panel(view.name, view.called, view.digest, parts, is_new)


class _View(msgspec.Struct, frozen=True):
    """A picture before it is drawn."""

    name: str
    called: str
    digest: int
    scenes: tuple[Scene, ...]


def _views(seen: TableView, chapter: Chapter) -> tuple[_View, ...]:
    """The pictures that belong to a phase's report, each once."""
    headings = chapter.headings or ("",)
    names = [
        name
        for heading in headings
        for name in seen.painter.pictures_after_phase(seen.view, seen.drawing_context, heading)
    ]
    return tuple(_view(seen, name) for name in dict.fromkeys(names))


def _view(seen: TableView, name: str) -> _View:
    """One picture, and the digest of it as it is without news; with them, where it shows nothing else."""
    called = seen.painter.picture_aliases.get(name, name)
    scenes = seen.painter.public_scenes(name, seen.view, seen.drawing_context)
    still = seen.painter.public_scenes(name, seen.view, DrawingContext(seen.drawing_context.names))
    return _View(name, called, _digest_of(still or scenes), scenes)


def _digest_of(scenes: Sequence[Scene]) -> int:
    """A number for what the scenes show below their headers; never 0."""
    shapes = [[layer for layer in scene.layers if layer.name != "header"] for scene in scenes]
    made = blake2b(msgspec.msgpack.encode(shapes), digest_size=_DIGEST_BYTES)
    return int.from_bytes(made.digest(), "big") or 1
