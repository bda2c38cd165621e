"""Posts of a table whose game continues meanwhile."""

from pathlib import Path
from typing import Any

import pytest

from bot.announcements import outbox_worker
from bot.announcements.channel import ChannelMessages
from engine import PhaseEnded, write_action
from tests.bot.simulated_channel import World, world


async def test_move_made_during_drawing_gets_its_own_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", "Dov")
        desk = running.bot.services
        ended = False
        while not ended:  # below Discord, so that the channel is told of nothing yet
            ended = any(isinstance(event, PhaseEnded) for event in (await _move(running)).events)
        made, moved = desk.render_pool.run, list[int]()

        async def slow(*given: Any, **how: Any) -> Any:
            if not moved:
                moved.append((await _move(running)).seq)
                desk.outbox.wake(1)
            return await made(*given, **how)

        post, nonces = ChannelMessages.post, list[str]()

        async def noted(mailbox: ChannelMessages, *given: Any, **more: Any) -> int:
            nonces.append(more["nonce"])
            return await post(mailbox, *given, **more)

        monkeypatch.setattr(desk.render_pool, "run", slow)
        monkeypatch.setattr(ChannelMessages, "post", noted)
        person, line = await running.first_offer()
        await person.slash(running.channel, "move", line=line)
        asked, _ = await running.asked()
        assert moved and asked.mention in running.posts()[-1].content
        assert len(set(nonces)) == len(nonces) == 3  # the phase, and the questions before and after that move


async def _move(running: World) -> Any:
    """Make the first offered move below Discord."""
    desk, table = running.bot.services, await running.table()
    decision = desk.tables.decisions(table)[0]
    user = table.players[decision.seat - 1].user
    return await desk.tables.play_move(table.id, user, write_action(next(iter(decision.offers))))


async def test_pending_table_is_queued_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        announcer, turns = running.bot.services.outbox, list[int]()

        async def turn() -> None:
            turns.append(1)

        monkeypatch.setattr(announcer, "wait_for_turn", turn)
        announcer.enqueue(1)
        announcer.enqueue(1, posts=False)
        announcer.start()
        await running.told()
        assert turns == [1]


async def test_processed_table_frees_its_slot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox_worker, "_MAX_RESUMING", 1)
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.lobby("Ada", "Ben", channel=(other := running.guild.create_text_channel("other")))
        await running.person("Ada").slash(other, "game start")
        await running.restart()
        for table in (1, 2):
            running.bot.services.outbox.enqueue(table)
        running.bot.services.outbox.start()
        await running.told()
        assert not running.bot.services.outbox._queue
