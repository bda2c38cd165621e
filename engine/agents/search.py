"""The search for the best move.

The most promising moves are tried in the same determinizations; then the better half of them is tried again. The search
gets a ``View`` and never sees the state. The budget is a number of rollouts, and all chance comes from a seed, so the
same view gives the same move on any machine.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import inf, sqrt
from statistics import fmean, variance
from typing import Any

from engine.agents import greedy_agent
from engine.core import (
    Action,
    Decision,
    Game,
    Rng,
    SearchSettings,
    Seat,
    State,
    View,
    decisions,
    play_unchecked,
    redact,
    rng_from_seed,
)

_MAX_OFFERS = 400
"""Maximum number of offers that are evaluated; of more offers, only the first ones are."""
_HALVINGS = 2
"""The number of rounds in which moves are tried; after each round, the worse half is dropped."""
_SURE_ERRORS = 1.0
"""A move is preferred to the one with the best evaluation only if its lead is this number of standard errors."""
_CLEAR_ERRORS = 2.0
"""A move is clearly worse if it is more than this number of standard errors behind the best."""
_WIN_WEIGHT = 0.3
"""The weight of a win; the weight of the lead, as a share of the players' mean points, is 1."""
_EPSILON = 1e-9
"""A small number that prevents a division by 0."""


@dataclass
class _Candidate:
    """A move, and the value of each of its rollouts for the seat that moves. Mutable."""

    action: Action
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return fmean(self.values)

    def lead_in_errors(self, first: _Candidate) -> float:
        """Return the mean lead over another move in the same rollouts, in standard errors."""
        gains = [own - other for own, other in zip(self.values, first.values, strict=True)]
        if len(gains) < 2:
            return 0.0
        return fmean(gains) / (sqrt(variance(gains) / len(gains)) + _EPSILON)


def choose_by_search(
    game: Game[Any], settings: SearchSettings, view: View[Any], decision: Decision, seed: int
) -> Action:
    """Choose one of the offers by search."""
    return best_two(game, settings, view, decision, seed)[0]


def best_two(game: Game[Any], settings: SearchSettings, view: View[Any], decision: Decision, seed: int) -> list[Action]:
    """Return the best two offers, the best first; if there is only one offer, return it alone."""
    world = game.agent.determinize(view, rng_from_seed(seed, "moves alike"))
    promising = _drop_equivalent_moves(_offers_by_score(game, view, decision), world, settings.moves)
    return _find_best_by_halving(game, settings, view, decision, seed, promising)[0]


def best_and_worse(
    game: Game[Any], settings: SearchSettings, view: View[Any], decision: Decision, seed: int
) -> tuple[list[Action], list[Action]]:
    """Return the best two offers like ``best_two``, and the other moves that did worse.

    The clearly worse moves come first, from best to worst, then the others, from worst to best. The search prefers
    moves of different kinds, so that the second best move is a real alternative.
    """
    world = game.agent.determinize(view, rng_from_seed(seed, "moves alike"))
    promising = _drop_equivalent_moves(
        _put_kinds_first(game, _offers_by_score(game, view, decision)), world, settings.moves
    )
    return _find_best_by_halving(game, settings, view, decision, seed, promising)


def _find_best_by_halving(
    game: Game[Any],
    settings: SearchSettings,
    view: View[Any],
    decision: Decision,
    seed: int,
    promising: Sequence[Action],
) -> tuple[list[Action], list[Action]]:
    """Return the best two of the promising moves, and the moves that did worse than the best."""
    candidates = [_Candidate(action) for action in promising]
    if len(candidates) == 1:
        return [candidates[0].action], []
    best, alive, world = candidates[0], candidates, 0
    for _ in range(_HALVINGS):
        for _ in range(max(1, settings.games // _HALVINGS // len(alive))):
            world += 1
            start = game.agent.determinize(view, rng_from_seed(seed, f"world {world}"))
            _try_candidates(game, settings, start, decision.seat, alive, rng_from_seed(seed, f"play {world}"))
        others = sorted(alive[1:], key=lambda candidate: -candidate.mean)
        alive = [best, *others[: max(1, len(alive) // 2)]]
    challenger = max(alive[1:], key=lambda candidate: candidate.lead_in_errors(best))
    pair = [challenger, best] if challenger.lead_in_errors(best) > _SURE_ERRORS else [best, challenger]
    deficits = [(_deficit(candidate, pair[0]), candidate) for candidate in candidates if candidate not in pair]
    clear = sorted((each for deficit, each in deficits if deficit > _CLEAR_ERRORS), key=lambda each: -each.mean)
    unclear = sorted((each for deficit, each in deficits if 0 < deficit <= _CLEAR_ERRORS), key=lambda each: each.mean)
    return [candidate.action for candidate in pair], [candidate.action for candidate in (*clear, *unclear)]


def _deficit(candidate: _Candidate, best: _Candidate) -> float:
    """Return the deficit of a move behind the best one in their common rollouts, in standard errors."""
    same_games = _Candidate(best.action, best.values[: len(candidate.values)])
    return -candidate.lead_in_errors(same_games)


def _put_kinds_first(game: Game[Any], actions: Sequence[Action]) -> list[Action]:
    """Return the moves in an order in which the first move of each kind comes before all others."""
    first_by_kind: dict[Hashable, Action] = {}
    for action in actions:
        first_by_kind.setdefault(game.agent.action_kind(action), action)
    return [*first_by_kind.values(), *(action for action in actions if action not in first_by_kind.values())]


def rollout_state(game: Game[Any], settings: SearchSettings, world: State, action: Action, rng: Rng) -> State:
    """Return the state at the end of a greedy rollout of a move.

    The search settings determine where the rollout ends.
    """
    state, _ = play_unchecked(world, action)
    last_round = inf if settings.rounds is None else game.rules.round_number(world) + settings.rounds
    return _play_greedily(game, state, last_round, rng)


def play_to_end(game: Game[Any], world: State, rng: Rng) -> State:
    """Return the state at the end of the game after a greedy rollout."""
    return _play_greedily(game, world, inf, rng)


def winners(game: Game[Any], final_state: State) -> list[Seat]:
    """Return the winners of a finished game; in a tie, there are several."""
    return [place.seat for place in game.rules.ranking(final_state) if place.place == 1]


def lead_of(game: Game[Any], settings: SearchSettings, state: State, seat: Seat) -> float:
    """Return a seat's lead over its best rival in points; in a one-player game, its points."""
    return _lead_over_rivals(points_by_seat(game, settings, state), seat)


def _offers_by_score(game: Game[Any], view: View[Any], decision: Decision) -> list[Action]:
    """Return the offers by ``score_action``, the highest first; equal offers keep their order."""
    scored = [(game.agent.score_action(view, action), action) for action in islice(decision.offers, _MAX_OFFERS)]
    scored.sort(key=lambda pair: -pair[0])
    return [action for _, action in scored]


def _drop_equivalent_moves(actions: Sequence[Action], world: State, max_moves: int) -> Sequence[Action]:
    """Return the first ``max_moves`` moves that lead to different states.

    Two moves may lead to the same state: for example, a track can be named from either end. If there are two moves, at
    least two are returned.
    """
    different, states = list[Action](), list[State]()
    for action in actions:
        state, _ = play_unchecked(world, action)
        if state not in states:
            different.append(action)
            states.append(state)
        if len(different) == max_moves:
            return different
    return different if len(different) > 1 else actions[:2]


def _try_candidates(
    game: Game[Any], settings: SearchSettings, world: State, seat: Seat, candidates: Sequence[_Candidate], rng: Rng
) -> None:
    """Play a rollout of every move in one determinization, with the same random numbers."""
    for candidate in candidates:
        end = rollout_state(game, settings, world, candidate.action, rng)
        candidate.values.append(_seat_value(game, settings, end, seat))


def _play_greedily(game: Game[Any], state: State, last: float, rng: Rng) -> State:
    """Play all seats greedily until the game is over or round ``last`` begins, and return the state."""
    while (questions := decisions(state)) and game.rules.round_number(state) < last:
        question = questions[0]
        action, rng = greedy_agent.choose(game, redact(state, question.seat), question, rng)
        state, _ = play_unchecked(state, action)
    return state


def _seat_value(game: Game[Any], settings: SearchSettings, state: State, seat: Seat) -> float:
    """Return the value of a state for a seat.

    The value is computed from the seat's lead over the best rival, relative to the mean points of all players, and from
    the seat's share of the win.
    """
    points = points_by_seat(game, settings, state)
    lead = _lead_over_rivals(points, seat)
    relative_lead = lead / (1 + fmean(abs(value) for value in points.values()))
    return relative_lead + _WIN_WEIGHT * _win_share(game, state, seat, lead)


def points_by_seat(game: Game[Any], settings: SearchSettings, state: State) -> dict[Seat, float]:
    """Return the points of every seat; in an unfinished game, the estimated final points."""
    scores = {place.seat: float(place.score) for place in game.rules.ranking(state)}
    if not state.flow or settings.evaluate_state is None:
        return scores
    return {seat: settings.evaluate_state(state, seat) for seat in scores}


def _lead_over_rivals(points: Mapping[Seat, float], seat: Seat) -> float:
    return points[seat] - max((value for other, value in points.items() if other != seat), default=0.0)


def _win_share(game: Game[Any], state: State, seat: Seat, lead: float) -> float:
    """Return a seat's share of the win; in an unfinished game, 1 for the leader and 0.5 in a tie."""
    if state.flow:
        return ((lead > 0) + (lead >= 0)) / 2
    winning_seats = winners(game, state)
    return 1 / len(winning_seats) if seat in winning_seats else 0.0
