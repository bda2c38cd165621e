"""A store on a server: several processes use it, a lost connection stays closed, other databases are refused."""

import asyncio
import gc
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from unittest.mock import Mock

import pytest

from bot.__main__ import main as bot
from engine.__main__ import main
from engine.errors import Conflict, Unreadable
from engine.store import DatabaseError, Store, classify_error
from engine.store.address import printable_address
from engine.store.connection import Connection
from engine.store.dialect import translate_script, translate_statement
from engine.store.migrations import APPLICATION, load_migrations
from engine.store.verify import verify_database
from tests.postgresql import schema
from tests.postgresql_relay import Relay
from tests.store.test_store import LOBBY, append, entry, head, playing


@pytest.fixture
def address(postgresql: str) -> str:
    return schema(postgresql)


def run(address: str, *statements: str) -> None:
    """Run statements on another connection."""
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(address, autocommit=True) as pg:
        for statement in statements:
            pg.execute(statement)


async def backend(store: Store) -> int:
    (number,) = await store.read(lambda db: db.execute("SELECT pg_backend_pid()").fetchone())
    return int(number)


async def test_several_processes_share_the_database_and_a_write_on_an_outdated_table_fails(address: str) -> None:
    first, second = await Store.open(address), await Store.open(address)
    number = await playing(first)
    assert await second.list_tables_in_play() == (number,)
    await append(second, head(number, 1), entry(1))
    with pytest.raises(Conflict, match="Another move came in first"):
        await append(first, head(number, 1), entry(1))
    assert [row.seq for row in await first.load_log(number)] == [0, 1]
    await first.close()
    await second.close()


async def test_a_database_of_an_older_release_is_upgraded_when_nobody_has_it(address: str, postgresql: str) -> None:
    psycopg = pytest.importorskip("psycopg")
    await (await Store.open(address)).close()
    run(address, "UPDATE roundhouse SET version = 15", "CREATE TABLE layout (one INT, shards INT, parts INT)")
    run(address, "INSERT INTO layout VALUES (1, 4, 2)")
    asked = asyncio.Event()
    with psycopg.connect(address, autocommit=True) as older:  # has the second part
        older.execute(f"SELECT pg_advisory_lock({APPLICATION}, hashtext(current_schema() || '/1'))")
        waiting = asyncio.create_task(Store.open(address, on_wait=asked.set))
        await asked.wait()
        with pytest.raises(Unreadable, match="in use by another Roundhouse"):
            await Store.open(address)
        assert not waiting.done()
        waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def test_a_process_whose_connection_is_cut_writes_nothing_more(address: str, postgresql: str) -> None:
    first, second = await Store.open(address), await Store.open(address)
    number = await playing(first)
    run(postgresql, f"SELECT pg_terminate_backend({await backend(first)})")
    assert not first.is_lost()  # it has not noticed yet
    with pytest.raises(DatabaseError) as failed:
        await append(first, head(number, 1), entry(1))
    assert first.is_lost() and classify_error(failed.value) == "lost"
    with pytest.raises(DatabaseError):
        await first.list_tables_in_play()
    await append(second, head(number, 1), entry(1))
    assert [row.seq for row in await second.load_log(number)] == [0, 1]
    await first.close()
    await second.close()


async def test_work_that_fails_when_nobody_waits_for_it_anymore_is_no_error_of_the_loop(address: str) -> None:
    store, begun, gate, said = await Store.open(address), asyncio.Event(), threading.Event(), list[str]()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, about: said.append(about["message"]))

    def fail(_: object) -> None:
        loop.call_soon_threadsafe(begun.set)
        gate.wait(60)
        raise ConnectionError("cut")

    waiting = asyncio.create_task(store.read(fail))
    await begun.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    gate.set()
    await store.close()
    gc.collect()
    assert not said


async def test_a_process_that_is_frozen_in_a_transaction_is_not_waited_for(address: str, postgresql: str) -> None:
    first, second = await Store.open(address), await Store.open(address)
    number = await playing(first)
    begun, frozen = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def freeze(db: Connection) -> None:
        db.execute("UPDATE session SET revision = revision WHERE id = ?", (number,))
        loop.call_soon_threadsafe(begun.set)
        frozen.wait(60)

    stuck = asyncio.create_task(first.write(freeze))
    await begun.wait()
    made = False
    while not made:
        with suppress(DatabaseError):  # it waits for the other one a second at most
            await append(second, head(number, 1), entry(1))
            made = True
    frozen.set()
    with pytest.raises(DatabaseError):
        await stuck
    assert [row.seq for row in await second.load_log(number)] == [0, 1]
    await first.close()
    await second.close()


async def test_two_bots_have_a_schema_each(postgresql: str) -> None:
    one, other = await Store.open(schema(postgresql)), await Store.open(schema(postgresql))
    await one.create_table(LOBBY)
    assert await other.list_tables() == ()
    await one.close()
    await other.close()


async def test_a_reader_needs_no_lock_and_writes_nothing(address: str) -> None:
    store = await Store.open(address)
    await playing(store)
    reader = await Store.open(address, read_only=True)
    assert await reader.list_tables_in_play() == (1,)
    with pytest.raises(DatabaseError) as failed:
        await reader.create_table(LOBBY)
    assert classify_error(failed.value) == "forbidden"
    await reader.close()
    await store.close()


async def test_a_database_of_an_older_release_is_migrated_without_loss(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {step: script for step, script in load_migrations().items() if step < 5}
    with monkeypatch.context() as older:
        older.setattr("engine.store.store.load_migrations", lambda: before)
        store = await Store.open(address)
        await store.create_table(LOBBY)
        await store.close()
    store = await Store.open(address)
    assert await store.list_tables() == (1,)
    assert (await store.read(lambda db: db.execute("SELECT count(*) FROM memo").fetchone())) == (0,)
    await store.close()


async def test_a_database_of_a_newer_release_is_refused(address: str) -> None:
    await (await Store.open(address)).close()
    run(address, "UPDATE roundhouse SET version = 99")
    with pytest.raises(Unreadable, match="version 99, but this release reads only up to"):
        await Store.open(address)


async def test_another_programs_database_is_refused_and_left_alone(address: str) -> None:
    run(address, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(Unreadable, match="another program"):
        await Store.open(address)
    with pytest.raises(Unreadable, match="is empty"):
        await Store.open(address, read_only=True)


async def test_a_pooler_is_refused_however_quiet_it_is(address: str) -> None:
    async with Relay(address) as relay:
        await (await Store.open(relay.address)).close()  # a relay that hides nothing is fine
        relay.number = 7
        with pytest.raises(Unreadable, match="leads to a pooler, which can let two bots write at the same time"):
            await Store.open(relay.address, on_wait=lambda: None)


async def test_a_schema_that_is_not_there_is_refused_and_not_waited_for(postgresql: str) -> None:
    nowhere = f"{postgresql}&options=-csearch_path%3Dnowhere"
    with pytest.raises(Unreadable, match="names a schema that isn’t there"):
        await asyncio.wait_for(Store.open(nowhere, on_wait=lambda: None), 20)
    with pytest.raises(Unreadable, match="names a schema that isn’t there"):
        await Store.open(nowhere, read_only=True)


async def test_a_missing_driver_gives_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "engine.store.postgresql", raising=False)
    with pytest.raises(Unreadable, match="needs psycopg"):
        await Store.open("postgresql://there/tables")


@pytest.mark.usefixtures("postgresql")
async def test_an_unreachable_server_gives_a_sentence_without_the_password() -> None:
    with pytest.raises(Unreadable, match="can’t be reached") as refused:
        await Store.open("postgresql://ada:secret@127.0.0.1:9/tables")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "printed"),
    [
        ("postgresql://ada:secret@there/tables?password=hidden", "postgresql://ada:…@there/tables?…"),
        (
            "postgresql://ada@/tables?host=/run&options=-csearch_path%3Dt",
            "postgresql://ada@/tables?host=/run&options=-csearch_path%3Dt",
        ),
        ("postgres://ada:se:cret@there:5432/tables", "postgres://ada:…@there:5432/tables"),
        ("postgresql://there/tables", "postgresql://there/tables"),
        ("postgresql://ada:s%40cret@[::1]:5432/tables", "postgresql://ada:…@[::1]:5432/tables"),
        ("postgresql://ada:sEcret/x@there", "postgresql://…"),
        ("postgresql://ada:se@cret@there/tables", "postgresql://…"),
        ("postgresql://there/tables?password=se@cret", "postgresql://…"),
        ("postgresql://there:5432?password=se@cret", "postgresql://…"),
        ("postgresql://ada:12345", "postgresql://…"),
        ("postgresql://ada%3Asecret@there/tables", "postgresql://…"),
        ("postgresql://there/tables?password=se&cr=et", "postgresql://there/tables?…"),
    ],
)
def test_no_password_is_shown(address: str, printed: str) -> None:
    assert printable_address(address) == printed


def test_a_file_is_shown_whatever_its_name() -> None:
    assert printable_address(Path("a:b@c.db")) == "a:b@c.db"


SECRETS = (
    "ada:xYzzy/x@127.0.0.1:1/d", "ada:1:xYzzy@127.0.0.1:1/d", "ada:1@xYzzy@127.0.0.1:1/d", "ada:xYzzy%zz@127.0.0.1:1/d",
    "ada:xYzzy", "ada:1 xYzzy@127.0.0.1:1/d", "127.0.0.1:1/d?password=1@xYzzy", "127.0.0.1:1/d?password=1&xYzzy",
    "127.0.0.1:1/d?password=1&xYzzy=2", "ada%3AxYzzy@127.0.0.1:1/d", "ada:1/xYzzy@127.0.0.1:1/d", "ada:xYzzy@[::1/d",
)  # fmt: skip
"""Addresses whose passwords contain characters that have another meaning in an address."""


@pytest.mark.usefixtures("postgresql")
@pytest.mark.parametrize("scheme", ["postgresql://", "POSTGRESQL://", "mysql://", "postgresql:/", ""])
@pytest.mark.parametrize("rest", SECRETS)
async def test_no_tool_prints_a_part_of_a_password(
    rest: str, scheme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if not scheme and "@" not in rest:
        return  # nothing says that it is an address
    monkeypatch.chdir(tmp_path)
    nobody = Mock(side_effect=socket.gaierror("no such host"))  # or the network is asked
    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    await (await Store.open("tables.db")).close()
    address = f"{scheme}{rest}"
    for words in (
        ["verify", "--db", address], ["backup", "--db", address, "--to", "copy.db"],
        ["backup", "--db", "tables.db", "--to", address], ["move", "--from", address, "--to", "new.db"],
        ["move", "--from", "tables.db", "--to", address], ["verify", "--db", "tables.db", address], [address],
    ):  # fmt: skip
        with ThreadPoolExecutor(1) as thread:  # the tools run a loop of their own
            assert thread.submit(_status, words).result() in (1, 2)
    monkeypatch.setenv("ROUNDHOUSE_DATABASE", address)
    monkeypatch.setenv("ROUNDHOUSE_PICTURES", "none")
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(bot, ["doctor"]).result() == 1
    assert "xYzzy" not in "".join(capfd.readouterr())


def _status(words: list[str]) -> object:
    try:
        return main(words)
    except SystemExit as ended:
        return ended.code


@pytest.mark.parametrize("name", ["", "POSTGRESQL://there/tables", "mysql://there/tables", "postgresql:/there/tables"])
async def test_a_name_that_can_only_be_an_address_is_not_taken_for_a_file(name: str) -> None:
    with pytest.raises(Unreadable, match="postgresql://"):
        await Store.open(name)


@pytest.mark.parametrize("granted", [False, True])
async def test_a_user_without_rights_is_reported_in_words_for_a_server(
    address: str, granted: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await (await Store.open(address)).close()
    name, poor = address.rpartition("%3D")[2], f"poor_{token_hex(4)}"
    run(address, f"CREATE ROLE {poor} LOGIN", f"GRANT USAGE ON SCHEMA {name} TO {poor}")
    if granted:
        run(address, f"GRANT SELECT ON {name}.roundhouse TO {poor}")
    theirs = address.replace("postgres@", f"{poor}@")
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(main, ["verify", "--db", theirs]).result() == 2
        assert thread.submit(main, ["move", "--from", theirs, "--to", str(tmp_path / "new.db")]).result() == 1
    verified, moved = capsys.readouterr().err.splitlines()
    forbidden = "The server forbids that to the user of the address (permission denied for"
    assert verified.startswith(forbidden) and moved.startswith(f"The database was not moved. {forbidden}")


async def test_a_database_is_not_moved_onto_itself(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["move", "--from", address, "--to", address]) == 1
    assert capsys.readouterr().err == "Both names are those of one database. Name another one with --to.\n"


async def test_a_server_is_verified_like_a_file(address: str) -> None:
    store = await Store.open(address)
    number = await playing(store)
    await store.close()
    report = await verify_database(address)
    assert [finding.session for finding in report.findings] == [number], "its log has no real moves"


def test_placeholders_become_numbers() -> None:
    assert translate_statement("SELECT ?, ?") == ("SELECT $1, $2", ())
    assert translate_statement("SELECT ?2, ?1") == ("SELECT $2, $1", ())
    assert translate_statement("SELECT :b, :a, :b") == ("SELECT $1, $2, $1", ("b", "a"))
    assert translate_statement("SELECT ?1::int") == ("SELECT $1::int", ())
    assert translate_statement("SELECT CAST(settings AS BLOB)") == ("SELECT convert_to(settings, 'UTF8')", ())


def test_scripts_lose_nothing_but_comments() -> None:
    """A semicolon in a comment must not end a statement."""
    for script in load_migrations().values():
        wanted = sum(script.count(word) for word in ("\nCREATE ", "\nINSERT ", "\nALTER ", "\nDROP "))
        assert len(list(translate_script(script))) == wanted
