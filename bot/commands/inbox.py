"""``/games`` and ``/stats``: all tables of a user, and their results."""

import discord
from discord import app_commands

from bot.commands import privacy, settings
from bot.commands.ladder import season_suggestions, show_ladder
from bot.commands.option_choices import AnyCommand, game_choices
from bot.errors import Interaction, autocomplete_from, guild_of, handle_errors, user_of
from bot.markdown import Markdown, escape_prose, join_words, md
from bot.offered_games import OfferedGames
from bot.page_reply import send_page
from bot.permissions import FOREIGN_SERVER_TEXT, is_in_foreign_server
from bot.services import Services, services_of
from bot.tables.moves import public_questions
from bot.tables.table import Table
from bot.ui.components import ButtonPress
from bot.ui.inbox_page import TABLES_A_PAGE, InboxEntry, inbox_page
from bot.ui.page import Page
from bot.ui.stats import game_ratings_text, player_stats_text
from engine import GAMES, Refused
from engine.store import table_list
from engine.store.ids import UserId

_MAX_WITHOUT_CLOCK = 50
"""Maximum tables without a clock that are checked for whose turn it is; the rest count as waiting for others."""


@app_commands.command(name="games", description="List every table waiting for you, on any server")
@handle_errors
async def games(interaction: Interaction) -> None:
    await _show_inbox(interaction, 0)


def stats_command(offered: OfferedGames) -> AnyCommand:
    """The command ``/stats``, with these games as choices."""
    description = "Show ratings and results: yours, a player’s, a game’s best, or the best of a season"
    command: AnyCommand = app_commands.Command(name="stats", description=description, callback=_stats_callback)
    app_commands.choices(title=game_choices(offered))(command)
    command.autocomplete("season")(autocomplete_from(season_suggestions))
    return command


@app_commands.rename(title="game")
@app_commands.describe(
    player="Someone who has played on this server",
    title="The ten best players of a game on this server",
    season="The best players of three months on this server",
)
@handle_errors
async def _stats_callback(
    interaction: Interaction, player: discord.User | None = None, title: str | None = None, season: str | None = None
) -> None:
    if player is not None and (title is not None or season is not None):
        raise Refused(md("You can’t choose both a player and a game or season. Choose one of them."))
    if season is not None:
        await show_ladder(interaction, title, season)
        return
    text = await (
        _title_stats_text(interaction, title) if title else _player_stats_text(interaction, player or interaction.user)
    )
    await send_page(interaction, Page(text))


async def handle_private_page_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a button or form on the user's private pages."""
    match press.arguments.split("."):
        case ["games", _]:
            await _show_inbox(interaction, press.seq)
        case ["privacy", arguments]:
            await privacy.handle_privacy_press(interaction, arguments)
        case _:
            await settings.handle_settings_press(interaction, press)


async def _show_inbox(interaction: Interaction, page: int) -> None:
    """Show one page of the user's tables. To save time, load only these tables and those without a clock."""
    services, user = services_of(interaction), user_of(interaction)
    store = services.tables.store
    tables_without_clock = await services.tables.readable_tables(
        await store.read(lambda db: table_list.find_tables_without_clock(db, user, _MAX_WITHOUT_CLOCK))
    )
    waiting_ids = [table.id for table in tables_without_clock if _is_user_to_move(services, table, user)]
    list_page = await store.read(lambda db: table_list.load_table_list_page(db, user, waiting_ids, TABLES_A_PAGE, page))
    tables = {
        table.id: table for table in await services.tables.readable_tables([item.session for item in list_page.tables])
    }
    entries = []
    for item in list_page.tables:
        if (table := tables.get(item.session)) is not None:
            seat = services.tables.seat_of(table, user)
            entries.append(InboxEntry(table, item.section, item.since, seat, public_questions(table, seat)))
    await send_page(
        interaction, inbox_page(entries, services.user_settings.preferences_of(user), list_page.page, list_page.counts)
    )


def _is_user_to_move(services: Services, table: Table, user: UserId) -> bool:
    seat = services.tables.seat_of(table, user)
    return any(decision.seat == seat for decision in services.tables.decisions(table))


async def _player_stats_text(interaction: Interaction, player: discord.User | discord.Member) -> Markdown:
    """Return the user's own statistics, or those of another user who has played on this server."""
    ratings, user = services_of(interaction).ratings, UserId(player.id)
    is_asker = user == user_of(interaction)
    if not is_asker and user not in await _players_on_server(interaction):
        raise Refused(md("<@{}> hasn’t played at a table on this server.", user))
    results = await ratings.load_results_of(user)
    titles = dict.fromkeys(result.title for result in results if result.rated)
    ratings_by_title = {title: await ratings.load_ratings(title) for title in titles}
    own_ratings = {
        title: ratings_by_user[user] for title, ratings_by_user in ratings_by_title.items() if user in ratings_by_user
    }
    return player_stats_text(
        md("<@{}>", user), results, own_ratings, await ratings.load_play_record(user), is_asker=is_asker
    )


async def _title_stats_text(interaction: Interaction, title: str) -> Markdown:
    if title not in GAMES:
        raise Refused(
            md("There’s no such game. Games: {}.", join_words([escape_prose(game.name) for game in GAMES.values()]))
        )
    players = await _players_on_server(interaction)
    return game_ratings_text(title, await services_of(interaction).ratings.load_ratings(title), players)


async def _players_on_server(interaction: Interaction) -> frozenset[UserId]:
    guild = guild_of(interaction)
    if is_in_foreign_server(interaction):
        raise Refused(md("{} You can see your own results, with `/stats`.", FOREIGN_SERVER_TEXT))
    if guild is None:
        raise Refused(
            md(
                "In a direct message you can see only your own results. "
                "For others’, use `/stats` on a server you share."
            )
        )
    return await services_of(interaction).ratings.load_guild_players(guild)
