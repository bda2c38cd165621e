"""One person at all tables: where they are waited for, and how they have played. It knows no title."""

from typing import Any

import discord
from discord import app_commands

from bot.commands import privacy, settings
from bot.desk import desk
from bot.errors import Interaction, spoken
from bot.tables.moves import listed_questions
from bot.ui.components import Press
from bot.ui.games import games_page
from bot.ui.page import Page, show
from bot.ui.stats import player_text, title_text
from engine import GAMES, Refused
from engine.core import listed
from engine.store.statements import left_by, times_of


@app_commands.command(name="games", description="List every table waiting for you, on any server")
@spoken
async def games(interaction: Interaction) -> None:
    await _games(interaction, 0)


@app_commands.command(name="stats", description="Show ratings and results: yours, a player’s, or a game’s best")
@app_commands.rename(title="game")
@app_commands.describe(
    player="Someone who has played on this server", title="The ten best players of a game on this server"
)
@app_commands.choices(title=[app_commands.Choice(name=g.name, value=g.key) for g in GAMES.values()])
@spoken
async def stats(interaction: Interaction, player: discord.User | None = None, title: str | None = None) -> None:
    if title is not None and player is not None:
        raise Refused("You can’t choose both a player and a game. Choose one of them.")
    text = await (_of_title(interaction, title) if title else _of_player(interaction, player or interaction.user))
    await show(interaction, Page(text))


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (games, stats, settings.settings, privacy.privacy)


async def me_pressed(interaction: Interaction, press: Press) -> None:
    """A button or a form of one's own private pages."""
    match press.rest.split("."):
        case ["games", _]:
            await _games(interaction, press.seq)
        case ["privacy", what]:
            await privacy.privacy_pressed(interaction, what)
        case _:
            await settings.setting_pressed(interaction, press)


async def _games(interaction: Interaction, page: int) -> None:
    at, user = desk(interaction), interaction.user.id
    tables = [(table, at.sessions.seat_of(table, user)) for table in await at.sessions.of_user(user)]
    seated = [(table, seat, listed_questions(table, seat)) for table, seat in tables if seat is not None]
    ids = await at.sessions.store.read(lambda db: left_by(db, user))
    left = [await at.sessions.get(table_id) for table_id in ids]
    points = {table.id: table.clocks[seat].point for table, seat, _ in seated if seat in table.clocks}
    since = await at.sessions.store.read(lambda db: times_of(db, points))
    await show(interaction, games_page(seated, at.people.of(user), page, left, since))


async def _of_player(interaction: Interaction, player: discord.User | discord.Member) -> str:
    """Everybody sees their own; others' is for those who play in the same server."""
    scores, is_asker = desk(interaction).scores, player.id == interaction.user.id
    if not is_asker and player.id not in await _known_here(interaction):
        raise Refused(f"<@{player.id}> hasn’t played at a table on this server.")
    found = await scores.of_user(player.id)
    titles = dict.fromkeys(result.title for result in found if result.rated)
    rated = {title: await scores.ratings(title) for title in titles}
    mine = {title: known[player.id] for title, known in rated.items() if player.id in known}
    return player_text(f"<@{player.id}>", found, mine, await scores.record_of(player.id), is_asker=is_asker)


async def _of_title(interaction: Interaction, title: str) -> str:
    if title not in GAMES:
        raise Refused(f"There’s no such game. Games: {listed([game.name for game in GAMES.values()])}.")
    known = await _known_here(interaction)
    return title_text(title, await desk(interaction).scores.ratings(title), known)


async def _known_here(interaction: Interaction) -> frozenset[int]:
    """The users who have played on this server."""
    if interaction.guild_id is None:
        raise Refused(
            "In a direct message you can see only your own results. For others’, use `/stats` on a server you share."
        )
    return await desk(interaction).scores.known_in(interaction.guild_id)
