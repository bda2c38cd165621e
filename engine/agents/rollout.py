"""Rollouts: imagined games after one move, with the statistics of everything that happens in them."""

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
"""Categories of all games with finished rollouts: the share of the win, and the number of rounds."""
MIN_GAMES = 6
"""Minimum number of rollouts in which moves are compared, however long they are."""
_SOON_ROUNDS = 3
"""Rounds after that of the move which ``Horizon.SOON`` includes."""
_HORIZONS = tuple(Horizon)

_BookingKey = tuple[Horizon, Seat, str, str]


class FigureKey(msgspec.Struct, frozen=True, order=True):
    """The key of a statistic: seat, category, item, and horizon.

    ``part`` is only for assets: “held” for their number, “rose” for their worth, else empty.
    """

    seat: Seat
    category: str
    item: str = ""
    horizon: Horizon = Horizon.END
    part: str = ""


class Rollout(msgspec.Struct, frozen=True):
    """The state in which a rollout stopped, and its statistics.

    ``moves`` is the number of its moves. ``plan`` are the next moves of the same seat before any other seat moves, and
    ``seen`` the states before them.
    """

    end: State
    figures: Mapping[FigureKey, float]
    plan: tuple[Action, ...] = ()
    seen: tuple[State, ...] = ()
    moves: int = 1


class Step(NamedTuple):
    """One move of a rollout, with the states before and after it."""

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]


class Comparison(msgspec.Struct, frozen=True):
    """Two moves of a seat of ``seats``, each continued in the same determinizations with the same chance.

    ``gains``: by how many points beyond the best rival the first move ends ahead of the second, per pair.
    """

    seat: Seat
    seats: int
    moves: tuple[Action, Action]
    pairs: tuple[tuple[Rollout, Rollout], ...]
    gains: tuple[float, ...]

    @property
    def is_of_one_move(self) -> bool:
        """Whether the rollouts stop after the compared moves, so that nothing in them is by chance."""
        return all(rollout.moves == 1 for pair in self.pairs for rollout in pair)

    @property
    def opposite(self) -> "Comparison":
        """The comparison with its moves exchanged."""
        first, second = self.moves
        pairs = tuple((other, one) for one, other in self.pairs)
        return Comparison(self.seat, self.seats, (second, first), pairs, tuple(-gain for gain in self.gains))


def compare_moves(
    game: Game[Any],
    thinking: SearchSettings,
    view: View[Any],
    moves: tuple[Action, Action],
    seed: int,
    games: int,
    budget: float = inf,
    is_late: Callable[[], bool] = lambda: False,
) -> Comparison:
    """Compare both moves in ``games`` rollouts from the view.

    There are fewer, but at least ``MIN_GAMES``, if they take more than ``budget`` moves together, or if it ``is_late``.
    """
    seat, pairs = moves[0].seat, list[tuple[Rollout, Rollout]]()
    for number in range(games):
        world, chance = imagined_world(game, view, seed, number)
        first, second = (_play_rollout(game, thinking, world, move, chance) for move in moves)
        pairs.append((first, second))
        budget -= first.moves + second.moves
        if len(pairs) >= MIN_GAMES and (budget <= 0 or is_late()):
            break
    leads = ([lead_of(game, thinking, rollout.end, seat) for rollout in pair] for pair in pairs)
    seats = len(game.rules.ranking(pairs[0][0].end))
    return Comparison(seat, seats, moves, tuple(pairs), tuple(first - second for first, second in leads))


def imagined_world(game: Game[Any], view: View[Any], seed: int, number: int) -> tuple[State, Rng]:
    """The determinization in which rollout ``number`` of a comparison begins, and its chance."""
    return game.agent.determinize(view, rng_from_seed(seed, f"fresh world {number}")), rng_from_seed(
        seed, f"fresh play {number}"
    )


def game_length(game: Game[Any], thinking: SearchSettings, view: View[Any], action: Action, seed: int) -> int:
    """The number of moves of one rollout; those of other moves are similar."""
    world, chance = imagined_world(game, view, seed, 0)
    return sum(1 for _ in play_on(game, thinking, world, action, chance))


def play_on(game: Game[Any], thinking: SearchSettings, world: State, action: Action, rng: Rng) -> Iterator[Step]:
    """The moves of the game that ``search.rollout_state`` plays, from ``action`` on."""
    first = game.rules.round_number(world)
    last = inf if thinking.rounds is None else first + thinking.rounds
    before, chosen = world, action
    while True:
        state, events = play_unchecked(before, chosen)
        yield Step(before, chosen, state, events)
        questions = decisions(state)
        if (
            not questions
            or game.rules.round_number(state) >= last
            or (thinking.is_cut_off and thinking.is_cut_off(state))
        ):
            return
        before, question = state, questions[0]
        chosen, rng = greedy_agent.choose(game, redact(state, question.seat), question, rng)


def _play_rollout(game: Game[Any], thinking: SearchSettings, world: State, action: Action, rng: Rng) -> Rollout:
    """One imagined game, with its figures."""
    first, steps = game.rules.round_number(world), play_on(game, thinking, world, action, rng)
    amounts, plan, seen = dict[_BookingKey, float](), list[Action](), list[State]()
    state, is_own, moves = world, True, 0
    for before, chosen, state, events in steps:
        rounds_passed, moves = game.rules.round_number(state) - first, moves + 1
        if moves == 1:
            _book_events(game, amounts, Horizon.MOVE, events)
            continue
        is_own = is_own and chosen.seat == action.seat and not rounds_passed
        if is_own:
            plan.append(chosen)
            seen.append(before)
        _book_events(game, amounts, _nearest_horizon(rounds_passed), events)
    figures = {**_running_sums(amounts), **_result_figures(game, state, action.seat)}
    return Rollout(state, figures, tuple(plan), tuple(seen), moves)


def _nearest_horizon(rounds_passed: int) -> Horizon:
    """The nearest horizon that includes an event, ``rounds_passed`` rounds after the move."""
    if not rounds_passed:
        return Horizon.ROUND
    return Horizon.SOON if rounds_passed <= _SOON_ROUNDS else Horizon.END


def _book_events(game: Game[Any], amounts: dict[_BookingKey, float], horizon: Horizon, events: Iterable[Event]) -> None:
    """Add up what events bring, if the game has a ledger."""
    if game.agent.reasons is not None:
        for event in events:
            for entry in game.agent.reasons.score_entries(event):
                key = (horizon, entry.seat, entry.category, entry.item)
                amounts[key] = amounts.get(key, 0.0) + entry.amount


def _running_sums(amounts: Mapping[_BookingKey, float]) -> dict[FigureKey, float]:
    """The figures at every horizon, each with what was booked before it."""
    figures: dict[FigureKey, float] = {}
    for (horizon, seat, category, item), amount in amounts.items():
        for later in _HORIZONS[_HORIZONS.index(horizon) :]:
            key = FigureKey(seat, category, item, later)
            figures[key] = figures.get(key, 0.0) + amount
    return figures


def _result_figures(game: Game[Any], state: State, seat: Seat) -> dict[FigureKey, float]:
    """The winners and the length of a finished game."""
    if state.flow:
        return {}
    first_places = winners(game, state)
    shares = {FigureKey(winner, WIN_CATEGORY): 1 / len(first_places) for winner in first_places}
    return {**shares, FigureKey(seat, LENGTH_CATEGORY): float(game.rules.round_number(state))}
