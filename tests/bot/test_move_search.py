"""Computer players search in other processes. A table continues by hint if no process answers."""

import asyncio
import os
import signal
import time
from functools import cache

import pytest
from msgspec.structs import replace

from bot import move_search as of_minds
from bot.move_search import MoveSearchPool
from bot.play import lobby_rules
from bot.play.service import TableService
from bot.tables.moves import find_automatic_move, search_computer_move
from engine.agents import greedy_agent
from engine.agents.coach import advise
from engine.agents.registry import ALL_POLICIES, DISPATCHER
from engine.core import Secret, decisions, play, read_action, redact, rng_from_seed
from engine.games import GAMES
from engine.store import Player, Store

TITLE = next(key for key, game in GAMES.items() if game.agent.search_settings is not None)


LATE = 165
"""The number of moves after which little is left to imagine, but there is still a choice."""


@cache
def far_on(moves):
    """Return a position after that many greedy moves, with the view and the question of the asked seat."""
    game, rng = GAMES[TITLE], rng_from_seed(3)
    state, _ = game.new_game(game.options(), 3, 3)
    for _ in range(moves):
        question = decisions(state)[0]
        action, rng = greedy_agent.choose(game, redact(state, question.seat), question, rng)
        state, _ = play(state, action)
    question = decisions(state)[0]
    return state, redact(state, question.seat), question


def table_in(state):
    table = lobby_rules.new_lobby(1, None, TITLE, Player("Ada", 1), 0.0)
    computers = (Player("Engine", policy=DISPATCHER),) * 3
    return replace(table, players=computers, status="playing", seed=Secret(6), state=state)


def stand_still():
    """Return a constant time, so that advice never times out and depends on its seed alone."""
    return 0.0


@pytest.fixture
def minds():
    found = MoveSearchPool(1, timeout_seconds=250.0, clock=stand_still)  # a busy machine is no failure
    yield found
    found.close()


async def test_worker_finds_the_same_move_and_advice_as_this_process(minds):
    _, view, question = far_on(LATE)
    here, _ = ALL_POLICIES[DISPATCHER](GAMES[TITLE], view, question, rng_from_seed(5))
    assert await minds.choose_action(TITLE, view, rng_from_seed(5)) == here
    assert await minds.advise(TITLE, view, 5) == advise(GAMES[TITLE], view, question, 5)


async def test_when_a_worker_dies_the_next_move_starts_another(minds):
    _, view, _ = far_on(LATE)
    before = await minds.choose_action(TITLE, view, rng_from_seed(5))
    (worker,) = minds._pool._processes
    os.kill(worker, signal.SIGKILL)
    while (found := await minds.choose_action(TITLE, view, rng_from_seed(5))) is not None and minds._pool is None:
        pass
    assert await minds.choose_action(TITLE, view, rng_from_seed(5)) == before
    assert found in (None, before)


class Endless(str):
    """A game key with which no search ends."""

    def __hash__(self):
        while True:
            time.sleep(1)


async def test_hanging_worker_is_replaced():
    hanging, (_, view, _) = MoveSearchPool(1, timeout_seconds=0.5), far_on(LATE)
    assert await hanging.choose_action(Endless(TITLE), view, rng_from_seed(5)) is None
    hanging.timeout_seconds = 60.0
    found = [await hanging.choose_action(TITLE, view, rng_from_seed(5)) for _ in range(2)]
    hanging.close()
    assert found[1] is not None


async def test_failed_search_falls_back_to_the_hint(minds):
    _, view, _ = far_on(LATE)
    assert await minds.choose_action("no such title", view, rng_from_seed(5)) is None


async def test_workers_are_replaced_although_moves_wait(monkeypatch):
    monkeypatch.setattr(of_minds, "_ANSWERS_PER_WORKER", 2)
    busy, (_, view, _) = MoveSearchPool(1, timeout_seconds=60.0), far_on(LATE)
    waiting = await asyncio.gather(*(busy.choose_action(TITLE, view, rng_from_seed(5)) for _ in range(3)))
    later = await busy.choose_action(TITLE, view, rng_from_seed(5))
    busy.close()
    assert None not in (*waiting, later)


async def test_a_dead_worker_found_twice_does_not_end_the_next_ones(minds):
    _, view, _ = far_on(LATE)
    both = [asyncio.create_task(minds.choose_action(TITLE, view, rng_from_seed(5))) for _ in range(2)]
    await asyncio.sleep(0)
    dead = minds._pool
    await asyncio.sleep(0)
    for worker in list(dead._processes):
        os.kill(worker, signal.SIGKILL)
    minds._pool = fresh = minds._pool.__class__(1)
    await asyncio.gather(*both)
    assert minds._pool is fresh
    dead.shutdown(wait=False)


async def test_table_without_workers_continues_by_hint():
    state, view, question = far_on(30)
    best = max(GAMES[TITLE].agent.score_action(view, action) for action in question.offers)
    table = table_in(state)
    ahead = await search_computer_move(table, MoveSearchPool(0))
    assert ahead is None
    for step in (await find_automatic_move(table, ahead), await find_automatic_move(table)):
        assert GAMES[TITLE].agent.score_action(view, read_action(step.line, GAMES[TITLE].actions)) == best


class Answering:
    """A search pool that always gives the same answer and records the seats."""

    def __init__(self, answer):
        self.answer, self.seats = answer, []

    async def choose_action(self, title, view, rng):
        self.seats.append(view.seat)
        return self.answer


async def test_table_makes_the_move_found_by_search():
    state, _, question = far_on(31)
    offers = tuple(question.offers)
    worst = min(offers, key=lambda action: GAMES[TITLE].agent.score_action(redact(state, question.seat), action))
    minds = Answering(worst)
    table = table_in(state)
    step = await find_automatic_move(table, await search_computer_move(table, minds))
    assert read_action(step.line, GAMES[TITLE].actions) == worst
    assert minds.seats == [question.seat]


async def test_a_move_that_is_not_offered_is_not_made():
    state, _, question = far_on(31)
    other = replace(next(iter(question.offers)), seat=3 if question.seat != 3 else 2)
    table = table_in(state)
    step = await find_automatic_move(table, await search_computer_move(table, Answering(other)))
    assert read_action(step.line, GAMES[TITLE].actions) in question.offers


async def test_search_does_not_lock_its_table_and_restarts_after_a_change(tmp_path):
    """While the computer searches, the table is changed. The move is made from the changed table."""
    store = await Store.open(tmp_path / "tables.db")
    thoughts = []

    class Slow:
        async def choose_action(self, title, view, rng):
            if not thoughts:
                async with asyncio.timeout(60), tables.lock_table(table.id) as held:
                    await held.save(replace(held.table, notes={**held.table.notes, "card": 5}))
            thoughts.append(view.seat)
            return None if len(thoughts) > 2 else next(iter(decisions((await tables.get(table.id)).state)[0].offers))

    tables = TableService(store, new_seed=lambda: 7, move_search=Slow())
    table = await tables.open_lobby(1, None, TITLE, Player("Ada", 1), seated=False)
    for _ in range(3):
        await tables.add_computer(table.id, DISPATCHER)
    await tables.start_game(table.id, 1)
    assert await tables.play_automatic_move(table.id)
    assert len(thoughts) == 2
    assert (await tables.get(table.id)).notes["card"] == 5
    await store.close()
