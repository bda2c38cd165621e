"""Worker processes that search for moves of computer players, and for advice of the coach.

Each search takes a view and returns one answer. If a worker fails or is too slow, the caller uses the game's
evaluation.
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

_TIMEOUT_SECONDS = 20.0
"""Maximum seconds of one search, including its time in the queue."""
_ANSWERS_PER_WORKER = 500
"""Number of searches, per worker, after which all workers are replaced to limit their memory."""
_NICENESS = 10
"""The niceness of the workers relative to the bot."""

_log = logging.getLogger(__name__)


class MoveSearchPool:
    """A pool of worker processes, which start on demand. Mutable.

    Without workers, no search has a result, and the caller uses the game's evaluation.
    """

    def __init__(
        self, workers: int, timeout_seconds: float = _TIMEOUT_SECONDS, clock: Callable[[], float] = process_time
    ) -> None:
        """Create the pool. ``clock`` returns the CPU seconds of a worker, which limit the coach's comparisons."""
        self._workers, self.timeout_seconds = workers, timeout_seconds
        self._advise = partial(_advise, clock=clock)
        self._pool: ProcessPoolExecutor | None = None
        self._answer_count = 0

    async def choose_action(self, title: str, view: View[Any], rng: Rng) -> Action | None:
        """Return a move for the view's seat; None if no worker found one in time."""
        return await self._run_in_worker(_choose_action, title, view, rng)

    async def advise(self, title: str, view: View[Any], seed: int) -> Advice | None:
        """Return the coach's advice to the view's seat; None if no worker found it in time."""
        return await self._run_in_worker(self._advise, title, view, seed)

    async def verdict(self, title: str, view: View[Any], pair: tuple[Action, Action], move: int) -> Verdict | None:
        """Compare a user's answer at a turning point with the better move; None if no worker finished in time.

        ``pair`` is the two moves. ``move`` is the number of the move in the game.
        """
        return await self._run_in_worker(_judge_answer, title, view, (pair, move))

    async def _run_in_worker(
        self, work: Callable[[Game[Any], View[Any], Decision, C], T], title: str, view: View[Any], chance: C
    ) -> T | None:
        """Run a search in a worker; None if there is no worker, or if the search fails or takes too long."""
        if not self._workers:
            return None
        pool = self._pool_for_next()
        try:
            future = asyncio.wrap_future(
                pool.submit(_run_with_timeout, work, title, view, chance, self.timeout_seconds)
            )
            return await asyncio.wait_for(future, self.timeout_seconds)
        except TimeoutError:
            _log.warning(
                "A worker process took more than %s seconds. The game’s evaluation chooses the move.",
                self.timeout_seconds,
            )
        except BrokenProcessPool:
            _log.warning("A worker process died. The game’s evaluation chooses the move.")
            if self._pool is pool:  # another search may have replaced the pool already
                self.close()
        except Exception as error:
            _log.warning("A worker process failed (%s). The game’s evaluation chooses the move.", type(error).__name__)
        return None

    def close(self) -> None:
        """End the workers without waiting for running searches."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _pool_for_next(self) -> ProcessPoolExecutor:
        """Return the worker pool for one more search, which may be a new pool.

        ``ProcessPoolExecutor`` could replace workers itself, but hangs then if searches are queued.
        """
        if self._pool is not None and self._answer_count >= _ANSWERS_PER_WORKER * self._workers:
            self._pool.shutdown(wait=False)  # running searches finish
            self._pool = None
        if self._pool is None:
            self._pool, self._answer_count = ProcessPoolExecutor(self._workers, get_context("spawn"), _init_worker), 0
        self._answer_count += 1
        return self._pool


def _init_worker() -> None:
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run_with_timeout(
    work: Callable[[Game[Any], View[Any], Decision, C], T],
    title: str,
    view: View[Any],
    chance: C,
    timeout_seconds: float,
) -> T | None:
    """In a worker: run one search. If it takes too long, the worker ends, because it may hang."""
    signal.setitimer(signal.ITIMER_REAL, timeout_seconds)
    try:
        game = GAMES[title]
        question = _find_question(game, view)
        return None if question is None else work(game, view, question, chance)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _find_question(game: Game[Any], view: View[Any]) -> Decision | None:
    """Return the decision of the view's seat in a determinized state; None if the seat is not to move.

    Workers do not receive the decision, because its offers may be infinite.
    """
    questions = decisions(game.agent.determinize(view, rng_from_seed(0, "question")))
    return next((question for question in questions if question.seat == view.seat), None)


def _choose_action(game: Game[Any], view: View[Any], question: Decision, rng: Rng) -> Action:
    return search_agent.choose(game, view, question, rng)[0]


def _advise(game: Game[Any], view: View[Any], question: Decision, seed: int, clock: Callable[[], float]) -> Advice:
    return coach.advise(game, view, question, seed, clock=clock)


def _judge_answer(
    game: Game[Any], view: View[Any], question: Decision, question_data: tuple[tuple[Action, Action], int]
) -> Verdict:
    pair, move = question_data
    return judge_answer(game, view, pair, move)
