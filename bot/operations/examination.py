"""A conformance run: its verdicts, its cleanup steps, and its questions to the tester."""

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

_PRESS_SECONDS = 60.0
"""Seconds that the tester has to press a button."""
_CLEANUP_SECONDS = 60.0
_DELETED_CODES = (10003, 10008, 10011, 10015, 50027)
"""Discord's error codes for deleted objects, and for a private reply whose token has expired. (docs, opcodes)"""
_NO_MENTIONS = {"parse": list[str]()}
"""Value of ``allowed_mentions`` for a message that mentions no one."""


class Unclear(Exception):
    """Raised if an assumption can't be tested; the message is the reason."""


class RequestOutcome(msgspec.Struct, frozen=True):
    """The outcome of one request: its ``value``, or the status, code, and text with which Discord refused it."""

    value: Any = None
    status: int = 0
    code: int = 0
    text: str = ""

    @property
    def is_done(self) -> bool:
        """Whether Discord accepted the request."""
        return not self.status

    @property
    def summary(self) -> str:
        """Return the outcome as a clause."""
        return "it was accepted" if self.is_done else f"status {self.status}, code {self.code}"


class Response(msgspec.Struct, frozen=True):
    """A recorded response: its path, its status, and its headers by their names in lower case."""

    path: str
    status: int
    headers: dict[str, str]


class Observer(discord.Client):
    """The Discord client of a conformance run. Mutable.

    It passes presses to the tests that wait for them, and records every response.
    """

    def __init__(self) -> None:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._record_response)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            http_trace=trace,
        )
        self.responses = list[Response]()
        self.expected = dict[str, asyncio.Future[discord.Interaction[Any]]]()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Pass a press to the test that waits for it. A press that no test waits for gets no response."""
        custom_id = str(payload_of(interaction).get("custom_id", ""))
        future = self.expected.pop(custom_id, None)
        if future is not None and not future.done():
            future.set_result(interaction)

    async def _record_response(self, _session: object, _context: object, params: aiohttp.TraceRequestEndParams) -> None:
        headers = {name.lower(): value for name, value in params.response.headers.items()}
        self.responses.append(Response(params.url.path, params.response.status, headers))


FileLoader = Callable[[str], Awaitable[tuple[str, bytes]]]
"""Function that downloads an address as a client does. Returns (content type, bytes). Raises ``Unclear``."""


class Examination:
    """A conformance run in one channel. Mutable: it collects verdicts and cleanup steps."""

    def __init__(
        self,
        client: Observer,
        channel: discord.TextChannel,
        load_file: FileLoader,
        *,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        answer_seconds: float = _PRESS_SECONDS,
        is_long: bool = False,
        say: Callable[[str], None] = print,
    ) -> None:
        self.client, self.channel, self.load_file = client, channel, load_file
        self.pause, self.answer_seconds, self.is_long, self.say = pause, answer_seconds, is_long, say
        self.permissions = channel.permissions_for(channel.guild.me)  # before the tests change permissions
        self._latest = channel.last_message_id or channel.id
        self.verdicts = dict[str, Verdict]()
        self.person: discord.User | discord.Member | None = None
        self._is_unattended = False
        self._cleanup_steps = list[Callable[[], Awaitable[Any]]]()
        self._numbers = itertools.count(1)

    # -- verdicts

    def decide(self, name: str, is_true: bool, said: str = "") -> None:
        """Record whether an assumption is true; a false assumption stays false."""
        if name not in self.verdicts or self.verdicts[name].outcome != "false":
            self.verdicts[name] = Verdict("true" if is_true else "false", said)

    def leave_open(self, name: str, reason: str) -> None:
        """Record that an assumption is unknown, unless it is decided already."""
        self.verdicts.setdefault(name, Verdict("unknown", reason))

    async def run_step(self, work: Callable[["Examination"], Awaitable[None]], *names: str) -> None:
        """Run one test. Assumptions in ``names`` that the test does not decide are “unknown”, with the reason."""
        reason = "The run ended before it could test this."
        try:
            await work(self)
            reason = "The run could not test this."
        except Unclear as error:
            reason = str(error)
        except discord.HTTPException as error:
            reason = f"Discord refused a request that prepares the test: status {error.status}, code {error.code}."
        except Exception as error:  # libraries and simulations raise various errors
            _log.debug("A conformance test failed", exc_info=error)
            reason = f"The test could not be made here ({type(error).__name__})."
        finally:
            for name in names:
                self.leave_open(name, reason)

    def close(self) -> None:
        """Record “unknown” for every assumption without a verdict."""
        for assumption in ASSUMPTIONS:
            self.leave_open(assumption.name, assumption.untested or "The run ended before it could test this.")

    # -- requests

    async def attempt(self, work: Awaitable[Any]) -> RequestOutcome:
        """Await a request that Discord may refuse, and return its outcome."""
        try:
            return RequestOutcome(value=await work)
        except discord.HTTPException as error:
            return RequestOutcome(status=error.status, code=error.code, text=error.text)
        except (aiohttp.ClientError, ConnectionError, TimeoutError) as error:
            raise Unclear(f"The connection to Discord failed ({error_summary(error)}).") from error

    async def request(self, method: str, path: str, **path_values: Any) -> RequestOutcome:
        """Send a request without discord.py's checks.

        ``path_values`` are inserted into the path; ``payload`` is the body.
        """
        payload = path_values.pop("payload", None)
        json_arguments = {} if payload is None else {"json": payload}
        return await self.attempt(self.client.http.request(Route(method, path, **path_values), **json_arguments))

    async def post(self, payload: dict[str, Any], channel: int | None = None) -> RequestOutcome:
        """Post a message without discord.py's checks. The message is removed at the end of the run."""
        channel_id = self.channel.id if channel is None else channel
        full_payload = {"allowed_mentions": _NO_MENTIONS, **payload}
        outcome = await self.request(
            "POST", "/channels/{channel_id}/messages", channel_id=channel_id, payload=full_payload
        )
        if outcome.is_done:
            self.remove_later(channel_id, int(outcome.value["id"]))
        return outcome

    async def send(self, where: discord.abc.Messageable | None = None, **arguments: Any) -> discord.Message:
        """Post a message through discord.py. The message is removed at the end of the run."""
        target = self.channel if where is None else where
        message: discord.Message = await target.send(**arguments)
        self.remove_later(message.channel.id, message.id)
        return message

    # -- cleaning up

    def undo_later(self, work: Callable[[], Awaitable[Any]]) -> None:
        """Add a cleanup step, which runs at the end of the run in any case. The step added last runs first."""
        self._cleanup_steps.append(work)

    def remove_later(self, channel: int, message: int) -> None:
        """Delete a message at the end of the run."""
        target = self.client.get_partial_messageable(channel)
        self.undo_later(target.get_partial_message(message).delete)

    async def clean_up(self) -> list[str]:
        """Run all cleanup steps, and return a sentence about each failure.

        It is not a failure if a channel or message was deleted already.
        """
        failures = list[str]()
        while self._cleanup_steps:
            cleanup_step = self._cleanup_steps.pop()
            try:
                async with asyncio.timeout(_CLEANUP_SECONDS):
                    await cleanup_step()
            except Exception as error:
                if not isinstance(error, discord.HTTPException) or error.code not in _DELETED_CODES:
                    failures.append(f"Something that the run made could not be removed ({error_summary(error)}).")
        with suppress(discord.HTTPException):
            await self._remove_thread_notes()
        return failures

    async def _remove_thread_notes(self) -> None:
        """Delete Discord's system messages about threads that the run created."""
        since = discord.utils.snowflake_time(self._latest)
        async for message in self.channel.history(limit=100, after=since):
            is_own = message.author.id == self.channel.guild.me.id
            if is_own and message.type is discord.MessageType.thread_created:
                await message.delete()

    # -- the tester

    def new_id(self) -> str:
        """A new ``custom_id``, unique within the run."""
        return f"conformance:{self.channel.id}:{next(self._numbers)}"

    async def wait_for_press(self, *custom_ids: str) -> discord.Interaction[Any]:
        """Wait for a press on one of these buttons. Raises ``Unclear`` if there is none in time."""
        if self._is_unattended:
            raise Unclear("Nobody answered the first question.")
        future: asyncio.Future[discord.Interaction[Any]] = asyncio.get_running_loop().create_future()
        for custom_id in custom_ids:
            self.client.expected[custom_id] = future
        try:
            async with asyncio.timeout(self.answer_seconds):
                interaction = await future
        except TimeoutError:
            self._is_unattended = self.person is None
            raise Unclear(f"Nobody answered within {self.answer_seconds:g} seconds.") from None
        finally:
            for custom_id in custom_ids:
                self.client.expected.pop(custom_id, None)
        self.person = interaction.user
        return interaction

    async def ask(self, text: str, *labels: str) -> discord.Interaction[Any]:
        """Post a text with buttons. Return the press on one of them, to which the caller must respond."""
        ids = [self.new_id() for _ in labels]
        self.say(text)
        outcome = await self.post({"content": text, "components": [row(*map(button, labels, ids))]})
        if not outcome.is_done:
            raise Unclear(f"The question could not be posted ({outcome.summary}).")
        return await self.wait_for_press(*ids)

    async def ask_tester(self, name: str, text: str) -> None:
        """Ask the tester whether something looks as expected, and decide the assumption by the reply."""
        labels = ("As expected", "Not as expected", "I can’t tell")
        interaction = await self.ask(text, *labels)
        await interaction.response.edit_message(content="Thank you.", view=None)
        label = _label_of(interaction)
        if label == labels[2]:
            raise Unclear(f"A person pressed {label}.")
        self.decide(name, label == labels[0], f"A person pressed {label}.")


def payload_of(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    """The data of a press or a form; may be empty."""
    return dict(interaction.data or {})


def _label_of(interaction: discord.Interaction[Any]) -> str:
    custom_id = payload_of(interaction).get("custom_id")
    lines = interaction.message.components if interaction.message is not None else []
    buttons = [part for line in lines if isinstance(line, discord.ActionRow) for part in line.children]
    return next(
        (str(part.label) for part in buttons if isinstance(part, discord.Button) and part.custom_id == custom_id), ""
    )


def button(label: str, custom_id: str) -> dict[str, Any]:
    """A button as JSON for Discord's API."""
    return {"type": 2, "style": 2, "label": label, "custom_id": custom_id}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    """A row of components as JSON for Discord's API."""
    return {"type": 1, "components": list(parts)}


def text_display(text: str) -> dict[str, Any]:
    """A text of a V2 message as JSON for Discord's API."""
    return {"type": 10, "content": text}


def select(custom_id: str, options: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A select menu as JSON for Discord's API."""
    return {"type": 3, "custom_id": custom_id, "options": list(options)}
