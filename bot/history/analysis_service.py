"""Analyzes finished games, one at a time. An analysis is computed once, stored with the game, and posted."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import discord

from bot.announcements.channel import ChannelMessages, nonce_of_post
from bot.announcements.post_once import PostAttempts, post_once, search_for_post
from bot.errors import cancel_all, report_exception
from bot.history.analysis import run_analysis
from bot.history.analysis_page import FAILED_TEXT, analysis_summary, chances_scenes, load_turning_points
from bot.history.mistakes import puzzles_of
from bot.markdown import md
from bot.play.service import TableService
from bot.render_pool import RenderPool, discord_files
from bot.tables.table import BookkeepingKey, Table, game_of
from bot.ui.components import PostKind, build_view, button, custom_id, post_buttons, replay_custom_id
from engine import Game, Refused, RoundhouseError, State, Unreadable
from engine.agents.analysis import Analysis, check_analyzable
from engine.agents.analysis_codec import load_analysis
from engine.core.transcript import parse_transcript, replay
from engine.store import analyses as sql
from engine.store.ids import MessageId, TableId
from engine.store.pending_posts import find_tables_with_pending_post
from engine.threads import run_in_thread

_RULES_CHANGED_TEXT = md(
    "You can’t analyze this game: it was played by older rules, and today’s rules can’t repeat its moves."
)
_NOT_POSSIBLE_TEXT = md("Analysis is turned off on this bot.")


class AnalysisService:
    """Computes and posts analyses. Mutable: it has a queue of games, and remembers the posts that were attempted.

    The table note of a requested analysis is 0 until the analysis is posted, and then the id of the post. A restart
    therefore loses no request.
    """

    def __init__(
        self, client: discord.Client, tables: TableService, render_pool: RenderPool, *, can_compute: bool
    ) -> None:
        self._client, self._tables, self._render_pool, self._can_compute = client, tables, render_pool, can_compute
        self._queue, self._request_lock = dict[TableId, None](), asyncio.Lock()
        self._attempts, self._failed = PostAttempts[TableId](assume_new=True), set[TableId]()
        self._task: asyncio.Task[None] | None = None
        self.on_ready: Callable[[TableId], object] = lambda _: (
            None
        )  # called when an analysis of the table can be posted, or has failed
        self.compute_analysis: Callable[[str], Awaitable[str | None]] = run_analysis

    async def resume(self) -> None:
        """After a start, enqueue the tables with pending analyses."""
        pending_tables = await self._tables.store.read(
            lambda db: find_tables_with_pending_post(db, BookkeepingKey.ANALYSIS_POST)
        )
        self._attempts.mark_unsaved(pending_tables)
        for table_id in sorted(pending_tables):
            self.enqueue(table_id)

    async def close(self) -> None:
        """Stop. Pending analyses continue after the next start."""
        await cancel_all(self._task)

    async def request_analysis(self, table: Table, allow: Callable[[], object]) -> Analysis | None:
        """Return the analysis of a table's game. If there is none, enqueue it and return None; it is posted later.

        ``allow`` checks the rate limit for new analyses, and may raise. Raises ``Refused`` for a game that can't be
        analyzed.
        """
        async with self._request_lock:
            if (analysis := await self._load_analysis(table)) is not None:
                return analysis
            if table.id not in self._queue:
                file = await self._export_game(table)
                allow()
                await run_in_thread(_check_replayable, game_of(table.title), file)
                await self._tables.save_bookkeeping(table.id, {BookkeepingKey.ANALYSIS_POST: 0})
                self.enqueue(table.id)
        return None

    async def post_if_ready(self, table_id: TableId) -> None:
        """Post a requested analysis if it is computed. If Discord fails, raise; the post then stays pending."""
        table = await self._tables.get(table_id)
        if table.notes.get(BookkeepingKey.ANALYSIS_POST) != 0:
            return
        analysis, has_failed = await self._load_analysis(table), table_id in self._failed
        if analysis is None and not has_failed:
            return
        messages = ChannelMessages(self._client, table.channel, table.guild)
        if analysis is None:
            post = await messages.post(
                FAILED_TEXT, nonce=f"{nonce_of_post(table, table.seq, PostKind.ANALYSIS)}-not", view=build_view()
            )
        else:
            search, may_exist = search_for_post(table, table.seq, PostKind.ANALYSIS), self._attempts.begin(table_id)
            create = partial(self._post_analysis, messages, table, analysis)
            post = await post_once(messages, search, create, may_exist=may_exist)
        await self._tables.save_bookkeeping(table.id, {BookkeepingKey.ANALYSIS_POST: post})
        self._failed.discard(table_id)
        self._attempts.finish(table_id)

    # -- contents

    async def _export_game(self, table: Table) -> str:
        """Return the game as a file. Raises ``Refused`` if it can't be analyzed."""
        assert table.state is not None
        if table.status == "ended":
            raise Refused(md("You can’t analyze this game: it ended early."))
        check_analyzable(game_of(table.title), table.state)
        if not self._can_compute:
            raise Refused(_NOT_POSSIBLE_TEXT)
        return await self._tables.export_game(table.id)

    async def _load_analysis(self, table: Table) -> Analysis | None:
        """Return the stored analysis; None if there is none, or if it is unreadable."""
        text = await self._tables.store.read(lambda db: sql.load_analysis(db, table.id))
        with suppress(Unreadable):
            return None if text is None else load_analysis(game_of(table.title), text)
        return None

    async def _post_analysis(self, messages: ChannelMessages, table: Table, analysis: Analysis) -> MessageId:
        turning_points = await load_turning_points(self._tables, table, analysis)
        pictures = await self._render_pool.draw(lambda: chances_scenes(table, analysis))
        buttons = [button("Turning points", custom_id("T", table.id, 0, "1"))] if turning_points else []
        buttons += [button("Replay my mistake", replay_custom_id(table.id))] if puzzles_of(analysis) else []
        return await messages.post(
            analysis_summary(table, turning_points),
            nonce=nonce_of_post(table, table.seq, PostKind.ANALYSIS),
            view=post_buttons(table.id, table.seq, PostKind.ANALYSIS, move=False, more=buttons),
            files=discord_files(pictures),
        )

    # -- computing

    def enqueue(self, table_id: TableId) -> None:
        """Compute the analysis of a table's game in the background. If this process is not the leader, the leader
        does this.
        """
        if self._tables.leader.delegate("analysis", table_id):
            return
        self._failed.discard(table_id)  # an earlier failure may not have been posted yet
        self._queue[table_id] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._process_queue(), name="analyses")

    async def _process_queue(self) -> None:
        """Analyze the games in the queue one after the other, and report each to ``on_ready``."""
        while self._queue:
            table_id = next(iter(self._queue))
            try:
                await self._analyze(table_id)
            except Exception as error:
                report_exception(error, f"analyzing the game of table {table_id}")
                self._failed.add(table_id)
            del self._queue[table_id]
            self.on_ready(table_id)

    async def _analyze(self, table_id: TableId) -> None:
        """Compute and store an analysis, unless it exists. Raises ``Unreadable`` for an invalid result."""
        table = await self._tables.get(table_id)
        if await self._load_analysis(table) is not None:
            return
        text = await self.compute_analysis(await self._export_game(table))
        if text is None:
            self._failed.add(table_id)
        else:
            load_analysis(game_of(table.title), text)
            await self._tables.store.write(lambda db: sql.save_analysis(db, table_id, text))


def _check_replayable(game: Game[Any], file: str) -> None:
    """Raise ``Refused`` if the current rules do not replay the file to the end of the game."""
    try:
        end_state: State = replay(game, parse_transcript(file))
    except RoundhouseError as error:
        raise Refused(_RULES_CHANGED_TEXT) from error
    if end_state.flow:
        raise Refused(_RULES_CHANGED_TEXT)
