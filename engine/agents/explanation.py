"""Explanations of the coach: the main reasons for a move, and the usual next moves.

Every reason is a certain difference in the rollouts of a comparison, but for the price of a move by a rule of thumb.
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
from engine.agents.rollout import LENGTH_CATEGORY, Comparison, StatisticKey
from engine.core import Action, Game, SearchSettings, Seat, View, redact
from engine.core.reasons import Horizon, Phrase, Reasons

_MIN_EFFECT_SHARE = 0.4
"""The minimum effect of a reason, as a share of the greatest effect."""
_MIN_EXPLAINED_SHARE = 0.4
"""The minimum effect of the greatest reason, and of all reasons with the drawback, as a share of the gain."""
_MIN_NET_EFFECT = 1e-5
"""Reasons and a drawback cancel out if their effects add up to less than this.

The number is greater than the weights that break ties.
"""
_MAX_REASONS = 2
"""Maximum number of reasons for a clearly better move."""
_MAX_PLAN = 3
_MINIMAL_PRICE = 1.5
"""Prices below this multiple of the smallest reported difference are minimal, such as that of the next higher bid."""
_USUAL_SHARE = 0.7
"""The minimum share of the rollouts that must continue with the same moves for these moves to be a plan."""


class Price(msgspec.Struct, frozen=True):
    """An explanation by price: one move costs more than the other, and gains more.

    It costs ``cost`` more and brings ``gain`` ± ``error``. The gain is before the cost. ``is_best``: the better move
    costs more. ``has_later_costs``: some of the cost is paid after the move. ``is_by_score``: the gain is the estimate
    of ``score_action``, not a measurement.
    """

    key: StatisticKey
    cost: float
    cost_error: float
    gain: float
    error: float
    is_exact: bool
    is_best: bool
    has_later_costs: bool
    is_by_score: bool = False


class Explanation(msgspec.Struct, frozen=True):
    """The reasons for and against a move, or its price, and what causes them."""

    pros: tuple[Difference, ...] = ()
    cons: tuple[Difference, ...] = ()
    price: Price | None = None
    cause: Difference | None = None

    @property
    def has_reasons(self) -> bool:
        """Whether there is any reason for the move."""
        return bool(self.pros or self.price)


class Plan(msgspec.Struct, frozen=True):
    """The ``moves`` that the seat usually makes after the better move, before any other seat moves.

    ``views`` are the seat's views before each of these moves, in one rollout. ``is_any_order``: the seat usually makes
    both compared moves, in either order.
    """

    moves: tuple[Action, ...] = ()
    views: tuple[View[Any], ...] = ()
    is_any_order: bool = False


def explain(
    game: Game[Any], settings: SearchSettings, view: View[Any], comparison: Comparison, *, is_clear: bool
) -> Explanation:
    """Return the reasons for the first move of a comparison; none if it is not clearly better."""
    reasons = game.agent.reasons
    if reasons is None or not is_clear:
        return Explanation()
    cost_order = _cost_order(game, view, comparison.moves)
    price = _find_price(reasons, settings, comparison, cost_order)
    if price is not None and _is_minimal_without_gain(game, reasons, price, comparison.moves):
        return Explanation()
    differences = find_differences(game, settings, comparison)
    credible = [each for each in differences if not _is_saved_by_cost(reasons, comparison.seat, each, cost_order)]
    return _ReasonSelection(reasons, comparison, price).select_reasons(credible)


def explain_by_score(
    game: Game[Any], settings: SearchSettings, view: View[Any], comparison: Comparison, gain: float
) -> Explanation:
    """Return the reasons for the first move of a comparison whose ``gain`` is only the estimate of ``score_action``.

    They are the price of the second move, if the first one is free, or else the exact differences.
    """
    reasons = game.agent.reasons
    if reasons is None:
        return Explanation()
    price = _price_by_score(game, reasons, settings, view, comparison, gain)
    if price is not None:
        return Explanation(price=price)
    differences = find_differences(game, settings, comparison)
    without_prices = [each for each in differences if not _is_own_price(reasons, comparison.seat, each)]
    return _ReasonSelection(reasons, comparison, None).select_reasons(without_prices)


def find_plan(game: Game[Any], view: View[Any], comparison: Comparison, *, is_clear: bool) -> Plan:
    """Return the seat's usual moves after the first move of a comparison."""
    first, second = comparison.moves
    after_first, after_second = ([pair[side].plan for pair in comparison.pairs] for side in (0, 1))
    is_any_order = (
        not is_clear
        and _share_with_move(second, after_first) >= _USUAL_SHARE
        and _share_with_move(first, after_second) >= _USUAL_SHARE
    )
    moves = _usual_moves(after_first)
    rollout = next((first for first, _ in comparison.pairs if first.plan[: len(moves)] == moves), None)
    if rollout is None or not moves:
        return Plan(is_any_order=is_any_order)
    views = tuple(redact(state, comparison.seat) for state in rollout.plan_states[: len(moves)])
    if game.rules.timeout_action(views[-1], (moves[-1],)) == moves[-1]:  # such as to stop building
        moves, views = moves[:-1], views[:-1]
    return Plan(moves, views, is_any_order)


def _find_price(reasons: Reasons, settings: SearchSettings, comparison: Comparison, cost_order: int) -> Price | None:
    """Return the greatest certain difference in price between the moves, of all categories; None if there is none."""
    prices = [
        _price_in_category(settings, phrase, StatisticKey(comparison.seat, category), comparison, cost_order)
        for category, phrase in reasons.phrases.items()
        if phrase.price and cost_order
    ]
    return max(filter(None, prices), key=lambda price: price.cost, default=None)


def _cost_order(game: Game[Any], view: View[Any], moves: tuple[Action, Action]) -> int:
    """Return 1 if the first move costs more by the rules, -1 if the second move does, and 0 if the costs are equal."""
    first, second = (game.rules.cost(view, move) or 0 for move in moves)
    return (first > second) - (first < second)


def _is_minimal_without_gain(game: Game[Any], reasons: Reasons, price: Price, moves: tuple[Action, Action]) -> bool:
    """Whether a price only says that a minimally dearer move of the same kind is not certainly better."""
    first, second = map(game.agent.action_kind, moves)
    is_minimal = price.cost < _MINIMAL_PRICE * reasons.phrases[price.key.category].least
    return first == second and is_minimal and not price.is_best and abs(price.gain) <= price.error


def _price_by_score(
    game: Game[Any], reasons: Reasons, settings: SearchSettings, view: View[Any], comparison: Comparison, gain: float
) -> Price | None:
    """Return the price of the second move, with the estimate of what it brings; None if the first one is not free."""
    if game.rules.cost(view, comparison.moves[0]):
        return None
    scored = msgspec.structs.replace(comparison, gains=(gain,) * len(comparison.gains))
    price = _find_price(reasons, settings, scored, _cost_order(game, view, comparison.moves))
    if price is None or price.is_best or round(price.cost) == round(price.gain):
        return None  # the rule of thumb is too rough for a small difference
    return msgspec.structs.replace(price, is_by_score=True)


def _is_saved_by_cost(reasons: Reasons, seat: Seat, difference: Difference, cost_order: int) -> bool:
    """Whether the first move costs more by the rules, and yet saves the seat money, such as a bid that ends a duel.

    Players would read that as a mistake.
    """
    return cost_order > 0 and difference.mean > 0 and _is_own_price(reasons, seat, difference)


def _is_own_price(reasons: Reasons, seat: Seat, difference: Difference) -> bool:
    """Whether a difference is in money that the seat itself pays for a move."""
    phrase = phrase_of(reasons, difference.key)
    return difference.key.seat == seat and phrase is not None and bool(phrase.price)


def _price_in_category(
    settings: SearchSettings, phrase: Phrase, key: StatisticKey, comparison: Comparison, cost_order: int
) -> Price | None:
    """Return the certain difference in price between the moves in one category.

    Return None if there is none, if the dearer move is not also the dearer one by the rules, or if only later moves
    are paid in this category.
    """
    extra_costs = _statistic_differences(comparison, key)
    extra_costs_of_move = _statistic_differences(comparison, msgspec.structs.replace(key, horizon=Horizon.MOVE))
    if phrase.has_later_costs and not any(extra_costs_of_move):
        return None  # the move itself costs something else
    is_exact = len({*extra_costs, *extra_costs_of_move}) == 1
    cost, cost_error = mean_and_wide_error(extra_costs, is_exact=is_exact)
    returns = [gain - extra_cost for gain, extra_cost in zip(comparison.gains, extra_costs, strict=True)]
    gain, error = mean_and_wide_error(returns, is_exact=comparison.is_of_one_move)
    error = with_estimate_error(settings, comparison, error)
    is_best = cost < 0
    if cost_order != (1 if is_best else -1):
        return None
    if abs(cost) < phrase.least or abs(cost) <= SURE_ERRORS / HALF_WIDTH * cost_error:
        return None
    if is_best and gain <= error:
        return None
    has_later_costs = phrase.has_later_costs and not is_exact
    return Price(key, abs(cost), cost_error, gain if is_best else -gain, error, is_exact, is_best, has_later_costs)


def _statistic_differences(comparison: Comparison, key: StatisticKey) -> list[float]:
    return [first.statistics.get(key, 0.0) - second.statistics.get(key, 0.0) for first, second in comparison.pairs]


def _share_with_move(move: Action, plans: Sequence[tuple[Action, ...]]) -> float:
    return fmean(move in plan for plan in plans)


def _usual_moves(plans: Sequence[tuple[Action, ...]]) -> tuple[Action, ...]:
    """Return the moves with which most of the plans begin."""
    usual: tuple[Action, ...] = ()
    while len(usual) < _MAX_PLAN:
        count = len(usual)
        following = Counter(plan[count] for plan in plans if plan[:count] == usual and len(plan) > count)
        move, times = following.most_common(1)[0] if following else (None, 0)
        if move is None or times < _USUAL_SHARE * len(plans):
            break
        usual = (*usual, move)
    return usual


class _ReasonSelection(msgspec.Struct, frozen=True):
    reasons: Reasons
    comparison: Comparison
    price: Price | None

    def select_reasons(self, differences: Sequence[Difference]) -> Explanation:
        """Return the reasons to report, from differences with the greatest effect first."""
        effects = [each for each in differences if not self._is_cause(each)]
        explanation = self._select_effects(effects)
        if not explanation.has_reasons:
            return explanation
        causes = [each for each in differences if self._is_cause(each) and self._is_worth_adding(each, explanation)]
        if not causes and self._is_bare_result(explanation):
            return Explanation()
        return msgspec.structs.replace(explanation, cause=next(iter(causes), None))

    def _select_effects(self, differences: Sequence[Difference]) -> Explanation:
        pros, cons = self._split_sides(differences)
        length = [each for each in (*pros, *cons) if each.key.category == LENGTH_CATEGORY]
        pros, cons = ([each for each in side if each not in length] for side in (pros, cons))
        results = [each for each in pros if self._is_result(each)]
        pros = [each for each in pros if each not in results] or [*results[:1], *length]
        if self.price is not None:
            return self._explain_price(self.price, pros, cons)
        if not pros:
            return Explanation()
        return self._explain_clear(pros, cons, results)

    def _split_sides(self, differences: Sequence[Difference]) -> tuple[list[Difference], list[Difference]]:
        """Return the differences for the move, and those against it.

        The statistic of the price is omitted, and a statistic that was already listed.
        """
        pros, cons = list[Difference](), list[Difference]()
        for each in differences:
            side = pros if each.effect > 0 else cons
            is_price = self.price is not None and _is_same_statistic(each.key, self.price.key)
            if not is_price and not any(_is_same_statistic(each.key, other.key) for other in side):
                side.append(each)
        return pros, cons

    def _explain_price(self, price: Price, pros: list[Difference], cons: list[Difference]) -> Explanation:
        """Return the price, and the greatest reason for the dearer move that concerns the player's own results."""
        own = self.comparison.seat
        side = [difference for difference in (pros if price.is_best else cons) if difference.key.seat == own]
        reason = tuple(side[:1]) if side and abs(side[0].effect) >= _MIN_EFFECT_SHARE * abs(price.gain) else ()
        return Explanation(reason, (), price) if price.is_best else Explanation((), reason, price)

    def _explain_clear(self, pros: list[Difference], cons: list[Difference], results: list[Difference]) -> Explanation:
        """Return at most two reasons for a clearly better move, and one against it."""
        greatest_effect, gain = pros[0].effect, fmean(self.comparison.gains)
        if greatest_effect < _MIN_EXPLAINED_SHARE * gain:
            return Explanation()
        reasons = tuple(
            pro
            for pro in pros[:_MAX_REASONS]
            if pro.effect >= _MIN_EFFECT_SHARE * greatest_effect or pro.key.category == LENGTH_CATEGORY
        )
        cons = [con for con in cons if not any(_is_same_statistic(con.key, pro.key) for pro in reasons)]
        drawbacks = tuple(con for con in cons[:1] if -con.effect >= _MIN_EFFECT_SHARE * greatest_effect)
        net_effect = sum(difference.effect for difference in (*reasons, *drawbacks))
        if net_effect <= max(_MIN_NET_EFFECT, _MIN_EXPLAINED_SHARE * gain):
            return Explanation(tuple(results[:1]), drawbacks if results else ())  # the main reason was not found
        return Explanation(reasons, drawbacks)

    def _is_result(self, difference: Difference) -> bool:
        phrase = phrase_of(self.reasons, difference.key)
        return phrase is not None and phrase.is_result

    def _is_bare_result(self, explanation: Explanation) -> bool:
        """Whether an explanation only says how the game ends: this helps no player to decide."""
        ends = [each for each in explanation.pros if each.key.horizon is Horizon.END and self._is_result(each)]
        return explanation.price is None and not explanation.cons and len(ends) == len(explanation.pros)

    def _is_cause(self, difference: Difference) -> bool:
        phrase = phrase_of(self.reasons, difference.key)
        return phrase is not None and phrase.is_cause

    def _is_worth_adding(self, cause: Difference, explanation: Explanation) -> bool:
        """Whether a cause of the better move adds to the explanation, and is not the move itself."""
        if explanation.price is not None and not explanation.price.is_best:
            return False
        move_key = msgspec.structs.replace(cause.key, horizon=Horizon.MOVE)
        names_items = any(each.key.item for each in (*explanation.pros, *explanation.cons))
        is_repeated = bool(cause.key.item) and names_items
        return not is_repeated and not any(_statistic_differences(self.comparison, move_key))


def _is_same_statistic(first: StatisticKey, second: StatisticKey) -> bool:
    return (first.seat, first.category, first.item) == (second.seat, second.category, second.item)
