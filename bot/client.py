"""The Discord client: opens the store, registers the commands, hands on every press. It knows no title."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.clocks.steady import Steady, lived
from bot.commands.choices import forms_of
from bot.commands.lobby import name_of
from bot.commands.moved import explain_missing
from bot.config import Settings
from bot.deadlines.alarms import Alarms
from bot.deadlines.lobbies import Lobbies
from bot.desk import Desk
from bot.errors import LOST, Interaction, answering, completions, guild_of, sentence, stop, tell, user_of
from bot.hosting.ending import Background, end_all
from bot.hosting.lifeline import NO_SHARDS, Lifeline
from bot.hosting.messages import Messages
from bot.hosting.requests import check_first
from bot.hosting.shards import lease
from bot.hosting.turns import Turns
from bot.in_flight import RESTARTING, InFlight
from bot.leader import Leadership
from bot.meeting.boards import Boards
from bot.meeting.openings import Openings
from bot.meeting.welcome import post_welcome
from bot.minds import Minds
from bot.offered import OfferedGames
from bot.past.analyses import Analyses
from bot.past.film import Films
from bot.persons.memos import Memos
from bot.persons.names import Names
from bot.persons.scores import Scores
from bot.play.coach import Coach
from bot.play.sessions import Tables
from bot.play.warming import Warming
from bot.preferences import People
from bot.reply import DEFER_SECONDS
from bot.routes import MOTIONS, ROUTES, commands
from bot.servers import Servers
from bot.solo.dailies import Dailies
from bot.solo.puzzles import Puzzles
from bot.studio import Studio
from bot.telling.aftermath import Aftermath
from bot.telling.announce import Announcer
from bot.telling.channels import Channels
from bot.telling.followers import Followers
from bot.telling.pace import Pace
from bot.telling.pictures import Pictures
from bot.telling.removals import Removals
from bot.telling.whispers import Whispers
from bot.ui.components import pressed, routed, typed_values, unknown
from bot.voting.ballots import Ballots
from bot.voting.votes import Votes
from engine.store import DatabaseError
from engine.store.address import is_address

if TYPE_CHECKING:
    from bot.hosting.figures import Figures
    from bot.hosting.page import Page

_log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds in which what is being answered or posted may come to its end."""


class Commands(app_commands.CommandTree["Roundhouse"]):
    """The registered commands; what fails before a command's own code runs is told as well."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            if interaction.type is not discord.InteractionType.autocomplete:
                await tell(interaction, explain_missing(interaction.data or {}, self.client.offered))
        elif text := sentence(cause, "a command"):
            await tell(interaction, text)


class Roundhouse(discord.AutoShardedClient):
    """The bot. Everything it answers comes with the interactions; the guilds intent tells it of servers that add it."""

    desk: Desk
    pictures: Pictures

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=settings.shards,
        )
        self.settings = settings
        self.lifeline = Lifeline(self._close)
        self._figures, self._page = _watched(self, settings)
        self.http.http_trace = None if self._figures is None else self._figures.trace
        if is_address(settings.database):
            self.http.http_trace = check_first(self.http.http_trace, self._check_lead)
        self.lived, self.is_alone = lived, False  # others where time is simulated
        self.in_flight, self.defer_seconds, self.patience = InFlight(), DEFER_SECONDS, PATIENCE
        self.routes = ROUTES
        self._names: Names | None = None
        self.leader: Leadership | None = None
        self._messages: Messages | None = None
        self._turns: Turns | None = None
        self._tasks = set[asyncio.Task[None]]()
        self.tree = Commands(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.offered = OfferedGames.read(settings.games, settings.boxes)
        for command in commands(self.offered):
            self.tree.add_command(command)
        if self._figures is not None:
            leaves = (one for one in self.tree.walk_commands() if isinstance(one, app_commands.Command))
            self._figures.know({command.qualified_name: tuple(forms_of(command)) for command in leaves}, ROUTES)
        logging.getLogger("discord.app_commands.tree").addFilter(completions)

    async def setup_hook(self) -> None:
        """Opens the store, puts the bot together and registers the commands, before the first event arrives."""
        if self._page is not None:
            await self._page.start(self.settings)
        self._store = await self.lifeline.opened(self.settings.database, is_alone=self.is_alone)
        self.leader = leader = Leadership(self._store, self.lifeline.end_without_database)
        if self._store.is_shared:
            self._messages = Messages(self._store, leader, self.lifeline.end_without_database)
            await self._messages.listen(self.settings.database)
        people = People(self._store)
        await people.load()
        servers = Servers(self._store)
        await servers.load()
        self._furnish(people, servers, leader)
        self._look_after()
        self._measure()
        if self._messages is not None:
            self._messages.start(self.desk)
        if await leader.try_to_lead():
            await self._register()
            await self._resume()
        else:
            self._begin(self._take_over(leader))
        self._warming.start()
        if self._store.is_shared:
            await self._lease_shards()
        if self._page is not None:
            self._page.is_set_up = True

    async def _check_lead(self) -> None:
        if self.leader is not None:
            await self.leader.check()

    async def _take_over(self, leader: Leadership) -> None:
        """Waits until this process leads, and then takes up everything where it stood."""
        if not await leader.wait_to_lead(self._clock.follow):  # who leads gives time back
            return
        _log.info("the leading bot has ended, so this one leads")
        self.desk.sessions.forget_all()
        try:
            await self._resume()
            await self._register()
        except Exception:
            _log.critical("this bot cannot lead, so it ends", exc_info=True)
            await self.lifeline.end_without_database()

    async def _lease_shards(self) -> None:
        """Connects to Discord only with what no other process has."""
        if (self.settings.shards or 1) > 1:
            limits = await self.fetch_session_start_limits()
            self._turns = Turns(self._store, limits.max_concurrency)
        each, waits = self.settings.shards_each, lambda: self.lifeline.stand_by(NO_SHARDS)
        self.shard_ids = await lease(self._store, self.settings.shards, each, waits)
        self.lifeline.go_on()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits for the turn of a connection to Discord, among those of all bots with its token."""
        if self._turns is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._turns.wait(shard_id or 0)

    def _furnish(self, people: People, servers: Servers, leader: Leadership) -> None:
        """Makes what commands and buttons have at hand, and what tells the channels."""
        clock, pace = Steady(now, self.lived), Pace(self.lived)
        self._clock = clock
        self._minds = Minds(self.settings.thinkers)
        minds, offered = self._minds, self.offered
        sessions = Tables(self._store, clock=clock, people=people, minds=minds, offered=offered, leader=leader)
        studio = Studio(self.settings)
        plain = self.settings.reports == "plain"
        channels = Channels(self, sessions, studio, plain=plain)
        announcer = Announcer(sessions, channels, self.settings)
        announcer.turn = pace.wait
        followers = Followers(self, sessions, studio, announcer, people, pace, plain=plain)
        self._films = Films(self, sessions, studio)
        analyses = Analyses(self, sessions, studio, is_able=self.settings.thinkers > 0)
        analyses.ready = announcer.kick
        self.pictures, channels.owed = channels.pictures, self._films.owed
        self.pictures.posted = followers.posted
        openings = Openings(self, sessions, servers, announcer, pace)
        boards = Boards(self, sessions, servers, openings, pace)
        sessions.lobby_changed = boards.changed
        self._names = Names(sessions, announcer.refresh)
        self.desk = Desk(
            self.settings,
            sessions,
            studio,
            announcer,
            people,
            Votes(sessions, MOTIONS),
            Scores(sessions),
            Memos(self._store),
            followers,
            Alarms(self, sessions, announcer, pace, clock),
            Dailies(self._store, people, clock, self.offered),
            Puzzles(self._store, clock, self.offered),
            Coach(self._minds),
            servers,
            openings,
            boards,
            analyses,
        )

    def _look_after(self) -> None:
        """Says what is looked after whenever a channel has been told something."""
        at = self.desk
        self._ballots = Ballots(self, at)
        self._aftermath = Aftermath(self, at.sessions, at.scores)
        self._lobbies = Lobbies(self, at.sessions, at.announcer.kick)
        self._warming = Warming(at.sessions)
        whispers = Whispers(self, at.sessions)
        at.announcer.after += [
            self.pictures.tend,
            self._ballots.tend,
            at.followers.tend,
            self._aftermath.tend,
            whispers.tend,
            Removals(self, at.sessions).tend,
        ]
        at.announcer.after += [self._films.tend, at.analyses.tend, self._lobbies.settle]

    def _measure(self) -> None:
        """Makes the store and the studio time themselves: commits and pictures, where somebody wants to know."""
        if self._figures is None or self._page is None:
            return
        self._store.timed, self.desk.studio.timed = self._figures.committed, self._figures.drawn
        self._page.store = self._store

    async def _resume(self) -> None:
        """Takes up everything where it stood when the process ended, and then lets the tables go on."""
        at = self.desk
        await at.watch.give_back()
        await at.announcer.resume()
        await self.pictures.resume(at.announcer.later)
        await at.followers.resume()
        await self._aftermath.resume(at.announcer.later)
        await self._films.resume(at.announcer.later)
        await at.analyses.resume()
        await self._ballots.resume()
        self._lobbies.start()
        if self._store.is_shared:
            self._begin(at.announcer.look_for_untold())
        await at.boards.resume()
        await at.watch.start()
        at.announcer.go_on()

    async def _register(self) -> None:
        """Tells Discord the commands: to one server at once, or to all."""
        if self.settings.guild is None:
            await self.tree.sync()
            return
        guild = discord.Object(self.settings.guild)
        self.tree.copy_global_to(guild=guild)
        await self.tree.sync(guild=guild)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answers buttons, selects and forms, of before a restart too; commands find their own way.

        The ``custom_id`` says all there is to know, so nothing need be kept or built anew for a press.
        """
        if self._figures is not None:
            self._figures.count(interaction)
        with self.in_flight.enter():
            if interaction.type is not discord.InteractionType.autocomplete and self._names is not None:
                await self._names.note(user_of(interaction), guild_of(interaction), name_of(interaction))
            await self._answer(interaction)

    async def _answer(self, interaction: Interaction) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        if interaction.type is discord.InteractionType.component:
            values = data.get("values", [])
        elif interaction.type is discord.InteractionType.modal_submit:
            values = typed_values(data.get("components", []))
        else:
            return
        press = pressed(str(data.get("custom_id", "")), values)
        await (answering(interaction, unknown()) if press is None else routed(interaction, press))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Says in a new server how to begin."""
        await post_welcome(guild, self.offered)

    async def failed(self, interaction: Interaction) -> None:
        """Has the table told of whatever was committed before a press or a command failed midway."""
        data: Mapping[str, Any] = interaction.data or {}
        press = pressed(str(data.get("custom_id", "")))
        try:
            table = await self.desk.table_of(interaction, None if press is None else press.table_if_any)
        except DatabaseError:  # the store is what failed: that is in the log already
            return
        except Exception as error:  # there is no such table
            _log.warning("Could not wake the table after failed interaction %d: %s", interaction.id, error)
            return
        if table is not None:
            self.desk.announcer.kick(table.id)

    async def close(self) -> None:
        """Ends the bot in order: once, whoever else asks for it or gives up meanwhile."""
        await self.lifeline.end()

    async def _close(self) -> None:
        """Accepts nothing more, answers what has arrived, stops posting, leaves Discord, and closes the store.

        Each step has a limit, since a store that does not answer would keep the bot for ever.
        """
        try:
            await self._stop_answering()
            await self._stop_telling()
        finally:
            await super().close()
            await self._close_store()

    async def stop(self) -> None:
        """Answers what has arrived, stops posting, and closes the store."""
        try:
            await self._stop_answering()
            await self._stop_telling()
        finally:
            await self._close_store()

    async def _stop_answering(self) -> None:
        await self.in_flight.close(self.patience, LOST if self.lifeline.has_lost else RESTARTING)
        if self._names is not None:
            await self._names.close()

    async def _close_store(self) -> None:
        """Ends its thread, also when the bot could not start: otherwise the process would stay."""
        if self.leader is not None:
            self.leader.close()
        if hasattr(self, "_store"):
            await self._store.close()
        self.lifeline.close()

    async def _stop_telling(self) -> None:
        """Stops everything that works in the background, at the same time: each part has a limit of its own."""
        if self._turns is not None:
            self._turns.close()
        await stop(*self._tasks)
        await end_all(self._background(), self.patience)
        if hasattr(self, "desk"):
            self._minds.close()
            await self.desk.sessions.leader.resign()

    def _background(self) -> list[Background]:
        """The parts that work in the background; after a failed start, those that there are."""
        parts: list[Background | None] = [self._page, self._messages]
        if hasattr(self, "desk"):
            at = self.desk
            parts += [self._names, at.watch, self._ballots, self._lobbies, self._warming]
            parts += [at.boards, at.analyses, at.announcer, self.pictures, at.followers]
        return [part for part in parts if part is not None]


def _watched(client: Roundhouse, settings: Settings) -> tuple[Figures | None, Page | None]:
    """The figures and their page; nothing, and no library for it loaded, where nobody has asked for it."""
    if settings.metrics_port is None:
        return None, None
    from bot.hosting.figures import Figures
    from bot.hosting.page import Page

    figures = Figures()
    return figures, Page(client, figures, client.lifeline)


def build(settings: Settings) -> Roundhouse:
    """The whole bot, not yet connected."""
    return Roundhouse(settings)


def now() -> float:
    """Seconds since 1970, by the clock of discord.py, which a simulated Discord sets."""
    return discord.utils.utcnow().timestamp()
