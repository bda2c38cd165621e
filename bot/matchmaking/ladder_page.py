"""The page of ``/stats season:``: a season of one server."""

from collections.abc import Sequence

import msgspec

from bot import limits
from bot.markdown import Markdown, count_noun, escape_prose, join_lines, md, truncate
from bot.matchmaking.ladder import MIN_RANKED_GAMES, SeasonPlayer, busiest_players, most_reliable_players, season_name
from bot.offered_games import EVERY_GAME, OfferedGames
from bot.persons.stats import NEWCOMER_POINTS, Rating
from bot.ui.components import Row, button, custom_id, split_into_rows
from bot.ui.page import Page
from engine import GAMES
from engine.store.ids import SeasonNumber

_MAX_BEST, _MAX_OTHERS = 10, 3
"""Maximum number of ranked players on the page; maximum number of most active, and of most reliable, players."""
_TIMES = {1: "once", 2: "twice"}
_EXPLANATION = md(
    "-# Ratings count this season’s rated games on this server alone, and everyone starts at {:,}. "
    "A player is ranked after {} rated games.",
    NEWCOMER_POINTS,
    MIN_RANKED_GAMES,
)


class Ladder(msgspec.Struct, frozen=True):
    """A season of a server: the ranked players of one game, best first, and all players of rated games.

    ``first`` and ``last`` are the seasons that can be shown.
    """

    title: str
    season: SeasonNumber
    best: Sequence[Rating]
    regulars: Sequence[SeasonPlayer]
    first: int
    last: int


def ladder_page(ladder: Ladder, offered: OfferedGames = EVERY_GAME) -> Page:
    """The page of a season, with menus for other games and seasons."""
    lines = [md("**{}** · {}", escape_prose(GAMES[ladder.title].name), season_name(ladder.season))]
    lines += [_rating_line(place, rating) for place, rating in _with_places(ladder.best[:_MAX_BEST])]
    if not ladder.best:
        lines.append(md("No one has played {} rated games of it on this server.", MIN_RANKED_GAMES))
    lines += [*_habit_lines(ladder.regulars), _EXPLANATION]
    games: Row = [
        button(game.name, _ladder_custom_id(ladder.season, game.key), disabled=game.key == ladder.title)
        for game in offered.games
    ]
    seasons: Row = [
        button(label, _ladder_custom_id(SeasonNumber(season), ladder.title))
        for label, season in (("Earlier season", ladder.season - 1), ("Later season", ladder.season + 1))
        if ladder.first <= season <= ladder.last
    ]
    text = truncate(join_lines(lines), limits.CONTENT)
    return Page(text, None, [*split_into_rows(games), seasons])


def _rating_line(place: int, rating: Rating) -> Markdown:
    games = md("{}, {} won", count_noun(rating.games, "game"), rating.won)
    return md("{}\\. <@{}> · {:,} · {}", place, int(rating.who), rating.points, games)


def _with_places(best: Sequence[Rating]) -> list[tuple[int, Rating]]:
    """(place, rating) of each player; equal ratings share a place."""
    return [(1 + sum(other.points > rating.points for other in best), rating) for rating in best]


def _habit_lines(regulars: Sequence[SeasonPlayer]) -> list[Markdown]:
    busiest_names = [
        md("<@{}> ({})", player.user, count_noun(player.finished, "game"))
        for player in busiest_players(regulars, _MAX_OTHERS)
    ]
    reliable_names = [
        md("<@{}> ({})", player.user, _reliability_text(player))
        for player in most_reliable_players(regulars, _MAX_OTHERS)
    ]
    lines = (
        [md("Most rated games finished, of all kinds: {}", join_lines(busiest_names, ", "))] if busiest_names else []
    )
    return [*lines, *([md("Most reliable: {}", join_lines(reliable_names, ", "))] if reliable_names else [])]


def _reliability_text(player: SeasonPlayer) -> Markdown:
    games = md("{} of {} finished", player.finished, count_noun(player.begun, "game"))
    if not player.run_out:
        return games
    return md("{}, time ran out {}", games, escape_prose(_TIMES.get(player.run_out, f"{player.run_out} times")))


def _ladder_custom_id(season: SeasonNumber, title: str) -> str:
    return custom_id("L", season, 0, title)
