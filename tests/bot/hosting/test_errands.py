"""Bots hand presses and errands over to one another: nothing is answered twice, lost, or kept too long."""

import asyncio

import pytest

from bot.hosting import errands
from bot.preferences import Person
from bot.tables.cache import MOVING
from bot.ui.components import custom_id
from engine.store import errands as sql
from engine.store.db import Db
from tests.bot.hosting.pair import SECOND, Pair, answered, is_done, owed, until
from tests.bot.seated import ADA


async def test_while_a_table_has_no_bot_a_press_is_told_to_come_again_and_makes_no_move(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "PATIENCE", 0.05)
    table = await pair.game(SECOND)
    await pair.stop(1)
    assert await answered(await pair.confirm(table, pair.bots[0])) == MOVING
    await pair.start()
    assert not [move for move in await pair.bots[1].desk.sessions.history(table.id) if move.pressed]


async def test_a_bot_that_is_late_leaves_the_press_to_whoever_has_answered_it(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "PATIENCE", 0.05)
    table, slow = await pair.game(SECOND), pair.bots[1]
    heard, take = asyncio.Event(), errands.Errands._answer

    async def late(self: errands.Errands, number: int) -> None:
        await heard.wait()
        await take(self, number)

    monkeypatch.setattr(errands.Errands, "_answer", late)
    asked = await pair.confirm(table, pair.bots[0])
    assert await answered(asked) == MOVING
    heard.set()
    assert slow._errands is not None
    await until(lambda: len(slow._errands._tasks) == 4)  # it listens, heeds, works, and sweeps, and answers nothing
    assert asked.texts == [MOVING]
    assert not [move for move in await slow.desk.sessions.history(table.id) if move.pressed]


def sent_before(db: Db, part: int, seconds: float) -> int:
    """A press that was handed over so long ago, by a Discord whose clock nobody follows."""
    number = sql.send(db, part, "press", 7, '{"id": "1", "type": 3}')
    db.execute("UPDATE errand SET at = at - ?::float8 WHERE id = ?", (seconds, number))
    return number


async def test_presses_left_over_are_answered_as_long_as_somebody_waits(pair: Pair) -> None:
    table = await pair.game(SECOND)
    await pair.stop(1)
    await pair.bots[0]._store.write(lambda db: sent_before(db, 1, 60.0))
    asked = await pair.press(pair.bots[0], ADA, custom_id("m", table.id, table.seq, "-0"))
    await until(lambda: _sent(pair))
    await pair.start()
    assert await answered(asked)
    assert await owed(pair.bots[0]._store, 1) == []


async def test_a_press_that_nobody_waits_for_anymore_is_not_answered(pair: Pair) -> None:
    asked, taken = pair.bots[1]._errands, list[str]()
    assert asked is not None
    asked.answer = taken.append
    for age, answered_ones in ((60.0, 0), (0.0, 1)):  # as if the bot had been frozen, and its sender had died
        await asked._answer(await pair.bots[0]._store.write(lambda db, age=age: sent_before(db, 9, age)))
        assert len(taken) == answered_ones
    assert await owed(pair.bots[0]._store, 9) == []


async def test_a_press_that_nobody_can_answer_anymore_is_deleted_by_whoever_runs(pair: Pair) -> None:
    for part in (1, 0):
        if part == 0:
            await pair.bots[0]._store.write(lambda db: (sent_before(db, 1, 901.0), sent_before(db, 1, 800.0)))
        await pair.stop(part)
    await pair.start()
    await until(lambda: _has_one(pair))


async def _has_one(pair: Pair) -> bool:
    (running,) = pair.bots.values()  # whichever part it got
    return len(await owed(running._store, 1)) == 1


async def test_what_became_of_a_person_is_taken_in_though_the_first_try_fails(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "_AGAIN_SECONDS", 0.05)
    second, tried = pair.bots[1], list[int]()
    assert second._errands is not None
    reload = second._errands.reload

    async def fails_at_first(user: int) -> None:
        tried.append(user)
        if len(tried) == 1:
            raise TimeoutError("the database was slow")
        await reload(user)

    second._errands.reload = fails_at_first
    await pair.bots[0].desk.people.keep(101, Person(large=True))
    await until(lambda: second.desk.people.of(101).large)


async def test_a_press_does_not_wait_for_a_long_deed(pair: Pair) -> None:
    table, second = await pair.game(SECOND), pair.bots[1]
    begun, done = asyncio.Event(), asyncio.Event()

    async def deletes_for_minutes(errand: errands.Errand) -> None:
        begun.set()
        await done.wait()

    assert second._errands is not None
    second._errands.deeds = {"privacy": deletes_for_minutes}
    await pair.bots[0]._store.write(lambda db: sql.send(db, 1, "privacy", 7, ""))
    await begun.wait()
    assert await answered(await pair.confirm(table, pair.bots[0])) != MOVING
    assert [move for move in await second.desk.sessions.history(table.id) if move.pressed]
    done.set()


async def test_what_failed_for_a_user_holds_up_what_was_asked_for_that_user_later_and_nobody_else(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errands, "_AGAIN_SECONDS", 0.05)
    second, tried = pair.bots[1], list[tuple[int, str]]()

    async def fails_at_first(errand: errands.Errand) -> None:
        tried.append((errand.user, errand.payload))
        if len(tried) == 1:
            raise OSError("a full disk")
        await second._store.write(lambda db: sql.take(db, errand.id))

    assert second._errands is not None
    second._errands.deeds = {"holiday": fails_at_first}

    def ask(db: Db) -> None:
        for user, payload in ((7, "first"), (7, "later"), (8, "another")):
            sql.send(db, 1, "holiday", user, payload)

    await pair.bots[0]._store.write(ask)
    await until(lambda: is_done(pair))
    assert tried == [(7, "first"), (8, "another"), (7, "first"), (7, "later")]


async def _sent(pair: Pair) -> bool:
    return len(await owed(pair.bots[0]._store, 1)) == 2
