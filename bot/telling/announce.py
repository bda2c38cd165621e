"""What the channel is told, driven by the outbox alone: whatever was committed is posted, once, whenever that can be.

One task a table, only while there is something to do. It knows no title. The order of the steps is what makes a crash
at any point harmless: edits may be repeated, and a post is looked for before it is made again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import takewhile

import aiohttp
import discord
from msgspec.structs import replace

from bot.errors import sentence, undelivered
from bot.play.sessions import Sessions
from bot.settings import Settings
from bot.sight import Sight, sight
from bot.studio import Studio, files
from bot.tables.chapters import (
    Chapter,
    Chronicle,
    Unfinished,
    chapters,
    effective,
    is_secret,
    resumed_at,
    without_last,
)
from bot.tables.table import Move, Table
from bot.telling import posts
from bot.telling.asking import deadlines, is_newly_asked, mask, notified, people, seats_in
from bot.telling.corrections import Undone, asked_again, corrected, remembered, still_open, undone
from bot.telling.mailbox import Mailbox, is_old
from bot.telling.mentions import remembering
from bot.telling.shown import Shown, shown
from bot.telling.usher import tell_seats
from bot.ui.components import beside, board, custom_id, rows
from bot.ui.lobby import lobby_buttons
from bot.ui.seats import again, back_button
from engine import Decision, Event, Seat, decisions
from render import PAINTERS

__all__ = ["Announcer"]

FIRST_RETRY_SECONDS, LAST_RETRY_SECONDS = 30.0, 3_600.0
CARD, PHASE, QUESTION, END = "c", "p", "q", "e"
"""The kinds of post, as the marks in their buttons tell them."""


class Announcer:
    """Keeps every table's channel up to date. Mutable: it holds the running tasks and what could not be posted."""

    def __init__(self, client: discord.Client, sessions: Sessions, studio: Studio, settings: Settings) -> None:
        self._client, self._sessions, self._studio, self._settings = client, sessions, studio, settings
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._wanted, self._waiting, self._doubtful = set[int](), set[int](), set[int]()
        self._chronicle = Chronicle()
        self._outdated: set[int] = set()
        self._trouble: dict[int, str] = {}
        self._retry: dict[int, float] = {}
        self.pause: Callable[[float], Awaitable[object]] = asyncio.sleep  # another one where time is simulated
        self.changed: Callable[[int], object] = lambda _: None  # the table may have moved on, told or not
        self.after: list[Callable[[int], Awaitable[object]]] = []  # what else a table is told, once it knows its moves
        self.posted: Callable[[int, Shown], object] = lambda table_id, told: None  # who else is shown a phase's post
        self.owed: Callable[[Table], Mapping[str, int]] = lambda _: {}  # what a game's last post promises, as notes

    # -- from outside

    def kick(self, table_id: int) -> None:
        """Something changed at this table: lets computers move, and tells the channel, in the background."""
        self._wanted.add(table_id)
        if table_id in self._waiting:
            self._waiting.discard(table_id)
            self._tasks.pop(table_id).cancel()
        if table_id not in self._tasks:
            task = asyncio.create_task(self._run(table_id), name=f"announce-{table_id}")
            self._tasks[table_id] = task

    def refresh(self, table_id: int) -> None:
        """The times in the table's card and question are not right any more: writes them anew, in the background."""
        self._outdated.add(table_id)
        self.kick(table_id)

    async def resume(self) -> None:
        """After a start: goes on with every table that has something untold or a computer to move."""
        self._doubtful.update(await self._sessions.pending())
        for table_id in {*self._doubtful, *await self._sessions.playing()}:
            self.kick(table_id)

    async def close(self) -> None:
        """Stops; what is untold stays in the outbox."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def trouble(self, table_id: int) -> str:
        """Why the table's channel could not be told, for those who can do something about it; empty if it could."""
        return self._trouble.get(table_id, "")

    async def unfinished(self, table: Table) -> tuple[Event, ...]:
        """The events of the present phase so far."""
        if known := self._chronicle.at(table.id, table.seq):
            return known.events
        untold = tuple(move for move in await self._sessions.unannounced(table.id) if move.seq <= table.seq)
        rest = (await self._cut(table, untold))[1] if untold else await self._begun(table, table.seq, 0)
        return rest.events

    # -- the task of one table

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._wanted:
                self._wanted.discard(table_id)
                if not await self._attempt(table_id):
                    self.changed(table_id)
                    self._waiting.add(table_id)
                    await asyncio.sleep(self._next_retry(table_id))
                    self._waiting.discard(table_id)
                    self._wanted.add(table_id)
        finally:
            self.changed(table_id)
            if self._tasks.get(table_id) is asyncio.current_task():
                del self._tasks[table_id]

    async def _attempt(self, table_id: int) -> bool:
        """Plays and tells on, then what else is told, each by itself; False when something cannot be told now."""
        if not await self._tried(self._play_on, table_id):
            return False
        done = [await self._tried(more, table_id) for more in self.after]
        if all(done):
            self._trouble.pop(table_id, None)
            self._retry.pop(table_id, None)
        return all(done)

    async def _tried(self, telling: Callable[[int], Awaitable[object]], table_id: int) -> bool:
        try:
            await telling(table_id)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            self._trouble[table_id] = undelivered(error, f"announcing table {table_id}")
        except Exception as error:  # a bug, or a full disk: the table must not stand still for ever
            self._trouble[table_id] = sentence(error, f"announcing table {table_id}")
        else:
            return True
        self._doubtful.add(table_id)
        return False

    def _next_retry(self, table_id: int) -> float:
        self._retry[table_id] = min(self._retry.get(table_id, FIRST_RETRY_SECONDS / 2) * 2, LAST_RETRY_SECONDS)
        return self._retry[table_id]

    async def _play_on(self, table_id: int) -> None:
        """Lets computers move until a person is asked or the game is over, and tells what is untold."""
        table = await self._sessions.get(table_id)
        slowly = table.status == "playing" and all(player.policy for player in table.players)
        if slowly:
            await self._tell(table_id)
        while await self._sessions.step(table_id) is not None:
            if slowly:
                await self._tell(table_id)
                await self.pause(self._settings.pace)
        await self._tell(table_id)

    # -- telling

    async def _tell(self, table_id: int) -> None:
        table = await self._sessions.get(table_id)
        moves = tuple(move for move in await self._sessions.unannounced(table_id) if move.seq <= table.seq)
        if table.status == "lobby" or table.state is None:
            await self._tell_lobby(table)
            return
        if await tell_seats(self._mailbox(table), self._sessions, table):
            self._outdated.add(table_id)
        if moves:
            await self._tell_new(table, moves)
        elif "card" not in table.notes or table_id in self._outdated:
            await self._show_card(table, await self.unfinished(table), repost=False)
        if table_id in self._outdated:
            await self._correct_question(table, told=bool(moves))
            self._outdated.discard(table_id)
        if table.status == "ended" and "closed" not in table.notes:
            await self._tell_end(await self._sessions.get(table_id))

    async def _tell_end(self, table: Table) -> None:
        """The table was closed before its game was over: nothing is asked any more, and the seed is told."""
        mailbox, ping = self._mailbox(table), table.notes.get("ping")
        if ping is not None and ping != table.notes.get("phase"):
            await mailbox.edit(ping, posts.ended_question(table), rows())
        await self._show_card(table, (), repost=False)
        found = await self._made_before(mailbox, table, table.seq, END)
        if found is None:
            seed = await self._sessions.seed(table.id)
            buttons = board(table.id, table.seq, END, move=False, more=again(table))
            found = await mailbox.post(posts.ended(table, seed), nonce=_nonce(table, table.seq, END), view=buttons)
        await self._sessions.note(table.id, {"closed": found})

    async def _tell_lobby(self, table: Table) -> None:
        mailbox, card = self._mailbox(table), table.notes.get("card")
        text, buttons = posts.lobby(table), lobby_buttons(table)
        if card is None and table.id in self._doubtful:
            card = await mailbox.find(custom_id("l", table.id, 0, "start"))
        if card is None or not await mailbox.edit(card, text, buttons):
            card = await mailbox.post(text, nonce=_nonce(table, 0, CARD), view=buttons)
        if card != table.notes.get("card"):
            await self._sessions.note(table.id, {"card": card})
        self._doubtful.discard(table.id)

    async def _tell_new(self, table: Table, moves: tuple[Move, ...]) -> None:
        """Tells the moves as if nobody had said anything in secret ahead meanwhile: that is nobody's business."""
        said_since = list(takewhile(is_secret, reversed(moves)))
        seq = said_since[-1].seq - 1 if said_since else table.seq
        if told := tuple(move for move in moves if not is_secret(move)):
            await self._tell_moves(replace(table, seq=seq), told)
        if said_since:
            known = self._chronicle.at(table.id, seq)
            if known is not None:
                self._chronicle.keep(table.id, replace(known, seq=table.seq))
            await self._sessions.announced(table.id, table.seq)

    async def _tell_moves(self, table: Table, moves: tuple[Move, ...]) -> None:
        done, rest = await self._cut(table, moves)
        asked = people(table, self._sessions.decisions(table))
        table, marks = remembering(table, moves, asked)
        last = done[-1] if done and done[-1].seq == table.seq else None
        before = table  # its notes know the post with the open question
        for chapter in done:
            if chapter is not last:
                post = await self._post_phase(table, chapter, ())
                told = await self._sessions.announced(table.id, chapter.seq, {"phase": post})
                table = replace(table, notes=told.notes)  # and no newer: what follows is about the moves at hand
        self._chronicle.keep(table.id, replace(rest, seq=table.seq))
        gone = await undone(self._sessions, table, moves)
        notes = {"asked": mask(asked), **marks, **await corrected(self._mailbox(table), self._sessions, before, gone)}
        if last is not None:
            notes["phase"] = notes["ping"] = await self._post_phase(table, last, asked)
            await self._close_question(before, moves)
            notes |= self.owed(table)
        else:
            notes |= await self._next_question(before, moves, asked, gone, begun=done[-1].seq if done else -1)
        await self._show_card(table, rest.events, repost=bool(done), phase=notes.get("phase"))
        await self._sessions.announced(table.id, moves[-1].seq, notes)
        self._doubtful.discard(table.id)

    async def _cut(self, table: Table, moves: tuple[Move, ...]) -> tuple[tuple[Chapter, ...], Unfinished]:
        """The phases that the moves ended, and the unfinished one."""
        over = table.status == "finished"
        standing, earlier = effective(moves)
        resumed = resumed_at(moves, table.seq)
        if resumed is None:
            return chapters(await self._begun(table, moves[0].seq - 1, earlier), standing, over=over)
        begun = await self._begun(table, resumed, 0)
        done, rest = chapters(begun, standing[1:], over=over)
        return (Chapter(resumed, (), begun.events), *done), rest

    async def _begun(self, table: Table, seq: int, earlier: int) -> Unfinished:
        """What was unfinished after move ``seq``, the last ``earlier`` moves left out."""
        known = self._chronicle.at(table.id, seq)
        if known is not None and not earlier:
            return known
        standing, _ = effective([move for move in await self._sessions.history(table.id) if move.seq <= seq])
        for _ in range(earlier):
            standing = without_last(standing)
        _, rest = chapters(Unfinished(), standing, over=table.status == "finished" and seq == table.seq)
        if not earlier:
            self._chronicle.keep(table.id, replace(rest, seq=seq))
        return rest

    async def _post_phase(self, table: Table, chapter: Chapter, asked: Sequence[Decision]) -> int:
        """The post about a phase that ended; ``asked`` are mentioned with the next question."""
        mailbox = self._mailbox(table)
        found = await self._made_before(mailbox, table, chapter.seq, PHASE)
        if found is not None:
            return found
        told, playing = await shown(self._sessions, self._studio, table, chapter), table.status == "playing"
        more = again(table, told.seen)
        found = await mailbox.post(
            await self._lead(table, told.seen, asked),
            nonce=_nonce(table, chapter.seq, PHASE),
            view=board(table.id, chapter.seq, PHASE, private=_private(table), move=playing, more=more),
            title=told.title,
            report=told.report,
            files=files(told.pictures),
            pinged=notified(table, asked, self._sessions.people.of),
        )
        self.posted(table.id, told)
        return found

    async def _lead(self, table: Table, seen: Sight, asked: Sequence[Decision]) -> str:
        """What stands above the pictures: the result, or the next question, until that is answered."""
        if not seen.view.state.flow:
            return posts.final(table, seen, await self._sessions.seed(table.id))
        return posts.ask(table, seen, asked, self._due(table)) if asked else ""

    async def _close_question(self, table: Table, moves: Sequence[Move]) -> None:
        """The question that was open says that it has been answered: by those who were asked, or else by who moved."""
        seats = seats_in(table.notes.get("asked", 0))
        ping = table.notes.get("ping")
        if ping is None or not seats:
            return
        made = [move for move in moves if move.by not in ("start", "undo", "ahead")]
        answers = [move for move in made if move.seat in seats] or made
        if not answers:
            return
        said = await remembered(self._sessions, table)
        said += posts.answered(table, sight(table, None), answers)
        await self._mailbox(table).edit(ping, said, None if ping == table.notes.get("phase") else rows())

    async def _next_question(
        self, table: Table, moves: Sequence[Move], asked: Sequence[Decision], gone: Undone | None, *, begun: int
    ) -> dict[str, int]:
        """Within a phase, begun with move ``begun``: closes the question before, mentions who is newly asked; notes."""
        mailbox = self._mailbox(table)
        if gone is not None and await asked_again(mailbox, table, gone, asked, self._due(table)):
            return gone.noted(table)
        kept = await self._kept(table, [move for move in moves if move.seq > begun], asked)
        before = table.notes.get("asked", 0)
        anew = gone is not None and gone.final
        new = [decision for decision in asked if anew or is_newly_asked(decision.seat, before, moves, kept)]
        if not new:
            return await still_open(mailbox, self._sessions, table, asked, self._due(table))
        await self._close_question(table, moves)
        found = await self._made_before(mailbox, table, table.seq, QUESTION)
        if found is not None:
            return {"ping": found}
        post = await mailbox.post(
            posts.ask(table, sight(table, None), new, self._due(table)),
            nonce=_nonce(table, table.seq, QUESTION),
            view=board(table.id, table.seq, QUESTION, private=_private(table)),
            pinged=notified(table, new, self._sessions.people.of),
        )
        return {"ping": post}

    async def _correct_question(self, table: Table, *, told: bool) -> None:
        """Writes the open question anew, unless the post with it has just been made."""
        ping, questions = table.notes.get("ping"), self._sessions.decisions(table)
        asked = people(table, questions) or questions  # or else an open seat is asked
        if ping is not None and asked and not told:
            await self._mailbox(table).edit(ping, posts.ask(table, sight(table, None), asked, self._due(table)))

    async def _kept(self, table: Table, moves: Sequence[Move], asked: Sequence[Decision]) -> frozenset[Seat]:
        """Who still has the very question that the own last of these moves left open, or opened anew."""
        kept = set[Seat]()
        for decision in asked:
            mine = [move for move in moves if move.seat == decision.seat]
            own = [move.seq for move in mine if move.by not in ("undo", "ahead", "order")]
            if own:
                then = decisions(await self._sessions.state_at(table.id, own[-1]))
                if any((other.seat, other.prompt) == (decision.seat, decision.prompt) for other in then):
                    kept.add(decision.seat)
        return frozenset(kept)

    async def _show_card(
        self, table: Table, events: Sequence[Event], *, repost: bool, phase: int | None = None
    ) -> None:
        """Edits the status card, or posts it anew when it is gone, or (``repost``) too old to be edited often."""
        mailbox, card = self._mailbox(table), table.notes.get("card")
        text = posts.card(table, sight(table, None), self._sessions.decisions(table), events, self._due(table))
        link = mailbox.link(latest) if (latest := phase or table.notes.get("phase")) else ""
        playing, predictions = table.status == "playing", table.terms.predictions
        more = beside(table.id, CARD, watched=playing and table.guild is not None, predictions=predictions)
        more += back_button(table)
        buttons = board(table.id, 0, CARD, private=_private(table), move=playing, link=link, more=more)
        if card is not None and not (repost and is_old(card)) and await mailbox.edit(card, text, buttons):
            return
        if card is not None and is_old(card):
            await mailbox.remove(card)
        found = await self._made_before(mailbox, table, 0, CARD)  # whatever the table's move was when it was posted
        if found is None:
            found = await mailbox.post(text, nonce=_nonce(table, (card or 0) % 1_000_000, CARD), view=buttons)
        await self._sessions.note(table.id, {"card": found})

    async def _made_before(self, mailbox: Mailbox, table: Table, seq: int, kind: str) -> int | None:
        """A post that was made before a crash or a broken connection, but not noted any more."""
        if table.id not in self._doubtful:
            return None
        return await mailbox.find(_mark(table.id, seq, kind), after=table.notes.get("phase", table.notes.get("card")))

    def _due(self, table: Table) -> Mapping[Seat, float]:
        return deadlines(table, self._sessions.people.of)

    def _mailbox(self, table: Table) -> Mailbox:
        return Mailbox(self._client, table.channel, table.guild)


def _private(table: Table) -> str:
    return PAINTERS[table.title].private


def _nonce(table: Table, seq: int, kind: str) -> str:
    """The same for the same post: Discord makes no second message of it within minutes. (docs, create message)"""
    return f"{table.id}-{seq}-{kind}-{table.seed_hash[:6]}"


def _mark(table_id: int, seq: int, kind: str) -> str:
    """The ``custom_id`` that only this post's buttons have."""
    return custom_id("v", table_id, seq, f"{kind}board")
