"""``python -m engine arena``: a comparison of computer players. Its deals are never used for tuning."""

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
"""First seed of the deals for measurements. These deals must never be used to choose parameters."""
TUNING_SEED = 2_000_000
"""First seed of the deals for choosing parameters."""
_HALF_WIDTH = 1.96
"""Half the width of a 95% interval, in standard errors."""


class PolicyResult(msgspec.Struct, frozen=True):
    """The result of one policy, which has ``seats`` seats in each game.

    ``share`` is the share of games that one of its seats wins; tied seats share a game. ``low`` and ``high`` are the
    bounds of its 95% interval. ``score`` is the mean score. ``median``, ``p99``, and ``slowest`` are CPU seconds per
    move.
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
    """The outcome of an arena, with the results of the policies, the best first.

    ``fair`` is the share of games that each seat wins if all policies are equally good. ``seat_shares`` are the shares
    of games that each seat has won, whatever its policy.
    """

    title: str
    games: int
    deals: int
    unfinished: int
    fair: float
    results: tuple[PolicyResult, ...]
    seat_shares: tuple[float, ...]


class TimedPolicies:
    """Policies, by name, that record the CPU seconds of each of their moves in ``times``."""

    def __init__(self, players: Mapping[str, Policy] = ALL_POLICIES) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.policies: Mapping[str, Policy] = {name: self._time_policy(name, players[name]) for name in players}

    def _time_policy(self, name: str, policy: Policy) -> Policy:
        def choose(game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
            start_time = process_time()
            choice = policy(game, view, decision, rng)
            self.times[name].append(process_time() - start_time)
            return choice

        return choose


def play_rotations(
    game: Game[Any], options: Options, policies: tuple[str, ...], first: int, deals: int, timed_policies: TimedPolicies
) -> Iterator[GameRecord]:
    """Play each deal once with every rotation of the policies, and yield the records.

    ``first`` is the seed of the first deal.
    """
    for deal in range(deals):
        for policies_by_seat in seat_rotations(policies):
            yield play_game(game, options, policies_by_seat, first + deal, timed_policies.policies)


def seat_rotations(policies: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the different rotations of the policies over the seats.

    Equal policies may make rotations equal; only one of these is returned, because their games would be equal.
    """
    orders = (policies[turn:] + policies[:turn] for turn in range(len(policies)))
    return tuple(dict.fromkeys(orders))


def arena_outcome(game: Game[Any], records: Sequence[GameRecord], timed_policies: TimedPolicies) -> Outcome:
    """Return the outcome of the games, which must contain all rotations of each deal."""
    seats, rotation_count = len(records[0].policies), len(seat_rotations(records[0].policies))
    finished_count = sum(record.is_finished for record in records)
    win_shares = [_win_shares(game, record) for record in records]
    results = [
        _policy_result(game, name, records, win_shares, timed_policies.times[name])
        for name in dict.fromkeys(records[0].policies)
    ]
    return Outcome(
        title=game.key,
        games=len(records),
        deals=len(records) // rotation_count,
        unfinished=len(records) - finished_count,
        fair=1 / seats,
        results=tuple(sorted(results, key=lambda result: -result.share)),
        seat_shares=tuple(fmean(float(shares[index]) for shares in win_shares) for index in range(seats)),
    )


def outcome_lines(outcome: Outcome) -> Iterator[str]:
    """Yield the outcome as a table for a terminal."""
    counts = f"{count_noun(outcome.games, 'game')}, {count_noun(outcome.deals, 'deal')}"
    yield f"{outcome.title}: {counts}, fair share {outcome.fair:.3f}"
    if outcome.unfinished:
        yield f"Unfinished games, won by nobody: {outcome.unfinished}"
    times = f"{'median s':>10}{'p99 s':>8}{'max s':>8}"
    yield f"{'player':<12}{'seats':>5}  {'share [95%]':<22}{'score':>9}{times}"
    for result in outcome.results:
        share = f"{result.share:.3f} [{result.low:.3f}, {result.high:.3f}]"
        times = f"{result.median:>10.4f}{result.p99:>8.3f}{result.slowest:>8.3f}"
        yield f"{result.policy:<12}{result.seats:>5}  {share:<22}{result.score:>9.1f}{times}"
    yield "won from seat " + ", ".join(f"{seat}: {share:.3f}" for seat, share in enumerate(outcome.seat_shares, 1))


def share_interval(games: Sequence[float], games_per_deal: int) -> tuple[float, float]:
    """Return the 95% interval (Wilson's) of the mean share of wins in these games.

    Each ``games_per_deal`` consecutive games have the same deal. They are correlated, so they count as fewer
    independent games, but at least one per deal. The number of independent games is estimated from the variance of the
    deals' means.
    """
    share, deals = fmean(games), len(games) // games_per_deal
    means = [fmean(games[deal * games_per_deal : (deal + 1) * games_per_deal]) for deal in range(deals)]
    spread = variance(means) / deals if deals > 1 else 0.0
    independent_games = share * (1 - share) / spread if spread else float(deals)
    return _wilson_interval(share, min(float(len(games)), max(float(deals), independent_games)))


def _wilson_interval(share: float, games: float) -> tuple[float, float]:
    square = _HALF_WIDTH**2
    middle = share + square / (2 * games)
    half = _HALF_WIDTH * sqrt(share * (1 - share) / games + square / (4 * games**2))
    whole = 1 + square / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def _win_shares(game: Game[Any], record: GameRecord) -> list[Fraction]:
    shares = [Fraction(0)] * len(record.policies)
    if record.is_finished:
        winners = [place.seat for place in game.rules.ranking(record.state) if place.place == 1]
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
    shares = [_policy_share(record, shares, name) / seats for record, shares in zip(records, win_shares, strict=True)]
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


def _policy_share(record: GameRecord, shares: Sequence[Fraction], name: str) -> float:
    return float(sum(share for policy, share in zip(record.policies, shares, strict=True) if policy == name))


def _policy_scores(game: Game[Any], records: Sequence[GameRecord], name: str) -> list[int]:
    scores: list[int] = []
    for record in records:
        ranking = game.rules.ranking(record.state)
        scores += [place.score for place in ranking if record.policies[place.seat - 1] == name]
    return scores
