"""Reads the host's settings from the environment and from a ``.env`` file.

Environment variables override the file.
"""

import math
import os
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from bot.env_file import EnvFile, parse_lines
from engine.core import join_words
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store.address import is_server_address
from engine.store.ids import GuildId


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting, with its default."""

    token: str = ""
    """``DISCORD_TOKEN``: the bot's token. Without one, the bot runs in the simulated Discord."""
    database: str = "roundhouse.db"
    """``ROUNDHOUSE_DATABASE``: the SQLite file with all tables, or the address of a PostgreSQL database."""
    local_database: str = ""
    """``ROUNDHOUSE_LOCAL_DATABASE``: the file of the simulated Discord; empty: a new one at every start."""
    boxes: str = ""
    """``ROUNDHOUSE_BOXES``: a folder with lists of tiles of printed copies; empty: none."""
    guild: GuildId | None = None
    """``ROUNDHOUSE_GUILD``: a server whose commands are updated immediately, for development; empty: all servers."""
    shards: int | None = None
    """``ROUNDHOUSE_SHARDS``: the number of shards; empty: as many as Discord advises."""
    shards_each: int | None = None
    """``ROUNDHOUSE_SHARDS_EACH``: shards per process, if several processes use one database; empty: all."""
    pace: float = 4.0
    """``ROUNDHOUSE_PACE``: seconds between two moves at a table of computer players only."""
    thinkers: int = 1
    """``ROUNDHOUSE_THINKERS``: worker processes in which computer players search; 0: they play by evaluation."""
    pictures: Literal["all", "one", "none"] = "all"
    """``ROUNDHOUSE_PICTURES``: all pictures of a post, only the first, or none."""
    reports: Literal["whole", "plain"] = "whole"
    """``ROUNDHOUSE_REPORTS``: reports in components with all pictures, or plain with one."""
    games: tuple[str, ...] = tuple(GAMES)
    """``ROUNDHOUSE_GAMES``: keys of the games that can be opened; empty: all."""
    port: int = 8080
    """``ROUNDHOUSE_PORT``: where the simulated Discord's page is served, on this machine only; 0: any free one."""
    metrics_port: int | None = None
    """``ROUNDHOUSE_METRICS_PORT``: the port of ``/health``, ``/ready``, and ``/metrics``; empty: off."""
    metrics_host: str = "127.0.0.1"
    """``ROUNDHOUSE_METRICS_HOST``: the address that they are at; by default only this machine can read them."""
    log: Literal["debug", "info", "warning", "error"] = "info"
    """``ROUNDHOUSE_LOG``: the log level."""
    log_format: Literal["text", "json"] = "text"
    """``ROUNDHOUSE_LOG_FORMAT``: lines for people, or one JSON object a line, without hands, seeds and tokens."""
    operator: str = ""
    """``ROUNDHOUSE_OPERATOR``: the person or organization that runs the bot, for ``/privacy`` and its policy."""
    contact: str = ""
    """``ROUNDHOUSE_CONTACT``: an email address or web page at which users reach the host."""
    retention_days: int | None = None
    """``ROUNDHOUSE_RETENTION_DAYS``: days after which the host deletes backups and logs, for the privacy policy."""


_MAX_THINKERS, _MAX_SHARDS, _MAX_PORT, _ID_LIMIT = 8, 16_384, 65_535, 1 << 63
_SHARDS_EACH_DEPENDS_ON = ("ROUNDHOUSE_SHARDS", "ROUNDHOUSE_DATABASE")
_PARTS_REMOVED = (
    "ROUNDHOUSE_PARTS is not there anymore: any bot serves any table now. Remove it from the settings of each bot, and"
    " set ROUNDHOUSE_SHARDS_EACH to the number of connections that one bot has"
)
_MAX_LINE = 200
"""Characters of a text of the operator’s, so that it fits in an answer next to the rest."""
_SIMILARITY = 0.8
"""Minimum similarity of two names, from 0 to 1, for a suggestion."""
_TYPE_PROBLEMS: Mapping[str, str] = {
    "Expected `int`, got `str` - at": "Expected a whole number for",
    "Expected `int | null`, got `str` - at": "Expected a whole number for",
    "Expected `float`, got `str` - at": "Expected a number for",
}
"""Sentences for the library's messages about wrong values."""

FIELDS_BY_VARIABLE: Mapping[str, str] = {
    "DISCORD_TOKEN": "token",
    "ROUNDHOUSE_DATABASE": "database",
    "ROUNDHOUSE_LOCAL_DATABASE": "local_database",
    "ROUNDHOUSE_BOXES": "boxes",
    "ROUNDHOUSE_GUILD": "guild",
    "ROUNDHOUSE_SHARDS": "shards",
    "ROUNDHOUSE_SHARDS_EACH": "shards_each",
    "ROUNDHOUSE_PACE": "pace",
    "ROUNDHOUSE_THINKERS": "thinkers",
    "ROUNDHOUSE_PICTURES": "pictures",
    "ROUNDHOUSE_REPORTS": "reports",
    "ROUNDHOUSE_GAMES": "games",
    "ROUNDHOUSE_PORT": "port",
    "ROUNDHOUSE_METRICS_PORT": "metrics_port",
    "ROUNDHOUSE_METRICS_HOST": "metrics_host",
    "ROUNDHOUSE_LOG": "log",
    "ROUNDHOUSE_LOG_FORMAT": "log_format",
    "ROUNDHOUSE_OPERATOR": "operator",
    "ROUNDHOUSE_CONTACT": "contact",
    "ROUNDHOUSE_RETENTION_DAYS": "retention_days",
}
"""Variable -> field of ``Settings``."""

_REMOVED_SETTINGS: Mapping[str, str] = {
    "ROUNDHOUSE_ARCHIVE_DAYS": "games that are over are not compressed anymore",
    "ROUNDHOUSE_POST_FILES": "every picture is a PNG file now",
    "ROUNDHOUSE_PARTS": "any bot serves any table now",
}
"""Settings of earlier releases, and the reason why they have no effect."""
_TEST_VARIABLES = ("ROUNDHOUSE_TESTS", "ROUNDHOUSE_POSTGRESQL", "ROUNDHOUSE_WORLD")


class InvalidSettings(Unreadable):
    """Settings that can’t be used; ``problems`` has a sentence for each."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def settings_from_variables(variables: Mapping[str, str]) -> Settings:
    """The settings given by variables; an empty variable counts as not set. Raises ``InvalidSettings``."""
    settings, problems = _settings_and_problems(variables)
    if problems:
        raise InvalidSettings(problems)
    return settings


def _settings_and_problems(variables: Mapping[str, str]) -> tuple[Settings, list[str]]:
    """The settings, and a sentence for each wrong one, which gets its default."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for name, field in FIELDS_BY_VARIABLE.items():
        text = variables.get(name, "").strip()
        if not text:
            continue
        try:
            value = _parse_text(field, text)
            values[field] = getattr(msgspec.convert({field: value}, Settings, strict=False), field)
        except msgspec.ValidationError as error:
            problems.append(_problem_text(str(error)))
    settings = Settings(**values)
    problems += _range_problems(settings)
    is_known = not any(name in problem for problem in problems for name in _SHARDS_EACH_DEPENDS_ON)
    if settings.shards_each is not None and is_known:
        problems += _shards_each_problems(settings)
    if variables.get("ROUNDHOUSE_PARTS", "").strip() not in ("", "1"):
        problems.append(_PARTS_REMOVED)
    return settings, [f"Invalid setting: {problem}." for problem in problems]


def _parse_text(field: str, text: str) -> str | list[str]:
    """The value of a field as the library converts it. Text that people read is one line."""
    if field == "games":
        return _split_keys(text)
    return " ".join(text.split()) if field in ("operator", "contact") else text


def _split_keys(text: str) -> list[str]:
    """The keys in a list that is separated by commas."""
    return [key for key in map(str.strip, text.split(",")) if key]


def _range_problems(settings: Settings) -> Iterator[str]:
    if not (math.isfinite(settings.pace) and settings.pace >= 0):
        yield "ROUNDHOUSE_PACE must be a number of seconds, 0 or more"
    if not 0 <= settings.thinkers <= _MAX_THINKERS:
        yield f"ROUNDHOUSE_THINKERS must be from 0 to {_MAX_THINKERS}"
    if settings.shards is not None and not 1 <= settings.shards <= _MAX_SHARDS:
        yield f"ROUNDHOUSE_SHARDS must be from 1 to {_MAX_SHARDS}, or empty: Discord decides then"
    if settings.guild is not None and not 1 <= settings.guild < _ID_LIMIT:
        yield "ROUNDHOUSE_GUILD must be the id of a server"
    for name in ("ROUNDHOUSE_OPERATOR", "ROUNDHOUSE_CONTACT"):
        if len(getattr(settings, FIELDS_BY_VARIABLE[name])) > _MAX_LINE:
            yield f"{name} must have at most {_MAX_LINE} characters"
    if settings.retention_days is not None and settings.retention_days < 1:
        yield "ROUNDHOUSE_RETENTION_DAYS must be a number of days, 1 or more"
    wrong = [f"“{key}”" for key in settings.games if key not in GAMES]
    if wrong or not settings.games:
        has = f", not {join_words(wrong, 'or')}" if wrong else ""
        yield f"ROUNDHOUSE_GAMES must be one or more of {join_words(list(GAMES))}, separated by commas{has}"
    try:
        is_server_address(settings.database)
    except Unreadable as error:
        yield f"ROUNDHOUSE_DATABASE. {error}".removesuffix(".")
    for name in ("ROUNDHOUSE_PORT", "ROUNDHOUSE_METRICS_PORT"):
        if not 0 <= (getattr(settings, FIELDS_BY_VARIABLE[name]) or 0) <= _MAX_PORT:
            yield f"{name} must be from 0 to {_MAX_PORT}"


def _shards_each_problems(settings: Settings) -> Iterator[str]:
    """Why several processes can’t share the connections out so."""
    if not 1 <= (settings.shards_each or 0) <= (settings.shards or 0):
        yield "ROUNDHOUSE_SHARDS_EACH must be from 1 to ROUNDHOUSE_SHARDS. Set both"
    if not is_server_address(settings.database):
        yield "ROUNDHOUSE_SHARDS_EACH can be set only if the database is PostgreSQL"


def load_settings(folder: Path) -> Settings:
    """The settings of the environment and of ``.env`` in ``folder``, if it exists. Raises ``InvalidSettings``.

    The error lists every wrong line and value.
    """
    file = _read_env_file(folder)
    settings, problems = _settings_and_problems({**file.values, **os.environ})
    if file.problems or problems:
        raise InvalidSettings((*file.problems, *problems))
    return settings


def setting_warnings(folder: Path) -> list[str]:
    """A sentence for each removed or possibly misspelled variable, and for each that ``.env`` sets twice."""
    file = _read_env_file(folder)
    doubts = file.duplicate_warnings(FIELDS_BY_VARIABLE)
    for name in {**file.values, **os.environ}:
        if name not in (*FIELDS_BY_VARIABLE, *_TEST_VARIABLES):
            where = f" (line {file.lines[name]} of .env)" if name in file.lines else ""
            doubts += _warnings_about(name, where)
    return doubts


def _warnings_about(name: str, where: str) -> Iterator[str]:
    if name in _REMOVED_SETTINGS:
        yield f"The setting {name}{where} has no effect anymore: {_REMOVED_SETTINGS[name]}. Remove it."
    elif similar_name := _similar_setting(name):
        yield f"There’s no setting {name}{where}. Did you mean {similar_name}?"


def _similar_setting(name: str) -> str:
    """The setting that an unknown name may mean; empty if it is probably another program's."""
    least = 0.0 if name.upper().startswith("ROUNDHOUSE_") else _SIMILARITY
    return next(iter(get_close_matches(name.upper(), FIELDS_BY_VARIABLE, 1, least)), "")


def _read_env_file(folder: Path) -> EnvFile:
    file = folder / ".env"
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines() if file.is_file() else []
    except UnicodeDecodeError:
        return EnvFile(problems=(f"Cannot read the settings in {file}: save the file as UTF-8 text.",))
    except OSError as error:
        return EnvFile(problems=(f"Cannot read the settings in {file}: {error.strerror}.",))
    return parse_lines(lines, FIELDS_BY_VARIABLE)


def _problem_text(message: str) -> str:
    for name, field in FIELDS_BY_VARIABLE.items():
        words = [word for word in get_args(Settings.__annotations__[field]) if isinstance(word, str)]
        if words and f"`$.{field}`" in message:
            return f"{name} must be {join_words(words, 'or')}"
        message = message.replace(f"`$.{field}`", name)
    for library_words, own_words in _TYPE_PROBLEMS.items():
        message = message.replace(library_words, own_words)
    return message
