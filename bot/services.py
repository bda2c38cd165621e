"""``Services``: the parts of the bot that the handlers of commands and presses use."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from bot.announcements.end_story import result_with_story
from bot.announcements.followers import Followers
from bot.announcements.outbox_worker import OutboxWorker
from bot.config import Settings
from bot.errors import Interaction, channel_of, guild_of, user_of
from bot.guilds import GuildSettings
from bot.history.analysis_service import AnalysisService
from bot.late_replies import LateReplies
from bot.markdown import Markdown, md
from bot.matchmaking.open_tables_post import OpenTablesPosts
from bot.matchmaking.service import Matchmaking
from bot.orders.examples import SampleQuestionCache
from bot.permissions import FOREIGN_SERVER_TEXT, is_in_foreign_server
from bot.persons.notes import PrivateNotes
from bot.persons.ratings import RatingService
from bot.play.coach import Coach
from bot.play.seat_holders import seat_to_return_to
from bot.play.service import TableService
from bot.private_questions import PrivateQuestions
from bot.proposals.service import ProposalService
from bot.render_pool import RenderPool
from bot.scheduler.scheduler import Scheduler
from bot.solo.daily_service import DailyService
from bot.solo.puzzle_service import PuzzleService
from bot.tables.table import Table, players_at
from bot.user_rate_limit import UserRateLimits
from bot.users import UserSettings
from bot.view import SeatContext, TableView, view_table, whose_turn_text
from engine import Event, Refused, Seat
from engine.core.action import is_repeated_question
from engine.store import LogRow
from engine.store.ids import ChannelId, TableId, UserId
from engine.store.table_list import find_tables_of_user
from engine.threads import run_in_thread


class Services(msgspec.Struct, frozen=True):
    """The parts of the running bot that handlers use."""

    settings: Settings
    tables: TableService
    render_pool: RenderPool
    outbox: OutboxWorker
    user_settings: UserSettings
    proposals: ProposalService
    ratings: RatingService
    private_notes: PrivateNotes
    followers: Followers
    scheduler: Scheduler
    dailies: DailyService
    puzzles: PuzzleService
    coach: Coach
    guild_settings: GuildSettings
    matchmaking: Matchmaking
    open_tables_posts: OpenTablesPosts
    analyses: AnalysisService
    limits: UserRateLimits = msgspec.field(default_factory=UserRateLimits)
    late_replies: LateReplies = msgspec.field(default_factory=LateReplies)
    private_questions: PrivateQuestions = msgspec.field(default_factory=PrivateQuestions)
    sample_questions: SampleQuestionCache = msgspec.field(default_factory=SampleQuestionCache)

    async def table_here(self, interaction: Interaction) -> Table:
        """Return the channel's table, also if its game is over. Raises ``Refused`` if there is none."""
        table = await self.tables.table_in_channel(channel_of(interaction))
        if table is None and is_in_foreign_server(interaction):
            raise Refused(md("{} `/play` starts a game in our direct messages.", FOREIGN_SERVER_TEXT))
        if table is None:
            raise Refused(md("There’s no table in this channel. {}", await self._own_table_text(interaction)))
        return table

    async def _own_table_text(self, interaction: Interaction) -> Markdown:
        """Return a sentence about where the user's tables are on this server and in direct messages.

        In direct messages, the tables of all servers count.
        """
        user, guild = user_of(interaction), guild_of(interaction)
        tables = await self.tables.store.read(lambda db: find_tables_of_user(db, user, guild, 2))
        if not tables:
            return md("Open one with `/game new`.")
        latest = tables[0]
        place = md("in our direct messages") if latest.guild is None else md("in <#{}>", latest.channel)
        if not latest.is_open:
            return md("Your last game was {}. Open a new table with `/game new`.", place)
        has_several = all(table.is_open for table in tables) and len(tables) > 1
        return md("`/games` lists your tables.") if has_several else md("Your table is {}.", place)

    async def find_table(self, interaction: Interaction, number: TableId | None) -> Table | None:
        """Return the table with this id, or the channel's table if ``number`` is None; None if there is no table."""
        if number is not None:
            return await self.tables.get(number)
        return (
            None
            if interaction.channel_id is None
            else await self.tables.table_in_channel(ChannelId(interaction.channel_id))
        )

    async def table_in_play_here(self, interaction: Interaction) -> Table:
        """Return the channel's started table. Raises ``Refused`` if there is none."""
        table = await self.table_here(interaction)
        return check_started(table)

    async def latest_table_here(self, interaction: Interaction) -> Table:
        """Return the channel's started table, or during a lobby the last finished one.

        Raises ``Refused`` if there is none.
        """
        table = await self.table_here(interaction)
        last_table = await self.tables.last_finished_in(table.channel) if table.state is None else None
        return check_started(last_table or table)

    async def table_in_play(self, table_id: TableId) -> Table:
        """Return a table that was started. Raises ``Refused`` for a lobby."""
        return check_started(await self.tables.get(table_id))

    async def view_for(self, table: Table, seat: Seat | None) -> TableView:
        """Return the current view of ``seat`` (None: of a spectator), with the events of the current phase."""
        return view_table(table, seat, await self.outbox.open_phase_events(table))

    async def seat_context_at(self, table: Table, user: UserId, log: Sequence[LogRow] | None = None) -> SeatContext:
        """Return the user's seat context at a table. Raises ``Refused`` for users without a seat.

        ``log`` is the table's log, if the caller has already loaded it.
        """
        seat, events = self._check_seat(table, user), await self.outbox.open_phase_events(table)
        context = self._bare_context(table, seat, events)
        decision, table_view = context.decision, context.table_view
        is_repeated = decision is not None and await run_in_thread(
            is_repeated_question, decision.offers
        )  # computing the first offer may be slow
        return replace(
            context,
            premoves=self.tables.premove_question(table, seat),
            private_news=tuple(table_view.private_news(events)),
            order_lines=await self.tables.orders.load_unread_lines(table.id, user),
            private_note=await self.private_notes.load_note(table.id, user),
            earlier_lines=await self.load_standing_lines(table, seat, log) if is_repeated else (),
            is_newcomer=not await self.ratings.has_finished(user, table.title),
            result_text=await result_with_story(self.tables, table) if table.status == "finished" else md(""),
        )

    async def bare_seat_context(self, table: Table, user: UserId) -> SeatContext:
        """Return the seat context without notes and standing orders, which is enough to make a move.

        Raises ``Refused`` for users without a seat.
        """
        seat = self._check_seat(table, user)
        return self._bare_context(table, seat, await self.outbox.open_phase_events(table))

    def _bare_context(self, table: Table, seat: Seat, events: Sequence[Event]) -> SeatContext:
        decision = next((candidate for candidate in self.tables.decisions(table) if candidate.seat == seat), None)
        return SeatContext(table, seat, view_table(table, seat, events), decision)

    def _check_seat(self, table: Table, user: UserId) -> Seat:
        """Return the user's seat.

        Raises ``Refused`` for users without a seat; the message says how a former player can return.
        """
        seat = self.tables.seat_of(table, user)
        if seat is None:
            has_seat_kept = table.status == "playing" and seat_to_return_to(table, user) is not None
            return_advice = md("Until someone takes your old seat, you can return with `/game seat action:back`. ")
            advice = return_advice if has_seat_kept else md("")
            turn_text = whose_turn_text(table, None)
            raise Refused(md("You don’t have a seat at this table. {}{}", advice, turn_text).strip())
        return seat

    async def load_standing_lines(
        self, table: Table, seat: Seat, log: Sequence[LogRow] | None = None
    ) -> tuple[str, ...]:
        """Return, in notation, the moves that the seat's current player has made and that are not undone."""
        moves = await self.tables.active_moves_of(table, log)
        own_moves = (move for move in moves if move.seat == seat)
        user = table.players[seat - 1].user
        return tuple(move.line for move in own_moves if players_at(table, move.seq)[seat - 1].user == user)

    async def load_seat_context(self, table_id: TableId, user: UserId) -> SeatContext:
        """Return the user's seat context at a started table. Raises ``Refused`` for users without a seat."""
        return await self.seat_context_at(await self.table_in_play(table_id), user)


def services_of(interaction: Interaction) -> Services:
    """The services of the client that received the interaction."""
    services: Services = interaction.client.services
    return services


def check_started(table: Table) -> Table:
    """Return the table if it was started. Raises ``Refused`` for a lobby."""
    if table.state is None or table.status == "lobby":
        raise Refused(md("The game hasn’t started yet. Its host can start it with *Start* or `/game start`."))
    return table
