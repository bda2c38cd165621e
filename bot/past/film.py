"""The film of a table's game: its log played again, off the event loop; posted once, when the game is over.

It knows no title.
"""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import discord
from msgspec.structs import replace

from bot.past.rerun import rerun_of
from bot.places import Waits
from bot.play.sessions import Tables
from bot.sight import TableView, sight
from bot.studio import Studio
from bot.tables.chapters import Chapter, Unfinished, chapters, effective
from bot.tables.table import Move, Note, Table, seated_at
from bot.telling import posts
from bot.telling.mailbox import Mailbox, made_before, nonce
from bot.ui.components import Post, board, button, custom_id
from bot.wording import plain
from engine import Seat, View, visible_events
from engine.store.ids import MessageId, TableId
from engine.store.owed import owed
from render.animation import make_film
from render.display_options import Palette
from render.film import Keyframe, thin_out
from render.html_replay import make_replay_page
from render.text_fitting import name_with_number, truncate_alt_text


class Films:
    """Posts the film of a game that is over. Mutable: it remembers which posts may have been made and not noted."""

    def __init__(self, client: discord.Client, sessions: Tables, studio: Studio) -> None:
        self._client, self._sessions, self._studio = client, sessions, studio
        self._doubtful: set[TableId] = set()

    async def resume(self, kick: Callable[[TableId], None]) -> None:
        """After a start: goes on with every film that is owed."""
        self._doubtful.update(await self._sessions.store.read(lambda db: owed(db, Note.FILM)))
        for table_id in self._doubtful:
            kick(table_id)

    def owed(self, table: Table) -> Mapping[str, int]:
        """The note that a game that is over gets together with its last post, so that its film is not forgotten."""
        return {Note.FILM: 0} if table.status == "finished" and self._studio.has_films else {}

    async def tend(self, table_id: TableId) -> None:
        """The channel knows all else of the end: a silent post of its own, for a film takes seconds to make.

        Raises what Discord raises; the film is then still owed.
        """
        table = await self._sessions.get(table_id)
        if table.notes.get(Note.FILM) != 0:
            return
        mailbox = Mailbox(self._client, table.channel, table.guild)
        found = await self._made_before(mailbox, table)
        if found is None and (made := await film_of(self._sessions, self._studio, table)):
            known = nonce(table, table.seq, Post.FILM)
            card = button("Result card", custom_id("v", table.id, table.seq, f"{Post.FILM}result"))
            buttons = board(table.id, table.seq, Post.FILM, move=False, more=[card])
            found = await mailbox.post(posts.FILM, nonce=known, view=buttons, files=[made])
        await self._sessions.note(table.id, {Note.FILM: found or -1})
        self._doubtful.discard(table.id)

    async def _made_before(self, mailbox: Mailbox, table: Table) -> MessageId | None:
        """The post, if it was made before a crash."""
        if table.id not in self._doubtful:
            self._doubtful.add(table.id)  # whoever comes here again was interrupted
            return None
        return await made_before(mailbox, table, table.seq, Post.FILM)


async def film_of(
    sessions: Tables, studio: Studio, table: Table, palette: Palette = "paper", who: Waits = Waits.NOBODY
) -> discord.File | None:
    """The game so far as a spectator sees it, one frame a phase; None when no film can be made of it.

    Some seconds of work, in pieces between which pictures are drawn; ``who`` waits for it says how soon.
    """
    seen, again = sight(table, None), await rerun_of(sessions, table)
    cuts = await _cuts(sessions, table, seen)

    def views() -> Iterator[View[Any]]:
        return again.views(cut.seq for cut in cuts)

    frames = make_film(seen.game, seen.painter, seen.drawing_context.names, cuts, views, seen.view, palette=palette)
    made = await studio.slowly(frames, who)
    if made is None:
        return None
    alt = truncate_alt_text(_alt(seen))
    return discord.File(io.BytesIO(made), filename=f"{table.title}-{table.id}.gif", description=alt)


async def page_of(sessions: Tables, studio: Studio, table: Table, who: Waits = Waits.NOBODY) -> discord.File | None:
    """The game so far as an HTML file, as a spectator sees it; None when none can be made of it."""
    seen, again = sight(table, None), await rerun_of(sessions, table)
    cuts = await _cuts(sessions, table, seen)

    def views() -> Iterator[View[Any]]:
        return again.views(cut.seq for cut in cuts)

    pieces = make_replay_page(seen.game, seen.painter, seen.drawing_context.names, cuts, views, seen.view)
    made = await studio.slowly((piece.encode() for piece in pieces), who)
    return None if made is None else discord.File(io.BytesIO(made), filename=f"{table.title}-{table.id}.html")


async def _cuts(sessions: Tables, table: Table, seen: TableView) -> tuple[Keyframe, ...]:
    """The moments of the game so far, as ``seen`` by a spectator, and no later than the table is."""
    moves = [move for move in await sessions.history(table.id) if move.seq <= table.seq]
    return _told_then(table, cuts_of(effective(moves)[0], over=not seen.view.state.flow))


def _alt(seen: TableView) -> str:
    """The film's alt text: the game, and how it ends."""
    tallies = seen.tallies()
    label = next(iter(tallies[0]))
    figures = (
        name_with_number(name, f"{tally[label]:,}")
        for name, tally in zip(seen.drawing_context.names, tallies, strict=True)
    )
    ends = f"{seen.game.text.status_line(seen.view)}. {label.capitalize()}: {', '.join(figures)}."
    return f"A film of {seen.game.name}, one picture per phase. {ends}"


def cuts_of(moves: Sequence[Move], *, over: bool) -> tuple[Keyframe, ...]:
    """The moments of the frames: the start, and the end of every phase."""
    done, _ = chapters(Unfinished(), moves, over=over)
    cuts: list[Keyframe] = []
    for chapter in done:
        since = cuts[-1].seq if cuts else 0
        cuts.append(_cut(chapter, frozenset(move.seat for move in moves if since < move.seq <= chapter.seq)))
    return thin_out(cuts)


def _told_then(table: Table, cuts: Sequence[Keyframe]) -> tuple[Keyframe, ...]:
    """The frames before the last with the names of who sat at the table then."""
    if not table.holders:
        return tuple(cuts)
    then = [replace(cut, names=plain(seated_at(table, cut.seq))) for cut in cuts]
    return tuple(past if past.seq < table.seq else cut for past, cut in zip(then, cuts, strict=True))


def _cut(chapter: Chapter, seats: frozenset[Seat]) -> Keyframe:
    heading = chapter.headings[0] if chapter.headings else ""
    return Keyframe(chapter.seq, heading, seats, visible_events(chapter.events, None))
