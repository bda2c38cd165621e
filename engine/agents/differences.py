"""Differences: the statistics in which the rollouts of two moves certainly differ."""

from collections.abc import Mapping, Sequence
from math import hypot, sqrt
from statistics import fmean, variance
from typing import Any

import msgspec

from engine.agents.rollout import LENGTH_CATEGORY, WIN_CATEGORY, Comparison, Rollout, StatisticKey
from engine.agents.search import points_by_seat
from engine.core import Game, SearchSettings, Seat, all_seats
from engine.core.reasons import Asset, Horizon, Phrase, Reasons

HALF_WIDTH = 1.96
"""The half width of a 95% interval in standard errors, if the standard error is known."""
SURE_ERRORS = 2.58
"""A difference is certain if it is at least this number of standard errors from 0.

The level is 99%, because the largest of several differences is selected.
"""
_SURE_ERRORS_OF_RARE = 3.3
"""``SURE_ERRORS`` for rare events, which have many categories: a lower limit would often be exceeded by chance."""
_NUMBER_SHARE = 0.6
"""The minimum share of a difference in assets that is due to their number for the number to be reported.

Otherwise, the worth of the assets is reported.
"""
_LASTING_SHARE = 0.5
"""The minimum share of an early difference that must remain at the end for the difference to count as lasting."""
_GROWTH_SHARE = 1.5
"""If an early difference grows by more than this factor, only the difference at the end is reported."""
_EXACT_WEIGHT = 0.5
"""The factor for the effect of an exact early difference that is not certain to last."""
_MIN_PAIR_SHARE = 0.5
"""The minimum share of the pairs of rollouts in which a certain difference occurs."""
_MIN_BEST_RIVAL_SHARE = 0.2
"""A rival's differences are reported only if the rival is the best one in at least this share of rollouts."""
_ALWAYS_SHARE = 0.95
"""The minimum share of the rollouts that counts as all rollouts."""

_WINS = Phrase(
    "you win {share}",
    "you win only {share}",
    "{who} wins {share}",
    "{who} wins only {share}",
    least=0.15,
    horizons=(Horizon.END,),
    is_result=True,
    is_rare=True,
)
_LENGTH = Phrase(
    "the game lasts {n} round{s} longer",
    "the game ends {n} round{s} sooner",
    weight=0.0,
    least=0.7,
    horizons=(Horizon.END,),
    is_result=True,
)
_COMMON_PHRASES = {WIN_CATEGORY: _WINS, LENGTH_CATEGORY: _LENGTH}


class Difference(msgspec.Struct, frozen=True):
    """A statistic that is higher by ``mean`` ± ``error`` (95%) after the first move of a comparison.

    ``effect`` is the approximate contribution of the difference to the lead. ``shares`` are the shares of rollouts in
    which the statistic is not 0, after the first and after the second move. ``often`` is the share of pairs in which
    the difference has the sign of the mean.
    """

    key: StatisticKey
    mean: float
    error: float
    effect: float = 0.0
    shares: tuple[float, float] = (0.0, 0.0)
    often: float = 1.0

    @property
    def is_exact(self) -> bool:
        """Whether the move itself causes the difference.

        A difference that arises later is never exact, even if it is equal in all rollouts.
        """
        return self.key.horizon is Horizon.MOVE and not self.error


class Perspective(msgspec.Struct, frozen=True):
    """The seat to which a game's reasons apply.

    ``best_rivals`` has the share of rollouts in which each rival is the best one.
    """

    reasons: Reasons
    seat: Seat
    best_rivals: Mapping[Seat, float]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of at least two values, and the half width of its 95% interval."""
    return fmean(values), student_width(len(values) - 1) * sqrt(variance(values) / len(values))


def mean_and_wide_error(values: Sequence[float], *, is_exact: bool) -> tuple[float, float]:
    """Return the mean of the values and the half width of its 95% interval.

    The half width is 0 if the values are exact (``is_exact``). Otherwise, it is above 0 even if all values are equal,
    because other rollouts might differ. By the rule of three, an event that did not occur in n of n rollouts occurs in
    at most 3 / n of all rollouts (95%).
    """
    mean, error = mean_and_error(values)
    return mean, error if error or is_exact else 3 / len(values) * abs(mean)


def with_estimate_error(settings: SearchSettings, comparison: Comparison, error: float) -> float:
    """Return the error of a gain, including the error of estimates in unfinished rollouts."""
    is_estimated = any(rollout.end.flow for pair in comparison.pairs for rollout in pair)
    return hypot(error, HALF_WIDTH * settings.evaluation_error) if is_estimated else error


def student_width(freedom: int) -> float:
    """Return ``HALF_WIDTH`` for an estimated standard error, by Student's distribution.

    ``freedom`` is the number of degrees of freedom. The formula has the first terms of the expansion around the normal
    distribution (Abramowitz and Stegun, 26.7.5).
    """
    first = (HALF_WIDTH**3 + HALF_WIDTH) / 4
    second = (5 * HALF_WIDTH**5 + 16 * HALF_WIDTH**3 + 3 * HALF_WIDTH) / 96
    return HALF_WIDTH + first / freedom + second / freedom**2


def find_differences(game: Game[Any], settings: SearchSettings, comparison: Comparison) -> list[Difference]:
    """Return all certain differences for which the game has phrases, the greatest effect first."""
    reasons = game.agent.reasons
    if reasons is None:
        return []
    perspective = Perspective(reasons, comparison.seat, _best_rival_shares(game, settings, comparison))
    by_key = _measure_differences(reasons, comparison)
    candidates = [_weigh_difference(perspective, by_key, difference) for difference in by_key.values()]
    differences = [difference for difference in candidates if difference is not None]
    if any(difference.key.category == LENGTH_CATEGORY for difference in differences):
        differences = [each for each in differences if not _is_caused_by_length(reasons, each, comparison.seat)]
    return sorted(differences, key=lambda difference: -abs(difference.effect))


def statistic_differences(reasons: Reasons, comparison: Comparison) -> dict[StatisticKey, list[float]]:
    """Return the differences of statistics and asset values in each pair of rollouts.

    A difference is the number after the first move less the number after the second.
    """
    pairs = [(first.statistics, second.statistics) for first, second in comparison.pairs]
    keys = sorted({key for pair in pairs for statistics in pair for key in statistics})
    values = {key: [first.get(key, 0.0) - second.get(key, 0.0) for first, second in pairs] for key in keys}
    parts = _asset_parts(reasons, comparison)
    return values | {key: [number + worth for number, worth in asset_pairs] for key, asset_pairs in parts.items()}


def phrase_of(reasons: Reasons, key: StatisticKey) -> Phrase | None:
    """Return the phrase for a statistic; None if there is none."""
    return _COMMON_PHRASES.get(key.category) or reasons.phrases.get(f"{key.category} {key.part}".strip())


def phrase_form(phrase: Phrase, difference: Difference, seat: Seat) -> str:
    """Return the form of a phrase that fits a difference, in words to the player of the seat; may be empty."""
    is_rival = difference.key.seat != seat
    first, second = difference.shares
    if first >= _ALWAYS_SHARE and second <= 1 - _ALWAYS_SHARE and phrase.always[is_rival]:
        return phrase.always[is_rival]
    if second >= _ALWAYS_SHARE and first <= 1 - _ALWAYS_SHARE and phrase.never[is_rival]:
        return phrase.never[is_rival]
    forms = (phrase.rival_more, phrase.rival_less) if is_rival else (phrase.more, phrase.less)
    return forms[difference.mean < 0]


def _measure_differences(reasons: Reasons, comparison: Comparison) -> dict[StatisticKey, Difference]:
    """Return the differences of all statistics, certain or not."""
    parts = _asset_parts(reasons, comparison)
    measured: dict[StatisticKey, Difference] = {}
    for key, values in statistic_differences(reasons, comparison).items():
        if key in parts:
            by_number = fmean(number for number, _ in parts[key])
            part = "held" if abs(by_number) >= _NUMBER_SHARE * abs(fmean(values)) else "rose"
            key, shares = msgspec.structs.replace(key, part=part), (0.0, 0.0)
        else:
            shares = _nonzero_shares(comparison, key)
        mean, error = mean_and_wide_error(values, is_exact=key.horizon is Horizon.MOVE or comparison.is_of_one_move)
        often = fmean(value * mean > 0 for value in values)
        measured[key] = Difference(key, mean, error, 0.0, shares, often)
    return measured


def _nonzero_shares(comparison: Comparison, key: StatisticKey) -> tuple[float, float]:
    """Return the shares of rollouts in which a statistic is not 0.

    The first share is after the first move, the second after the second move.
    """
    first, second = (fmean(pair[side].statistics.get(key, 0.0) != 0 for pair in comparison.pairs) for side in (0, 1))
    return first, second


def _asset_parts(reasons: Reasons, comparison: Comparison) -> dict[StatisticKey, list[tuple[float, float]]]:
    """Return the differences in the value of assets for each pair of rollouts.

    A difference is a pair: (part due to the number of things, part due to their worth).
    """
    parts = [_asset_parts_of_pair(reasons, first, second, comparison.seats) for first, second in comparison.pairs]
    keys = sorted({key for pair in parts for key in pair})
    return {key: [pair.get(key, (0.0, 0.0)) for pair in parts] for key in keys}


def _asset_parts_of_pair(
    reasons: Reasons, first: Rollout, second: Rollout, seats: int
) -> dict[StatisticKey, tuple[float, float]]:
    parts: dict[StatisticKey, tuple[float, float]] = {}
    for owner in all_seats(seats):
        assets, other_assets = (
            {(asset.category, asset.item): asset for asset in reasons.assets(rollout.end, owner)}
            for rollout in (first, second)
        )
        for name in assets.keys() | other_assets.keys():
            parts[StatisticKey(owner, *name)] = _asset_difference(assets.get(name), other_assets.get(name))
    return parts


def _asset_difference(first: Asset | None, second: Asset | None) -> tuple[float, float]:
    """Return the difference in value of two assets of one kind as (due to number, due to worth).

    A missing asset counts as 0 things of the worth that the other asset has.
    """
    present = first or second
    assert present is not None
    first, second = (asset or msgspec.structs.replace(present, number=0) for asset in (first, second))
    by_number = (first.number - second.number) * (first.worth + second.worth) / 2
    return by_number, (first.number + second.number) / 2 * (first.worth - second.worth)


def _best_rival_shares(game: Game[Any], settings: SearchSettings, comparison: Comparison) -> dict[Seat, float]:
    """Return the share of the rollouts in which each rival is the best one.

    A rollout with several best rivals is divided among them.
    """
    shares: dict[Seat, float] = {}
    ends = [rollout.end for pair in comparison.pairs for rollout in pair]
    for end in ends:
        points = {seat: value for seat, value in points_by_seat(game, settings, end).items() if seat != comparison.seat}
        best = [seat for seat, value in points.items() if value == max(points.values())]
        for seat in points:
            shares[seat] = shares.get(seat, 0.0) + (seat in best) / len(best) / len(ends)
    return shares


def _is_sure(difference: Difference, phrase: Phrase) -> bool:
    errors = _SURE_ERRORS_OF_RARE if phrase.is_rare else SURE_ERRORS
    is_large = abs(difference.mean) >= phrase.least and abs(difference.mean) > errors / HALF_WIDTH * difference.error
    return is_large and (phrase.is_rare or difference.often >= _MIN_PAIR_SHARE)


def _weigh_difference(
    perspective: Perspective, measured: Mapping[StatisticKey, Difference], difference: Difference
) -> Difference | None:
    """Return a difference with its effect if it is certain and is reported; otherwise None."""
    phrase = phrase_of(perspective.reasons, difference.key)
    if phrase is None or difference.key.horizon not in phrase.horizons or not _is_sure(difference, phrase):
        return None
    if not phrase_form(phrase, difference, perspective.seat):
        return None
    is_own = difference.key.seat == perspective.seat
    seat_weight = 1.0 if is_own else -perspective.best_rivals.get(difference.key.seat, 0.0)
    if not is_own and -seat_weight < _MIN_BEST_RIVAL_SHARE:
        return None
    weight = seat_weight * phrase.weight
    if difference.key.horizon is Horizon.END or phrase.is_cause:
        return msgspec.structs.replace(difference, effect=weight * difference.mean)
    return _weigh_early_difference(
        phrase, measured.get(msgspec.structs.replace(difference.key, horizon=Horizon.END)), difference, weight
    )


def _weigh_early_difference(
    phrase: Phrase, last: Difference | None, difference: Difference, weight: float
) -> Difference | None:
    """Return a difference of an early horizon with its effect; None if it is not reported.

    A lasting difference has the effect of the difference at the end (``last``). Other differences are only reported if
    they are drawbacks or exact.
    """
    effect = weight * difference.mean
    is_last_sure = last is not None and _is_sure(last, phrase)
    if last is None or not is_last_sure or last.mean * difference.mean < _LASTING_SHARE * difference.mean**2:
        is_undone = last is not None and is_last_sure and last.mean * difference.mean < 0
        if effect < 0:
            return msgspec.structs.replace(difference, effect=effect)
        return (
            msgspec.structs.replace(difference, effect=_EXACT_WEIGHT * effect)
            if difference.is_exact and not is_undone
            else None
        )
    if abs(last.mean) > _GROWTH_SHARE * abs(difference.mean):
        return None  # the difference at the end is reported instead
    tie_breaker = 1e-6 if effect > 0 else -1e-6
    return msgspec.structs.replace(difference, effect=weight * last.mean + tie_breaker)


def _is_caused_by_length(reasons: Reasons, difference: Difference, seat: Seat) -> bool:
    """Whether a difference is in a rival's result, so that the length of the game may be its only cause."""
    phrase = phrase_of(reasons, difference.key)
    return (
        phrase is not None
        and phrase.is_result
        and difference.key.seat != seat
        and difference.key.category != WIN_CATEGORY
    )
