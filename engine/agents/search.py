"""The search: the best-looking moves are tried in the same determinizations, and the better half continues.

It starts from a ``View`` and never sees the state. Its budget is counted in rollouts and all chance comes from a seed,
so the same view gives the same move on any machine.
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
"""Offers that are looked at: of more, the first."""
_HALVINGS = 2
"""Rounds of trying; after each, the better half of the moves goes on."""
_SURE_ERRORS = 1.0
"""Standard errors by which a move must do better than the one that looks best, or that one is made."""
_CLEAR_ERRORS = 2.0
"""Standard errors by which a move must do worse than the best one to be clearly worse."""
_WIN_WEIGHT = 0.3
"""The weight of winning next to the margin, which is a share of the players' points."""
_EPSILON = 1e-9


@dataclass
class _Candidate:
    """One move, and what came of it in each imagined game. Mutable: it collects."""

    action: Action
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return fmean(self.values)

    def lead_in_errors(self, first: _Candidate) -> float:
        """By how many standard errors it did better in the same games."""
        gains = [mine - theirs for mine, theirs in zip(self.values, first.values, strict=True)]
        if len(gains) < 2:
            return 0.0
        return fmean(gains) / (sqrt(variance(gains) / len(gains)) + _EPSILON)


def choose_by_search(
    game: Game[Any], thinking: SearchSettings, view: View[Any], decision: Decision, seed: int
) -> Action:
    """Choose one of the offers by search."""
    return best_two(game, thinking, view, decision, seed)[0]


def best_two(game: Game[Any], thinking: SearchSettings, view: View[Any], decision: Decision, seed: int) -> list[Action]:
    """The best two of the offers, the chosen one first; where only one is offered, that one."""
    world = game.agent.determinize(view, rng_from_seed(seed, "moves alike"))
    promising = _drop_equivalent_moves(_offers_by_score(game, view, decision), world, thinking.moves)
    return _halve_candidates(game, thinking, view, decision, seed, promising)[0]


def best_and_worse(
    game: Game[Any], thinking: SearchSettings, view: View[Any], decision: Decision, seed: int
) -> tuple[list[Action], list[Action]]:
    """The best two offers, ``best_two``, and other moves that did worse.

    Clearly worse moves come first, the best of them first; then the others, the worst first. Moves of different kinds
    are tried first, so that the second best is a real alternative.
    """
    world = game.agent.determinize(view, rng_from_seed(seed, "moves alike"))
    promising = _drop_equivalent_moves(
        _put_kinds_first(game, _offers_by_score(game, view, decision)), world, thinking.moves
    )
    return _halve_candidates(game, thinking, view, decision, seed, promising)


def _halve_candidates(
    game: Game[Any],
    thinking: SearchSettings,
    view: View[Any],
    decision: Decision,
    seed: int,
    promising: Sequence[Action],
) -> tuple[list[Action], list[Action]]:
    """The best two of the promising moves, and those that did worse than the best."""
    candidates = [_Candidate(action) for action in promising]
    if len(candidates) == 1:
        return [candidates[0].action], []
    best, alive, world = candidates[0], candidates, 0
    for _ in range(_HALVINGS):
        for _ in range(max(1, thinking.games // _HALVINGS // len(alive))):
            world += 1
            start = game.agent.determinize(view, rng_from_seed(seed, f"world {world}"))
            _try_candidates(game, thinking, start, decision.seat, alive, rng_from_seed(seed, f"play {world}"))
        others = sorted(alive[1:], key=lambda one: -one.mean)
        alive = [best, *others[: max(1, len(alive) // 2)]]
    challenger = max(alive[1:], key=lambda one: one.lead_in_errors(best))
    pair = [challenger, best] if challenger.lead_in_errors(best) > _SURE_ERRORS else [best, challenger]
    deficits = [(_deficit(one, pair[0]), one) for one in candidates if one not in pair]
    clear = sorted((one for deficit, one in deficits if deficit > _CLEAR_ERRORS), key=lambda one: -one.mean)
    unclear = sorted((one for deficit, one in deficits if 0 < deficit <= _CLEAR_ERRORS), key=lambda one: one.mean)
    return [one.action for one in pair], [one.action for one in (*clear, *unclear)]


def _deficit(one: _Candidate, best: _Candidate) -> float:
    """By how many standard errors a move did worse than the best one, in the games in which both were tried."""
    same_games = _Candidate(best.action, best.values[: len(one.values)])
    return -one.lead_in_errors(same_games)


def _put_kinds_first(game: Game[Any], actions: Sequence[Action]) -> list[Action]:
    """The moves in their order, but first one of each kind."""
    firsts: dict[Hashable, Action] = {}
    for action in actions:
        firsts.setdefault(game.agent.action_kind(action), action)
    return [*firsts.values(), *(action for action in actions if action not in firsts.values())]


def rollout_state(game: Game[Any], thinking: SearchSettings, world: State, action: Action, rng: Rng) -> State:
    """The state after a greedy rollout of a move, as long as the game's search settings say."""
    state, _ = play_unchecked(world, action)
    return _play_greedily(game, state, _last_round(game, thinking, world), rng)


def play_to_end(game: Game[Any], world: State, rng: Rng) -> State:
    """The end of the game after a greedy rollout."""
    return _play_greedily(game, world, inf, rng)


def winners(game: Game[Any], final_state: State) -> list[Seat]:
    """The seats that share the win of a game that is over."""
    return [place.seat for place in game.rules.ranking(final_state) if place.place == 1]


def lead_of(game: Game[Any], thinking: SearchSettings, state: State, seat: Seat) -> float:
    """A seat's points beyond its best rival's; its points if it is alone."""
    return _lead_over_rivals(points_by_seat(game, thinking, state), seat)


def _offers_by_score(game: Game[Any], view: View[Any], decision: Decision) -> list[Action]:
    """The offers, those first that look best; equals in the order in which they are offered."""
    scored = [(game.agent.score_action(view, action), action) for action in islice(decision.offers, _MAX_OFFERS)]
    scored.sort(key=lambda hinted: -hinted[0])
    return [action for _, action in scored]


def _drop_equivalent_moves(actions: Sequence[Action], world: State, max_moves: int) -> Sequence[Action]:
    """The first of the moves, at most so many, without those that lead where one before them leads.

    A track, for instance, can be named from either end. Of two moves or more, two are left in any case.
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
    game: Game[Any], thinking: SearchSettings, world: State, seat: Seat, candidates: Sequence[_Candidate], rng: Rng
) -> None:
    """Every move once, in one imagined world and with the same chance."""
    for one in candidates:
        one.values.append(_seat_value(game, thinking, rollout_state(game, thinking, world, one.action, rng), seat))


def _last_round(game: Game[Any], thinking: SearchSettings, world: State) -> float:
    """The round with which playing on from a world stops."""
    return inf if thinking.rounds is None else game.rules.round_number(world) + thinking.rounds


def _play_greedily(game: Game[Any], state: State, last: float, rng: Rng) -> State:
    """The state after all seats have gone on greedily, to the end or until the round ``last`` begins."""
    while (questions := decisions(state)) and game.rules.round_number(state) < last:
        question = questions[0]
        action, rng = greedy_agent.choose(game, redact(state, question.seat), question, rng)
        state, _ = play_unchecked(state, action)
    return state


def _seat_value(game: Game[Any], thinking: SearchSettings, state: State, seat: Seat) -> float:
    """The standing of a seat: its lead over the best rival as a share of what players have, and the victory."""
    worth = points_by_seat(game, thinking, state)
    ahead = _lead_over_rivals(worth, seat)
    share = ahead / (1 + fmean(abs(value) for value in worth.values()))
    return share + _WIN_WEIGHT * _win_share(game, state, seat, ahead)


def points_by_seat(game: Game[Any], thinking: SearchSettings, state: State) -> dict[Seat, float]:
    """The points of every seat; in an unfinished game, the estimates of the position."""
    scores = {place.seat: float(place.score) for place in game.rules.ranking(state)}
    if not state.flow or thinking.evaluate_state is None:
        return scores
    return {seat: thinking.evaluate_state(state, seat) for seat in scores}


def _lead_over_rivals(worth: Mapping[Seat, float], seat: Seat) -> float:
    return worth[seat] - max((value for other, value in worth.items() if other != seat), default=0.0)


def _win_share(game: Game[Any], state: State, seat: Seat, ahead: float) -> float:
    """The share of a victory; in a game that goes on, of the lead."""
    if state.flow:
        return ((ahead > 0) + (ahead >= 0)) / 2
    first = winners(game, state)
    return 1 / len(first) if seat in first else 0.0
