"""Formats the log as one JSON object per line, for log collectors.

The log never contains hands, seeds, or tokens. An exception is logged with its type and the locations in its traceback,
but without its message, which could contain a player's hand.
"""

import asyncio
import json
import logging
import re
import sqlite3
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from aiohttp import ClientError

from bot.config import Settings
from engine.store.ids import TableId

_HIDDEN_TEXT = "[hidden]"
_SECRET_PATTERNS = (
    re.compile(r"(?<=/interactions/)(\d+)/[^/\s?\"']+"),
    re.compile(r"(?<=/webhooks/)(\d+)/[^/\s?\"']+"),
    re.compile(r"()aW50ZXJhY3Rpb2[\w+/=-]*"),
    re.compile(r"()[\w-]{18,}\.[\w-]{4,8}\.[\w-]{20,}"),
    re.compile(r"()(?<!\d)\d{21,}(?!\d)"),
)
"""Patterns that match tokens and seeds, but not Discord's ids, which have at most 20 digits."""
_HARMLESS_ERRORS = (ClientError, OSError, sqlite3.Error)
"""Exceptions of networks and disks. Their messages contain no part of a game."""
_TABLE_TASK_NAME = re.compile(r"(?:announce|ballots|followers|watch)-(\d+)")
"""Pattern of the names of asyncio tasks that work for one table."""


def log_formatter(settings: Settings) -> logging.Formatter | None:
    """Return the formatter for the log format in the settings; None for plain text."""
    return _JsonFormatter(settings.token) if settings.log_format == "json" else None


class _JsonFormatter(logging.Formatter):
    """Formats records as JSON, without the bot's token."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._hide_secrets(_safe_message(record)),
        }
        if (table := _current_table_id()) is not None:
            line["table"] = table
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _frame_lines(record.exc_info[2])
        return json.dumps(line)

    def _hide_secrets(self, text: str) -> str:
        if self._token:
            text = text.replace(self._token, _HIDDEN_TEXT)
        for secret in _SECRET_PATTERNS:
            text = secret.sub(lambda match: f"{match[1]}/{_HIDDEN_TEXT}" if match[1] else _HIDDEN_TEXT, text)
        return text


def _safe_message(record: logging.LogRecord) -> str:
    """Return the record's message. An exception whose message may contain parts of a game is replaced by its type."""
    text, args = str(record.msg), record.args
    if isinstance(record.msg, BaseException):
        text, args = "%s", (record.msg,)
    try:
        message = text % _safe_args(args) if args else text
    except Exception:  # a message with the wrong number of values is logged without them
        message = text
    return message.partition("\n")[0] if record.name == "asyncio" else message  # asyncio appends the task's exception


def _safe_args(args: tuple[object, ...] | Mapping[str, object]) -> tuple[object, ...] | Mapping[str, object]:
    if isinstance(args, Mapping):
        return {name: _safe_value(value) for name, value in args.items()}
    return tuple(map(_safe_value, args))


def _safe_value(value: object) -> object:
    may_contain_game = isinstance(value, BaseException) and not isinstance(value, _HARMLESS_ERRORS)
    return type(value).__name__ if may_contain_game else value


def _frame_lines(trace: TracebackType | None) -> list[str]:
    """The locations in the traceback, outermost first, without source code and values."""
    frames = traceback.extract_tb(trace)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


def _current_table_id() -> TableId | None:
    """The id of the table for which the current asyncio task works; None if there is none."""
    try:
        task = asyncio.current_task()
    except RuntimeError:  # another thread
        return None
    match = _TABLE_TASK_NAME.fullmatch(task.get_name()) if task is not None else None
    return TableId(int(match[1])) if match else None
