"""A new private question replaces the older one of its table, while Discord allows it."""

from pathlib import Path
from typing import Any

import pytest

from tests.bot.simulated_channel import World, world

MINUTES = 60.0


def private(running: World, person: Any) -> list[str]:
    """Return the person's private messages with a question, oldest first."""
    seen = running.channel.history(viewer=person)
    return [post.content for post in seen if post.flags.ephemeral and "Turn 1" in post.content]


def later(running: World, seconds: float) -> None:
    """Move the tables' clock forward."""
    sessions = running.bot.services.tables
    before = sessions.now
    sessions.now = lambda: before() + seconds


async def test_new_private_question_replaces_the_older_one(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        for _ in range(3):
            await person.click(running.latest("Your move"), label="Your move")
        assert len(private(running, person)) == 1


async def test_question_of_another_user_is_kept(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        other = next(one for one in running.people.values() if one is not person)
        await person.click(running.latest("Your move"), label="Your move")
        await other.click(running.latest("Your move"), label="Your move")
        assert len(private(running, person)) == 1


@pytest.mark.parametrize(("minutes", "left"), [(13, 1), (16, 2)])
async def test_older_question_is_kept_if_discord_refuses_deletion(tmp_path: Path, minutes: int, left: int) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        await person.click(running.latest("Your move"), label="Your move")
        later(running, minutes * MINUTES)
        await person.click(running.latest("Your move"), label="Your move")
        assert len(private(running, person)) == left


async def test_press_of_older_question_removes_the_newer_one(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        old = (await person.click(running.latest("Your move"), label="Your move")).response
        later(running, 16 * MINUTES)
        await person.click(running.latest("Your move"), label="Your move")
        assert len(private(running, person)) == 2
        identity = next(one for one in running.identities(old) if one.startswith("m:"))
        await person.click(old, custom_id=identity)
        left = [post for post in running.channel.history(viewer=person) if post.flags.ephemeral]
        assert [post.id for post in left if "Turn 1" in post.content] == [old.id]


async def test_late_confirmation_leads_to_the_newest_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        person, line = await running.first_offer()
        old = (await person.click(running.latest("Your move"), label="Your move")).response
        table = await running.table()
        await person.slash(running.channel, "move", line=line)
        while (await running.asked())[0] is not person:
            await running.move_on(1)
        late = await running.press_again(person, old, f"a:{table.id}:{table.seq}:p1 {line}")
        assert "Please choose again." in late.response.content and "Draft" in late.response.content
        assert any(one.startswith(("m:", "s:", "f:")) for one in running.identities(late.response))


async def test_move_confirmation_is_kept_when_next_question_opens(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, line = await running.first_offer()
        page = (await person.click(running.latest("Your move"), label="Your move")).response
        table = await running.table()
        await running.press_again(person, page, f"a:{table.id}:{table.seq}:p1 {line}")
        await person.click(running.latest("Your move"), label="Your move")
        assert any(post.id == page.id for post in running.channel.history(viewer=person))
