"""Declares the operator's settings, and reads them from environment variables and a ``.env`` file.

Independent of Discord and of any particular game. Environment variables override the file. Each setting is declared
once, as a field of ``Settings``. ``python -m tests.settings_page`` writes ``.env.example`` and the table of
``docs/hosting.md`` from the declarations.
"""

import math
import os
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from bot.env_file import EnvFile, parse_lines
from engine.core import join_words
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store.address import is_server_address
from engine.store.ids import GuildId

_MAX_THINKERS, _MAX_SHARDS, _MAX_PORT, _MAX_ID = 8, 16_384, 65_535, (1 << 63) - 1
_MAX_HOUR = 23
_MAX_LINE = 200
"""Maximum characters of the operator's name, and of the operator's contact. Longer ones do not fit in replies."""
_GAME_KEYS = join_words([f"`{key}`" for key in GAMES])


class Setting(msgspec.Struct, frozen=True):
    """The annotation of a setting's field: its meaning and its bounds.

    ``meaning`` is Markdown for the page for hosts. ``minimum`` and ``maximum`` are bounds of a number, or of the length
    of a one-line text in characters. ``must`` completes the message “must be …” if the bounds alone do not explain the
    problem.
    """

    meaning: str
    minimum: float = -math.inf
    maximum: float = math.inf
    must: str = ""

    def range_problem(self, value: object) -> str:
        """Return the end of the message about a value out of bounds: “must be …”. Empty if the value is valid."""
        size = len(value) if isinstance(value, str) else value
        if not isinstance(size, int | float) or (math.isfinite(size) and self.minimum <= size <= self.maximum):
            return ""
        if isinstance(value, str):
            return f"must have at most {self.maximum} characters"
        return f"must be {self.must or f'from {self.minimum} to {self.maximum}'}"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting, with its default."""

    token: Annotated[
        str,
        Setting(
            "The bot’s token (Discord developer portal, page *Bot*). Without one, the bot runs in a simulated Discord."
        ),
    ] = ""
    database: Annotated[
        str,
        Setting(
            "The SQLite file with all tables, or the [address of a PostgreSQL database](#run-several-processes)"
            " (`postgresql://…`)."
        ),
    ] = "roundhouse.db"
    boxes: Annotated[
        str, Setting("A folder with [tile lists of printed copies](#play-with-your-own-tiles). Empty: none.")
    ] = ""
    guild: Annotated[
        GuildId | None,
        Setting(
            "The id of a server whose commands are updated immediately, for development. Direct messages then have no"
            " commands. Empty: all servers and direct messages.",
            minimum=1,
            maximum=_MAX_ID,
            must="the id of a server",
        ),
    ] = None
    shards: Annotated[
        int | None,
        Setting(
            f"Number of connections to Discord (shards), 1 to {_MAX_SHARDS}. Empty: Discord decides.",
            minimum=1,
            maximum=_MAX_SHARDS,
            must=f"from 1 to {_MAX_SHARDS}, or empty: Discord decides then",
        ),
    ] = None
    shards_each: Annotated[
        int | None,
        Setting(
            "Number of shards of this process, if [several processes](#run-several-active-processes) share a PostgreSQL"
            " database. Requires `ROUNDHOUSE_SHARDS`. Empty: all."
        ),
    ] = None
    pace: Annotated[
        float,
        Setting(
            "Seconds between two moves at a table of computer players only. Where one person plays alone, computers"
            " wait twice as long, so that the person can undo.",
            minimum=0,
            must="a number of seconds, 0 or more",
        ),
    ] = 4.0
    thinkers: Annotated[
        int,
        Setting(
            f"Worker processes for computer players of the level Dispatcher and for hints, 0 to {_MAX_THINKERS}. With"
            " `0`, Dispatchers play as Conductors, hints use no imagined games, and games can’t be analyzed.",
            minimum=0,
            maximum=_MAX_THINKERS,
        ),
    ] = 1
    games: Annotated[
        tuple[str, ...],
        Setting(
            f"[The games that the bot offers](#choose-the-games), separated by commas: {_GAME_KEYS}. Empty: all. Active"
            " games can be finished."
        ),
    ] = tuple(GAMES)
    pictures: Annotated[
        Literal["all", "one", "none"],
        Setting(
            "Pictures in posts. `all`: every picture and the film at the end. `one`: one picture per post. `none`: no"
            " pictures; `/board` and `/hand` answer with text."
        ),
    ] = "all"
    reports: Annotated[
        Literal["whole", "plain"],
        Setting(
            "Form of reports. `whole`: Discord’s components with every picture. `plain`: one text message with one"
            " picture, for clients that don’t show components."
        ),
    ] = "whole"
    log: Annotated[
        Literal["debug", "info", "warning", "error"],
        Setting("Minimum level of log messages: `debug`, `info`, `warning`, or `error`."),
    ] = "info"
    log_format: Annotated[
        Literal["text", "json"],
        Setting("Format of the log: `text`, or `json`, which is one object per line without hands, seeds, and tokens."),
    ] = "text"
    metrics_port: Annotated[
        int | None,
        Setting(
            "The port of `/health`, `/ready`, and `/metrics` (Prometheus). Empty: disabled.",
            minimum=0,
            maximum=_MAX_PORT,
        ),
    ] = None
    metrics_host: Annotated[
        str,
        Setting(
            "The address that `/health`, `/ready`, and `/metrics` listen on. By default only this machine"
            " can read them."
        ),
    ] = "127.0.0.1"
    summary_hour: Annotated[
        int | None,
        Setting(
            "The hour (0 to 23, UTC) at which the bot sends its owner a [daily summary](#get-a-daily-summary). Empty:"
            " never.",
            minimum=0,
            maximum=_MAX_HOUR,
            must=f"from 0 to {_MAX_HOUR}, an hour in UTC",
        ),
    ] = None
    backups: Annotated[
        str,
        Setting(
            "A folder in which the bot makes a [backup each night](#back-up-and-verify) and keeps the newest seven."
            " Only for an SQLite file. Empty: none."
        ),
    ] = ""
    operator: Annotated[
        str,
        Setting(
            "The person or organization that runs the bot. `/privacy` and the"
            " [published texts](#publish-a-privacy-policy-and-terms) (`roundhouse legal`) name it.",
            maximum=_MAX_LINE,
        ),
    ] = ""
    contact: Annotated[
        str,
        Setting(
            "An email address or a web page at which people reach the operator. The published texts contain it.",
            maximum=_MAX_LINE,
        ),
    ] = ""
    retention_days: Annotated[
        int | None,
        Setting(
            "The number of days after which you delete backups and logs. The privacy policy promises it.",
            minimum=1,
            must="a number of days, 1 or more",
        ),
    ] = None
    port: Annotated[
        int,
        Setting(
            "The port of the simulated Discord’s page, on this machine only. `0`: any free port.",
            minimum=0,
            maximum=_MAX_PORT,
        ),
    ] = 8080
    local_database: Annotated[
        str, Setting("The simulated Discord’s SQLite file. Empty: a new database at every start.")
    ] = ""


def _variable_of(field: str) -> str:
    return "DISCORD_TOKEN" if field == "token" else f"ROUNDHOUSE_{field.upper()}"


FIELDS_BY_VARIABLE: Mapping[str, str] = {_variable_of(field): field for field in Settings.__struct_fields__}
"""Variable -> field of ``Settings``."""
_HINTS = get_type_hints(Settings, include_extras=True)
SETTINGS_BY_FIELD: Mapping[str, Setting] = {
    field: _HINTS[field].__metadata__[0] for field in Settings.__struct_fields__
}
"""Field of ``Settings`` -> its declaration."""

_SHARDS_EACH_DEPENDS_ON = ("ROUNDHOUSE_SHARDS", "ROUNDHOUSE_DATABASE")
"""Variables that must be valid before ``ROUNDHOUSE_SHARDS_EACH`` can be checked."""
_PARTS_REMOVED_TEXT = (
    "ROUNDHOUSE_PARTS is not there anymore: any bot can now serve any table. Remove it from the settings of each bot,"
    " and set ROUNDHOUSE_SHARDS_EACH to the number of connections that one bot has"
)
_SIMILARITY = 0.8
"""Minimum similarity, from 0 to 1, between a misspelled name and a setting that is suggested for it."""
_TYPE_PROBLEMS: Mapping[str, str] = {
    "Expected `int`, got `str` - at": "Expected a whole number for",
    "Expected `int | null`, got `str` - at": "Expected a whole number for",
    "Expected `float`, got `str` - at": "Expected a number for",
}
"""Start of msgspec's message about a wrong value -> replacement that operators understand."""

_REMOVED_SETTINGS: Mapping[str, str] = {
    "ROUNDHOUSE_ARCHIVE_DAYS": "games that are over are not compressed anymore",
    "ROUNDHOUSE_POST_FILES": "every picture is a PNG file now",
    "ROUNDHOUSE_PARTS": "any bot can now serve any table",
}
"""Removed setting -> reason why it has no effect anymore."""
_TEST_VARIABLES = ("ROUNDHOUSE_TESTS", "ROUNDHOUSE_POSTGRESQL", "ROUNDHOUSE_WORLD")
"""Environment variables of the tests, which are not settings of the bot."""


class InvalidSettings(Unreadable):
    """Settings that can’t be used; ``problems`` has a sentence for each."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def settings_from_variables(variables: Mapping[str, str]) -> Settings:
    """Return the settings that the variables set; an empty variable counts as not set. Raises ``InvalidSettings``."""
    settings, problems = _settings_and_problems(variables)
    if problems:
        raise InvalidSettings(problems)
    return settings


def _settings_and_problems(variables: Mapping[str, str]) -> tuple[Settings, list[str]]:
    """Return (settings, problems). A wrong setting gets its default, and a sentence in ``problems``."""
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
    can_check_shards = not any(name in problem for problem in problems for name in _SHARDS_EACH_DEPENDS_ON)
    if settings.shards_each is not None and can_check_shards:
        problems += _shards_each_problems(settings)
    if variables.get("ROUNDHOUSE_PARTS", "").strip() not in ("", "1"):
        problems.append(_PARTS_REMOVED_TEXT)
    return settings, [f"Invalid setting: {problem}." for problem in problems]


def _parse_text(field: str, text: str) -> str | list[str]:
    """Return the text of a variable in a form that msgspec can convert to the field's type."""
    if get_origin(_type_of(field)) is tuple:
        return _split_keys(text)
    has_limit = math.isfinite(SETTINGS_BY_FIELD[field].maximum)
    return " ".join(text.split()) if has_limit else text


def _type_of(field: str) -> Any:
    return get_args(_HINTS[field])[0]


def _split_keys(text: str) -> list[str]:
    return [key for key in map(str.strip, text.split(",")) if key]


def _range_problems(settings: Settings) -> Iterator[str]:
    """Yield a sentence for each value that has the right type but is not allowed."""
    unknown_games = [f"“{key}”" for key in settings.games if key not in GAMES]
    if unknown_games or not settings.games:
        but_has = f", not {join_words(unknown_games, 'or')}" if unknown_games else ""
        yield f"ROUNDHOUSE_GAMES must be one or more of {join_words(list(GAMES))}, separated by commas{but_has}"
    try:
        if is_server_address(settings.database) and settings.backups:
            yield "ROUNDHOUSE_BACKUPS can be set only if the database is an SQLite file. Use pg_dump for PostgreSQL"
    except Unreadable as error:
        yield f"ROUNDHOUSE_DATABASE. {error}".removesuffix(".")
    for name, field in FIELDS_BY_VARIABLE.items():
        if problem := SETTINGS_BY_FIELD[field].range_problem(getattr(settings, field)):
            yield f"{name} {problem}"


def _shards_each_problems(settings: Settings) -> Iterator[str]:
    """Yield the problems with ``shards_each``, the number of shards of each process."""
    if not 1 <= (settings.shards_each or 0) <= (settings.shards or 0):
        yield "ROUNDHOUSE_SHARDS_EACH must be from 1 to ROUNDHOUSE_SHARDS. Set both"
    if not is_server_address(settings.database):
        yield "ROUNDHOUSE_SHARDS_EACH can be set only if the database is PostgreSQL"


def load_settings(folder: Path) -> Settings:
    """Return the settings from the environment and from ``.env`` in ``folder``, if it exists.

    Raises ``InvalidSettings``, which lists every wrong line and value.
    """
    file = _read_env_file(folder)
    settings, problems = _settings_and_problems({**file.values, **os.environ})
    if file.problems or problems:
        raise InvalidSettings((*file.problems, *problems))
    return settings


def setting_warnings(folder: Path) -> list[str]:
    """Return a sentence for each removed or possibly misspelled variable, and for each that ``.env`` sets twice."""
    file = _read_env_file(folder)
    warnings = file.duplicate_warnings(FIELDS_BY_VARIABLE)
    for name in {**file.values, **os.environ}:
        if name not in (*FIELDS_BY_VARIABLE, *_TEST_VARIABLES):
            location = f" (line {file.lines[name]} of .env)" if name in file.lines else ""
            warnings += _warnings_about(name, location)
    return warnings


def _warnings_about(name: str, location: str) -> Iterator[str]:
    if name in _REMOVED_SETTINGS:
        yield f"The setting {name}{location} has no effect anymore: {_REMOVED_SETTINGS[name]}. Remove it."
    elif similar_name := _similar_setting(name):
        yield f"There’s no setting {name}{location}. Did you mean {similar_name}?"


def _similar_setting(name: str) -> str:
    """Return the setting that a misspelled name may mean; empty if the variable may belong to another program."""
    min_similarity = 0.0 if name.upper().startswith("ROUNDHOUSE_") else _SIMILARITY
    return next(iter(get_close_matches(name.upper(), FIELDS_BY_VARIABLE, 1, min_similarity)), "")


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
        words = [word for word in get_args(_type_of(field)) if isinstance(word, str)]
        if words and f"`$.{field}`" in message:
            return f"{name} must be {join_words(words, 'or')}"
        message = message.replace(f"`$.{field}`", name)
    for library_words, own_words in _TYPE_PROBLEMS.items():
        message = message.replace(library_words, own_words)
    return message
