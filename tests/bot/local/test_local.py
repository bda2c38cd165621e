"""The simulated Discord as a newcomer meets it: a program that prints a link, and a page on which a game starts."""

import asyncio
import json
import re
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

import pytest
from aiohttp import ClientSession
from simcord.preview._markdown import markdown_tokens
from yarl import URL

from bot.client import build_bot
from bot.config import Settings
from bot.local import simcord_patches
from bot.local.proxy import WorldProxy
from bot.local.simcord_patches import patch_markdown
from bot.local.simulation import open_world
from bot.scheduler import scheduler
from bot.scheduler.scheduler import Scheduler
from engine.games import GAMES
from tests.bot.local.local_page import LocalPage
from tests.bot.local.local_process import PATIENCE, capability, labeled_capability, printed_link, started_program

ROOT = Path(__file__).parents[3]
TITLE = next(iter(GAMES.values()))
PROGRAM = [sys.executable, "-m", "bot", "--local"]


async def test_a_game_starts_on_the_page_the_demo_plays_and_ctrl_c_ends_it_quietly() -> None:
    async with started_program(PROGRAM, ROOT) as process, ClientSession() as session:
        link = await printed_link(process)
        async with session.get(link) as answer:
            assert answer.status == 200
            assert "Roundhouse" in await answer.text()
        async with session.get(f"{link}/world") as answer:
            assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]

        await start_a_game(LocalPage(session, link, await capability(session, link, "table")))

        watcher = LocalPage(session, link, await capability(session, link, "demo"))
        await watcher.open()
        async with asyncio.timeout(PATIENCE):
            while not any(message["attachments"] for message in watcher.messages()):
                await asyncio.sleep(0.5)
                await watcher.look()

        process.send_signal(signal.SIGINT)
        _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in errors.decode()


async def test_a_game_in_a_thread_and_direct_messages_have_pages_of_their_own() -> None:
    async with started_program(PROGRAM, ROOT) as process, ClientSession() as session:
        link = await printed_link(process)
        table = LocalPage(session, link, await capability(session, link, "table"))
        await table.open()
        await table.act_as("Ada")
        await table.press("Play now")

        thread = LocalPage(session, link, await labeled_capability(session, link, f"{TITLE.name} · Ada"))
        await thread.open()
        await thread.act_as("Ada")
        await thread.run("recap")
        assert any("Turn 1" in message["content"] for message in thread.messages())
        await thread.press("Your move")
        await thread.run("game follow")
        messages = LocalPage(session, link, await labeled_capability(session, link, "Messages of Ada"))
        await messages.open()
        assert messages.messages()
        process.send_signal(signal.SIGINT)
        _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in errors.decode()


async def start_a_game(page: LocalPage) -> None:
    await page.open()
    await page.act_as("Ada")
    await page.run("game new", game=TITLE.key)
    await page.act_as("Ben")
    await page.press("Join")
    await page.act_as("Ada")
    await page.press("Host…")
    await page.press("Start")
    assert any(message["attachments"] for message in page.messages()), "no picture was posted"
    assert any(control.get("label") == "Your move" for control in page.controls())


@asynccontextmanager
async def table_page(
    folder: Path, pictures: Literal["all", "none"] = "none", *, welcomes: bool = False
) -> AsyncIterator[tuple[WorldProxy, str, str]]:
    """Run the page in this process without a demo, and yield its proxy, link, and key.

    ``welcomes``: with the bot's first post.
    """
    client = build_bot(Settings(database=str(folder / "local.db"), pictures=pictures))
    front = WorldProxy()
    link = f"http://127.0.0.1:{await front.start(0)}"
    try:
        async with open_world(client, channel="table", topic="", people=("Ada", "Ben", "Cleo")) as world:
            if welcomes:
                await world.announce_guild_join(client)
            front.add_page("table", world.address, "#table")
            yield front, link, str(URL(world.address).fragment)
    finally:
        await front.close()


async def test_simultaneous_presses_of_two_people_are_both_answered(
    tmp_path: Path,
) -> None:
    async with table_page(tmp_path) as (_, link, key), ClientSession() as session:
        ada, ben, cleo = (LocalPage(session, link, key) for _ in range(3))
        for page, name in ((ada, "Ada"), (ben, "Ben"), (cleo, "Cleo")):
            await page.open()
            await page.act_as(name)
        await ada.run("game new", game=TITLE.key)
        await ben.look()
        await cleo.look()
        await asyncio.gather(ben.press("Join"), cleo.press("Join"))
        await ada.run("game status")
        card = ada.messages()[0]["content"]
    assert "2. Ben" in card or "2. Cleo" in card
    assert "3. Ben" in card or "3. Cleo" in card


async def test_a_table_kept_in_a_file_is_found_again_after_a_restart(tmp_path: Path) -> None:
    async with table_page(tmp_path) as (_, link, key), ClientSession() as session:
        page = LocalPage(session, link, key)
        await page.open()
        await page.act_as("Ada")
        await page.run("game new", game=TITLE.key)
        await page.press("Host…")
        await page.press("Start alone")
    async with table_page(tmp_path) as (_, link, key), ClientSession() as session:
        page = LocalPage(session, link, key)
        await page.open()
        await page.act_as("Ada")
        line = (await page.suggestions("move", "line"))[0]
        await page.run("move", line=line)
        assert any(message["content"].startswith("✓") for message in page.messages())


async def test_press_does_not_wait_for_the_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[str] = []

    async def wake(_: Scheduler) -> None:
        woken.append("woken")

    monkeypatch.setattr(
        scheduler, "ALIVE_SECONDS", 25.0
    )  # less than a press may take, so that SimCord would wait for it
    async with table_page(tmp_path) as (_, link, key), ClientSession() as session:
        monkeypatch.setattr(Scheduler, "_save_alive", wake)
        page = LocalPage(session, link, key)
        await page.open()
        await page.act_as("Ada")
        await page.run("game new", game=TITLE.key)
    assert not woken


async def test_first_post_names_the_players(tmp_path: Path) -> None:
    async with table_page(tmp_path) as (_, link, key), ClientSession() as session:
        page = LocalPage(session, link, key)
        await page.open()
        await page.act_as("Ada")
        await page.run("game new", game=TITLE.key)
        await page.press("Host…")
        await page.press("Start alone")
        parts = [part for m in page.messages() for box in m["components"] for part in box["components"]]
        shown = json.dumps([part["markdown_tokens"] for part in parts if "markdown_tokens" in part])
    assert '"label": "@Ada"' in shown
    assert "<@" not in shown


async def test_each_page_of_a_message_has_its_own_menu(tmp_path: Path) -> None:
    async with table_page(tmp_path) as (_, link, key), ClientSession() as session:
        page = LocalPage(session, link, key)
        await page.open()
        await page.act_as("Ada")
        await page.run("settings")
        first = page.controls()[0]
        await page.press("Time zone…")
        second = page.controls()[0]
    assert first["options"] and second["options"]
    assert first["message"] == second["message"]
    assert first["control_key"] != second["control_key"]


async def test_small_text_in_an_embed_is_rendered_small() -> None:
    patch_markdown()
    assert [block["type"] for block in markdown_tokens("-# Next:", "embed_description")[0]["children"]] == ["subtext"]


async def test_simulation_uses_the_real_time(tmp_path: Path) -> None:
    client = build_bot(Settings(database=str(tmp_path / "local.db")))
    async with open_world(client, channel="table", topic="", people=("Ada",)) as world:
        await asyncio.sleep(2.5)
        assert abs(world.env.now().timestamp() - time.time()) < 2.0


async def test_port_in_use_is_reported_in_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        async with started_program(PROGRAM, ROOT, taken.getsockname()[1]) as process:
            _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 1
    assert re.fullmatch(r"Port \d+ is in use by another program\. [^\n]*ROUNDHOUSE_PORT[^\n]*\n", errors.decode())


@pytest.mark.parametrize("host", ["roundhouse.example", "127.0.0.1.example:80"])
async def test_a_page_of_another_site_that_resolves_to_this_machine_is_refused(host: str) -> None:
    front = WorldProxy()
    link = f"http://127.0.0.1:{await front.start(0)}"
    try:
        async with ClientSession() as session, session.get(f"{link}/pages", headers={"Host": host}) as answer:
            assert answer.status == 403
    finally:
        await front.close()


def test_parser_of_each_context_is_cached_until_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simcord_patches, "_parsers", {})
    monkeypatch.setattr(simcord_patches, "_MAX_PARSERS", 2)
    monkeypatch.setattr(simcord_patches, "_make_parser", lambda policy, context: object())
    first = simcord_patches._find_parser({}, {"users": 1})
    simcord_patches._find_parser({}, {"users": 2})
    assert simcord_patches._find_parser({}, {"users": 1}) is first
    simcord_patches._find_parser({}, {"users": 3})
    assert len(simcord_patches._parsers) == 1


async def test_the_first_person_manages_the_server(tmp_path: Path) -> None:
    client = build_bot(Settings(database=str(tmp_path / "local.db"), pictures="none"))
    async with open_world(client, channel="table", topic="", people=("Ada", "Ben")) as world:
        for person, is_manager in zip(world.members, (True, False), strict=True):
            names = {name.split()[0] for name in person.available_commands(world.channel)}
            assert ("setup" in names) is is_manager and "lfg" in names
        page = await world.members[0].slash(world.channel, "setup")
        assert "home channel" in page.response.content.lower()


async def test_settings_that_the_simulation_does_not_use_are_named(tmp_path: Path) -> None:
    options = {"ROUNDHOUSE_METRICS_PORT": "9464", "ROUNDHOUSE_SUMMARY_HOUR": "8", "ROUNDHOUSE_BACKUPS": str(tmp_path)}
    async with started_program(PROGRAM, ROOT, **options) as process:
        await printed_link(process)
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            said = [(await process.stdout.readline()).decode() for _ in range(6)]
    found = [line.split(":")[1].strip() for line in said if "Without effect here" in line]
    assert found == list(options)
