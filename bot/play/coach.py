"""The coach: advice about a person's open question, from what that person's seat may see. It knows no title.

Nothing is stored: after a restart, whoever still wants advice asks again.
"""

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from bot.minds import Minds
from bot.tables.table import Table, game_of
from engine.agents.coach import Advice, advice_by_score, comparison_settings
from engine.agents.refutation import Verdict
from engine.core import Action, Decision, Seat, View
from engine.store.apart import in_thread
from engine.store.ids import TableId

_AT_ONCE = 2
"""Questions that workers think about for people, at all tables; of each seat, one."""
_MOST = 8
"""Of those and the ones that wait for them. Whoever comes then is advised without imagined games."""
_REMEMBERED = 500
"""Seats whose last advice is known."""


def has_hints(table: Table) -> bool:
    """Whether people at the table may ask the coach. As a rule they may where nobody plays for a rating."""
    if table.status != "playing" or table.terms.hints == "never":
        return False
    return table.terms.hints == "always" or _is_of_one_person(table)


def _is_of_one_person(table: Table) -> bool:
    """Whether one person has played here and nobody else, not even for a while."""
    seated = [player for player in table.players if player.policy is None or player.away is not None]
    people = {player.away if player.user is None else player.user for player in seated}
    return len(people.union(past.user for past in table.holders)) == 1


class _Known(msgspec.Struct, frozen=True):
    """The advice about one position, which may still be thought about."""

    view: View[Any]
    answer: asyncio.Task[Advice]


_Judged = tuple[TableId, int, Action]
"""A table, a move of its game, and an answer to the turning point there."""


class Coach:
    """Thinks about each position of a seat once. Mutable: it remembers each seat's last advice, and verdicts."""

    def __init__(self, minds: Minds) -> None:
        self._minds, self._places = minds, asyncio.Semaphore(_AT_ONCE)
        self._known: OrderedDict[tuple[TableId, Seat], _Known] = OrderedDict()
        self._thinking: set[asyncio.Task[Any]] = set()
        self._verdicts: OrderedDict[_Judged, asyncio.Task[Verdict | None]] = OrderedDict()

    def known(self, table: Table, view: View[Any]) -> asyncio.Task[Advice] | None:
        """The advice about this very position, given or on its way; None if it is not asked for yet."""
        known = self._known.get((table.id, view.seat or Seat(0)))
        return known.answer if known is not None and known.view == view else None

    def ask(self, table: Table, view: View[Any], question: Decision) -> asyncio.Task[Advice]:
        """The advice to the seat of the view, thought out once however often it is asked for."""
        if (known := self.known(table, view)) is not None:
            return known
        seat = (table.id, question.seat)
        before = self._known.pop(seat, None)
        takes_games = comparison_settings(game_of(table.title), view, next(iter(question.offers))) is not None
        if takes_games and len(self._thinking) < _MOST:
            advised = self._advised(table, view, question, before.answer if before else None)
        else:
            advised = _by_hint(table, view, question)
        answer = asyncio.create_task(advised)
        self._known[seat] = _Known(view, answer)
        self._thinking.add(answer)
        answer.add_done_callback(lambda done: self._thought(seat, done))
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return answer

    def known_verdict(self, table: Table, move: int, answer: Action) -> asyncio.Task[Verdict | None] | None:
        """The verdict on an answer to the turning point at that move, given or on its way; None if it is unknown."""
        return self._verdicts.get((table.id, move, answer))

    def judge(
        self, table: Table, view: View[Any], pair: tuple[Action, Action], move: int
    ) -> asyncio.Task[Verdict | None]:
        """Compare the better move of a turning point with an answer, once however often it is asked for.

        The verdict is None where no worker has time for it; the next press asks again.
        """
        judged = (table.id, move, pair[1])
        if (known := self._verdicts.get(judged)) is not None:
            return known
        verdict = asyncio.create_task(self._judged(table, view, pair, move))
        self._verdicts[judged] = verdict
        self._thinking.add(verdict)
        verdict.add_done_callback(lambda done: self._forget_failed(judged, done))
        if len(self._verdicts) > _REMEMBERED:
            self._verdicts.popitem(last=False)
        return verdict

    async def _judged(self, table: Table, view: View[Any], pair: tuple[Action, Action], move: int) -> Verdict | None:
        if len(self._thinking) > _MOST:
            return None
        async with self._places:
            return await self._minds.verdict(table.title, view, pair, move)

    def _forget_failed(self, judged: _Judged, verdict: asyncio.Task[Verdict | None]) -> None:
        """Remembers only verdicts that were found."""
        self._thinking.discard(verdict)
        failed = verdict.cancelled() or verdict.exception() is not None or verdict.result() is None
        if failed and self._verdicts.get(judged) is verdict:
            del self._verdicts[judged]

    def _thought(self, seat: tuple[TableId, Seat], answer: asyncio.Task[Advice]) -> None:
        """Remembers only what rests on imagined games: anything else may be better the next time."""
        self._thinking.discard(answer)
        failed = answer.cancelled() or answer.exception() is not None
        if (failed or not answer.result().games) and self._is_last(seat, answer):
            del self._known[seat]

    def _is_last(self, seat: tuple[TableId, Seat], answer: asyncio.Task[Any] | None) -> bool:
        known = self._known.get(seat)
        return known is not None and known.answer is answer

    async def _advised(
        self, table: Table, view: View[Any], question: Decision, before: asyncio.Task[Advice] | None
    ) -> Advice:
        """Advice out of imagined games, or else by hint."""
        found = await self._looked_ahead(table, view, before)
        if found is not None and all(move in question.offers for move in (found.best, found.second)):
            return found
        return await _by_hint(table, view, question)

    async def _looked_ahead(self, table: Table, view: View[Any], before: asyncio.Task[Advice] | None) -> Advice | None:
        """The advice of a worker, after what it thinks about for the same seat; None where nobody wants it by then."""
        if before is not None:
            await asyncio.wait({before})
        async with self._places:
            if not self._is_last((table.id, view.seat or Seat(0)), asyncio.current_task()):
                return None
            return await self._minds.advice(table.title, view, table.id)


async def _by_hint(table: Table, view: View[Any], question: Decision) -> Advice:
    return await in_thread(advice_by_score, game_of(table.title), view, question)
