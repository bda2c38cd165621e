"""The coach: advice about a player's open question, computed from the player's own view.

Nothing is stored: after a restart, players must ask again.
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
"""Questions that workers search for people at the same time, at all tables; one per seat."""
_MAX_QUESTIONS = 8
"""Maximum of running and queued questions. Beyond it, advice uses no rollouts."""
_MAX_SEATS = 500
"""Seats whose last advice is cached."""


def has_hints(table: Table) -> bool:
    """Whether people at the table may ask the coach. As a rule they may where no one plays for a rating."""
    if table.status != "playing" or table.terms.hints == "never":
        return False
    return table.terms.hints == "always" or _has_one_person(table)


def _has_one_person(table: Table) -> bool:
    """Whether only one person has ever played here."""
    seated = [player for player in table.players if player.policy is None or player.away is not None]
    people = {player.away if player.user is None else player.user for player in seated}
    return len(people.union(past.user for past in table.holders)) == 1


class _AdviceEntry(msgspec.Struct, frozen=True):
    """The advice about one position, possibly still being computed."""

    view: View[Any]
    task: asyncio.Task[Advice]


_Judged = tuple[TableId, int, Action]
"""A table, a move of its game, and an answer to the turning point there."""


class Coach:
    """Computes advice once per position and seat. Mutable: it caches each seat's last advice, and verdicts."""

    def __init__(self, move_search: MoveSearchPool) -> None:
        self._move_search, self._worker_slots = move_search, asyncio.Semaphore(_CONCURRENT_QUESTIONS)
        self._advice_by_seat: OrderedDict[tuple[TableId, Seat], _AdviceEntry] = OrderedDict()
        self._running: set[asyncio.Task[Any]] = set()
        self._verdicts: OrderedDict[_Judged, asyncio.Task[Verdict | None]] = OrderedDict()

    def find_advice(self, table: Table, view: View[Any]) -> asyncio.Task[Advice] | None:
        """The advice about this position, finished or being computed; None if it was not requested."""
        entry = self._advice_by_seat.get((table.id, view.seat or Seat(0)))
        return entry.task if entry is not None and entry.view == view else None

    def request_advice(self, table: Table, view: View[Any], question: Decision) -> asyncio.Task[Advice]:
        """The advice to the view's seat, computed once per position."""
        if (task := self.find_advice(table, view)) is not None:
            return task
        seat = (table.id, question.seat)
        before = self._advice_by_seat.pop(seat, None)
        takes_games = comparison_settings(game_of(table.title), view, next(iter(question.offers))) is not None
        if takes_games and len(self._running) < _MAX_QUESTIONS:
            advised = self._compute_advice(table, view, question, before.task if before else None)
        else:
            advised = _advise_by_hint(table, view, question)
        answer = asyncio.create_task(advised)
        self._advice_by_seat[seat] = _AdviceEntry(view, answer)
        self._running.add(answer)
        answer.add_done_callback(lambda done: self._forget_estimate(seat, done))
        if len(self._advice_by_seat) > _MAX_SEATS:
            self._advice_by_seat.popitem(last=False)
        return answer

    def known_verdict(self, table: Table, move: int, answer: Action) -> asyncio.Task[Verdict | None] | None:
        """The verdict on an answer to a turning point, finished or being computed; None if unknown."""
        return self._verdicts.get((table.id, move, answer))

    def judge(
        self, table: Table, view: View[Any], pair: tuple[Action, Action], move: int
    ) -> asyncio.Task[Verdict | None]:
        """Compare the better move of a turning point with an answer, once per answer.

        The verdict is None if no worker has time; the next press tries again.
        """
        judged = (table.id, move, pair[1])
        if (known := self._verdicts.get(judged)) is not None:
            return known
        verdict = asyncio.create_task(self._judged(table, view, pair, move))
        self._verdicts[judged] = verdict
        self._running.add(verdict)
        verdict.add_done_callback(lambda done: self._forget_failed(judged, done))
        if len(self._verdicts) > _MAX_SEATS:
            self._verdicts.popitem(last=False)
        return verdict

    async def _judged(self, table: Table, view: View[Any], pair: tuple[Action, Action], move: int) -> Verdict | None:
        if len(self._running) > _MAX_QUESTIONS:
            return None
        async with self._worker_slots:
            return await self._move_search.verdict(table.title, view, pair, move)

    def _forget_failed(self, judged: _Judged, verdict: asyncio.Task[Verdict | None]) -> None:
        """Drop a verdict that was not found from the cache."""
        self._running.discard(verdict)
        failed = verdict.cancelled() or verdict.exception() is not None or verdict.result() is None
        if failed and self._verdicts.get(judged) is verdict:
            del self._verdicts[judged]

    def _forget_estimate(self, seat: tuple[TableId, Seat], answer: asyncio.Task[Advice]) -> None:
        """Drop advice without rollouts from the cache, because a later one may be better."""
        self._running.discard(answer)
        failed = answer.cancelled() or answer.exception() is not None
        if (failed or not answer.result().games) and self._is_latest(seat, answer):
            del self._advice_by_seat[seat]

    def _is_latest(self, seat: tuple[TableId, Seat], answer: asyncio.Task[Any] | None) -> bool:
        entry = self._advice_by_seat.get(seat)
        return entry is not None and entry.task is answer

    async def _compute_advice(
        self, table: Table, view: View[Any], question: Decision, previous: asyncio.Task[Advice] | None
    ) -> Advice:
        """Advice from rollouts, or else from the evaluation."""
        advice = await self._search_in_worker(table, view, previous)
        if advice is not None and all(move in question.offers for move in (advice.best, advice.second)):
            return advice
        return await _advise_by_hint(table, view, question)

    async def _search_in_worker(
        self, table: Table, view: View[Any], previous: asyncio.Task[Advice] | None
    ) -> Advice | None:
        """The advice of a worker, after earlier searches for the same seat; None if it is no longer needed."""
        if previous is not None:
            await asyncio.wait({previous})
        async with self._worker_slots:
            if not self._is_latest((table.id, view.seat or Seat(0)), asyncio.current_task()):
                return None
            return await self._move_search.advise(table.title, view, table.id)


async def _advise_by_hint(table: Table, view: View[Any], question: Decision) -> Advice:
    return await run_in_thread(advice_by_score, game_of(table.title), view, question)
