"""The page of `/stats season:`: a season of one server. It knows no title and changes nothing."""

from collections.abc import Sequence

import msgspec

from bot import limits
from bot.markdown import Markdown, counted, cut, escape_prose, joined, md
from bot.meeting.seasons import RANKED_FROM, Regular, busiest, called, most_reliable
from bot.offered import EVERY_GAME, OfferedGames
from bot.persons.stats import NEWCOMER, Rating
from bot.ui.components import Row, button, custom_id, in_rows
from bot.ui.page import Page
from engine import GAMES
from engine.store.ids import SeasonNumber

_BEST, _FEW = 10, 3
"""Players who are listed: of a game, and of all games."""
_TIMES = {1: "once", 2: "twice"}
_EXPLAINED = md(
    "-# Ratings count this season’s rated games on this server alone, and everyone starts at {:,}. "
    "A player is ranked after {} rated games.",
    NEWCOMER,
    RANKED_FROM,
)


class Ladder(msgspec.Struct, frozen=True):
    """A season of a server: the players of one title, best first, and everybody's habits in all titles.

    ``first`` and ``last`` are the seasons that can be looked at.
    """

    title: str
    season: SeasonNumber
    best: Sequence[Rating]
    regulars: Sequence[Regular]
    first: int
    last: int


def ladder_page(ladder: Ladder, offered: OfferedGames = EVERY_GAME) -> Page:
    """The season in words, with ways to the other games and seasons."""
    lines = [md("**{}** · {}", escape_prose(GAMES[ladder.title].name), called(ladder.season))]
    lines += [_ranked(place, rating) for place, rating in _places(ladder.best[:_BEST])]
    if not ladder.best:
        lines.append(md("No one has played {} rated games of it on this server.", RANKED_FROM))
    lines += [*_habits(ladder.regulars), _EXPLAINED]
    games: Row = [
        button(game.name, _id(ladder.season, game.key), disabled=game.key == ladder.title) for game in offered.games
    ]
    seasons: Row = [
        button(label, _id(SeasonNumber(season), ladder.title))
        for label, season in (("Earlier season", ladder.season - 1), ("Later season", ladder.season + 1))
        if ladder.first <= season <= ladder.last
    ]
    text = cut(joined(lines), limits.CONTENT)
    return Page(text, None, [*in_rows(games), seasons])


def _ranked(place: int, rating: Rating) -> Markdown:
    games = md("{}, {} won", counted(rating.games, "game"), rating.won)
    return md("{}\\. <@{}> · {:,} · {}", place, int(rating.who), rating.points, games)


def _places(best: Sequence[Rating]) -> list[tuple[int, Rating]]:
    """Equal ratings share a place."""
    return [(1 + sum(other.points > rating.points for other in best), rating) for rating in best]


def _habits(found: Sequence[Regular]) -> list[Markdown]:
    """The sentences about all games of the season."""
    most = [md("<@{}> ({})", one.user, counted(one.finished, "game")) for one in busiest(found, _FEW)]
    sure = [md("<@{}> ({})", one.user, _reliable(one)) for one in most_reliable(found, _FEW)]
    lines = [md("Most rated games finished, of all kinds: {}", joined(most, ", "))] if most else []
    return [*lines, *([md("Most reliable: {}", joined(sure, ", "))] if sure else [])]


def _reliable(one: Regular) -> Markdown:
    games = md("{} of {} finished", one.finished, counted(one.begun, "game"))
    if not one.run_out:
        return games
    return md("{}, time ran out {}", games, escape_prose(_TIMES.get(one.run_out, f"{one.run_out} times")))


def _id(season: SeasonNumber, title: str) -> str:
    return custom_id("L", season, 0, title)
