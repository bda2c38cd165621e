"""Worker processes that think long, for computer players and for the coach. A view goes over, one answer comes back.

It knows no title and no Discord. Where a worker fails or takes too long, the caller makes do with the title's hint.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from time import process_time
from typing import Any, TypeVar

from engine.agents import coach, search_agent
from engine.agents.coach import Advice
from engine.agents.refutation import Verdict, judge_answer
from engine.core import Action, Decision, Game, Rng, View, decisions, rng_from_seed
from engine.games import GAMES

C = TypeVar("C")
T = TypeVar("T")

_PATIENCE_SECONDS = 20.0
"""Seconds for one answer, with those that wait before it."""
_ANSWERS_PER_WORKER = 500
"""Answers of each worker after which all are replaced by fresh ones, so that none grows."""
_NICENESS = 10
"""By how much the workers stand back behind the bot itself."""

_log = logging.getLogger(__name__)


class MoveSearchPool:
    """So many worker processes at most; with none, every move is by hint. Mutable: it starts them when first asked."""

    def __init__(
        self, workers: int, patience: float = _PATIENCE_SECONDS, clock: Callable[[], float] = process_time
    ) -> None:
        """``clock`` gives the processor time of a worker in seconds, which limits how long the coach compares."""
        self._workers, self._patience = workers, patience
        self._advise = partial(_advise, clock=clock)
        self._pool: ProcessPoolExecutor | None = None
        self._answer_count = 0

    async def choose_action(self, title: str, view: View[Any], rng: Rng) -> Action | None:
        """The move of the seat that the view is of; None if no worker found it in time."""
        return await self._run_in_worker(_choose, title, view, rng)

    async def advise(self, title: str, view: View[Any], seed: int) -> Advice | None:
        """The coach's advice to the seat that the view is of; None if no worker found it in time."""
        return await self._run_in_worker(self._advise, title, view, seed)

    async def verdict(self, title: str, view: View[Any], pair: tuple[Action, Action], move: int) -> Verdict | None:
        """The comparison of an answer with the better move of a turning point; None if no worker found it in time."""
        return await self._run_in_worker(_judge, title, view, (pair, move))

    async def _run_in_worker(
        self, work: Callable[[Game[Any], View[Any], Decision, C], T], title: str, view: View[Any], chance: C
    ) -> T | None:
        """The end of the thought in a worker; None if there is no worker, or not in time."""
        if not self._workers:
            return None
        pool = self._pool_for_next()
        try:
            thinking = asyncio.wrap_future(pool.submit(_run_with_timeout, work, title, view, chance, self._patience))
            return await asyncio.wait_for(thinking, self._patience)
        except TimeoutError:
            _log.warning(
                "A worker process took more than %s seconds. The game's evaluation chooses the move.", self._patience
            )
        except BrokenProcessPool:
            _log.warning("A worker process died. The game's evaluation chooses the move.")
            if self._pool is pool:  # else another answer has found it dead before, and there may be a new one
                self.close()
        except Exception as error:
            _log.warning("A worker process failed (%s). The game's evaluation chooses the move.", type(error).__name__)
        return None

    def close(self) -> None:
        """Ends the workers, without waiting for what they think about."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _pool_for_next(self) -> ProcessPoolExecutor:
        """The workers for one more move. The pool's own way to replace them stops for good when moves have waited."""
        if self._pool is not None and self._answer_count >= _ANSWERS_PER_WORKER * self._workers:
            self._pool.shutdown(wait=False)  # what is thought about there is thought out
            self._pool = None
        if self._pool is None:
            self._pool, self._answer_count = ProcessPoolExecutor(self._workers, get_context("spawn"), _init_worker), 0
        self._answer_count += 1
        return self._pool


def _init_worker() -> None:
    """In a worker: the bot goes first, and it alone answers Ctrl-C."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run_with_timeout(
    work: Callable[[Game[Any], View[Any], Decision, C], T], title: str, view: View[Any], chance: C, patience: float
) -> T | None:
    """In a worker: one answer. A thought for which nobody waits any more ends its worker, which may hang."""
    signal.setitimer(signal.ITIMER_REAL, patience)
    try:
        game = GAMES[title]
        question = _find_question(game, view)
        return None if question is None else work(game, view, question, chance)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _find_question(game: Game[Any], view: View[Any]) -> Decision | None:
    """The question is asked again of an imagined state, so its lazy offers need not travel; None if none is asked."""
    asked = decisions(game.agent.determinize(view, rng_from_seed(0, "question")))
    return next((question for question in asked if question.seat == view.seat), None)


def _choose(game: Game[Any], view: View[Any], question: Decision, rng: Rng) -> Action:
    return search_agent.choose(game, view, question, rng)[0]


def _advise(game: Game[Any], view: View[Any], question: Decision, seed: int, clock: Callable[[], float]) -> Advice:
    return coach.advise(game, view, question, seed, clock=clock)


def _judge(game: Game[Any], view: View[Any], question: Decision, asked: tuple[tuple[Action, Action], int]) -> Verdict:
    pair, move = asked
    return judge_answer(game, view, pair, move)
