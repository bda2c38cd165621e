"""Broken set-ups: the doctor names each problem and its remedy in a line, and exits with 1."""

import asyncio
import io
import secrets
import shutil
import socket
import sqlite3
import time
from collections import namedtuple
from collections.abc import AsyncIterator
from contextlib import closing, redirect_stdout
from datetime import UTC, datetime
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from discord.http import Route
from msgspec.structs import replace

from bot.config import Settings
from bot.operations import doctor
from bot.play.service import Player, TableService
from engine.games import GAMES
from engine.store import Store, lock_database
from engine.store.migrations import load_migrations, migrate
from engine.store.shard_leases import lease_shards, save_shard_count
from tests.postgresql import left, schema
from tests.postgresql_relay import Relay

GRANTED = 274878024704
TOKEN = "MTIz.a-secret.that-nobody-reads"
Usage = namedtuple("Usage", "total used free")


class Discord:
    """The answers of a simulated Discord server, which tests change."""

    def __init__(self) -> None:
        self.token, self.ahead, self.flags, self.left, self.shards = TOKEN, 0.0, 0, 990, 1
        self.servers: list[dict[str, str]] = [{"id": "42", "name": "Club", "permissions": str(GRANTED)}]
        self.asked = list[str]()

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        headers = {"Date": formatdate(time.time() - self.ahead, usegmt=True)}
        if request.headers["Authorization"] != f"Bot {self.token}":
            return web.json_response({"message": "401: Unauthorized"}, status=401, headers=headers)
        limits = {"total": 1_000, "remaining": self.left, "reset_after": 3_600_000, "max_concurrency": 1}
        known: dict[str, Any] = {
            "/users/@me": {"username": "Roundhouse"},
            "/applications/@me": {"flags": self.flags},
            "/gateway/bot": {"shards": self.shards, "url": "wss://there", "session_start_limit": limits},
            "/users/@me/guilds": self.servers,
        }
        return web.json_response(known[request.path], headers=headers)


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    there, app = Discord(), web.Application()
    app.router.add_get("/{rest:.*}", there.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield there
    await runner.cleanup()


@pytest.fixture
async def settings(tmp_path: Path) -> Settings:
    """Return the settings of a sound set-up: a database with one table without pending posts, and a token."""
    path = tmp_path / "bot" / "tables.db"
    path.parent.mkdir()
    store = await Store.open(path)
    table = await TableService(store).open_lobby(1, 42, next(iter(GAMES)), Player("Ada", 1))
    assert table.id == 1
    await store.close()
    return Settings(token=TOKEN, database=str(path))


async def found(settings: Settings, *, is_running: bool = False) -> tuple[int, list[str]]:
    """Return the exit status and the lines that report something."""
    with redirect_stdout(io.StringIO()) as said:
        status = await doctor._print_results(settings, is_running)
    lines = said.getvalue().splitlines()
    assert TOKEN not in "\n".join(lines)
    assert lines[-1] == "No problems found." or status
    return status, [line for line in lines[:-1] if not line.startswith("fine")]


async def only(settings: Settings, what: str, **more: bool) -> str:
    """Return the only finding of a set-up with one problem."""
    status, lines = await found(settings, **more)
    assert status == 1 and len(lines) == 1 and lines[0].startswith(f"wrong  {what}: "), lines
    assert lines[0].endswith("."), "it says what to do"
    return lines[0]


def change(settings: Settings, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(settings.database, isolation_level=None)) as db:
        db.execute(statement, values)


def add_untold(settings: Settings, at: float) -> None:
    row = "INSERT INTO log (session, seq, seat, action, made_by, at, events) VALUES (1, 0, 0, '', 'start', ?, x'')"
    change(settings, row, at)


async def test_sound_set_up_has_no_problems_and_is_not_changed(discord: Discord, settings: Settings) -> None:
    folder = Path(settings.database).parent
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert await found(settings) == (0, [])
    after = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert after == before
    assert len(discord.asked) == 4


async def test_missing_database_before_the_first_start_is_no_problem(
    discord: Discord, settings: Settings, tmp_path: Path
) -> None:
    status, lines = await found(replace(settings, database=str(tmp_path / "new.db")))
    assert status == 0 and len(lines) == 1 and "creates it at its first start" in lines[0]
    assert not (tmp_path / "new.db").exists()


async def test_missing_token_is_found(settings: Settings) -> None:
    assert "Set DISCORD_TOKEN" in await only(replace(settings, token=""), "token")


async def test_rejected_token_is_found(discord: Discord, settings: Settings) -> None:
    discord.token = "another"
    assert "Reset it" in await only(settings, "token")


async def test_malformed_token_is_found(discord: Discord, settings: Settings) -> None:
    assert "Copy it again" in await only(replace(settings, token="two words\u2028"), "token")
    assert not discord.asked


async def test_unreachable_discord_is_found(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9")
    assert "network and DNS" in await only(settings, "Discord")


async def test_permissions_missing_on_every_server_are_found(discord: Discord, settings: Settings) -> None:
    discord.servers[0]["permissions"] = str(GRANTED & ~(1 << 15))
    assert "Club doesn’t give the bot Attach Files" in await only(settings, "permissions")


async def test_one_poor_server_of_many_is_a_note(discord: Discord, settings: Settings) -> None:
    discord.servers.append({"id": "43", "name": "Poor", "permissions": "0"})
    status, lines = await found(settings)
    assert status == 0 and "Poor doesn’t give" in lines[0]


async def test_named_server_without_the_bot_is_found(discord: Discord, settings: Settings) -> None:
    assert "not a member of server 77" in await only(replace(settings, guild=77), "servers")


async def test_used_up_session_starts_are_found(discord: Discord, settings: Settings) -> None:
    discord.left = 0
    assert "Wait 61 minutes" in await only(settings, "connections")


async def test_fewer_connections_than_discord_advises_are_a_note(discord: Discord, settings: Settings) -> None:
    discord.shards = 4
    status, lines = await found(replace(settings, shards=2))
    assert status == 0 and "Discord advises 4" in lines[0]


async def test_intents_that_the_bot_does_not_need_are_a_note(discord: Discord, settings: Settings) -> None:
    discord.flags = 1 << 19 | 1 << 14
    status, lines = await found(settings)
    assert status == 0 and "guild members and message content" in lines[0]


@pytest.mark.parametrize(("ahead", "way"), [(90.0, "ahead of"), (-90.0, "behind")])
async def test_clock_that_differs_from_discords_is_found(
    discord: Discord, settings: Settings, ahead: float, way: str
) -> None:
    discord.ahead = ahead
    assert f"{way} Discord’s" in await only(settings, "clock")


async def test_clock_before_the_bots_last_saved_time_is_found(discord: Discord, settings: Settings) -> None:
    change(settings, "INSERT INTO alive (one, at) VALUES (1, ?)", time.time() + 7_300.0)
    assert "121 minutes behind" in await only(settings, "clock")


async def test_missing_folder_is_found(discord: Discord, settings: Settings, tmp_path: Path) -> None:
    said = await only(replace(settings, database=str(tmp_path / "gone" / "tables.db")), "database")
    assert "ROUNDHOUSE_DATABASE" in said


async def test_folder_in_place_of_the_database_file_is_found(
    discord: Discord, settings: Settings, tmp_path: Path
) -> None:
    assert "is a folder" in await only(replace(settings, database=str(tmp_path)), "database")


async def test_database_of_another_program_is_found(discord: Discord, settings: Settings, tmp_path: Path) -> None:
    other = replace(settings, database=str(tmp_path / "other.db"))
    change(other, "CREATE TABLE theirs (a)")
    assert "another program" in await only(other, "database")


async def test_database_of_a_newer_release_is_found(discord: Discord, settings: Settings) -> None:
    change(settings, "PRAGMA user_version = 99")
    assert "Update the bot" in await only(settings, "database")


async def test_a_database_of_an_older_release_is_a_note(discord: Discord, settings: Settings, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as db:
        migrate(db, {1: load_migrations()[1]})
    status, lines = await found(replace(settings, database=str(tmp_path / "old.db")))
    assert status == 0 and "from schema version 1 to " in lines[0]


async def test_damaged_database_page_is_found(discord: Discord, settings: Settings) -> None:
    file = Path(settings.database)
    data = bytearray(file.read_bytes())
    data[2 * 4_096 : 2 * 4_096 + 64] = b"\xee" * 64
    file.write_bytes(data)
    assert "Restore a backup" in await only(settings, "database")


async def test_bot_that_uses_the_database_is_found(discord: Discord, settings: Settings) -> None:
    with lock_database(settings.database):
        assert "Stop it before you" in await only(settings, "lock")
        assert (await found(settings, is_running=True))[0] == 0


async def test_bot_that_should_run_and_does_not_is_found(discord: Discord, settings: Settings) -> None:
    assert "Start the bot" in await only(settings, "lock", is_running=True)


async def test_nearly_full_disk_is_found(discord: Discord, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9, 5_000_000))
    assert "Only 5 MB" in await only(settings, "disk")


async def test_unwritable_file_is_found(discord: Discord, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, _: Path(path).name != "tables.db")
    assert "Make it writable" in await only(settings, "permissions")


async def test_inaccessible_folder_is_found(
    discord: Discord, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(_: object) -> Usage:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(shutil, "disk_usage", closed)
    assert "Run this as the user who runs the bot" in await only(settings, "database")


async def test_metrics_port_in_use_is_found(discord: Discord, settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        given = replace(settings, metrics_port=taken.getsockname()[1])
        said = await only(given, "metrics")
        assert "ROUNDHOUSE_METRICS_PORT" in said and "Errno" not in said
        with lock_database(given.database):  # the bot itself has the port
            assert (await found(given, is_running=True))[0] == 0
    assert (await found(given))[0] == 0


async def test_unexpected_discord_answer_is_found(discord: Discord, settings: Settings) -> None:
    discord.servers = [{"name": "Club"}]
    assert "Update the bot" in await only(replace(settings, guild=42), "Discord")


async def test_picture_that_cannot_be_drawn_is_found(
    discord: Discord, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> int:
        raise OSError("cannot open resource")

    monkeypatch.setattr(doctor, "draw_example", broken)
    assert "ROUNDHOUSE_PICTURES=none" in await only(settings, "pictures")


async def test_post_pending_while_the_bot_runs_is_found(discord: Discord, settings: Settings) -> None:
    add_untold(settings, time.time() - 7_260.0)
    with lock_database(settings.database):
        assert "the oldest for 121 minutes" in await only(settings, "outbox", is_running=True)


@pytest.mark.parametrize(("ago", "is_noted"), [(30.0, False), (7_200.0, True)])
async def test_post_pending_while_no_bot_runs_is_no_problem(
    discord: Discord, settings: Settings, ago: float, is_noted: bool
) -> None:
    add_untold(settings, time.time() - ago)
    status, lines = await found(settings)
    assert status == 0 and len(lines) == is_noted


# -- a server in the place of the file


@pytest.fixture
async def served(postgresql: str) -> Settings:
    """Return a sound set-up with a server and without a running bot."""
    address = schema(postgresql)
    await (await Store.open(address)).close()
    left(address)
    return Settings(token=TOKEN, database=address)


async def test_sound_set_up_with_a_server_has_no_problems(discord: Discord, served: Settings) -> None:
    assert await found(served) == (0, [])


async def test_a_server_without_tables_is_a_note(discord: Discord, postgresql: str) -> None:
    status, lines = await found(Settings(token=TOKEN, database=schema(postgresql)))
    assert status == 0 and len(lines) == 1 and "creates them at its first start" in lines[0]


async def test_server_that_a_bot_uses_is_found(discord: Discord, served: Settings) -> None:
    store = await Store.open(served.database)
    assert "Stop it before you" in await only(served, "lock")
    assert (await found(served, is_running=True))[0] == 0
    await store.close()
    left(served.database)
    assert "Start the bot" in await only(served, "lock", is_running=True)


async def leased(settings: Settings, shards: int, most: int) -> Store:
    """Open a store whose process holds ``shards`` shards, of ``most``."""
    store = await Store.open(settings.database)
    await store.read(lambda db: lease_shards(db, shards, most))
    await store.write(lambda db: save_shard_count(db, shards))
    return store


async def test_shard_without_a_bot_is_found(discord: Discord, served: Settings) -> None:
    store = await leased(served, 4, 3)
    said = await only(replace(served, shards=4, shards_each=2), "shards", is_running=True)
    assert "1 of 4 shards are not served by any process. Start more processes" in said
    await store.close()


async def test_shard_count_that_differs_from_running_bots_is_found(discord: Discord, served: Settings) -> None:
    stores = [await leased(served, 4, 2) for _ in range(2)]
    said = await only(replace(served, shards=6, shards_each=2), "shards", is_running=True)
    assert "run with ROUNDHOUSE_SHARDS=4, and this one with ROUNDHOUSE_SHARDS=6" in said
    assert await found(replace(served, shards=4, shards_each=2), is_running=True) == (0, [])
    for store in stores:
        await store.close()


async def test_unreachable_server_is_found(discord: Discord, served: Settings) -> None:
    broken = replace(served, database="postgresql://ada:secret@127.0.0.1:9/tables")
    assert "can’t be reached" in await only(broken, "database")


async def test_user_without_rights_on_the_server_is_found(discord: Discord, served: Settings, postgresql: str) -> None:
    psycopg = pytest.importorskip("psycopg")
    name, space = f"u_{secrets.token_hex(4)}", served.database.rpartition("%3D")[2]
    with psycopg.connect(postgresql, autocommit=True) as pg:
        pg.execute(f"CREATE ROLE {name} LOGIN")
        pg.execute(f"GRANT USAGE ON SCHEMA {space} TO {name}")
        pg.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {space} TO {name}")
    poor = replace(served, database=served.database.replace("postgres@", f"{name}@"))
    assert "Grant CREATE on the schema" in await only(poor, "permissions")


async def test_pooler_in_front_of_the_server_is_found(discord: Discord, served: Settings) -> None:
    async with Relay(served.database) as relay:
        relay.number = 7
        asked = only(replace(served, database=relay.address), "database")
        assert "leads to a pooler" in await asyncio.to_thread(asyncio.run, asked)


async def test_missing_schema_is_found(discord: Discord, postgresql: str) -> None:
    nowhere = Settings(token=TOKEN, database=f"{postgresql}&options=-csearch_path%3Dnowhere")
    assert "isn’t there" in await only(nowhere, "database")


async def test_post_pending_while_a_bot_with_a_server_runs_is_found(discord: Discord, served: Settings) -> None:
    store = await Store.open(served.database)
    await TableService(store).open_lobby(1, 42, next(iter(GAMES)), Player("Ada", 1))
    row = "INSERT INTO log (session, seq, seat, action, made_by, at, events) VALUES (1, 0, 0, '', 'start', ?, '')"
    await store.write(lambda db: db.execute(row, (time.time() - 7_260.0,)))
    assert "the oldest for 121 minutes" in await only(served, "outbox", is_running=True)
    await store.close()


async def test_newest_backup_that_is_days_old_is_found(discord: Discord, settings: Settings, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    given = replace(settings, backups=str(folder))
    assert "makes one after its start" in (await found(given))[1][0], "before the first backup"
    folder.mkdir()
    hours = 50
    name = datetime.fromtimestamp(time.time() - hours * 3_600.0, UTC).strftime("tables-%Y%m%dT%H%M%SZ.db")
    (folder / name).touch()
    assert (await found(given))[0] == 0, "no bot runs"
    with lock_database(given.database):
        assert f"is {hours} hours old. The bot’s log says why" in await only(given, "backups", is_running=True)


async def test_problems_of_the_running_bot_are_found_for_the_summary(discord: Discord, settings: Settings) -> None:
    with lock_database(settings.database):
        assert await doctor.find_problems(settings) == ()
        discord.token = "another"
        assert [problem.what for problem in await doctor.find_problems(settings)] == ["token"]
        assert await doctor.find_problems(replace(settings, token="")) == (), "the simulated Discord needs none"
