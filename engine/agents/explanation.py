"""Explanations: the main reasons for a move, and the plan behind it.

Every reason is a certain difference in the rollouts of a comparison.
"""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import msgspec

from engine.agents.differences import (
    HALF_WIDTH,
    SURE_ERRORS,
    Difference,
    find_differences,
    mean_and_wide_error,
    phrase_of,
    with_estimate_error,
)
from engine.agents.rollout import LENGTH_CATEGORY, Comparison, FigureKey
from engine.core import Action, Game, SearchSettings, View, redact
from engine.core.reasons import Horizon, Phrase, Reasons

_MIN_EFFECT_SHARE = 0.4
"""The share of the greatest effect below which a reason is left out."""
_MIN_EXPLAINED_SHARE = 0.25
"""The share of the gain that the greatest reason must explain."""
_MAX_REASONS, _MAX_PLAN = 2, 3
_USUAL_SHARE = 0.7
"""The share of the games that must go on alike for a plan."""


class Price(msgspec.Struct, frozen=True):
    """One of the moves costs ``cost`` more and returns ``gain`` (± ``error``), which excludes the cost.

    ``is_best``: the better move costs more. ``has_later_costs``: some of the cost is paid after the move.
    """

    key: FigureKey
    cost: float
    cost_error: float
    gain: float
    error: float
    is_exact: bool
    is_best: bool
    has_later_costs: bool


class Explanation(msgspec.Struct, frozen=True):
    """The reasons for and against a move, or its price."""

    pros: tuple[Difference, ...] = ()
    cons: tuple[Difference, ...] = ()
    price: Price | None = None

    @property
    def has_reasons(self) -> bool:
        """Whether there is any reason for the move."""
        return bool(self.pros or self.price)


class Plan(msgspec.Struct, frozen=True):
    """The ``moves`` that usually follow the better one before any other seat moves.

    ``views`` are the seat's views before each of them, in one rollout. ``is_any_order``: usually both compared moves
    are made, in either order.
    """

    moves: tuple[Action, ...] = ()
    views: tuple[View[Any], ...] = ()
    is_any_order: bool = False


def explain(
    game: Game[Any], thinking: SearchSettings, view: View[Any], comparison: Comparison, *, is_clear: bool
) -> Explanation:
    """Explain why the first move of a comparison is better; empty if it is not clearly better."""
    reasons = game.agent.reasons
    if reasons is None:
        return Explanation()
    price = _find_price(game, thinking, view, comparison)
    differences = find_differences(game, thinking, comparison)
    return _ReasonSelection(reasons, comparison, is_clear, price).select_reasons(differences)


def find_plan(game: Game[Any], view: View[Any], comparison: Comparison, *, is_clear: bool) -> Plan:
    """The seat's usual moves after the first move of a comparison."""
    first, second = comparison.moves
    after_first, after_second = ([pair[side].plan for pair in comparison.pairs] for side in (0, 1))
    is_any_order = (
        not is_clear
        and _share_with_move(second, after_first) >= _USUAL_SHARE
        and _share_with_move(first, after_second) >= _USUAL_SHARE
    )
    moves = _usual_moves(after_first)
    rollout = next((one for one, _ in comparison.pairs if one.plan[: len(moves)] == moves), None)
    if rollout is None or not moves:
        return Plan(is_any_order=is_any_order)
    views = tuple(redact(state, comparison.seat) for state in rollout.seen[: len(moves)])
    if _is_timeout_action(game, views[-1], moves[-1]):
        moves, views = moves[:-1], views[:-1]
    return Plan(moves, views, is_any_order)


def _find_price(game: Game[Any], thinking: SearchSettings, view: View[Any], comparison: Comparison) -> Price | None:
    """The greatest price by which the moves differ, with its return; None where either is unsure."""
    cost_order = _cost_order(game, view, comparison.moves)
    phrases = game.agent.reasons.phrases if game.agent.reasons and cost_order else {}
    prices = [
        _price_in_category(thinking, phrase, FigureKey(comparison.seat, category), comparison, cost_order)
        for category, phrase in phrases.items()
        if phrase.price
    ]
    return max(filter(None, prices), key=lambda price: price.cost, default=None)


def _cost_order(game: Game[Any], view: View[Any], moves: tuple[Action, Action]) -> int:
    """1 if by the rules the first move costs more, −1 if the second one does, else 0."""
    first, second = (game.rules.cost(view, move) or 0 for move in moves)
    return (first > second) - (first < second)


def _price_in_category(
    thinking: SearchSettings, phrase: Phrase, key: FigureKey, comparison: Comparison, cost_order: int
) -> Price | None:
    """The price in one category, if the move that costs more in it also does so by the rules."""
    extra_costs = _figure_differences(comparison, key)
    is_exact = (
        len({*extra_costs, *_figure_differences(comparison, msgspec.structs.replace(key, horizon=Horizon.MOVE))}) == 1
    )
    cost, cost_error = mean_and_wide_error(extra_costs, is_exact=is_exact)
    returns = [gain - more for gain, more in zip(comparison.gains, extra_costs, strict=True)]
    gain, error = mean_and_wide_error(returns, is_exact=comparison.is_of_one_move)
    error = with_estimate_error(thinking, comparison, error)
    is_best = cost < 0
    if cost_order != (1 if is_best else -1):
        return None
    if abs(cost) < phrase.least or abs(cost) <= SURE_ERRORS / HALF_WIDTH * cost_error:
        return None
    if is_best and gain <= error:
        return None
    has_later_costs = phrase.has_later_costs and not is_exact
    return Price(key, abs(cost), cost_error, gain if is_best else -gain, error, is_exact, is_best, has_later_costs)


def _figure_differences(comparison: Comparison, key: FigureKey) -> list[float]:
    return [one.figures.get(key, 0.0) - other.figures.get(key, 0.0) for one, other in comparison.pairs]


def _share_with_move(move: Action, plans: Sequence[tuple[Action, ...]]) -> float:
    return fmean(move in plan for plan in plans)


def _usual_moves(plans: Sequence[tuple[Action, ...]]) -> tuple[Action, ...]:
    """The moves with which most games go on, as far as they go on alike."""
    usual: tuple[Action, ...] = ()
    while len(usual) < _MAX_PLAN:
        count = len(usual)
        following = Counter(plan[count] for plan in plans if plan[:count] == usual and len(plan) > count)
        move, times = following.most_common(1)[0] if following else (None, 0)
        if move is None or times < _USUAL_SHARE * len(plans):
            break
        usual = (*usual, move)
    return usual


def _is_timeout_action(game: Game[Any], view: View[Any], move: Action) -> bool:
    """Whether a move does as little as the rules allow, such as to stop building."""
    return game.rules.timeout_action(view, (move,)) == move


class _ReasonSelection(msgspec.Struct, frozen=True):
    """The choice of reasons from a comparison's differences."""

    reasons: Reasons
    comparison: Comparison
    is_clear: bool
    price: Price | None

    def select_reasons(self, differences: Sequence[Difference]) -> Explanation:
        """The reasons that are worth saying."""
        pros, cons = self._split_sides(differences)
        length = [one for one in (*pros, *cons) if one.key.category == LENGTH_CATEGORY]
        pros, cons = ([one for one in side if one not in length] for side in (pros, cons))
        results = [one for one in pros if self._is_result(one)]
        pros = [one for one in pros if one not in results] or [*results[:1], *length]
        if self.price is not None and self.is_clear:
            return self._explain_price(self.price, pros, cons)
        if not pros or not self.is_clear:
            return Explanation()
        return self._explain_clear(pros, cons, results)

    def _split_sides(self, differences: Sequence[Difference]) -> tuple[list[Difference], list[Difference]]:
        """The differences for the move and those against it, each figure once for a side."""
        pros, cons = list[Difference](), list[Difference]()
        for one in differences:
            side = pros if one.effect > 0 else cons
            is_price = self.price is not None and _is_same_figure(one.key, self.price.key)
            if not is_price and not any(_is_same_figure(one.key, other.key) for other in side):
                side.append(one)
        return pros, cons

    def _explain_price(self, price: Price, pros: list[Difference], cons: list[Difference]) -> Explanation:
        """The price, with the greatest reason for paying it or for saving it."""
        side = pros if price.is_best else cons
        main = tuple(side[:1]) if side and abs(side[0].effect) >= _MIN_EFFECT_SHARE * abs(price.gain) else ()
        return Explanation(main, (), price) if price.is_best else Explanation((), main, price)

    def _explain_clear(self, pros: list[Difference], cons: list[Difference], results: list[Difference]) -> Explanation:
        """At most two reasons for a move that is clearly better, and one against it."""
        most = pros[0].effect
        if most < _MIN_EXPLAINED_SHARE * fmean(self.comparison.gains):
            return Explanation()
        reasons = tuple(
            one
            for one in pros[:_MAX_REASONS]
            if one.effect >= _MIN_EFFECT_SHARE * most or one.key.category == LENGTH_CATEGORY
        )
        against = tuple(one for one in cons[:1] if -one.effect >= _MIN_EFFECT_SHARE * most)
        if against and -against[0].effect > sum(one.effect for one in reasons):
            return Explanation(tuple(results[:1]), against if results else ())  # the real reason was not found
        return Explanation(reasons, against)

    def _is_result(self, one: Difference) -> bool:
        phrase = phrase_of(self.reasons, one.key)
        return phrase is not None and phrase.is_result


def _is_same_figure(one: FigureKey, other: FigureKey) -> bool:
    return (one.seat, one.category, one.item) == (other.seat, other.category, other.item)
