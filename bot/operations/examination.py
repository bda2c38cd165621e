"""One conformance run: its verdicts, what it must remove, and how it asks the tester."""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import msgspec
from discord.http import Route

from bot.errors import error_summary
from bot.operations.assumptions import ASSUMPTIONS
from bot.operations.verdicts import Verdict

_log = logging.getLogger(__name__)

_PATIENCE_SECONDS = 60.0
"""Seconds that the tester has for one press."""
_CLEANUP_SECONDS = 60.0
_GONE = (10003, 10008, 10011, 10015, 50027)
"""Codes of deleted things, and of a private reply whose token has expired (docs, opcodes)."""
_NO_MENTIONS = {"parse": list[str]()}
"""Allowed mentions of a message that names no one."""


class Unclear(Exception):
    """Something can't be determined; the message says why."""


class Tried(msgspec.Struct, frozen=True):
    """The outcome of one request: its ``value``, or the status, code, and text of Discord's refusal."""

    value: Any = None
    status: int = 0
    code: int = 0
    text: str = ""

    @property
    def is_done(self) -> bool:
        """Whether Discord did it."""
        return not self.status

    @property
    def words(self) -> str:
        """The outcome as a part of a sentence."""
        return "it was accepted" if self.is_done else f"status {self.status}, code {self.code}"


class Response(msgspec.Struct, frozen=True):
    """A recorded response: the end of its address, its status, and the names of its headers."""

    path: str
    status: int
    headers: dict[str, str]


class Observer(discord.Client):
    """The client of a run. Passes presses to waiting tests, and records every response. Mutable."""

    def __init__(self) -> None:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            http_trace=trace,
        )
        self.responses = list[Response]()
        self.expected = dict[str, asyncio.Future[discord.Interaction[Any]]]()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Hand on a press; one that no one expects is not answered."""
        custom_id = str(data_of(interaction).get("custom_id", ""))
        waiting = self.expected.pop(custom_id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(interaction)

    async def _note(self, _session: object, _context: object, given: aiohttp.TraceRequestEndParams) -> None:
        headers = {name.lower(): value for name, value in given.response.headers.items()}
        self.responses.append(Response(given.url.path, given.response.status, headers))


Load = Callable[[str], Awaitable[tuple[str, bytes]]]
"""Downloads an address as a client does; returns the content type and the bytes. Raises ``Unclear``."""


class Examination:
    """A run in one channel. Mutable: it collects verdicts and cleanup steps."""

    def __init__(
        self,
        client: Observer,
        channel: discord.TextChannel,
        load: Load,
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        patience: float = _PATIENCE_SECONDS,
        is_long: bool = False,
        say: Callable[[str], None] = print,
    ) -> None:
        self.client, self.channel, self.load = client, channel, load
        self.pause, self.patience, self.is_long, self.say = pause, patience, is_long, say
        self.granted = channel.permissions_for(channel.guild.me)  # as it was before the run takes any away
        self._latest = channel.last_message_id or channel.id
        self.found = dict[str, Verdict]()
        self.person: discord.User | discord.Member | None = None
        self._is_alone = False
        self._undoing = list[Callable[[], Awaitable[Any]]]()
        self._numbers = itertools.count(1)

    # -- verdicts

    def decide(self, name: str, is_true: bool, said: str = "") -> None:
        """Record whether an assumption is true; one that was false stays false."""
        if name not in self.found or self.found[name].outcome != "false":
            self.found[name] = Verdict("true" if is_true else "false", said)

    def leave_open(self, name: str, why: str) -> None:
        """Record that an assumption is unknown, unless it is decided already."""
        self.found.setdefault(name, Verdict("unknown", why))

    async def step(self, work: Callable[["Examination"], Awaitable[None]], *names: str) -> None:
        """Run one part of the run. Assumptions in ``names`` that it does not decide stay unknown, with the reason."""
        why = "The run ended before it could test this."
        try:
            await work(self)
            why = "The run could not test this."
        except Unclear as error:
            why = str(error)
        except discord.HTTPException as error:
            why = f"Discord refused what the test needs first: status {error.status}, code {error.code}."
        except Exception as error:  # whatever a library or a simulation can't do
            _log.debug("A conformance test failed", exc_info=error)
            why = f"The test could not be made here ({type(error).__name__})."
        finally:
            for name in names:
                self.leave_open(name, why)

    def close(self) -> None:
        """Record “unknown” for every assumption without a verdict."""
        for one in ASSUMPTIONS:
            self.leave_open(one.name, one.untested or "The run ended before it could test this.")

    # -- requests

    async def attempt(self, work: Awaitable[Any]) -> Tried:
        """Await a request that Discord may refuse."""
        try:
            return Tried(value=await work)
        except discord.HTTPException as error:
            return Tried(status=error.status, code=error.code, text=error.text)
        except (aiohttp.ClientError, ConnectionError, TimeoutError) as error:
            raise Unclear(f"The connection to Discord failed ({error_summary(error)}).") from error

    async def request(self, method: str, path: str, **given: Any) -> Tried:
        """Send a request without the library's own checks. ``given`` fills the path."""
        payload = given.pop("payload", None)
        more = {} if payload is None else {"json": payload}
        return await self.attempt(self.client.http.request(Route(method, path, **given), **more))

    async def post(self, payload: dict[str, Any], channel: int | None = None) -> Tried:
        """Post a message without the library's own checks; it is removed at the end."""
        where = self.channel.id if channel is None else channel
        given = {"allowed_mentions": _NO_MENTIONS, **payload}
        tried = await self.request("POST", "/channels/{channel_id}/messages", channel_id=where, payload=given)
        if tried.is_done:
            self.remove_later(where, int(tried.value["id"]))
        return tried

    async def send(self, where: discord.abc.Messageable | None = None, **given: Any) -> discord.Message:
        """Post a message through the library; it is removed at the end."""
        target = self.channel if where is None else where
        message: discord.Message = await target.send(**given)
        self.remove_later(message.channel.id, message.id)
        return message

    # -- cleaning up

    def undo_later(self, work: Callable[[], Awaitable[Any]]) -> None:
        """Run this cleanup step at the end, however the run ends; the latest step runs first."""
        self._undoing.append(work)

    def remove_later(self, channel: int, message: int) -> None:
        """The message is deleted at the end."""
        there = self.client.get_partial_messageable(channel)
        self.undo_later(there.get_partial_message(message).delete)

    async def clean_up(self) -> list[str]:
        """Run all cleanup steps; return a sentence about each that failed. Missing things count as removed."""
        left = list[str]()
        while self._undoing:
            work = self._undoing.pop()
            try:
                async with asyncio.timeout(_CLEANUP_SECONDS):
                    await work()
            except Exception as error:
                if not isinstance(error, discord.HTTPException) or error.code not in _GONE:
                    left.append(f"Something that the run made could not be removed ({error_summary(error)}).")
        with suppress(discord.HTTPException):
            await self._remove_thread_notes()
        return left

    async def _remove_thread_notes(self) -> None:
        """Delete Discord's own posts about the threads of the run."""
        since = discord.utils.snowflake_time(self._latest)
        async for message in self.channel.history(limit=100, after=since):
            is_own = message.author.id == self.channel.guild.me.id
            if is_own and message.type is discord.MessageType.thread_created:
                await message.delete()

    # -- people

    def new_id(self) -> str:
        """A ``custom_id`` of this run."""
        return f"conformance:{self.channel.id}:{next(self._numbers)}"

    async def press(self, *custom_ids: str) -> discord.Interaction[Any]:
        """The next press on one of these. Raises ``Unclear`` if no one presses in time."""
        if self._is_alone:
            raise Unclear("Nobody answered the first question.")
        waiting: asyncio.Future[discord.Interaction[Any]] = asyncio.get_running_loop().create_future()
        for custom_id in custom_ids:
            self.client.expected[custom_id] = waiting
        try:
            async with asyncio.timeout(self.patience):
                pressed = await waiting
        except TimeoutError:
            self._is_alone = self.person is None
            raise Unclear(f"Nobody answered within {self.patience:g} seconds.") from None
        finally:
            for custom_id in custom_ids:
                self.client.expected.pop(custom_id, None)
        self.person = pressed.user
        return pressed

    async def ask(self, text: str, *labels: str) -> discord.Interaction[Any]:
        """Ask for a press on one of the buttons below a text; the press is not answered yet."""
        ids = [self.new_id() for _ in labels]
        self.say(text)
        posted = await self.post({"content": text, "components": [row(*map(button, labels, ids))]})
        if not posted.is_done:
            raise Unclear(f"The question could not be posted ({posted.words}).")
        return await self.press(*ids)

    async def look(self, name: str, text: str) -> None:
        """Ask the tester whether something looks as expected, which decides an assumption."""
        labels = ("As expected", "Not as expected", "I can’t tell")
        pressed = await self.ask(text, *labels)
        await pressed.response.edit_message(content="Thank you.", view=None)
        label = _label_of(pressed)
        if label == labels[2]:
            raise Unclear(f"A person pressed {label}.")
        self.decide(name, label == labels[0], f"A person pressed {label}.")


def data_of(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    """The payload of a press or a form; may be empty."""
    return dict(interaction.data or {})


def _label_of(pressed: discord.Interaction[Any]) -> str:
    """The label of the button that was pressed."""
    custom_id = data_of(pressed).get("custom_id")
    lines = pressed.message.components if pressed.message is not None else []
    buttons = [part for line in lines if isinstance(line, discord.ActionRow) for part in line.children]
    return next(
        (str(one.label) for one in buttons if isinstance(one, discord.Button) and one.custom_id == custom_id), ""
    )


def button(label: str, custom_id: str) -> dict[str, Any]:
    """A button as Discord's API takes it."""
    return {"type": 2, "style": 2, "label": label, "custom_id": custom_id}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    """A row as Discord's API takes it."""
    return {"type": 1, "components": list(parts)}


def words(text: str) -> dict[str, Any]:
    """A text of a V2 message as Discord's API takes it."""
    return {"type": 10, "content": text}


def choice(custom_id: str, options: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A select as Discord's API takes it."""
    return {"type": 3, "custom_id": custom_id, "options": list(options)}
