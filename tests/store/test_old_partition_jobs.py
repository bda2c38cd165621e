"""The upgrade of a database finishes the jobs that processes of an older release had left for one another."""

import asyncio
from contextlib import closing
from typing import Any

import msgspec
import pytest

from engine.games import GAMES
from engine.store import Store
from engine.store.migrations import load_migrations
from engine.store.verify import verify_database
from tests.postgresql import schema

ADA, BEN = 101, 102
HERE, THERE = 2 << 22, 3 << 22
"""Discord servers in the first and in the second of two parts."""
LAST_WITH_ERRANDS = 15


@pytest.fixture
def address(postgresql: str) -> str:
    """Return a database of the last release with errands, divided between two processes, with a few tables."""
    from engine.store.postgresql import connect, migrate

    made = schema(postgresql)
    with closing(connect(made).pg) as pg:
        old = {step: script for step, script in load_migrations().items() if step <= LAST_WITH_ERRANDS}
        migrate(_db(pg), old)
        pg.execute("INSERT INTO layout (one, shards, parts) VALUES (1, 4, 2)")
        pg.execute("INSERT INTO alive (part, at) VALUES (0, 50), (1, 40)")
        for number, guild, status in ((1, HERE, "playing"), (2, THERE, "playing"), (3, THERE, "lobby")):
            pg.execute(
                "INSERT INTO session (id, channel_id, guild_id, title, version, host, options, status, head, since,"
                " created_at, terms, seed) VALUES ($1, $1, $2, $3, 1, 101, '{}', $4, 0, 0, 0, '{}', '7')",
                (number, guild, next(iter(GAMES)), status),
            )
            pg.execute(
                "INSERT INTO player (session, seat, name, user_id, came) VALUES ($1, 1, 'Ada', 101, 0)", (number,)
            )
            pg.execute(
                "INSERT INTO player (session, seat, name, user_id, came) VALUES ($1, 2, 'Ben', 102, 0)", (number,)
            )
            pg.execute(
                "INSERT INTO clock (session, seat, point, bank, since, stage, timeouts)"
                " VALUES ($1, 1, 0, 9, 1000, 0, 0)",
                (number,),
            )
            pg.execute("INSERT INTO note (session, name, message) VALUES ($1, 'called', 101)", (number,))
    return made


def _db(pg: Any) -> Any:
    from engine.store.postgresql import PostgresqlConnection

    return PostgresqlConnection(pg)


def ask(address: str, kind: str, user: int, payload: str, part: int = 1) -> None:
    """Insert an errand for the process that has the other part."""
    added = "INSERT INTO errand (part, kind, user_id, payload, at) VALUES (%s, %s, %s, %s, 0)"
    rows(address, added, part, kind, user, payload)


def rows(address: str, query: str, *given: Any) -> list[Any]:
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(address, autocommit=True) as pg:
        found = pg.execute(query, given)
        return found.fetchall() if found.description else []


def upgrade(address: str) -> None:
    async def open_once() -> None:
        await (await Store.open(address)).close()

    asyncio.run(open_once())


def leave(start: float, end: float, at: float) -> str:
    return msgspec.json.encode({"before": {"holiday": (start, end), "zone": "UTC"}, "at": at}).decode()


def test_a_holiday_is_settled_on_the_clocks_of_its_part_alone(address: str) -> None:
    ask(address, "holiday", ADA, leave(1_100.0, 1_400.0, 1_300.0))
    upgrade(address)
    assert rows(address, "SELECT session, since FROM clock ORDER BY session") == [
        (1, 1_000.0),
        (2, 1_200.0),
        (3, 1_200.0),
    ]


def test_a_clock_that_began_to_run_later_stays_as_it_is(address: str) -> None:
    ask(address, "holiday", ADA, leave(100.0, 900.0, 900.0))
    upgrade(address)
    assert {since for (since,) in rows(address, "SELECT since FROM clock")} == {1_000.0}


def test_a_deletion_takes_the_user_out_of_the_tables_of_its_part(address: str) -> None:
    rows(address, "INSERT INTO memo (session, user_id, text) VALUES (2, 101, 'a secret'), (1, 101, 'kept')")
    ask(address, "privacy", ADA, "")
    upgrade(address)
    seats = rows(address, "SELECT session, seat, name, user_id, policy, away FROM player ORDER BY session, seat")
    assert seats == [
        (1, 1, "Ada", 101, None, None),
        (1, 2, "Ben", 102, None, None),
        (2, 1, "A former player (computer)", None, "greedy", None),
        (2, 2, "Ben", 102, None, None),
        (3, 1, "Ben", 102, None, None),
    ]
    assert rows(address, "SELECT id, host, status FROM session ORDER BY id") == [
        (1, 101, "playing"),
        (2, 102, "playing"),
        (3, 102, "lobby"),
    ]
    assert rows(address, "SELECT session, since FROM clock WHERE session < 3 ORDER BY session") == [
        (1, 1_000.0),
        (2, None),
    ]
    assert rows(address, "SELECT session, message FROM note ORDER BY session") == [(1, 101), (2, 0), (3, 0)]
    assert rows(address, "SELECT text FROM memo") == [("kept",)]


def test_a_deletion_that_was_begun_is_finished_at_the_tables_that_are_left(address: str) -> None:
    ask(address, "privacy", ADA, "[3]")
    upgrade(address)
    found = rows(address, "SELECT session FROM player WHERE user_id = 101 ORDER BY session")
    assert found == [(1,), (2,)]


def test_the_last_person_of_a_table_ends_it(address: str) -> None:
    rows(address, "UPDATE player SET user_id = NULL, policy = 'greedy' WHERE user_id = 102")
    ask(address, "privacy", ADA, "")
    upgrade(address)
    statuses = rows(address, "SELECT id, status FROM session ORDER BY id")
    assert statuses == [(1, "playing"), (2, "ended"), (3, "ended")]


def test_presses_are_dropped_and_the_old_tables_too(address: str) -> None:
    ask(address, "press", ADA, "{}")
    ask(address, "privacy", BEN, "", part=0)
    upgrade(address)
    names = {name for (name,) in rows(address, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")}
    assert not names & {"errand", "layout"} and "sharding" in names
    assert rows(address, "SELECT at FROM alive") == [(40.0,)], "nobody loses time"
    assert rows(address, "SELECT DISTINCT revision FROM session") == [(0,)]
    assert rows(address, "SELECT session FROM player WHERE user_id = 102 ORDER BY session") == [(2,), (3,)]


async def test_a_database_with_errands_is_verified_before_it_is_upgraded(address: str) -> None:
    ask(address, "holiday", ADA, leave(1_100.0, 1_400.0, 1_300.0))
    ask(address, "privacy", BEN, "")
    await verify_database(address)
    assert rows(address, "SELECT count(*) FROM errand") == [(2,)]
