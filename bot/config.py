"""Reads the operator's settings from the environment and from a ``.env`` file.

It knows no Discord and no game. A variable of the environment goes before the same line of the file.
"""

import math
import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, get_args

import msgspec

from engine.core import listed
from engine.errors import Unreadable
from engine.store.address import is_address
from engine.store.parts import Layout


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting, with its default."""

    token: str = ""
    """``DISCORD_TOKEN``: the bot's token. Without one, the bot runs in the simulated Discord."""
    database: str = "roundhouse.db"
    """``ROUNDHOUSE_DATABASE``: the SQLite file with all tables, or the address of a PostgreSQL database."""
    local_database: str = ""
    """``ROUNDHOUSE_LOCAL_DATABASE``: the file of the simulated Discord; empty: a new one at every start."""
    guild: int | None = None
    """``ROUNDHOUSE_GUILD``: a server whose commands are updated at once, for development; empty: all servers."""
    shards: int | None = None
    """``ROUNDHOUSE_SHARDS``: connections, among which Discord shares the servers out; empty: Discord decides."""
    parts: int = 1
    """``ROUNDHOUSE_PARTS``: bots that are active at the same time, each with a part of the tables."""
    pace: float = 4.0
    """``ROUNDHOUSE_PACE``: seconds between two moves at a table of computer players only."""
    thinkers: int = 1
    """``ROUNDHOUSE_THINKERS``: processes in which computer players look ahead; 0: they play by hint."""
    pictures: Literal["all", "one", "none"] = "all"
    """``ROUNDHOUSE_PICTURES``: every picture of a post, only its first, or none."""
    reports: Literal["whole", "plain"] = "whole"
    """``ROUNDHOUSE_REPORTS``: phases are told with every picture whole (in components), or plainly, with one."""
    post_files: Literal["webp", "png"] = "webp"
    """``ROUNDHOUSE_POST_FILES``: pictures posted to people are WebP, half as large, or PNG, made in no time."""
    port: int = 8080
    """``ROUNDHOUSE_PORT``: where the simulated Discord's page is served, on this machine only; 0: any free one."""
    metrics_port: int | None = None
    """``ROUNDHOUSE_METRICS_PORT``: the port of ``/health``, ``/ready`` and ``/metrics``; empty: none of them."""
    metrics_host: str = "127.0.0.1"
    """``ROUNDHOUSE_METRICS_HOST``: the address that they are at; by default only this machine can read them."""
    log: Literal["debug", "info", "warning", "error"] = "info"
    """``ROUNDHOUSE_LOG``: how much the log tells."""
    log_format: Literal["text", "json"] = "text"
    """``ROUNDHOUSE_LOG_FORMAT``: lines for people, or one JSON object a line, without hands, seeds and tokens."""

    def layout(self) -> Layout:
        """The layout of the tables; with one part it is all the same how many connections there are."""
        return Layout(self.shards or 1, self.parts) if self.parts > 1 else Layout()


_MOST_THINKERS, _MOST_SHARDS, _IDS = 8, 16_384, 1 << 63
_EXPECTED: Mapping[str, str] = {
    "Expected `int`, got `str` - at": "Expected a whole number for",
    "Expected `int | null`, got `str` - at": "Expected a whole number for",
    "Expected `float`, got `str` - at": "Expected a number for",
}
"""The library's words for a value that is no number, in ours."""

NAMES: Mapping[str, str] = {
    "DISCORD_TOKEN": "token",
    "ROUNDHOUSE_DATABASE": "database",
    "ROUNDHOUSE_LOCAL_DATABASE": "local_database",
    "ROUNDHOUSE_GUILD": "guild",
    "ROUNDHOUSE_SHARDS": "shards",
    "ROUNDHOUSE_PARTS": "parts",
    "ROUNDHOUSE_PACE": "pace",
    "ROUNDHOUSE_THINKERS": "thinkers",
    "ROUNDHOUSE_PICTURES": "pictures",
    "ROUNDHOUSE_REPORTS": "reports",
    "ROUNDHOUSE_POST_FILES": "post_files",
    "ROUNDHOUSE_PORT": "port",
    "ROUNDHOUSE_METRICS_PORT": "metrics_port",
    "ROUNDHOUSE_METRICS_HOST": "metrics_host",
    "ROUNDHOUSE_LOG": "log",
    "ROUNDHOUSE_LOG_FORMAT": "log_format",
}
"""Variable -> field of ``Settings``."""

_REMOVED: Mapping[str, str] = {
    "ROUNDHOUSE_ARCHIVE_DAYS": "Games that are over are no longer compressed.",
}
"""Settings of earlier releases, with the reason why they have no effect."""

_OF_TESTS = ("ROUNDHOUSE_TESTS", "ROUNDHOUSE_POSTGRESQL", "ROUNDHOUSE_WORLD")


def read(variables: Mapping[str, str]) -> Settings:
    """The settings that the variables give; an empty one counts as not given. Raises ``Unreadable``."""
    texts = {field: variables.get(name, "").strip() for name, field in NAMES.items()}
    given = {field: text for field, text in texts.items() if text}
    try:
        settings = msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Unreadable(f"Invalid setting: {_by_variable(str(error))}.") from error
    if not (math.isfinite(settings.pace) and settings.pace >= 0):
        raise Unreadable("Invalid setting: ROUNDHOUSE_PACE must be a number of seconds, 0 or more.")
    if not 0 <= settings.thinkers <= _MOST_THINKERS:
        raise Unreadable(f"Invalid setting: ROUNDHOUSE_THINKERS must be from 0 to {_MOST_THINKERS}.")
    if settings.shards is not None and not 1 <= settings.shards <= _MOST_SHARDS:
        raise Unreadable(
            f"Invalid setting: ROUNDHOUSE_SHARDS must be from 1 to {_MOST_SHARDS}, or empty: Discord decides then."
        )
    if settings.guild is not None and not 1 <= settings.guild < _IDS:
        raise Unreadable("Invalid setting: ROUNDHOUSE_GUILD must be the id of a server.")
    try:
        is_file = not is_address(settings.database)
    except Unreadable as error:
        raise Unreadable(f"Invalid setting: ROUNDHOUSE_DATABASE. {error}") from error
    if settings.parts != 1:
        _check_parts(settings, is_file)
    for name in ("ROUNDHOUSE_PORT", "ROUNDHOUSE_METRICS_PORT"):
        if not 0 <= (getattr(settings, NAMES[name]) or 0) <= 65_535:
            raise Unreadable(f"Invalid setting: {name} must be from 0 to 65535.")
    return settings


def _check_parts(settings: Settings, is_file: bool) -> None:
    """Raises ``Unreadable`` where several bots cannot share the tables."""
    if not 1 <= settings.parts <= (settings.shards or 0):
        raise Unreadable("Invalid setting: ROUNDHOUSE_PARTS must be from 1 to ROUNDHOUSE_SHARDS. Set both.")
    if is_file:
        raise Unreadable("Invalid setting: ROUNDHOUSE_PARTS can be more than 1 only if the database is PostgreSQL.")


def from_environment(folder: Path) -> Settings:
    """The settings of the environment and of ``folder``'s file ``.env``, if there is one. Raises ``Unreadable``."""
    return read(_variables(folder))


def unknown(folder: Path) -> list[str]:
    """A sentence for each variable that looks like a setting and is none: it was removed, or is misspelled."""
    names = [name for name in _variables(folder) if name.startswith("ROUNDHOUSE_")]
    return [_about_unknown(name) for name in names if name not in (*NAMES, *_OF_TESTS)]


def _about_unknown(name: str) -> str:
    if name in _REMOVED:
        return f"{name} has no effect anymore: {_REMOVED[name]} Remove the setting."
    return f"There’s no setting {name}. Did you mean {get_close_matches(name, NAMES, 1, 0.0)[0]}?"


def _variables(folder: Path) -> dict[str, str]:
    file = folder / ".env"
    return {**_assignments(_lines(file) if file.is_file() else []), **os.environ}


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise Unreadable(f"Cannot read the settings in {file}: save the file as UTF-8 text.") from error
    except OSError as error:
        raise Unreadable(f"Cannot read the settings in {file}: {error.strerror}.") from error


def _assignments(lines: list[str]) -> dict[str, str]:
    """The ``NAME=value`` lines; quotes around a value and ``export`` before a name are dropped."""
    found: dict[str, str] = {}
    for line in lines:
        name, equals, value = line.partition("=")
        name = name.strip().removeprefix("export ").strip()
        if equals and name.isidentifier():
            found[name] = _unquoted(value.strip())
    return found


def _unquoted(value: str) -> str:
    if len(value) >= 2 and value[0] in "\"'" and value[-1] == value[0]:
        return value[1:-1]
    return value.split(" #", 1)[0].rstrip()


def _by_variable(message: str) -> str:
    for name, field in NAMES.items():
        words = [word for word in get_args(Settings.__annotations__[field]) if isinstance(word, str)]
        if words and f"`$.{field}`" in message:
            return f"{name} must be {listed(words, 'or')}"
        message = message.replace(f"`$.{field}`", name)
    for found, said in _EXPECTED.items():
        message = message.replace(found, said)
    return message
