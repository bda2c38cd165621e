"""Metrics and health of a running bot, as read over HTTP."""

import asyncio
import json
import logging
import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
import yaml
from aiohttp import web

from bot.client import build_bot
from bot.config import Settings
from bot.operations.database_watch import DatabaseWatch
from bot.operations.http import OperationsServer
from bot.operations.metrics import Metrics
from bot.play.service import Player, TableService
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store import Store
from tests.bot.simulated_channel import world

TITLE = next(iter(GAMES))
MONITORING = Path(__file__).parents[3] / "docs" / "monitoring"
DISCORD_EPOCH = 1_420_070_400.0


class Client(SimpleNamespace):
    """The part of the client that the page uses."""

    def is_closed(self) -> bool:
        return False

    def is_ready(self) -> bool:
        return bool(self.ready)


def shard(closed: bool = False) -> SimpleNamespace:
    return SimpleNamespace(is_closed=lambda: closed)


class Served:
    """A page with a store of its own, read over HTTP."""

    def __init__(self, store: Store) -> None:
        self.client = Client(ready=True, shards={0: shard(), 1: shard()}, shard_count=2)
        self.figures = Metrics()
        self.database_watch = DatabaseWatch(self.end)
        self.page = OperationsServer(self.client, self.figures, self.database_watch)
        self.page.store, self.page.is_set_up = store, True
        self.port = 0

    async def end(self) -> None:
        raise AssertionError("nothing is lost here")

    async def get(self, path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{self.port}{path}") as answer:
            return answer.status, await answer.text()

    async def figure(self, name: str) -> float:
        status, text = await self.get("/metrics")
        assert status == 200
        return value(text, name)


def value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, f"{name} is not in\n{text}"
    return float(found[1])


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "tables.db")
    yield opened
    await opened.close()


@pytest.fixture
async def served(store: Store) -> AsyncIterator[Served]:
    there = Served(store)
    there.port = await there.page.start(Settings(metrics_port=0))
    yield there
    await there.page.close()


async def test_working_bot_is_healthy_and_ready(served: Served) -> None:
    assert await served.get("/health") == (200, "All is well.\n")
    assert await served.get("/ready") == (200, "All is well.\n")


async def test_starting_bot_is_healthy_but_not_ready(served: Served) -> None:
    served.page.store, served.page.is_set_up = None, False
    assert (await served.get("/health"))[0] == 200
    assert await served.get("/ready") == (503, "The bot is just starting.\n")
    assert await served.get("/metrics") == (503, "The bot is just starting.\n")


async def test_a_bot_that_is_not_connected_is_not_ready(served: Served) -> None:
    served.client.ready = False
    assert await served.get("/ready") == (503, "The bot isn’t connected to Discord.\n")


async def test_one_connection_that_is_lost_is_named(served: Served) -> None:
    served.client.shards[1] = shard(closed=True)
    assert await served.get("/ready") == (503, "Shards that aren’t connected to Discord: 1.\n")
    assert await served.figure("roundhouse_shards_connected") == 1
    assert (await served.get("/health"))[0] == 200


async def test_failing_database_is_reported_in_a_sentence(
    served: Served, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(store, "read", failing)
    for path in ("/health", "/ready", "/metrics"):
        assert await served.get(path) == (503, "The database can’t be read: disk I/O error.\n")


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
async def test_removed_database_files_are_reported_at_once(served: Served, tmp_path: Path, end: str) -> None:
    (tmp_path / f"tables.db{end}").unlink()
    for path in ("/health", "/ready"):
        status, said = await served.get(path)
        assert status == 503 and f"tables.db{end}" in said
        assert said.endswith("while the bot had it open. The bot confirms no more moves and ends.\n")


async def test_a_database_that_does_not_answer_is_not_waited_for(
    served: Served, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hanging(_: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr("bot.operations.http._TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr(store, "read", hanging)
    assert (await served.get("/health"))[0] == 503


async def test_tables_are_counted_by_state_and_shard(served: Served, store: Store) -> None:
    sessions = TableService(store)
    for channel, guild in ((1, None), (2, 1 << 22), (3, 3 << 22), (4, 2 << 22)):
        await sessions.open_lobby(channel, guild, TITLE, Player("Ada", 1))
    assert await served.figure('roundhouse_tables{shard="1",state="lobby"}') == 2
    assert await served.figure('roundhouse_tables{shard="0",state="lobby"}') == 2
    assert await served.figure('roundhouse_tables{shard="0",state="playing"}') == 0


async def test_pending_posts_are_counted_with_their_age(served: Served, store: Store) -> None:
    assert await served.figure("roundhouse_untold_oldest_seconds") == 0
    sessions = TableService(store, clock=lambda: time.time() - 100.0)
    for channel in (1, 2):
        table = await sessions.open_lobby(channel, None, TITLE, Player("Ada", 1))
        await sessions.join_lobby(table.id, Player("Ben", 2))
        await sessions.start_game(table.id, 1)
    assert await served.figure("roundhouse_untold_tables") == 2
    assert 99 < await served.figure("roundhouse_untold_oldest_seconds") < 110
    await store.mark_announced(1, 99, {})
    assert await served.figure("roundhouse_untold_tables") == 1


async def test_commits_are_timed(served: Served, store: Store) -> None:
    store.on_transaction = served.figures.observe_commit
    await TableService(store).open_lobby(1, None, TITLE, Player("Ada", 1))
    assert await served.figure("roundhouse_commit_seconds_count") == 1


async def answers(served: Served, path: str, status: int = 200, **headers: str) -> None:
    """Make one request of the bot to a Discord that answers with that status."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, headers=headers)

    app = web.Application()
    app.router.add_post("/{rest:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    there = f"http://127.0.0.1:{runner.addresses[0][1]}/api/v10{path}"
    async with aiohttp.ClientSession(trace_configs=[served.figures.trace]) as session, session.post(there):
        pass
    await runner.cleanup()


def callback(ago: float) -> str:
    made = int((time.time() - ago - DISCORD_EPOCH) * 1_000) << 22
    return f"/interactions/{made}/a-secret/callback"


@pytest.mark.parametrize(("ago", "felt", "lost"), [(0.1, 0, 0), (1.5, 1, 0), (3.5, 1, 1)])
async def test_late_answers_are_counted_from_one_and_from_three_seconds(
    served: Served, ago: float, felt: int, lost: int
) -> None:
    await answers(served, callback(ago), 204)
    assert await served.figure('roundhouse_late_answers_total{seconds="1"}') == felt
    assert await served.figure('roundhouse_late_answers_total{seconds="3"}') == lost
    assert await served.figure("roundhouse_answer_seconds_count") == 1
    assert ago - 0.1 < await served.figure("roundhouse_answer_seconds_sum") < ago + 1.0


async def test_message_does_not_count_as_an_answer(served: Served) -> None:
    await answers(served, "/channels/1/messages")
    assert await served.figure("roundhouse_answer_seconds_count") == 0


async def test_requests_that_discord_slows_down_are_counted_by_scope(served: Served) -> None:
    await answers(served, callback(9.0), 429, **{"X-RateLimit-Scope": "global"})
    await answers(served, "/channels/1/messages", 429)
    assert await served.figure('roundhouse_limited_total{scope="global"}') == 1
    assert await served.figure('roundhouse_limited_total{scope="unknown"}') == 1
    assert await served.figure("roundhouse_answer_seconds_count") == 0


async def test_errors_in_the_log_are_counted(served: Served) -> None:
    logging.getLogger("bot").warning("not an error")
    assert await served.figure("roundhouse_errors_total") == 0
    logging.getLogger("bot").error("an error")
    assert await served.figure("roundhouse_errors_total") == 1


async def test_alerts_and_dashboard_use_metrics_that_exist(served: Served) -> None:
    _, text = await served.get("/metrics")
    existing = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    existing |= {f"{name}_bucket" for name in existing}
    rules = yaml.safe_load((MONITORING / "alerts.yml").read_text("utf-8"))
    dashboard = json.loads((MONITORING / "dashboard.json").read_text("utf-8"))
    expressions = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    expressions += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    used = {name for expression in expressions for name in re.findall(r"(?:roundhouse|process)_\w+", expression)}
    assert len(used) > 8
    assert used <= existing, "these metrics do not exist"


async def test_metrics_name_nobody(served: Served, store: Store) -> None:
    user = 471_100_000_000_004_711  # as long as Discord's are: a short one occurs in a time by chance
    await TableService(store).open_lobby(1, 77 << 22, TITLE, Player("Ada Lovelace", user))
    await answers(served, callback(0.0))
    _, text = await served.get("/metrics")
    for secret in ("Ada", str(user), str(77 << 22), "a-secret"):
        assert secret not in text


async def test_working_bot_shows_its_metrics(tmp_path: Path) -> None:
    async with world(tmp_path, metrics_port=0, pictures="one") as running:
        await running.started("Ada", "Ben")
        await running.move_on(2)
        page: Any = running.bot._operations_server
        assert page._not_ready_reason() == ""
        text = (await page._metrics_registry.metrics_page(page.store, running.bot)).decode()
        assert value(text, "roundhouse_commit_seconds_count") > 5
        assert value(text, "roundhouse_drawing_seconds_count") > 0
        assert value(text, 'roundhouse_tables{shard="0",state="playing"}') == 1
        assert value(text, "roundhouse_cache_bytes") > 0
        assert value(text, "roundhouse_shards_connected") == 1


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def labels(text: str, figure: str, label: str) -> dict[str, float]:
    """Return the values of a metric by one label."""
    found = re.findall(rf'^{figure}{{{label}="([^"]*)"}} (\S+)$', text, re.MULTILINE)
    return {name: float(number) for name, number in found}


def forms(text: str) -> dict[tuple[str, str], float]:
    """Return how often each command was used in each of its forms."""
    found = re.findall(r'^roundhouse_commands_total{command="([^"]*)",form="([^"]*)"} (\S+)$', text, re.MULTILINE)
    return {(name, form): float(number) for name, form, number in found}


async def test_commands_and_presses_are_counted_by_their_names_and_kinds_alone(tmp_path: Path) -> None:
    port = free_port()
    async with world(tmp_path, metrics_port=port) as running:
        lobby = await running.lobby("Ada", "Ben")
        await running.person("Ada").slash(running.channel, "game start")
        for _ in range(2):
            await running.person("Eve").slash(running.channel, "history", show="phases")
        await running.person("Eve").slash(running.channel, "history")
        await running.person("Eve").slash(running.channel, "orders", write="Eve is my secret", how_long="once")
        await running.press_again(running.person("Eve"), running.posts()[0], "?:1:0:unknown")
        await running.person("Ada").click(running.latest("Your move"), label="Your move")
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
            text = await answer.text()
        commands = forms(text)
        presses = labels(text, "roundhouse_presses_total", "button")
        assert "secret" not in text
        assert {name: count for name, count in commands.items() if count} == {
            ("game new", ""): 1,
            ("game start", ""): 1,
            ("history", "show:phases"): 2,
            ("history", ""): 1,
            ("orders", "write:"): 1,
        }
        assert {kind: count for kind, count in presses.items() if count} == {"l": 1, "m": 1}
        assert {"film", "game"}.isdisjoint(name for name, _ in commands)
        assert {("history", "show:film"), ("orders", "cancel:"), ("rivals draft", "")} <= commands.keys()
        assert presses.keys() == running.bot.routes.keys() and lobby.id


async def test_port_in_use_is_reported_in_a_sentence(store: Store) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(Unreadable, match=r"in use\. Change ROUNDHOUSE_METRICS_PORT"):
            await Served(store).page.start(Settings(metrics_port=taken.getsockname()[1]))


async def test_invalid_address_is_reported_in_a_sentence(store: Store) -> None:
    with pytest.raises(Unreadable, match="ROUNDHOUSE_METRICS_HOST"):
        await Served(store).page.start(Settings(metrics_port=0, metrics_host="no such host"))


async def test_metrics_are_readable_only_locally_by_default(served: Served) -> None:
    assert {address[0] for address in served.page._runner.addresses} == {"127.0.0.1"}


async def test_without_the_setting_no_port_is_open_and_no_request_is_measured(tmp_path: Path) -> None:
    bot = build_bot(Settings(database=str(tmp_path / "tables.db")))
    assert bot._operations_server is None and bot.http.http_trace is None
    assert build_bot(Settings(metrics_port=0)).http.http_trace is not None


def test_without_the_setting_the_metrics_library_is_not_loaded() -> None:
    code = "import sys, bot.client; from bot.config import Settings; bot.client.build_bot(Settings())\n"
    code += "sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=False).returncode == 0
