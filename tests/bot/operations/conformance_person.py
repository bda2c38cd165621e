"""A conformance run in the simulated Discord, whose buttons a simulated person presses.

``python -m tests.bot.operations.conformance_person`` writes the verdicts about the simulated Discord.
"""

import asyncio
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord import Env
from simcord.components import walk_components
from simcord.results import to_discord_message

from bot.operations.assumptions import ASSUMPTIONS
from bot.operations.conformance import examine
from bot.operations.examination import Examination, Observer, Unclear
from bot.operations.verdicts import Verdict, verdicts_json
from tests.bot.simulation import quicken

quicken()

SELECT = 3
JSON = Path(__file__).with_name("conformance.json")


class Club:
    """A server with a channel, the bot, and a person. It records what the person has opened."""

    def __init__(self, env: Env, client: Observer) -> None:
        self.env, self.client = env, client
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("conformance")
        self.person = self.guild.add_member(env.create_user("Ada"))
        self._acting = asyncio.Lock()
        self._opened = list[Any]()

    @property
    def place(self) -> discord.TextChannel:
        """The channel as the bot knows it."""
        channel = self.client.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        return channel

    def begin(self, *, is_long: bool = False, patience: float = 60.0) -> "asyncio.Task[dict[str, Verdict]]":
        """Start a run in which nobody presses anything yet."""
        times: dict[str, Any] = {"pause": self.pause, "answer_seconds": patience, "is_long": is_long}
        return asyncio.create_task(
            examine(Examination(self.client, self.place, load_nothing, say=lambda _: None, **times))
        )

    async def examine(self) -> dict[str, Verdict]:
        """Return the verdicts of a long run, in a channel with an old post of the bot, with a person who presses."""
        await self.place.send("An old post")
        await self.pause(7_200.0)
        examining = self.begin(is_long=True)
        while not examining.done():
            await self.act()
            await asyncio.wait({examining}, timeout=0.001)
        return examining.result()

    async def pause(self, seconds: float) -> None:
        """Let simulated time pass."""
        async with self._acting:
            await self.env.advance_time(seconds)

    def posts(self) -> list[Any]:
        """Return the messages in the channel, oldest first, with private ones."""
        kept = self.env.backend.messages.get(self.channel.id, {})
        return [kept[number] for number in sorted(kept)]

    async def first_post(self) -> None:
        """Wait until the run has posted something."""
        for _ in range(2_000):
            if self.posts():
                return
            await asyncio.sleep(0.001)

    async def act(self) -> None:
        """Press what the run waits for. Of several buttons it is *I can’t tell*, because a simulated person sees
        nothing.
        """
        async with self._acting:
            for opened in self._opened:
                if opened.modal and opened.modal["custom_id"] in self.client.expected:
                    given = {"typed": "What I typed", "chosen": ["option 1"], "either": "option 2"}
                    await self.person.submit_modal(opened, given)
                    return
            for post in self.posts():
                parts = [
                    one for one in walk_components(post.components) if one.get("custom_id") in self.client.expected
                ]
                if parts:
                    await self._press(post, parts[-1])
                    return

    def _is_expected(self, part: dict[str, Any]) -> bool:
        return part.get("custom_id") in self.client.expected

    async def _press(self, stored: Any, part: dict[str, Any]) -> None:
        post = to_discord_message(self.env, stored)
        if part["type"] == SELECT:
            await self.person.select(post, ["option 2"], custom_id=part["custom_id"])
        else:
            self._opened.append(await self.person.click(post, custom_id=part["custom_id"]))


async def load_nothing(address: str) -> tuple[str, bytes]:
    """Fail, because a simulated Discord has no media proxy."""
    raise Unclear("This simulation has no media proxy.")


async def _examine_and_write() -> None:
    client = Observer()
    async with simcord.run(client) as env:
        found = await Club(env, client).examine()
    JSON.write_text(verdicts_json(ASSUMPTIONS, found), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(_examine_and_write())
