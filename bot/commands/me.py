"""One person at all tables: where they are waited for, and how they have played. It knows no title."""

import discord
from discord import app_commands

from bot.commands import privacy, settings
from bot.commands.choices import AnyCommand, game_choices
from bot.commands.ladder import show_ladder, suggested_seasons
from bot.desk import Desk, desk
from bot.errors import Interaction, guild_of, spoken, suggested, user_of
from bot.markdown import Markdown, escape_prose, listed, md
from bot.offered import OfferedGames
from bot.tables.moves import listed_questions
from bot.tables.table import Table
from bot.ui.components import Press
from bot.ui.games import TABLES_A_PAGE, Place, games_page
from bot.ui.page import Page, show
from bot.ui.stats import player_text, title_text
from engine import GAMES, Refused
from engine.store import seats
from engine.store.ids import UserId

_STOPPED = 50
"""Tables without a running clock of which the state is read; any more of them count as waiting for others."""


@app_commands.command(name="games", description="List every table waiting for you, on any server")
@spoken
async def games(interaction: Interaction) -> None:
    await _games(interaction, 0)


def stats_command(offered: OfferedGames) -> AnyCommand:
    """``/stats``, with these games to choose from."""
    about = "Show ratings and results: yours, a player’s, a game’s best, or the best of a season"
    command: AnyCommand = app_commands.Command(name="stats", description=about, callback=_stats)
    app_commands.choices(title=game_choices(offered))(command)
    command.autocomplete("season")(suggested(suggested_seasons))
    return command


@app_commands.rename(title="game")
@app_commands.describe(
    player="Someone who has played on this server",
    title="The ten best players of a game on this server",
    season="The best players of three months on this server",
)
@spoken
async def _stats(
    interaction: Interaction, player: discord.User | None = None, title: str | None = None, season: str | None = None
) -> None:
    if player is not None and (title is not None or season is not None):
        raise Refused(md("You can’t choose both a player and a game or season. Choose one of them."))
    if season is not None:
        await show_ladder(interaction, title, season)
        return
    text = await (_of_title(interaction, title) if title else _of_player(interaction, player or interaction.user))
    await show(interaction, Page(text))


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
    """Shows a page of the list. Only its tables are read, and those where no clock says whom they wait for."""
    at, user = desk(interaction), user_of(interaction)
    store = at.sessions.store
    stopped = await at.sessions.whole(await store.read(lambda db: seats.stopped(db, user, _STOPPED)))
    asked = [table.id for table in stopped if _is_asked(at, table, user)]
    found = await store.read(lambda db: seats.listing(db, user, asked, TABLES_A_PAGE, page))
    tables = {table.id: table for table in await at.sessions.whole([one.session for one in found.tables])}
    places = []
    for one in found.tables:
        if (table := tables.get(one.session)) is not None:
            seat = at.sessions.seat_of(table, user)
            places.append(Place(table, one.section, one.since, seat, listed_questions(table, seat)))
    await show(interaction, games_page(places, at.people.of(user), found.page, found.counts))


def _is_asked(at: Desk, table: Table, user: UserId) -> bool:
    seat = at.sessions.seat_of(table, user)
    return any(decision.seat == seat for decision in at.sessions.decisions(table))


async def _of_player(interaction: Interaction, player: discord.User | discord.Member) -> Markdown:
    """Everybody sees their own; others' is for those who play in the same server."""
    scores, user = desk(interaction).scores, UserId(player.id)
    is_asker = user == user_of(interaction)
    if not is_asker and user not in await _known_here(interaction):
        raise Refused(md("<@{}> hasn’t played at a table on this server.", user))
    found = await scores.of_user(user)
    titles = dict.fromkeys(result.title for result in found if result.rated)
    rated = {title: await scores.ratings(title) for title in titles}
    mine = {title: known[user] for title, known in rated.items() if user in known}
    return player_text(md("<@{}>", user), found, mine, await scores.record_of(user), is_asker=is_asker)


async def _of_title(interaction: Interaction, title: str) -> Markdown:
    if title not in GAMES:
        raise Refused(
            md("There’s no such game. Games: {}.", listed([escape_prose(game.name) for game in GAMES.values()]))
        )
    known = await _known_here(interaction)
    return title_text(title, await desk(interaction).scores.ratings(title), known)


async def _known_here(interaction: Interaction) -> frozenset[UserId]:
    """The users who have played on this server."""
    guild = guild_of(interaction)
    if guild is None:
        raise Refused(
            md(
                "In a direct message you can see only your own results. "
                "For others’, use `/stats` on a server you share."
            )
        )
    return await desk(interaction).scores.known_in(guild)
