"""``python -m engine arena``: which computer player is the better one, on deals that nobody tunes on."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from statistics import fmean, median, variance
from time import process_time
from typing import Any

import msgspec

from engine.ai import Policy
from engine.cli.selfplay import Played, play_game
from engine.core import Action, Decision, Game, Options, Rng, View, counted
from engine.mind import PLAYERS

MEASURING = 1_000_000
"""Before the seeds of deals that are kept for measuring: no number of a hint was ever chosen on them."""
TUNING = 2_000_000
"""Before the seeds of deals for choosing numbers on."""
_SURE = 1.96
"""Standard errors on either side of 95 of 100."""


class Standing(msgspec.Struct, frozen=True):
    """One policy. ``share`` is the share of games that one seat of it wins, ties split, with its 95% interval.

    Times are seconds of processor time a move.
    """

    policy: str
    seats: int
    share: float
    low: float
    high: float
    score: float
    median: float
    p99: float
    slowest: float


class Outcome(msgspec.Struct, frozen=True):
    """The shares of games won, and how long a move took.

    ``chairs`` are the shares of games won from each seat, whoever sat there."""

    title: str
    games: int
    deals: int
    unfinished: int
    fair: float
    standings: tuple[Standing, ...]
    chairs: tuple[float, ...]


class Clockwork:
    """The policies of the arena, with the time that each move takes."""

    def __init__(self, players: Mapping[str, Policy] = PLAYERS) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.policies: Mapping[str, Policy] = {name: self._timed(name, players[name]) for name in players}

    def _timed(self, name: str, policy: Policy) -> Policy:
        def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
            began = process_time()
            chosen = policy(game, view, decision, rng)
            self.times[name].append(process_time() - began)
            return chosen

        return choose


def games(
    game: Game[Any], options: Options, policies: tuple[str, ...], first: int, deals: int, clockwork: Clockwork
) -> Iterator[Played]:
    """Each deal is played once from every rotation of the seats, one after the other."""
    for deal in range(deals):
        for seated in rotations(policies):
            yield play_game(game, options, seated, first + deal, clockwork.policies)


def rotations(policies: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The different ways to sit around the table in this order: equal players would play one game again and again."""
    turned = (policies[turn:] + policies[:turn] for turn in range(len(policies)))
    return tuple(dict.fromkeys(turned))


def outcome(game: Game[Any], played: Sequence[Played], clockwork: Clockwork) -> Outcome:
    """The figures of whole rotations."""
    seats, each = len(played[0].policies), len(rotations(played[0].policies))
    ended = [one for one in played if one.finished]
    won = [_shares(game, one) for one in played]
    standings = [
        _standing(game, name, played, won, clockwork.times[name]) for name in dict.fromkeys(played[0].policies)
    ]
    return Outcome(
        title=game.key,
        games=len(played),
        deals=len(played) // each,
        unfinished=len(played) - len(ended),
        fair=1 / seats,
        standings=tuple(sorted(standings, key=lambda one: -one.share)),
        chairs=tuple(fmean(float(shares[chair]) for shares in won) for chair in range(seats)),
    )


def lines(found: Outcome) -> Iterator[str]:
    """The table for a terminal."""
    played = f"{counted(found.games, 'game')}, {counted(found.deals, 'deal')}"
    yield f"{found.title}: {played}, fair share {found.fair:.3f}"
    if found.unfinished:
        yield f"Unfinished games, won by nobody: {found.unfinished}"
    times = f"{'median s':>10}{'p99 s':>8}{'max s':>8}"
    yield f"{'player':<12}{'seats':>5}  {'share [95%]':<22}{'score':>9}{times}"
    for one in found.standings:
        share = f"{one.share:.3f} [{one.low:.3f}, {one.high:.3f}]"
        times = f"{one.median:>10.4f}{one.p99:>8.3f}{one.slowest:>8.3f}"
        yield f"{one.policy:<12}{one.seats:>5}  {share:<22}{one.score:>9.1f}{times}"
    yield "won from seat " + ", ".join(f"{chair}: {share:.3f}" for chair, share in enumerate(found.chairs, 1))


def interval(games: Sequence[float], each: int) -> tuple[float, float]:
    """The 95% interval (Wilson's) of a mean share; every ``each`` games in a row share a deal.

    Games of one deal resemble one another, so they count for as many independent ones as the spread between the means
    of deals shows: at least one for each deal, at most all.
    """
    share, deals = fmean(games), len(games) // each
    means = [fmean(games[deal * each : (deal + 1) * each]) for deal in range(deals)]
    spread = variance(means) / deals if deals > 1 else 0.0
    counted = share * (1 - share) / spread if spread else float(deals)
    return _wilson(share, min(float(len(games)), max(float(deals), counted)))


def _wilson(share: float, games: float) -> tuple[float, float]:
    square = _SURE**2
    middle = share + square / (2 * games)
    half = _SURE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    whole = 1 + square / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def _shares(game: Game[Any], one: Played) -> list[Fraction]:
    """Each seat's share of the win of a game."""
    shares = [Fraction(0)] * len(one.policies)
    if one.finished:
        winners = [place.seat for place in game.rules.ranking(one.state) if place.place == 1]
        for seat in winners:
            shares[seat - 1] = Fraction(1, len(winners))
    return shares


def _standing(
    game: Game[Any],
    name: str,
    played: Sequence[Played],
    won: Sequence[Sequence[Fraction]],
    times: Sequence[float],
) -> Standing:
    seats = played[0].policies.count(name)
    shares = [_of_policy(one, shares, name) / seats for one, shares in zip(played, won, strict=True)]
    low, high = interval(shares, len(rotations(played[0].policies)))
    ordered = sorted(times)
    return Standing(
        policy=name,
        seats=seats,
        share=fmean(shares),
        low=low,
        high=high,
        score=fmean(_scores(game, played, name)),
        median=median(ordered),
        p99=ordered[len(ordered) * 99 // 100],
        slowest=max(ordered),
    )


def _of_policy(one: Played, shares: Sequence[Fraction], name: str) -> float:
    return float(sum(share for policy, share in zip(one.policies, shares, strict=True) if policy == name))


def _scores(game: Game[Any], played: Sequence[Played], name: str) -> list[int]:
    found: list[int] = []
    for one in played:
        ranking = game.rules.ranking(one.state)
        found += [place.score for place in ranking if one.policies[place.seat - 1] == name]
    return found
