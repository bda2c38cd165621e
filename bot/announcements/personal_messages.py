"""Sends messages to single users, other than questions, by the method that they prefer.

No message is lost: the caller stores that a message is pending before it calls ``notify``, and that it was sent
afterwards. ``notify`` raises temporary errors, and the caller then tries again. A message can be sent twice only if
some minutes pass between two attempts: Discord then forgets its nonce, and it has no button by which the bot could find
it.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence

import discord

from bot import limits
from bot.announcements.channel import ChannelMessages, is_direct_message_refused, may_be_accepted_later
from bot.announcements.notification_text import removal_text
from bot.announcements.recipients import delivery_methods
from bot.errors import report_undelivered
from bot.markdown import Markdown, escape_prose, join_lines, md, truncate
from bot.orders.execution import unsent_lines
from bot.play.service import TableService
from bot.tables.table import REMOVAL_PREFIX, BookkeepingKey, Table, users_removed
from bot.ui.components import build_view
from bot.ui.plans import order_line
from bot.users import UserSettings
from engine import GAMES
from engine.store.ids import ChannelId, TableId, UserId
from engine.store.notifications import DELIVERY_METHODS, DeliveryMethod
from engine.store.orders import StoredOrder, load_orders_with_lines
from engine.store.pending_posts import find_tables_with_more_notes


async def open_direct_channel(client: discord.Client, user: UserId) -> ChannelId:
    """Return the channel of the direct messages with a user. Discord's exceptions propagate."""
    return ChannelId((await client.create_dm(discord.Object(user))).id)


class PersonalMessages:
    """Sends messages to single users.

    Mutable: for an unfinished message, it remembers the methods by which the message was sent.
    """

    def __init__(self, client: discord.Client, user_settings: UserSettings) -> None:
        self._client, self._user_settings = client, user_settings
        self._sent: dict[str, set[DeliveryMethod]] = {}

    async def notify(
        self,
        user: UserId,
        texts: Mapping[DeliveryMethod, Markdown],
        *,
        nonce: str,
        channel: ChannelMessages | None = None,
        is_silent: bool = False,
    ) -> None:
        """Send a message by each method that the user prefers: in the ``channel``, directly, both, or none.

        ``texts`` has a text for each method. If Discord refuses direct messages to the user, send the channel's text
        instead, if there is one. Raises temporary errors. A message that Discord rejects for good is logged and counts
        as sent.
        """
        methods = delivery_methods(self._user_settings.preferences_of(user))
        sent = self._sent.setdefault(nonce, set())
        for method in methods:
            messages = channel if method == "channel" else None
            if method in sent or method not in texts:
                continue
            try:
                if messages is None:
                    messages = ChannelMessages(self._client, await open_direct_channel(self._client, user), None)
                mentioned = [] if is_silent else [user]
                await messages.post(texts[method], nonce=nonce, view=build_view(), mentioned=mentioned)
            except discord.HTTPException as error:
                if method == "direct" and is_direct_message_refused(error):
                    await self._user_settings.note_messages_refused(user, closed=True)
                    if "channel" not in methods:
                        await self.notify(user, texts, nonce=nonce, channel=channel, is_silent=is_silent)
                elif may_be_accepted_later(error):
                    raise
                else:
                    report_undelivered(error, f"a message to user {user}")
            sent.add(method)
        self._sent.pop(nonce, None)


class RemovalNotifications:
    """Notifies users who were removed from a lobby.

    The table's notes contain these users, and how many of them were notified.
    """

    def __init__(self, client: discord.Client, tables: TableService) -> None:
        self._client, self._tables = client, tables
        self._messages = PersonalMessages(client, tables.user_settings)

    async def resume(self, wake: Callable[[TableId], None]) -> None:
        """After a start, wake each table with pending notifications."""
        for table_id in await self._tables.store.read(
            lambda db: find_tables_with_more_notes(db, REMOVAL_PREFIX, BookkeepingKey.REMOVALS_NOTIFIED)
        ):
            wake(table_id)

    async def deliver(self, table_id: TableId) -> None:
        """Notify the users who were removed from this table and not notified yet. Raises temporary errors."""
        table = await self._tables.get(table_id)
        channel = ChannelMessages(self._client, table.channel, table.guild)
        users, notified_count = users_removed(table), table.notes.get(BookkeepingKey.REMOVALS_NOTIFIED, 0)
        for number, user in enumerate(users[notified_count:], notified_count + 1):
            if user:  # 0 if the user was invited again
                texts = {method: removal_text(table, user, method) for method in DELIVERY_METHODS}
                await self._messages.notify(user, texts, nonce=f"{table.id}-removed-{number}", channel=channel)
            await self._tables.save_bookkeeping(table_id, {BookkeepingKey.REMOVALS_NOTIFIED: number})


class OrderNotifications:
    """Notifies players of the moves that their standing orders made, if they prefer direct messages."""

    def __init__(self, client: discord.Client, tables: TableService) -> None:
        self._tables = tables
        self._messages = PersonalMessages(client, tables.user_settings)

    async def resume(self, wake: Callable[[TableId], None]) -> None:
        """After a start, wake each table with pending notifications about orders."""
        orders = await self._tables.store.read(load_orders_with_lines)
        for table_id in {
            order.session for order in orders if unsent_lines(order) and self._wants_direct_messages(order.user)
        }:
            wake(table_id)

    async def deliver(self, table_id: TableId) -> None:
        """Notify players of new moves that their standing orders made at this table. Raises temporary errors."""
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
    """Return the nonce of a message about orders. After each move of the orders, the nonce is different."""
    lines = [(order.id, order.fired, unsent_lines(order)) for order in orders]
    return hashlib.blake2b(repr(lines).encode(), digest_size=limits.NONCE // 2).hexdigest()
