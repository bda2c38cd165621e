"""A full state that fits what one seat may see: how a computer player thinks without peeking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.core.rng import Rng
from engine.core.secret import Secret, View, known_to
from engine.games.railway_rivals.box.chart import Number
from engine.games.railway_rivals.phases import AnyPhase, Building, Entering
from engine.games.railway_rivals.state.plans import Plan, Slot
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals


def imagine(view: View[RailwayRivals], rng: Rng) -> RailwayRivals:
    """Shuffles the unseen Town Cards; rivals have planned nothing, and have set no limits."""
    state = view.state
    *below, phase = state.flow or (None,)
    if isinstance(phase, Entering):
        phase, rng = phase.imagined(state, view.seat, rng)
    imagined = msgspec.structs.replace(
        state,
        flow=tuple(map(_unplanned, (*below, phase) if phase else ())),
        limits={seat: said if said.value is not None else known_to(seat, 0) for seat, said in state.limits.items()},
        rng=Secret(rng),
    )
    return imagined.shuffled(_unseen_cards(state))


def _unplanned(phase: AnyPhase) -> AnyPhase:
    """The phase with what is hidden in it made up."""
    match phase:
        case Building(slots=slots):
            return msgspec.structs.replace(phase, slots=tuple(map(_empty, slots)))
        case _:
            return phase


def _empty(slot: Slot) -> Slot:
    return slot if slot.plan.value is not None else msgspec.structs.replace(slot, plan=known_to(slot.seat, Plan()))


def _unseen_cards(state: RailwayRivals) -> tuple[Number, ...]:
    """All Town Cards but those of runs that came up; in their order on the map."""
    seen = [
        number
        for run in _runs((state.races, state.waiting, state.dropped, state.flow))
        for number in (run.start, run.goal)
    ]
    unseen = [number for number in state.chart.cards if number not in seen]
    return tuple(unseen)[: state.stock.size]


def _runs(value: Any) -> Iterator[Run]:
    """Every run anywhere in a value."""
    if isinstance(value, Run):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _runs(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _runs(item)
