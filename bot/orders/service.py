"""Stores, activates, ends, and executes the standing orders of all tables.

Only its owner may see an order. No function here returns an order to another user, and the log contains no orders.
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
"""Maximum number of ended orders that are listed."""


class OrderService:
    """The standing orders of all tables. Mutable: it caches which tables have no orders.

    Orders are changed under the table's lock, as moves are. Callers of ``find_ordered_move`` must have the lock.
    """

    def __init__(self, store: Store, cache: TableCache, clock: Callable[[], float]) -> None:
        self._store, self._cache, self._clock = store, cache, clock
        self._orders = EmptyRowsCache(store, lambda db, table_id: orders.load_orders(db, table_id, "stands", "ended"))

    # -- for the owner

    async def load_orders_of(self, table_id: TableId, user: UserId) -> tuple[StoredOrder, ...]:
        """Return the user's active orders, orders with unread sentences, and the orders that ended last."""
        orders = [self._end_if_expired(order) for order in await self._orders.read(table_id) if order.user == user]
        recently_ended = [order for order in orders if order.state == "ended" and decode_order(order).end_reason][
            -MAX_ENDED_LISTED:
        ]
        return tuple(order for order in orders if order.state == "stands" or order.word or order in recently_ended)

    async def load_unread_lines(self, table_id: TableId, user: UserId) -> tuple[str, ...]:
        """Return the sentences about the user's orders that the user has not read."""
        return tuple(line for order in await self.load_orders_of(table_id, user) for line in unread_lines(order))

    async def load_unsent_orders(
        self, table_id: TableId, is_wanted: Callable[[UserId], bool]
    ) -> Mapping[UserId, tuple[StoredOrder, ...]]:
        """Return user -> orders with unsent sentences, for all users of whom ``is_wanted`` is true."""
        orders_by_user: dict[UserId, tuple[StoredOrder, ...]] = {}
        for order in await self._orders.read(table_id):
            if unsent_lines(order) and is_wanted(order.user):
                orders_by_user[order.user] = (*orders_by_user.get(order.user, ()), order)
        return orders_by_user

    async def mark_orders_sent(self, table_id: TableId, orders: Sequence[StoredOrder]) -> None:
        """Store that the unsent sentences of these orders were sent to their owner, who may still have to read them."""
        await retry(lambda: self._mark_orders_sent(table_id, {order.id: unsent_lines(order) for order in orders}))

    async def _mark_orders_sent(self, table_id: TableId, lines: Mapping[PlanId, tuple[str, ...]]) -> None:
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            orders = [order for order in await self._orders.read(table_id) if order.id in lines]
            await self._save_orders(table, (mark_sent(order, lines[order.id]) for order in orders))

    async def mark_read(self, table_id: TableId, user: UserId, lines: Collection[str]) -> None:
        """Store that the user has read these sentences."""
        if lines:
            await retry(lambda: self._mark_read(table_id, user, lines))

    async def _mark_read(self, table_id: TableId, user: UserId, lines: Collection[str]) -> None:
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            await self._save_orders(
                table,
                (drop_read_lines(order, lines) for order in await self.load_orders_of(table_id, user) if order.word),
            )

    async def save_draft(self, table_id: TableId, user: UserId, order: Order) -> StoredOrder:
        """Save a draft of an order, replacing the user's earlier draft."""
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            draft = StoredOrder(
                id=PlanId(secrets.randbits(48)),
                session=table_id,
                seat=seat_of_user(table, user),
                user=user,
                wishes=encode_order(order),
                given_seq=table.seq,
                given_at=self._clock(),
            )
            await self._store.write(lambda db: orders.add_draft(db, draft))
        return draft

    async def load_draft(self, table_id: TableId, user: UserId) -> StoredOrder | None:
        """Return the user's draft; None if there is none."""
        drafts = await self._store.read(lambda db: orders.load_orders(db, table_id, "draft"))
        return next((order for order in drafts if order.user == user), None)

    async def load_draft_texts(self, table_id: TableId, user: UserId, plan_id: PlanId) -> tuple[str, ...]:
        """Return the texts that the user typed for a draft; empty if the draft was discarded or activated."""
        with suppress(Refused):
            return decode_order(await self._load_own_order(table_id, user, plan_id, "draft")).typed
        return ()

    async def give_order(self, table_id: TableId, user: UserId, plan_id: PlanId) -> StoredOrder:
        """Activate the draft of an order. Raises ``Refused`` if it was already activated or discarded."""
        return await retry(lambda: self._give_order(table_id, user, plan_id))

    async def _give_order(self, table_id: TableId, user: UserId, plan_id: PlanId) -> StoredOrder:
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            state_in_play(table)
            stored_order = await self._load_own_order(table_id, user, plan_id, "draft")
            order = decode_order(stored_order)
            if not order.patterns:
                raise Refused(md("I couldn’t read this order. Press *Edit…* to change it."))
            active_orders = [other for other in await self.load_orders_of(table_id, user) if other.state == "stands"]
            if len(active_orders) >= _MAX_ORDERS:
                raise Refused(
                    md("You can’t have more than {} standing orders at this table. Cancel one first.", _MAX_ORDERS)
                )
            seat, now = seat_of_user(table, user), self._clock()
            stored_order = replace(stored_order, state="stands", wishes=encode_order(replace(order, typed=())))
            active_order = replace(stored_order, seat=seat, given_seq=table.seq, given_at=now)
            with self._orders.invalidate_after(table_id):
                await self._save_orders(table, [active_order])
        return active_order

    async def discard_draft(self, table_id: TableId, user: UserId) -> None:
        """Discard the user's draft."""
        await self._store.write(lambda db: orders.delete_drafts(db, table_id, user))

    async def cancel_order(self, table_id: TableId, user: UserId, plan_id: PlanId) -> StoredOrder:
        """Cancel an order. Raises ``Refused`` if it has already ended."""
        return await retry(lambda: self._cancel_order(table_id, user, plan_id))

    async def _cancel_order(self, table_id: TableId, user: UserId, plan_id: PlanId) -> StoredOrder:
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            order = replace(await self._load_own_order(table_id, user, plan_id, "stands"), state="ended")
            await self._save_orders(table, [order])
        return order

    def _end_if_expired(self, order: StoredOrder) -> StoredOrder:
        """Return the order, as ended if its time is over. Its end is stored with the next change of the order."""
        if order.state != "stands":
            return order
        table, round_number, unit = self._cache.peek(order.session), 0, ""
        if table is not None and table.state is not None:
            game = game_of(table.title)
            round_number = game.rules.round_number(table.state)
            unit = round_unit(game, redact(table.state, Seat(order.seat)))
        reason = expiry_reason(decode_order(order), round_number, self._clock(), unit)
        return end_order(order, reason) if reason else order

    async def _load_own_order(self, table_id: TableId, user: UserId, plan_id: PlanId, state: str) -> StoredOrder:
        stored_orders = await self._store.read(lambda db: orders.load_orders(db, table_id, state))
        for order in stored_orders:
            if order.id == plan_id and order.user == user:
                return order
        raise Refused(md("This order no longer exists. `/orders` shows yours."))

    async def _save_orders(self, table: Table, changed_orders: Iterable[StoredOrder]) -> None:
        """Store orders of the table. The caller must have its lock. Raises ``Conflict`` if the table has changed."""
        rows = tuple(changed_orders)

        def write_orders(db: Connection) -> None:
            bump_expected_revision(db, table.id, table.revision)
            orders.save_orders(db, rows)

        self._cache.invalidate(table.id)
        await self._store.write(write_orders, checks_revision=True)
        self._cache.put(replace(table, revision=table.revision + 1))

    # -- for the table

    async def has_orders(self, table_id: TableId) -> bool:
        """Whether anyone has ever given an order at the table."""
        return bool(await self._orders.read(table_id))

    async def find_ordered_move(self, table: Table, only_user: int | None = None) -> PendingMove | None:
        """Return the next move that an order makes; None if no order has a move. End orders that can't continue.

        With ``only_user``, only orders of this user are asked. The returned move includes the orders that it changes.
        """
        if table.state is None or table.status != "playing":
            return None
        step, changed_orders = await self._find_ordered_move(table, lambda order: only_user in (None, order.user))
        if step is not None:
            return replace(step, orders=changed_orders)
        if changed_orders:
            await self._save_orders(table, changed_orders)
        return None

    async def settle_forced_move(self, table: Table, step: PendingMove) -> PendingMove:
        """Return the forced move ``step`` together with the orders that it fulfills, so that they do not repeat it.

        If the move matches a step of an order, the step counts as done. An order for a different move of this kind
        ends, as it would if its seat had a choice.
        """

        def is_concerned(order: StoredOrder) -> bool:
            return order.seat == step.seat and decode_order(order).lasts not in ("round", "date")

        _, changed_orders = await self._find_ordered_move(table, is_concerned, step)
        return replace(step, orders=changed_orders)

    async def _find_ordered_move(
        self, table: Table, is_included: Callable[[StoredOrder], bool], forced: PendingMove | None = None
    ) -> OrderedMove:
        """Call ``OrderContext.find_ordered_move`` with the active orders for which ``is_included`` is true."""
        orders = [
            order for order in await self._orders.read(table.id) if order.state == "stands" and is_included(order)
        ]
        if not orders:
            return None, ()
        rows = await self._store.load_log(table.id, after=min(order.given_seq for order in orders))
        effective_rows = drop_undone(rows)
        if effective_rows is None:  # an older move was undone
            effective_rows = drop_undone(await self._store.load_log(table.id))
            assert effective_rows is not None  # always possible for a whole log
        context = OrderContext(rows, effective_rows, table, self._clock())
        return await run_in_thread(context.find_ordered_move, orders, forced)
