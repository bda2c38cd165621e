"""Databases of earlier releases can be read, verified, and narrated."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.play.service import TableService
from engine.__main__ import main
from engine.games import GAMES
from engine.store import Store
from engine.store.migrations import load_migrations
from engine.store.verify import verify_database
from tests.postgresql import schema
from tests.store.earlier_releases import COMMITS, unpack

each_release = pytest.mark.parametrize("commit", COMMITS)
PLANS = {"PlansSaid", "PlanStopped", "PlanSkipped"}


@pytest.fixture
def path(commit: str, tmp_path: Path) -> Path:
    return unpack(commit, tmp_path / "tables.db")


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


def spoil(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        assert db.execute(statement).rowcount == 1


async def upgrade(path: Path) -> None:
    await (await Store.open(path)).close()


async def plans_in(path: Path) -> list[tuple[str, Any]]:
    """Return (game, event) for each event about plans, as read after the upgrade."""
    store, found = await Store.open(path), list[tuple[str, Any]]()
    tables = TableService(store)
    for number in await store.list_tables():
        title = (await tables.get(number)).title
        events = [event for move in await tables.history(number) for event in move.events]
        found += [(title, event) for event in events if type(event).__name__ in PLANS]
    await store.close()
    return found


@each_release
def test_a_stored_database_is_of_the_version_of_its_release(commit: str, path: Path) -> None:
    assert rows(path, "PRAGMA user_version") == [(COMMITS[commit],)]
    assert {title for (title,) in rows(path, "SELECT title FROM session")} == set(GAMES)
    assert rows(path, "SELECT count(*) FROM log WHERE made_by = 'order'") > [(0,)]


@each_release
def test_a_stored_database_has_every_event_that_once_held_a_text(path: Path) -> None:
    for kind in (*PLANS, "BonusScored"):
        assert rows(path, f"SELECT count(*) FROM log WHERE CAST(events AS TEXT) LIKE '%{kind}%'") > [(0,)]


@each_release
async def test_a_stored_database_verifies_before_the_upgrade_and_stays_as_it_is(path: Path) -> None:
    before = path.read_bytes()
    report = await verify_database(path)
    assert report.findings == () and report.games == len(GAMES) and report.worded
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@each_release
async def test_a_stored_database_verifies_after_the_upgrade(path: Path) -> None:
    before = await verify_database(path)
    await upgrade(path)
    assert await verify_database(path) == before
    assert before.findings == ()


@each_release
async def test_stored_texts_are_narrated_unchanged(path: Path) -> None:
    told = [GAMES[title].text.event_sentence(event, str) for title, event in await plans_in(path)]
    assert told and all(line.startswith(("You ", "Your plan")) and line.endswith(".") for line in told)


@each_release
async def test_skipped_plans_are_read_as_visible_to_their_seat_alone(path: Path) -> None:
    skipped = [event for _, event in await plans_in(path) if type(event).__name__ == "PlanSkipped"]
    assert skipped and all(event.to == {event.seat} for event in skipped)


@each_release
async def test_damage_after_a_difference_is_found(path: Path) -> None:
    spoil(path, "UPDATE log SET events = CAST('[]' AS BLOB) WHERE session = 1 AND seq = 30")
    spoil(path, "UPDATE session SET state = (SELECT state FROM checkpoint WHERE session = 1 AND seq = 0) WHERE id = 1")
    report = await verify_database(path)
    ((head,),) = rows(path, "SELECT head FROM session WHERE id = 1")
    assert [(found.session, found.seq) for found in report.findings] == [(1, 30), (1, head)]


async def test_verify_counts_texts_of_earlier_releases_separately(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = unpack("99ae921", tmp_path / "tables.db")
    assert await asyncio.to_thread(main, ["verify", "--db", str(path)]) == 0
    said = capsys.readouterr().out
    assert "differences: 0\nMoves with texts of an earlier release: " in said
    spoil(path, "UPDATE session SET seed = '8' WHERE id = 4")
    assert await asyncio.to_thread(main, ["verify", "--db", str(path)]) == 1
    assert "table 4, move 0: The checkpoint differs from the state that the log leads to.\n" in capsys.readouterr().out


async def test_a_damaged_older_database_is_called_that(tmp_path: Path) -> None:
    path = unpack("99ae921", tmp_path / "tables.db")
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 4] = bytes(4096)
    path.write_bytes(data)
    report = await verify_database(path)
    assert report.games == 0 and {found.session for found in report.findings} == {0}


async def test_an_older_database_on_a_server_is_verified_and_stays_as_it_is(tmp_path: Path, postgresql: str) -> None:
    psycopg = pytest.importorskip("psycopg")
    from engine.store.postgresql import connect, migrate

    address, path = schema(postgresql), unpack("52ab9c99", tmp_path / "tables.db")
    server = connect(address)
    with closing(server.pg):
        migrate(server, {step: script for step, script in load_migrations().items() if step <= COMMITS["52ab9c99"]})
    with closing(sqlite3.connect(path)) as db, psycopg.connect(address) as pg:
        for name in ("session", "player", "log", "checkpoint", "note", "clock", "plan"):
            found = db.execute(f"SELECT * FROM {name}")
            columns = ", ".join(column[0] for column in found.description)
            marks = ", ".join(["%s"] * len(found.description))
            pg.cursor().executemany(f"INSERT INTO {name} ({columns}) VALUES ({marks})", found.fetchall())
    report = await verify_database(address)
    assert report == await verify_database(path) and report.findings == ()
    with psycopg.connect(address) as pg:
        assert pg.execute("SELECT version FROM roundhouse").fetchall() == [(12,)]
        assert pg.execute(
            "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'errand'"
        ).fetchone() == (0,)
    await (await Store.open(address)).close()
    assert await verify_database(address) == report
