"""Analyses of games that are over: worked out once, one at a time, kept with the game, and posted.

It knows no title.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord

from bot.errors import sentence, stop
from bot.markdown import md
from bot.past.analyst import analysis_of
from bot.past.mistakes import puzzles_of
from bot.past.turned import FAILED, chances, opening, turned_by
from bot.play.sessions import Tables
from bot.studio import Studio, files
from bot.tables.table import Note, Table, game_of
from bot.telling.mailbox import Mailbox, made_before, nonce
from bot.ui.components import Post, board, button, custom_id, replay_id, rows
from engine import Game, Refused, RoundhouseError, State, Unreadable
from engine.agents.analysis import Analysis, check_analyzable
from engine.agents.analysis_codec import load_analysis
from engine.core.transcript import parse_transcript, replay
from engine.store import analyses as sql
from engine.store.apart import in_thread
from engine.store.ids import MessageId, TableId
from engine.store.owed import owed

_CHANGED = md("You can’t analyze this game: it was played by older rules, and today’s rules can’t repeat its moves.")
_NOT_HERE = md("You can’t analyze games here: this bot has no processes in which to think ahead.")


class Analyses:
    """Mutable: it holds the games that are to be analyzed, and remembers which posts may have been made and not noted.

    That an analysis is wanted is a note of 0, and its post takes the note's place: so a restart forgets none.
    """

    def __init__(self, client: discord.Client, sessions: Tables, studio: Studio, *, is_able: bool) -> None:
        self._client, self._sessions, self._studio, self._is_able = client, sessions, studio, is_able
        self._wanted, self._asking = dict[TableId, None](), asyncio.Lock()
        self._doubtful, self._failed = set[TableId](), set[TableId]()
        self._task: asyncio.Task[None] | None = None
        self.ready: Callable[[TableId], object] = lambda _: None  # is told which table's channel has something to hear
        self.work: Callable[[str], Awaitable[str | None]] = analysis_of

    async def resume(self) -> None:
        """After a start: goes on with every analysis that is owed."""
        self._doubtful.update(await self._sessions.store.read(lambda db: owed(db, Note.ANALYSIS)))
        for table_id in sorted(self._doubtful):
            self.want(table_id)

    async def close(self) -> None:
        """Stops; what is owed is gone on with after the next start."""
        await stop(self._task)

    async def ask(self, table: Table, allow: Callable[[], object]) -> Analysis | None:
        """The analysis of a table's game; None while it is worked out, of which the channel then hears.

        Raises ``Refused`` for a game that cannot be analyzed, and what ``allow`` raises, which counts works begun.
        """
        async with self._asking:
            if (known := await self._known(table)) is not None:
                return known
            if table.id not in self._wanted:
                file = await self._file(table)
                allow()
                await in_thread(_check, game_of(table.title), file)
                await self._sessions.note(table.id, {Note.ANALYSIS: 0})
                self.want(table.id)
        return None

    async def tend(self, table_id: TableId) -> None:
        """Posts an analysis that is owed, once it is worked out. Raises what Discord raises; it is then still owed."""
        table = await self._sessions.get(table_id)
        if table.notes.get(Note.ANALYSIS) != 0:
            return
        found, has_failed = await self._known(table), table_id in self._failed
        if found is None and not has_failed:
            return
        mailbox = Mailbox(self._client, table.channel, table.guild)
        if found is None:
            post = await mailbox.post(FAILED, nonce=f"{nonce(table, table.seq, Post.ANALYSIS)}-not", view=rows())
        else:
            post = await self._made_before(mailbox, table) or await self._post(mailbox, table, found)
        await self._sessions.note(table.id, {Note.ANALYSIS: post})
        self._failed.discard(table_id)
        self._doubtful.discard(table_id)

    # -- what is owed

    async def _file(self, table: Table) -> str:
        """The game as a file. Raises ``Refused`` where there is nothing to analyze, or nobody to do it."""
        assert table.state is not None
        if table.status == "ended":
            raise Refused(md("You can’t analyze this game: it ended early."))
        check_analyzable(game_of(table.title), table.state)
        if not self._is_able:
            raise Refused(_NOT_HERE)
        return await self._sessions.export(table.id)

    async def _known(self, table: Table) -> Analysis | None:
        """The analysis that is kept; None if there is none, or none that can be read any more."""
        text = await self._sessions.store.read(lambda db: sql.of_table(db, table.id))
        with suppress(Unreadable):
            return None if text is None else load_analysis(game_of(table.title), text)
        return None

    async def _post(self, mailbox: Mailbox, table: Table, found: Analysis) -> MessageId:
        turned = await turned_by(self._sessions, table, found)
        pictures = await self._studio.draw(lambda: chances(table, found))
        points = [button("Turning points", custom_id("T", table.id, 0, "1"))] if turned else []
        points += [button("Replay my mistake", replay_id(table.id))] if puzzles_of(found) else []
        return await mailbox.post(
            opening(table, turned),
            nonce=nonce(table, table.seq, Post.ANALYSIS),
            view=board(table.id, table.seq, Post.ANALYSIS, move=False, more=points),
            files=files(pictures),
        )

    async def _made_before(self, mailbox: Mailbox, table: Table) -> MessageId | None:
        """The post, if it was made before a crash."""
        if table.id not in self._doubtful:
            self._doubtful.add(table.id)  # whoever comes here again was interrupted
            return None
        return await made_before(mailbox, table, table.seq, Post.ANALYSIS)

    # -- the work

    def want(self, table_id: TableId) -> None:
        """The analysis of a table's game is worked out, in the background; by the process that leads."""
        if self._sessions.leader.hand_on("analysis", table_id):
            return
        self._failed.discard(table_id)  # that it failed before may not have been told
        self._wanted[table_id] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work_off(), name="analyses")

    async def _work_off(self) -> None:
        """Analyzes one game after the other, and has each channel told."""
        while self._wanted:
            table_id = next(iter(self._wanted))
            try:
                await self._analyze(table_id)
            except Exception as error:
                sentence(error, f"analyzing the game of table {table_id}")
                self._failed.add(table_id)
            del self._wanted[table_id]
            self.ready(table_id)

    async def _analyze(self, table_id: TableId) -> None:
        """Works out and keeps one analysis, if it is not kept already. Raises ``Unreadable`` if nonsense came."""
        table = await self._sessions.get(table_id)
        if await self._known(table) is not None:
            return
        text = await self.work(await self._file(table))
        if text is None:
            self._failed.add(table_id)
        else:
            load_analysis(game_of(table.title), text)
            await self._sessions.store.write(lambda db: sql.keep(db, table_id, text))


def _check(game: Game[Any], file: str) -> None:
    """Raises ``Refused`` where today's rules do not play the file to its result."""
    try:
        last: State = replay(game, parse_transcript(file))
    except RoundhouseError as error:
        raise Refused(_CHANGED) from error
    if last.flow:
        raise Refused(_CHANGED)
