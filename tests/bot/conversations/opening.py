"""Conversations before games: lobbies, options, clocks, a server's home, queues, and the post about open tables."""

from random import Random

import discord

from bot.ui.components import custom_id
from engine import GAMES
from tests.bot.conversations.conversation import Talk
from tests.bot.simulated_channel import TITLE, Direct


async def lobbies(talk: Talk) -> None:
    """Show every game's options and clocks, permissions, and a lobby that is abandoned."""
    for number, title in enumerate(GAMES):
        talk.world.channel = talk.world.guild.create_text_channel(f"table-{number}")
        await talk.slash("Ada", "game new", game=title)
        await talk.press("Ada", "Host…")
        await talk.press("Ada", "Options")
        await talk.walk("Ada", most=12)
    await _filled(talk)
    await talk.slash("Ben", "game status")
    await talk.slash("Ada", "game new", game=TITLE)
    await talk.slash("Dov", "game end")
    await talk.slash("Ben", "game seat", action="resign")
    for hours in (24, 24 * 6, 24 * 7, 24 * 14):
        await talk.wait(hours)
    await talk.slash("Ada", "game status")


async def _filled(talk: Talk) -> None:
    """Let people and computers join and leave."""
    ada = talk.world.latest("Join")
    await talk.press("Ben", "Join", ada)
    await talk.press("Ben", "Join", ada)
    await talk.press("Ben", "Host…", ada)
    await talk.press("Ada", "Host…", ada)
    await talk.choose("Ada", "greedy", "K:4:0:add")
    await talk.choose("Ada", "apprentice", "K:4:1:add")
    await talk.choose("Ada", "=Mabel", "K:4:2:remove")
    await talk.press("Ada", "Clock")
    await talk.walk("Ada")
    await talk.press("Cleo", "Leave", talk.world.latest("Join"))
    await talk.press("Cleo", "Join", talk.world.latest("Join"))
    await talk.press("Cleo", "Leave", talk.world.latest("Join"))
    await _removed(talk)
    await talk.press("Ada", "Learn", talk.world.latest("Learn"))
    await talk.slash("Cleo", "game start")
    await talk.slash("Cleo", "game status")


async def _removed(talk: Talk) -> None:
    """Remove people, and invite one of them again."""
    ben, cleo = talk.world.person("Ben"), talk.world.person("Cleo")
    await talk.press("Cleo", "Join", talk.world.latest("Join"))
    await talk.press("Cleo", "Host…", talk.world.latest("Join"))
    await talk.press("Ada", "Host…", talk.world.latest("Join"))
    await talk.choose("Ada", str(ben.id), "K:4:0:remove")
    await talk.press("Ben", "Join", talk.world.latest("Join"))
    for command in ("game kick", "game invite"):
        await talk.slash("Cleo", command, member=ben)
        await talk.slash("Ada", command, member=talk.world.person("Ada"))
    await talk.slash("Ada", "game kick", member=cleo)
    await talk.slash("Ada", "game invite", member=ben)
    await talk.press("Ben", "Join")
    await talk.press("Cleo", "Join")


async def meetings(talk: Talk) -> None:
    """Set up a server with a home channel, its post about open tables, its queue, calls, and morning posts."""
    world = talk.world
    granted = discord.Permissions(manage_guild=True)
    role = world.guild.create_role("railways", permissions=discord.Permissions(), mentionable=True)
    boss = world.guild.create_role("boss", permissions=granted)
    world.people["Boss"] = world.guild.add_member(world.env.create_user("Boss"), roles=[boss])
    no = discord.PermissionOverwrite(attach_files=False, create_public_threads=False)
    poor = world.guild.create_text_channel("poor", overwrites={world.guild.default_role: no})
    await talk.slash("Ada", "lfg")
    await talk.slash("Boss", "setup")
    await talk.walk("Boss", without=("S:0:0:home", "S:0:0:opener", "S:0:0:role"))
    for channel in (poor, world.channel):
        await talk.choose("Boss", channel, custom_id("S", 0, 0, "home"))
        await talk.walk("Boss", without=("S:0:0:home", "S:0:0:opener", "S:0:0:role", "S:0:0:post"))
    await talk.choose("Boss", role, custom_id("S", 0, 0, "role"))
    await _queued(talk)
    await talk.wait(24)
    await talk.slash("Boss", "setup")
    await talk.press("Boss", "Remove post")


async def _queued(talk: Talk) -> None:
    """Let people look for a game until one starts; a table without players is listed for a while."""
    home, talk.world.channel = talk.world.channel, talk.world.guild.create_text_channel("side")
    await talk.slash("Fay", "game new", game=TITLE)
    talk.world.channel = home
    for hours in (60, 24):
        await talk.wait(hours)
    await talk.slash("Ada", "lfg")
    await talk.walk("Ada", most=8)
    for name in ("Ada", "Ben", "Cleo"):
        await talk.slash(name, "lfg", game=TITLE, clock="daily")
    await talk.wait(1)
    for name in ("Ada", "Ben"):
        await talk.slash(name, "lfg")
    await talk.slash("Dov", "game new", game=TITLE)
    await talk.wait(1)
    await talk.press("Dov", "Host…")
    for label in ("Join", "Leave"):
        await talk.press("Eve", label)


async def alone(talk: Talk) -> None:
    """Play against a computer in direct messages, with hints and without *Confirm*, and leave."""
    talk.private, talk.world.channel = True, Direct(talk.world, "Ada").channel
    for command in ("help", "games", "stats", "recap", "game seat action:resign"):
        await talk.slash("Ada", command)
    await talk.slash("Ada", "game new", game=TITLE)
    await talk.press("Ada", "Host…")
    await talk.choose("Ada", "greedy", "K:1:0:add")
    for label in ("Start", "Your move", "Hint"):
        await talk.press("Ada", label)
    await talk.walk("Ada", without=("a:", "w:"))
    await talk.slash("Ada", "settings")
    await talk.press("Ada", "Confirm…")
    await talk.press("Ada", "Never")
    rng = Random(3)
    for _ in range(4):
        await talk.move(rng)
    for command in ("undo", "undo scope:redo", "recap", "hand", "rules", "game status"):
        await talk.slash("Ada", command)
    for command in ("game clock action:pause", "games", "game seat action:resign"):
        await talk.slash("Ada", command)
    await talk.press("Ada", "End the game")
    await talk.slash("Ada", "game new", game="rematch")
