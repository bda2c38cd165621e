"""Channels in which the bot may not post: the missing permission is named, and the next player is still notified."""

from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.http.router import dispatch

from tests.bot.simulated_channel import TITLE, Direct, World, spelled, text_of, world

WHERE = "Ask a moderator to allow me Send Messages in Threads"
LOCKED = "The thread is locked. Ask a moderator to unlock the thread."


async def begun(running: World) -> Any:
    """Start a game of Ada and Ben in a thread."""
    thread = await running.thread()
    await running.lobby("Ada", "Ben", channel=thread)
    await running.person("Ada").slash(thread, "game start")
    await running.told()
    return thread


def refuse(running: World, thread: Any, *, locked: bool) -> None:
    """Refuse all further posts of the bot in the thread."""
    if locked:
        dispatch(running.env.backend, "PATCH", f"/channels/{thread.id}", json={"locked": True})
        running.env.inject_error("POST", f"/channels/{thread.id}/messages*", status=403, code=160005, times=None)
    lacks = discord.Permissions(manage_threads=True, send_messages_in_threads=not locked)
    denied = {"type": 0, "allow": "0", "deny": str(lacks.value)}
    path = f"/channels/{running.channel.id}/permissions/{running.guild.id}"
    dispatch(running.env.backend, "PUT", path, json=denied)


async def moved(running: World, thread: Any) -> tuple[Any, str, str]:
    """Make the first offer in the thread, and return the answer, the mover's name, and the next player's name."""
    person, decision = await running.asked(thread)
    line = next(iter(decision.offers))
    said = (await person.slash(thread, "move", line=spelled(line))).response
    name = next(name for name, known in running.people.items() if known is person)
    return said, name, "Ben" if name == "Ada" else "Ada"


@pytest.mark.parametrize(("locked", "why"), [(False, WHERE), (True, LOCKED)])
async def test_missing_permission_for_a_thread_is_named(tmp_path: Path, locked: bool, why: str) -> None:
    async with world(tmp_path) as running:
        thread = await begun(running)
        refuse(running, thread, locked=locked)
        said, name, other = await moved(running, thread)
        assert why in text_of(said) and "Embed Links" not in text_of(said)
        await running.told()
        await running.env.advance_time(40)
        status = text_of((await running.person("Ada").slash(thread, "game status")).response)
        assert why in status and "Embed Links" not in status
        table = await running.table(thread)
        asked = [running.bot.services.tables.decisions(table)[0].seat]
        waiting = other if table.players[asked[0] - 1].user == running.person(other).id else name
        (sent,) = [text_of(post) for post in Direct(running, waiting).posts() if "Your turn" in text_of(post)]
        assert "I can’t post in the table’s channel." in sent and why.split(" in ")[0] in sent


@pytest.mark.parametrize(("locked", "why"), [(False, WHERE), (True, LOCKED)])
async def test_no_table_or_proposal_without_permission_to_post(tmp_path: Path, locked: bool, why: str) -> None:
    async with world(tmp_path) as running:
        thread = await begun(running)
        refuse(running, thread, locked=locked)
        page = (await running.person("Ada").slash(thread, "game end")).response
        said = text_of((await running.person("Ada").click(page, label=running.labels(page)[0])).response)
        assert said.startswith("I can’t post your proposal, so nobody could vote. ") and why in said
        await running.bot.services.tables.end_game((await running.table(thread)).id, running.person("Ada").id)
        said = text_of((await running.person("Ada").slash(thread, "game new", game=TITLE)).response)
        assert said.startswith("I can’t run a table here. ") and why in said


async def test_recovered_channel_gets_posts_and_no_more_direct_messages(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        thread = await begun(running)
        refuse(running, thread, locked=True)
        await moved(running, thread)
        await running.told()
        running.env.backend.faults.clear()
        dispatch(running.env.backend, "PATCH", f"/channels/{thread.id}", json={"locked": False})
        await running.env.advance_time(80)
        await running.told()
        assert await running.bot.services.tables.tables_to_publish() == ()
        status = text_of((await running.person("Ada").slash(thread, "game status")).response)
        assert "⚠" not in status
