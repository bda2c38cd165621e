"""The Discord client: opens the store, registers the commands, and dispatches every press."""

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
from bot.operations.monitoring import MetricsRecorder, MetricsServer
from bot.operations.request_check import check_before_requests
from bot.operations.shard_leases import IdentifyQueue, wait_for_shards
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

_SHUTDOWN_SECONDS = 3.0
"""Seconds that running replies and posts get to finish at shutdown."""


class Commands(app_commands.CommandTree["Roundhouse"]):
    """The registered commands. Also reports errors that occur before the code of a command runs."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            if interaction.type is not discord.InteractionType.autocomplete:
                await reply_text(interaction, missing_command_text(interaction.data or {}, self.client.offered_games))
        elif text := report_exception(cause, "a command"):
            await reply_text(interaction, text)


class Roundhouse(discord.AutoShardedClient):
    """The Discord client, which handles interactions. The guilds intent reports servers that add the bot."""

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
        self.database_watch = DatabaseWatch(self._close)
        self._metrics, self._operations_server = _metrics_parts(self, settings)
        self.http.http_trace = None if self._metrics is None else self._metrics.trace
        if is_server_address(settings.database):
            self.http.http_trace = check_before_requests(self.http.http_trace, self._check_lead)
        self.awake_clock, self.is_alone = awake_seconds, False  # replaced where time is simulated
        self.in_flight, self.defer_seconds, self.shutdown_seconds = InFlight(), DEFER_SECONDS, _SHUTDOWN_SECONDS
        self.routes = ROUTES
        self._names: UserNames | None = None
        self.leader: Leadership | None = None
        self._change_dispatcher: ChangeDispatcher | None = None
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
            commands = (command for command in self.tree.walk_commands() if isinstance(command, app_commands.Command))
            self._metrics.register_labels(
                {command.qualified_name: tuple(form_names(command)) for command in commands}, ROUTES
            )
        logging.getLogger("discord.app_commands.tree").addFilter(log_completion_error)

    async def setup_hook(self) -> None:
        """Open the store, build the services, and register the commands, before the first event arrives."""
        if self._operations_server is not None:
            await self._operations_server.start(self.settings)
        self._store = await self.database_watch.open_store(self.settings.database, is_alone=self.is_alone)
        self.leader = leader = Leadership(self._store, self.database_watch.end_without_database)
        if self._store.is_shared:
            self._change_dispatcher = ChangeDispatcher(self._store, leader, self.database_watch.end_without_database)
            await self._change_dispatcher.listen(self.settings.database)
        user_settings = UserSettings(self._store)
        await user_settings.load()
        guild_settings = GuildSettings(self._store)
        await guild_settings.load()
        self._build_services(user_settings, guild_settings, leader)
        self._build_daily_work()
        self._register_table_tasks()
        self._connect_metrics()
        if self._change_dispatcher is not None:
            self._change_dispatcher.start(self.services)
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
        if not await leader.wait_to_lead(self._clock.follow_wall):  # the leader credits the downtime
            return
        _log.info("The previous leader has ended. This process is now the leader.")
        self.services.tables.invalidate_all()
        try:
            await self._resume_work()
            await self._register_commands()
        except Exception:
            _log.critical("Could not become the leader. The process exits.", exc_info=True)
            await self.database_watch.end_without_database()

    async def _lease_shards(self) -> None:
        """Connect only the shards that no other process has."""
        if (self.settings.shards or 1) > 1:
            limits = await self.fetch_session_start_limits()
            self._identify_queue = IdentifyQueue(self._store, limits.max_concurrency)
        shards_each, enter_standby = (
            self.settings.shards_each,
            lambda: self.database_watch.enter_standby(NO_SHARDS_REASON),
        )
        self.shard_ids = await wait_for_shards(self._store, self.settings.shards, shards_each, enter_standby)
        self.database_watch.leave_standby()

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this process may identify. Processes with the same token take turns."""
        if self._identify_queue is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._identify_queue.wait_for_turn(shard_id or 0)

    def _build_services(self, user_settings: UserSettings, guild_settings: GuildSettings, leader: Leadership) -> None:
        clock, rate_limiter = SteadyClock(current_time, self.awake_clock), RateLimiter(self.awake_clock)
        self._clock, self._rate_limiter = clock, rate_limiter
        self._move_search = MoveSearchPool(self.settings.thinkers)
        move_search, offered_games = self._move_search, self.offered_games
        tables = TableService(
            self._store,
            clock=clock,
            user_settings=user_settings,
            move_search=move_search,
            offered_games=offered_games,
            leader=leader,
        )
        render_pool = RenderPool(self.settings)
        plain = self.settings.reports == "plain"
        publisher = ChannelPublisher(self, tables, render_pool, plain=plain)
        outbox = OutboxWorker(tables, publisher, self.settings)
        outbox.wait_for_turn = rate_limiter.wait
        followers = Followers(self, tables, render_pool, outbox, user_settings, rate_limiter, plain=plain)
        self._films = FilmPosts(self, tables, render_pool)
        analyses = AnalysisService(self, tables, render_pool, can_compute=self.settings.thinkers > 0)
        analyses.on_ready = outbox.wake
        self.report_pictures, publisher.final_post_notes = publisher.pictures, self._films.pending_film_notes
        self.report_pictures.on_posted = followers.keep_drawing
        matchmaking = Matchmaking(self, tables, guild_settings, outbox, rate_limiter)
        open_tables_posts = OpenTablesPosts(self, tables, guild_settings, matchmaking, rate_limiter)
        tables.on_lobby_change = open_tables_posts.update_soon
        self._names = UserNames(tables, outbox.republish)
        self.services = Services(
            self.settings,
            tables,
            render_pool,
            outbox,
            user_settings,
            ProposalService(tables, outbox.wake),
            RatingService(tables),
            PrivateNotes(self._store),
            followers,
            Scheduler(self, tables, outbox, rate_limiter, clock),
            DailyService(self._store, user_settings, clock, self.offered_games),
            PuzzleService(self._store, clock, self.offered_games),
            Coach(self._move_search),
            guild_settings,
            matchmaking,
            open_tables_posts,
            analyses,
        )
        self.services.proposals.kinds = proposal_kinds(self.services)

    def _build_daily_work(self) -> None:
        """Build the daily summary, the daily backup, and the recorder of errors for the summary."""
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
        """Register the tasks that run each time after a table's moves are published."""
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
            self._films.post_if_pending,
            services.analyses.post_if_ready,
            self._lobbies.update_warning,
        ]

    def _connect_metrics(self) -> None:
        """Measure the duration of commits and of drawings, if metrics are on."""
        if self._metrics is None or self._operations_server is None:
            return
        self._store.on_transaction, self.services.render_pool.on_timed = (
            self._metrics.observe_commit,
            self._metrics.observe_drawing,
        )
        self._operations_server.store = self._store

    async def _resume_work(self) -> None:
        """Resume all unfinished work from the store, and then start publishing and the clocks."""
        services = self.services
        await services.scheduler.credit_downtime()
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
        """Register the commands with Discord, either for one server, where they work at once, or for all servers.

        Users can add the bot to their account unless the developer portal forbids it.
        """
        application = self.application
        if application is not None and application.guild_integration_config and not application.user_integration_config:
            self.tree.allowed_installs.user = False
        if self.settings.guild is None:
            await self.tree.sync()
            return
        guild = discord.Object(self.settings.guild)
        self.tree.copy_global_to(guild=guild)
        await self.tree.sync(guild=guild)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle buttons, selects, and forms, also those sent before a restart. (discord.py handles commands.)

        The ``custom_id`` contains everything that a handler needs.
        """
        if self._metrics is not None:
            self._metrics.count_interaction(interaction)
        with self.in_flight.track():
            if self._names is not None and _has_table_name(interaction):
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
        """Publish the moves that were committed before the interaction failed."""
        data: Mapping[str, Any] = interaction.data or {}
        press = parse_custom_id(str(data.get("custom_id", "")))
        try:
            table = await self.services.find_table(interaction, None if press is None else press.optional_table_id)
        except DatabaseError:  # the store has failed, which is in the log already
            return
        except Exception as error:  # for example, the table does not exist
            _log.warning("Could not wake the table after failed interaction %d: %s", interaction.id, error)
            return
        if table is not None:
            self.services.outbox.wake(table.id)

    async def close(self) -> None:
        """Shut down in order. Several calls shut down only once."""
        await self.database_watch.end_bot()

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
            self.shutdown_seconds, DATABASE_LOST_TEXT if self.database_watch.has_lost_database else RESTARTING_TEXT
        )
        if self._names is not None:
            await self._names.close()

    async def _close_store(self) -> None:
        """Close the store and its thread, even if the bot could not start. Otherwise the process would not end."""
        if self.leader is not None:
            self.leader.close()
        if hasattr(self, "_store"):
            await self._store.close()
        self.database_watch.close()

    async def _stop_background(self) -> None:
        """Stop all background services at the same time, each with a time limit."""
        if self._identify_queue is not None:
            self._identify_queue.close()
        await cancel_all(*self._tasks)
        await close_all(self._background_parts(), self.shutdown_seconds)
        if hasattr(self, "services"):
            self._move_search.close()
            await self.services.tables.leader.resign()

    def _background_parts(self) -> list[Closeable]:
        """The parts that have background tasks; after a failed start, only the parts that exist."""
        parts: list[Closeable | None] = [self._operations_server, self._change_dispatcher, self._error_recorder]
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
    """Return the metrics and their server; None, without importing their libraries, if metrics are off."""
    if settings.metrics_port is None:
        return None, None
    from bot.operations.http import OperationsServer
    from bot.operations.metrics import Metrics

    metrics = Metrics()
    return metrics, OperationsServer(client, metrics, client.database_watch)


def _has_table_name(interaction: Interaction) -> bool:
    """Whether the interaction contains the name that the user has at tables.

    In a server that has not added the bot, the user may have another name.
    """
    return interaction.type is not discord.InteractionType.autocomplete and not is_in_foreign_server(interaction)


def build_bot(settings: Settings) -> Roundhouse:
    """Build the bot without connecting it."""
    return Roundhouse(settings)


def current_time() -> float:
    """Seconds since 1970, by the clock of discord.py, which a simulated Discord can set."""
    return discord.utils.utcnow().timestamp()
