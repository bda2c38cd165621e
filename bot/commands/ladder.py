"""``/stats season:``: the best players of a server in a season."""

from bot.errors import Interaction, guild_of
from bot.markdown import escape_prose, join_words, md
from bot.matchmaking.ladder import rank_players, season_at, season_name, season_players, season_span
from bot.matchmaking.ladder_page import Ladder, ladder_page
from bot.page_reply import send_page
from bot.permissions import FOREIGN_SERVER_TEXT, is_in_foreign_server
from bot.services import services_of
from bot.ui.components import ButtonPress
from engine import GAMES, Refused
from engine.store import results as sql
from engine.store.ids import GuildId, SeasonNumber
from engine.threads import run_in_thread


async def show_ladder(interaction: Interaction, title: str | None, season: str) -> None:
    """Show the best players of a season; the season is a number from the suggestions."""
    if not season.isdecimal():
        raise Refused(md("There’s no such season. Choose one from the list."))
    first = services_of(interaction).tables.offered_games.games[0]
    await _show_ladder(interaction, title or first.key, SeasonNumber(int(season[:9])))


async def season_suggestions(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Return (name, number) of the server's seasons that match ``typed``, the latest first."""
    first, last = await _season_range(interaction)
    options = [(season_name(season), str(season)) for season in map(SeasonNumber, range(last, first - 1, -1))]
    return [(name, value) for name, value in options if typed.casefold() in name.casefold()]


async def handle_ladder_press(interaction: Interaction, press: ButtonPress) -> None:
    """Show the ladder of another game or season: the press's number is the season, its argument is the game."""
    await _show_ladder(interaction, press.arguments, press.season_number)


async def _show_ladder(interaction: Interaction, title: str, season: SeasonNumber) -> None:
    if title not in GAMES:
        raise Refused(
            md("There’s no such game. Games: {}.", join_words([escape_prose(game.name) for game in GAMES.values()]))
        )
    first, last = await _season_range(interaction)
    if not first <= season <= last:
        raise Refused(md("There’s no such season here. Choose one from the list."))
    store, guild, (since, until) = (
        services_of(interaction).tables.store,
        guild_of(interaction) or GuildId(0),
        season_span(season),
    )
    results = await store.read(lambda db: sql.load_guild_results(db, guild, since, until))
    timeouts = await store.read(lambda db: sql.count_timeouts_by_user(db, guild, since, until))
    best = await run_in_thread(rank_players, [result for result in results if result.title == title])
    offered = services_of(interaction).tables.offered_games
    page = ladder_page(Ladder(title, season, best, season_players(results, timeouts), first, last), offered)
    await send_page(interaction, page)


async def _season_range(interaction: Interaction) -> tuple[SeasonNumber, SeasonNumber]:
    """Return the season in which a game of the server first ended, and the current season.

    Raises ``Refused`` outside of servers, or if the server has not added the bot.
    """
    guild = guild_of(interaction)
    if is_in_foreign_server(interaction):
        raise Refused(md("{} It has no ladder.", FOREIGN_SERVER_TEXT))
    if guild is None:
        raise Refused(md("A ladder belongs to a server. Use `/stats season:` in one of its channels."))
    tables = services_of(interaction).tables
    first = await tables.store.read(lambda db: sql.load_first_end_time(db, guild))
    current_season = season_at(tables.now())
    return (current_season if first is None else min(current_season, season_at(first))), current_season
