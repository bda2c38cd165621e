"""Presets, single options, and numbers of players that do not suit the options."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from bot.announcements import post_text
from bot.play.service import TableService
from bot.ui import lobby
from engine import GAMES, Options, Refused, Unreadable
from engine.agents.policies import DEFAULT_POLICY
from engine.core import write_options
from engine.core.game import option_values
from tests.bot.seated_players import ADA, BEN
from tests.bot.simulated_channel import GAME, TITLE, World, report_of, world

FIRST, *OTHERS = GAME.options.presets()
LARGEST = OTHERS[-1]
ALONE = {"challenge": "yes"}
"""An option for one player alone."""


async def chosen(running: World, page: Any, value: str, kind: str) -> Any:
    """Choose a value in the select of that kind (``p`` for the preset, or ``o`` with the option's name)."""
    identity = next(i for i in running.identities(page.response) if i.startswith(f"{kind.split()[0]}:1:"))
    if " " in kind:
        identity = f"o:1:0:{kind.split()[1]}"
    return await running.person("Ada").select(page.response, [value], custom_id=identity)


async def test_preset_sets_every_option_and_is_named_on_the_card(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        assert f"Preset: **{FIRST}**" in running.posts()[0].content
        page = await running.host_page("Ada", running.posts()[0], "Options")
        page = await chosen(running, page, LARGEST, "p")
        table = await running.table()
        assert table.options == write_options(GAME.options.presets()[LARGEST])
        assert f"Preset: **{LARGEST}**" in running.posts()[0].content
        assert table.options["bidding"] not in running.posts()[0].content


async def test_custom_options_are_shown_as_differences(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        page = await running.host_page("Ada", running.posts()[0], "Options")
        await chosen(running, page, "yes", "o new_england")
        card = running.posts()[0].content
        assert "Custom · New England: **Yes**" in card and "Preset" not in card
        assert not [line for line in card.splitlines() if "Bidding" in line]
        page = await running.host_page("Ada", running.posts()[0], "Options")
        select = page.response.components[0]["components"][0]
        assert select["placeholder"] == "Preset: Custom"
        assert not any(option.get("default") for option in select["options"])
        await running.person("Ada").slash(running.channel, "game start")
        assert "Custom · New England: **Yes**" in report_of(running.reports()[0])[1]


async def test_every_option_is_on_a_page_and_presets_keep_the_page(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        page = await running.host_page("Ada", running.posts()[0], "Options")
        found = set[str]()
        while True:
            found |= {i for i in running.identities(page.response) if i.startswith("o:")}
            if "Next page" not in running.labels(page.response):
                break
            page = await running.person("Ada").click(page.response, label="Next page")
        fields = msgspec.structs.fields(GAME.options)
        assert len(found) == sum(len(option_values(field)) > 1 for field in fields)
        _, note, *described = page.response.content.splitlines()
        page = await chosen(running, page, LARGEST, "p")
        assert page.response.content.splitlines()[2:] == described
        assert page.response.content.splitlines()[1] != note  # it says how long such a game is


async def test_unsuitable_options_are_shown_before_and_at_start(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        page = await running.host_page("Ada", running.posts()[0], "Options")
        for _ in range(5):
            if "o:1:0:challenge" in running.identities(page.response):
                break
            page = await running.person("Ada").click(page.response, label="Next page")
        await chosen(running, page, "yes", "o challenge")
        assert "⚠ The Solitaire Challenge is for 1 player, and you have 2" in running.posts()[0].content
        said = await running.person("Ada").slash(running.channel, "game start")
        assert said.ephemeral and "for 1 player, and you have 2" in said.response.content
        menu = await running.host_page("Ada", running.posts()[0])
        assert "for 1 player, and you have 2" in menu.response.content
        table = await running.table()
        assert table.status == "lobby" and table.seed_hash == ""


async def test_starting_alone_with_multiplayer_options_is_explained(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        page = await running.host_page("Ada", running.posts()[0], "Options")
        await chosen(running, page, LARGEST, "p")
        assert "a computer player will do" in running.posts()[0].content
        said = await running.host_page("Ada", running.posts()[0], "Start alone")
        assert "a computer player will do" in said.response.content
        page = await running.choose_as_host("Ada", running.posts()[0], "add", DEFAULT_POLICY)
        assert "Start" in running.labels(page.response) and "The game can start." in page.response.content


async def test_options_page_describes_the_presets(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        page = await running.host_page("Ada", running.posts()[0], "Options")
        assert GAME.options().setup_note(2) and GAME.options().setup_note(2) in page.response.content


async def test_rules_can_be_read_with_any_options(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.lobby("Ada")
        for name, word in (*write_options(GAME.options.presets()[LARGEST]).items(), *ALONE.items()):
            await running.bot.services.tables.set_option(table.id, name, word)
            said = await running.person("Ada").slash(running.channel, "rules")
            assert said.response.content.startswith("**"), said.response.content


async def test_unknown_preset_and_preset_of_imported_table_are_refused(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    with pytest.raises(Unreadable, match=f"The presets are {FIRST}"):
        await sessions.choose_preset(table.id, "Best")
    await sessions.join_lobby(table.id, BEN)
    await sessions.start_game(table.id, table.host)
    with pytest.raises(Refused, match="already started"):
        await sessions.choose_preset(table.id, LARGEST)


class Plain(Options, frozen=True):
    """Options of a game without presets."""

    pace: Annotated[bool, msgspec.Meta(title="Fast")] = False
    open_hands: Annotated[bool, msgspec.Meta(title="Open hands")] = True


async def test_card_lists_differing_options_without_presets(
    sessions: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, TITLE, replace(GAME, options=Plain))  # type: ignore[misc]
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    text, rows = lobby.options_page(table)
    assert [item.placeholder for row in rows for item in row if hasattr(item, "placeholder")] == ["Fast", "Open hands"]
    assert "Fast" not in post_text.lobby_text(table)
    table = await sessions.set_option(table.id, "pace", "yes")
    assert post_text.lobby_text(table).splitlines()[-1] == "Fast: **Yes**"
    assert "Preset" not in text
