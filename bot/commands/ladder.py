"""``/stats season:``: the best players of a server in a season. It knows no title."""

from bot.desk import desk
from bot.errors import Interaction, guild_of
from bot.markdown import escape_prose, listed, md
from bot.meeting.ladder_page import Ladder, ladder_page
from bot.meeting.seasons import called, ranked, regulars, season_at, span_of
from bot.ui.components import Press
from bot.ui.page import show
from engine import GAMES, Refused
from engine.store import results as sql
from engine.store.apart import in_thread
from engine.store.ids import GuildId, SeasonNumber


async def show_ladder(interaction: Interaction, title: str | None, season: str) -> None:
    """The best players of a season, which is a number as it is suggested."""
    if not season.isdecimal():
        raise Refused(md("There’s no such season. Choose one from the list."))
    first = desk(interaction).sessions.offered.games[0]
    await _show(interaction, title or first.key, SeasonNumber(int(season[:9])))


async def suggested_seasons(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """The seasons of this server, the latest first."""
    first, last = await _range(interaction)
    every = [(called(season), str(season)) for season in map(SeasonNumber, range(last, first - 1, -1))]
    return [(name, value) for name, value in every if typed.casefold() in name.casefold()]


async def ladder_pressed(interaction: Interaction, press: Press) -> None:
    """Another game or season: the number is the season, the rest the game."""
    await _show(interaction, press.rest, press.season)


async def _show(interaction: Interaction, title: str, season: SeasonNumber) -> None:
    if title not in GAMES:
        raise Refused(
            md("There’s no such game. Games: {}.", listed([escape_prose(game.name) for game in GAMES.values()]))
        )
    first, last = await _range(interaction)
    if not first <= season <= last:
        raise Refused(md("There’s no such season here. Choose one from the list."))
    store, guild, (since, until) = (
        desk(interaction).sessions.store,
        guild_of(interaction) or GuildId(0),
        span_of(season),
    )
    found = await store.read(lambda db: sql.of_guild(db, guild, since, until))
    run_out = await store.read(lambda db: sql.run_out(db, guild, since, until))
    best = await in_thread(ranked, [result for result in found if result.title == title])
    offered = desk(interaction).sessions.offered
    page = ladder_page(Ladder(title, season, best, regulars(found, run_out), first, last), offered)
    await show(interaction, page)


async def _range(interaction: Interaction) -> tuple[SeasonNumber, SeasonNumber]:
    """The first season in which a game of the server ended, and the present one. Raises ``Refused`` elsewhere."""
    guild = guild_of(interaction)
    if guild is None:
        raise Refused(md("A ladder belongs to a server. Use `/stats season:` in one of its channels."))
    at = desk(interaction).sessions
    first = await at.store.read(lambda db: sql.first_of_guild(db, guild))
    now = season_at(at.now())
    return (now if first is None else min(now, season_at(first))), now
