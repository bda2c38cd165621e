"""Worker processes in which computer players think long. A view and a generator go over, one move comes back.

It knows no title and no Discord. Where a worker fails or takes too long, the caller lets the move be chosen by hint.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from engine.core.action import Action
from engine.core.flow import decisions
from engine.core.rng import Rng
from engine.core.secret import View
from engine.games import GAMES
from engine.mind import dispatcher

_PATIENCE = 20.0
"""Seconds for one move, with the moves that wait before it."""
_MOVES_EACH = 500
"""Moves after which a worker is replaced by a fresh one, so that none grows."""
_POLITE = 10
"""By how much the workers stand back behind the bot itself."""

_log = logging.getLogger(__name__)


class Minds:
    """So many worker processes at most; with none, every move is by hint. Mutable: it starts them when first asked."""

    def __init__(self, workers: int, patience: float = _PATIENCE) -> None:
        self._workers, self._patience = workers, patience
        self._pool: ProcessPoolExecutor | None = None

    async def choice(self, title: str, view: View[Any], rng: Rng) -> Action | None:
        """The move of the seat that the view is of; None if no worker found it in time."""
        if not self._workers:
            return None
        try:
            thinking = asyncio.wrap_future(self._started().submit(_thought_out, title, view, rng))
            return await asyncio.wait_for(thinking, self._patience)
        except TimeoutError:
            _log.warning("a computer player took more than %s seconds; it moves by hint", self._patience)
        except BrokenProcessPool:
            _log.warning("a worker of the computer players died; the move is made by hint")
            self.close()
        return None

    def close(self) -> None:
        """Ends the workers, without waiting for what they think about."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers, get_context("spawn"), _stand_back, max_tasks_per_child=_MOVES_EACH
            )
        return self._pool


def _stand_back() -> None:
    """In a worker: the bot goes first, and it alone answers Ctrl-C."""
    os.nice(_POLITE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _thought_out(title: str, view: View[Any], rng: Rng) -> Action:
    """In a worker: the question is asked again of an imagined state, so its lazy offers need not travel."""
    game = GAMES[title]
    asked = decisions(game.computer.imagine(view, rng))
    question = next(question for question in asked if question.seat == view.seat)
    return dispatcher.choose(game, view, question, rng)[0]
