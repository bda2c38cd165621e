"""A phase that ended as everybody is shown it: the words and the pictures of its post. It knows no title."""

from __future__ import annotations

from itertools import chain

import msgspec

from bot.places import Waits
from bot.play.sessions import Tables
from bot.sight import TableView, sight
from bot.studio import Studio
from bot.tables.chapters import Chapter
from bot.tables.table import Table
from bot.telling import posts
from render import Picture, Scene


class Shown(msgspec.Struct, frozen=True):
    """What is told of a phase that move ``seq`` ended; ``seen`` is the spectators' sight of its end."""

    seq: int
    seen: TableView
    title: str
    report: str
    pictures: tuple[Picture, ...]

    @property
    def is_last(self) -> bool:
        """Whether the game was over with it."""
        return not self.seen.view.state.flow


async def shown(sessions: Tables, studio: Studio, table: Table, chapter: Chapter) -> Shown:
    """Draws and tells a phase of the table."""
    past = chapter.seq != table.seq
    state = await sessions.state_at(table.id, chapter.seq) if past else None
    seen = sight(table, None, chapter.events, state, chapter.seq if past else None)
    who = Waits.NOBODY if all(player.policy for player in table.players) else Waits.TABLE
    pictures = await studio.draw(lambda: _scenes(seen, chapter), who=who)
    title, report = posts.report_title(seen, chapter), posts.report(table, seen, chapter)
    return Shown(chapter.seq, seen, title, report, pictures)


def _scenes(seen: TableView, chapter: Chapter) -> tuple[Scene, ...]:
    """The pictures that belong to a phase's post, each once."""
    headings = chapter.headings or ("",)
    names = [name for heading in headings for name in seen.painter.after_phase(seen.view, seen.look, heading)]
    shown = (seen.painter.scenes(name, seen.view, seen.look) for name in dict.fromkeys(names))
    return tuple(chain.from_iterable(shown))
