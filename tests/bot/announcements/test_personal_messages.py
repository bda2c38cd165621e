"""Personal messages other than questions are sent once, whatever fails."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.play import lobby_rules
from bot.play.service import TableService
from bot.tables.table import REMOVAL_PREFIX, BookkeepingKey, removal_key
from bot.users import UserPreferences
from engine.store import Store
from engine.store.orders import StoredOrder, add_draft, load_orders_with_lines, save_orders
from engine.store.pending_posts import find_tables_with_more_notes
from tests.bot.orders.test_orders_command import dealt, given
from tests.bot.seated_players import ADA, BEN, TITLE, begun
from tests.bot.simulated_channel import Direct, World, text_of, world

AGAIN = 31.0
"""Seconds after which failed messages are retried."""


def told(running: World, words: str, channel: Any = None) -> int:
    """Return how many posts of a channel contain these words."""
    return sum(words in text_of(post) for post in running.posts(channel))


async def wants(running: World, name: str, way: Any) -> Direct:
    await running.bot.services.user_settings.save(running.person(name).id, UserPreferences(notices=way))
    return Direct(running, name)


def fail(running: World, direct: Direct, **how: Any) -> None:
    """Let the next direct message fail."""
    path = f"/channels/{direct.channel.id}/messages"
    running.env.inject_error("POST", path, **{"status": 503, "times": 1, **how})


@pytest.mark.parametrize("how", [{}, {"status": 403, "code": 40003}], ids=["discord fails", "too many conversations"])
@pytest.mark.parametrize(("way", "public"), [("direct", 0), ("both", 1)])
async def test_refused_removal_message_is_sent_later_once(
    tmp_path: Path, way: str, public: int, how: dict[str, int]
) -> None:
    async with world(tmp_path) as running:
        table, direct = await running.lobby("Ada", "Ben"), await wants(running, "Ben", way)
        fail(running, direct, **how)
        await running.bot.services.tables.change_lobby(
            table.id, partial(lobby_rules.remove_player, user=running.person("Ben").id)
        )
        with running.env._bot_scope():
            running.bot.services.outbox.wake(table.id)
        await running.env.settle()
        assert told(running, "removed you from", direct.channel) == 0
        await running.env.advance_time(AGAIN)
        assert told(running, "removed you from", direct.channel) == 1
        assert told(running, "removed you from") == public


async def test_removal_message_lost_in_a_crash_is_sent_after_start(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table, direct = await running.lobby("Ada", "Ben"), await wants(running, "Ben", "direct")
        await running.bot.services.tables.change_lobby(
            table.id, partial(lobby_rules.remove_player, user=running.person("Ben").id)
        )
        await running.restart()
        await running.env.settle()
        assert told(running, "removed you from", direct.channel) == 1


@pytest.mark.parametrize("restarts", [False, True])
async def test_order_result_is_sent_later_once_if_discord_fails(tmp_path: Path, restarts: bool) -> None:
    async with world(tmp_path) as running:
        ada, ben = await dealt(running)
        direct = await wants(running, "Ada", "direct")
        await given(running, ada, "draft Seattle")
        fail(running, direct, times=2)
        await ben.slash(running.channel, "rivals draft", tile="Washington")
        await running.env.settle()
        assert told(running, "standing order", direct.channel) == 0
        if restarts:
            await running.restart()
        await running.env.advance_time(4 * AGAIN)
        await running.restart()
        await running.env.settle()
        assert told(running, "standing order", direct.channel) == 1


async def test_tables_with_pending_removal_messages_are_found(store: Store, sessions: TableService) -> None:
    told_note, notes = BookkeepingKey.REMOVALS_NOTIFIED, {removal_key(1): 5, removal_key(2): 6}
    owed = []
    for channel, more in enumerate(({}, {told_note: 1}, {told_note: 2}), 1):
        table = await sessions.open_lobby(channel, None, TITLE, ADA)
        await sessions.save_bookkeeping(table.id, {**notes, **more})
        owed += [table.id] if more.get(told_note, 0) < 2 else []
    await sessions.open_lobby(9, None, TITLE, ADA)
    assert await store.read(lambda db: find_tables_with_more_notes(db, REMOVAL_PREFIX, told_note)) == tuple(owed)


async def test_orders_with_pending_messages_are_found(store: Store, sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN)
    orders = [StoredOrder(number, table.id, 1, number, "[]", 0, 0.0, word=word) for number, word in ((1, "x"), (2, ""))]

    def add(db: Any) -> None:
        for order in orders:
            add_draft(db, order)
        save_orders(db, orders)

    await store.write(add)
    assert await store.read(load_orders_with_lines) == (orders[0],)
