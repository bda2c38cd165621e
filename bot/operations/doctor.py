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
from bot.operations.example_picture import draw_example
from engine import GAMES
from engine.core import count_noun
from engine.core.game import option_meta
from engine.store.address import is_server_address
from engine.store.host_editions import load_host_editions


def examine(settings: Settings, *, is_running: bool, remarks: Iterable[str] = ()) -> int:
    """Print a line per finding and return the exit status: 1 if there is a problem.

    ``remarks`` are sentences about the settings.
    """
    for doubt in remarks:
        print(remark_result("settings", doubt).text_line())
    return asyncio.run(_print_results(settings, is_running))


def report_settings_problems(problems: Iterable[str], remarks: Iterable[str]) -> int:
    """Print a line per problem with the settings. Skip all other checks: they depend on correct settings."""
    for doubt in remarks:
        print(remark_result("settings", doubt).text_line())
    results = [problem_result("settings", problem) for problem in problems]
    for result in results:
        print(result.text_line())
    print(f"{_found_text(len(results))} Correct the settings, then run the doctor again: it skipped the other checks.")
    return 1


def _found_text(count: int) -> str:
    """“No problems found.”, or how many."""
    return f"{count_noun(count, 'problem') if count else 'No problems'} found."


async def _print_results(settings: Settings, is_running: bool) -> int:
    problem_count = 0
    async for result in _check_all(settings, is_running):
        print(result.text_line())
        problem_count += result.level == "wrong"
    print(_found_text(problem_count))
    return 1 if problem_count else 0


async def _check_all(settings: Settings, is_running: bool) -> AsyncIterator[CheckResult]:
    for result in _check_database(settings, is_running):
        yield result
    if settings.metrics_port and not is_running:
        yield _check_port(settings.metrics_host, settings.metrics_port)
    yield _check_pictures(settings)
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
    """The host's editions in lobbies, and omitted files."""
    boxes = load_host_editions(folder)
    for (key, option), words in boxes.words.items():
        kind = GAMES[key].options
        titles = {field.name: option_meta(field).title for field in msgspec.structs.fields(kind)}
        yield ok_result("editions", f"{GAMES[key].name}, option {titles[option]}: lobbies offer {', '.join(words)}.")
    for doubt in boxes.doubts:
        yield problem_result("editions", doubt)
    if folder and not boxes.words and not boxes.doubts:
        yield remark_result("editions", f"The folder {folder} (ROUNDHOUSE_BOXES) has no files.")


def _check_port(host: str, port: int) -> CheckResult:
    """Whether the metrics can be served."""
    try:
        with socket.create_server((host, port)):
            return ok_result("metrics", f"Port {port} at {host} is free.")
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        text = f"Metrics can’t be served at {host}, port {port}: {why}. Change ROUNDHOUSE_METRICS_PORT"
        return problem_result("metrics", f"{text} or ROUNDHOUSE_METRICS_HOST.")


def _check_pictures(settings: Settings) -> CheckResult:
    """Draw the board of a new game, as posts do."""
    if settings.pictures == "none":
        return remark_result("pictures", "Pictures are turned off by ROUNDHOUSE_PICTURES.")
    start = time.perf_counter()
    try:
        size = _picture_size()
    except Exception as error:  # whatever a broken library leads to
        text = f"The bot can’t draw ({error_summary(error)}). Install the packages of requirements.lock, or set"
        return problem_result("pictures", f"{text} ROUNDHOUSE_PICTURES=none.")
    seconds = time.perf_counter() - start
    return ok_result("pictures", f"Drew a test picture of {size // 1_000} kB in {seconds:.1f} s.")


def _picture_size() -> int:
    """The bytes of one picture."""
    return len(draw_example().file)
