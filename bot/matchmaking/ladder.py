"""Seasons of three months on a server: the best, the most active, and the most reliable players. Pure.

Everything is computed from results.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from bot.markdown import Markdown, escape_prose, md
from bot.persons.stats import Rating, compute_ratings
from engine.store.ids import SeasonNumber, UserId
from engine.store.results import SeatResult

MIN_RANKED_GAMES = 5
"""Rated games that a player needs to be ranked."""
_QUARTERS = ("January–March", "April–June", "July–September", "October–December")


class SeasonPlayer(msgspec.Struct, frozen=True):
    """A player of a season's rated games: how many they began and finished, and how often their time ran out."""

    user: UserId
    begun: int
    finished: int
    run_out: int


def season_at(moment: float) -> SeasonNumber:
    """The number of the season at a time, in seconds since 1970; there are four per year."""
    day = datetime.fromtimestamp(moment, UTC)
    return SeasonNumber(day.year * len(_QUARTERS) + (day.month - 1) // 3)


def season_name(season: SeasonNumber) -> Markdown:
    """The name of a season: “October–December 2026”."""
    year, quarter = divmod(season, len(_QUARTERS))
    return md("{} {}", escape_prose(_QUARTERS[quarter]), year)


def season_span(season: SeasonNumber) -> tuple[float, float]:
    """The start and end of a season."""
    return _season_start(season), _season_start(SeasonNumber(season + 1))


def rank_players(results: Iterable[SeatResult]) -> tuple[Rating, ...]:
    """The players of a game with enough rated games in the season, highest rating first."""
    user_ratings = [one for one in compute_ratings(results).values() if isinstance(one.who, int)]
    ratings_with_enough_games = [one for one in user_ratings if one.games >= MIN_RANKED_GAMES]
    return tuple(sorted(ratings_with_enough_games, key=lambda one: (-one.points, -one.games, one.who)))


def season_players(results: Iterable[SeatResult], run_out: Mapping[UserId, int]) -> tuple[SeasonPlayer, ...]:
    """Everyone with rated games of any game, by their id."""
    rated = [one for one in results if one.rated and one.user is not None]
    begun = Counter(one.user for one in rated)
    finished = Counter(one.user for one in rated if not one.gone)
    users = [user for user in begun if user is not None]
    return tuple(SeasonPlayer(user, begun[user], finished[user], run_out.get(user, 0)) for user in sorted(users))


def busiest_players(players: Sequence[SeasonPlayer], most: int) -> tuple[SeasonPlayer, ...]:
    """The players with the most finished games."""
    candidates = [one for one in players if one.finished]
    return tuple(sorted(candidates, key=lambda one: (-one.finished, one.user))[:most])


def most_reliable_players(players: Sequence[SeasonPlayer], most: int) -> tuple[SeasonPlayer, ...]:
    """The players with enough games who leave and time out least often."""
    candidates = [one for one in players if one.begun >= MIN_RANKED_GAMES and one.finished]
    candidates.sort(key=_reliability_key)
    return tuple(candidates[:most])


def _reliability_key(one: SeasonPlayer) -> tuple[float, float, int, int]:
    late = one.run_out / one.finished
    return -one.finished / one.begun, late, -one.begun, one.user


def _season_start(season: SeasonNumber) -> float:
    year, quarter = divmod(season, len(_QUARTERS))
    return datetime(year, 3 * quarter + 1, 1, tzinfo=UTC).timestamp()
