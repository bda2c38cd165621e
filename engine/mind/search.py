"""The search: the moves that look best are tried in the same imagined worlds, and the better half goes on.

It starts from a ``View`` and never sees the state behind it. Its budget is counted in games and all chance comes from
a seed, so the same view gives the same move on any machine.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import inf, sqrt
from statistics import fmean, variance
from typing import Any

from engine.ai import greedy
from engine.core import (
    Action,
    Decision,
    Game,
    Rng,
    Seat,
    State,
    Thinking,
    View,
    decisions,
    play_unchecked,
    redact,
    seeded,
)

_LISTED = 400
"""Offers that are looked at: of more, the first."""
_HALVINGS = 2
"""Rounds of trying; after each, the better half of the moves goes on."""
_SURE = 1.0
"""Standard errors by which a move must do better than the one that looks best, or that one is made."""
_CLEARLY = 2.0
"""Standard errors by which a move must do worse than the best one to be clearly worse."""
_VICTORY = 0.3
"""What winning counts beside the margin, which is a share of what players have."""
_TINY = 1e-9


@dataclass
class _Tried:
    """One move, and what came of it in each imagined game. Mutable: it collects."""

    action: Action
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return fmean(self.values)

    def better_than(self, first: _Tried) -> float:
        """By how many standard errors it did better in the same games."""
        gains = [mine - theirs for mine, theirs in zip(self.values, first.values, strict=True)]
        if len(gains) < 2:
            return 0.0
        return fmean(gains) / (sqrt(variance(gains) / len(gains)) + _TINY)


def think(game: Game[Any], thinking: Thinking, view: View[Any], decision: Decision, seed: int) -> Action:
    """One of the offers."""
    return best_two(game, thinking, view, decision, seed)[0]


def best_two(game: Game[Any], thinking: Thinking, view: View[Any], decision: Decision, seed: int) -> list[Action]:
    """The best two of the offers, the chosen one first; where only one is offered, that one."""
    known = game.computer.imagine(view, seeded(seed, "moves alike"))
    promising = _unlike(_by_hint(game, view, decision), known, thinking.moves)
    return _search(game, thinking, view, decision, seed, promising)[0]


def best_and_worse(
    game: Game[Any], thinking: Thinking, view: View[Any], decision: Decision, seed: int
) -> tuple[list[Action], list[Action]]:
    """The best two of the offers, as ``best_two``, and other moves that were tried and did worse.

    Of these, the clearly worse ones are first, the best of them first; of the others, the worst is first. Moves that
    differ in kind are tried first, so that the second best is a real alternative.
    """
    known = game.computer.imagine(view, seeded(seed, "moves alike"))
    promising = _unlike(_kinds_first(game, _by_hint(game, view, decision)), known, thinking.moves)
    return _search(game, thinking, view, decision, seed, promising)


def _search(
    game: Game[Any],
    thinking: Thinking,
    view: View[Any],
    decision: Decision,
    seed: int,
    promising: Sequence[Action],
) -> tuple[list[Action], list[Action]]:
    """The best two of the promising moves, and those that did worse than the best."""
    tried = [_Tried(action) for action in promising]
    if len(tried) == 1:
        return [tried[0].action], []
    best, alive, world = tried[0], tried, 0
    for _ in range(_HALVINGS):
        for _ in range(max(1, thinking.games // _HALVINGS // len(alive))):
            world += 1
            start = game.computer.imagine(view, seeded(seed, f"world {world}"))
            _try_all(game, thinking, start, decision.seat, alive, seeded(seed, f"play {world}"))
        others = sorted(alive[1:], key=lambda one: -one.mean)
        alive = [best, *others[: max(1, len(alive) // 2)]]
    chosen = max(alive[1:], key=lambda one: one.better_than(best))
    pair = [chosen, best] if chosen.better_than(best) > _SURE else [best, chosen]
    deficits = [(_deficit(one, pair[0]), one) for one in tried if one not in pair]
    clear = sorted((one for deficit, one in deficits if deficit > _CLEARLY), key=lambda one: -one.mean)
    unclear = sorted((one for deficit, one in deficits if 0 < deficit <= _CLEARLY), key=lambda one: one.mean)
    return [one.action for one in pair], [one.action for one in (*clear, *unclear)]


def _deficit(one: _Tried, best: _Tried) -> float:
    """By how many standard errors a move did worse than the best one, in the games in which both were tried."""
    same_games = _Tried(best.action, best.values[: len(one.values)])
    return -one.better_than(same_games)


def _kinds_first(game: Game[Any], actions: Sequence[Action]) -> list[Action]:
    """The moves in their order, but first one of each kind."""
    firsts: dict[Hashable, Action] = {}
    for action in actions:
        firsts.setdefault(game.computer.kind(action), action)
    return [*firsts.values(), *(action for action in actions if action not in firsts.values())]


def after(game: Game[Any], thinking: Thinking, world: State, action: Action, rng: Rng) -> State:
    """The state to which a move leads when all seats go on by hint, as far as the title thinks ahead."""
    state, _ = play_unchecked(world, action)
    return _played_on(game, state, _last(game, thinking, world), rng)


def finished(game: Game[Any], world: State, rng: Rng) -> State:
    """The end of the game to which a world leads when all seats go on by hint."""
    return _played_on(game, world, inf, rng)


def winners(game: Game[Any], over: State) -> list[Seat]:
    """The seats that share the win of a game that is over."""
    return [place.seat for place in game.rules.ranking(over) if place.place == 1]


def lead(game: Game[Any], thinking: Thinking, state: State, seat: Seat) -> float:
    """The points of a seat beyond those of its best rival; alone, its points."""
    return _beyond_rivals(points_of(game, thinking, state), seat)


def _by_hint(game: Game[Any], view: View[Any], decision: Decision) -> list[Action]:
    """The offers, those first that look best; equals in the order in which they are offered."""
    hints = [(game.computer.hint(view, action), action) for action in islice(decision.offers, _LISTED)]
    hints.sort(key=lambda hinted: -hinted[0])
    return [action for _, action in hints]


def _unlike(actions: Sequence[Action], world: State, most: int) -> Sequence[Action]:
    """The first of the moves, at most so many, without those that lead where one before them leads.

    A track, for instance, can be named from either end. Of two moves or more, two are left in any case.
    """
    found, reached = list[Action](), list[State]()
    for action in actions:
        state, _ = play_unchecked(world, action)
        if state not in reached:
            found.append(action)
            reached.append(state)
        if len(found) == most:
            return found
    return found if len(found) > 1 else actions[:2]


def _try_all(game: Game[Any], thinking: Thinking, world: State, seat: Seat, alive: Sequence[_Tried], rng: Rng) -> None:
    """Every move once, in one imagined world and with the same chance."""
    for one in alive:
        one.values.append(_value(game, thinking, after(game, thinking, world, one.action, rng), seat))


def _last(game: Game[Any], thinking: Thinking, world: State) -> float:
    """The round with which playing on from a world stops."""
    return inf if thinking.rounds is None else game.rules.round(world) + thinking.rounds


def _played_on(game: Game[Any], state: State, last: float, rng: Rng) -> State:
    """The state after all seats have gone on by hint, to the end or until the round ``last`` begins."""
    while (questions := decisions(state)) and game.rules.round(state) < last:
        question = questions[0]
        action, rng = greedy.choose(game, redact(state, question.seat), question, rng)
        state, _ = play_unchecked(state, action)
    return state


def _value(game: Game[Any], thinking: Thinking, state: State, seat: Seat) -> float:
    """The standing of a seat: its lead over the best rival as a share of what players have, and the victory."""
    worth = points_of(game, thinking, state)
    ahead = _beyond_rivals(worth, seat)
    share = ahead / (1 + fmean(abs(value) for value in worth.values()))
    return share + _VICTORY * _won(game, state, seat, ahead)


def points_of(game: Game[Any], thinking: Thinking, state: State) -> dict[Seat, float]:
    """The points of every seat; in a game that goes on, what the title expects of the position."""
    scores = {place.seat: float(place.score) for place in game.rules.ranking(state)}
    if not state.flow or thinking.estimate is None:
        return scores
    return {seat: thinking.estimate(state, seat) for seat in scores}


def _beyond_rivals(worth: Mapping[Seat, float], seat: Seat) -> float:
    return worth[seat] - max((value for other, value in worth.items() if other != seat), default=0.0)


def _won(game: Game[Any], state: State, seat: Seat, ahead: float) -> float:
    """The share of a victory; in a game that goes on, of the lead."""
    if state.flow:
        return ((ahead > 0) + (ahead >= 0)) / 2
    first = winners(game, state)
    return 1 / len(first) if seat in first else 0.0
