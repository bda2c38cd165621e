"""Proposals at a table: votes and decisions. An accepted proposal is carried out once.

A ``ProposalKind`` defines the voters and the effect of each kind of proposal.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Literal
from weakref import WeakValueDictionary

import msgspec

from bot.announcements.post_once import PostAttempts
from bot.markdown import Markdown, join_words, md
from bot.names import fill_in_names, name_lookup
from bot.play.service import TableService
from bot.tables.empty_rows import EmptyRowsCache
from bot.tables.table import Table
from engine.core import Seat
from engine.errors import Refused, Stale
from engine.store import proposals as sql
from engine.store.ids import ProposalId, TableId, UserId
from engine.store.proposals import Proposal
from engine.store.table_settings import DAY

__all__ = [
    "GONE_TEXT",
    "VOTE_SECONDS",
    "Poll",
    "PollFinder",
    "Proposal",
    "ProposalAction",
    "ProposalKind",
    "ProposalKinds",
    "ProposalService",
    "poll_everyone",
    "poll_majority",
    "user_names_text",
    "users_at_table",
    "vote_result",
]

GONE_TEXT = md("This proposal no longer exists.")
VOTE_SECONDS = 3 * DAY
"""Seconds after which a vote expires."""


class Poll(msgspec.Struct, frozen=True):
    """The users who may vote, and how many of them must agree."""

    voters: tuple[UserId, ...]
    needed: int


PollFinder = Callable[[Table, Proposal], Awaitable[Poll]]
"""Function that returns the current poll of a proposal. Raises ``Refused`` if the proposal is no longer possible."""

ProposalAction = Callable[[Table, Proposal], Awaitable[str]]
"""Function that carries out a proposal and returns a public sentence.

Raises ``Refused`` if the proposal is no longer possible. The function must be idempotent, because it is called again
after a crash. In place of names, the sentence contains “player 2” or a ``holder_placeholder``. The names are inserted
when the sentence is read.
"""

DoneCheck = Callable[[Table, Proposal], Awaitable[str]]
"""Function that returns a sentence about the result if a proposal was carried out already; otherwise empty."""


async def _not_done(table: Table, proposal: Proposal) -> str:
    return ""


class ProposalKind(msgspec.Struct, frozen=True):
    """The functions that define one kind of proposal."""

    find_poll: PollFinder
    carry_out: ProposalAction
    check_done: DoneCheck = _not_done


ProposalKinds = Mapping[str, ProposalKind]
"""Name of the kind (pause, resume, end, back, replace, or terms) -> functions."""


# -- polls


def users_at_table(table: Table) -> tuple[UserId, ...]:
    """The users at the table."""
    return tuple(player.user for player in table.players if player.user is not None)


async def poll_everyone(table: Table, proposal: Proposal) -> Poll:
    """Return a poll in which all users at the table must agree."""
    return Poll(users_at_table(table), len(users_at_table(table)))


async def poll_majority(table: Table, proposal: Proposal) -> Poll:
    """Return a poll in which more than half of the users at the table must agree."""
    return Poll(users_at_table(table), len(users_at_table(table)) // 2 + 1)


def vote_result(poll: Poll, votes: Mapping[UserId, bool]) -> Literal["open", "carried", "lost"]:
    """Return the result of the votes so far. Only votes of users in the poll count."""
    cast_votes = [votes[user] for user in poll.voters if user in votes]
    if sum(cast_votes) >= poll.needed:
        return "carried"
    return "lost" if len(poll.voters) - (len(cast_votes) - sum(cast_votes)) < poll.needed else "open"


def user_names_text(table: Table, users: Sequence[UserId], *, is_stored: bool = False) -> Markdown:
    """Return the users' names at the table, for a message. A host without a seat is “the host”.

    If ``is_stored``, the text contains “player 2” in place of names.
    """
    names = {
        player.user: md("player {}", seat) if is_stored else name_lookup(table.players)(Seat(seat))
        for seat, player in enumerate(table.players, 1)
    }
    return join_words([names.get(user, md("the host") if user == table.host else md("someone")) for user in users])


def _address_reader(result: str, seat: Seat | None) -> str:
    """In the result of a proposal, replace the player of the reader's seat by “you”."""
    return result if seat is None else re.sub(rf"\bplayer {seat}\b(?= disagreed| and |, )", "you", result)


def _vote_confirmation(words: str, result: str, *, yes: bool, is_own: bool) -> str:
    """Return the reply to a vote.

    ``words`` describe the proposal (“to …”). ``result`` is the result of a decided proposal; empty while it is open.
    """
    if is_own and not yes:
        return f"You withdrew your proposal {words}."
    if result:
        return f"You {'agreed' if yes else 'voted no'}. {result}"
    return f"You agreed {words}." if yes else f"You voted against the proposal {words}."


# -- proposals


class ProposalService:
    """Stores and decides proposals. Mutable: it has a lock per table.

    Other services register their ``kinds``. ``attempts`` records attempts to post, in the process that posts proposals.
    """

    def __init__(self, tables: TableService, wake: Callable[[TableId], object]) -> None:
        self._tables, self._wake = tables, wake
        self.kinds: ProposalKinds = {}
        self._active_tables = EmptyRowsCache(tables.store, sql.has_active_proposal)
        self.attempts = PostAttempts[ProposalId](assume_new=False)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def propose(self, table: Table, user: UserId, kind: str, words: str, detail: str = "") -> Markdown:
        """Propose something to the table, and return the reply to the proposer.

        ``words`` describe the proposal (“to …”); the meaning of ``detail`` depends on the kind. If no other vote is
        needed, the proposal is carried out at once. The caller must check whether the user may propose it. Raises
        ``Refused``.
        """
        now = self._tables.now()
        proposal = Proposal(
            session=table.id,
            kind=kind,
            words=words,
            detail=detail,
            user=user,
            head=table.seq,
            at=now,
            votes={user: True},
        )
        kind_handler = self.kinds[kind]
        async with self._lock_decisions(table.id):
            poll = await kind_handler.find_poll(table, proposal)
            if vote_result(poll, proposal.votes) == "carried":
                result_text = await kind_handler.carry_out(table, proposal)
                self._wake(table.id)
                return fill_in_names(result_text, table)
            with self._active_tables.invalidate_after(table.id):
                leader = self._tables.leader
                proposal_id = await self._tables.store.write(
                    lambda db: sql.add_proposal(db, proposal), leader.table_changes(table.id)
                )
                if leader.leads:
                    self.attempts.mark_new(proposal_id)
        self._wake(table.id)
        others = user_names_text(table, [voter for voter in poll.voters if voter != user])
        return md("You proposed {}. Waiting for {} to vote in the channel.", fill_in_names(words, table), others)

    async def save_vote(self, proposal_id: ProposalId, user: UserId, *, yes: bool) -> Markdown:
        """Store a vote, and return the reply to the voter. If the proposer disagrees, the proposal is withdrawn.

        Raises ``Refused`` for a user who may not vote, and after the decision.
        """
        proposal = await self.load_proposal(proposal_id)
        async with self._lock_decisions(proposal.session):
            proposal, table = await self.load_proposal(proposal_id), await self._tables.get(proposal.session)
            if proposal.state != "open":
                raise Refused(md("This vote is over: {}", fill_in_names(proposal.result, table)))
            poll = await self.find_poll(table, proposal)
            if user not in (*poll.voters, proposal.user):
                raise Refused(md("Only the players named in the post can vote."))
            if not yes and user == proposal.user:
                await self._close_proposal(proposal, "lost", "The proposal was withdrawn.")
            elif proposal.votes.get(user) != yes:
                changes = self._tables.leader.table_changes(table.id)
                await self._tables.store.write(lambda db: sql.save_vote(db, proposal_id, user, yes=yes), changes)
                await self._decide(table, await self.load_proposal(proposal_id))
        self._wake(proposal.session)
        result = _address_reader((await self.load_proposal(proposal_id)).result, self._tables.seat_of(table, user))
        confirmation = _vote_confirmation(proposal.words, result, yes=yes, is_own=user == proposal.user)
        return fill_in_names(confirmation, table)

    async def load_proposal(self, proposal_id: ProposalId) -> Proposal:
        """Return the proposal with this id. Raises ``Refused`` if there is none."""
        proposal = await self._tables.store.read(lambda db: sql.load_proposal(db, proposal_id))
        if proposal is None:
            raise Refused(GONE_TEXT)
        return proposal

    async def find_poll(self, table: Table, proposal: Proposal) -> Poll:
        """Return the current voters on an open proposal. Raises ``Refused`` if the proposal is no longer possible."""
        kind_handler = self.kinds.get(proposal.kind)
        if kind_handler is None or table.status != "playing":
            raise Refused(md("The game is over."))
        return await kind_handler.find_poll(table, proposal)

    async def review_proposals(self, table_id: TableId) -> tuple[Proposal, ...]:
        """Decide the table's open proposals again after the table has changed. Return those that are still open."""
        async with self._lock_decisions(table_id):
            for proposal in await self.load_open_proposals(table_id):
                await self._decide(await self._tables.get(table_id), proposal)
            return await self.load_open_proposals(table_id)

    async def has_active_proposals(self, table_id: TableId) -> bool:
        """Whether the table has open proposals, or results that are not posted yet."""
        return await self._active_tables.read(table_id)

    async def load_open_proposals(self, table_id: TableId) -> tuple[Proposal, ...]:
        """Return the table's open proposals."""
        return await self._tables.store.read(lambda db: sql.load_open_proposals(db, table_id))

    async def _decide(self, table: Table, proposal: Proposal) -> None:
        """Carry out or close the proposal if its vote is decided."""
        try:
            kind_handler = self.kinds.get(proposal.kind)
            if kind_handler is not None and (done_text := await kind_handler.check_done(table, proposal)):
                await self._close_proposal(
                    proposal, "carried", done_text
                )  # carried out before a crash, or by other means
                return
            result = vote_result(await self.find_poll(table, proposal), proposal.votes)
            if result == "carried":
                await self._carry_out(table, proposal)
            elif result == "lost":
                users_against = [user for user, yes in proposal.votes.items() if not yes]
                await self._close_proposal(
                    proposal, "lost", f"Rejected: {user_names_text(table, users_against, is_stored=True)} disagreed."
                )
            elif self._tables.now() >= proposal.at + VOTE_SECONDS:
                await self._close_proposal(proposal, "lost", "The vote expired: too few players voted within 3 days.")
        except Stale:  # the table has just changed: decide again later
            self._wake(table.id)
        except Refused as error:
            await self._close_proposal(proposal, "lost", f"This is no longer possible. {error}")

    async def _carry_out(self, table: Table, proposal: Proposal) -> None:
        """Carry out the proposal and close it. Then wake the table's task, which posts the result."""
        try:
            await self._close_proposal(proposal, "carried", await self.kinds[proposal.kind].carry_out(table, proposal))
        finally:
            self._wake(table.id)

    async def _close_proposal(self, proposal: Proposal, state: Literal["carried", "lost"], result: str) -> None:
        await self._tables.store.write(lambda db: sql.close_proposal(db, proposal.id, state, result))

    @asynccontextmanager
    async def _lock_decisions(self, table_id: TableId) -> AsyncIterator[None]:
        """While the block runs, let no other process decide proposals of the table."""
        async with self._lock_for(table_id), self._tables.store.hold_lock(f"/votes {table_id}"):
            yield

    def _lock_for(self, table_id: TableId) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock
