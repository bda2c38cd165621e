"""The parts that every command and button needs at hand, carried by the client. It knows no title."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bot.allowance import Allowance
from bot.config import Settings
from bot.errors import Interaction, channel_of
from bot.markdown import Markdown, escape_prose, listed, md
from bot.planning.foresight import Foresight
from bot.play.holders import seat_missed
from bot.private_questions import PrivateQuestions
from bot.sight import TableView, sight
from bot.tables.moves import listed_questions
from bot.tables.table import Table, seated_at
from bot.wording import named
from engine import Decision, Refused, Seat
from engine.core.action import is_repeated_question
from engine.store.apart import in_thread
from engine.store.ids import ChannelId, TableId, UserId

if TYPE_CHECKING:
    from bot.deadlines.alarms import Alarms
    from bot.meeting.boards import Boards
    from bot.meeting.openings import Openings
    from bot.past.analyses import Analyses
    from bot.persons.memos import Memos
    from bot.persons.scores import Scores
    from bot.play.coach import Coach
    from bot.play.sessions import Tables
    from bot.preferences import People
    from bot.servers import Servers
    from bot.solo.dailies import Dailies
    from bot.solo.puzzles import Puzzles
    from bot.studio import Studio
    from bot.telling.announce import Announcer
    from bot.telling.followers import Followers
    from bot.voting.votes import Votes


class Seated(msgspec.Struct, frozen=True):
    """A person at a table in play: the seat, what that seat sees, and what it is asked (None: nothing now).

    ``ahead`` is what it may say before it is asked; nobody waits for that. ``recalled`` stands above its next question,
    and so does what its standing orders did or why they ended (``words``), until it was read, and what the person has
    written down for themselves (``memo``). ``earlier`` are the seat's own lines of what is said again in every turn.
    ``is_newcomer`` tells whether the person has finished no game of this title.
    """

    table: Table
    seat: Seat
    seen: TableView
    decision: Decision | None
    ahead: Decision | None = None
    recalled: tuple[Markdown, ...] = ()
    words: tuple[str, ...] = ()
    memo: str = ""
    earlier: tuple[str, ...] = ()
    is_newcomer: bool = False


class Desk(msgspec.Struct, frozen=True):
    """The parts of the running bot."""

    settings: Settings
    sessions: Tables
    studio: Studio
    announcer: Announcer
    people: People
    votes: Votes
    scores: Scores
    memos: Memos
    followers: Followers
    watch: Alarms
    dailies: Dailies
    puzzles: Puzzles
    coach: Coach
    servers: Servers
    meeting: Openings
    boards: Boards
    analyses: Analyses
    undos: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=6, per_second=1 / 60))
    answers_ahead: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=12, per_second=1 / 30))
    orders: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=12, per_second=1 / 30))
    order_moves: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=40, per_second=1))
    private_questions: PrivateQuestions = msgspec.field(default_factory=PrivateQuestions)
    foresight: Foresight = msgspec.field(default_factory=Foresight)
    follows: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=6, per_second=1 / 60))
    files: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=3, per_second=1 / 600))
    studies: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=3, per_second=1 / 600))
    tests: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=3, per_second=1 / 60))
    hints: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=6, per_second=1 / 15))
    openings: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=6, per_second=1 / 60))
    seeks: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=12, per_second=1 / 60))
    guests: Allowance = msgspec.field(default_factory=lambda: Allowance(burst=12, per_second=1 / 60))

    def allow(self, allowance: Allowance, user: UserId) -> None:
        """Counts one more of what each person may do only so often: it speaks to the channel or fills the log."""
        if not allowance.take(user):
            raise Refused(md("You’ve done that too often. Please wait a minute."))

    async def table_here(self, interaction: Interaction) -> Table:
        """The channel's table, open or over. Raises ``Refused``."""
        table = await self.sessions.at(channel_of(interaction))
        if table is None:
            raise Refused(md("There’s no table in this channel. Open one with `/game new`."))
        return table

    async def table_of(self, interaction: Interaction, number: TableId | None) -> Table | None:
        """The table of that number, or without one the table of the channel.

        The number of a daily, a puzzle, a lesson or a season is never taken for a table.
        """
        if number is not None:
            return await self.sessions.get(number)
        return None if interaction.channel_id is None else await self.sessions.at(ChannelId(interaction.channel_id))

    async def started_here(self, interaction: Interaction) -> Table:
        """The channel's table, which has been started. Raises ``Refused``."""
        table = await self.table_here(interaction)
        return _started(table)

    async def played_here(self, interaction: Interaction) -> Table:
        """The channel's table that has been started; while it has not been, the game before it. Raises ``Refused``."""
        table = await self.table_here(interaction)
        over = await self.sessions.last_over(table.channel) if table.state is None else None
        return _started(over or table)

    async def started(self, table_id: TableId) -> Table:
        """A table that has been started. Raises ``Refused``."""
        return _started(await self.sessions.get(table_id))

    async def seen_by(self, table: Table, seat: Seat | None) -> TableView:
        """The view of ``seat`` now, with the news of the present phase."""
        return sight(table, seat, await self.announcer.unfinished(table))

    async def seated(self, table: Table, user: UserId) -> Seated:
        """The user's place at a table. Raises ``Refused`` for everybody else."""
        seat = self.sessions.seat_of(table, user)
        if seat is None:
            kept = table.status == "playing" and seat_missed(table, user) is not None
            back = md("Until someone takes your old seat, you can return with `/game seat action:back`. ")
            lost = back if kept else md("")
            now = self.asked_now(table, user)
            raise Refused(md("You don’t have a seat at this table. {}{}", lost, now).strip())
        mine = next((d for d in self.sessions.decisions(table) if d.seat == seat), None)
        events, ahead = await self.announcer.unfinished(table), self.sessions.ahead(table, seat)
        seen = sight(table, seat, events)
        recalled = tuple(seen.recalled(events))
        words = await self.sessions.orders.words(table.id, user)
        memo = await self.memos.of(table.id, user)
        again = mine is not None and await in_thread(
            is_repeated_question, mine.offers
        )  # the first offer may need a search
        earlier = await self.said_by(table, seat) if again else ()
        newcomer = not await self.scores.has_finished(user, table.title)
        return Seated(table, seat, seen, mine, ahead, recalled, words, memo, earlier, newcomer)

    async def said_by(self, table: Table, seat: Seat) -> tuple[str, ...]:
        """The lines of the seat that count, as far as whoever holds it now has made them."""
        made = await self.sessions.standing(table.id)
        own = (move for move in made if move.seat == seat)
        user = table.players[seat - 1].user
        return tuple(move.line for move in own if seated_at(table, move.seq)[seat - 1].user == user)

    async def place(self, table_id: TableId, user: UserId) -> Seated:
        """The user's place at a table that has been started. Raises ``Refused`` for everybody else."""
        return await self.seated(await self.started(table_id), user)

    def asked_now(self, table: Table, user: UserId) -> Markdown:
        """Says whose turn it is, and what the reader has to choose."""
        seat = self.sessions.seat_of(table, user)
        asked = listed_questions(table, seat)
        if table.status != "playing" or not asked:
            return md("The game is over.") if table.status in ("finished", "ended") else md("")
        names = listed([named(table.players)(decision.seat) for decision in asked if decision.seat != seat])
        prompts = (decision.prompt for decision in asked if decision.seat == seat)
        mine = next((md("Your turn: {}", escape_prose(prompt)) for prompt in prompts), None)
        if mine is not None:
            return md("{}\n-# Also waiting for {}.", mine, names) if names else mine
        return md("Waiting for {}.", names)


def desk(interaction: Interaction) -> Desk:
    """The desk of the client that received the interaction."""
    found: Desk = interaction.client.desk
    return found


def _started(table: Table) -> Table:
    if table.state is None or table.status == "lobby":
        raise Refused(md("The game hasn’t started yet. Its host can start it with *Start* or `/game start`."))
    return table
