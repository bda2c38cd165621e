"""Results, ratings and habits of players, as values. Pure; no SQL and no Discord."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from statistics import fmean, median
from typing import Any

import msgspec

from bot.markdown import Markdown, count_noun, escape_prose, md
from bot.play.seat_holders import DECIDED_NUMBER
from bot.tables.table import Table, game_of
from engine.core import RankingEntry, read_options
from engine.core.game import custom_editions
from engine.store.ids import UserId
from engine.store.results import PlayRecord, SeatResult
from engine.store.seat_history import Departure

NEWCOMER_POINTS = 1_000
"""The rating that no one has shown anything for yet."""
_POINTS_PER_UNIT = 40
"""Rating points per unit of the model: a newcomer's first victory is worth about a hundred."""
_SHORT_SECONDS = 60.0
Contestant = int | str
"""A user, or a level of computer player, identified by its policy."""
_LEAVER_PENALTY = 100
"""Added to the place of players who left, so that they are behind everyone else."""


class Rating(msgspec.Struct, frozen=True):
    """The rating of a user or level in one game. ``points`` is a lower bound, which also rises with more games.

    ``games`` were rated, ``won`` of them, including ties.
    """

    who: Contestant
    points: int
    games: int
    won: int


class _RunningRating(msgspec.Struct):
    """Mutable: one rating while the games are gone through."""

    model: Any
    games: int = 0
    won: int = 0


def seat_results(table: Table, departures: Iterable[Departure] = ()) -> tuple[SeatResult, ...]:
    """A finished table's results: one per seat, as of its last move, and one per player who left.

    Rated are players who stayed from beginning to end; those who left count as last, if there are at least two such
    players, and the original computers. A game with hints, with a host's own edition, or from a file is not rated.
    Players who were replaced without being late do not count as having left.
    """
    assert table.state is not None
    users = {seat: player.user for seat, player in enumerate(table.players, 1)}
    leavers_by_seat = {
        one.seat: one.user if one.user > 0 else None
        for one in departures
        if not one.came and one.why != DECIDED_NUMBER and one.user not in users.values() and table.chairs is None
    }
    seats_that_count = _seats_that_count(table, len(leavers_by_seat))
    ranking, last = game_of(table.title).rules.ranking(table.state), len(table.players)

    def seat_result(
        of: RankingEntry, user: UserId | None, place: int, *, is_rated: bool, gone: bool = False
    ) -> SeatResult:
        return SeatResult(table.id, of.seat, table.title, user, place, of.score, is_rated, table.since, gone=gone)

    results_of_holders = [
        seat_result(p, users.get(p.seat), p.place, is_rated=p.seat in seats_that_count) for p in ranking
    ]
    leaver_places = [p for p in ranking if p.seat in leavers_by_seat]
    results_of_leavers = [
        seat_result(p, leavers_by_seat[p.seat], last, is_rated=bool(seats_that_count), gone=True) for p in leaver_places
    ]
    return (*results_of_holders, *results_of_leavers)


def _seats_that_count(table: Table, leaver_count: int) -> set[int]:
    """The seats whose places count; empty if there are too few."""
    changed_seats = {past.seat for past in table.holders}
    players_by_seat = dict(enumerate(table.players, 1))
    original_players = {
        seat: player for seat, player in players_by_seat.items() if not player.came and player.away is None
    }
    seats_of_users = {seat for seat, player in original_players.items() if player.user is not None}
    computers = {
        seat for seat, player in original_players.items() if player.policy is not None and seat not in changed_seats
    }
    options = read_options(game_of(table.title).options, table.options)
    is_rateable = table.chairs is None and table.terms.hints != "always" and not custom_editions(options)
    return (
        seats_of_users | computers
        if is_rateable and seats_of_users and len(seats_of_users) + leaver_count > 1
        else set()
    )


def compute_ratings(results: Iterable[SeatResult]) -> Mapping[Contestant, Rating]:
    """The ratings of all users and levels from one game's results, in order.

    Weng and Lin's Bayesian ranking with the Plackett–Luce model, for any number of players, with ties. Users who
    deleted their data count as unknown players.
    """
    from openskill.models import PlackettLuce  # here, because most of what starts the bot needs no ratings

    model, running_ratings = PlackettLuce(), dict[Contestant, _RunningRating]()
    for _, game in groupby((result for result in results if result.rated), key=lambda result: result.session):
        rows = list(game)
        new_ratings = [_RunningRating(model.rating()) for _ in rows]
        names = [row.user or row.policy for row in rows]
        pairs = zip(names, new_ratings, strict=True)
        table_ratings = [running_ratings.setdefault(name, one) if name else one for name, one in pairs]
        ranks = [float(row.place + _LEAVER_PENALTY * row.gone) for row in rows]
        new_models = model.rate([[standing.model] for standing in table_ratings], ranks=ranks)
        for standing in {id(one): one for one in table_ratings}.values():
            played = zip(rows, table_ratings, new_models, strict=True)
            own_rows = [(row, rated) for row, one, (rated,) in played if one is standing]
            standing.model = _mean_rating(model, [rated for _, rated in own_rows])
            standing.games += 1
            standing.won += any(row.place == 1 for row, _ in own_rows)
    return {who: _to_rating(who, standing) for who, standing in running_ratings.items()}


def best_ratings(
    ratings: Mapping[Contestant, Rating], contestants: Iterable[Contestant], count: int = 10
) -> tuple[Rating, ...]:
    """The highest ratings among these users or levels."""
    known_ratings = [ratings[who] for who in contestants if who in ratings]
    known_ratings.sort(key=lambda rating: (-rating.points, -rating.games, rating.who))
    return tuple(known_ratings[:count])


def habit_lines(record: PlayRecord) -> tuple[Markdown, ...]:
    """A player's habits in sentences; facts that are unknown are omitted."""
    lines = list[Markdown]()
    if turn_count := record.in_time + record.run_out:
        share = 100 * record.in_time // turn_count
        lines.append(
            md(
                "At tables with a clock: {}% of {} on time; time ran out {}.",
                share,
                count_noun(turn_count, "turn"),
                escape_prose(_times_text(record.run_out)),
            )
        )
    if record.begun:
        lines.append(md("Played to the end: {} of {}.", record.finished, count_noun(record.begun, "game")))
    if record.waits:
        median_seconds = median(record.waits)
        lines.append(
            md(
                "A turn usually takes {}.",
                escape_prose(span_text(median_seconds) if median_seconds >= _SHORT_SECONDS else "less than a minute"),
            )
        )
    return tuple(lines)


def span_text(seconds: float) -> str:
    """A span of time as people say it: “3 minutes”, “2 days”."""
    sizes = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))
    size, name = next((size for size in sizes if seconds >= 2 * size[0]), sizes[-1])
    return count_noun(round(seconds / size), name)


def _mean_rating(model: Any, models: Sequence[Any]) -> Any:
    """The rating of a level that had several seats, from all of their results."""
    if len(models) == 1:
        return models[0]
    mu, sigma = fmean(one.mu for one in models), fmean(one.sigma for one in models)
    return model.rating(mu=mu, sigma=sigma)


def rating_points(model: Any) -> int:
    """A rating of the model as people read it."""
    points: float = NEWCOMER_POINTS + _POINTS_PER_UNIT * model.ordinal()
    return round(points)


def _to_rating(who: Contestant, standing: _RunningRating) -> Rating:
    return Rating(who, rating_points(standing.model), standing.games, standing.won)


def _times_text(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
