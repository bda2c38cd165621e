"""Several bots share one database: each answers for its own tables, and nothing is lost when one is gone."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.deadlines.holidays import change_holiday
from bot.hosting.turns import Turns
from bot.persons.privacy import FORMER
from bot.preferences import Person
from bot.servers import Server
from bot.telling.pace import A_SECOND, Pace
from bot.ui.components import custom_id
from bot.ui.settings_page import identity
from engine.errors import Refused
from engine.store import Clock, DatabaseError, taking
from engine.store.db import Db
from engine.store.trouble import Failure
from tests.bot.hosting.pair import FIRST, SECOND, Pair, answered, is_done, owed, until
from tests.bot.seated import ADA


async def test_a_press_in_a_direct_message_is_answered_by_the_bot_that_has_the_table(pair: Pair) -> None:
    table, (first, second) = await pair.game(SECOND), (pair.bots[0], pair.bots[1])
    seen = await first.desk.sessions.get(table.id)
    asked = await pair.confirm(seen, first)
    assert await answered(asked)
    (made,) = [move for move in await second.desk.sessions.history(table.id) if move.pressed]
    assert (await first.desk.sessions.get(table.id)).seq >= made.seq, "what is another's is read anew"
    assert await owed(first._store, 1) == []
    with pytest.raises(Refused, match="just moving"):
        await first.desk.sessions.play(table.id, 101, "p1 pass")


async def test_a_table_of_another_part_is_not_told_after_a_failure(pair: Pair) -> None:
    table, first = await pair.game(SECOND), pair.bots[0]
    asked = list[Any]()
    first._connection.dispatch = lambda _, event: asked.append(event)
    await pair.press(first, ADA, custom_id("B", table.id, 0, "join"))
    await first.failed(asked[0])
    assert not first.desk.announcer._tasks


async def test_what_belongs_to_no_server_is_the_first_parts(pair: Pair) -> None:
    asked = await pair.command(pair.bots[1], ADA, "settings", SECOND)
    assert "notice" in (await answered(asked)).lower()
    pressed = await pair.press(pair.bots[1], ADA, identity("large.on"), SECOND)
    await answered(pressed)
    assert pair.bots[0].desk.people.of(101).large
    await until(lambda: pair.bots[1].desk.people.of(101).large)


async def test_tables_of_all_parts_are_listed(pair: Pair) -> None:
    await pair.game(SECOND)
    await pair.game(FIRST, channel=2)
    text = await answered(await pair.command(pair.bots[0], ADA, "games"))
    assert "<#1>" in text and "<#2>" in text


async def test_each_part_tells_its_own_tables(pair: Pair) -> None:
    here, there = await pair.game(FIRST), await pair.game(SECOND, channel=2)
    for part, table in ((0, here), (1, there)):
        store = pair.bots[part]._store
        assert await store.playing() == (table.id,)
        assert pair.bots[part].shard_ids == [part]
    assert pair.world.commands, "the first part has registered the commands"


def clocks(table: Any, user: int) -> Clock:
    (seat,) = [seat for seat, player in enumerate(table.players, 1) if player.user == user]
    return table.clocks[seat]


@pytest.mark.parametrize("is_down", [False, True])
async def test_a_holiday_stops_clocks_of_all_parts_once(pair: Pair, is_down: bool) -> None:
    table, first = await pair.game(SECOND), pair.bots[0]
    decision = pair.bots[1].desk.sessions.decisions(table)[0]
    who = table.players[decision.seat - 1].user
    assert who is not None
    began = clocks(table, who).since
    assert began is not None
    now = first.desk.sessions.now()
    await first.desk.people.keep(who, Person(holiday=(began - 50, now + 9_000)))
    async with pair.bots[1].desk.sessions.holding(table.id) as held:
        run = {seat: Clock(c.point, c.bank, began - 100, c.stage) for seat, c in held.table.clocks.items()}
        await held.save(replace(held.table, clocks=run))
    if is_down:
        await pair.stop(1)
    await change_holiday(first.desk.sessions, who, (0.0, 0.0))
    if is_down:
        assert await owed(first._store, 1) == ["holiday"]
        await pair.start()
    await until(lambda: is_done(pair))
    after = clocks(await pair.bots[1].desk.sessions.get(table.id), who)
    assert after.since is not None
    assert after.since - (began - 100) >= 50, "the holiday was saved"
    assert after.since - (began - 100) < 95, "and only once"
    assert pair.bots[1].desk.people.of(who).holiday == (0.0, 0.0)


async def test_deleted_data_is_gone_from_a_part_that_was_down(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.commands.privacy._LOOK_SECONDS", 0.01)
    here, there = await pair.game(FIRST), await pair.game(SECOND, channel=2)
    await pair.stop(1)
    asked = await pair.press(pair.bots[0], ADA, identity("privacy.sure"))
    await until(lambda: bool(asked.texts and asked.texts[-1]))
    assert "still deleting" in asked.texts[-1]
    assert FORMER in (await pair.bots[0].desk.sessions.get(here.id)).players[0].name
    await pair.start()
    await until(lambda: is_done(pair))
    assert FORMER in (await pair.bots[1].desk.sessions.get(there.id)).players[0].name


async def test_deleted_data_is_gone_from_all_parts_when_it_is_said(pair: Pair) -> None:
    await pair.game(SECOND)
    asked = await pair.press(pair.bots[0], ADA, identity("privacy.sure"))
    await until(lambda: bool(asked.texts and asked.texts[-1]))
    assert "I no longer store anything" in asked.texts[-1]
    found = await pair.bots[0]._store.read(lambda db: db.execute("SELECT count(*) FROM player WHERE user_id = 101"))
    assert found.fetchone() == (0,)


async def test_damaged_tables_of_another_part_are_named_and_tried_again(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await pair.game(SECOND)

    async def damaged(*_: object) -> None:
        raise Failure("invalid page in block 0", "XX001")

    with monkeypatch.context() as broken:
        broken.setattr("bot.persons.privacy._forget_at_one", damaged)
        asked = await pair.press(pair.bots[0], ADA, identity("privacy.sure"))
        await until(lambda: bool(asked.texts and asked.texts[-1]))
    assert f"my database is damaged: {table.id}." in asked.texts[-1]
    assert await owed(pair.bots[0]._store, 1) == ["privacy"]
    again = await pair.game(SECOND, channel=2)  # what they play after that is theirs
    await pair.stop(1)
    await pair.start()
    await until(lambda: is_done(pair))
    names = [(await pair.bots[1].desk.sessions.get(number)).players[0].name for number in (table.id, again.id)]
    assert FORMER in names[0] and names[1] == ADA.name


async def test_each_part_gives_back_the_time_in_which_it_had_no_bot(pair: Pair) -> None:
    here, there = await pair.game(FIRST), await pair.game(SECOND, channel=2)
    await pair.stop(1)
    store = pair.bots[0]._store
    await store.write(lambda db: db.execute("UPDATE clock SET since = 1000"))
    await store.write(lambda db: db.execute("UPDATE alive SET at = at - 3600 WHERE part = 1"))
    await pair.start()
    same, later = await store.get(here.id), await store.get(there.id)
    assert same is not None and later is not None
    assert {clock.since for clock in same.clocks.values()} == {1000.0}
    assert all(clock.since and 4_600 <= clock.since < 4_700 for clock in later.clocks.values())


async def test_only_tables_that_stood_still_get_time_back_when_the_parts_change(pair: Pair) -> None:
    here, there = await pair.game(FIRST), await pair.game(SECOND, channel=2)
    store = pair.bots[0]._store
    await pair.stop(1)
    await store.write(lambda db: db.execute("UPDATE clock SET since = since - 7200"))
    await store.write(lambda db: db.execute("UPDATE alive SET at = at - 3600 WHERE part = 1"))
    before = [await store.get(table.id) for table in (here, there)]
    await pair.stop(0)
    pair.settings = replace(pair.settings, parts=1)
    alone = (await pair.start())._store
    after = [await alone.get(table.id) for table in (here, there)]
    moved = [_moved(*tables) for tables in zip(before, after, strict=True)]
    assert all(abs(seconds) < 60 for seconds in moved[0])
    assert all(3_500 < seconds < 3_660 for seconds in moved[1])


def _moved(before: Any, after: Any) -> list[float]:
    """By how many seconds each clock began later."""
    return [after.clocks[seat].since - clock.since for seat, clock in before.clocks.items() if clock.since]


async def test_a_bot_that_hears_nothing_more_ends_whatever_the_reason(pair: Pair) -> None:
    from engine.store.ears import Ears

    class Silent(Ears):
        async def heard(self) -> AsyncIterator[str]:
            for word in ():
                yield word

    bot = pair.bots[1]
    assert bot._errands is not None
    await bot._errands._hear(Silent(bot._errands._ears._pg))
    assert bot.is_closed() and bot.lifeline.has_lost


def silence(postgresql: str) -> None:
    """Cuts the connections by which bots hear one another."""
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(postgresql, autocommit=True) as pg:
        pg.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")


async def test_a_bot_that_cannot_hear_the_others_ends(pair: Pair, postgresql: str) -> None:
    bot = pair.bots[1]
    silence(postgresql)
    await until(bot.is_closed)
    assert bot.lifeline.has_lost


async def test_a_bot_that_is_stopped_while_it_ends_by_itself_leaves_nothing_open(pair: Pair, postgresql: str) -> None:
    bot = pair.bots[1]
    silence(postgresql)
    for _ in iter(bot.is_closed, True):
        await asyncio.sleep(0)  # the moment at which it begins to leave Discord
    await bot.close()
    assert bot._closing_task is not None and bot._closing_task.done()


async def test_a_bot_leaves_discord_though_its_database_does_not_answer(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.postgresql._CLOSE_SECONDS", 0.5)
    bot, is_hung = pair.bots[1], asyncio.Event()
    loop = asyncio.get_running_loop()

    def hang(db: Db) -> None:
        loop.call_soon_threadsafe(is_hung.set)
        db.execute("SELECT pg_sleep(600)")

    hung = asyncio.create_task(bot._store.read(hang))
    await is_hung.wait()
    ending = asyncio.create_task(bot.close())
    await until(lambda: bot.http._HTTPClient__session.closed)  # type: ignore[attr-defined]
    assert not hung.done()
    await asyncio.wait_for(ending, 20)
    with pytest.raises(DatabaseError):
        await hung


async def test_connections_to_discord_are_opened_in_turns(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.hosting.turns._SECONDS", 0.3)
    stores = [bot._store for bot in pair.bots.values()]
    one, other = (Turns(store, 2) for store in stores)
    await one.wait(0)
    await one.wait(1)  # of another turn
    waiting = asyncio.create_task(other.wait(2))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await waiting
    assert not await stores[0].read(lambda db: taking.is_taken(db, "/identify 0"))
    one.close()
    other.close()


async def test_a_connection_that_gave_up_waiting_leaves_its_turn_to_the_others(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.hosting.turns._SECONDS", 0.1)
    one, other = (Turns(bot._store, 1) for bot in pair.bots.values())
    await one.wait(0)
    for turns in (one, other):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(turns.wait(1), 0.01)
    for turns in (one, other, one):
        await asyncio.wait_for(turns.wait(2), 20)
    one.close()
    other.close()


async def test_each_bot_looks_after_the_servers_of_its_part(pair: Pair) -> None:
    for bot, guild in ((pair.bots[0], FIRST), (pair.bots[1], SECOND)):
        await bot.desk.servers.keep(guild, Server(home=guild + 1))
    for part in (0, 1):
        await pair.stop(part)
        await pair.start()
    assert [bot.desk.servers.with_home() for _, bot in sorted(pair.bots.items())] == [(FIRST,), (SECOND,)]


async def test_a_lobby_in_a_direct_message_is_the_first_parts(pair: Pair) -> None:
    table = await pair.game(None)
    assert await pair.bots[0]._store.playing() == (table.id,)
    assert await pair.bots[1]._store.playing() == ()


async def test_requests_are_shared_by_all_parts() -> None:
    moment = 0.0
    whole, third = Pace(lambda: moment), Pace(lambda: moment, 3)
    assert {whole._over_all(0.0) for _ in range(A_SECOND)} == {0.0}
    assert {third._over_all(0.0) for _ in range(A_SECOND // 3)} == {0.0}
    assert third._over_all(0.0) == 1.0
