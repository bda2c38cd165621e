"""``/ladder``: the best players of a server in a season. It knows no title."""

from discord import app_commands

from bot.desk import desk
from bot.errors import Interaction, guild_of, spoken, suggested
from bot.markdown import escape_prose, listed, md
from bot.meeting.ladder_page import Ladder, ladder_page
from bot.meeting.seasons import called, ranked, regulars, season_at, span_of
from bot.ui.components import Press
from bot.ui.page import show
from engine import GAMES, Refused
from engine.store import results as sql
from engine.store.apart import in_thread
from engine.store.ids import GuildId, SeasonNumber


@app_commands.command(name="ladder", description="Show this server’s best players of a season")
@app_commands.guild_only()
@app_commands.rename(title="game")
@app_commands.describe(title="Which game", season="Which three months (if left out, the present ones)")
@app_commands.choices(title=[app_commands.Choice(name=g.name, value=g.key) for g in GAMES.values()])
@spoken
async def ladder(interaction: Interaction, title: str | None = None, season: str | None = None) -> None:
    now = season_at(desk(interaction).sessions.now())
    if season is not None and not season.isdecimal():
        raise Refused(md("There’s no such season. Choose one from the list."))
    await _show(interaction, title or next(iter(GAMES)), now if season is None else SeasonNumber(int(season[:9])))


@ladder.autocomplete("season")
@suggested
async def _seasons(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
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
    await show(interaction, ladder_page(Ladder(title, season, best, regulars(found, run_out), first, last)))


async def _range(interaction: Interaction) -> tuple[SeasonNumber, SeasonNumber]:
    """The first season in which a game of the server ended, and the present one. Raises ``Refused`` elsewhere."""
    guild = guild_of(interaction)
    if guild is None:
        raise Refused(md("A ladder belongs to a server. Use `/ladder` in one of its channels."))
    at = desk(interaction).sessions
    first = await at.store.read(lambda db: sql.first_of_guild(db, guild))
    now = season_at(at.now())
    return (now if first is None else min(now, season_at(first))), now
