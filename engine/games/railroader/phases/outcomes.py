"""The outcomes of a move for all results of the die, the deck, and secret orders.

Moves are played by the rules in a copy of the state without hidden information, so the order of the deck and the random
generator are never read.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, Self, get_args

import msgspec

from engine.core import Action, Event, IdentityCache, Seat, Secret
from engine.games.railroader.game_data.cards import Card, Kind, kind_of, sort_cards
from engine.games.railroader.game_data.constants import DIE_FACES
from engine.games.railroader.phases.game_state import GameState
from engine.games.railroader.phases.rounds import TurnPhase
from engine.games.railroader.rules.component_counts import unseen_cards
from engine.games.railroader.state.actions import Stop
from engine.games.railroader.state.state import DeputyUse, FirstTarget, Orders, RailRoader, remove_cards

ChanceResult = int | Card | Orders
"""A result of chance: a die roll, a revealed card, or a player's secret orders."""


class ChanceNeeded(Exception):
    """Raised when the rules cannot go on from ``state`` without a result of chance.

    ``results`` are the possible ones.
    """

    def __init__(self, state: "ScriptedState", results: Sequence[ChanceResult]) -> None:
        super().__init__()
        self.state, self.results = state, results

    @property
    def is_roll(self) -> bool:
        """Whether a die roll is needed."""
        return isinstance(self.results[0], int)


class ScriptedState(GameState, frozen=True, kw_only=True):
    """A state in which the results of chance are given in advance.

    Its deck has the unseen cards in no order.
    """

    results: tuple[ChanceResult, ...] = ()

    def roll_die(self) -> tuple[Self, int]:
        state, die = self._next_result(tuple(range(1, DIE_FACES + 1)))
        return state, die

    def draw_card(self) -> tuple[Self, Card]:
        state, card = self._next_result(_distinct_draws(self.deck.open()))
        rest = remove_cards(self.deck.open(), (card,))
        return msgspec.structs.replace(state, deck=Secret(rest, len(rest))), card

    def shuffle_deck(self, *cards: Card) -> Self:
        return msgspec.structs.replace(self, deck=Secret(sort_cards(cards), len(cards)))

    def look_up_orders(self, seat: Seat) -> tuple[Self, Orders]:
        if (orders := self.orders[seat].value) is not None:
            return self, orders
        state, chosen = self._next_result(_ALL_ORDERS)
        return state.set_orders(seat, chosen), chosen

    def _next_result(self, results: Sequence[Any]) -> tuple[Self, Any]:
        if not self.results:
            raise ChanceNeeded(self, results)
        return msgspec.structs.replace(self, results=self.results[1:]), self.results[0]


_ALL_ORDERS = tuple(Orders(use, first) for use, first in product(get_args(DeputyUse), get_args(FirstTarget)))


@lru_cache(256)
def _distinct_draws(deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return one card for each kind of effect of a draw: each outlaw, and one for all cards that go to the market."""
    outlaws = dict.fromkeys(card for card in deck if kind_of(card) is Kind.OUTLAW)
    other = next((card for card in deck if kind_of(card) is not Kind.OUTLAW), None)
    return (*outlaws,) if other is None else (other, *outlaws)


class Outcome(NamedTuple):
    """The outcome of a move for certain results of chance."""

    results: tuple[ChanceResult, ...]
    after: ScriptedState
    """The state right after the move."""
    state: ScriptedState
    """The state after the move, or after the end of the turn if the move ends it."""

    @property
    def is_turn_over(self) -> bool:
        """Whether the move ends the turn."""
        return not isinstance(self.state.flow[-1], TurnPhase)

    @property
    def remaining_actions(self) -> int:
        """The remaining actions of the turn; 0 if it is over."""
        return 0 if self.is_turn_over else self.state.current_turn.left

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the move, and of the end of the turn."""
        return self.state.news


class _OutcomeCache(NamedTuple):
    """The outcomes of moves in one state, computed once and used for several labels. Mutable."""

    state: ScriptedState
    outcomes: dict[Action, tuple[Outcome, ...]]
    final: dict[Action, tuple[Outcome, ...]]


def outcomes(state: RailRoader, action: Action) -> tuple[Outcome, ...]:
    """The outcomes of an offered move, the first without outlaws; rolling trains go on."""
    cache = _outcome_cache_of(state)
    if action not in cache.outcomes:
        cache.outcomes[action] = tuple(_play_all_results(cache.state, action))
    return cache.outcomes[action]


def final_outcomes(state: RailRoader, action: Action) -> tuple[Outcome, ...]:
    """The outcomes of an offered move; a train with engineers is stopped on each possible space."""
    cache = _outcome_cache_of(state)
    if action not in cache.final:
        cache.final[action] = _outcomes_after_stops(outcomes(state, action))
    return cache.final[action]


def _outcomes_after_stops(roll_outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    final: list[Outcome] = []
    stops: dict[Stop, ScriptedState] = {}
    for outcome in roll_outcomes:
        if outcome.is_turn_over or not outcome.state.current_turn.rolling:
            final.append(outcome)
            continue
        for decision in outcome.state.current_turn.decisions(outcome.state):
            stops.update((stop, outcome.state) for stop in decision.offers if isinstance(stop, Stop))
    for stop, rolling in stops.items():
        final += _play_all_results(rolling, stop)
    return tuple(final)


def state_after(state: RailRoader, action: Action) -> RailRoader:
    """The state right after a move without chance, before its turn ends."""
    return outcomes(state, action)[0].after


def play_on_without_choices(state: ScriptedState) -> tuple[ScriptedState, ChanceNeeded | None]:
    """Play automatic steps and forced moves until a player has a choice or chance decides.

    Return the state, and the exception that names the possible results if chance decides.
    """
    try:
        while state.flow:
            phase: Any = state.flow[-1]
            decisions = phase.decisions(state)
            if not decisions:
                state = phase.advance(state)
            elif len(decisions[0].offers) == 1:
                state = phase.apply(state, decisions[0].offers[0])
            else:
                break
    except ChanceNeeded as undecided:
        return undecided.state, undecided
    return state, None


@IdentityCache
def _outcome_cache_of(state: RailRoader) -> _OutcomeCache:
    return _OutcomeCache(_make_scripted_state(state), {}, {})


def _make_scripted_state(state: RailRoader) -> ScriptedState:
    """A copy of the state without the random generator and the order of the deck."""
    fields: dict[str, Any] = {name: getattr(state, name) for name in RailRoader.__struct_fields__}
    cards = sort_cards(unseen_cards(state))
    return ScriptedState(**fields | {"deck": Secret(cards, len(cards)), "rng": Secret(None)})


def _play_all_results(state: ScriptedState, action: Action) -> Iterator[Outcome]:
    """Play a move once for each sequence of results of chance that it needs."""
    pending: list[tuple[ChanceResult, ...]] = [()]
    while pending:
        results = pending.pop()
        try:
            yield _play_with_results(msgspec.structs.replace(state, results=results), results, action)
        except ChanceNeeded as undecided:
            pending += [(*results, result) for result in reversed(undecided.results)]


def _play_with_results(state: ScriptedState, results: tuple[ChanceResult, ...], action: Action) -> Outcome:
    """Play a move with given results of chance, and the end of the turn if no action is left."""
    after: ScriptedState = state.current_turn.apply(state, action)
    end: Any = after
    while isinstance(turn := end.flow[-1], TurnPhase) and turn.is_over(end):
        end = turn.advance(end)
    return Outcome(results, after, end)
