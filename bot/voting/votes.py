"""Proposals of a table's people: who votes, when it is decided, and that it is carried out once.

It knows no Discord and no title, nor what is proposed: a ``Motion`` for each kind of proposal does.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Literal
from weakref import WeakValueDictionary

import msgspec

from bot.desk import Desk
from bot.markdown import Markdown, listed, md
from bot.play.sessions import Tables
from bot.tables.bare import Bare
from bot.tables.table import Table
from bot.wording import named, retold
from engine.core import Seat
from engine.errors import Refused, Stale
from engine.store import votes as sql
from engine.store.ids import ProposalId, TableId, UserId
from engine.store.terms import DAY
from engine.store.votes import Proposal

__all__ = [
    "GONE",
    "LAPSES_AFTER",
    "Carried",
    "Motion",
    "Motions",
    "Poll",
    "Polled",
    "Proposal",
    "Votes",
    "called",
    "everybody",
    "most",
    "outcome",
    "persons",
]

GONE = md("This proposal no longer exists.")
LAPSES_AFTER = 3 * DAY


class Poll(msgspec.Struct, frozen=True):
    """The users whose word counts, and how many of them must agree."""

    asked: tuple[UserId, ...]
    needed: int


Polled = Callable[["Desk", Table, Proposal], Awaitable[Poll]]
"""Finds who decides, as the table is now. Raises ``Refused`` when what is proposed is no longer possible."""

Carried = Callable[["Desk", Table, Proposal], Awaitable[str]]
"""Does what is proposed, and says so in a sentence for everybody. Raises ``Refused`` when it is no longer possible.

It is called again when the bot died while it ran, so doing it twice must do no harm. Players are called “player 2”,
or what ``holder`` calls who sat there then, here and in what is proposed: names are put in when it is read.
"""

Done = Callable[["Desk", Table, Proposal], Awaitable[str]]
"""The sentence that says so when what is proposed has been done already; empty when it has not."""


async def _not_yet(at: Desk, table: Table, proposal: Proposal) -> str:
    return ""


class Motion(msgspec.Struct, frozen=True):
    """One kind of proposal."""

    poll: Polled
    carry: Carried
    done: Done = _not_yet


Motions = Mapping[str, Motion]
"""Kind -> motion: pause, resume, end, back, replace, terms."""


# -- who decides


def persons(table: Table) -> tuple[UserId, ...]:
    """The users who sit at the table."""
    return tuple(player.user for player in table.players if player.user is not None)


async def everybody(at: Desk, table: Table, proposal: Proposal) -> Poll:
    """All persons at the table must agree."""
    return Poll(persons(table), len(persons(table)))


async def most(at: Desk, table: Table, proposal: Proposal) -> Poll:
    """More than half of the persons at the table must agree."""
    return Poll(persons(table), len(persons(table)) // 2 + 1)


def outcome(poll: Poll, votes: Mapping[UserId, bool]) -> Literal["open", "carried", "lost"]:
    """The result of the votes so far; those of users who are not, or no longer, asked do not count."""
    said = [votes[user] for user in poll.asked if user in votes]
    if sum(said) >= poll.needed:
        return "carried"
    return "lost" if len(poll.asked) - (len(said) - sum(said)) < poll.needed else "open"


def called(table: Table, users: Sequence[UserId], *, stored: bool = False) -> Markdown:
    """The users' names at the table, for a message; the host who does not sit there is called so.

    What is ``stored`` holds no names, but “player 2”.
    """
    names = {
        player.user: md("player {}", seat) if stored else named(table.players)(Seat(seat))
        for seat, player in enumerate(table.players, 1)
    }
    return listed([names.get(user, md("the host") if user == table.host else md("someone")) for user in users])


def _to_reader(result: str, seat: Seat | None) -> str:
    """The result of a proposal for the holder of the seat, who is called “you” in it."""
    return result if seat is None else re.sub(rf"\bplayer {seat}\b(?= disagreed| and |, )", "you", result)


def _said(*, yes: bool, own: bool) -> str:
    """Says what the voter has just done, before the proposal's own words (“to …”)."""
    if yes:
        return "You agreed"
    return "You withdrew your proposal" if own else "You voted against the proposal"


# -- proposals


class Votes:
    """All proposals. Mutable: it holds a lock for each table that is deciding something.

    ``fresh`` are the ids of those that nobody has tried to post yet; only the process that posts can know that.
    """

    def __init__(self, sessions: Tables, motions: Motions) -> None:
        self._sessions, self._motions = sessions, motions
        self._any = Bare(sessions.store, sql.has_any)
        self.fresh: set[ProposalId] = set()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def propose(self, at: Desk, table: Table, user: UserId, kind: str, words: str, detail: str = "") -> Markdown:
        """Proposes ``words`` (“to …”) to the table, and says what became of it, for the proposer alone.

        It is done at once where nobody else need agree. ``detail`` is for the motion. Whether the user may propose it
        is the caller's to check. Raises ``Refused``.
        """
        now = self._sessions.now()
        new = Proposal(
            session=table.id,
            kind=kind,
            words=words,
            detail=detail,
            user=user,
            head=table.seq,
            at=now,
            votes={user: True},
        )
        motion = self._motions[kind]
        async with self._deciding(table.id):
            poll = await motion.poll(at, table, new)
            if outcome(poll, new.votes) == "carried":
                said = await motion.carry(at, table, new)
                at.announcer.kick(table.id)
                return retold(said, table)
            with self._any.adding(table.id):
                leader = self._sessions.leader
                number = await self._sessions.store.write(lambda db: sql.add(db, new), leader.wake(table.id))
                if leader.leads:
                    self.fresh.add(number)
        at.announcer.kick(table.id)
        others = called(table, [asked for asked in poll.asked if asked != user])
        return md("You proposed {}. Waiting for {} to vote in the channel.", retold(words, table), others)

    async def answer(self, at: Desk, proposal_id: ProposalId, user: UserId, *, yes: bool) -> Markdown:
        """The user agrees or does not; what to tell them alone. The proposer withdraws by not agreeing.

        Raises ``Refused`` for whoever is not asked, and when it has been decided.
        """
        found = await self.get(proposal_id)
        async with self._deciding(found.session):
            found, table = await self.get(proposal_id), await self._sessions.get(found.session)
            if found.state != "open":
                raise Refused(md("This vote is over: {}", retold(found.result, table)))
            poll = await self.polled(at, table, found)
            if user not in (*poll.asked, found.user):
                raise Refused(md("Only the players named in the post can vote."))
            if not yes and user == found.user:
                await self._close(found, "lost", "The proposal was withdrawn.")
            elif found.votes.get(user) != yes:
                wake = self._sessions.leader.wake(table.id)
                await self._sessions.store.write(lambda db: sql.say(db, proposal_id, user, yes=yes), wake)
                await self._decide(at, table, await self.get(proposal_id))
        at.announcer.kick(found.session)
        said = _said(yes=yes, own=user == found.user)
        result = _to_reader((await self.get(proposal_id)).result, self._sessions.seat_of(table, user))
        return retold(f"{said} {found.words}. {result}".strip(), table)

    async def get(self, proposal_id: ProposalId) -> Proposal:
        """The proposal of that id. Refused when there is none."""
        found = await self._sessions.store.read(lambda db: sql.get(db, proposal_id))
        if found is None:
            raise Refused(GONE)
        return found

    async def polled(self, at: Desk, table: Table, proposal: Proposal) -> Poll:
        """Finds who decides about an open proposal now. Raises ``Refused`` when there is nothing left to decide."""
        motion = self._motions.get(proposal.kind)
        if motion is None or table.status != "playing":
            raise Refused(md("The game is over."))
        return await motion.poll(at, table, proposal)

    async def review(self, at: Desk, table_id: TableId) -> tuple[Proposal, ...]:
        """Looks at the table's open proposals again, as people leave, moves are made and days go by; what stays."""
        async with self._deciding(table_id):
            for found in await self.open_at(table_id):
                await self._decide(at, await self._sessions.get(table_id), found)
            return await self.open_at(table_id)

    async def has_any(self, table_id: TableId) -> bool:
        """Whether the table has proposals that are open, or of which it has not been told."""
        return await self._any.of(table_id)

    async def open_at(self, table_id: TableId) -> tuple[Proposal, ...]:
        """The table's open proposals."""
        return await self._sessions.store.read(lambda db: sql.open_of(db, table_id))

    async def _decide(self, at: Desk, table: Table, found: Proposal) -> None:
        """Carries the proposal out, or closes it, if it has come to that."""
        try:
            motion = self._motions.get(found.kind)
            if motion is not None and (said := await motion.done(at, table, found)):
                await self._close(found, "carried", said)  # the bot died when it had been done, or others did it
                return
            result = outcome(await self.polled(at, table, found), found.votes)
            if result == "carried":
                await self._carry(at, table, found)
            elif result == "lost":
                against = [user for user, yes in found.votes.items() if not yes]
                await self._close(found, "lost", f"Rejected: {called(table, against, stored=True)} disagreed.")
            elif self._sessions.now() >= found.at + LAPSES_AFTER:
                await self._close(found, "lost", "The vote expired: too few players voted within 3 days.")
        except Stale:  # somebody has just moved; with that, the table is looked at again
            at.announcer.kick(table.id)
        except Refused as error:
            await self._close(found, "lost", f"This is no longer possible. {error}")

    async def _carry(self, at: Desk, table: Table, found: Proposal) -> None:
        """Carries the proposal out and closes it. Nobody need have pressed anything, so the table is kicked here."""
        try:
            await self._close(found, "carried", await self._motions[found.kind].carry(at, table, found))
        finally:
            at.announcer.kick(table.id)

    async def _close(self, found: Proposal, state: Literal["carried", "lost"], result: str) -> None:
        await self._sessions.store.write(lambda db: sql.close(db, found.id, state, result))

    @asynccontextmanager
    async def _deciding(self, table_id: TableId) -> AsyncIterator[None]:
        """Nobody else decides something at the table meanwhile, in no process."""
        async with self._lock(table_id), self._sessions.store.hold_lock(f"/votes {table_id}"):
            yield

    def _lock(self, table_id: TableId) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock
