"""The Discord client: opens the store, registers the commands, hands on every press."""

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.announcements.followers import Followers
from bot.announcements.game_over import GameOverTasks
from bot.announcements.outbox_worker import OutboxWorker
from bot.announcements.personal_messages import OrderNotifications, RemovalNotifications
from bot.announcements.publisher import ChannelPublisher
from bot.announcements.rate_limiter import RateLimiter
from bot.announcements.report_pictures import ReportPictures
from bot.clocks.monotonic import SteadyClock, awake_seconds
from bot.commands.former_commands import missing_command_text
from bot.commands.lobby import player_name_of
from bot.commands.option_choices import form_names
from bot.config import Settings
from bot.errors import (
    DATABASE_LOST_TEXT,
    Interaction,
    cancel_all,
    guild_of,
    log_completion_error,
    reply_text,
    report_exception,
    run_answer,
    user_of,
)
from bot.guilds import GuildSettings
from bot.history.analysis_service import AnalysisService
from bot.history.film import FilmPosts
from bot.in_flight import RESTARTING_TEXT, InFlight
from bot.leader import Leadership
from bot.matchmaking.open_tables_post import OpenTablesPosts
from bot.matchmaking.service import Matchmaking
from bot.matchmaking.welcome import post_welcome
from bot.move_search import MoveSearchPool
from bot.offered_games import OfferedGames
from bot.operations.change_dispatcher import ChangeDispatcher
from bot.operations.daily_backup import DailyBackup
from bot.operations.daily_summary import DailySummary
from bot.operations.database_watch import NO_SHARDS_REASON, DatabaseWatch
from bot.operations.error_recorder import ErrorRecorder
from bot.operations.identify_queue import IdentifyQueue
from bot.operations.monitoring import MetricsRecorder, MetricsServer
from bot.operations.request_check import check_before_requests
from bot.operations.shard_leases import wait_for_shards
from bot.operations.shutdown import Closeable, close_all
from bot.permissions import is_in_foreign_server
from bot.persons.notes import PrivateNotes
from bot.persons.ratings import RatingService
from bot.persons.user_names import UserNames
from bot.play.coach import Coach
from bot.play.offer_warmup import OfferWarmup
from bot.play.service import TableService
from bot.proposals.posts import ProposalPosts
from bot.proposals.service import ProposalService
from bot.render_pool import RenderPool
from bot.reply import DEFER_SECONDS
from bot.routes import ROUTES, all_commands, proposal_kinds
from bot.scheduler.lobby_expiry import LobbyExpiry
from bot.scheduler.scheduler import Scheduler
from bot.services import Services
from bot.solo.daily_service import DailyService
from bot.solo.puzzle_service import PuzzleService
from bot.ui.components import dispatch, form_values, parse_custom_id, raise_unknown_button
from bot.users import UserSettings
from engine.store import DatabaseError
from engine.store.address import is_server_address

_log = logging.getLogger(__name__)

_PATIENCE_SECONDS = 3.0
"""Seconds for running replies and posts to finish at shutdown."""


class Commands(app_commands.CommandTree["Roundhouse"]):
    """The registered commands. Errors before a command's own code runs are reported too."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            if interaction.type is not discord.InteractionType.autocomplete:
                await reply_text(interaction, missing_command_text(interaction.data or {}, self.client.offered_games))
        elif text := report_exception(cause, "a command"):
            await reply_text(interaction, text)


class Roundhouse(discord.AutoShardedClient):
    """The Discord client. Handles interactions; the guilds intent reports servers that add the bot."""

    services: Services
    report_pictures: ReportPictures
    daily_summary: DailySummary
    daily_backup: DailyBackup

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=settings.shards,
        )
        self.settings = settings
        self.lifeline = DatabaseWatch(self._close)
        self._metrics, self._operations_server = _metrics_parts(self, settings)
        self.http.http_trace = None if self._metrics is None else self._metrics.trace
        if is_server_address(settings.database):
            self.http.http_trace = check_before_requests(self.http.http_trace, self._check_lead)
        self.lived, self.is_alone = awake_seconds, False  # others where time is simulated
        self.in_flight, self.defer_seconds, self.patience = InFlight(), DEFER_SECONDS, _PATIENCE_SECONDS
        self.routes = ROUTES
        self._names: UserNames | None = None
        self.leader: Leadership | None = None
        self._messages: ChangeDispatcher | None = None
        self._identify_queue: IdentifyQueue | None = None
        self._error_recorder: ErrorRecorder | None = None
        self._tasks = set[asyncio.Task[None]]()
        self.tree = Commands(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self.offered_games = OfferedGames.load(settings.games, settings.boxes)
        for command in all_commands(self.offered_games):
            self.tree.add_command(command)
        if self._metrics is not None:
            leaves = (one for one in self.tree.walk_commands() if isinstance(one, app_commands.Command))
            self._metrics.register_labels(
                {command.qualified_name: tuple(form_names(command)) for command in leaves}, ROUTES
            )
        logging.getLogger("discord.app_commands.tree").addFilter(log_completion_error)

    async def setup_hook(self) -> None:
        """Open the store, build the services, and register the commands, before the first event arrives."""
        if self._operations_server is not None:
            await self._operations_server.start(self.settings)
        self._store = await self.lifeline.open_store(self.settings.database, is_alone=self.is_alone)
        self.leader = leader = Leadership(self._store, self.lifeline.end_without_database)
        if self._store.is_shared:
            self._messages = ChangeDispatcher(self._store, leader, self.lifeline.end_without_database)
            await self._messages.listen(self.settings.database)
        people = UserSettings(self._store)
        await people.load()
        servers = GuildSettings(self._store)
        await servers.load()
        self._build_services(people, servers, leader)
        self._build_daily_work()
        self._register_table_tasks()
        self._connect_metrics()
        if self._messages is not None:
            self._messages.start(self.services)
        if await leader.try_to_lead():
            await self._register_commands()
            await self._resume_work()
        else:
            self._start_task(self._take_over(leader))
        self._offer_warmup.start()
        if self._store.is_shared:
            await self._lease_shards()
        if self._operations_server is not None:
            self._operations_server.is_set_up = True

    async def _check_lead(self) -> None:
        if self.leader is not None:
            await self.leader.check()

    async def _take_over(self, leader: Leadership) -> None:
        """Wait until this process is the leader, and then resume all work."""
        if not await leader.wait_to_lead(self._clock.follow_wall):  # who leads gives time back
            return
        _log.info("The previous leader has ended. This process is now the leader.")
        self.services.tables.invalidate_all()
        try:
            await self._resume_work()
            await self._register_commands()
        except Exception:
            _log.critical("Could not become the leader. The process exits.", exc_info=True)
            await self.lifeline.end_without_database()

    async def _lease_shards(self) -> None:
        """Connect only the shards that no other process has."""
        if (self.settings.shards or 1) > 1:
            limits = await self.fetch_session_start_limits()
            self._identify_queue = IdentifyQueue(self._store, limits.max_concurrency)
        each, waits = self.settings.shards_each, lambda: self.lifeline.enter_standby(NO_SHARDS_REASON)
        self.shard_ids = await wait_for_shards(self._store, self.settings.shards, each, waits)
        self.lifeline.leave_standby()

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this process may identify, among all processes with the same token."""
        if self._identify_queue is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._identify_queue.wait_for_turn(shard_id or 0)

    def _build_services(self, user_settings: UserSettings, guild_settings: GuildSettings, leader: Leadership) -> None:
        """Build the services of handlers and of publishing."""
        clock, pace = SteadyClock(current_time, self.lived), RateLimiter(self.lived)
        self._clock, self._rate_limiter = clock, pace
        self._move_search = MoveSearchPool(self.settings.thinkers)
        minds, offered = self._move_search, self.offered_games
        sessions = TableService(
            self._store,
            clock=clock,
            user_settings=user_settings,
            move_search=minds,
            offered_games=offered,
            leader=leader,
        )
        studio = RenderPool(self.settings)
        plain = self.settings.reports == "plain"
        channels = ChannelPublisher(self, sessions, studio, plain=plain)
        announcer = OutboxWorker(sessions, channels, self.settings)
        announcer.wait_for_turn = pace.wait
        followers = Followers(self, sessions, studio, announcer, user_settings, pace, plain=plain)
        self._films = FilmPosts(self, sessions, studio)
        analyses = AnalysisService(self, sessions, studio, can_compute=self.settings.thinkers > 0)
        analyses.on_ready = announcer.wake
        self.report_pictures, channels.promised_posts = channels.pictures, self._films.notes_for_owed_film
        self.report_pictures.on_posted = followers.keep_drawing
        openings = Matchmaking(self, sessions, guild_settings, announcer, pace)
        boards = OpenTablesPosts(self, sessions, guild_settings, openings, pace)
        sessions.on_lobby_change = boards.update_soon
        self._names = UserNames(sessions, announcer.republish)
        self.services = Services(
            self.settings,
            sessions,
            studio,
            announcer,
            user_settings,
            ProposalService(sessions, announcer.wake),
            RatingService(sessions),
            PrivateNotes(self._store),
            followers,
            Scheduler(self, sessions, announcer, pace, clock),
            DailyService(self._store, user_settings, clock, self.offered_games),
            PuzzleService(self._store, clock, self.offered_games),
            Coach(self._move_search),
            guild_settings,
            openings,
            boards,
            analyses,
        )
        self.services.proposals.kinds = proposal_kinds(self.services)

    def _build_daily_work(self) -> None:
        """Makes what the leader does once a day, and what keeps errors for that."""
        self.daily_summary = DailySummary(self, self._store, self._rate_limiter, self._clock, self.settings)
        self.daily_backup = DailyBackup(self.settings, self._clock)
        self.services.scheduler.on_heartbeat = self._start_daily_work
        if self.settings.summary_hour is not None:
            self._error_recorder = ErrorRecorder(self._store, self._clock)
            self._error_recorder.start()

    def _start_daily_work(self) -> None:
        self.daily_backup.start_if_due()
        self.daily_summary.start_if_due()

    def _register_table_tasks(self) -> None:
        """Register the tasks that run after every publication of a table."""
        services = self.services
        self._proposal_posts = ProposalPosts(self, services.tables, services.proposals, services.outbox)
        self._game_over_tasks = GameOverTasks(self, services.tables, services.ratings)
        self._lobbies = LobbyExpiry(self, services.tables, services.outbox.wake)
        self._offer_warmup = OfferWarmup(services.tables)
        self._order_notifications = OrderNotifications(self, services.tables)
        self._removal_notifications = RemovalNotifications(self, services.tables)
        services.outbox.after_publishing += [
            self.report_pictures.continue_late_reports,
            self._proposal_posts.update_posts,
            services.followers.deliver,
            self._game_over_tasks.finish_game,
            self._order_notifications.deliver,
            self._removal_notifications.deliver,
        ]
        services.outbox.after_publishing += [
            self._films.post_if_owed,
            services.analyses.post_if_ready,
            self._lobbies.update_warning,
        ]

    def _connect_metrics(self) -> None:
        """Time commits and pictures, if metrics are on."""
        if self._metrics is None or self._operations_server is None:
            return
        self._store.on_transaction, self.services.render_pool.on_timed = (
            self._metrics.observe_commit,
            self._metrics.observe_drawing,
        )
        self._operations_server.store = self._store

    async def _resume_work(self) -> None:
        """Resume all work from the stored state, and then let the tables continue."""
        services = self.services
        await services.scheduler.give_back_downtime()
        await services.outbox.enqueue_unpublished()
        await self.report_pictures.resume(services.outbox.enqueue)
        await services.followers.resume()
        await self._game_over_tasks.resume(services.outbox.enqueue)
        await self._films.resume(services.outbox.enqueue)
        await services.analyses.resume()
        await self._proposal_posts.resume()
        await self._order_notifications.resume(services.outbox.enqueue)
        await self._removal_notifications.resume(services.outbox.enqueue)
        self._lobbies.start()
        if self._store.is_shared:
            self._start_task(services.outbox.poll_unpublished())
        await services.open_tables_posts.resume()
        await services.scheduler.start()
        services.outbox.start()

    async def _register_commands(self) -> None:
        """Tells Discord the commands: to one server at once, or to all.

        People can add the bot to their account if the developer portal allows that, or if Discord does not say so.
        """
        installs = self.application
        if installs is not None and installs.guild_integration_config and not installs.user_integration_config:
            self.tree.allowed_installs.user = False
        if self.settings.guild is None:
            await self.tree.sync()
            return
        guild = discord.Object(self.settings.guild)
        self.tree.copy_global_to(guild=guild)
        await self.tree.sync(guild=guild)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle buttons, selects, and forms, also those from before a restart; discord.py handles commands.

        The ``custom_id`` contains everything that a handler needs.
        """
        if self._metrics is not None:
            self._metrics.count_interaction(interaction)
        with self.in_flight.track():
            if self._names is not None and _has_present_name(interaction):
                await self._names.update_name(user_of(interaction), guild_of(interaction), player_name_of(interaction))
            await self._dispatch_press(interaction)

    async def _dispatch_press(self, interaction: Interaction) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        if interaction.type is discord.InteractionType.component:
            values = data.get("values", [])
        elif interaction.type is discord.InteractionType.modal_submit:
            values = form_values(data.get("components", []))
        else:
            return
        press = parse_custom_id(str(data.get("custom_id", "")), values)
        await (run_answer(interaction, raise_unknown_button()) if press is None else dispatch(interaction, press))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post a welcome message in a new server."""
        await post_welcome(guild, self.offered_games)

    async def wake_table_of(self, interaction: Interaction) -> None:
        """Process whatever was committed before an interaction failed."""
        data: Mapping[str, Any] = interaction.data or {}
        press = parse_custom_id(str(data.get("custom_id", "")))
        try:
            table = await self.services.find_table(interaction, None if press is None else press.optional_table_id)
        except DatabaseError:  # the store is what failed: that is in the log already
            return
        except Exception as error:  # there is no such table
            _log.warning("Could not wake the table after failed interaction %d: %s", interaction.id, error)
            return
        if table is not None:
            self.services.outbox.wake(table.id)

    async def close(self) -> None:
        """Shut down in order, once, even if several callers ask for it."""
        await self.lifeline.end_bot()

    async def _close(self) -> None:
        """Refuse new interactions, finish running ones, stop posting, disconnect, and close the store.

        Each step has a time limit, because a store may not respond.
        """
        try:
            await self._stop_answering()
            await self._stop_background()
        finally:
            await super().close()
            await self._close_store()

    async def stop(self) -> None:
        """Finish running interactions, stop posting, and close the store."""
        try:
            await self._stop_answering()
            await self._stop_background()
        finally:
            await self._close_store()

    async def _stop_answering(self) -> None:
        await self.in_flight.close(
            self.patience, DATABASE_LOST_TEXT if self.lifeline.has_lost_database else RESTARTING_TEXT
        )
        if self._names is not None:
            await self._names.close()

    async def _close_store(self) -> None:
        """Close the store's thread, even if the bot could not start: otherwise the process would not end."""
        if self.leader is not None:
            self.leader.close()
        if hasattr(self, "_store"):
            await self._store.close()
        self.lifeline.close()

    async def _stop_background(self) -> None:
        """Stop all background services at the same time, each with a time limit."""
        if self._identify_queue is not None:
            self._identify_queue.close()
        await cancel_all(*self._tasks)
        await close_all(self._background_parts(), self.patience)
        if hasattr(self, "services"):
            self._move_search.close()
            await self.services.tables.leader.resign()

    def _background_parts(self) -> list[Closeable]:
        """The parts that work in the background; after a failed start, those that there are."""
        parts: list[Closeable | None] = [self._operations_server, self._messages, self._error_recorder]
        if hasattr(self, "services"):
            services = self.services
            parts += [self._names, services.scheduler, self._proposal_posts, self._lobbies, self._offer_warmup]
            parts += [self.daily_summary, self.daily_backup]
            parts += [
                services.open_tables_posts,
                services.analyses,
                services.outbox,
                self.report_pictures,
                services.followers,
                services.late_replies,
            ]
        return [part for part in parts if part is not None]


def _metrics_parts(client: Roundhouse, settings: Settings) -> tuple[MetricsRecorder | None, MetricsServer | None]:
    """The metrics and their server; none, without importing the libraries, if metrics are off."""
    if settings.metrics_port is None:
        return None, None
    from bot.operations.http import OperationsServer
    from bot.operations.metrics import Metrics

    figures = Metrics()
    return figures, OperationsServer(client, figures, client.lifeline)


def _has_present_name(interaction: Interaction) -> bool:
    """Whether the asker is called at their tables as here: a server that has not added the bot has none of them."""
    return interaction.type is not discord.InteractionType.autocomplete and not is_in_foreign_server(interaction)


def build_bot(settings: Settings) -> Roundhouse:
    """The whole bot, not yet connected."""
    return Roundhouse(settings)


def current_time() -> float:
    """Seconds since 1970, by the clock of discord.py, which a simulated Discord can set."""
    return discord.utils.utcnow().timestamp()
