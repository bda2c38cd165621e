"""Advice for a player: the best and the second best move, compared in rollouts.

It starts from a ``View``, so the advice contains nothing that is hidden from the seat.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from heapq import nlargest
from typing import Any

import msgspec

from engine.agents.differences import mean_and_error, with_estimate_error
from engine.agents.explanation import Explanation, Plan, explain, find_plan
from engine.agents.rollout import Comparison, compare_moves, game_length
from engine.agents.search import best_and_worse, lead_of, rollout_state
from engine.core import Action, Decision, Game, Rng, SearchSettings, Seat, State, View

_SECONDS = 2.4
"""Processor time for the imagined games of a hint, roughly. No one waits much longer for more exact numbers."""
_MOST_SECONDS = 2.3
"""The same where moves take longer than usual: then no other imagined game begins."""
_SEARCHED, _MAX_CONTRAST_GAMES = 0.3, 0.25
"""Shares of the rollouts for the search, and for comparing the best move with a third one."""
_LEAST_SEARCHED, _LEAST_CONTRASTED, _MOST_CONTRASTED = 8, 12, 40
"""Bounds of these rollouts; a comparison with too few is omitted, because its reasons would not be certain."""


class Advice(msgspec.Struct, frozen=True):
    """The ``best`` of the offers, and its lead over the second (None: there is no other offer).

    With ``games`` rollouts of each, ``gain`` is in points beyond the best rival, with a 95% interval of ± ``error``.
    Without any, it is the difference of the moves by ``score_action``.
    """

    best: Action
    second: Action | None = None
    gain: float = 0.0
    error: float = 0.0
    games: int = 0
    explanation: Explanation = Explanation()
    plan: Plan = Plan()
    contrast: Action | None = None
    """The move with which the explanation compares the best one, if that is not the second."""

    @property
    def is_clear(self) -> bool:
        """Whether the best move is clearly better than the second."""
        return self.gain > self.error


def has_search(game: Game[Any]) -> bool:
    """Whether advice about a game rests on imagined games: where looking ahead has proved itself."""
    thinking = game.agent.search_settings
    return thinking is not None and thinking.is_proven


def advise(
    game: Game[Any],
    view: View[Any],
    decision: Decision,
    seed: int,
    games: int | None = None,
    clock: Callable[[], float] = lambda: 0.0,
) -> Advice:
    """Advise the view's seat. The same seed gives the same advice on any machine, unless time runs out.

    ``games`` is the number of rollouts that compare the best two moves; None: the game's number, within a budget.
    ``clock`` returns CPU seconds: after ``_MOST_SECONDS``, no further rollout begins.
    """
    thinking = game.agent.search_settings
    if thinking is None or not has_search(game):
        return _explain_by_rollouts(game, view, advice_by_score(game, view, decision), seed)
    if games is None:
        return _advised_in_time(game, thinking, view, decision, seed, clock)
    (best, *others), worse = best_and_worse(game, thinking, view, decision, seed)
    if not others:
        return Advice(best)
    advice = compare_pair(game, thinking, view, (best, others[0]), seed, games)
    return _add_contrast(game, thinking, view, decision, advice, worse, seed, min(games, _MOST_CONTRASTED))


def _advised_in_time(
    game: Game[Any],
    thinking: SearchSettings,
    view: View[Any],
    decision: Decision,
    seed: int,
    clock: Callable[[], float],
) -> Advice:
    """The advice after as many imagined games as there is time for."""
    deadline = clock() + _MOST_SECONDS
    length = game_length(game, thinking, view, next(iter(decision.offers)), seed)
    moves = _SECONDS / thinking.move_seconds
    searched = min(thinking.games, max(_LEAST_SEARCHED, int(_SEARCHED * moves / length)))
    (best, *others), worse = best_and_worse(game, replace(thinking, games=searched), view, decision, seed)
    if not others:
        return Advice(best)
    contrasted = min(_MOST_CONTRASTED, int(_MAX_CONTRAST_GAMES * moves / length / 2))
    contrasted = contrasted if contrasted >= _LEAST_CONTRASTED else 0
    budget = moves - (searched + 2 * contrasted) * length
    pair = (best, others[0])
    comparison = compare_moves(
        game, thinking, view, pair, seed, thinking.comparison_games, budget, lambda: clock() > deadline
    )
    advice = advice_from_comparison(game, thinking, view, comparison)
    if clock() > deadline - _MAX_CONTRAST_GAMES * _SECONDS:
        return advice
    return _add_contrast(game, thinking, view, decision, advice, worse, seed, contrasted)


def compare_pair(
    game: Game[Any], thinking: SearchSettings, view: View[Any], pair: tuple[Action, Action], seed: int, games: int
) -> Advice:
    """The better of two moves of a seat, from its view, and the other; unclear pairs keep their order."""
    return advice_from_comparison(game, thinking, view, compare_moves(game, thinking, view, pair, seed, games))


def advice_from_comparison(
    game: Game[Any], thinking: SearchSettings, view: View[Any], comparison: Comparison
) -> Advice:
    """The advice from a comparison: the better move first, if one is clearly better."""
    gain, error = _gain_and_error(thinking, comparison)
    if gain < -error:
        gain, comparison = -gain, comparison.opposite
    best, second = comparison.moves
    is_clear = gain > error
    explanation = explain(game, thinking, view, comparison, is_clear=is_clear)
    plan = find_plan(game, view, comparison, is_clear=is_clear)
    return Advice(best, second, gain, error, len(comparison.gains), explanation, plan)


def _gain_and_error(thinking: SearchSettings, comparison: Comparison) -> tuple[float, float]:
    """The mean gain and the half width of its interval, which includes the error of estimates."""
    gain, error = mean_and_error(comparison.gains)
    return gain, with_estimate_error(thinking, comparison, error) if any(comparison.gains) else error


def comparison_settings(game: Game[Any], view: View[Any], action: Action) -> SearchSettings | None:
    """The rollouts with which the coach compares two moves; None if it uses none."""
    if has_search(game):
        return game.agent.search_settings
    return game.agent.comparison_settings(view, action) if game.agent.comparison_settings is not None else None


def _explain_by_rollouts(game: Game[Any], view: View[Any], advice: Advice, seed: int) -> Advice:
    """The advice by ``score_action`` with what imagined games show of its two moves, where the game says how to compare
    them.
    """
    thinking = comparison_settings(game, view, advice.best)
    if thinking is None or advice.second is None:
        return advice
    pair = (advice.best, advice.second)
    comparison = compare_moves(game, thinking, view, pair, seed, thinking.comparison_games)
    if thinking.rounds:
        return advice_from_comparison(game, thinking, view, comparison)
    explanation = explain(game, thinking, view, comparison, is_clear=True)
    return msgspec.structs.replace(advice, explanation=explanation)


def _add_contrast(
    game: Game[Any],
    thinking: SearchSettings,
    view: View[Any],
    decision: Decision,
    advice: Advice,
    worse: Sequence[Action],
    seed: int,
    games: int,
) -> Advice:
    """The advice with the reasons against a third move, if it has no others and that move is clearly worse."""
    contrast = _find_contrast(game, view, decision, advice, worse)
    if advice.explanation.has_reasons or contrast is None or not games:
        return advice
    against = compare_pair(game, thinking, view, (advice.best, contrast), seed, games)
    if not against.is_clear or against.best != advice.best or not against.explanation.has_reasons:
        return advice
    return msgspec.structs.replace(advice, explanation=against.explanation, contrast=contrast)


def _find_contrast(
    game: Game[Any], view: View[Any], decision: Decision, advice: Advice, worse: Sequence[Action]
) -> Action | None:
    """A clearly worse move, of another kind than the best two if there is one, or else the least possible move."""
    pair = (advice.best, advice.second)
    idle = game.rules.timeout_action(view, decision.offers)
    candidates = [*worse, *([] if idle is None else [idle])]
    candidates = [move for move in candidates if move not in pair and move not in advice.plan.moves]
    kinds = {game.agent.action_kind(move) for move in pair if move is not None}
    unlike = [move for move in candidates if game.agent.action_kind(move) not in kinds]
    return next(iter(unlike or candidates), None)


def advice_by_score(game: Game[Any], view: View[Any], decision: Decision) -> Advice:
    """The advice that needs no imagined games."""
    worths = ((game.agent.score_action(view, action), action) for action in decision.offers)
    (most, best), *others = nlargest(2, worths, key=lambda one: one[0])
    if not others:
        return Advice(best)
    less, second = others[0]
    return Advice(best, second, most - less)


def measure_gains(
    game: Game[Any],
    thinking: SearchSettings,
    seat: Seat,
    pair: tuple[Action, Action],
    worlds: Iterable[tuple[State, Rng]],
) -> list[float]:
    """The gains of the first move of a seat over the second, in several determinizations."""
    gains = []
    for world, chance in worlds:
        ends = [rollout_state(game, thinking, world, one, chance) for one in pair]
        first, second = (lead_of(game, thinking, end, seat) for end in ends)
        gains.append(first - second)
    return gains
