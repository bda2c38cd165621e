"""``python -m bot doctor`` looks at all that the bot needs, changes nothing, and says what to do. It knows no title."""

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
from engine.core.game import option_meta
from engine.store.address import is_server_address
from engine.store.host_editions import load_host_editions


def examine(settings: Settings, *, is_running: bool, remarks: Iterable[str] = ()) -> int:
    """Says every finding as a line; gives the exit status: 1 when something is wrong.

    ``remarks`` are sentences about the settings.
    """
    for doubt in remarks:
        print(remark_result("settings", doubt).text_line())
    return asyncio.run(_print_results(settings, is_running))


def report_settings_problems(problems: Iterable[str], remarks: Iterable[str]) -> int:
    """Say every problem with the settings as a line. The rest is not examined: it may be another database, or bot."""
    for doubt in remarks:
        print(remark_result("settings", doubt).text_line())
    results = [problem_result("settings", problem) for problem in problems]
    for result in results:
        print(result.text_line())
    print(f"To repair: {len(results)}. The rest is examined when the settings are right.")
    return 1


async def _print_results(settings: Settings, is_running: bool) -> int:
    problem_count = 0
    async for result in _check_all(settings, is_running):
        print(result.text_line())
        problem_count += result.level == "wrong"
    print("Nothing is wrong." if not problem_count else f"To repair: {problem_count}.")
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
    """The host's editions that lobbies offer, and the files that are left out."""
    boxes = load_host_editions(folder)
    for (key, option), words in boxes.words.items():
        kind = GAMES[key].options
        titles = {field.name: option_meta(field).title for field in msgspec.structs.fields(kind)}
        yield ok_result("boxes", f"Lobbies of {GAMES[key].name} offer for {titles[option]}: {', '.join(words)}.")
    for doubt in boxes.doubts:
        yield problem_result("boxes", doubt)
    if folder and not boxes.words and not boxes.doubts:
        yield remark_result("boxes", f"The folder {folder} of ROUNDHOUSE_BOXES has no files.")


def _check_port(host: str, port: int) -> CheckResult:
    """Whether the figures can be served."""
    try:
        with socket.create_server((host, port)):
            return ok_result("figures", f"Port {port} at {host} is free.")
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        text = f"They can’t be served at {host}, port {port}: {why}. Change ROUNDHOUSE_METRICS_PORT"
        return problem_result("figures", f"{text} or ROUNDHOUSE_METRICS_HOST.")


def _check_pictures(settings: Settings) -> CheckResult:
    """The board of a new game, as a post would have it."""
    if settings.pictures == "none":
        return remark_result("pictures", "The bot draws none, as ROUNDHOUSE_PICTURES says.")
    start = time.perf_counter()
    try:
        size = _picture_size()
    except Exception as error:  # whatever a broken library leads to
        text = f"They can’t be drawn ({error_summary(error)}). Install what requirements.lock names, or set"
        return problem_result("pictures", f"{text} ROUNDHOUSE_PICTURES=none.")
    seconds = time.perf_counter() - start
    return ok_result("pictures", f"One of {size // 1_000} kB was drawn in {seconds:.1f} seconds.")


def _picture_size() -> int:
    """The bytes of one picture."""
    return len(draw_example().file)
