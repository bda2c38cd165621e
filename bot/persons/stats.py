"""Results, ratings, and habits of players. Pure; no SQL and no Discord."""

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
"""The rating of a player without results."""
_POINTS_PER_UNIT = 40
"""Rating points per unit of the rating model. The first win of a new player is worth about 100 points."""
_SHORT_SECONDS = 60.0
"""Turns shorter than this many seconds are described as “less than a minute”."""
Contestant = int | str
"""A user's id, or the policy of a computer player."""
_LEAVER_PENALTY = 100
"""Number added to the place of players who left, so that they rank below all others."""


class Rating(msgspec.Struct, frozen=True):
    """The rating of a user or of a level of computer player, in one game.

    ``points`` is a lower bound of the skill, so it also rises with more games. ``games`` is the number of rated games,
    and ``won`` the number of wins, including ties.
    """

    who: Contestant
    points: int
    games: int
    won: int


class _RunningRating(msgspec.Struct):
    """A rating while ``compute_ratings`` processes the results. Mutable."""

    model: Any
    games: int = 0
    won: int = 0


def seat_results(table: Table, departures: Iterable[Departure] = ()) -> tuple[SeatResult, ...]:
    """Return the results of a finished table: one per seat, for its last holder, and one per player who left.

    The results are rated if at least two users played from the start, and at least one of them stayed to the end. A
    player who left is ranked last. Computer players that played from the start are rated, too. A game with hints, with
    a host's own edition, or from a file is not rated. A player who was replaced without being late does not count as
    having left.
    """
    assert table.state is not None
    users = {seat: player.user for seat, player in enumerate(table.players, 1)}
    leavers_by_seat = {
        departure.seat: departure.user if departure.user > 0 else None
        for departure in departures
        if not departure.came
        and departure.why != DECIDED_NUMBER
        and departure.user not in users.values()
        and table.chairs is None
    }
    rated_seats = _rated_seats(table, len(leavers_by_seat))
    ranking, last = game_of(table.title).rules.ranking(table.state), len(table.players)

    def seat_result(
        entry: RankingEntry, user: UserId | None, place: int, *, is_rated: bool, gone: bool = False
    ) -> SeatResult:
        return SeatResult(table.id, entry.seat, table.title, user, place, entry.score, is_rated, table.since, gone=gone)

    results_of_holders = [
        seat_result(entry, users.get(entry.seat), entry.place, is_rated=entry.seat in rated_seats) for entry in ranking
    ]
    leaver_places = [entry for entry in ranking if entry.seat in leavers_by_seat]
    results_of_leavers = [
        seat_result(entry, leavers_by_seat[entry.seat], last, is_rated=bool(rated_seats), gone=True)
        for entry in leaver_places
    ]
    return (*results_of_holders, *results_of_leavers)


def _rated_seats(table: Table, leaver_count: int) -> set[int]:
    changed_seats = {holder.seat for holder in table.holders}
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
    """Compute the ratings of all users and levels from the results of one game, which are in chronological order.

    The method is Weng and Lin's Bayesian ranking with the Plackett–Luce model, for any number of players, with ties. A
    user who deleted their data counts as an unknown player.
    """
    from openskill.models import PlackettLuce  # imported here because the bot starts faster without it

    model, running_ratings = PlackettLuce(), dict[Contestant, _RunningRating]()
    for _, game in groupby((result for result in results if result.rated), key=lambda result: result.session):
        rows = list(game)
        new_ratings = [_RunningRating(model.rating()) for _ in rows]
        names = [row.user or row.policy for row in rows]
        pairs = zip(names, new_ratings, strict=True)
        table_ratings = [running_ratings.setdefault(name, rating) if name else rating for name, rating in pairs]
        ranks = [float(row.place + _LEAVER_PENALTY * row.gone) for row in rows]
        new_models = model.rate([[running_rating.model] for running_rating in table_ratings], ranks=ranks)
        for running_rating in {id(rating): rating for rating in table_ratings}.values():
            played = zip(rows, table_ratings, new_models, strict=True)
            own_rows = [(row, rated) for row, rating, (rated,) in played if rating is running_rating]
            running_rating.model = _mean_rating(model, [rated for _, rated in own_rows])
            running_rating.games += 1
            running_rating.won += any(row.place == 1 for row, _ in own_rows)
    return {who: _to_rating(who, running_rating) for who, running_rating in running_ratings.items()}


def best_ratings(
    ratings: Mapping[Contestant, Rating], contestants: Iterable[Contestant], count: int = 10
) -> tuple[Rating, ...]:
    """Return the ``count`` highest ratings among these users and levels."""
    known_ratings = [ratings[who] for who in contestants if who in ratings]
    known_ratings.sort(key=lambda rating: (-rating.points, -rating.games, rating.who))
    return tuple(known_ratings[:count])


def habit_lines(record: PlayRecord) -> tuple[Markdown, ...]:
    """Return sentences about a player's habits. Unknown facts are left out."""
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
    """Return a duration in the largest unit that suits: “3 minutes”, “2 days”."""
    sizes = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))
    size, name = next((size for size in sizes if seconds >= 2 * size[0]), sizes[-1])
    return count_noun(round(seconds / size), name)


def _mean_rating(model: Any, models: Sequence[Any]) -> Any:
    """Return the mean of the new ratings of a computer level that had several seats in a game."""
    if len(models) == 1:
        return models[0]
    mu, sigma = fmean(model_rating.mu for model_rating in models), fmean(model_rating.sigma for model_rating in models)
    return model.rating(mu=mu, sigma=sigma)


def rating_points(model: Any) -> int:
    """Return the rating of the model as a whole number of points."""
    points: float = NEWCOMER_POINTS + _POINTS_PER_UNIT * model.ordinal()
    return round(points)


def _to_rating(who: Contestant, running_rating: _RunningRating) -> Rating:
    return Rating(who, rating_points(running_rating.model), running_rating.games, running_rating.won)


def _times_text(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
