"""``python -m engine arena``: compares computer players on deals that are never used for tuning."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from statistics import fmean, median, variance
from time import process_time
from typing import Any

import msgspec

from engine.agents.policies import Policy
from engine.agents.registry import ALL_POLICIES
from engine.cli.selfplay import GameRecord, play_game
from engine.core import Action, Decision, Game, Options, Rng, View, count_noun

MEASURING_SEED = 1_000_000
"""Base of the seeds of deals reserved for measuring: never use them to choose parameters."""
TUNING_SEED = 2_000_000
"""Base of the seeds of deals for choosing parameters."""
_SURE_ERRORS = 1.96
"""Standard errors on either side of 95 of 100."""


class PolicyResult(msgspec.Struct, frozen=True):
    """The result of one policy. ``share`` is the share of games that one of its seats wins, ties split, with a 95%
    interval.

    Times are CPU seconds per move.
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

    ``seat_shares`` are the shares of games won from each seat, anyone who sat there."""

    title: str
    games: int
    deals: int
    unfinished: int
    fair: float
    results: tuple[PolicyResult, ...]
    seat_shares: tuple[float, ...]


class TimedPolicies:
    """The policies of the arena, with the time that each move takes."""

    def __init__(self, players: Mapping[str, Policy] = ALL_POLICIES) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.policies: Mapping[str, Policy] = {name: self._time_policy(name, players[name]) for name in players}

    def _time_policy(self, name: str, policy: Policy) -> Policy:
        def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
            began = process_time()
            chosen = policy(game, view, decision, rng)
            self.times[name].append(process_time() - began)
            return chosen

        return choose


def play_rotations(
    game: Game[Any], options: Options, policies: tuple[str, ...], first: int, deals: int, timed_policies: TimedPolicies
) -> Iterator[GameRecord]:
    """Each deal is played once from every rotation of the seats, one after the other."""
    for deal in range(deals):
        for policies_by_seat in seat_rotations(policies):
            yield play_game(game, options, policies_by_seat, first + deal, timed_policies.policies)


def seat_rotations(policies: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The different ways to sit around the table in this order: equal players would play one game again and again."""
    orders = (policies[turn:] + policies[:turn] for turn in range(len(policies)))
    return tuple(dict.fromkeys(orders))


def arena_outcome(game: Game[Any], records: Sequence[GameRecord], timed_policies: TimedPolicies) -> Outcome:
    """The figures of whole rotations."""
    seats, each = len(records[0].policies), len(seat_rotations(records[0].policies))
    finished_games = [one for one in records if one.is_finished]
    win_shares = [_win_shares(game, one) for one in records]
    standings = [
        _policy_result(game, name, records, win_shares, timed_policies.times[name])
        for name in dict.fromkeys(records[0].policies)
    ]
    return Outcome(
        title=game.key,
        games=len(records),
        deals=len(records) // each,
        unfinished=len(records) - len(finished_games),
        fair=1 / seats,
        results=tuple(sorted(standings, key=lambda one: -one.share)),
        seat_shares=tuple(fmean(float(shares[chair]) for shares in win_shares) for chair in range(seats)),
    )


def outcome_lines(outcome: Outcome) -> Iterator[str]:
    """The table for a terminal."""
    played = f"{count_noun(outcome.games, 'game')}, {count_noun(outcome.deals, 'deal')}"
    yield f"{outcome.title}: {played}, fair share {outcome.fair:.3f}"
    if outcome.unfinished:
        yield f"Unfinished games, won by nobody: {outcome.unfinished}"
    times = f"{'median s':>10}{'p99 s':>8}{'max s':>8}"
    yield f"{'player':<12}{'seats':>5}  {'share [95%]':<22}{'score':>9}{times}"
    for one in outcome.results:
        share = f"{one.share:.3f} [{one.low:.3f}, {one.high:.3f}]"
        times = f"{one.median:>10.4f}{one.p99:>8.3f}{one.slowest:>8.3f}"
        yield f"{one.policy:<12}{one.seats:>5}  {share:<22}{one.score:>9.1f}{times}"
    yield "won from seat " + ", ".join(f"{chair}: {share:.3f}" for chair, share in enumerate(outcome.seat_shares, 1))


def share_interval(games: Sequence[float], games_per_deal: int) -> tuple[float, float]:
    """The 95% interval (Wilson's) of a mean share; every ``games_per_deal`` games in a row share a deal.

    Games of one deal are correlated, so they count as fewer independent ones, estimated from the spread of the deals'
    means: at least one per deal.
    """
    share, deals = fmean(games), len(games) // games_per_deal
    means = [fmean(games[deal * games_per_deal : (deal + 1) * games_per_deal]) for deal in range(deals)]
    spread = variance(means) / deals if deals > 1 else 0.0
    independent_games = share * (1 - share) / spread if spread else float(deals)
    return _wilson_interval(share, min(float(len(games)), max(float(deals), independent_games)))


def _wilson_interval(share: float, games: float) -> tuple[float, float]:
    square = _SURE_ERRORS**2
    middle = share + square / (2 * games)
    half = _SURE_ERRORS * sqrt(share * (1 - share) / games + square / (4 * games**2))
    whole = 1 + square / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def _win_shares(game: Game[Any], one: GameRecord) -> list[Fraction]:
    """Each seat's share of the win of a game."""
    shares = [Fraction(0)] * len(one.policies)
    if one.is_finished:
        winners = [place.seat for place in game.rules.ranking(one.state) if place.place == 1]
        for seat in winners:
            shares[seat - 1] = Fraction(1, len(winners))
    return shares


def _policy_result(
    game: Game[Any],
    name: str,
    records: Sequence[GameRecord],
    win_shares: Sequence[Sequence[Fraction]],
    times: Sequence[float],
) -> PolicyResult:
    seats = records[0].policies.count(name)
    shares = [_policy_share(one, shares, name) / seats for one, shares in zip(records, win_shares, strict=True)]
    low, high = share_interval(shares, len(seat_rotations(records[0].policies)))
    ordered = sorted(times)
    return PolicyResult(
        policy=name,
        seats=seats,
        share=fmean(shares),
        low=low,
        high=high,
        score=fmean(_policy_scores(game, records, name)),
        median=median(ordered),
        p99=ordered[len(ordered) * 99 // 100],
        slowest=max(ordered),
    )


def _policy_share(one: GameRecord, shares: Sequence[Fraction], name: str) -> float:
    return float(sum(share for policy, share in zip(one.policies, shares, strict=True) if policy == name))


def _policy_scores(game: Game[Any], records: Sequence[GameRecord], name: str) -> list[int]:
    scores: list[int] = []
    for one in records:
        ranking = game.rules.ranking(one.state)
        scores += [place.score for place in ranking if one.policies[place.seat - 1] == name]
    return scores
