"""Seasons of three months on a server: the best, the most active, and the most reliable players, from results. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from bot.markdown import Markdown, escape_prose, md
from bot.persons.stats import Rating, compute_ratings
from engine.store.ids import SeasonNumber, UserId
from engine.store.results import SeatResult

MIN_RANKED_GAMES = 5
"""Minimum number of rated games that a player needs to be ranked."""
_QUARTERS = ("January–March", "April–June", "July–September", "October–December")


class SeasonPlayer(msgspec.Struct, frozen=True):
    """A player of rated games in a season: games begun, games finished, and how often their time ran out."""

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
    """(start, end) of a season, in seconds since 1970."""
    return _season_start(season), _season_start(SeasonNumber(season + 1))


def rank_players(results: Iterable[SeatResult]) -> tuple[Rating, ...]:
    """Return the players with enough rated games among ``results``, highest rating first."""
    user_ratings = [rating for rating in compute_ratings(results).values() if isinstance(rating.who, int)]
    ratings_with_enough_games = [rating for rating in user_ratings if rating.games >= MIN_RANKED_GAMES]
    return tuple(sorted(ratings_with_enough_games, key=lambda rating: (-rating.points, -rating.games, rating.who)))


def season_players(results: Iterable[SeatResult], timeouts: Mapping[UserId, int]) -> tuple[SeasonPlayer, ...]:
    """Return the players of rated games, whichever game it was, ordered by id."""
    rated_results = [result for result in results if result.rated and result.user is not None]
    begun = Counter(result.user for result in rated_results)
    finished = Counter(result.user for result in rated_results if not result.gone)
    users = [user for user in begun if user is not None]
    return tuple(SeasonPlayer(user, begun[user], finished[user], timeouts.get(user, 0)) for user in sorted(users))


def busiest_players(players: Sequence[SeasonPlayer], count: int) -> tuple[SeasonPlayer, ...]:
    """At most ``count`` players with the most finished games."""
    candidates = [player for player in players if player.finished]
    return tuple(sorted(candidates, key=lambda player: (-player.finished, player.user))[:count])


def most_reliable_players(players: Sequence[SeasonPlayer], count: int) -> tuple[SeasonPlayer, ...]:
    """At most ``count`` players with enough games who leave and time out least often."""
    candidates = [player for player in players if player.begun >= MIN_RANKED_GAMES and player.finished]
    candidates.sort(key=_reliability_key)
    return tuple(candidates[:count])


def _reliability_key(player: SeasonPlayer) -> tuple[float, float, int, int]:
    timeouts_per_game = player.run_out / player.finished
    return -player.finished / player.begun, timeouts_per_game, -player.begun, player.user


def _season_start(season: SeasonNumber) -> float:
    year, quarter = divmod(season, len(_QUARTERS))
    return datetime(year, 3 * quarter + 1, 1, tzinfo=UTC).timestamp()
