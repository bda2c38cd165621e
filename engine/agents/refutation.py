"""Refutations: the events of a typical rollout that show why one move is better than another.

The number of a rollout is enough to replay it, so an analysis stores only the number.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Any

import msgspec

from engine.agents.coach import Advice, advice_from_comparison
from engine.agents.differences import statistic_differences
from engine.agents.explanation import Explanation
from engine.agents.rollout import Comparison, StatisticKey, Step, compare_moves, rollout_start, rollout_steps
from engine.core import Action, Event, Game, Seat, State, View, visible_events
from engine.core.reasons import Reasons

_SEED_OFFSET = 1_000_000
"""The number that ``seed_of_point`` adds to the number of a move."""
_MAX_GAMES = 40
"""Maximum number of rollouts that compare an answer with the better move."""
_MAX_EVENTS = 3
"""Maximum number of events that a refutation shows after each of the two moves."""

_AssetValues = Mapping[tuple[Seat, str, str], tuple[float, float]]
"""(number, worth) of the assets by (seat, category, item)."""


class Verdict(msgspec.Struct, frozen=True):
    """The comparison of an answer with the better move of a turning point.

    ``typical`` is the number of a typical rollout.
    """

    advice: Advice
    typical: int | None = None


class Refutation(msgspec.Struct, frozen=True):
    """The relevant events after the better move and after the other move, with the same random numbers."""

    better: tuple[Event, ...] = ()
    other: tuple[Event, ...] = ()


def seed_of_point(move: int) -> int:
    """Return the seed of the rollouts that confirm a turning point, from the number of its move."""
    return move + _SEED_OFFSET


def judge_answer(game: Game[Any], view: View[Any], pair: tuple[Action, Action], move: int) -> Verdict:
    """Compare the better move of a turning point with the answer of a player; ``pair`` contains both.

    ``move`` is the number of the turning point's move.
    """
    settings = game.agent.search_settings
    if settings is None:
        raise LookupError(f"{game.key} imagines no games")
    games = min(_MAX_GAMES, settings.comparison_games)
    comparison = compare_moves(game, settings, view, pair, seed_of_point(move), games)
    advice = advice_from_comparison(game, settings, view, comparison)
    return Verdict(advice, typical_rollout(game, comparison, advice))


def typical_rollout(game: Game[Any], comparison: Comparison, advice: Advice) -> int | None:
    """Return the number of the pair of rollouts that is closest to the mean in the statistics of all reasons.

    Return None if there are no reasons.
    """
    reasons = game.agent.reasons
    if reasons is None or not advice.explanation.has_reasons:
        return None
    values = statistic_differences(reasons, comparison)
    explained = [values[key] for key in _explained_keys(advice.explanation) if key in values]
    distances = [sum(_distance(series, number) for series in explained) for number in range(len(comparison.pairs))]
    return distances.index(min(distances)) if explained else None


def refutation_of(game: Game[Any], view: View[Any], verdict: Verdict, move: int) -> Refutation:
    """Return the events of a verdict's typical rollout that support its reasons.

    Only events that the seat can see are returned. Events that occur after both moves are omitted.
    """
    advice, number, reasons = verdict.advice, verdict.typical, game.agent.reasons
    settings, other = game.agent.search_settings, verdict.advice.second
    if number is None or reasons is None or settings is None or other is None:
        return Refutation()
    keys, events_by_move = _explained_keys(advice.explanation), list[list[Event]]()
    for action in (advice.best, other):
        world, chance = rollout_start(game, view, seed_of_point(move), number)
        steps = list(rollout_steps(game, settings, world, action, chance))[1:]
        events_by_move.append(
            [event for step in steps for event in _relevant_events(game, reasons, keys, step, action.seat)]
        )
    better, worse = events_by_move
    only_better = [event for event in better if event not in worse]
    only_other = [event for event in worse if event not in better]
    return Refutation(tuple(only_better[:_MAX_EVENTS]), tuple(only_other[:_MAX_EVENTS]))


def _explained_keys(explanation: Explanation) -> list[StatisticKey]:
    """Return the keys of an explanation's statistics but for its cause, as in ``statistic_differences``."""
    differences = [msgspec.structs.replace(each.key, part="") for each in (*explanation.pros, *explanation.cons)]
    return [*differences, *([explanation.price.key] if explanation.price else [])]


def _distance(values: Sequence[float], number: int) -> float:
    """Return the distance of value ``number`` from the mean of all values, in standard deviations."""
    deviation = sqrt(variance(values)) if len(values) > 1 else 0.0
    return abs(values[number] - fmean(values)) / deviation if deviation else 0.0


def _relevant_events(
    game: Game[Any], reasons: Reasons, keys: Sequence[StatisticKey], step: Step, seat: Seat
) -> list[Event]:
    """Return the visible events of a step that changed a statistic of the explanation.

    An event is visible if the seat may see it and it has a sentence. If the step changed a statistic without such an
    event, return the first visible event.
    """
    names = {(key.seat, key.category, key.item) for key in keys}
    visible = [event for event in visible_events(step.events, seat) if game.text.event_sentence(event, _name)]
    relevant = [event for event in visible if names & _entry_names(reasons, event)]
    if relevant:
        return relevant
    is_relevant_step = any(names & _entry_names(reasons, event) for event in step.events)
    return visible[:1] if is_relevant_step or _changes_assets(reasons, names, step) else []


def _entry_names(reasons: Reasons, event: Event) -> set[tuple[Seat, str, str]]:
    return {(entry.seat, entry.category, entry.item) for entry in reasons.score_entries(event)}


def _changes_assets(reasons: Reasons, names: set[tuple[Seat, str, str]], step: Step) -> bool:
    """Whether a step changes the number or worth of an asset of the explanation."""
    seats = {seat for seat, _, _ in names}
    before, after = (_assets(reasons, state, seats) for state in (step.before, step.after))
    return any(before.get(name) != after.get(name) for name in names)


def _assets(reasons: Reasons, state: State, seats: set[Seat]) -> _AssetValues:
    return {
        (seat, asset.category, asset.item): (asset.number, asset.worth)
        for seat in seats
        for asset in reasons.assets(state, seat)
    }


def _name(seat: Seat) -> str:
    return f"player {seat}"
