"""All outcomes of a move: it is played with every result of the die, the deck, and other players' secret orders.

The moves are played by the rules of the game itself, in a state that has only what one seat may see. Nothing is read
from the order of the deck or from the generator, which are hidden from everybody.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, Self, get_args

import msgspec

from engine.core import Action, Event, Remembered, Seat, Secret
from engine.games.railroader.box.cards import Card, Kind, in_order, kind
from engine.games.railroader.box.figures import DIE
from engine.games.railroader.phases.in_play import InPlay
from engine.games.railroader.phases.rounds import TurnPhase
from engine.games.railroader.rules.inventory import unseen_cards
from engine.games.railroader.state.actions import Stop
from engine.games.railroader.state.state import First, Orders, RailRoader, Use, without

Result = int | Card | Orders
"""A face of the die, a card that comes up, or a player's secret orders."""


class Undecided(Exception):
    """A result of chance is needed to go on from ``state``; ``results`` are all that are possible there."""

    def __init__(self, state: "ScriptedState", results: Sequence[Result]) -> None:
        super().__init__()
        self.state, self.results = state, results

    @property
    def is_roll(self) -> bool:
        """Whether it is the die."""
        return isinstance(self.results[0], int)


class ScriptedState(InPlay, frozen=True, kw_only=True):
    """A state in which the ``results`` of chance are given. Its deck has the unseen cards, in no order."""

    results: tuple[Result, ...] = ()

    def roll(self) -> tuple[Self, int]:
        state, die = self._next(tuple(range(1, DIE + 1)))
        return state, die

    def draw(self) -> tuple[Self, Card]:
        state, card = self._next(_drawable(self.deck.open()))
        rest = without(self.deck.open(), (card,))
        return msgspec.structs.replace(state, deck=Secret(rest, len(rest))), card

    def shuffled(self, *cards: Card) -> Self:
        return msgspec.structs.replace(self, deck=Secret(in_order(cards), len(cards)))

    def recall_orders(self, seat: Seat) -> tuple[Self, Orders]:
        if (known := self.orders[seat].value) is not None:
            return self, known
        state, orders = self._next(_ORDERS)
        return state.order_deputies(seat, orders), orders

    def _next(self, results: Sequence[Any]) -> tuple[Self, Any]:
        if not self.results:
            raise Undecided(self, results)
        return msgspec.structs.replace(self, results=self.results[1:]), self.results[0]


_ORDERS = tuple(Orders(use, first) for use, first in product(get_args(Use), get_args(First)))


@lru_cache(256)
def _drawable(deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that may come up, outlaws last. All others come to the market alike, so that one stands for them."""
    outlaws = dict.fromkeys(card for card in deck if kind(card) is Kind.OUTLAW)
    other = next((card for card in deck if kind(card) is not Kind.OUTLAW), None)
    return (*outlaws,) if other is None else (other, *outlaws)


class Outcome(NamedTuple):
    """A move with certain ``results`` of chance: the states right after it, and once its turn is over if it ends it."""

    results: tuple[Result, ...]
    after: ScriptedState
    state: ScriptedState

    @property
    def ended(self) -> bool:
        """Whether the turn is over."""
        return not isinstance(self.state.flow[-1], TurnPhase)

    @property
    def left(self) -> int:
        """Actions that are left of the turn, none if it is over."""
        return 0 if self.ended else self.state.turn.left

    @property
    def news(self) -> tuple[Event, ...]:
        """The events of the move."""
        return self.state.news


class _Cache(NamedTuple):
    """The outcomes of moves in one state, because a menu asks for several labels of each move. Mutable."""

    state: ScriptedState
    outcomes: dict[Action, tuple[Outcome, ...]]
    final: dict[Action, tuple[Outcome, ...]]


def outcomes(state: RailRoader, action: Action) -> tuple[Outcome, ...]:
    """The outcomes of a move that is offered, the first without outlaws; a rolling train has yet to be stopped."""
    cache = _cache(state)
    if action not in cache.outcomes:
        cache.outcomes[action] = tuple(_outcomes(cache.state, action))
    return cache.outcomes[action]


def final_outcomes(state: RailRoader, action: Action) -> tuple[Outcome, ...]:
    """The outcomes of a move; a train that rolls with engineers has also been stopped, once on each possible space."""
    cache = _cache(state)
    if action not in cache.final:
        cache.final[action] = _final_outcomes(outcomes(state, action))
    return cache.final[action]


def _final_outcomes(first: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    found: list[Outcome] = []
    stops: dict[Stop, ScriptedState] = {}
    for outcome in first:
        if outcome.ended or not outcome.state.turn.rolling:
            found.append(outcome)
            continue
        for decision in outcome.state.turn.decisions(outcome.state):
            stops.update((stop, outcome.state) for stop in decision.offers if isinstance(stop, Stop))
    for stop, rolling in stops.items():
        found += _outcomes(rolling, stop)
    return tuple(found)


def state_after(state: RailRoader, action: Action) -> RailRoader:
    """The state right after a move in which chance has no part, before its turn ends."""
    return outcomes(state, action)[0].after


def follow(state: ScriptedState) -> tuple[ScriptedState, Undecided | None]:
    """Go on as long as nobody has a choice; also what chance is to decide then, if it is chance that comes next."""
    try:
        while state.flow:
            phase: Any = state.flow[-1]
            asked = phase.decisions(state)
            if not asked:
                state = phase.proceed(state)
            elif len(asked[0].offers) == 1:
                state = phase.apply(state, asked[0].offers[0])
            else:
                break
    except Undecided as undecided:
        return undecided.state, undecided
    return state, None


@Remembered
def _cache(state: RailRoader) -> _Cache:
    return _Cache(_scripted_state(state), {}, {})


def _scripted_state(state: RailRoader) -> ScriptedState:
    """The state without its generator and without the order of its deck, which may be known to its caller."""
    known: dict[str, Any] = {field: getattr(state, field) for field in RailRoader.__struct_fields__}
    cards = in_order(unseen_cards(state))
    return ScriptedState(**known | {"deck": Secret(cards, len(cards)), "rng": Secret(None)})


def _outcomes(state: ScriptedState, action: Action) -> Iterator[Outcome]:
    """Play the move with no result given, and again with each result wherever one is needed."""
    pending: list[tuple[Result, ...]] = [()]
    while pending:
        results = pending.pop()
        try:
            yield _outcome(msgspec.structs.replace(state, results=results), results, action)
        except Undecided as undecided:
            pending += [(*results, result) for result in reversed(undecided.results)]


def _outcome(state: ScriptedState, results: tuple[Result, ...], action: Action) -> Outcome:
    """The move, and the end of the turn where nothing more can be done."""
    after: ScriptedState = state.turn.apply(state, action)
    end: Any = after
    while isinstance(turn := end.flow[-1], TurnPhase) and turn.is_over(end):
        end = turn.proceed(end)
    return Outcome(results, after, end)
