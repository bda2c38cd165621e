"""The page of `/ladder`: a season of one server. It knows no title and changes nothing."""

from collections.abc import Sequence

import msgspec

from bot import limits
from bot.meeting.seasons import RANKED_FROM, Regular, busiest, called, most_reliable
from bot.persons.stats import NEWCOMER, Rating
from bot.ui.components import Row, button, custom_id, in_rows
from bot.ui.page import Page
from engine import GAMES
from engine.core import counted
from engine.store.ids import SeasonNumber

_BEST, _FEW = 10, 3
"""Players who are listed: of a game, and of all games."""
_TIMES = {1: "once", 2: "twice"}
_EXPLAINED = (
    f"-# Ratings count this season’s rated games on this server alone, and everyone starts at {NEWCOMER:,}. "
    f"A player is ranked after {RANKED_FROM} rated games."
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


def ladder_page(ladder: Ladder) -> Page:
    """The season in words, with ways to the other games and seasons."""
    lines = [f"**{GAMES[ladder.title].name}** · {called(ladder.season)}"]
    lines += [_ranked(place, rating) for place, rating in _places(ladder.best[:_BEST])]
    if not ladder.best:
        lines.append(f"No one has played {RANKED_FROM} rated games of it on this server.")
    lines += [*_habits(ladder.regulars), _EXPLAINED]
    games: Row = [
        button(game.name, _id(ladder.season, game.key), disabled=game.key == ladder.title) for game in GAMES.values()
    ]
    seasons: Row = [
        button(label, _id(SeasonNumber(season), ladder.title))
        for label, season in (("Earlier season", ladder.season - 1), ("Later season", ladder.season + 1))
        if ladder.first <= season <= ladder.last
    ]
    text = limits.cut("\n".join(lines), limits.CONTENT)
    return Page(text, None, [*in_rows(games), seasons])


def _ranked(place: int, rating: Rating) -> str:
    games = f"{counted(rating.games, 'game')}, {rating.won} won"
    return f"{place}\\. <@{rating.who}> · {rating.points:,} · {games}"


def _places(best: Sequence[Rating]) -> list[tuple[int, Rating]]:
    """Equal ratings share a place."""
    return [(1 + sum(other.points > rating.points for other in best), rating) for rating in best]


def _habits(found: Sequence[Regular]) -> list[str]:
    """The sentences about all games of the season."""
    most = [f"<@{one.user}> ({counted(one.finished, 'game')})" for one in busiest(found, _FEW)]
    sure = [f"<@{one.user}> ({_reliable(one)})" for one in most_reliable(found, _FEW)]
    lines = [f"Most rated games finished, of all kinds: {', '.join(most)}"] if most else []
    return [*lines, *([f"Most reliable: {', '.join(sure)}"] if sure else [])]


def _reliable(one: Regular) -> str:
    games = f"{one.finished} of {counted(one.begun, 'game')} finished"
    if not one.run_out:
        return games
    return f"{games}, time ran out {_TIMES.get(one.run_out, f'{one.run_out} times')}"


def _id(season: SeasonNumber, title: str) -> str:
    return custom_id("L", season, 0, title)
