"""One's own pages: /settings, /games and /stats, seen by one person alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord

from tests.bot.world import TITLE, Direct, World, world


def labels(page: Any) -> dict[str, str]:
    """The buttons of a private page by what they say: label -> custom_id."""
    rows = [part for row in page.components for part in row.to_dict()["components"]]
    return {part["label"]: part["custom_id"] for part in rows if "label" in part}


async def settings(running: World, name: str = "Ada") -> Any:
    said = await running.person(name).slash(running.channel, "settings")
    assert said.ephemeral
    return said.response


async def test_a_setting_counts_at_once_and_over_a_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = running.person("Ada"), await settings(running)
        await ada.select(page, ["dark"], custom_id="i:0:0:palette")
        await ada.click(page, label="You are next: turn on")
        await running.restart()
        mine = running.bot.desk.people.of(ada.id)
        assert (mine.palette, mine.following) == ("dark", True)


async def test_a_time_zone_is_chosen_or_typed_and_an_unknown_one_is_refused_with_those_that_are_near(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        ada, page = running.person("Ada"), await settings(running)
        zones = (await ada.click(page, label="Time zone…")).response
        await ada.select(zones, ["Asia/Tokyo"])
        assert running.bot.desk.people.of(ada.id).zone == "Asia/Tokyo"
        zones = (await ada.click(page, label="Time zone…")).response
        form = await ada.click(zones, label="Another one…")
        said = await ada.submit_modal(form, {"field0": "Berln"})
        assert "Europe/Berlin" in said.response.content
