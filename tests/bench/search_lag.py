"""Measure how long the event loop is blocked while computers at four tables search, against an idle loop."""

import asyncio
from collections.abc import Sequence

from bot.config import Settings
from bot.move_search import MoveSearchPool
from engine.agents import greedy_agent
from engine.agents.registry import DISPATCHER, difficulty_levels
from engine.core import Rng, State, decisions, play, redact, rng_from_seed
from tests.bench.draw_lag import lags
from tests.bench.measurement import Figure, against, p99
from tests.bench.positions import Title, seats

__all__ = ["measure"]

TABLES = 4
_PATIENCE = 250.0
"""Maximum seconds for one move, so that searches finish on a busy machine too."""


def measure(titles: Sequence[Title], seconds: float) -> list[Figure]:
    """Measure ``seconds`` of an idle loop and of a busy one for each game with a Dispatcher."""
    return [
        _measured(title, seconds) for title in titles if any(it.policy == DISPATCHER for it in difficulty_levels(title))
    ]


def _measured(title: Title, seconds: float) -> Figure:
    idle, busy, moves = asyncio.run(_rounds(title, seconds))
    spread = f"p50 {sorted(busy)[len(busy) // 2]:.2f} ms, most {max(busy):.1f} ms; idle most {max(idle):.1f} ms"
    name = f"{title.key}: event-loop lag while {TABLES} tables think, p99"
    return against(name, p99(busy), p99(idle), "ms", most=1.3, note=f"{spread}; {moves} moves")


async def _rounds(title: Title, seconds: float) -> tuple[list[float], list[float], int]:
    minds, moves = MoveSearchPool(Settings().thinkers, _PATIENCE), list[int]()
    try:
        await _moved(minds, title, *_dealt(title, 0))  # the workers have started
        idle = await lags(seconds)
        tables = [asyncio.create_task(_play_on(minds, title, number, moves)) for number in range(TABLES)]
        busy = await lags(seconds)
        for table in tables:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
    finally:
        minds.close()
    return idle, busy, len(moves)


async def _play_on(minds: MoveSearchPool, title: Title, number: int, moves: list[int]) -> None:
    """Play one game after the other at a table, with every move found by search."""
    state, rng = _dealt(title, number)
    while True:
        if not decisions(state):
            state, rng = _dealt(title, number + len(moves))
        state, rng = await _moved(minds, title, state, rng)
        moves.append(number)


def _dealt(title: Title, seed: int) -> tuple[State, Rng]:
    state: State
    state, _ = title.new_game(title.options(), seats(title), seed)
    return state, rng_from_seed(seed, "bench")


async def _moved(minds: MoveSearchPool, title: Title, state: State, rng: Rng) -> tuple[State, Rng]:
    """Return the state after one move of a computer, and the next generator."""
    question = decisions(state)[0]
    view = redact(state, question.seat)
    by_hint, after = greedy_agent.choose(title, view, question, rng)
    found = await minds.choose_action(title.key, view, rng)
    state, _ = play(state, by_hint if found is None else found)
    return state, after
