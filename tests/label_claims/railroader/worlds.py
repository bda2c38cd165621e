"""Outcomes of a move of RailRoader: the real one, in imagined games, and with each face of the die."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.core import Action, Event, PhaseEnded, Seat, Secret, decisions, play
from engine.games.railroader.game_data.cards import GOLD, Card
from engine.games.railroader.game_data.constants import DIE_FACES
from engine.games.railroader.phases.rounds import new_turn
from engine.games.railroader.state import actions as a
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import Railroad, RailRoader, Turn
from tests.games.railroader.table import rolling
from tests.label_claims.frame import Offer, Step

_E = TypeVar("_E", bound=Event)


def state_of(offer: Offer) -> RailRoader:
    """Return the state before the move."""
    assert isinstance(offer.state, RailRoader)
    return offer.state


def worlds(offer: Offer) -> Iterator[Step]:
    """Yield the move as it is really made, and in two imagined games if chance may have a part in it."""
    yield offer.step
    if isinstance(offer.action, a.Move | a.Roll | a.Buy | a.Stop | a.Engineer):
        yield from offer.imagined_steps


def die_outcomes(offer: Offer) -> Iterator[tuple[int, RailRoader, tuple[Event, ...]]]:
    """Yield the move with each face of the die: the face, the state after it, and the events."""
    for die in range(1, DIE_FACES + 1):
        state, events = play(replace(state_of(offer), rng=Secret(rolling((die,)))), offer.action)
        yield die, state, events


def stop_outcomes(state: RailRoader, seat: Seat) -> Iterator[tuple[RailRoader, tuple[Event, ...]]]:
    """Yield the outcome of each space on which a rolling train can stop."""
    for decision in decisions(state):
        for stop in decision.offers:
            if isinstance(stop, a.Stop) and stop.seat == seat:
                yield play(state, stop)


def own_turn(before: RailRoader, after: Any, seat: Seat) -> Turn | None:
    """Return the turn if it is still the same one after the move."""
    phase = after.flow[-1] if after.flow else None
    same = isinstance(phase, Turn) and phase.seat == seat and after.round == before.round
    return phase if same and isinstance(phase, Turn) else None


def own_events(step: Step) -> tuple[Event, ...]:
    """Return the events until the turn was over, with its end."""
    ends = [n for n, event in enumerate(step.events) if isinstance(event, PhaseEnded)]
    return step.events[: ends[0]] if ends else step.events


def find_event(events: tuple[Event, ...], kind: type[_E], seat: Seat | None = None) -> _E | None:
    """Return the first event of a kind, of a seat if given."""
    of_kind = (event for event in events if isinstance(event, kind))
    return next((event for event in of_kind if seat is None or getattr(event, "seat", None) == seat), None)


def has_outlaws(events: tuple[Event, ...]) -> bool:
    """Whether an outlaw was revealed."""
    return any(isinstance(event, e.CardTurned) and not event.slot for event in events)


def railroad_after(step: Step, seat: Seat) -> Railroad:
    """Return the railroad of a seat after the move."""
    assert isinstance(step.after, RailRoader)
    return step.after.railroads[seat]


def card_gains(offer: Offer, step: Step) -> Counter[Card]:
    """Return the increase of each card in the seat's hand and discard pile. Decreases are negative."""
    found = Counter[Card]()
    before, after = state_of(offer).railroads[offer.seat], railroad_after(step, offer.seat)
    found.update((*after.hand, *after.discards))
    found.subtract((*before.hand, *before.discards))
    return Counter({card: count for card, count in found.items() if count})


def next_turn(state: RailRoader, seat: Seat, card: Card, engine: int, *, derailed: bool) -> tuple[Action, ...]:
    """Return the offers in a later turn of the seat, with a card in hand and the train on this space."""
    railroad = state.railroads[seat]
    there = state.update_railroad(seat, hand=(*railroad.hand, card), engine=engine, derailed=derailed, cavalry=None)
    turn = replace(new_turn(there, seat), begun=True)
    return tuple(offer for decision in turn.decisions(there.replace_phase(turn)) for offer in decision.offers)


def state_before_end(offer: Offer) -> RailRoader:
    """Return the state after the move as if the turn continued. One action and one card are added for the move."""
    state = state_of(offer)
    longer = state.update_turn(left=state.current_turn.left + 1).add_to_hand(offer.seat, GOLD)
    after, _ = play(longer, offer.action)
    return after.remove_from_hand(offer.seat, GOLD)


def play_out_turn(state: RailRoader, seat: Seat) -> tuple[Event, ...] | None:
    """Return the events until the end of the turn if its player only discards, or None if that is not possible."""
    events = list[Event]()
    before, after = state, state
    while own_turn(before, after, seat):
        offers = [offer for decision in decisions(after) for offer in decision.offers]
        away = [offer for offer in offers if isinstance(offer, a.Discard) and offer.onto == "prairie"]
        if not away:
            return None
        after, told_now = play(after, away[0])
        events += told_now
    return tuple(events)
