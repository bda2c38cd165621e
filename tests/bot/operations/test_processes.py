"""Several bots share one database: each answers any press, one leads, and nothing is lost when one ends."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from bot.guilds import GuildPreferences
from bot.operations.shard_leases import IdentifyQueue
from bot.persons.privacy import FORMER_PLAYER_NAME
from bot.scheduler.holidays import change_holiday
from bot.ui.components import custom_id
from bot.ui.settings_page import page_custom_id
from bot.users import UserPreferences
from engine.store import Clock, DatabaseError, advisory_locks
from engine.store.connection import Connection
from tests.bot.operations.two_bots import FIRST, SECOND, Pair, answered, until
from tests.bot.seated_players import ADA, BEN


async def test_any_bot_answers_a_press_and_the_leader_posts_the_move(pair: Pair) -> None:
    table, (first, second) = await pair.game(FIRST), (pair.bots[0], pair.bots[1])
    assert [first.services.tables.leader.leads, second.services.tables.leader.leads] == [True, False]
    first.services.outbox.wake(table.id)
    await until(lambda: _is_told(pair, table.id))
    for bot in (second, first):
        seen = await bot.services.tables.get(table.id)
        assert (await answered(await pair.confirm(seen, bot))).startswith("✓")
    await until(lambda: _is_told(pair, table.id))
    made = [move for move in await first.services.tables.history(table.id) if move.pressed]
    assert len(made) == 2
    marks = [mark for message in pair.world.made for mark in _marks(message)]
    assert len(marks) == len(set(marks)), "nothing is posted twice"


async def _is_told(pair: Pair, table_id: int) -> bool:
    return table_id not in await pair.bots[0].services.tables.tables_to_publish()


def _marks(message: dict[str, Any]) -> list[str]:
    """Return the ``custom_id``s by which posts about a table are identified."""
    found = [part.get("custom_id", "") for row in message["components"] for part in row.get("components", ())]
    return [mark for mark in found if mark.startswith("v:") and mark.endswith("board")]


async def test_two_bots_change_one_lobby_at_the_same_time_and_both_changes_stay(pair: Pair) -> None:
    table = await pair.bots[0].services.tables.open_lobby(1, FIRST, next(iter(_titles())), ADA)
    await pair.bots[1].services.tables.get(table.id)
    people = [replace(BEN, user=200 + number, name=f"P{number}") for number in range(3)]
    joins = (pair.bots[n % 2].services.tables.join_lobby(table.id, player) for n, player in enumerate(people))
    await asyncio.gather(*joins)
    for bot in pair.bots.values():
        players = (await bot.services.tables.get(table.id)).players
        assert {player.user for player in players} == {101, 200, 201, 202}


def _titles() -> list[str]:
    from engine.games import GAMES

    return [title for title, game in GAMES.items() if game.seats[-1] >= 4]


async def test_change_of_a_table_read_before_another_change_is_refused(pair: Pair) -> None:
    table = await pair.game(FIRST)
    async with pair.bots[1].services.tables.lock_table(table.id) as held:
        await pair.bots[0].services.tables.user_settings.save(101, UserPreferences(large=True))
        async with pair.bots[0].services.tables.lock_table(table.id) as other:
            await other.save(replace(other.table, paused=1.0))
        from engine.errors import Conflict

        with pytest.raises(Conflict, match="Another move came in first"):
            await held.save(replace(held.table, host=102))
    assert (await pair.bots[1].services.tables.get(table.id)).paused == 1.0


async def test_bookkeeping_of_the_leader_is_kept_when_another_bot_saves_the_table(pair: Pair) -> None:
    table = await pair.game(FIRST)
    async with pair.bots[1].services.tables.lock_table(table.id) as held:
        await pair.bots[0].services.tables.save_bookkeeping(table.id, {"card": 77})
        await held.save(replace(held.table, host=102))

    async def is_so() -> bool:
        found = [await bot.services.tables.get(table.id) for bot in pair.bots.values()]
        return all((each.notes.get("card"), each.host) == (77, 102) for each in found)

    await until(is_so)


async def test_settings_are_known_to_all_bots(pair: Pair) -> None:
    pressed = await pair.press(pair.bots[1], ADA, page_custom_id("large.on"), SECOND)
    await answered(pressed)
    for bot in pair.bots.values():
        await until(lambda bot=bot: bot.services.user_settings.preferences_of(101).large)
    await pair.bots[1].services.guild_settings.save(SECOND, GuildPreferences(home=SECOND + 1))
    await until(lambda: pair.bots[0].services.guild_settings.preferences_of(SECOND).home == SECOND + 1)


def _clock(table: Any, user: int) -> Clock:
    (seat,) = [seat for seat, player in enumerate(table.players, 1) if player.user == user]
    return table.clocks[seat]


async def test_holiday_entered_at_any_bot_stops_clocks_at_once(pair: Pair) -> None:
    table, second = await pair.game(SECOND), pair.bots[1]
    decision = second.services.tables.decisions(table)[0]
    who = table.players[decision.seat - 1].user
    assert who is not None
    began, now = _clock(table, who).since, second.services.tables.now()
    assert began is not None
    await second.services.user_settings.save(who, UserPreferences(holiday=(began - 50, now + 9_000)))
    async with second.services.tables.lock_table(table.id) as held:
        run = {seat: replace(clock, since=began - 100) for seat, clock in held.table.clocks.items()}
        await held.save(replace(held.table, clocks=run))
    await change_holiday(second.services.tables, who, (0.0, 0.0))
    since = _clock(await pair.bots[0].services.tables.get(table.id), who).since
    assert since is not None and 50 <= since - (began - 100) < 95


async def test_data_is_deleted_at_all_bots_before_the_confirmation(pair: Pair) -> None:
    table = await pair.game(SECOND)
    asked = await pair.press(pair.bots[1], ADA, page_custom_id("privacy.sure"))
    await until(lambda: bool(asked.texts and asked.texts[-1]))
    assert "I no longer store anything" in asked.texts[-1]
    for bot in pair.bots.values():
        assert FORMER_PLAYER_NAME in (await bot.services.tables.get(table.id)).players[0].name


async def test_a_vote_at_another_bot_is_posted_and_decided_once(pair: Pair) -> None:
    table, second = await pair.game(SECOND), pair.bots[1]
    at = second.services
    said = await at.proposals.propose(await at.tables.get(table.id), 101, "pause", "to pause the clocks")
    assert "Waiting for" in said
    await until(lambda: _posted(pair))
    (found,) = await at.proposals.load_open_proposals(table.id)
    both = (bot.services.proposals.save_vote(found.id, 102, yes=True) for bot in pair.bots.values())
    answers = await asyncio.gather(*both, return_exceptions=True)
    assert any(isinstance(answer, str) for answer in answers)
    assert (await at.proposals.load_proposal(found.id)).state == "carried"
    assert (await pair.bots[0].services.tables.get(table.id)).paused is not None


def _posted(pair: Pair) -> bool:
    return any("pause the clocks" in (message.get("content") or "") for message in pair.world.made)


async def test_next_leader_posts_what_the_previous_one_did_not(pair: Pair) -> None:
    second = pair.bots[1]
    await pair.stop(0)
    table = await pair.game(SECOND, by=1)
    await until(lambda: second.services.tables.leader.leads)

    async def is_told() -> bool:
        return table.id not in await second.services.tables.tables_to_publish()

    await until(is_told)
    assert pair.world.made


async def test_bots_share_no_shards(pair: Pair) -> None:
    assert [bot.shard_ids for bot in pair.bots.values()] == [[0], [1]]
    third = asyncio.create_task(pair.start())
    await pair.stop(0)
    assert (await asyncio.wait_for(third, 30)).shard_ids == [0]


async def test_a_bot_with_another_number_of_shards_is_refused(pair: Pair) -> None:
    from engine.errors import Unreadable

    pair.settings = replace(pair.settings, shards=4)
    with pytest.raises(Unreadable, match="run with ROUNDHOUSE_SHARDS=2, and this one with ROUNDHOUSE_SHARDS=4"):
        await pair.start()


def silence(postgresql: str) -> None:
    """Cut the connections by which bots listen to one another."""
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(postgresql, autocommit=True) as pg:
        pg.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")


async def test_bot_ends_when_its_listening_connection_is_lost(pair: Pair, postgresql: str) -> None:
    bot = pair.bots[1]
    silence(postgresql)
    await until(bot.is_closed)
    assert bot.database_watch.has_lost_database


async def test_a_bot_that_is_stopped_while_it_ends_by_itself_leaves_nothing_open(pair: Pair, postgresql: str) -> None:
    bot = pair.bots[1]
    silence(postgresql)
    for _ in iter(bot.is_closed, True):
        await asyncio.sleep(0)  # the moment at which it begins to leave Discord
    await bot.close()
    assert bot._closing_task is not None and bot._closing_task.done()


async def test_bot_disconnects_from_discord_although_its_database_does_not_answer(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.postgresql._CLOSE_SECONDS", 0.5)
    bot, is_hung = pair.bots[1], asyncio.Event()
    loop = asyncio.get_running_loop()

    def hang(db: Connection) -> None:
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
    monkeypatch.setattr("bot.operations.shard_leases._TURN_SECONDS", 0.3)
    stores = [bot._store for bot in pair.bots.values()]
    one, other = (IdentifyQueue(store, 2) for store in stores)
    await one.wait_for_turn(0)
    await one.wait_for_turn(1)  # of another turn
    waiting = asyncio.create_task(other.wait_for_turn(2))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await waiting
    assert not await stores[0].read(lambda db: advisory_locks.try_lock(db, "/identify 0"))
    one.close()
    other.close()


async def test_connection_that_gave_up_waiting_does_not_block_the_others(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.operations.shard_leases._TURN_SECONDS", 0.1)
    one, other = (IdentifyQueue(bot._store, 1) for bot in pair.bots.values())
    await one.wait_for_turn(0)
    for turns in (one, other):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(turns.wait_for_turn(1), 0.01)
    for turns in (one, other, one):
        await asyncio.wait_for(turns.wait_for_turn(2), 20)
    one.close()
    other.close()


async def test_failed_press_at_another_bot_makes_the_leader_post(pair: Pair) -> None:
    table, second = await pair.game(SECOND), pair.bots[1]
    asked = list[Any]()
    second._connection.dispatch = lambda _, event: asked.append(event)
    await pair.press(second, ADA, custom_id("B", table.id, 0, "join"))
    await second.wake_table_of(asked[0])
    await until(lambda: _is_told(pair, table.id))
