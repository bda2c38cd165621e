"""Refutations: the events of a typical rollout that show why one move is better than another.

A rollout is replayed from its number, so only the number is stored with an analysis.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Any

import msgspec

from engine.agents.coach import Advice, advice_from_comparison
from engine.agents.differences import figure_differences
from engine.agents.explanation import Explanation
from engine.agents.rollout import Comparison, FigureKey, Step, compare_moves, imagined_world, play_on
from engine.core import Action, Event, Game, Seat, State, View, visible_events
from engine.core.reasons import Reasons

_FRESH = 1_000_000
"""Added to the number of a move, it is the seed of the games in which a turning point is confirmed."""
_MOST_GAMES = 40
"""Imagined games in which an answer is compared with the better move."""
_MOST_EVENTS = 3

_Held = Mapping[tuple[Seat, str, str], tuple[float, float]]


class Verdict(msgspec.Struct, frozen=True):
    """The comparison of an answer with the better move of a turning point, and the number of a typical rollout."""

    advice: Advice
    typical: int | None = None


class Refutation(msgspec.Struct, frozen=True):
    """The relevant events of the same rollout after the better move and after the other one."""

    better: tuple[Event, ...] = ()
    other: tuple[Event, ...] = ()


def seed_of_point(move: int) -> int:
    """The seed of the imagined games about the turning point at that move."""
    return move + _FRESH


def judge_answer(game: Game[Any], view: View[Any], pair: tuple[Action, Action], move: int) -> Verdict:
    """Compare the better move of the turning point at ``move`` with an answer to it."""
    thinking = game.agent.search_settings
    if thinking is None:
        raise LookupError(f"{game.key} imagines no games")
    games = min(_MOST_GAMES, thinking.comparison_games)
    comparison = compare_moves(game, thinking, view, pair, seed_of_point(move), games)
    advice = advice_from_comparison(game, thinking, view, comparison)
    return Verdict(advice, typical_game(game, comparison, advice))


def typical_game(game: Game[Any], comparison: Comparison, advice: Advice) -> int | None:
    """The number of the pair of rollouts closest to all reasons; None without reasons."""
    reasons = game.agent.reasons
    if reasons is None or not advice.explanation.has_reasons:
        return None
    values = figure_differences(reasons, comparison)
    told = [values[key] for key in _told_keys(advice.explanation) if key in values]
    distances = [sum(_distance(one, number) for one in told) for number in range(len(comparison.pairs))]
    return distances.index(min(distances)) if told else None


def refutation_of(game: Game[Any], view: View[Any], verdict: Verdict, move: int) -> Refutation:
    """The events of a verdict's typical rollout that support its reasons, as the seat of ``view`` sees them.

    Events that happen after either move are omitted.
    """
    advice, number, reasons = verdict.advice, verdict.typical, game.agent.reasons
    thinking, other = game.agent.search_settings, verdict.advice.second
    if number is None or reasons is None or thinking is None or other is None:
        return Refutation()
    keys, sides = _told_keys(advice.explanation), list[list[Event]]()
    for action in (advice.best, other):
        world, chance = imagined_world(game, view, seed_of_point(move), number)
        steps = list(play_on(game, thinking, world, action, chance))[1:]
        sides.append([event for step in steps for event in _telling_events(game, reasons, keys, step, action.seat)])
    better, worse = sides
    only_better = [event for event in better if event not in worse]
    only_other = [event for event in worse if event not in better]
    return Refutation(tuple(only_better[:_MOST_EVENTS]), tuple(only_other[:_MOST_EVENTS]))


def _told_keys(explanation: Explanation) -> list[FigureKey]:
    """The figures of an explanation, as ``figure_differences`` names them."""
    differences = [msgspec.structs.replace(one.key, part="") for one in (*explanation.pros, *explanation.cons)]
    return [*differences, *([explanation.price.key] if explanation.price else [])]


def _distance(values: Sequence[float], number: int) -> float:
    """By how many standard deviations one of the values differs from their mean."""
    deviation = sqrt(variance(values)) if len(values) > 1 else 0.0
    return abs(values[number] - fmean(values)) / deviation if deviation else 0.0


def _telling_events(
    game: Game[Any], reasons: Reasons, keys: Sequence[FigureKey], step: Step, seat: Seat
) -> list[Event]:
    """The events of a move that add to a number of the explanation, as far as the seat sees them and they are worth a
    line.
    """
    names = {(key.seat, key.category, key.item) for key in keys}
    seen = [event for event in visible_events(step.events, seat) if game.text.event_sentence(event, _name)]
    booked = [event for event in seen if names & _booked_names(reasons, event)]
    if booked:
        return booked
    is_booked = any(names & _booked_names(reasons, event) for event in step.events)
    return seen[:1] if is_booked or _changes_assets(reasons, names, step) else []


def _booked_names(reasons: Reasons, event: Event) -> set[tuple[Seat, str, str]]:
    return {(entry.seat, entry.category, entry.item) for entry in reasons.score_entries(event)}


def _changes_assets(reasons: Reasons, names: set[tuple[Seat, str, str]], step: Step) -> bool:
    """Whether an asset of the explanation changes with a move: more of it, or of another worth."""
    seats = {seat for seat, _, _ in names}
    before, after = (_assets(reasons, state, seats) for state in (step.before, step.after))
    return any(before.get(name) != after.get(name) for name in names)


def _assets(reasons: Reasons, state: State, seats: set[Seat]) -> _Held:
    return {
        (seat, asset.category, asset.item): (asset.number, asset.worth)
        for seat in seats
        for asset in reasons.assets(state, seat)
    }


def _name(seat: Seat) -> str:
    return f"player {seat}"
