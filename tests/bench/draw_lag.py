"""Measure how long the event loop is blocked while two pictures a second are drawn, against an idle loop."""

import asyncio
from collections.abc import Sequence
from time import perf_counter

from bot.config import Settings
from bot.render_pool import RenderPool
from engine.core import State, redact
from render import PAINTERS, DrawingContext
from tests.bench.measurement import Figure, against, p99
from tests.bench.positions import Title, game_states, seats

ROUNDS = 3
TICK = 0.005
PICTURES_A_SECOND = 2


def measure(titles: Sequence[Title], seconds: float) -> list[Figure]:
    """Return a figure for each game, from alternating idle and busy rounds of ``seconds`` each."""
    return [_measured(title, seconds) for title in titles]


def _measured(title: Title, seconds: float) -> Figure:
    idle, busy = asyncio.run(_rounds(title, seconds))
    note = f"p50 {sorted(busy)[len(busy) // 2]:.2f} ms, most {max(busy):.1f} ms; idle most {max(idle):.1f} ms"
    return against(f"{title.key}: event-loop lag, p99", p99(busy), p99(idle), "ms", most=1.3, note=note)


async def _rounds(title: Title, seconds: float) -> tuple[list[float], list[float]]:
    studio, states = RenderPool(Settings()), game_states(title, 3)
    for state in states[::20]:
        await _picture(studio, title, state)
    idle, busy = list[float](), list[float]()
    for number in range(ROUNDS):
        idle += await lags(seconds)
        drawing = asyncio.create_task(_draw_on(studio, title, states[number :: ROUNDS + 1]))
        busy += await lags(seconds)
        drawing.cancel()
        await asyncio.gather(drawing, return_exceptions=True)
    return idle, busy


async def lags(seconds: float) -> list[float]:
    """Return by how many milliseconds each of many short sleeps overslept."""
    found, until = [], perf_counter() + seconds
    while (began := perf_counter()) < until:
        await asyncio.sleep(TICK)
        found.append(1_000 * (perf_counter() - began - TICK))
    return found


async def _draw_on(studio: RenderPool, title: Title, states: list[State]) -> None:
    while True:
        for state in states:
            await asyncio.gather(_picture(studio, title, state), asyncio.sleep(1 / PICTURES_A_SECOND))


async def _picture(studio: RenderPool, title: Title, state: State) -> None:
    painter = PAINTERS[title.key]
    look = DrawingContext(tuple(f"Player {n}" for n in range(1, seats(title) + 1)))
    drawn = await studio.draw(lambda: painter.public_scenes(painter.public_pictures[0], redact(state, None), look)[:1])
    assert drawn
