"""The standing orders of all tables: given, ended, and obeyed when their seat is asked. It knows no Discord, no title.

An order is seen by its owner alone: nothing here returns one for anybody else, and it is no row of the log.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot.planning.orders import RUNAWAY, Deed, Order, Verdict, after_step, over, spelled, stretch, verdict
from bot.tables.bare import Bare
from bot.tables.cache import TableCache
from bot.tables.moves import Step, by_order, in_play, seat_at
from bot.tables.table import game_of
from engine.core.action import Decision, Standing
from engine.core.codec import load_events
from engine.core.flow import State, decisions
from engine.core.notation import read, write
from engine.core.seats import Seat
from engine.core.secret import redact
from engine.errors import Refused
from engine.store import Entry, Store, Table, effective, plans
from engine.store.plans import Plan

__all__ = ["LATELY", "OrderBook", "Plan", "order_of", "words_of"]

MOST_ORDERS = 10
LATELY = 3
"""Orders that have ended and are still listed."""
MOST_LINES = 6
"""Of what an owner has not read yet."""
SENT = "✉ "
"""Before a line of which its owner had a direct message, and which still stands above the next question."""


class Past(msgspec.Struct, frozen=True):
    """What was done at a table: every row since the oldest order, and those that count."""

    rows: tuple[Entry, ...]
    counting: tuple[Entry, ...]


class OrderBook:
    """Whoever changes orders holds the table's lock, as for its moves; ``fulfill`` is called by who holds it.

    Mutable: it remembers which tables have no orders.
    """

    def __init__(self, store: Store, cache: TableCache, clock: Callable[[], float]) -> None:
        self._store, self._cache, self._clock = store, cache, clock
        self._orders = Bare(store, lambda db, table_id: plans.of_table(db, table_id, "stands", "ended"))

    # -- the owner's side

    async def of(self, table_id: int, user: int) -> tuple[Plan, ...]:
        """The user's orders that stand, those that ended with a word that has not been read, and the last others."""
        mine = [plan for plan in await self._orders.of(table_id) if plan.user == user]
        if any(plan.state == "stands" for plan in mine):
            mine = [self._as_it_is(plan) for plan in mine]
        over = [plan for plan in mine if plan.state == "ended" and order_of(plan).why]
        return tuple(plan for plan in mine if plan.state == "stands" or plan.word or plan in over[-LATELY:])

    async def words(self, table_id: int, user: int) -> tuple[str, ...]:
        """What the user's orders did, or why they ended, as far as it has not been read."""
        return tuple(word for plan in await self.of(table_id, user) for word in words_of(plan))

    async def claim_words(self, table_id: int, wants: Callable[[int], bool]) -> Mapping[int, tuple[str, ...]]:
        """What the table's owners of orders have not been told yet, by user, of those of whom it is wanted.

        From now on it counts as sent; it is still among ``words``.
        """
        if not any(plan.word and wants(plan.user) for plan in await self._orders.of(table_id)):
            return {}
        claimed: dict[int, tuple[str, ...]] = {}
        async with self._cache.lock(table_id):
            found = await self._store.read(lambda db: plans.with_words(db, table_id))
            mine = [plan for plan in found if wants(plan.user)]
            for plan in mine:
                new = tuple(line for line in _lines(plan) if not line.startswith(SENT))
                claimed |= {plan.user: (*claimed.get(plan.user, ()), *new)} if new else {}
            sent = [
                replace(plan, word="\n".join(SENT + line.removeprefix(SENT) for line in _lines(plan))) for plan in mine
            ]
            await self._store.write(lambda db: plans.put(db, sent))
        return claimed

    async def have_read(self, table_id: int, user: int, words: Collection[str]) -> None:
        """The user has been shown these words."""
        if not words:
            return
        async with self._cache.lock(table_id):
            told = [_without(plan, words) for plan in await self.of(table_id, user) if plan.word]
            await self._store.write(lambda db: plans.put(db, told))

    async def draft(self, table_id: int, user: int, order: Order) -> Plan:
        """Keeps an order to be looked at before it is given; an earlier one that was not given is forgotten."""
        async with self._cache.lock(table_id):
            table = await self._cache.load(table_id)
            plan = Plan(
                id=secrets.randbits(48),
                session=table_id,
                seat=seat_at(table, user),
                user=user,
                wishes=_encoded(order),
                given_seq=table.seq,
                given_at=self._clock(),
            )
            await self._store.write(lambda db: plans.add(db, plan))
        return plan

    async def typed(self, table_id: int, user: int, plan_id: int) -> tuple[str, ...]:
        """What the user typed for an order that is not given yet; nothing when that is forgotten."""
        found = await self._store.read(lambda db: plans.of_table(db, table_id, "draft"))
        return next((order_of(plan).typed for plan in found if plan.id == plan_id and plan.user == user), ())

    async def give(self, table_id: int, user: int, plan_id: int) -> Plan:
        """From now on the order stands. Raises ``Refused`` when it was given, or discarded, before."""
        async with self._cache.lock(table_id):
            table = await self._cache.load(table_id)
            in_play(table)
            plan = await self._own(table_id, user, plan_id, "draft")
            order = _readable(plan)
            standing = [other for other in await self.of(table_id, user) if other.state == "stands"]
            if len(standing) >= MOST_ORDERS:
                raise Refused(f"You have {MOST_ORDERS} standing orders at this table; cancel one of them first.")
            seat, now = seat_at(table, user), self._clock()
            written = _encoded(replace(order, typed=()))
            given = replace(plan, state="stands", wishes=written, seat=seat, given_seq=table.seq, given_at=now)
            with self._orders.adding(table_id):
                await self._store.write(lambda db: plans.put(db, [given]))
        return given

    async def discard(self, table_id: int, user: int) -> None:
        """Forgets what the user was shown and has not given."""
        await self._store.write(lambda db: plans.forget_drafts(db, table_id, user))

    async def cancel(self, table_id: int, user: int, plan_id: int) -> Plan:
        """The order ends. Raises ``Refused`` when it stands no longer."""
        async with self._cache.lock(table_id):
            plan = replace(await self._own(table_id, user, plan_id, "stands"), state="ended")
            await self._store.write(lambda db: plans.put(db, [plan]))
        return plan

    def _as_it_is(self, plan: Plan) -> Plan:
        """The order, ended if its time is over; that is written when its owner reads of it, or its seat is asked."""
        table = self._cache.peek(plan.session)
        at, called = 0, ""
        if table is not None and table.state is not None:
            game = game_of(table.title)
            at, called = game.rules.round(table.state), stretch(game, redact(table.state, Seat(plan.seat)))
        why = over(order_of(plan), at, self._clock(), called) if plan.state == "stands" else ""
        return _ended(plan, why) if why else plan

    async def _own(self, table_id: int, user: int, plan_id: int, state: str) -> Plan:
        found = await self._store.read(lambda db: plans.of_table(db, table_id, state))
        plan = next((plan for plan in found if plan.id == plan_id and plan.user == user), None)
        if plan is None:
            raise Refused("This order is not there any more. `/plan list` shows those that stand.")
        return plan

    # -- the table's side

    async def fulfill(self, table: Table, only: int | None = None) -> Step | None:
        """The next move that an order makes; ``only`` looks at the orders of one user. Ends those that cannot go on.

        None when nobody's order answers an open question. What becomes of the orders by the move is part of the step.
        """
        if table.state is None or table.status != "playing":
            return None
        found = await self._orders.of(table.id)
        standing = tuple(plan for plan in found if plan.state == "stands" and only in (None, plan.user))
        if not standing:
            return None
        past = await self._past(table.id, min(plan.given_seq for plan in standing))
        step, ended = await asyncio.to_thread(_tried, table, table.state, standing, past, self._clock())
        if step is None and ended:
            await self._store.write(lambda db: plans.put(db, ended))
        return step

    async def used(self, table: Table, step: Step) -> Step:
        """The ``step``, a forced move: an order that wanted just that is done with it, and does not want it again.

        So is the step of a sequence; one that wants another step ends as it would if its seat had a choice.
        """
        stands = [plan for plan in await self._orders.of(table.id) if plan.state == "stands"]
        mine = [plan for plan in stands if plan.seat == step.seat]
        concerned = tuple(plan for plan in mine if order_of(plan).lasts in ("once", "steps"))
        if not concerned:
            return step
        past = await self._past(table.id, min(plan.given_seq for plan in concerned))
        after = await asyncio.to_thread(_after_forced, table, step, concerned, past, self._clock())
        return replace(step, plans=after)

    async def _past(self, table_id: int, since: int) -> Past:
        rows = await self._store.log(table_id, after=since)
        counting = effective(rows)
        if counting is None:  # something older was taken back
            counting = effective(await self._store.log(table_id)) or ()
        return Past(rows, counting)


def words_of(plan: Plan) -> tuple[str, ...]:
    """What the order's owner has not read yet, as sentences."""
    return tuple(line.removeprefix(SENT) for line in _lines(plan))


def order_of(plan: Plan) -> Order:
    """What a stored order says."""
    return msgspec.json.decode(plan.wishes, type=Order)


def _readable(plan: Plan) -> Order:
    """What a draft says. Refused when it could not be read."""
    order = order_of(plan)
    if not order.wishes:
        raise Refused("This order could not be read; *Correct it…* opens it again.")
    return order


def _encoded(order: Order) -> str:
    return msgspec.json.encode(order).decode()


def _tried(
    table: Table, state: State, standing: Sequence[Plan], past: Past, now: float
) -> tuple[Step | None, tuple[Plan, ...]]:
    """The first order that makes a move, and all that end by now."""
    ended: list[Plan] = []
    for plan in standing:
        if table.players[plan.seat - 1].user != plan.user:
            ended.append(_ended(plan, "your seat changed hands"))
    for asked in decisions(state):
        for plan in (plan for plan in standing if plan.seat == asked.seat and plan.id not in {p.id for p in ended}):
            found = _judged(table, state, asked, plan, past, now)
            if found.action is not None:
                after = (*ended, _made(plan, found, table.seq + 1))
                return replace(by_order(table, found.action), plans=after), ()
            if found.ended:
                ended.append(_ended(plan, found.ended))
    return None, tuple(ended)


def _after_forced(table: Table, step: Step, standing: Sequence[Plan], past: Past, now: float) -> tuple[Plan, ...]:
    """Those of these orders that the forced move changes: the first that would make it, and sequences that end."""
    assert table.state is not None
    asked = next(decision for decision in decisions(table.state) if decision.seat == step.seat)
    changed: list[Plan] = []
    for plan in standing:
        found, steps = _judged(table, table.state, asked, plan, past, now), order_of(plan).lasts == "steps"
        if found.action is not None and write(found.action) == step.line:
            return (*changed, _answered(plan, found, table.seq + 1))
        if found.ended and steps:
            changed.append(_ended(plan, found.ended))
    return tuple(changed)


def _answered(plan: Plan, found: Verdict, seq: int) -> Plan:
    """The order after log row ``seq``, a move that it wanted and that was the only one."""
    order = order_of(plan)
    assert found.action is not None
    if order.lasts != "steps":
        return _ended(plan, f"“{spelled(found.action)}” was your only move")
    after = replace(plan, wishes=_encoded(after_step(order, seq, found)))
    return _ended(after, found.ended) if found.ended else after


def _judged(table: Table, state: State, asked: Decision, plan: Plan, past: Past, now: float) -> Verdict:
    order, game = order_of(plan), game_of(table.title)
    if why := _disturbed(table, plan, order, past):
        return Verdict(ended=why)
    if plan.given_seq < _taken_back(table, plan, past):
        return Verdict()  # its owner wants to choose
    later = [row for row in past.counting if row.seq > plan.given_seq and row.by != "ahead"]
    deeds = [Deed(read(row.action, game.actions), load_events(game, row.events)) for row in later if order.unless]
    return verdict(order, game, redact(state, asked.seat), asked, deeds, now)


def _taken_back(table: Table, plan: Plan, past: Past) -> int:
    """The row by which the seat took something back, if it has not moved since; -1 if there is none.

    An answer ahead by which the seat is asked anew, since it forgets a plan, is such a row as well.
    """
    acts = [row for row in past.rows if row.by != "ahead" and row.seat == plan.seat]
    last = acts[-1] if acts else None
    if last is None or last.by not in ("undo", "player"):
        return -1
    return last.seq if last.by == "undo" or _is_standing(table, last) else -1


def _is_standing(table: Table, row: Entry) -> bool:
    return isinstance(read(row.action, game_of(table.title).actions), Standing)


def _disturbed(table: Table, plan: Plan, order: Order, past: Past) -> str:
    """What its owner did, or the order itself, that it must not go on after; empty if there is nothing."""
    counting = {row.seq for row in past.counting}
    if any(seq not in counting for seq in order.made):
        return "a move that it made was taken back"
    own = [row for row in past.rows if order.made and row.seat == plan.seat and row.seq > order.made[-1]]
    secret = any(row.seq in order.made[-1:] and row.by == "ahead" for row in past.rows)
    if any((secret or row.by == "player") and _is_standing(table, row) for row in own):
        return "you changed what it had done"
    if _in_a_row(plan, order, past) >= RUNAWAY:
        return f"it made {RUNAWAY} moves in a row"
    return ""


def _in_a_row(plan: Plan, order: Order, past: Past) -> int:
    """How many moves orders have made for the seat since anybody acted."""
    made = 0
    for row in reversed(past.counting):
        mine = row.seat == plan.seat and (row.by == "order" or row.seq in order.made)
        if not mine and row.by not in ("forced", "ahead"):
            break
        made += mine
    return made


def _made(plan: Plan, found: Verdict, seq: int) -> Plan:
    """The order after it has made log row ``seq``."""
    assert found.action is not None
    order, steps = order_of(plan), len(order_of(plan).wishes)
    kept, which = replace(order, made=(*order.made, seq)[-RUNAWAY:], why=found.ended), ""
    if order.lasts == "steps":
        kept, which = after_step(order, seq, found), f", step {order.done + 1} of {steps}"
    after = _said(plan, f"Your standing order {order.title} made “{spelled(found.action)}”{which}.")
    return replace(after, wishes=_encoded(kept), fired=plan.fired + 1, state="ended" if found.ended else "stands")


def _ended(plan: Plan, why: str) -> Plan:
    order = order_of(plan)
    told = _said(plan, f"Your standing order {order.title} has ended: {why}.")
    return replace(told, wishes=_encoded(replace(order, why=why)), state="ended")


def _without(plan: Plan, words: Collection[str]) -> Plan:
    return replace(plan, word="\n".join(line for line in _lines(plan) if line.removeprefix(SENT) not in words))


def _lines(plan: Plan) -> list[str]:
    return list(filter(None, plan.word.split("\n")))


def _said(plan: Plan, line: str) -> Plan:
    return replace(plan, word="\n".join([*_lines(plan), line][-MOST_LINES:]))
