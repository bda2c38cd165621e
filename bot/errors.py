"""Central error handling. For a ``RoundhouseError``, users see its sentence; for a bug, a number in the log."""

import asyncio
import functools
import itertools
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any, ParamSpec, TypeVar

import aiohttp
import discord
from discord import app_commands, ui

from bot import limits
from bot.markdown import Markdown, code_text, error_message, md, truncate
from bot.permissions import is_in_foreign_server, posting_problem_here
from bot.reply import begin_reply, reply_of
from engine import Refused, RoundhouseError, Unreadable
from engine.store import DatabaseError, classify_error
from engine.store.commit_watch import Commits, watch_commits
from engine.store.ids import ChannelId, GuildId, UserId

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", str, int)

Interaction = discord.Interaction[Any]
"""An interaction (a command or a press), received by any client."""

_log = logging.getLogger(__name__)

_UNKNOWN_INTERACTION, _ALREADY_ANSWERED = 10062, 40060
"""Discord's error codes for an interaction that was answered too late, and for one answered twice. (docs, opcodes)"""
_PERMISSION_CODES = (50001, 50013, 50083, 160005)
"""Codes for missing access or permissions, and for an archived or a locked thread. (docs, opcodes-and-status-codes)"""

_NO_PERMISSION_TEXT = md(
    "Discord says that I don’t have permission to do that. Ask a moderator to check my permissions: `/game status` "
    "names those that are missing in a table’s channel, and `/setup` those that are missing in the home channel."
)


_CONNECTION_ERRORS: tuple[type[Exception], ...] = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""Errors for a broken connection, or if Discord does not respond. They are temporary, and not bugs."""

_SESSION_CLOSED = "Session is closed"
"""The message of aiohttp's RuntimeError for a request after the bot has disconnected."""
_CONNECTION_LOST_TEXT = md("The connection to Discord broke while I was answering.")
_DATABASE_ERROR_TEXTS: Mapping[str, Markdown] = {
    "locked": md("Another program is using the bot’s database, so I couldn’t finish. Please try again in a moment."),
    "forbidden": md("I can’t write to the bot’s database, so I couldn’t finish. The bot’s operator must fix that."),
    "full": md(
        "The bot’s disk is full, so I couldn’t finish. What was saved before is safe, but the bot’s operator must"
        " make room."
    ),
    "failed": md("The bot’s disk failed, so I couldn’t finish. The bot’s operator must check it."),
    "damaged": md("The bot’s database is damaged, so I couldn’t finish. The bot’s operator must repair it."),
    "lost": md("I lost my database and am starting again, so I couldn’t finish. Please try again in a moment."),
    "removed": md(
        "The bot’s database was removed or replaced, so I can’t save anything and am stopping. The bot’s"
        " operator must put it back."
    ),
}

DATABASE_LOST_TEXT = _DATABASE_ERROR_TEXTS["lost"]
_COMMIT_TEXT_KEY = "done"
"""Key of an interaction's ``extras`` for the text that ``note_commit`` stores."""
_UNSURE_TEXT = md("It may still have worked. Check `/game status`.")
_UNCHANGED_TEXT = md("Nothing was changed.")
_ROLLBACK_KINDS = ("locked", "forbidden", "full")
"""Kinds of database failures after which nothing of the transaction is stored. Other kinds leave that open."""


def channel_of(interaction: Interaction) -> ChannelId:
    """Return the channel of a command or a press."""
    assert interaction.channel_id is not None
    return ChannelId(interaction.channel_id)


def guild_of(interaction: Interaction) -> GuildId | None:
    """Return the server of a command or a press.

    None in a direct message, and in a server that has not added the bot.
    """
    if interaction.guild_id is None or is_in_foreign_server(interaction):
        return None
    return GuildId(interaction.guild_id)


def user_of(interaction: Interaction) -> UserId:
    """Return the user of a command or a press."""
    return UserId(interaction.user.id)


def note_commit(interaction: Interaction, text: Markdown) -> None:
    """Note that the work is committed. If an error follows, the user gets ``text`` before the error's message."""
    interaction.extras[_COMMIT_TEXT_KEY] = text


async def run_answer(interaction: Interaction, work: Coroutine[Any, Any, None], *, edits: bool = False) -> None:
    """Await ``work``, which answers ``interaction``, and report an error to the user.

    A slow answer is deferred. After an unexpected error, moves that were committed are published. ``edits``: whether
    the answer edits the message with the pressed button.
    """
    client = interaction.client
    with client.in_flight.track() as is_accepted:
        async with begin_reply(interaction, edits=edits).defer_if_late(client.defer_seconds):
            if not is_accepted:
                work.close()
                await reply_text(interaction, client.in_flight.refusal_text)
                return
            await _run_and_report(interaction, work)


async def _run_and_report(interaction: Interaction, work: Awaitable[None]) -> None:
    with watch_commits() as commits:
        try:
            await work
        except RoundhouseError as error:
            await reply_text(interaction, error_message(error), getattr(error, "why", ""))
        except asyncio.CancelledError as error:
            text = interaction.client.in_flight.refusal_text
            await reply_text(interaction, _add_outcome(interaction, text, error, commits))
            raise
        except Exception as error:
            await interaction.client.wake_table_of(interaction)
            if text := report_exception(
                error, f"{interaction.type.name} {interaction.id} {_interaction_name(interaction)}", interaction
            ):
                await reply_text(interaction, _add_outcome(interaction, text, error, commits))


def _add_outcome(interaction: Interaction, text: Markdown, error: BaseException, commits: Commits) -> Markdown:
    """Append to the error's ``text`` a sentence on whether changes were committed before the error."""
    kind = classify_error(error) if isinstance(error, DatabaseError) else None
    if kind == "removed":  # committed changes are lost with the file
        return text
    if commit_text := interaction.extras.get(_COMMIT_TEXT_KEY):
        return md("{}\n{}", commit_text, text)
    is_undone = kind in _ROLLBACK_KINDS and not commits.has_any
    return md("{}\n{}", text, _UNCHANGED_TEXT if is_undone else _UNSURE_TEXT)


def is_posting_refused(error: Exception) -> bool:
    """Whether Discord refused a post because of a missing permission or a locked thread."""
    return isinstance(error, discord.HTTPException) and error.code in _PERMISSION_CODES


def report_exception(error: Exception, operation: str, interaction: Interaction | None = None) -> Markdown:
    """Return an explanation of ``error`` for the user. A bug is logged with a number that the user sees.

    ``operation`` is for the log. ``interaction`` contains the bot's permissions. The result is empty if the user can't
    be reached.
    """
    if isinstance(error, RoundhouseError):
        return error_message(error)
    if isinstance(error, discord.HTTPException):
        if error.code in (_UNKNOWN_INTERACTION, _ALREADY_ANSWERED):
            _log.warning("Discord rejected a late or repeated reply (%s): %s", error.code, operation)
            return md("")
        if is_posting_refused(error):
            _log.warning("The bot has no permission (%s): %s", error.code, operation)
            problem = posting_problem_here(interaction) if interaction is not None else md("")
            return md("I can’t post here. {}", problem) if problem else _NO_PERMISSION_TEXT
    if _is_connection_lost(error):
        _log.warning("Lost the connection to Discord (%s): %s", error_summary(error), operation)
        return _CONNECTION_LOST_TEXT
    if isinstance(error, DatabaseError) and (kind := classify_error(error)):
        _log.error("The database is %s (%s): %s", kind, error, operation)
        return _DATABASE_ERROR_TEXTS[kind]
    number = secrets.token_hex(4)
    _log.error("error %s in %s", number, operation, exc_info=error, extra={"error_id": number})
    return md("Something went wrong. If you report it, include error `{}`.", code_text(number))


def _is_connection_lost(error: Exception) -> bool:
    return isinstance(error, _CONNECTION_ERRORS) or (type(error) is RuntimeError and str(error) == _SESSION_CLOSED)


def log_completion_error(record: logging.LogRecord) -> bool:
    """Log filter for discord.py: report a failed autocompletion like any other error.

    discord.py catches and logs the error before the bot's code can (``CommandTree._call``). The user sees no error, and
    the next typed letter requests completions again.
    """
    error = record.exc_info[1] if record.exc_info else None
    if not isinstance(error, Exception):
        return True
    command = record.args[0] if isinstance(record.args, tuple) and record.args else "a command"
    report_exception(error, f"completing {command}")
    return False


def report_undelivered(error: Exception, post: str) -> Markdown:
    """Log the failure of a post, which will be retried, and return an explanation for players."""
    if is_posting_refused(error):
        return report_exception(error, post)
    _log.warning("Could not post %s: %s", post, error_summary(error))
    return md("Discord didn’t accept my last post in this channel. I’ll try again.")


class RuleViolation(Refused):
    """A move that the rules don't allow now. ``why`` is the ``custom_id`` of the button that shows the rule."""

    def __init__(self, text: Markdown, why: str) -> None:
        super().__init__(text)
        self.why = why


async def reply_text(interaction: Interaction, text: Markdown, why: str = "") -> None:
    """Reply privately, with a *Why?* button if ``why`` is its ``custom_id``."""
    view = ui.View(timeout=None).add_item(ui.Button(label="Why?", custom_id=why)) if why else None
    try:
        await reply_of(interaction).send_message(truncate(text, limits.CONTENT), view=view)
    except discord.HTTPException as error:
        _log.warning("Could not send the reply to interaction %d: %s", interaction.id, error.code)
    except Exception as error:
        if not _is_connection_lost(error):
            raise
        _log.warning("Could not send the reply to interaction %d: %s", interaction.id, error_summary(error))


def error_summary(error: Exception) -> str:
    """Return an error as one line for the log. Errors of lost connections often have only a type, and no message."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


async def retry_once(send: Callable[[], Awaitable[R]]) -> R:
    """Await ``send()`` and return its result; if the connection to Discord is lost, try once more.

    For requests that may be repeated: reads, edits, deletions, posts with a nonce, and first responses. Raises an error
    of the second attempt.
    """
    try:
        return await send()
    except Exception as error:
        if not _is_connection_lost(error):
            raise
        _log.info("Lost the connection to Discord (%s). Retrying once.", error_summary(error))
        return await send()


def handle_errors(
    callback: Callable[P, Coroutine[Any, Any, None]],
) -> Callable[P, Coroutine[Any, Any, None]]:
    """Wrap a command's callback so that its errors are reported to the user.

    The first argument of the callback is the interaction.
    """

    @functools.wraps(callback)
    async def answer(*args: P.args, **kwargs: P.kwargs) -> None:
        interaction = args[0]
        assert isinstance(interaction, discord.Interaction)
        await run_answer(interaction, check_and_call(*args, **kwargs))

    async def check_and_call(*args: P.args, **kwargs: P.kwargs) -> None:
        check_text(kwargs.values())
        await callback(*args, **kwargs)

    return answer


def autocomplete_from(
    find_pairs: Callable[[Interaction, str], Awaitable[Iterable[tuple[str, T]]]],
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[T]]]]:
    """Return an autocompletion that offers the (name, value) pairs of ``find_pairs``, up to Discord's limit.

    It offers nothing if ``find_pairs`` raises a ``RoundhouseError``. The user sees the error when the command is sent.
    """

    @functools.wraps(find_pairs)
    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[T]]:
        try:
            pairs = await find_pairs(interaction, typed)
        except RoundhouseError:
            return []
        valid_pairs = ((name, value) for name, value in pairs if len(str(value)) <= limits.CHOICE_VALUE)
        shown_pairs = itertools.islice(valid_pairs, limits.AUTOCOMPLETE_CHOICES)
        return [
            app_commands.Choice(name=limits.truncate(name, limits.CHOICE_NAME), value=value)
            for name, value in shown_pairs
        ]

    return complete


async def cancel_all(*given_tasks: asyncio.Task[None] | None) -> None:
    """Cancel background tasks and wait until they have ended; their results are ignored."""
    tasks = [task for task in given_tasks if task is not None]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def check_text(typed: Iterable[object]) -> None:
    """Raise ``Unreadable`` if a text has a lone surrogate, which can be neither stored nor sent."""
    if any(isinstance(text, str) and any("\ud800" <= char <= "\udfff" for char in text) for text in typed):
        raise Unreadable(md("I can’t read one of the characters you typed. Please type it again."))


def _interaction_name(interaction: Interaction) -> str:
    """Return the command's name, or the kind and target of the pressed button, for the log.

    Chosen values are omitted, because they may be secret.
    """
    if interaction.command is not None:
        return interaction.command.qualified_name
    data: Mapping[str, Any] = interaction.data or {}
    return ":".join(str(data.get("custom_id", "")).split(":")[:2])
