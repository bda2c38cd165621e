"""Forged and foreign presses, blank names, and the status command's retry."""

from pathlib import Path

import discord
import pytest
from simcord.http.router import dispatch

from bot.names import player_names
from bot.routes import ROUTES
from bot.tables.table import Player
from tests.bot.simulated_channel import World, world

ELSEWHERE = "I can’t show you this table: it’s in a channel you can’t see."


async def elsewhere(running: World, name: str, identity: str) -> str:
    """Return the answer to a press of the button in another channel."""
    other = running.guild.create_text_channel("other")
    post = await running.person(name).slash(other, "help")
    return str((await running.press_again(running.person(name), post.response, identity)).response.content)


def hide(running: World, name: str) -> None:
    """Hide the channel of the table from the person."""
    hidden = str(discord.Permissions(view_channel=True).value)
    overwrite = {"type": 1, "allow": "0", "deny": hidden}
    path = f"/channels/{running.channel.id}/permissions/{running.person(name).id}"
    dispatch(running.env.backend, "PUT", path, json=overwrite)


FORGED = (
    *(
        "A:1:0:draft x",
        "H:1:0:",
        "K:1:0:menu",
        "a:1:0:- draft x",
        "c:1:0:+x",
        "d:1:0:asked1",
        "e:1:0:ask",
        "f:1:0:draft",
        "g:1:0:take1",
        "g:1:0:back0",
        "h:1:0:Last.1",
    ),
    *("k:1:0:note", "l:1:0:join", "m:1:0:-0", "n:1:0:draft", "o:1:0:x", "p:1:0:0", "r:1:0:again", "s:1:0:draft"),
    *("O:1:0:new", "O:1:0:m000 draft x", "O:1:0:show1", "T:1:0:1", "T:1:0:show"),
    *("t:1:0:clock", "u:1:0:turn", "v:1:0:cboard", "v:1:0:crecap", "w:1:0:list", "x:1:0:0"),
    *("y:1:0:follow", "y:1:0:predict", "y:1:0:choose", "v:1:0:ppics", "v:1:0:phistory", "z:1:0:1 v:-board"),
    *("b:1:0:1 yes", "B:1:0:join", "v:1:0:-result", "z:1:0:1 T:0", "z:1:0:1 v:-result", "z:1:0:1 m:-0"),
)
"""One button of each kind that is about a table."""


async def test_forged_button_of_a_hidden_channel_shows_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.move_on(4)
        running.person("Eve")
        hide(running, "Eve")
        said = {identity: await elsewhere(running, "Eve", identity) for identity in FORGED}
        assert said == dict.fromkeys(FORGED, ELSEWHERE)


OF_NO_TABLE = (
    *("i:1:0:games.0", "i:1:0:privacy.export", "j:1:0:list", "q:1:0:play", "P:1:0:next", "z:1:0:1 P:next"),
    *("L:1:0:railroad-rivals", "Q:1:0:games", "S:1:0:home"),
)
"""One button of each other kind, which is about a person or about the server where it is pressed."""


async def test_forged_table_id_in_unrelated_button_reveals_nothing(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        running.person("Eve")
        hide(running, "Eve")
        for identity in OF_NO_TABLE:
            said = await elsewhere(running, "Eve", identity)
            assert said and not [part for part in ("Ada", "Ben", str(running.channel.id)) if part in said], identity


def test_every_kind_of_button_is_forged_in_these_tests() -> None:
    assert {identity[0] for identity in (*FORGED, *OF_NO_TABLE)} == set(ROUTES)


async def test_user_cannot_join_a_lobby_they_cannot_see(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        running.person("Eve")
        hide(running, "Eve")
        assert await elsewhere(running, "Eve", "l:1:0:join") == ELSEWHERE
        assert [player.name for player in (await running.table()).players] == ["Ada", "Ben"]


@pytest.mark.parametrize("table", [1, 2])
async def test_forged_vote_reveals_nothing_about_a_hidden_table(tmp_path: Path, table: int) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.person("Ada").slash(running.channel, "game clock", action="pause")
        await running.told()
        vote = next(part for part in running.identities(running.latest("Disagree")) if part.startswith("b:"))
        await running.person("Ben").click(running.latest("Disagree"), label="Disagree")
        running.person("Eve")
        hide(running, "Eve")
        await running.lobby("Eve", channel=running.guild.create_text_channel("own"))
        forged = f"b:{table}:0:{vote.split(':', 3)[3]}"
        assert await elsewhere(running, "Eve", forged) in (ELSEWHERE, "This proposal no longer exists.")


async def test_follower_can_unfollow_without_channel_access(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.person("Eve").slash(running.channel, "game follow")
        hide(running, "Eve")
        assert "no longer following" in await elsewhere(running, "Eve", "y:1:0:unfollow")
        assert await elsewhere(running, "Eve", "y:1:0:unfollow") == "You aren’t following this table."


async def test_press_by_player_or_in_channel_sends_no_permission_request(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        before = len(running.env.http_requests)
        await running.person("Eve").click(running.latest("Board"), label="Board")
        await elsewhere(running, "Ben", "m:1:0:-0")
        assert not [asked for asked in running.env.http_requests[before:] if "/members/" in asked.path]


async def test_user_with_channel_access_can_view_from_elsewhere(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        assert "You do not" not in await elsewhere(running, "Eve", "v:1:0:cboard")
        assert await elsewhere(running, "Eve", "v:1:0:cboard") != ELSEWHERE


async def test_player_can_view_from_anywhere(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        hide(running, "Ben")
        assert await elsewhere(running, "Ben", "v:1:0:cboard") != ELSEWHERE


@pytest.mark.parametrize("identity", ["z:1:2:what", "once upon a time", "v:1:0:", "l:1:0:zz"])
async def test_unknown_button_is_answered(tmp_path: Path, identity: str) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        said = await running.press_again(running.person("Ada"), running.latest("Your move"), identity)
        assert said.response.content.startswith("This button no longer works.")


def test_nameless_seat_gets_a_unique_name() -> None:
    assert player_names([Player("Player 2", 1), Player("", 2), Player("Cleo", 3)]) == ("Player 2", "Seat 2", "Cleo")


async def test_blank_display_name_falls_back_to_user_name(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        running.person("ben", global_name="\u3164\u3164")
        table = await running.lobby("Ada", "ben")
        assert [player.name for player in table.players] == ["Ada", "ben"]


async def test_status_command_retries_pending_posts(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        running.env.inject_error("*", "/channels/*", status=500, times=1)
        await running.move_on(1)
        table = await running.table()
        assert running.bot.services.outbox.problem(table.id)
        await running.person("Ada").slash(running.channel, "game status")
        await running.told()
        assert not running.bot.services.outbox.problem(table.id)
        assert await running.bot.services.tables.tables_to_publish() == ()
