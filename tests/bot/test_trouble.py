"""Bugs, missing permissions, gone messages, crashes: what is told, and that nothing is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.world import GAME, world


async def test_a_bug_is_told_with_a_number_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        monkeypatch.setattr(type(GAME), "help", lambda *_: 1 // 0)
        said = await running.person("Ada").slash(running.channel, "rules")
        assert said.ephemeral and "give the number" in said.response.content
        number = said.response.content.split("`")[1]
        assert number in caplog.text and "ZeroDivisionError" in caplog.text


async def test_a_channel_that_cannot_be_told_loses_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        before = len(running.posts())
        running.env.inject_error("*", "/channels/*", status=403, code=50013, times=None)
        for _ in range(2):
            person, line = await running.first_offer()
            said = await person.slash(running.channel, "move", line=line)
            assert said.response.content.startswith("✓")
        assert "permission" in said.response.content
        running.env.backend.faults.clear()
        await running.env.advance_time(40)
        assert len(running.posts()) > before
        assert await running.bot.desk.sessions.pending() == ()


async def test_a_status_card_that_was_deleted_is_posted_anew(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        running.env.backend.delete_message(running.channel.id, table.notes["card"])
        person, line = await running.first_offer()
        await person.slash(running.channel, "move", line=line)
        card = (await running.table()).notes["card"]
        assert card != table.notes["card"] and any(post.id == card for post in running.posts())


async def test_a_post_made_just_before_a_crash_is_found_and_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, line = await running.first_offer()

        async def crash(*_: Any) -> None:
            raise OSError("the machine went away")

        monkeypatch.setattr(running.bot.desk.sessions, "announced", crash)
        await person.slash(running.channel, "move", line=line)
        posts = [post.id for post in running.posts()]
        await running.restart()
        await running.env.settle()
        assert await running.bot.desk.sessions.pending() == ()
        assert [post.id for post in running.posts()] == posts
