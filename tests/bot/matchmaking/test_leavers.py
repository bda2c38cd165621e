"""Lobbies whose players have left the server: the game does not start with them, and the host reads why."""

from pathlib import Path

import discord

from tests.bot.simulated_channel import text_of, world


async def test_game_does_not_start_with_a_server_leaver_and_its_host_reads_why(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben", "Cleo")
        running.guild.remove_member(running.person("Ben"))
        said = (await running.person("Ada").slash(running.channel, "game start")).response.content
        assert said == (
            "Ben has left this server, so their seat is free again and the game hasn’t started. It now has 2 players. "
            "Add players, or start again."
        )
        await running.told()
        table = await running.table()
        assert table.status == "lobby" and [player.name for player in table.players] == ["Ada", "Cleo"]
        assert "Ben" not in text_of(running.posts()[-1])
        await running.host_page("Ada", running.latest("Host…"), "Start")
        assert (await running.table()).status == "playing"


async def test_of_several_who_left_all_are_named(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben", "Cleo", computers=1)
        for name in ("Ben", "Cleo"):
            running.guild.remove_member(running.person(name))
        said = (await running.host_page("Ada", running.latest("Host…"), "Start")).response.content
        assert said.startswith("Ben and Cleo have left this server, so their seats are free again")
        assert len((await running.table()).players) == 2


async def test_moderator_who_starts_for_a_host_who_left_reads_why_and_another_player_becomes_host(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        lobby = await running.lobby("Ada", "Ben", "Cleo")
        running.guild.remove_member(running.person("Ada"))
        role = running.guild.create_role("Wardens", permissions=discord.Permissions(manage_channels=True))
        warden = running.guild.add_member(running.env.create_user("Wanda"), roles=[role])
        said = (await warden.slash(running.channel, "game start")).response.content
        assert said.startswith("Ada has left this server")
        table = await running.table()
        assert (table.id, table.status, table.host) == (lobby.id, "lobby", running.person("Ben").id)


async def test_a_lobby_that_everybody_left_is_closed(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        lobby = await running.lobby("Ada")
        running.guild.remove_member(running.person("Ada"))
        role = running.guild.create_role("Wardens", permissions=discord.Permissions(manage_channels=True))
        warden = running.guild.add_member(running.env.create_user("Wanda"), roles=[role])
        said = (await warden.slash(running.channel, "game start")).response.content
        assert said == "Ada has left this server. No one else is at the table, so it’s closed."
        assert (await running.bot.services.tables.get(lobby.id)).status == "ended"
