"""Tells owners of standing orders by direct message what those did, where they want that. It knows no title."""

import hashlib
from collections.abc import Callable, Sequence

import discord

from bot import limits
from bot.announcements.personal_messages import PersonalMessages
from bot.announcements.recipients import delivery_methods
from bot.markdown import Markdown, escape_prose, join_lines, md, truncate
from bot.orders.execution import unsent_lines
from bot.play.service import TableService
from bot.tables.table import Table
from bot.ui.plans import order_line
from engine import GAMES
from engine.store.ids import TableId, UserId
from engine.store.orders import StoredOrder, load_orders_with_lines


class OrderNotifications:
    """Sends the lines of orders of which their owners had no message. The next menu has them too."""

    def __init__(self, client: discord.Client, tables: TableService) -> None:
        self._tables = tables
        self._messages = PersonalMessages(client, tables.user_settings)

    async def resume(self, wake: Callable[[TableId], None]) -> None:
        """After a start: goes on with every table whose owners of orders are to be told something."""
        orders = await self._tables.store.read(load_orders_with_lines)
        for table_id in {one.session for one in orders if unsent_lines(one) and self._wants_direct_messages(one.user)}:
            wake(table_id)

    async def deliver(self, table_id: TableId) -> None:
        """Sends what the owners of orders at this table have not been told yet. Raises what may pass."""
        unsent = await self._tables.orders.load_unsent_orders(table_id, self._wants_direct_messages)
        for user, orders in unsent.items():
            text = _orders_text(await self._tables.get(table_id), orders)
            await self._messages.notify(user, {"direct": text}, nonce=_orders_nonce(orders), is_silent=True)
            await self._tables.orders.mark_orders_sent(table_id, orders)

    def _wants_direct_messages(self, user: UserId) -> bool:
        return "direct" in delivery_methods(self._tables.user_settings.preferences_of(user))


def _orders_text(table: Table, orders: Sequence[StoredOrder]) -> Markdown:
    where = md("**{}** in <#{}>", escape_prose(GAMES[table.title].name), table.channel)
    lines = [order_line(line, table.players) for order in orders for line in unsent_lines(order)]
    return truncate(join_lines([where, *lines]), limits.CONTENT)


def _orders_nonce(orders: Sequence[StoredOrder]) -> str:
    """The same for the same lines, and another one as soon as an order makes one more move."""
    lines = [(order.id, order.fired, unsent_lines(order)) for order in orders]
    return hashlib.blake2b(repr(lines).encode(), digest_size=limits.NONCE // 2).hexdigest()
