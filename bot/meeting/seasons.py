"""A season of three months on one server: who is best, who plays most, and who can be relied on. Pure.

Everything is worked out from results alone. It knows no title, no SQL and no Discord.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from bot.markdown import Markdown, escape_prose, md
from bot.persons.stats import Rating, ratings
from engine.store.ids import SeasonNumber, UserId
from engine.store.results import Result

RANKED_FROM = 5
"""Rated games from which on a player is ranked."""
_QUARTERS = ("January–March", "April–June", "July–September", "October–December")


class Regular(msgspec.Struct, frozen=True):
    """A player of a season's rated games: how many they began and finished, and how often their time ran out."""

    user: UserId
    begun: int
    finished: int
    run_out: int


def season_at(moment: float) -> SeasonNumber:
    """The number of the season of a moment, in seconds since 1970: four a year."""
    day = datetime.fromtimestamp(moment, UTC)
    return SeasonNumber(day.year * len(_QUARTERS) + (day.month - 1) // 3)


def called(season: SeasonNumber) -> Markdown:
    """The name of a season: “October–December 2026”."""
    year, quarter = divmod(season, len(_QUARTERS))
    return md("{} {}", escape_prose(_QUARTERS[quarter]), year)


def span_of(season: SeasonNumber) -> tuple[float, float]:
    """The moments at which a season begins and ends."""
    return _begins(season), _begins(SeasonNumber(season + 1))


def ranked(results: Iterable[Result]) -> tuple[Rating, ...]:
    """The players of one title with enough rated games, the highest rating first; nothing from before counts."""
    people = [one for one in ratings(results).values() if isinstance(one.who, int)]
    found = [one for one in people if one.games >= RANKED_FROM]
    return tuple(sorted(found, key=lambda one: (-one.points, -one.games, one.who)))


def regulars(results: Iterable[Result], run_out: Mapping[UserId, int]) -> tuple[Regular, ...]:
    """Everybody with rated games of any title, by their id."""
    rated = [one for one in results if one.rated and one.user is not None]
    begun = Counter(one.user for one in rated)
    finished = Counter(one.user for one in rated if not one.gone)
    users = [user for user in begun if user is not None]
    return tuple(Regular(user, begun[user], finished[user], run_out.get(user, 0)) for user in sorted(users))


def busiest(found: Sequence[Regular], most: int) -> tuple[Regular, ...]:
    """The players who have finished the most games."""
    played = [one for one in found if one.finished]
    return tuple(sorted(played, key=lambda one: (-one.finished, one.user))[:most])


def most_reliable(found: Sequence[Regular], most: int) -> tuple[Regular, ...]:
    """The players with enough games who leave the fewest, and let their time run out least often."""
    known = [one for one in found if one.begun >= RANKED_FROM and one.finished]
    known.sort(key=_by_reliability)
    return tuple(known[:most])


def _by_reliability(one: Regular) -> tuple[float, float, int, int]:
    late = one.run_out / one.finished
    return -one.finished / one.begun, late, -one.begun, one.user


def _begins(season: SeasonNumber) -> float:
    year, quarter = divmod(season, len(_QUARTERS))
    return datetime(year, 3 * quarter + 1, 1, tzinfo=UTC).timestamp()
