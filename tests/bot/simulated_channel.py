"""A simulated Discord for tests: a channel, its people, and the bot, whose posts are read as players see them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import simcord
from msgspec.structs import replace
from simcord import Env
from simcord.backend.serializers import message_payload
from simcord.components import walk_components
from simcord.http.router import dispatch
from simcord.results import to_discord_message

from bot.announcements.channel import ChannelMessages
from bot.client import Roundhouse, build_bot, current_time
from bot.config import Settings
from bot.scheduler import scheduler
from bot.tables.table import Table
from engine import GAMES, Action, Decision, write_action
from engine.agents.policies import DEFAULT_POLICY
from engine.store.table_settings import read_table_settings
from tests.bot.empty_stores import lay, place
from tests.bot.simulation import copied, quicken
from tests.bot.unanswered_components import unread

TITLE = next(iter(GAMES))
GAME = GAMES[TITLE]
BUTTON, SELECT, WORDS, SMALL, CONTAINER = 2, 3, 10, 11, 17
"""Discord's types of components. (docs, components/reference)"""
NAMES = ("Ada", "Ben", "Cleo", "Dov")


quicken()


_SETTLING = 20.0
"""Maximum seconds for one press on a busy machine."""


_NEVER = 365 * 86_400.0
scheduler.ALIVE_SECONDS = _NEVER
"""The bot's heartbeat and its watch of the server are turned off, because they would take most of the time in tests
of days.
"""


class World:
    """The simulated Discord with the bot, which may be replaced by a restarted one."""

    def __init__(self, env: Env, bot: Roundhouse, settings: Settings) -> None:
        self.env, self.bot, self.settings = env, bot, settings
        env.settle_timeout = _SETTLING
        self.deal(7)
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("games")
        self.people: dict[str, Any] = {}
        self._taken_apart: dict[int, tuple[Any, discord.Message]] = {}

    def deal(self, seed: int) -> None:
        """Give every table that starts from now on this seed, so that a failing test is reproducible."""
        self.bot.services.tables._new_seed = lambda: seed

    def person(self, name: str, **more: Any) -> Any:
        if name not in self.people:
            self.people[name] = self.guild.add_member(self.env.create_user(name, **more))
        return self.people[name]

    async def stop(self) -> None:
        await self.bot.stop()

    async def restart(self) -> None:
        await self.stop()
        self.bot = simulated(self.settings)
        self._taken_apart.clear()  # they act by the bot
        await self.env.restart_bot(self.bot)

    async def thread(self) -> Any:
        """Create a public thread in the channel."""
        path = f"/channels/{self.channel.id}/threads"
        dispatch(self.env.backend, "POST", path, json={"name": "a game", "type": 11, "auto_archive_duration": 1440})
        await self.env.settle()
        return self.channel.threads[-1]

    def foreign_channel(self, *names: str) -> Any:
        """Create a channel of a server that has not added the bot, with people who have added it to their accounts."""
        guild = self.env.create_guild("Elsewhere")
        channel = guild.create_text_channel("elsewhere")
        self.env.backend.foreign_guilds = {guild.id}  # type: ignore[attr-defined]
        for name in names:
            self.people[f"{name} elsewhere"] = guild.add_member(self.person(name).user)
        return channel

    async def lobby(self, *names: str, computers: int = 0, title: str = TITLE, channel: Any = None) -> Table:
        """Open a lobby of the first of ``names``, let the others join, and add computers."""
        channel = channel or self.channel
        opened = await self.person(names[0]).slash(channel, "game new", game=title)
        for name in names[1:]:
            await self.person(name).click(opened.response, label="Join")
        return await self.add_computers(await self.table(channel), computers)

    async def add_computers(self, table: Table, count: int) -> Table:
        """Add computers to a lobby, wait until its card is updated, and return the table."""
        for _ in range(count):
            table = await self.bot.services.tables.add_computer(table.id, DEFAULT_POLICY)
        if count:
            with self.env._bot_scope():
                self.bot.services.outbox.wake(table.id)
            await self.told()
        return table

    async def host_page(self, name: str, card: Any, press: str = "") -> Any:
        """Return the host's menu of a lobby card's *Host…*, or the answer to another press there."""
        said = await self.person(name).click(card, label="Host…")
        return await self.person(name).click(said.response, label=press) if press else said

    async def choose_as_host(self, name: str, card: Any, verb: str, value: str) -> Any:
        """Choose in a select of the host's menu (``add``, ``remove``, or ``invite``), and return the answer."""
        page = (await self.host_page(name, card)).response
        identity = next(one for one in self.identities(page) if one.endswith(f":{verb}"))
        return await self.person(name).select(page, [value], custom_id=identity)

    async def started(
        self, *names: str, computers: int = 0, title: str = TITLE, trail: bool = False, **options: str
    ) -> Table:
        """Start a game. With ``trail``, answered questions stay in the channel."""
        lobby = await self.lobby(*names, computers=computers, title=title)
        if trail:
            await self.bot.services.tables.set_term(lobby.id, "questions", "stay")
        for option, value in options.items():
            await self.bot.services.tables.set_option(lobby.id, option, value)
        await self.person(names[0]).slash(self.channel, "game start")
        return await self.table()

    async def table(self, channel: Any = None) -> Table:
        found = await self.bot.services.tables.table_in_channel((channel or self.channel).id)
        assert found is not None
        return found

    async def asked(self, channel: Any = None) -> tuple[Any, Decision]:
        """Return the first asked person, and their question."""
        table = await self.table(channel)
        decision = self.bot.services.tables.decisions(table)[0]
        user = table.players[decision.seat - 1].user
        return next(p for p in self.people.values() if p.id == user), decision

    async def first_offer(self) -> tuple[Any, str]:
        """Return the first asked person, and a move as that person could write it."""
        person, decision = await self.asked()
        return person, spelled(next(iter(decision.offers)))

    async def move_on(self, moves: int) -> None:
        """Make ``moves`` moves, each the first offer."""
        for _ in range(moves):
            person, line = await self.first_offer()
            await person.slash(self.channel, "move", line=line)

    async def told(self) -> None:
        """Wait until everything is posted in the channels."""
        for _ in range(200):
            await self.env.settle()
            await self.bot.services.tables.tables_to_publish()  # whatever the store was asked before is answered
            if not self.bot.services.outbox.tasks.keys:
                return

    def mailbox(self, table: Table) -> ChannelMessages:
        """Return the bot's publisher for the table's channel."""
        return ChannelMessages(self.bot, table.channel, table.guild)

    async def moves(self) -> int:
        """Return the number of moves that people have made at the table."""
        made = await self.bot.services.tables.history((await self.table()).id)
        return len([move for move in made if move.by == "player"])

    def latest(self, label: str) -> discord.Message:
        """Return the latest public post with that button."""
        stored = reversed(self._stored(self.channel.id))
        return next(post for post in map(self._taken, stored) if label in self.labels(post))

    def labels(self, message: Any) -> list[str]:
        """Return the labels of the enabled buttons under a message."""
        return [p["label"] for p in parts(message) if p["type"] == BUTTON and not p.get("disabled") and "url" not in p]

    def options(self, message: Any) -> list[str]:
        """Return the values in a message's first select."""
        selects = [part for part in parts(message) if part["type"] == SELECT]
        return [option["value"] for option in selects[0]["options"]] if selects else []

    def identities(self, message: Any) -> list[str]:
        """Return every ``custom_id`` in a message."""
        return [part["custom_id"] for part in parts(message) if "custom_id" in part]

    async def press_again(self, person: Any, message: Any, identity: str) -> Any:
        """Press a button that the message had earlier, as an outdated client does."""
        channel = message.channel.id if isinstance(message, discord.Message) else message.channel_id
        stored = self.env.backend.get_message(channel, message.id)
        kept, stored.components = (
            stored.components,
            [{"type": 1, "components": [{"type": BUTTON, "style": 1, "label": "again", "custom_id": identity}]}],
        )
        answer = await person.click(message, custom_id=identity)
        if stored.components and stored.components[0]["components"][0].get("label") == "again":
            stored.components = kept
        return answer

    def posts(self, channel: Any = None) -> list[discord.Message]:
        """Return the public messages of a channel, oldest first."""
        return list(map(self._taken, self._stored((channel or self.channel).id)))

    def _stored(self, channel: int) -> list[Any]:
        """Return the public messages as the simulation stores them."""
        kept = self.env.backend.messages.get(channel, {})
        return [kept[number] for number in sorted(kept) if not kept[number].is_ephemeral]

    def _taken(self, stored: Any) -> discord.Message:
        """Return the current message. One that is unchanged since the last time is not parsed again."""
        present = message_payload(self.env.backend, stored)
        before = self._taken_apart.get(stored.id)
        if before is None or before[0] != present:
            before = self._taken_apart[stored.id] = (copied(present), to_discord_message(self.env, stored))
        return before[1]

    def reports(self) -> list[discord.Message]:
        """Return the posts that report a phase."""
        return [post for post in self.posts() if is_report(post)]


@asynccontextmanager
async def world(folder: Path, **given: Any) -> AsyncIterator[World]:
    """Run a bot with an empty database in ``folder``."""
    quick = {"pictures": "none", "pace": 0.0}
    settings = Settings(**{"database": place(folder / "tables.db"), **quick, **given})
    await lay(settings.database)
    bot = simulated(settings)
    async with simcord.run(bot, shard_count=bot.shard_count or 1) as env:
        running = World(env, bot, settings)
        try:
            yield running
            assert not unread(env.http_requests)
        finally:
            await running.stop()


def simulated(settings: Settings) -> Roundhouse:
    """Return the bot with the simulation's time. It defers no answer, however slow the machine is."""
    bot = build_bot(settings)
    bot.awake_clock, bot.defer_seconds, bot.database_watch.check_seconds, bot.is_alone = (
        current_time,
        _NEVER,
        _NEVER,
        True,
    )
    return bot


def spelled(action: Action) -> str:
    """Return an action as a person writes it: without the seat."""
    return write_action(action).split(" ", 1)[1]


def parts(message: Any) -> list[dict[str, Any]]:
    """Return every component of a message, also nested ones."""
    if isinstance(message, discord.Message):
        return list(walk_components([row.to_dict() for row in message.components]))
    return list(walk_components(message.components))


def text_of(message: Any) -> str:
    """Return all text in a message: content, embeds, components, and alt texts."""
    words = [message.content]
    for embed in message.embeds:
        words += [embed.title or "", embed.description or ""]
    words += [part["content"] for part in parts(message) if part["type"] == WORDS]
    return "\n".join([*words, *alts(message)])


def alts(message: Any) -> list[str]:
    """Return the alt texts of a message's files, galleries, and thumbnails, in their order."""
    files = [attachment.description or "" for attachment in message.attachments]
    galleries = [item["description"] for part in parts(message) for item in part.get("items") or ()]
    small = [part["description"] for part in parts(message) if part["type"] == SMALL]
    return [*galleries, *small] or files


def is_report(message: Any) -> bool:
    """Whether the message reports a phase."""
    return any(part["type"] == CONTAINER for part in parts(message))


def report_of(message: Any) -> tuple[str, str]:
    """Return the heading and the body of a report."""
    words = next(part["content"] for part in parts(message) if part["type"] == WORDS)
    heading, _, lines = words.partition("\n")
    return heading.removeprefix("### "), lines


async def on_terms(running: World, table: Table, **terms: str) -> Table:
    """Save terms of the table as if they had been chosen in the lobby."""
    async with running.bot.services.tables.lock_table(table.id) as held:
        await held.save(replace(held.table, terms=read_table_settings(terms)))
    return held.table


class Direct:
    """A person's direct messages with the bot."""

    def __init__(self, running: World, name: str) -> None:
        self.running, self.person = running, running.person(name).user
        self.channel = self.person.dm_channel

    async def lobby(self, computers: int = 0) -> Table:
        """Open a table there, with ``computers`` computer players."""
        await self.person.slash("game new", game=TITLE)
        return await self.running.add_computers(await self.table(), computers)

    async def table(self) -> Table:
        return await self.running.table(self.channel)

    def posts(self) -> list[discord.Message]:
        """Return the bot's messages that stay, oldest first."""
        return self.running.posts(self.channel)

    def latest(self, label: str) -> discord.Message:
        """Return the latest post with that button."""
        return next(post for post in reversed(self.posts()) if label in self.running.labels(post))
