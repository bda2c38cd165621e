"""The standing orders of all tables: given, ended, and obeyed when their seat is asked. It knows no Discord, no title.

An order is seen by its owner alone: nothing here returns one for anybody else, and it is no row of the log.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot.planning.orders import RUNAWAY, Deed, Order, Verdict, over, spelled, stretch, verdict
from bot.tables.bare import Bare
from bot.tables.heads import Head, Heads
from bot.tables.moves import Step, by_order, in_play, seat_at
from bot.tables.table import game_of
from engine.core.action import Decision, Standing
from engine.core.codec import load_events
from engine.core.flow import decisions
from engine.core.notation import read, write
from engine.core.seats import Seat
from engine.core.secret import redact
from engine.errors import Refused
from engine.store import Entry, Store, effective, plans
from engine.store.plans import Plan

MOST_ORDERS = 10
LATELY = 3
"""Orders that have ended and are still listed."""
MOST_LINES = 6
"""Of what an owner has not read yet."""
SENT = "✉ "
"""Before a line of which its owner had a direct message, and which still stands above the next question."""


class OrderBook:
    """Whoever changes orders holds the table's lock, as for its moves; ``fulfill`` is called by who holds it.

    Mutable: it remembers which tables have no orders.
    """

    def __init__(self, store: Store, heads: Heads, clock: Callable[[], float]) -> None:
        self._store, self._heads, self._clock = store, heads, clock
        self._orders = Bare(store, lambda db, table_id: plans.of_table(db, table_id, "stands", "ended"))

    # -- the owner's side

    async def of(self, table_id: int, user: int) -> tuple[Plan, ...]:
        """The user's orders that stand, those that ended with a word that has not been read, and the last others."""
        mine = [self._as_it_is(plan) for plan in await self._orders.of(table_id) if plan.user == user]
        lately = [plan for plan in mine if plan.state == "ended" and order_of(plan).why][-LATELY:]
        return tuple(plan for plan in mine if plan.state == "stands" or plan.word or plan in lately)

    async def words(self, table_id: int, user: int) -> tuple[str, ...]:
        """What the user's orders did, or why they ended, as far as it has not been read."""
        return tuple(word for plan in await self.of(table_id, user) for word in words_of(plan))

    async def claim_words(self, table_id: int, wants: Callable[[int], bool]) -> Mapping[int, tuple[str, ...]]:
        """What the table's owners of orders have not been told yet, by user, of those of whom it is wanted.

        From now on it counts as sent; it is still among ``words``.
        """

        async def wanted() -> list[Plan]:
            return [plan for plan in await self._orders.of(table_id) if plan.word and wants(plan.user)]

        if not await wanted():
            return {}
        claimed: dict[int, tuple[str, ...]] = {}
        async with self._heads.lock(table_id):
            mine = await wanted()
            for plan in mine:
                for line in (line for line in _lines(plan) if not line.startswith(SENT)):
                    claimed[plan.user] = (*claimed.get(plan.user, ()), line)
            await self._write(_with_lines(plan, [SENT + word for word in words_of(plan)]) for plan in mine)
        return claimed

    async def have_read(self, table_id: int, user: int, words: Collection[str]) -> None:
        """The user has been shown these words."""
        if not words:
            return
        async with self._heads.lock(table_id):
            told = [plan for plan in await self.of(table_id, user) if plan.word]
            left = [[line for line in _lines(plan) if line.removeprefix(SENT) not in words] for plan in told]
            await self._write(map(_with_lines, told, left))

    async def draft(self, table_id: int, user: int, order: Order) -> Plan:
        """Keeps an order to be looked at before it is given; an earlier one that was not given is forgotten."""
        async with self._heads.lock(table_id):
            session = (await self._heads.load(table_id)).session
            plan = Plan(
                id=secrets.randbits(48),
                session=table_id,
                seat=seat_at(session, user),
                user=user,
                wishes=_encoded(order),
                given_seq=session.head,
                given_at=self._clock(),
            )
            await self._store.write(lambda db: plans.add(db, plan))
        return plan

    async def typed(self, table_id: int, user: int, plan_id: int) -> tuple[str, ...]:
        """What the user typed for an order that is not given yet; nothing when that is forgotten."""
        plan = await self._found(table_id, user, plan_id, "draft")
        return order_of(plan).typed if plan else ()

    async def give(self, table_id: int, user: int, plan_id: int) -> Plan:
        """From now on the order stands. Raises ``Refused`` when it was given, or discarded, before."""
        async with self._heads.lock(table_id):
            head = await self._heads.load(table_id)
            in_play(head)
            plan = await self._own(table_id, user, plan_id, "draft")
            order = order_of(plan)
            if not order.wishes:
                raise Refused("This order could not be read; *Correct it…* opens it again.")
            standing = [other for other in await self.of(table_id, user) if other.state == "stands"]
            if len(standing) >= MOST_ORDERS:
                raise Refused(f"You have {MOST_ORDERS} standing orders at this table; cancel one of them first.")
            given = replace(
                plan,
                state="stands",
                wishes=_encoded(replace(order, typed=())),
                seat=seat_at(head.session, user),
                given_seq=head.session.head,
                given_at=self._clock(),
            )
            with self._orders.adding(table_id):
                await self._write([given])
        return given

    async def discard(self, table_id: int, user: int) -> None:
        """Forgets what the user was shown and has not given."""
        await self._store.write(lambda db: plans.forget_drafts(db, table_id, user))

    async def cancel(self, table_id: int, user: int, plan_id: int) -> Plan:
        """The order ends. Raises ``Refused`` when it stands no longer."""
        async with self._heads.lock(table_id):
            plan = replace(await self._own(table_id, user, plan_id, "stands"), state="ended")
            await self._write([plan])
        return plan

    def _as_it_is(self, plan: Plan) -> Plan:
        """The order, ended if its time is over; that is written when its owner reads of it, or its seat is asked."""
        if plan.state != "stands":
            return plan
        head, round, called = self._heads.peek(plan.session), 0, ""
        if head is not None and head.state is not None:
            game = game_of(head.session.title)
            round, called = game.rules.round(head.state), stretch(game, redact(head.state, Seat(plan.seat)))
        why = over(order_of(plan), round, self._clock(), called)
        return _ended(plan, why) if why else plan

    async def _found(self, table_id: int, user: int, plan_id: int, state: str) -> Plan | None:
        found = await self._store.read(lambda db: plans.of_table(db, table_id, state))
        return next((plan for plan in found if plan.id == plan_id and plan.user == user), None)

    async def _own(self, table_id: int, user: int, plan_id: int, state: str) -> Plan:
        plan = await self._found(table_id, user, plan_id, state)
        if plan is None:
            raise Refused("This order is not there any more. `/plan list` shows those that stand.")
        return plan

    async def _write(self, changed: Iterable[Plan]) -> None:
        written = tuple(changed)
        await self._store.write(lambda db: plans.put(db, written))

    # -- the table's side

    async def fulfill(self, head: Head, only: int | None = None) -> Step | None:
        """The next move that an order makes; ``only`` looks at the orders of one user. Ends those that cannot go on.

        None when nobody's order answers an open question. What becomes of the orders by the move is part of the step.
        """
        if head.state is None or head.session.status != "playing":
            return None
        standing = [plan for plan in await self._standing(head) if only in (None, plan.user)]
        if not standing:
            return None
        past = await self._past(head, standing)
        step, changed = await asyncio.to_thread(past.obeyed, standing)
        if step is None and changed:
            await self._write(changed)
        return None if step is None else replace(step, plans=changed)

    async def used(self, head: Head, step: Step) -> Step:
        """The ``step``, a forced move: an order that wanted just that is done with it, and does not want it again.

        So is the step of a sequence; one that wants another step ends as it would if its seat had a choice.
        """
        mine = [plan for plan in await self._standing(head) if plan.seat == step.seat]
        concerned = [plan for plan in mine if order_of(plan).lasts in ("once", "steps")]
        if not concerned:
            return step
        past = await self._past(head, concerned)
        return replace(step, plans=await asyncio.to_thread(past.spared, concerned, step))

    async def _standing(self, head: Head) -> list[Plan]:
        return [plan for plan in await self._orders.of(head.session.id) if plan.state == "stands"]

    async def _past(self, head: Head, standing: Sequence[Plan]) -> Past:
        rows = await self._store.log(head.session.id, after=min(plan.given_seq for plan in standing))
        counting = effective(rows)
        if counting is None:  # something older was taken back
            counting = effective(await self._store.log(head.session.id)) or ()
        return Past(rows, counting, head, self._clock())


class Past(msgspec.Struct, frozen=True):
    """A table now, and what was done at it: every row since the oldest order, and those of all rows that count."""

    rows: tuple[Entry, ...]
    counting: tuple[Entry, ...]
    head: Head
    now: float

    def obeyed(self, standing: Sequence[Plan]) -> tuple[Step | None, tuple[Plan, ...]]:
        """The first move that one of these orders makes, and all orders that are changed by it or end by now."""
        users = [player.user for player in self.head.session.players]
        gone = [plan for plan in standing if users[plan.seat - 1] != plan.user]
        changed = {plan.id: _ended(plan, "your seat changed hands") for plan in gone}
        for asked in decisions(in_play(self.head)):
            for plan in (plan for plan in standing if plan.seat == asked.seat and plan.id not in changed):
                found = self._judged(plan, asked)
                if found.action is not None:
                    changed[plan.id] = _made(plan, found, self.head.session.head + 1)
                    return by_order(self.head, found.action), tuple(changed.values())
                if found.ended:
                    changed[plan.id] = _ended(plan, found.ended)
        return None, tuple(changed.values())

    def spared(self, standing: Sequence[Plan], step: Step) -> tuple[Plan, ...]:
        """Those of these orders that the forced move changes: the first that would make it, and sequences that end."""
        asked = next(decision for decision in decisions(in_play(self.head)) if decision.seat == step.seat)
        changed: list[Plan] = []
        for plan in standing:
            found = self._judged(plan, asked)
            if found.action is not None and write(found.action) == step.line:
                return (*changed, _answered(plan, found, self.head.session.head + 1))
            if found.ended and order_of(plan).step:
                changed.append(_ended(plan, found.ended))
        return tuple(changed)

    def _judged(self, plan: Plan, asked: Decision) -> Verdict:
        order, game = order_of(plan), game_of(self.head.session.title)
        if why := self._disturbed(plan, order):
            return Verdict(ended=why)
        if plan.given_seq < self._taken_back(plan):
            return Verdict()  # its owner wants to choose
        later = [row for row in self.counting if row.seq > plan.given_seq and row.by != "ahead" and order.unless]
        deeds: list[Deed] = [(read(row.action, game.actions), load_events(game, row.events)) for row in later]
        return verdict(order, game, redact(in_play(self.head), asked.seat), asked, deeds, self.now)

    def _taken_back(self, plan: Plan) -> int:
        """The row by which the seat took something back, if it has not moved since; -1 if there is none.

        An answer ahead by which the seat is asked anew, since it forgets a plan, is such a row as well.
        """
        last = next((row for row in reversed(self.rows) if row.by != "ahead" and row.seat == plan.seat), None)
        if last is None or not (last.by == "undo" or (last.by == "player" and self._is_standing(last))):
            return -1
        return last.seq

    def _is_standing(self, row: Entry) -> bool:
        return isinstance(read(row.action, game_of(self.head.session.title).actions), Standing)

    def _disturbed(self, plan: Plan, order: Order) -> str:
        """What its owner did, or the order itself, that it must not go on after; empty if there is nothing."""
        if not set(order.made) <= {row.seq for row in self.counting}:
            return "a move that it made was taken back"
        own = [row for row in self.rows if order.made and row.seat == plan.seat and row.seq > order.made[-1]]
        secret = any(row.seq in order.made[-1:] and row.by == "ahead" for row in self.rows)
        if any((secret or row.by == "player") and self._is_standing(row) for row in own):
            return "you changed what it had done"
        runs = _in_a_row(plan, order, self.counting) >= RUNAWAY
        return f"it made {RUNAWAY} moves in a row" if runs else ""


def order_of(plan: Plan) -> Order:
    """What a stored order says."""
    return msgspec.json.decode(plan.wishes, type=Order)


def words_of(plan: Plan) -> tuple[str, ...]:
    """What the order's owner has not read yet, as sentences."""
    return tuple(line.removeprefix(SENT) for line in _lines(plan))


def _in_a_row(plan: Plan, order: Order, counting: Sequence[Entry]) -> int:
    """How many moves orders have made for the seat since anybody acted."""
    made = 0
    for row in reversed(counting):
        mine = row.seat == plan.seat and (row.by == "order" or row.seq in order.made)
        if not mine and row.by not in ("forced", "ahead"):
            break
        made += mine
    return made


def _made(plan: Plan, found: Verdict, seq: int) -> Plan:
    """The order after it has made log row ``seq``."""
    assert found.action is not None
    order = order_of(plan)
    which = f", {order.step}" if order.step else ""
    after = _said(plan, f"Your standing order {order.title} made “{spelled(found.action)}”{which}.")
    state = "ended" if found.ended else "stands"
    return replace(after, wishes=_encoded(order.after(seq, found)), fired=plan.fired + 1, state=state)


def _answered(plan: Plan, found: Verdict, seq: int) -> Plan:
    """The order after log row ``seq``, a move that it wanted and that was the only one."""
    assert found.action is not None
    order = order_of(plan)
    if not order.step:
        return _ended(plan, f"“{spelled(found.action)}” was your only move")
    after = replace(plan, wishes=_encoded(order.after(seq, found)))
    return _ended(after, found.ended) if found.ended else after


def _ended(plan: Plan, why: str) -> Plan:
    order = order_of(plan)
    told = _said(plan, f"Your standing order {order.title} has ended: {why}.")
    return replace(told, wishes=_encoded(replace(order, why=why)), state="ended")


def _encoded(order: Order) -> str:
    return msgspec.json.encode(order).decode()


def _lines(plan: Plan) -> list[str]:
    return list(filter(None, plan.word.split("\n")))


def _with_lines(plan: Plan, lines: Sequence[str]) -> Plan:
    return replace(plan, word="\n".join(lines))


def _said(plan: Plan, line: str) -> Plan:
    return _with_lines(plan, [*_lines(plan), line][-MOST_LINES:])
