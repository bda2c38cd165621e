"""``python -m bot doctor`` checks everything that the bot needs, changes nothing, and says what to do."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Iterable, Iterator

import msgspec

from bot.config import Settings
from bot.errors import error_summary
from bot.operations.check_database_file import check_database_file
from bot.operations.check_database_server import check_database_server
from bot.operations.check_discord import check_discord
from bot.operations.check_result import CheckResult, ok_result, problem_result, remark_result
from bot.operations.daily_backup import MAX_BACKUP_AGE, backup_target
from bot.operations.example_picture import draw_example
from engine import GAMES
from engine.core import count_noun
from engine.core.game import option_meta
from engine.store.address import is_server_address
from engine.store.backup import find_newest_backup_time
from engine.store.errors import os_error_reason
from engine.store.host_editions import load_host_editions


def examine(settings: Settings, *, is_running: bool, remarks: Iterable[str] = ()) -> int:
    """Print a line per finding and return the exit status: 1 if there is a problem.

    ``remarks`` are sentences about the settings.
    """
    for remark in remarks:
        print(remark_result("settings", remark).text_line())
    return asyncio.run(_print_results(settings, is_running))


def report_settings_problems(problems: Iterable[str], remarks: Iterable[str]) -> int:
    """Print a line per problem with the settings, without other checks, which need correct settings."""
    for remark in remarks:
        print(remark_result("settings", remark).text_line())
    results = [problem_result("settings", problem) for problem in problems]
    for result in results:
        print(result.text_line())
    print(f"{_count_text(len(results))} Correct the settings, then run the doctor again: it skipped the other checks.")
    return 1


def _count_text(count: int) -> str:
    """Return a sentence with the number of problems: “No problems found.”"""
    return f"{count_noun(count, 'problem') if count else 'No problems'} found."


async def find_problems(settings: Settings) -> tuple[CheckResult, ...]:
    """Return the problems of a running bot. Without a token, the bot's account is not checked.

    Must not be called in the bot's process: closing the database file there would release SQLite's locks on the file.
    """
    results = [result async for result in _check_all(settings, is_running=True)]
    problems = [result for result in results if result.level == "wrong"]
    return tuple(result for result in problems if settings.token or result.what != "token")


async def _print_results(settings: Settings, is_running: bool) -> int:
    problem_count = 0
    async for result in _check_all(settings, is_running):
        print(result.text_line())
        problem_count += result.level == "wrong"
    print(_count_text(problem_count))
    return 1 if problem_count else 0


async def _check_all(settings: Settings, is_running: bool) -> AsyncIterator[CheckResult]:
    for result in _check_database(settings, is_running):
        yield result
    if settings.metrics_port and not is_running:
        yield _check_port(settings.metrics_host, settings.metrics_port)
    yield _check_pictures(settings)
    yield _check_backups(settings, is_running)
    yield _check_summary(settings)
    for result in _check_editions(settings.boxes):
        yield result
    async for result in check_discord(settings):
        yield result


def _check_database(settings: Settings, is_running: bool) -> Iterator[CheckResult]:
    address, now = settings.database, time.time()
    if is_server_address(address):
        return check_database_server(address, is_running=is_running, now=now, shards=settings.shards)
    return check_database_file(address, is_running=is_running, now=now)


def _check_editions(folder: str) -> Iterator[CheckResult]:
    """Check the host's own editions. Yield the editions that lobbies offer, and the files that can't be used."""
    editions = load_host_editions(folder)
    for (key, option), words in editions.words.items():
        kind = GAMES[key].options
        titles = {field.name: option_meta(field).title for field in msgspec.structs.fields(kind)}
        yield ok_result("editions", f"{GAMES[key].name}, option {titles[option]}: lobbies offer {', '.join(words)}.")
    for problem in editions.warnings:
        yield problem_result("editions", problem)
    if folder and not editions.words and not editions.warnings:
        yield remark_result("editions", f"The folder {folder} (ROUNDHOUSE_BOXES) has no files.")


def _check_backups(settings: Settings, is_running: bool) -> CheckResult:
    if is_server_address(settings.database):
        return ok_result("backups", "The bot makes none of a PostgreSQL database. Make them with pg_dump.")
    if not settings.backups:
        return ok_result("backups", "The bot makes none. With ROUNDHOUSE_BACKUPS it makes one each day.")
    target = backup_target(settings)
    try:
        newest = find_newest_backup_time(target, time.time()) if target.parent.exists() else None
    except OSError as error:
        return problem_result("backups", f"The folder {target.parent} can’t be read: {os_error_reason(error)}.")
    if newest is None:
        return remark_result("backups", f"There’s none in {target.parent} yet. The bot makes one after its start.")
    age = time.time() - newest.timestamp()
    text = f"The newest in {target.parent} is {count_noun(round(age / 3_600), 'hour')} old"
    if age <= MAX_BACKUP_AGE:
        return ok_result("backups", f"{text}.")
    if not is_running:
        return remark_result("backups", f"{text}. The bot makes one after its start.")
    return problem_result("backups", f"{text}. The bot’s log says why it makes no newer one.")


def _check_summary(settings: Settings) -> CheckResult:
    if settings.summary_hour is None:
        text = "None is sent. With ROUNDHOUSE_SUMMARY_HOUR=8 the owner of the bot gets one each day at 8:00 UTC."
    else:
        text = f"The owner of the bot gets one each day at {settings.summary_hour}:00 UTC."
    return ok_result("summary", text)


def _check_port(host: str, port: int) -> CheckResult:
    try:
        with socket.create_server((host, port)):
            return ok_result("metrics", f"Port {port} at {host} is free.")
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        text = f"Metrics can’t be served at {host}, port {port}: {reason}. Change ROUNDHOUSE_METRICS_PORT"
        return problem_result("metrics", f"{text} or ROUNDHOUSE_METRICS_HOST.")


def _check_pictures(settings: Settings) -> CheckResult:
    """Check that the bot can draw the board of a new game."""
    if settings.pictures == "none":
        return remark_result("pictures", "Pictures are turned off by ROUNDHOUSE_PICTURES.")
    start = time.perf_counter()
    try:
        size = len(draw_example().file)
    except Exception as error:  # broken libraries raise various errors
        text = f"The bot can’t draw ({error_summary(error)}). Install the packages of requirements.lock, or set"
        return problem_result("pictures", f"{text} ROUNDHOUSE_PICTURES=none.")
    seconds = time.perf_counter() - start
    return ok_result("pictures", f"Drew a test picture of {size // 1_000} kB in {seconds:.1f} s.")
