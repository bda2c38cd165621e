"""Finds the statistics in which the rollouts of two moves certainly differ."""

from collections.abc import Mapping, Sequence
from math import hypot, sqrt
from statistics import fmean, variance
from typing import Any

import msgspec

from engine.agents.rollout import LENGTH_CATEGORY, WIN_CATEGORY, Comparison, FigureKey, Rollout
from engine.agents.search import points_by_seat
from engine.core import Game, SearchSettings, Seat, all_seats
from engine.core.reasons import Asset, Horizon, Phrase, Reasons

HALF_WIDTH = 1.96
"""Standard errors on either side of a 95% interval, if the standard error is known."""
SURE_ERRORS = 2.58
"""Standard errors by which a difference must differ from 0: 99%, because the largest of several is selected."""
_SURE_ERRORS_OF_RARE = 3.3
"""The same for what happens in few games: there are many such categories, so one would often differ by chance."""
_NUMBER_SHARE = 0.6
"""The share of a difference in worth from which it is put down to the number of things."""
_LASTING_SHARE, _GROWTH_SHARE = 0.5, 1.5
"""Shares of an early difference at the end: if it lasts, and if the end is reported instead."""
_EXACT_WEIGHT = 0.5
"""The share of an exact difference that counts where it is unknown how much of it lasts."""
_MIN_PAIR_SHARE = 0.5
"""The share of the pairs of games in which a difference must be found."""
_MIN_BEST_RIVAL_SHARE = 0.2
"""The share of the games in which a rival is the best one, from which on differences of that rival are said."""
_ALWAYS_SHARE = 0.95
"""The share of the games that counts as all of them."""

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
    """A statistic that is higher by ``mean`` after the better move, ± ``error`` (95%).

    ``effect`` is its approximate contribution to the lead. ``shares`` are the shares of games in which the statistic is
    not 0, after either move; ``often`` is the share of pairs in which the difference has the sign of the mean.
    """

    key: FigureKey
    mean: float
    error: float
    effect: float = 0.0
    shares: tuple[float, float] = (0.0, 0.0)
    often: float = 1.0

    @property
    def is_exact(self) -> bool:
        """Whether the move itself makes the difference. Later equal differences in all rollouts are only likely."""
        return self.key.horizon is Horizon.MOVE and not self.error


class Perspective(msgspec.Struct, frozen=True):
    """The seat whose reasons they are, and the share of games in which each rival is the best one."""

    reasons: Reasons
    seat: Seat
    best_rivals: Mapping[Seat, float]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of at least two values, and the half width of its 95% interval."""
    return fmean(values), student_width(len(values) - 1) * sqrt(variance(values) / len(values))


def mean_and_wide_error(values: Sequence[float], *, is_exact: bool) -> tuple[float, float]:
    """``mean_and_error`` for values that are equal in every game, although other games may differ.

    What happens in none of n games happens in at most 3 / n of all games (95%): the rule of three.
    """
    mean, error = mean_and_error(values)
    return mean, error if error or is_exact else 3 / len(values) * abs(mean)


def with_estimate_error(thinking: SearchSettings, comparison: Comparison, error: float) -> float:
    """The error of a gain, including that of estimates in unfinished rollouts."""
    is_estimated = any(rollout.end.flow for pair in comparison.pairs for rollout in pair)
    return hypot(error, HALF_WIDTH * thinking.evaluation_error) if is_estimated else error


def student_width(freedom: int) -> float:
    """``HALF_WIDTH`` for an estimated standard error with n degrees of freedom: Student's distribution.

    The first terms of its expansion around the normal distribution (Abramowitz and Stegun, 26.7.5).
    """
    first = (HALF_WIDTH**3 + HALF_WIDTH) / 4
    second = (5 * HALF_WIDTH**5 + 16 * HALF_WIDTH**3 + 3 * HALF_WIDTH) / 96
    return HALF_WIDTH + first / freedom + second / freedom**2


def find_differences(game: Game[Any], thinking: SearchSettings, comparison: Comparison) -> list[Difference]:
    """All certain differences for which the game has phrases, greatest effect first."""
    reasons = game.agent.reasons
    if reasons is None:
        return []
    perspective = Perspective(reasons, comparison.seat, _best_rival_shares(game, thinking, comparison))
    by_key = _measure_differences(reasons, comparison)
    candidates = [_weigh_difference(perspective, by_key, one) for one in by_key.values()]
    differences = [one for one in candidates if one is not None]
    if any(one.key.category == LENGTH_CATEGORY for one in differences):
        differences = [one for one in differences if not _is_caused_by_length(reasons, one, comparison.seat)]
    return sorted(differences, key=lambda one: -abs(one.effect))


def figure_differences(reasons: Reasons, comparison: Comparison) -> dict[FigureKey, list[float]]:
    """The increase of each statistic after the first move, in every pair of games, without assets."""
    figures = [(one.figures, other.figures) for one, other in comparison.pairs]
    keys = sorted({key for pair in figures for side in pair for key in side})
    values = {key: [one.get(key, 0.0) - other.get(key, 0.0) for one, other in figures] for key in keys}
    parts = _asset_parts(reasons, comparison)
    return values | {key: [number + worth for number, worth in pairs] for key, pairs in parts.items()}


def phrase_of(reasons: Reasons, key: FigureKey) -> Phrase | None:
    """The phrase for a statistic, if there is one."""
    return _COMMON_PHRASES.get(key.category) or reasons.phrases.get(f"{key.category} {key.part}".strip())


def phrase_form(phrase: Phrase, difference: Difference, seat: Seat) -> str:
    """The form of a phrase for a difference, from a seat's perspective; may be empty."""
    is_rival = difference.key.seat != seat
    first, second = difference.shares
    if first >= _ALWAYS_SHARE and second <= 1 - _ALWAYS_SHARE and phrase.always[is_rival]:
        return phrase.always[is_rival]
    if second >= _ALWAYS_SHARE and first <= 1 - _ALWAYS_SHARE and phrase.never[is_rival]:
        return phrase.never[is_rival]
    forms = (phrase.rival_more, phrase.rival_less) if is_rival else (phrase.more, phrase.less)
    return forms[difference.mean < 0]


def _measure_differences(reasons: Reasons, comparison: Comparison) -> dict[FigureKey, Difference]:
    """Every figure's difference, sure or not."""
    parts = _asset_parts(reasons, comparison)
    measured: dict[FigureKey, Difference] = {}
    for key, values in figure_differences(reasons, comparison).items():
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


def _nonzero_shares(comparison: Comparison, key: FigureKey) -> tuple[float, float]:
    """The shares of the games in which a figure is not 0, after either move."""
    first, second = (fmean(pair[side].figures.get(key, 0.0) != 0 for pair in comparison.pairs) for side in (0, 1))
    return first, second


def _asset_parts(reasons: Reasons, comparison: Comparison) -> dict[FigureKey, list[tuple[float, float]]]:
    """The difference in what seats own, in each pair of games: by the number of things, and by their worth."""
    parts = [_asset_parts_of_pair(reasons, one, other, comparison.seats) for one, other in comparison.pairs]
    keys = sorted({key for pair in parts for key in pair})
    return {key: [pair.get(key, (0.0, 0.0)) for pair in parts] for key in keys}


def _asset_parts_of_pair(
    reasons: Reasons, one: Rollout, other: Rollout, seats: int
) -> dict[FigureKey, tuple[float, float]]:
    parts: dict[FigureKey, tuple[float, float]] = {}
    for owner in all_seats(seats):
        mine, theirs = ({(a.category, a.item): a for a in reasons.assets(end, owner)} for end in (one.end, other.end))
        for name in mine.keys() | theirs.keys():
            parts[FigureKey(owner, *name)] = _asset_difference(mine.get(name), theirs.get(name))
    return parts


def _asset_difference(mine: Asset | None, theirs: Asset | None) -> tuple[float, float]:
    """The difference of two assets of one kind, of which one may be missing."""
    present = mine or theirs
    assert present is not None
    mine, theirs = (one or msgspec.structs.replace(present, number=0) for one in (mine, theirs))
    by_number = (mine.number - theirs.number) * (mine.worth + theirs.worth) / 2
    return by_number, (mine.number + theirs.number) / 2 * (mine.worth - theirs.worth)


def _best_rival_shares(game: Game[Any], thinking: SearchSettings, comparison: Comparison) -> dict[Seat, float]:
    """The share of the games in which each rival is the best one; rivals that are equal share a game."""
    shares: dict[Seat, float] = {}
    ends = [rollout.end for pair in comparison.pairs for rollout in pair]
    for end in ends:
        points = {seat: value for seat, value in points_by_seat(game, thinking, end).items() if seat != comparison.seat}
        best = [seat for seat, value in points.items() if value == max(points.values())]
        for seat in points:
            shares[seat] = shares.get(seat, 0.0) + (seat in best) / len(best) / len(ends)
    return shares


def _is_sure(difference: Difference, phrase: Phrase) -> bool:
    errors = _SURE_ERRORS_OF_RARE if phrase.is_rare else SURE_ERRORS
    is_great = abs(difference.mean) >= phrase.least and abs(difference.mean) > errors / HALF_WIDTH * difference.error
    return is_great and (phrase.is_rare or difference.often >= _MIN_PAIR_SHARE)


def _weigh_difference(
    perspective: Perspective, measured: Mapping[FigureKey, Difference], difference: Difference
) -> Difference | None:
    """A sure difference with its effect; None for one that is not said, or is said of another horizon."""
    phrase = phrase_of(perspective.reasons, difference.key)
    if phrase is None or difference.key.horizon not in phrase.horizons or not _is_sure(difference, phrase):
        return None
    if not phrase_form(phrase, difference, perspective.seat):
        return None
    side = 1.0 if difference.key.seat == perspective.seat else -perspective.best_rivals.get(difference.key.seat, 0.0)
    if difference.key.seat != perspective.seat and -side < _MIN_BEST_RIVAL_SHARE:
        return None
    weight = side * phrase.weight
    if difference.key.horizon is Horizon.END:
        return msgspec.structs.replace(difference, effect=weight * difference.mean)
    return _weigh_early_difference(
        phrase, measured.get(msgspec.structs.replace(difference.key, horizon=Horizon.END)), difference, weight
    )


def _weigh_early_difference(
    phrase: Phrase, last: Difference | None, difference: Difference, weight: float
) -> Difference | None:
    """A difference before the end: one that lasts counts as in the end, and one that does not only as a cost."""
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
        return None  # the end is said instead
    tie_breaker = 1e-6 if effect > 0 else -1e-6
    return msgspec.structs.replace(difference, effect=weight * last.mean + tie_breaker)


def _is_caused_by_length(reasons: Reasons, difference: Difference, seat: Seat) -> bool:
    """Whether a rival's result differs, which it may only because the game is longer or shorter."""
    phrase = phrase_of(reasons, difference.key)
    return (
        phrase is not None
        and phrase.is_result
        and difference.key.seat != seat
        and difference.key.category != WIN_CATEGORY
    )
