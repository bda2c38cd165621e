"""How long a person waits for a picture while tables of computers have theirs drawn, of every title."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any

from bot.config import Settings
from bot.studio import Studio
from engine import GAMES
from engine.core.flow import decisions, play
from engine.core.secret import redact
from render import PAINTERS, Look, Scene
from tests.bench.figures import Figure, against, p99

__all__ = ["measure"]

Post = Callable[[], Sequence[Scene]]
TABLES = 300
POSITIONS, MOVES_BETWEEN = 6, 2
"""Of each title. A table's post is any of them, so that most are not drawn for the first time: what is measured is the
queue, with the work of a post rather too small."""
GOAL_SECONDS = 3.0
PRESS_SECONDS = 1.0
PHASE_MOVES = 4
"""Moves of a table of computers between two posts with pictures, about: what the titles have on average."""


def measure(seconds: float) -> Figure:
    """A press every second for so long; the goal is the anchor."""
    waited = sorted(asyncio.run(_waits(seconds)))
    middle = waited[len(waited) // 2]
    note = f"{TABLES} tables at the default pace (drawing alone), {len(waited)} presses; p50 {middle:.2f} s"
    return against("a person's picture, p99", p99(waited), GOAL_SECONDS, "s", most=1, note=note)


async def _waits(seconds: float) -> list[float]:
    studio, shown = Studio(Settings()), [made for key in GAMES for made in _posts(key)]
    crowd = [asyncio.create_task(_table(studio, shown, number)) for number in range(TABLES)]
    waited, until = list[float](), perf_counter() + seconds
    while perf_counter() < until:
        began = perf_counter()
        await studio.draw(shown[len(waited) % len(shown)], private=True)
        waited.append(perf_counter() - began)
        await asyncio.sleep(PRESS_SECONDS)
    for task in crowd:
        task.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    return waited


async def _table(studio: Studio, shown: Sequence[Post], number: int) -> None:
    """Has a post drawn, and waits as long as computers take for the next."""
    rng, phase = random.Random(number), PHASE_MOVES * Settings().pace
    await asyncio.sleep(rng.random() * phase)
    while True:
        await studio.draw(rng.choice(shown))
        await asyncio.sleep(phase)


def _posts(key: str) -> list[Post]:
    """All pictures of some positions of a title."""
    game, painter = GAMES[key], PAINTERS[key]
    seats = min(4, game.seats[-1])
    look = Look(tuple(f"Player {seat}" for seat in range(1, seats + 1)))
    state, _ = game.new(game.options(), seats, 1)
    posts = list[Post]()
    for _ in range(POSITIONS):
        for _ in range(MOVES_BETWEEN):
            question = decisions(state)[0]
            state, _ = play(state, next(iter(question.offers)))
        posts.append(partial(_scenes, painter, redact(state, None), look))
    return posts


def _scenes(painter: Any, view: Any, look: Look) -> tuple[Scene, ...]:
    return tuple(scene for name in painter.pictures for scene in painter.scenes(name, view, look))
