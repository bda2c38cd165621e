"""``python -m bot doctor`` looks at all that the bot needs, changes nothing, and says what to do. It knows no title."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Iterable, Iterator

import msgspec

from bot.config import Settings
from bot.errors import named
from bot.hosting.example_picture import draw_example
from bot.hosting.finding import Finding, fine, note, wrong
from bot.hosting.on_discord import on_discord
from bot.hosting.on_disk import on_disk
from bot.hosting.on_server import on_server
from engine import GAMES
from engine.core.game import option_meta
from engine.store.address import is_address
from engine.store.boxes import read_boxes


def examine(settings: Settings, *, is_running: bool, doubts: Iterable[str] = ()) -> int:
    """Says every finding as a line; gives the exit status: 1 when something is wrong.

    ``doubts`` are sentences about the settings.
    """
    for doubt in doubts:
        print(note("settings", doubt).line())
    return asyncio.run(_examine(settings, is_running))


def report_wrong_settings(problems: Iterable[str], doubts: Iterable[str]) -> int:
    """Say every problem with the settings as a line. The rest is not examined: it may be another database, or bot."""
    for doubt in doubts:
        print(note("settings", doubt).line())
    findings = [wrong("settings", problem) for problem in problems]
    for finding in findings:
        print(finding.line())
    print(f"To repair: {len(findings)}. The rest is examined when the settings are right.")
    return 1


async def _examine(settings: Settings, is_running: bool) -> int:
    bad = 0
    async for finding in _findings(settings, is_running):
        print(finding.line())
        bad += finding.level == "wrong"
    print("Nothing is wrong." if not bad else f"To repair: {bad}.")
    return 1 if bad else 0


async def _findings(settings: Settings, is_running: bool) -> AsyncIterator[Finding]:
    for finding in _database(settings, is_running):
        yield finding
    if settings.metrics_port and not is_running:
        yield _port(settings.metrics_host, settings.metrics_port)
    yield _picture(settings)
    for finding in _boxes(settings.boxes):
        yield finding
    async for finding in on_discord(settings):
        yield finding


def _database(settings: Settings, is_running: bool) -> Iterator[Finding]:
    place, now = settings.database, time.time()
    if is_address(place):
        return on_server(place, is_running=is_running, now=now, shards=settings.shards)
    return on_disk(place, is_running=is_running, now=now)


def _boxes(folder: str) -> Iterator[Finding]:
    """The host's editions that lobbies offer, and the files that are left out."""
    boxes = read_boxes(folder)
    for (key, option), words in boxes.words.items():
        kind = GAMES[key].options
        titles = {field.name: option_meta(field).title for field in msgspec.structs.fields(kind)}
        yield fine("boxes", f"Lobbies of {GAMES[key].name} offer for {titles[option]}: {', '.join(words)}.")
    for doubt in boxes.doubts:
        yield wrong("boxes", doubt)
    if folder and not boxes.words and not boxes.doubts:
        yield note("boxes", f"The folder {folder} of ROUNDHOUSE_BOXES has no files.")


def _port(host: str, port: int) -> Finding:
    """Whether the figures can be served."""
    try:
        with socket.create_server((host, port)):
            return fine("figures", f"Port {port} at {host} is free.")
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        text = f"They can’t be served at {host}, port {port}: {why}. Change ROUNDHOUSE_METRICS_PORT"
        return wrong("figures", f"{text} or ROUNDHOUSE_METRICS_HOST.")


def _picture(settings: Settings) -> Finding:
    """The board of a new game, as a post would have it."""
    if settings.pictures == "none":
        return note("pictures", "The bot draws none, as ROUNDHOUSE_PICTURES says.")
    began = time.perf_counter()
    try:
        size = _drawn()
    except Exception as error:  # whatever a broken library leads to
        text = f"They can’t be drawn ({named(error)}). Install what requirements.lock names, or set"
        return wrong("pictures", f"{text} ROUNDHOUSE_PICTURES=none.")
    took = time.perf_counter() - began
    return fine("pictures", f"One of {size // 1_000} kB was drawn in {took:.1f} seconds.")


def _drawn() -> int:
    """The bytes of one picture."""
    return len(draw_example().file)
