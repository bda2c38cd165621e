"""The coach: advice about the best and the second best move, compared in rollouts.

The coach gets a ``View``, so the advice contains nothing that is hidden from the seat.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from heapq import nlargest
from typing import Any

import msgspec

from engine.agents.differences import mean_and_error, with_estimate_error
from engine.agents.explanation import Explanation, Plan, explain, explain_by_score, find_plan
from engine.agents.rollout import Comparison, compare_moves, game_length
from engine.agents.search import best_and_worse, lead_of, rollout_state
from engine.core import Action, Decision, Game, Rng, SearchSettings, Seat, State, View

_SECONDS = 2.4
"""Planned CPU time for the rollouts of a hint, in seconds, estimated with ``SearchSettings.move_seconds``."""
_MAX_SECONDS = 2.3
"""CPU seconds after which no further rollout begins, if moves take longer than estimated."""
_SEARCH_SHARE, _CONTRAST_SHARE = 0.3, 0.25
"""The shares of the time for the search, and for the comparison of the best move with a third one."""
_MIN_SEARCH_GAMES = 8
_MIN_CONTRAST_GAMES, _MAX_CONTRAST_GAMES = 12, 40
"""Minimum and maximum number of rollouts that compare the best move with a third one.

If there is no time for the minimum, the comparison is omitted, because its reasons would not be certain.
"""


class Advice(msgspec.Struct, frozen=True):
    """The ``best`` offer, and its gain over the ``second`` best (None: there is no other offer).

    If ``games`` rollouts of each move were played, ``gain`` is the difference in points of lead over the best rival,
    with a 95% interval of ± ``error``. Without rollouts, ``gain`` is the difference between the two values of
    ``score_action``.
    """

    best: Action
    second: Action | None = None
    gain: float = 0.0
    error: float = 0.0
    games: int = 0
    explanation: Explanation = Explanation()
    plan: Plan = Plan()
    contrast: Action | None = None
    """The move with which the explanation compares the best move, if that is not the second-best move."""

    @property
    def is_clear(self) -> bool:
        """Whether the best move is clearly better than the second."""
        return self.gain > self.error


def has_search(game: Game[Any]) -> bool:
    """Whether the game has a proven search, so that advice is based on rollouts."""
    settings = game.agent.search_settings
    return settings is not None and settings.is_proven


def advise(
    game: Game[Any],
    view: View[Any],
    decision: Decision,
    seed: int,
    games: int | None = None,
    clock: Callable[[], float] = lambda: 0.0,
) -> Advice:
    """Advise the view's seat.

    The same seed gives the same advice on any machine, unless time runs out. ``games`` is the number of rollouts that
    compare the best two moves; None: as many as fit into the time budget, up to the maximum of the game's settings.
    ``clock`` returns CPU seconds; after ``_MAX_SECONDS``, no further rollout begins.
    """
    settings = game.agent.search_settings
    if settings is None or not has_search(game):
        return _explain_by_rollouts(game, view, advice_by_score(game, view, decision), seed)
    if games is None:
        return _advise_in_time(game, settings, view, decision, seed, clock)
    (best, *others), worse = best_and_worse(game, settings, view, decision, seed)
    if not others:
        return Advice(best)
    advice = compare_pair(game, settings, view, (best, others[0]), seed, games)
    return _add_contrast(game, settings, view, decision, advice, worse, seed, min(games, _MAX_CONTRAST_GAMES))


def _advise_in_time(
    game: Game[Any],
    settings: SearchSettings,
    view: View[Any],
    decision: Decision,
    seed: int,
    clock: Callable[[], float],
) -> Advice:
    """Return the advice from as many rollouts as fit into the time budget."""
    deadline = clock() + _MAX_SECONDS
    length = game_length(game, settings, view, next(iter(decision.offers)), seed)
    moves = _SECONDS / settings.move_seconds
    search_games = min(settings.games, max(_MIN_SEARCH_GAMES, int(_SEARCH_SHARE * moves / length)))
    (best, *others), worse = best_and_worse(game, replace(settings, games=search_games), view, decision, seed)
    if not others:
        return Advice(best)
    contrast_games = min(_MAX_CONTRAST_GAMES, int(_CONTRAST_SHARE * moves / length / 2))
    contrast_games = contrast_games if contrast_games >= _MIN_CONTRAST_GAMES else 0
    budget = moves - (search_games + 2 * contrast_games) * length
    pair = (best, others[0])
    comparison = compare_moves(
        game, settings, view, pair, seed, settings.comparison_games, budget, lambda: clock() > deadline
    )
    advice = advice_from_comparison(game, settings, view, comparison)
    if clock() > deadline - _CONTRAST_SHARE * _SECONDS:
        return advice
    return _add_contrast(game, settings, view, decision, advice, worse, seed, contrast_games)


def compare_pair(
    game: Game[Any], settings: SearchSettings, view: View[Any], pair: tuple[Action, Action], seed: int, games: int
) -> Advice:
    """Compare two moves of a seat in rollouts.

    The advice has the clearly better move first. If neither is clearly better, the moves keep their order.
    """
    return advice_from_comparison(game, settings, view, compare_moves(game, settings, view, pair, seed, games))


def advice_from_comparison(
    game: Game[Any], settings: SearchSettings, view: View[Any], comparison: Comparison
) -> Advice:
    """Return the advice from a comparison, with the clearly better move first."""
    gain, error = _gain_and_error(settings, comparison)
    if gain < -error:
        gain, comparison = -gain, comparison.opposite
    best, second = comparison.moves
    is_clear = gain > error
    explanation = explain(game, settings, view, comparison, is_clear=is_clear)
    plan = find_plan(game, view, comparison, is_clear=is_clear)
    return Advice(best, second, gain, error, len(comparison.gains), explanation, plan)


def _gain_and_error(settings: SearchSettings, comparison: Comparison) -> tuple[float, float]:
    """Return the mean gain and the half width of its 95% interval, including the error of estimated results."""
    gain, error = mean_and_error(comparison.gains)
    return gain, with_estimate_error(settings, comparison, error) if any(comparison.gains) else error


def comparison_settings(game: Game[Any], view: View[Any], action: Action) -> SearchSettings | None:
    """Return the settings of the rollouts that compare two moves.

    Return None if the coach uses no rollouts.
    """
    if has_search(game):
        return game.agent.search_settings
    return game.agent.comparison_settings(view, action) if game.agent.comparison_settings is not None else None


def _explain_by_rollouts(game: Game[Any], view: View[Any], advice: Advice, seed: int) -> Advice:
    """Add an explanation from rollouts to an advice by ``score_action``.

    Return the advice unchanged if the game has no comparison settings.
    """
    settings = comparison_settings(game, view, advice.best)
    if settings is None or advice.second is None:
        return advice
    pair = (advice.best, advice.second)
    comparison = compare_moves(game, settings, view, pair, seed, settings.comparison_games)
    if settings.rounds:
        return advice_from_comparison(game, settings, view, comparison)
    explanation = explain_by_score(game, settings, view, comparison, advice.gain)
    return msgspec.structs.replace(advice, explanation=explanation)


def _add_contrast(
    game: Game[Any],
    settings: SearchSettings,
    view: View[Any],
    decision: Decision,
    advice: Advice,
    worse: Sequence[Action],
    seed: int,
    games: int,
) -> Advice:
    """Add the reasons against a clearly worse third move, if the advice has no reasons."""
    contrast = _find_contrast(game, view, decision, advice, worse)
    if advice.explanation.has_reasons or contrast is None or not games:
        return advice
    comparison = compare_pair(game, settings, view, (advice.best, contrast), seed, games)
    if not comparison.is_clear or comparison.best != advice.best or not comparison.explanation.has_reasons:
        return advice
    is_idle = contrast == game.rules.timeout_action(view, decision.offers)
    if is_idle and comparison.explanation.price is None:
        return advice  # any player knows that acting is better
    return msgspec.structs.replace(advice, explanation=comparison.explanation, contrast=contrast)


def _find_contrast(
    game: Game[Any], view: View[Any], decision: Decision, advice: Advice, worse: Sequence[Action]
) -> Action | None:
    """Return a move to compare with the best one: a worse move, or else the timeout action.

    Moves whose kind differs from both best moves are preferred. Return None if there is no such move.
    """
    pair = (advice.best, advice.second)
    timeout_action = game.rules.timeout_action(view, decision.offers)
    candidates = [*worse, *([] if timeout_action is None else [timeout_action])]
    candidates = [move for move in candidates if move not in pair and move not in advice.plan.moves]
    kinds = {game.agent.action_kind(move) for move in pair if move is not None}
    different = [move for move in candidates if game.agent.action_kind(move) not in kinds]
    return next(iter(different or candidates), None)


def advice_by_score(game: Game[Any], view: View[Any], decision: Decision) -> Advice:
    """Return the advice by ``score_action``, without rollouts."""
    scored_actions = ((game.agent.score_action(view, action), action) for action in decision.offers)
    (best_score, best), *others = nlargest(2, scored_actions, key=lambda scored: scored[0])
    if not others:
        return Advice(best)
    second_score, second = others[0]
    return Advice(best, second, best_score - second_score)


def measure_gains(
    game: Game[Any],
    settings: SearchSettings,
    seat: Seat,
    pair: tuple[Action, Action],
    worlds: Iterable[tuple[State, Rng]],
) -> list[float]:
    """Return the gain in points of the first move over the second in each determinization."""
    gains = []
    for world, chance in worlds:
        ends = [rollout_state(game, settings, world, move, chance) for move in pair]
        first, second = (lead_of(game, settings, end, seat) for end in ends)
        gains.append(first - second)
    return gains
