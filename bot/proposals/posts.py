"""Posts proposals with the buttons *Agree* and *Disagree*, and edits the posts until the proposal is decided.

The posts are updated by the task that publishes a table's moves, after the moves, and retried with it.
"""

import asyncio
from collections.abc import Sequence

import discord
from discord import ui

from bot import limits
from bot.announcements.channel import ChannelMessages
from bot.announcements.outbox_worker import OutboxWorker
from bot.announcements.post_once import PostSearch
from bot.errors import cancel_all
from bot.markdown import Markdown, join_lines, md, truncate
from bot.names import fill_in_names, relative_time, user_mention
from bot.play.service import TableService
from bot.proposals.service import VOTE_SECONDS, Poll, Proposal, ProposalService, user_names_text
from bot.tables.table import Table
from bot.ui.components import Style, build_view, button, custom_id
from engine.errors import Refused
from engine.store import proposals as sql
from engine.store.ids import TableId, UserId


class ProposalPosts:
    """Posts proposals and their results. Mutable: it has tasks that wake a table when a vote expires."""

    def __init__(
        self, client: discord.Client, tables: TableService, proposals: ProposalService, outbox: OutboxWorker
    ) -> None:
        self._client, self._tables, self._proposals, self._outbox = client, tables, proposals, outbox
        self._wake_tasks: dict[TableId, asyncio.Task[None]] = {}

    async def resume(self) -> None:
        """After the bot has started, enqueue the tables with open proposals or with results to post."""
        for table_id in await self._tables.store.read(sql.list_tables_with_proposals):
            self._outbox.enqueue(table_id)

    async def close(self) -> None:
        """Cancel the tasks. No proposal is lost, because all are stored."""
        await cancel_all(*self._wake_tasks.values())

    async def update_posts(self, table_id: TableId) -> None:
        """Decide the table's proposals and update their posts. Errors of Discord are raised."""
        if not await self._proposals.has_active_proposals(table_id):
            return
        open_proposals = await self._proposals.review_proposals(table_id)
        if open_proposals:
            self._schedule_wake(table_id, min(proposal.at for proposal in open_proposals) + VOTE_SECONDS)
        stale_proposals = await self._tables.store.read(lambda db: sql.load_stale_proposals(db, table_id))
        for proposal in (*stale_proposals, *(proposal for proposal in open_proposals if proposal.told)):
            table = await self._tables.get(table_id)
            poll = await self._load_poll(table, proposal)
            to_mention = [user for user in poll.voters if user not in proposal.mentioned] if poll is not None else []
            if to_mention or not proposal.told:
                await self._update_post(table, proposal, poll, to_mention)

    async def _update_post(
        self, table: Table, proposal: Proposal, poll: Poll | None, to_mention: Sequence[UserId]
    ) -> None:
        """Edit the post of a proposal. Post a new one if it was deleted, or if there are users ``to_mention``."""
        messages = ChannelMessages(self._client, table.channel, table.guild)
        text, view = _proposal_text(table, proposal, poll), _vote_buttons(proposal)
        message_id = proposal.message
        if message_id is not None and to_mention:
            await messages.delete(message_id)
        if message_id is None or to_mention:
            may_exist = self._proposals.attempts.begin(proposal.id) or message_id is not None
            search = PostSearch((_vote_custom_id(proposal, "yes"),), message_id)
            message_id = await search.find(messages) if may_exist else None
        if message_id is None or not await messages.edit(message_id, text, view):
            nonce = f"{table.id}-v{proposal.id}-{(proposal.message or 0) % 1_000_000}"
            message_id = await messages.post(text, nonce=nonce, view=view, mentioned=to_mention)
        post_id = message_id
        await self._tables.store.write(lambda db: sql.save_proposal_post(db, proposal.id, post_id, to_mention))
        current_proposal = await self._proposals.load_proposal(proposal.id)
        if (current_proposal.state, current_proposal.votes) == (proposal.state, proposal.votes):
            await self._tables.store.write(lambda db: sql.mark_post_current(db, current_proposal))

    async def _load_poll(self, table: Table, proposal: Proposal) -> Poll | None:
        try:
            return await self._proposals.find_poll(table, proposal) if proposal.state == "open" else None
        except Refused:  # the next review closes the proposal
            return None

    def _schedule_wake(self, table_id: TableId, at: float) -> None:
        if table_id not in self._wake_tasks:
            task = self._wake_after(table_id, at - self._tables.now())
            self._wake_tasks[table_id] = asyncio.create_task(task, name=f"ballots-{table_id}")

    async def _wake_after(self, table_id: TableId, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))
        del self._wake_tasks[table_id]
        self._outbox.wake(table_id)


def _proposal_text(table: Table, proposal: Proposal, poll: Poll | None) -> Markdown:
    question = md("**{}** proposes {}.", user_names_text(table, [proposal.user]), fill_in_names(proposal.words, table))
    if poll is None:
        mark = {"open": md("…"), "carried": md("✓"), "lost": md("✗")}[proposal.state]
        return truncate(md("{}\n{} {}", question, mark, fill_in_names(proposal.result, table)), limits.CONTENT)
    mentions = join_lines((user_mention(user) for user in poll.voters if user not in proposal.votes), " ")
    users_for = [user for user in poll.voters if proposal.votes.get(user)]
    users_against = [user for user in poll.voters if not proposal.votes.get(user, True)]
    needed_text = md("All") if poll.needed == len(poll.voters) else md("{} of {}", poll.needed, len(poll.voters))
    lines = [
        md("{} {} Do you agree?", mentions, question).strip(),
        *([md("✓ {}", user_names_text(table, users_for))] if users_for else []),
        *([md("✗ {}", user_names_text(table, users_against))] if users_against else []),
        md("{} must agree. The vote expires {}.", needed_text, relative_time(proposal.at + VOTE_SECONDS)),
    ]
    return truncate(join_lines(lines), limits.CONTENT)


def _vote_buttons(proposal: Proposal) -> ui.View:
    if proposal.state != "open":
        return build_view()
    return build_view(
        [
            button("Agree", _vote_custom_id(proposal, "yes"), Style.success),
            button("Disagree", _vote_custom_id(proposal, "no"), Style.secondary),
        ]
    )


def _vote_custom_id(proposal: Proposal, vote: str) -> str:
    return custom_id("b", proposal.session, proposal.head, f"{proposal.id} {vote}")
