"""Lines of the log, and what they must never contain."""

import asyncio
import logging
from collections.abc import Iterator

import pytest

from bot.__main__ import set_up_log
from bot.config import Settings
from bot.local import set_up_log as set_up_local_log
from bot.local.proxy import WorldProxy

CHANGED = ("", "discord", "discord.gateway", "discord.http", "aiosqlite", "asyncio", "PIL", "aiohttp.server")
FILTERED = ("discord.state", "discord.shard")


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Restore the levels and handlers that a test changes."""
    levels = {name: logging.getLogger(name).level for name in CHANGED}
    handlers = logging.root.handlers[:]
    filters = {name: logging.getLogger(name).filters[:] for name in FILTERED}
    yield
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    logging.root.handlers[:] = handlers
    for name, before in filters.items():
        logging.getLogger(name).filters[:] = before


def test_discord_payloads_are_not_logged_at_the_lowest_level_either() -> None:
    set_up_log(logging.DEBUG)
    assert logging.getLogger("bot.client").isEnabledFor(logging.DEBUG)
    for name in ("discord.gateway", "discord.http", "discord.webhook.async_"):
        assert logging.getLogger(name).isEnabledFor(logging.INFO)
        assert not logging.getLogger(name).isEnabledFor(logging.DEBUG)


def test_lost_connection_of_a_shard_is_one_log_line(caplog: pytest.LogCaptureFixture) -> None:
    set_up_log(logging.INFO)
    try:
        raise OSError("no route")
    except OSError:
        logging.getLogger("discord.shard").exception("Failed to connect for shard_id: %s. Retrying...", 3)
    (record,) = caplog.records
    assert record.getMessage() == "Failed to connect for shard_id: 3. Retrying... (OSError: no route)"
    assert record.exc_info is None


def test_log_level_also_applies_to_discord_lines() -> None:
    set_up_log(logging.ERROR)
    assert not logging.getLogger("discord.gateway").isEnabledFor(logging.WARNING)


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /api/action HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Length: 9\r\n\r\ncut off",
    ],
)
async def test_bad_request_to_the_local_page_logs_no_traceback(
    request_bytes: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    set_up_local_log(Settings())
    front = WorldProxy()
    port = await front.start(0)
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_bytes)
        await writer.drain()
        if request_bytes.endswith(b"off"):
            await asyncio.sleep(0.1)
            writer.transport.abort()
            await asyncio.sleep(0.1)
        else:
            assert b" 400 " in await reader.readline()
            writer.close()
    finally:
        await front.close()
    assert not [record for record in caplog.records if record.name.startswith("aiohttp")]
