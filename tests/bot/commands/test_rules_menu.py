"""The menu of topics under the rules."""

from pathlib import Path

from tests.bot.simulated_channel import SELECT, parts, world


async def test_rules_have_a_menu_of_all_topics(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        page = (await ada.slash(running.channel, "rules")).response
        for number in ("2", "2", "0"):  # the same one twice
            (menu,) = [one for one in parts(page) if one["type"] == SELECT]
            label = next(option["label"] for option in menu["options"] if option["value"] == number)
            page = (await ada.select(page, [number])).response
            assert page.content.startswith(f"**{label}**")
