"""The coach: advice about a player's open question, computed from the player's own view.

Advice is not stored: after a restart, players must ask again.
"""

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from bot.move_search import MoveSearchPool
from bot.tables.table import Table, game_of
from engine.agents.coach import Advice, advice_by_score, comparison_settings
from engine.agents.refutation import Verdict
from engine.core import Action, Decision, Seat, View
from engine.store.ids import TableId
from engine.threads import run_in_thread

_CONCURRENT_QUESTIONS = 2
"""Maximum number of players' questions that worker processes search at the same time."""
_MAX_QUESTIONS = 8
"""Maximum number of running and queued searches. Further requests get advice without rollouts."""
_MAX_SEATS = 500
"""Maximum entries in each cache: seats with advice, and verdicts."""


def has_hints(table: Table) -> bool:
    """Whether players at the table may ask for hints. By default, they may if only one person plays."""
    if table.status != "playing" or table.terms.hints == "never":
        return False
    return table.terms.hints == "always" or _has_one_person(table)


def _has_one_person(table: Table) -> bool:
    """Whether only one person has ever played at the table."""
    human_seats = [player for player in table.players if player.policy is None or player.away is not None]
    users = {player.away if player.user is None else player.user for player in human_seats}
    return len(users.union(holder.user for holder in table.holders)) == 1


class _AdviceEntry(msgspec.Struct, frozen=True):
    """The advice about one position, as an asyncio task that may still run."""

    view: View[Any]
    task: asyncio.Task[Advice]


_AnswerKey = tuple[TableId, int, Action]
"""(table, number of the turning point's move, answer that the player chose)."""


class Coach:
    """Computes advice, once per position. Mutable: it caches verdicts, and the last advice for each seat."""

    def __init__(self, move_search: MoveSearchPool) -> None:
        self._move_search, self._worker_slots = move_search, asyncio.Semaphore(_CONCURRENT_QUESTIONS)
        self._advice_by_seat: OrderedDict[tuple[TableId, Seat], _AdviceEntry] = OrderedDict()
        self._running: set[asyncio.Task[Any]] = set()
        self._verdicts: OrderedDict[_AnswerKey, asyncio.Task[Verdict | None]] = OrderedDict()

    def find_advice(self, table: Table, view: View[Any]) -> asyncio.Task[Advice] | None:
        """Return the task that computes advice about this position; None if no advice was requested."""
        entry = self._advice_by_seat.get((table.id, view.seat or Seat(0)))
        return entry.task if entry is not None and entry.view == view else None

    def request_advice(self, table: Table, view: View[Any], question: Decision) -> asyncio.Task[Advice]:
        """Return the task that computes advice for the view's seat. Start the task if there is none."""
        if (task := self.find_advice(table, view)) is not None:
            return task
        seat = (table.id, question.seat)
        previous_entry = self._advice_by_seat.pop(seat, None)
        uses_rollouts = comparison_settings(game_of(table.title), view, next(iter(question.offers))) is not None
        if uses_rollouts and len(self._running) < _MAX_QUESTIONS:
            computation = self._compute_advice(table, view, question, previous_entry.task if previous_entry else None)
        else:
            computation = _advise_by_evaluation(table, view, question)
        task = asyncio.create_task(computation)
        self._advice_by_seat[seat] = _AdviceEntry(view, task)
        self._running.add(task)
        task.add_done_callback(lambda finished_task: self._forget_estimate(seat, finished_task))
        if len(self._advice_by_seat) > _MAX_SEATS:
            self._advice_by_seat.popitem(last=False)
        return task

    def known_verdict(self, table: Table, move: int, answer: Action) -> asyncio.Task[Verdict | None] | None:
        """Return the task that computes the verdict on an answer to a turning point; None if it was not requested."""
        return self._verdicts.get((table.id, move, answer))

    def judge(
        self, table: Table, view: View[Any], pair: tuple[Action, Action], move: int
    ) -> asyncio.Task[Verdict | None]:
        """Compare the better move at a turning point with the player's answer, once per answer.

        The verdict is None if all workers are busy; the next press tries again.
        """
        key = (table.id, move, pair[1])
        if (known_task := self._verdicts.get(key)) is not None:
            return known_task
        task = asyncio.create_task(self._search_verdict(table, view, pair, move))
        self._verdicts[key] = task
        self._running.add(task)
        task.add_done_callback(lambda finished_task: self._forget_failed(key, finished_task))
        if len(self._verdicts) > _MAX_SEATS:
            self._verdicts.popitem(last=False)
        return task

    async def _search_verdict(
        self, table: Table, view: View[Any], pair: tuple[Action, Action], move: int
    ) -> Verdict | None:
        if len(self._running) > _MAX_QUESTIONS:
            return None
        async with self._worker_slots:
            return await self._move_search.verdict(table.title, view, pair, move)

    def _forget_failed(self, key: _AnswerKey, verdict: asyncio.Task[Verdict | None]) -> None:
        self._running.discard(verdict)
        has_failed = verdict.cancelled() or verdict.exception() is not None or verdict.result() is None
        if has_failed and self._verdicts.get(key) is verdict:
            del self._verdicts[key]

    def _forget_estimate(self, seat: tuple[TableId, Seat], answer: asyncio.Task[Advice]) -> None:
        """Drop advice without rollouts from the cache, because later advice may be better."""
        self._running.discard(answer)
        has_failed = answer.cancelled() or answer.exception() is not None
        if (has_failed or not answer.result().games) and self._is_latest(seat, answer):
            del self._advice_by_seat[seat]

    def _is_latest(self, seat: tuple[TableId, Seat], answer: asyncio.Task[Any] | None) -> bool:
        entry = self._advice_by_seat.get(seat)
        return entry is not None and entry.task is answer

    async def _compute_advice(
        self, table: Table, view: View[Any], question: Decision, previous: asyncio.Task[Advice] | None
    ) -> Advice:
        """Return advice from rollouts; if they give none for this question, return advice from the evaluation."""
        advice = await self._search_in_worker(table, view, previous)
        if advice is not None and all(move in question.offers for move in (advice.best, advice.second)):
            return advice
        return await _advise_by_evaluation(table, view, question)

    async def _search_in_worker(
        self, table: Table, view: View[Any], previous: asyncio.Task[Advice] | None
    ) -> Advice | None:
        """Return advice from a worker, after the seat's previous search has ended; None if it is no longer needed."""
        if previous is not None:
            await asyncio.wait({previous})
        async with self._worker_slots:
            if not self._is_latest((table.id, view.seat or Seat(0)), asyncio.current_task()):
                return None
            return await self._move_search.advise(table.title, view, table.id)


async def _advise_by_evaluation(table: Table, view: View[Any], question: Decision) -> Advice:
    return await run_in_thread(advice_by_score, game_of(table.title), view, question)
