"""The bot added to a user account: commands in servers that have not added it, and in direct messages."""

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.client import build_bot
from bot.config import Settings
from bot.permissions import FOREIGN_SERVER_TEXT
from bot.ui.start_buttons import PLAY_NOW_CUSTOM_ID
from tests.bot.simulated_channel import TITLE, Direct, World, text_of, world

SERVER_COMMANDS = {"setup", "lfg"}
"""Commands about a server."""
FIRST_DAILY = datetime(2027, 1, 4, tzinfo=UTC).timestamp()
"""The time of a day that has a daily deal."""


class Elsewhere:
    """Ada in a server that has not added the bot."""

    def __init__(self, running: World) -> None:
        self.running, self.channel = running, running.foreign_channel("Ada")
        self.ada, self.direct = running.person("Ada elsewhere"), Direct(running, "Ada")

    async def command(self, name: str, **options: Any) -> Any:
        """Use a command, check that only Ada sees the answer, and return it."""
        said = await self.ada.slash(self.channel, name, **options)
        assert said.response is not None and said.ephemeral, name
        return said.response

    def requests(self) -> list[str]:
        """The requests of the bot about the channel or the server."""
        ids = (str(self.channel.id), str(self.ada.guild.id))
        return [
            f"{one.method} {one.path}" for one in self.running.env.http_requests if set(one.path.split("/")) & {*ids}
        ]


@pytest.fixture(autouse=True)
def without_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail the test if an error is logged."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@asynccontextmanager
async def elsewhere(folder: Path) -> AsyncIterator[Elsewhere]:
    """Run a bot that can only answer interactions in Ada's server."""
    async with world(folder) as running:
        there = Elsewhere(running)
        yield there
        await running.told()
        assert not there.requests()


# -- what is offered where


def test_all_but_server_commands_support_user_install() -> None:
    tree = build_bot(Settings(token="t")).tree
    found = {command.name: command.to_dict(tree) for command in tree.get_commands()}
    for name, command in found.items():
        is_of_server = name in SERVER_COMMANDS
        assert command["integration_types"] == ([0] if is_of_server else [0, 1]), name
        assert command["contexts"] == ([0] if is_of_server else [0, 1]), name


@pytest.mark.parametrize(
    ("guild", "user", "expected"), [(None, None, [0, 1]), ({}, None, [0]), ({}, {}, [0, 1]), (None, {}, [0, 1])]
)
async def test_commands_are_user_installable_if_the_portal_allows_it(
    tmp_path: Path, guild: Any, user: Any, expected: list[int]
) -> None:
    """Discord says how the application can be installed, or says nothing."""
    async with world(tmp_path) as running:
        on = {"0": guild, "1": user}
        info = await running.bot.application_info()
        info._integration_types_config = {key: value for key, value in on.items() if value is not None}  # type: ignore
        running.bot._application = info
        with running.env._bot_scope():
            await running.bot._register_commands()
        sent = [one.json for one in running.env.http_requests if one.method == "PUT" and one.path.endswith("/commands")]
        play = next(one for one in sent[-1] if one["name"] == "play")
        assert play["integration_types"] == expected


# -- in a server that has not added the bot


async def test_solo_games_work_with_user_install(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as there:
        running = there.running
        await running.env.advance_time(FIRST_DAILY - running.env.now().timestamp())
        deal = await there.command("daily")
        first = (await there.ada.click(deal, label="Play")).response
        assert running.labels(first)
        for name in ("learn", "puzzle"):
            page = await there.command(name)
            assert running.labels(page) or running.options(page)
        assert "on this server" not in text_of(await there.command("daily", show="board"))


@pytest.mark.parametrize("name", ["settings", "games", "stats", "privacy", "rules", "help"])
async def test_personal_pages_work_with_user_install(tmp_path: Path, name: str) -> None:
    async with elsewhere(tmp_path) as there:
        page = await there.command(name)
        assert text_of(page)


async def test_help_describes_user_install(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as there:
        short = await there.command("help")
        assert FOREIGN_SERVER_TEXT in short.content and "/game new" not in short.content
        page = (await there.ada.click(short, label="More")).response
        assert FOREIGN_SERVER_TEXT in text_of(page) and "opens a table in this channel" not in text_of(page)


@pytest.mark.parametrize("is_pressed", [False, True])
async def test_user_install_game_starts_in_direct_messages(tmp_path: Path, is_pressed: bool) -> None:
    async with elsewhere(tmp_path) as there:
        running = there.running
        if is_pressed:
            page = (await there.ada.click(await there.command("help"), custom_id=PLAY_NOW_CUSTOM_ID)).response
        else:
            page = await there.command("play")
        table = await there.direct.table()
        assert table.status == "playing" and table.guild is None and f"/channels/@me/{table.channel}" in page.content
        assert page.ephemeral and running.labels(page)
        assert table.players[0].name == "Ada"


async def test_user_install_refuses_a_second_game(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as there:
        await there.command("play")
        said = (await there.command("play")).content
        assert said.startswith(FOREIGN_SERVER_TEXT) and "our direct messages" in said


async def test_user_install_cannot_open_tables(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as there:
        for options in ({"game": TITLE}, {"game": "rematch"}):
            said = (await there.command("game new", **options)).content
            assert said == f"I can’t run a table here. {FOREIGN_SERVER_TEXT}"
        assert await there.running.bot.services.tables.table_in_channel(there.channel.id) is None


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("game status", {}),
        ("game start", {}),
        ("game end", {}),
        ("board", {}),
        ("hand", {}),
        ("describe", {}),
        ("undo", {}),
        ("orders", {}),
        ("note", {}),
        ("recap", {}),
        ("history", {}),
        ("move", {"line": "pass"}),
        ("rivals pass", {}),
    ],
)
async def test_table_commands_say_that_there_is_no_table(tmp_path: Path, name: str, options: dict[str, str]) -> None:
    async with elsewhere(tmp_path) as there:
        said = (await there.command(name, **options)).content
        assert said == f"{FOREIGN_SERVER_TEXT} `/play` starts a game in our direct messages."


async def test_user_install_hides_results_of_others(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as there:
        said = (await there.command("stats", game=TITLE)).content
        assert said.startswith(FOREIGN_SERVER_TEXT)


async def test_user_install_test_notification_does_not_go_to_the_channel(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as there:
        page = await there.command("settings")
        label = next(one for one in there.running.labels(page) if "test" in one.lower())
        said = (await there.ada.click(page, label=label)).response
        assert FOREIGN_SERVER_TEXT in said.content


async def test_foreign_nickname_does_not_rename_players(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as there:
        await there.command("play")
        member = there.running.env.backend.get_guild(there.ada.guild.id).members[there.ada.id]
        member.nick = "Somebody else"
        await there.command("games")
        assert (await there.direct.table()).players[0].name == "Ada"
