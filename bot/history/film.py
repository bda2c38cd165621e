"""The film of a game, rendered off the event loop from its log and posted once at the end."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import discord
from msgspec.structs import replace

from bot.announcements import post_text
from bot.announcements.channel import ChannelMessages, nonce_of_post
from bot.announcements.post_once import PostAttempts, mark_of_post, post_once
from bot.history.replay import load_game_replay
from bot.names import player_names
from bot.play.service import TableService
from bot.priority_semaphore import Priority
from bot.render_pool import RenderPool
from bot.tables.phases import OpenPhase, PhaseLog, drop_undone, split_into_phases
from bot.tables.table import BookkeepingKey, LogEntry, Table, players_at
from bot.ui.components import PostKind, button, custom_id, post_buttons
from bot.view import TableView, view_table
from engine import Seat, View, visible_events
from engine.store.ids import MessageId, TableId
from engine.store.pending_posts import find_tables_with_pending_post
from render.animation import make_film
from render.display_options import Palette
from render.film import Keyframe, thin_out
from render.html_replay import make_replay_page
from render.text_fitting import name_with_number, truncate_alt_text

_NO_POST = MessageId(-1)
"""The note shown when no film can be made of a game."""


class FilmPosts:
    """Posts the film of a game that is over. Mutable: it remembers which posts were begun."""

    def __init__(self, client: discord.Client, tables: TableService, render_pool: RenderPool) -> None:
        self._client, self._tables, self._render_pool = client, tables, render_pool
        self._attempts = PostAttempts[TableId](assume_new=True)

    async def resume(self, wake: Callable[[TableId], None]) -> None:
        """After a start: goes on with every film that is owed."""
        owing = await self._tables.store.read(lambda db: find_tables_with_pending_post(db, BookkeepingKey.FILM_POST))
        self._attempts.expect_unsaved(owing)
        for table_id in owing:
            wake(table_id)

    def notes_for_owed_film(self, table: Table) -> Mapping[str, int]:
        """The note that a game that is over gets together with its last post, so that its film is not forgotten."""
        return {BookkeepingKey.FILM_POST: 0} if table.status == "finished" and self._render_pool.has_films else {}

    async def post_if_owed(self, table_id: TableId) -> None:
        """Post a pending film after the other posts of the end, as a silent post of its own.

        If Discord fails, raise; the film then stays pending.
        """
        table = await self._tables.get(table_id)
        if table.notes.get(BookkeepingKey.FILM_POST) != 0:
            return
        messages = ChannelMessages(self._client, table.channel, table.guild)
        mark, may_exist = mark_of_post(table, table.seq, PostKind.FILM), self._attempts.begin(table.id)
        post_id = await post_once(messages, mark, partial(self._post_film, messages, table), may_exist=may_exist)
        await self._tables.save_bookkeeping(table.id, {BookkeepingKey.FILM_POST: post_id})
        self._attempts.finish(table.id)

    async def _post_film(self, messages: ChannelMessages, table: Table) -> MessageId:
        film_file = await render_film(self._tables, self._render_pool, table)
        if film_file is None:
            return _NO_POST
        post_nonce = nonce_of_post(table, table.seq, PostKind.FILM)
        card = button("Result card", custom_id("v", table.id, table.seq, f"{PostKind.FILM}result"))
        buttons = post_buttons(table.id, table.seq, PostKind.FILM, move=False, more=[card])
        return await messages.post(post_text.FILM_TEXT, nonce=post_nonce, view=buttons, files=[film_file])


async def render_film(
    tables: TableService,
    render_pool: RenderPool,
    table: Table,
    palette: Palette = "paper",
    who: Priority = Priority.NOBODY,
) -> discord.File | None:
    """The game so far as spectators see it, one frame per phase; None if no film can be made.

    It takes seconds and yields between pictures; ``who`` sets its priority.
    """
    table_view, replay = view_table(table, None), await load_game_replay(tables, table)
    cuts = await _load_cuts(tables, table, table_view)

    def views() -> Iterator[View[Any]]:
        return replay.views(cut.seq for cut in cuts)

    frames = make_film(
        table_view.game,
        table_view.painter,
        table_view.drawing_context.names,
        cuts,
        views,
        table_view.view,
        palette=palette,
    )
    gif = await render_pool.run_pieces(frames, who)
    if gif is None:
        return None
    alt = truncate_alt_text(_film_alt_text(table_view))
    return discord.File(io.BytesIO(gif), filename=f"{table.title}-{table.id}.gif", description=alt)


async def render_page(
    tables: TableService, render_pool: RenderPool, table: Table, who: Priority = Priority.NOBODY
) -> discord.File | None:
    """The game so far as an HTML file, as spectators see it; None if none can be made."""
    table_view, replay = view_table(table, None), await load_game_replay(tables, table)
    cuts = await _load_cuts(tables, table, table_view)

    def views() -> Iterator[View[Any]]:
        return replay.views(cut.seq for cut in cuts)

    parts = make_replay_page(
        table_view.game, table_view.painter, table_view.drawing_context.names, cuts, views, table_view.view
    )
    html = await render_pool.run_pieces((piece.encode() for piece in parts), who)
    return None if html is None else discord.File(io.BytesIO(html), filename=f"{table.title}-{table.id}.html")


async def _load_cuts(tables: TableService, table: Table, table_view: TableView) -> tuple[Keyframe, ...]:
    """The moments of the game so far, as ``table_view`` by a spectator, and no later than the table is."""
    moves = [move for move in await tables.history(table.id) if move.seq <= table.seq]
    return _with_names_then(table, film_cuts(drop_undone(moves)[0], over=not table_view.view.state.flow))


def _film_alt_text(table_view: TableView) -> str:
    """The film's alt text: the game, and how it ends."""
    tallies = table_view.statistics()
    label = next(iter(tallies[0]))
    figures = (
        name_with_number(name, f"{tally[label]:,}")
        for name, tally in zip(table_view.drawing_context.names, tallies, strict=True)
    )
    ending = f"{table_view.game.text.status_line(table_view.view)}. {label.capitalize()}: {', '.join(figures)}."
    return f"A film of {table_view.game.name}, one picture per phase. {ending}"


def film_cuts(moves: Sequence[LogEntry], *, over: bool) -> tuple[Keyframe, ...]:
    """The moments of the frames: the start, and the end of every phase."""
    phases, _ = split_into_phases(OpenPhase(), moves, over=over)
    cuts: list[Keyframe] = []
    for chapter in phases:
        since = cuts[-1].seq if cuts else 0
        cuts.append(_cut_of_phase(chapter, frozenset(move.seat for move in moves if since < move.seq <= chapter.seq)))
    return thin_out(cuts)


def _with_names_then(table: Table, cuts: Sequence[Keyframe]) -> tuple[Keyframe, ...]:
    """The frames before the last, with the players' names at that time."""
    if not table.holders:
        return tuple(cuts)
    cuts_then = [replace(cut, names=player_names(players_at(table, cut.seq))) for cut in cuts]
    return tuple(cut_then if cut_then.seq < table.seq else cut for cut_then, cut in zip(cuts_then, cuts, strict=True))


def _cut_of_phase(phase: PhaseLog, seats: frozenset[Seat]) -> Keyframe:
    heading = phase.headings[0] if phase.headings else ""
    return Keyframe(phase.seq, heading, seats, visible_events(phase.events, None))
