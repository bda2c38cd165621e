"""Results, ratings and habits of players, as values. Pure; it knows no title, no SQL and no Discord."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from statistics import fmean, median
from typing import Any

import msgspec

from bot.markdown import Markdown, counted, escape_prose, md
from bot.play.holders import DECIDED
from bot.tables.table import Table, game_of
from engine.core import RankingEntry, read_options
from engine.core.game import custom_editions
from engine.store.departures import Departure
from engine.store.ids import UserId
from engine.store.results import Record, Result

NEWCOMER = 1_000
"""The rating that nobody has shown anything for yet."""
_SCALE = 40
"""Points of a rating for one of the model's: a newcomer's first victory is worth about a hundred."""
_AT_ONCE = 60.0
Rated = int | str
"""A user, or a level of computer players by its policy."""
_BEHIND = 100
"""Places: who left is behind everybody who did not, also behind who has fewer points than a computer."""


class Rating(msgspec.Struct, frozen=True):
    """One user or level at one title. ``points`` are what it has shown to be worth at the least: they also rise as
    games take doubt away. ``games`` were rated, ``won`` of them (ties too)."""

    who: Rated
    points: int
    games: int
    won: int


class _Standing(msgspec.Struct):
    """Mutable: one rating while the games are gone through."""

    model: Any
    games: int = 0
    won: int = 0


def results_of(table: Table, departures: Iterable[Departure] = ()) -> tuple[Result, ...]:
    """A finished table's results, one a seat, as of its last move, and one for each who began there and left.

    Rated are the persons who sat there from the beginning to the end, and as last those who left, if there are two of
    them at least, and the computers with which they began; nobody is where all may have hints, with a host's own
    edition, or in a game from a file. Whom the table replaced without being late has not left.
    """
    assert table.state is not None
    users = {seat: player.user for seat, player in enumerate(table.players, 1)}
    left = {
        one.seat: one.user if one.user > 0 else None
        for one in departures
        if not one.came and one.why != DECIDED and one.user not in users.values() and table.chairs is None
    }
    rated = _rated(table, len(left))
    ranking, last = game_of(table.title).rules.ranking(table.state), len(table.players)

    def result(of: RankingEntry, user: UserId | None, place: int, *, is_rated: bool, gone: bool = False) -> Result:
        return Result(table.id, of.seat, table.title, user, place, of.score, is_rated, table.since, gone=gone)

    stayed = [result(p, users.get(p.seat), p.place, is_rated=p.seat in rated) for p in ranking]
    left_over = [p for p in ranking if p.seat in left]
    gone = [result(p, left[p.seat], last, is_rated=bool(rated), gone=True) for p in left_over]
    return (*stayed, *gone)


def _rated(table: Table, left: int) -> set[int]:
    """The seats whose places count; none where so few are left that nobody's does."""
    changed = {past.seat for past in table.holders}
    seated = dict(enumerate(table.players, 1))
    here = {seat: player for seat, player in seated.items() if not player.came and player.away is None}
    steady = {seat for seat, player in here.items() if player.user is not None}
    computers = {seat for seat, player in here.items() if player.policy is not None and seat not in changed}
    options = read_options(game_of(table.title).options, table.options)
    counts = table.chairs is None and table.terms.hints != "always" and not custom_editions(options)
    return steady | computers if counts and steady and len(steady) + left > 1 else set()


def ratings(results: Iterable[Result]) -> Mapping[Rated, Rating]:
    """Every user's and level's rating from one title's results, which stand in the order of the games.

    Weng and Lin's Bayesian ranking with the Plackett–Luce model: games of any number of players, ties included. Who
    has deleted their data counts as somebody of whom nothing is known.
    """
    from openskill.models import PlackettLuce  # here, because most of what starts the bot needs no ratings

    model, known = PlackettLuce(), dict[Rated, _Standing]()
    for _, game in groupby((result for result in results if result.rated), key=lambda result: result.session):
        rows = list(game)
        new = [_Standing(model.rating()) for _ in rows]
        names = [row.user or row.policy for row in rows]
        pairs = zip(names, new, strict=True)
        at = [known.setdefault(name, one) if name else one for name, one in pairs]
        ranks = [float(row.place + _BEHIND * row.gone) for row in rows]
        after = model.rate([[standing.model] for standing in at], ranks=ranks)
        for standing in {id(one): one for one in at}.values():
            played = zip(rows, at, after, strict=True)
            own = [(row, rated) for row, one, (rated,) in played if one is standing]
            standing.model = _mean(model, [rated for _, rated in own])
            standing.games += 1
            standing.won += any(row.place == 1 for row, _ in own)
    return {who: _rating(who, standing) for who, standing in known.items()}


def best(found: Mapping[Rated, Rating], among: Iterable[Rated], most: int = 10) -> tuple[Rating, ...]:
    """The highest ratings among these users or levels."""
    here = [found[who] for who in among if who in found]
    here.sort(key=lambda rating: (-rating.points, -rating.games, rating.who))
    return tuple(here[:most])


def habits(record: Record) -> tuple[Markdown, ...]:
    """The habits of a player in games, in sentences; nothing about what is not known yet."""
    lines = list[Markdown]()
    if asked := record.in_time + record.run_out:
        share = 100 * record.in_time // asked
        lines.append(
            md(
                "At tables with a clock: {}% of {} on time; time ran out {}.",
                share,
                counted(asked, "turn"),
                escape_prose(_times(record.run_out)),
            )
        )
    if record.begun:
        lines.append(md("Played to the end: {} of {}.", record.finished, counted(record.begun, "game")))
    if record.waits:
        usual = median(record.waits)
        lines.append(
            md("A turn usually takes {}.", escape_prose(span(usual) if usual >= _AT_ONCE else "less than a minute"))
        )
    return tuple(lines)


def span(seconds: float) -> str:
    """A span of time as people say it: “3 minutes”, “2 days”."""
    sizes = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))
    size, name = next((size for size in sizes if seconds >= 2 * size[0]), sizes[-1])
    return counted(round(seconds / size), name)


def _mean(model: Any, learned: Sequence[Any]) -> Any:
    """The rating of a level that had several seats, each of which has taught it something else."""
    if len(learned) == 1:
        return learned[0]
    mu, sigma = fmean(one.mu for one in learned), fmean(one.sigma for one in learned)
    return model.rating(mu=mu, sigma=sigma)


def points_of(model: Any) -> int:
    """A rating of the model as people read it."""
    points: float = NEWCOMER + _SCALE * model.ordinal()
    return round(points)


def _rating(who: Rated, standing: _Standing) -> Rating:
    return Rating(who, points_of(standing.model), standing.games, standing.won)


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
