"""Rollouts: imagined games after a move, with statistics of their events."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import Any, NamedTuple

import msgspec

from engine.agents import greedy_agent
from engine.agents.search import lead_of, winners
from engine.core import (
    Action,
    Event,
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
from engine.core.reasons import Horizon

WIN_CATEGORY, LENGTH_CATEGORY = "won", "length"
"""Categories in finished rollouts of all games: a seat's share of the win, and the number of rounds."""
MIN_GAMES = 6
"""Minimum number of rollouts of each move in a comparison, even if they take too long."""
_SOON_ROUNDS = 3
"""The number of rounds after the move's round that ``Horizon.SOON`` includes."""
_HORIZONS = tuple(Horizon)

_AmountKey = tuple[Horizon, Seat, str, str]


class StatisticKey(msgspec.Struct, frozen=True, order=True):
    """The key of a statistic of a rollout: seat, category, item, and horizon.

    ``part`` is used only for assets: “held” for their number, and “rose” for their worth.
    """

    seat: Seat
    category: str
    item: str = ""
    horizon: Horizon = Horizon.END
    part: str = ""


class Rollout(msgspec.Struct, frozen=True):
    """The state in which a rollout stopped, and its statistics.

    ``moves`` is the number of its moves. ``plan`` contains the next moves of the same seat in the same round, before
    any other seat moves, and ``plan_states`` the states before these moves.
    """

    end: State
    statistics: Mapping[StatisticKey, float]
    plan: tuple[Action, ...] = ()
    plan_states: tuple[State, ...] = ()
    moves: int = 1


class Step(NamedTuple):
    """One move of a rollout, with the states before and after it."""

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]


class Comparison(msgspec.Struct, frozen=True):
    """Pairs of rollouts of two moves.

    Both rollouts of a pair have the same determinization and the same random numbers. ``seats`` is the number of seats
    of the game. ``gains`` has, for each pair, the seat's lead over the best rival after the first move less the lead
    after the second, in points.
    """

    seat: Seat
    seats: int
    moves: tuple[Action, Action]
    pairs: tuple[tuple[Rollout, Rollout], ...]
    gains: tuple[float, ...]

    @property
    def is_of_one_move(self) -> bool:
        """Whether all rollouts stop immediately after the compared moves, so that chance does not affect them."""
        return all(rollout.moves == 1 for pair in self.pairs for rollout in pair)

    @property
    def opposite(self) -> "Comparison":
        """The comparison with its moves exchanged."""
        first_move, second_move = self.moves
        pairs = tuple((second, first) for first, second in self.pairs)
        return Comparison(self.seat, self.seats, (second_move, first_move), pairs, tuple(-gain for gain in self.gains))


def compare_moves(
    game: Game[Any],
    settings: SearchSettings,
    view: View[Any],
    moves: tuple[Action, Action],
    seed: int,
    games: int,
    budget: float = inf,
    is_late: Callable[[], bool] = lambda: False,
) -> Comparison:
    """Compare two moves in ``games`` pairs of rollouts from a view.

    The comparison stops earlier if ``is_late`` returns True, or if all rollouts together have taken ``budget`` moves,
    but not before ``MIN_GAMES`` pairs.
    """
    seat, pairs = moves[0].seat, list[tuple[Rollout, Rollout]]()
    for number in range(games):
        world, chance = rollout_start(game, view, seed, number)
        first, second = (_play_rollout(game, settings, world, move, chance) for move in moves)
        pairs.append((first, second))
        budget -= first.moves + second.moves
        if len(pairs) >= MIN_GAMES and (budget <= 0 or is_late()):
            break
    leads = ([lead_of(game, settings, rollout.end, seat) for rollout in pair] for pair in pairs)
    seats = len(game.rules.ranking(pairs[0][0].end))
    return Comparison(seat, seats, moves, tuple(pairs), tuple(first - second for first, second in leads))


def rollout_start(game: Game[Any], view: View[Any], seed: int, number: int) -> tuple[State, Rng]:
    """Return the state and the generator with which rollout ``number`` of a comparison starts."""
    return game.agent.determinize(view, rng_from_seed(seed, f"fresh world {number}")), rng_from_seed(
        seed, f"fresh play {number}"
    )


def game_length(game: Game[Any], settings: SearchSettings, view: View[Any], action: Action, seed: int) -> int:
    """Return the number of moves in one rollout from the view, as an estimate for other rollouts."""
    world, chance = rollout_start(game, view, seed, 0)
    return sum(1 for _ in rollout_steps(game, settings, world, action, chance))


def rollout_steps(game: Game[Any], settings: SearchSettings, world: State, action: Action, rng: Rng) -> Iterator[Step]:
    """Yield the steps of the rollout that ``search.rollout_state`` plays, beginning with ``action``."""
    first = game.rules.round_number(world)
    last = inf if settings.rounds is None else first + settings.rounds
    before, chosen = world, action
    while True:
        state, events = play_unchecked(before, chosen)
        yield Step(before, chosen, state, events)
        questions = decisions(state)
        if (
            not questions
            or game.rules.round_number(state) >= last
            or (settings.is_cut_off and settings.is_cut_off(state))
        ):
            return
        before, question = state, questions[0]
        chosen, rng = greedy_agent.choose(game, redact(state, question.seat), question, rng)


def _play_rollout(game: Game[Any], settings: SearchSettings, world: State, action: Action, rng: Rng) -> Rollout:
    first, steps = game.rules.round_number(world), rollout_steps(game, settings, world, action, rng)
    amounts, plan, plan_states = dict[_AmountKey, float](), list[Action](), list[State]()
    state, is_own, moves = world, True, 0
    for before, chosen, state, events in steps:
        rounds_passed, moves = game.rules.round_number(state) - first, moves + 1
        if moves == 1:
            _add_scores(game, amounts, Horizon.MOVE, events)
            continue
        is_own = is_own and chosen.seat == action.seat and not rounds_passed
        if is_own:
            plan.append(chosen)
            plan_states.append(before)
        _add_scores(game, amounts, _nearest_horizon(rounds_passed), events)
    statistics = {**_running_sums(amounts), **_result_statistics(game, state, action.seat)}
    return Rollout(state, statistics, tuple(plan), tuple(plan_states), moves)


def _nearest_horizon(rounds_passed: int) -> Horizon:
    """Return the shortest horizon that includes an event ``rounds_passed`` rounds after the move."""
    if not rounds_passed:
        return Horizon.ROUND
    return Horizon.SOON if rounds_passed <= _SOON_ROUNDS else Horizon.END


def _add_scores(game: Game[Any], amounts: dict[_AmountKey, float], horizon: Horizon, events: Iterable[Event]) -> None:
    """Add the amounts of the events' score entries to ``amounts``, if the game has reasons."""
    if game.agent.reasons is not None:
        for event in events:
            for entry in game.agent.reasons.score_entries(event):
                key = (horizon, entry.seat, entry.category, entry.item)
                amounts[key] = amounts.get(key, 0.0) + entry.amount


def _running_sums(amounts: Mapping[_AmountKey, float]) -> dict[StatisticKey, float]:
    """Return, for each statistic and horizon, the sum of the amounts up to that horizon."""
    sums: dict[StatisticKey, float] = {}
    for (horizon, seat, category, item), amount in amounts.items():
        for later in _HORIZONS[_HORIZONS.index(horizon) :]:
            key = StatisticKey(seat, category, item, later)
            sums[key] = sums.get(key, 0.0) + amount
    return sums


def _result_statistics(game: Game[Any], state: State, seat: Seat) -> dict[StatisticKey, float]:
    """Return the shares of the win and the length of a finished game as statistics.

    Return an empty dictionary if the game is not finished.
    """
    if state.flow:
        return {}
    first_places = winners(game, state)
    shares = {StatisticKey(winner, WIN_CATEGORY): 1 / len(first_places) for winner in first_places}
    return {**shares, StatisticKey(seat, LENGTH_CATEGORY): float(game.rules.round_number(state))}
