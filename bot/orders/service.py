"""Standing orders of all tables: giving, ending, and executing them.

Only its owner may see an order: no function here returns one for another user, and orders are not in the log.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from bot.markdown import md
from bot.orders.execution import (
    OrderContext,
    OrderedMove,
    decode_order,
    drop_read_lines,
    encode_order,
    end_order,
    mark_sent,
    unread_lines,
    unsent_lines,
)
from bot.orders.order import Order, expiry_reason, round_unit
from bot.tables.cache import TableCache, retry
from bot.tables.empty_rows import EmptyRowsCache
from bot.tables.moves import PendingMove, seat_of_user, state_in_play
from bot.tables.table import game_of
from engine.core import Seat, redact
from engine.errors import Refused
from engine.store import Store, Table, drop_undone, orders
from engine.store.connection import Connection
from engine.store.ids import PlanId, TableId, UserId
from engine.store.orders import StoredOrder
from engine.store.table_rows import bump_expected_revision
from engine.threads import run_in_thread

_MAX_ORDERS = 10
MAX_ENDED_LISTED = 3
"""Orders that have ended and are still listed."""


class OrderService:
    """The standing orders of all tables, changed under a table's lock as moves are.

    Callers of ``find_ordered_move`` must hold that lock. Mutable: it remembers which tables have no orders.
    """

    def __init__(self, store: Store, cache: TableCache, clock: Callable[[], float]) -> None:
        self._store, self._cache, self._clock = store, cache, clock
        self._orders = EmptyRowsCache(store, lambda db, table_id: orders.load_orders(db, table_id, "stands", "ended"))

    # -- the owner's side

    async def load_orders_of(self, table_id: TableId, user: UserId) -> tuple[StoredOrder, ...]:
        """The user's active orders, those that ended with an unread sentence, and the last ended ones."""
        orders = [self._end_if_expired(plan) for plan in await self._orders.read(table_id) if plan.user == user]
        ended_lately = [plan for plan in orders if plan.state == "ended" and decode_order(plan).why][-MAX_ENDED_LISTED:]
        return tuple(plan for plan in orders if plan.state == "stands" or plan.word or plan in ended_lately)

    async def load_unread_lines(self, table_id: TableId, user: UserId) -> tuple[str, ...]:
        """The unread sentences about the user's orders: their moves, or why they ended."""
        return tuple(word for plan in await self.load_orders_of(table_id, user) for word in unread_lines(plan))

    async def load_unsent_orders(
        self, table_id: TableId, is_wanted: Callable[[UserId], bool]
    ) -> Mapping[UserId, tuple[StoredOrder, ...]]:
        """The orders with sentences of which their owners had no message yet, by user, for those who want any."""
        orders_by_user: dict[UserId, tuple[StoredOrder, ...]] = {}
        for plan in await self._orders.read(table_id):
            if unsent_lines(plan) and is_wanted(plan.user):
                orders_by_user[plan.user] = (*orders_by_user.get(plan.user, ()), plan)
        return orders_by_user

    async def mark_orders_sent(self, table_id: TableId, orders: Sequence[StoredOrder]) -> None:
        """The owner had a message with the unsent sentences of these orders; they are still unread."""
        await retry(lambda: self._mark_orders_sent(table_id, {one.id: unsent_lines(one) for one in orders}))

    async def _mark_orders_sent(self, table_id: TableId, lines: Mapping[PlanId, tuple[str, ...]]) -> None:
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            orders = [plan for plan in await self._orders.read(table_id) if plan.id in lines]
            await self._save_orders(table, (mark_sent(plan, lines[plan.id]) for plan in orders))

    async def mark_read(self, table_id: TableId, user: UserId, lines: Collection[str]) -> None:
        """Note that the user has been shown these sentences."""
        if lines:
            await retry(lambda: self._mark_read(table_id, user, lines))

    async def _mark_read(self, table_id: TableId, user: UserId, words: Collection[str]) -> None:
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            await self._save_orders(
                table, (drop_read_lines(plan, words) for plan in await self.load_orders_of(table_id, user) if plan.word)
            )

    async def save_draft(self, table_id: TableId, user: UserId, order: Order) -> StoredOrder:
        """Save a draft of an order, replacing the user's earlier draft."""
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            plan = StoredOrder(
                id=PlanId(secrets.randbits(48)),
                session=table_id,
                seat=seat_of_user(table, user),
                user=user,
                wishes=encode_order(order),
                given_seq=table.seq,
                given_at=self._clock(),
            )
            await self._store.write(lambda db: orders.add_draft(db, plan))
        return plan

    async def drafted(self, table_id: TableId, user: UserId) -> StoredOrder | None:
        """The user's draft; None if there is none."""
        found = await self._store.read(lambda db: orders.load_orders(db, table_id, "draft"))
        return next((plan for plan in found if plan.user == user), None)

    async def load_draft_texts(self, table_id: TableId, user: UserId, plan_id: PlanId) -> tuple[str, ...]:
        """The texts that the user typed for the draft; empty if it was discarded."""
        with suppress(Refused):
            return decode_order(await self._load_own_order(table_id, user, plan_id, "draft")).typed
        return ()

    async def give_order(self, table_id: TableId, user: UserId, plan_id: PlanId) -> StoredOrder:
        """Activate the drafted order. Raises ``Refused`` if it was already given or discarded."""
        return await retry(lambda: self._give_order(table_id, user, plan_id))

    async def _give_order(self, table_id: TableId, user: UserId, plan_id: PlanId) -> StoredOrder:
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            state_in_play(table)
            stored_order = await self._load_own_order(table_id, user, plan_id, "draft")
            order = decode_order(stored_order)
            if not order.wishes:
                raise Refused(md("I couldn’t read this order. Press *Edit…* to change it."))
            standing_orders = [other for other in await self.load_orders_of(table_id, user) if other.state == "stands"]
            if len(standing_orders) >= _MAX_ORDERS:
                raise Refused(
                    md("You can’t have more than {} standing orders at this table. Cancel one first.", _MAX_ORDERS)
                )
            seat, now = seat_of_user(table, user), self._clock()
            stored_order = replace(stored_order, state="stands", wishes=encode_order(replace(order, typed=())))
            order_given = replace(stored_order, seat=seat, given_seq=table.seq, given_at=now)
            with self._orders.invalidate_after(table_id):
                await self._save_orders(table, [order_given])
        return order_given

    async def discard_draft(self, table_id: TableId, user: UserId) -> None:
        """Discard the user's draft."""
        await self._store.write(lambda db: orders.delete_drafts(db, table_id, user))

    async def cancel_order(self, table_id: TableId, user: UserId, plan_id: PlanId) -> StoredOrder:
        """Cancel an order. Raises ``Refused`` if it has already ended."""
        return await retry(lambda: self._cancel_order(table_id, user, plan_id))

    async def _cancel_order(self, table_id: TableId, user: UserId, plan_id: PlanId) -> StoredOrder:
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            plan = replace(await self._load_own_order(table_id, user, plan_id, "stands"), state="ended")
            await self._save_orders(table, [plan])
        return plan

    def _end_if_expired(self, plan: StoredOrder) -> StoredOrder:
        """The order, ended if its time is over; this is stored at the next read by its owner or decision of its
        seat.
        """
        if plan.state != "stands":
            return plan
        table, round_number, unit = self._cache.peek(plan.session), 0, ""
        if table is not None and table.state is not None:
            game = game_of(table.title)
            round_number = game.rules.round_number(table.state)
            unit = round_unit(game, redact(table.state, Seat(plan.seat)))
        reason = expiry_reason(decode_order(plan), round_number, self._clock(), unit)
        return end_order(plan, reason) if reason else plan

    async def _load_own_order(self, table_id: TableId, user: UserId, plan_id: PlanId, state: str) -> StoredOrder:
        stored_orders = await self._store.read(lambda db: orders.load_orders(db, table_id, state))
        for plan in stored_orders:
            if plan.id == plan_id and plan.user == user:
                return plan
        raise Refused(md("This order no longer exists. `/orders` shows yours."))

    async def _save_orders(self, table: Table, changed_orders: Iterable[StoredOrder]) -> None:
        """Store orders of the table, whose lock the caller holds. Raises ``Conflict`` if the table has changed."""
        orders_to_write = tuple(changed_orders)

        def write_orders(db: Connection) -> None:
            bump_expected_revision(db, table.id, table.revision)
            orders.save_orders(db, orders_to_write)

        self._cache.invalidate(table.id)
        await self._store.write(write_orders, checks_revision=True)
        self._cache.put(replace(table, revision=table.revision + 1))

    # -- the table's side

    async def has_orders(self, table_id: TableId) -> bool:
        """Whether anyone has ever given an order at the table."""
        return bool(await self._orders.read(table_id))

    async def find_ordered_move(self, table: Table, only_user: int | None = None) -> PendingMove | None:
        """The next move that an order makes, and ends orders that can't continue. ``only_user`` limits it to one user.

        None if no order answers an open question. Changes of orders by the move are part of the step.
        """
        if table.state is None or table.status != "playing":
            return None
        step, changed_orders = await self._find_ordered_move(table, lambda plan: only_user in (None, plan.user))
        if step is not None:
            return replace(step, orders=changed_orders)
        if changed_orders:
            await self._save_orders(table, changed_orders)
        return None

    async def settle_forced_move(self, table: Table, step: PendingMove) -> PendingMove:
        """The ``step`` of a forced move, with the orders that it fulfils: they do not make the move again.

        A step of a sequence counts as done. An order for another move of this kind ends, as if its seat had a choice.
        """

        def is_concerned(plan: StoredOrder) -> bool:
            return plan.seat == step.seat and decode_order(plan).lasts not in ("round", "date")

        _, changed = await self._find_ordered_move(table, is_concerned, step)
        return replace(step, orders=changed)

    async def _find_ordered_move(
        self, table: Table, is_included: Callable[[StoredOrder], bool], forced: PendingMove | None = None
    ) -> OrderedMove:
        """``OrderContext.find_ordered_move`` for those of the table's orders."""
        orders = [plan for plan in await self._orders.read(table.id) if plan.state == "stands" and is_included(plan)]
        if not orders:
            return None, ()
        rows = await self._store.load_log(table.id, after=min(plan.given_seq for plan in orders))
        effective_rows = drop_undone(rows)
        if effective_rows is None:  # something older was taken back
            effective_rows = drop_undone(await self._store.load_log(table.id))
            assert effective_rows is not None  # of a whole log
        context = OrderContext(rows, effective_rows, table, self._clock())
        return await run_in_thread(context.find_ordered_move, orders, forced)
