"""Renders the film of a game from its log, in background threads, and posts it once after the game."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import discord
from msgspec.structs import replace

from bot.announcements import post_text
from bot.announcements.channel import ChannelMessages, nonce_of_post
from bot.announcements.post_once import PostAttempts, post_once, search_for_post
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
"""The value of the note ``FILM_POST`` if no film can be made of the game."""


class FilmPosts:
    """Posts films of finished games. Mutable: it keeps the tables whose posts were attempted."""

    def __init__(self, client: discord.Client, tables: TableService, render_pool: RenderPool) -> None:
        self._client, self._tables, self._render_pool = client, tables, render_pool
        self._attempts = PostAttempts[TableId](assume_new=True)

    async def resume(self, wake: Callable[[TableId], None]) -> None:
        """After a start, wake each table with a pending film."""
        pending_tables = await self._tables.store.read(
            lambda db: find_tables_with_pending_post(db, BookkeepingKey.FILM_POST)
        )
        self._attempts.mark_unsaved(pending_tables)
        for table_id in pending_tables:
            wake(table_id)

    def pending_film_notes(self, table: Table) -> Mapping[str, int]:
        """Return the table note that marks a film as pending, to be stored with the game's last post; empty if none
        is made.
        """
        return {BookkeepingKey.FILM_POST: 0} if table.status == "finished" and self._render_pool.has_films else {}

    async def post_if_pending(self, table_id: TableId) -> None:
        """Post a pending film silently, after the other posts about the end of the game.

        If Discord fails, raise; the film then stays pending.
        """
        table = await self._tables.get(table_id)
        if table.notes.get(BookkeepingKey.FILM_POST) != 0:
            return
        messages = ChannelMessages(self._client, table.channel, table.guild)
        search, may_exist = search_for_post(table, table.seq, PostKind.FILM), self._attempts.begin(table.id)
        post_id = await post_once(messages, search, partial(self._post_film, messages, table), may_exist=may_exist)
        await self._tables.save_bookkeeping(table.id, {BookkeepingKey.FILM_POST: post_id})
        self._attempts.finish(table.id)

    async def _post_film(self, messages: ChannelMessages, table: Table) -> MessageId:
        film_file = await render_film(self._tables, self._render_pool, table)
        if film_file is None:
            return _NO_POST
        post_nonce = nonce_of_post(table, table.seq, PostKind.FILM)
        card_button = button("Result card", custom_id("v", table.id, table.seq, f"{PostKind.FILM}result"))
        buttons = post_buttons(table.id, table.seq, PostKind.FILM, move=False, more=[card_button])
        return await messages.post(post_text.FILM_TEXT, nonce=post_nonce, view=buttons, files=[film_file])


async def render_film(
    tables: TableService,
    render_pool: RenderPool,
    table: Table,
    palette: Palette = "paper",
    priority: Priority = Priority.NOBODY,
) -> discord.File | None:
    """Render the game so far as spectators see it, one frame per phase; None if no film can be made.

    Rendering takes seconds, and lets other drawings with a higher ``priority`` go first between two pictures.
    """
    table_view, replay = view_table(table, None), await load_game_replay(tables, table)
    keyframes = await _load_keyframes(tables, table, table_view)

    def views() -> Iterator[View[Any]]:
        return replay.views(keyframe.seq for keyframe in keyframes)

    frames = make_film(
        table_view.game,
        table_view.painter,
        table_view.drawing_context.names,
        keyframes,
        views,
        table_view.view,
        palette=palette,
    )
    gif = await render_pool.run_pieces(frames, priority)
    if gif is None:
        return None
    alt = truncate_alt_text(_film_alt_text(table_view))
    return discord.File(io.BytesIO(gif), filename=f"{table.title}-{table.id}.gif", description=alt)


async def render_page(
    tables: TableService, render_pool: RenderPool, table: Table, priority: Priority = Priority.NOBODY
) -> discord.File | None:
    """Render the game so far as an HTML file, as spectators see it; None if that is not possible."""
    table_view, replay = view_table(table, None), await load_game_replay(tables, table)
    keyframes = await _load_keyframes(tables, table, table_view)

    def views() -> Iterator[View[Any]]:
        return replay.views(keyframe.seq for keyframe in keyframes)

    parts = make_replay_page(
        table_view.game, table_view.painter, table_view.drawing_context.names, keyframes, views, table_view.view
    )
    html = await render_pool.run_pieces((piece.encode() for piece in parts), priority)
    return None if html is None else discord.File(io.BytesIO(html), filename=f"{table.title}-{table.id}.html")


async def _load_keyframes(tables: TableService, table: Table, table_view: TableView) -> tuple[Keyframe, ...]:
    moves = [move for move in await tables.history(table.id) if move.seq <= table.seq]
    return _add_former_names(table, film_keyframes(drop_undone(moves)[0], over=not table_view.view.state.flow))


def _film_alt_text(table_view: TableView) -> str:
    tallies = table_view.statistics()
    label = next(iter(tallies[0]))
    numbers = (
        name_with_number(name, f"{tally[label]:,}")
        for name, tally in zip(table_view.drawing_context.names, tallies, strict=True)
    )
    ending = f"{table_view.game.text.status_line(table_view.view)}. {label.capitalize()}: {', '.join(numbers)}."
    return f"A film of {table_view.game.name}, one picture per phase. {ending}"


def film_keyframes(moves: Sequence[LogEntry], *, over: bool) -> tuple[Keyframe, ...]:
    """The keyframes of the film: the start, and the end of every phase."""
    phases, _ = split_into_phases(OpenPhase(), moves, over=over)
    keyframes: list[Keyframe] = []
    for phase in phases:
        since = keyframes[-1].seq if keyframes else 0
        keyframes.append(
            _phase_keyframe(phase, frozenset(move.seat for move in moves if since < move.seq <= phase.seq))
        )
    return thin_out(keyframes)


def _add_former_names(table: Table, keyframes: Sequence[Keyframe]) -> tuple[Keyframe, ...]:
    """Return the keyframes with the players' names at the time of each; at the current move, with the current names."""
    if not table.holders:
        return tuple(keyframes)
    renamed = [replace(keyframe, names=player_names(players_at(table, keyframe.seq))) for keyframe in keyframes]
    return tuple(old if old.seq < table.seq else keyframe for old, keyframe in zip(renamed, keyframes, strict=True))


def _phase_keyframe(phase: PhaseLog, seats: frozenset[Seat]) -> Keyframe:
    heading = phase.headings[0] if phase.headings else ""
    return Keyframe(phase.seq, heading, seats, visible_events(phase.events, None))
