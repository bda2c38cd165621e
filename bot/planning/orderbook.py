"""The standing orders of all tables: given, ended, and obeyed when their seat is asked. It knows no Discord, no title.

An order is seen by its owner alone: nothing here returns one for anybody else, and it is no row of the log.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress

from msgspec.structs import replace

from bot.markdown import md
from bot.planning.carrying_out import Obeyed, Past, encoded, ended, order_of, sent, unsent_of, without, words_of
from bot.planning.orders import Order, over, stretch
from bot.tables.bare import Bare
from bot.tables.cache import TableCache, retry
from bot.tables.moves import Step, in_play, seat_at
from bot.tables.table import game_of
from engine.core import Seat, redact
from engine.errors import Refused
from engine.store import Store, Table, effective, plans
from engine.store.apart import in_thread
from engine.store.db import Db
from engine.store.ids import PlanId, TableId, UserId
from engine.store.plans import Plan
from engine.store.statements import touch

_MOST_ORDERS = 10
LATELY = 3
"""Orders that have ended and are still listed."""


class OrderBook:
    """The standing orders of all tables, changed under a table's lock, as its moves are.

    Whoever calls ``fulfill`` holds that lock. Mutable: it remembers which tables have no orders.
    """

    def __init__(self, store: Store, cache: TableCache, clock: Callable[[], float]) -> None:
        self._store, self._cache, self._clock = store, cache, clock
        self._orders = Bare(store, lambda db, table_id: plans.of_table(db, table_id, "stands", "ended"))

    # -- the owner's side

    async def of(self, table_id: TableId, user: UserId) -> tuple[Plan, ...]:
        """The user's orders that stand, those that ended with a word that has not been read, and the last others."""
        mine = [self._as_it_is(plan) for plan in await self._orders.of(table_id) if plan.user == user]
        lately = [plan for plan in mine if plan.state == "ended" and order_of(plan).why][-LATELY:]
        return tuple(plan for plan in mine if plan.state == "stands" or plan.word or plan in lately)

    async def words(self, table_id: TableId, user: UserId) -> tuple[str, ...]:
        """The unread sentences about the user's orders: what they did, or why they ended."""
        return tuple(word for plan in await self.of(table_id, user) for word in words_of(plan))

    async def claim_words(self, table_id: TableId, wants: Callable[[UserId], bool]) -> Mapping[UserId, tuple[str, ...]]:
        """Claims what owners of the table's orders have not been told yet, by user, for those of whom it is wanted.

        From now on it counts as sent; it is still among ``words``.
        """
        if not await self._unread(table_id, wants):
            return {}
        return await retry(lambda: self._claim_words(table_id, wants))

    async def _claim_words(
        self, table_id: TableId, wants: Callable[[UserId], bool]
    ) -> Mapping[UserId, tuple[str, ...]]:
        claimed: dict[UserId, tuple[str, ...]] = {}
        async with self._cache.lock(table_id):
            table = await self._cache.load(table_id)
            unread = await self._unread(table_id, wants)
            for plan in unread:
                if unsent := unsent_of(plan):
                    claimed[plan.user] = (*claimed.get(plan.user, ()), *unsent)
            await self._write(table, map(sent, unread))
        return claimed

    async def have_read(self, table_id: TableId, user: UserId, words: Collection[str]) -> None:
        """The user has been shown these words."""
        if words:
            await retry(lambda: self._have_read(table_id, user, words))

    async def _have_read(self, table_id: TableId, user: UserId, words: Collection[str]) -> None:
        async with self._cache.lock(table_id):
            table = await self._cache.load(table_id)
            await self._write(table, (without(plan, words) for plan in await self.of(table_id, user) if plan.word))

    async def _unread(self, table_id: TableId, whose: Callable[[UserId], bool]) -> list[Plan]:
        return [plan for plan in await self._orders.of(table_id) if plan.word and whose(plan.user)]

    async def draft(self, table_id: TableId, user: UserId, order: Order) -> Plan:
        """Keeps an order to be looked at before it is given; an earlier one that was not given is forgotten."""
        async with self._cache.lock(table_id):
            table = await self._cache.load(table_id)
            plan = Plan(
                id=PlanId(secrets.randbits(48)),
                session=table_id,
                seat=seat_at(table, user),
                user=user,
                wishes=encoded(order),
                given_seq=table.seq,
                given_at=self._clock(),
            )
            await self._store.write(lambda db: plans.add(db, plan))
        return plan

    async def drafted(self, table_id: TableId, user: UserId) -> Plan | None:
        """The order that the user was shown and has not given yet; None if there is none."""
        found = await self._store.read(lambda db: plans.of_table(db, table_id, "draft"))
        return next((plan for plan in found if plan.user == user), None)

    async def typed(self, table_id: TableId, user: UserId, plan_id: PlanId) -> tuple[str, ...]:
        """The texts that the user typed for an order that is not given yet; none when that is forgotten."""
        with suppress(Refused):
            return order_of(await self._own(table_id, user, plan_id, "draft")).typed
        return ()

    async def give(self, table_id: TableId, user: UserId, plan_id: PlanId) -> Plan:
        """Give the order, so that it stands from now on. Raises ``Refused`` when it was given, or discarded, before."""
        return await retry(lambda: self._give(table_id, user, plan_id))

    async def _give(self, table_id: TableId, user: UserId, plan_id: PlanId) -> Plan:
        async with self._cache.lock(table_id):
            table = await self._cache.load(table_id)
            in_play(table)
            plan = await self._own(table_id, user, plan_id, "draft")
            order = order_of(plan)
            if not order.wishes:
                raise Refused(md("I couldn’t read this order. Press *Edit…* to change it."))
            standing = [other for other in await self.of(table_id, user) if other.state == "stands"]
            if len(standing) >= _MOST_ORDERS:
                raise Refused(
                    md("You can’t have more than {} standing orders at this table. Cancel one first.", _MOST_ORDERS)
                )
            seat, now = seat_at(table, user), self._clock()
            plan = replace(plan, state="stands", wishes=encoded(replace(order, typed=())))
            given = replace(plan, seat=seat, given_seq=table.seq, given_at=now)
            with self._orders.adding(table_id):
                await self._write(table, [given])
        return given

    async def discard(self, table_id: TableId, user: UserId) -> None:
        """Forgets what the user was shown and has not given."""
        await self._store.write(lambda db: plans.forget_drafts(db, table_id, user))

    async def cancel(self, table_id: TableId, user: UserId, plan_id: PlanId) -> Plan:
        """The order ends. Raises ``Refused`` when it stands no longer."""
        return await retry(lambda: self._cancel(table_id, user, plan_id))

    async def _cancel(self, table_id: TableId, user: UserId, plan_id: PlanId) -> Plan:
        async with self._cache.lock(table_id):
            table = await self._cache.load(table_id)
            plan = replace(await self._own(table_id, user, plan_id, "stands"), state="ended")
            await self._write(table, [plan])
        return plan

    def _as_it_is(self, plan: Plan) -> Plan:
        """The order, ended if its time is over; that is written when its owner reads of it, or its seat is asked."""
        if plan.state != "stands":
            return plan
        table, round, called = self._cache.peek(plan.session), 0, ""
        if table is not None and table.state is not None:
            game = game_of(table.title)
            round = game.rules.round_number(table.state)
            called = stretch(game, redact(table.state, Seat(plan.seat)))
        why = over(order_of(plan), round, self._clock(), called)
        return ended(plan, why) if why else plan

    async def _own(self, table_id: TableId, user: UserId, plan_id: PlanId, state: str) -> Plan:
        found = await self._store.read(lambda db: plans.of_table(db, table_id, state))
        for plan in found:
            if plan.id == plan_id and plan.user == user:
                return plan
        raise Refused(md("This order no longer exists. `/orders` shows yours."))

    async def _write(self, table: Table, changed: Iterable[Plan]) -> None:
        """Writes orders of the table, whose lock the caller has. Raises ``Conflict`` when it has moved on."""
        written = tuple(changed)

        def work(db: Db) -> None:
            touch(db, table.id, table.revision)
            plans.put(db, written)

        self._cache.drop(table.id)
        await self._store.write(work, checks_revision=True)
        self._cache.keep(replace(table, revision=table.revision + 1))

    # -- the table's side

    async def fulfill(self, table: Table, only: int | None = None) -> Step | None:
        """The next move that an order makes; ``only`` looks at the orders of one user. Ends those that cannot go on.

        None when nobody's order answers an open question. What becomes of the orders by the move is part of the step.
        """
        if table.state is None or table.status != "playing":
            return None
        step, changed = await self._obeyed(table, lambda plan: only in (None, plan.user))
        if step is not None:
            return replace(step, plans=changed)
        if changed:
            await self._write(table, changed)
        return None

    async def used(self, table: Table, step: Step) -> Step:
        """The ``step``, a forced move: an order that wanted just that is done with it, and does not want it again.

        So is the step of a sequence. One that wants another move of this kind ends, as if its seat had a choice.
        """

        def concerned(plan: Plan) -> bool:
            return plan.seat == step.seat and order_of(plan).lasts not in ("round", "date")

        _, changed = await self._obeyed(table, concerned, step)
        return replace(step, plans=changed)

    async def _obeyed(self, table: Table, which: Callable[[Plan], bool], forced: Step | None = None) -> Obeyed:
        """Asks ``Past.obeyed`` about those of the table's orders."""
        standing = [plan for plan in await self._orders.of(table.id) if plan.state == "stands" and which(plan)]
        if not standing:
            return None, ()
        rows = await self._store.log(table.id, after=min(plan.given_seq for plan in standing))
        counting = effective(rows)
        if counting is None:  # something older was taken back
            counting = effective(await self._store.log(table.id))
            assert counting is not None  # of a whole log
        past = Past(rows, counting, table, self._clock())
        return await in_thread(past.obeyed, standing, forced)
