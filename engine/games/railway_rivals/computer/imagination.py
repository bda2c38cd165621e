"""A full state that fits what one seat may see: how a computer player thinks without peeking."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.core import Phase, Rng, Seat, Secret, View, known_to
from engine.games.railway_rivals.box.chart import Number
from engine.games.railway_rivals.computer.racer import entry
from engine.games.railway_rivals.rules.trips import trip
from engine.games.railway_rivals.state.deals import Answer, Desk, Offer, Pact
from engine.games.railway_rivals.state.phases import Building, Entering
from engine.games.railway_rivals.state.plans import Plan, Slot
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals


def imagine(view: View[RailwayRivals], rng: Rng) -> RailwayRivals:
    """Shuffles the unseen Town Cards; rivals have planned nothing, and have set no limits."""
    state = view.state
    *below, phase = state.flow or (None,)
    if isinstance(phase, Entering):
        phase = _sealed(state, phase, view.seat)
    imagined = msgspec.structs.replace(
        state,
        flow=tuple(map(_unplanned, (*below, phase) if phase else ())),
        limits={seat: said if said.value is not None else known_to(seat, 0) for seat, said in state.limits.items()},
        rng=Secret(rng),
    )
    return imagined.shuffled(_unseen_cards(state))


def _sealed(state: RailwayRivals, phase: Entering, seat: Seat | None) -> Entering:
    """The phase as it might be as far as ``seat`` can tell: who has decided entered alone, or stayed out."""
    mine = phase.desks[seat].value if seat is not None else None
    desks: dict[Seat, Desk] = {}
    for other, desk in phase.desks.items():
        if desk.value is not None:
            desks[other] = desk.value
            continue
        known = mine.offers if mine else ()
        between = tuple(offer for offer in known if other in (offer.seat, offer.partner))
        found, answers = Desk((None,) * len(phase.runs), between), list[Answer | None]()
        for index, run in enumerate(phase.runs):
            open_now = index in phase.asked_of(other) or found.made(other, index) is not None
            guess = None if open_now else _guess(state, other, run)
            answers.append(_known(state, mine, seat, other, index, run) or guess)
        desks[other] = Desk(tuple(answers), between)
    hidden = state.together and not state.openly  # there nobody sees which seats are asked again
    with_offers = desks if hidden else _with_offers(phase, desks, seat)
    imagined = phase.of(phase.runs, with_offers, openly=state.openly, together=state.together)
    return msgspec.structs.replace(imagined, asked=phase.asked)


def _guess(state: RailwayRivals, seat: Seat, run: Run) -> Answer:
    """The decision that a computer would have made in that seat, by what can be seen of it."""
    found = entry(state, run, seat)
    return Answer() if found is None else Answer(found.route, found.fees)


def _with_offers(phase: Entering, desks: dict[Seat, Desk], seat: Seat | None) -> dict[Seat, Desk]:
    """Make offers to seats that are asked again after deciding, each by somebody who waits for the answer."""
    for other in desks:
        for index in set(phase.asked_of(other)) - set(desks[other].asked(other)):
            answer, made = desks[other].answers[index], desks[other].made(other, index)
            route = made.route if made else answer.route if answer else None
            makers = [
                who
                for who in desks
                if who not in (seat, other) and index not in phase.asked_of(who) and _may_wait(desks[who], who, index)
            ]
            if route is None or not makers:
                desks[other] = Desk((None,) * len(phase.runs))
                continue
            offer = Offer(makers[0], other, index, joint=True, route=route, fees={})
            desks[makers[0]] = desks[makers[0]].answered(index, None).waiting(offer)
            desks[other] = desks[other].waiting(offer)
    return desks


def _may_wait(desk: Desk, seat: Seat, run: int) -> bool:
    """Whether an unseen seat may have made an offer for a run: it has no other one there, and no known agreement."""
    answer = desk.answers[run]
    return not desk.made(seat, run) and not (answer is not None and (answer.pacts or answer.joint))


def _known(
    state: RailwayRivals, mine: Desk | None, seat: Seat | None, other: Seat, index: int, run: Run
) -> Answer | None:
    """The answer of another seat, if ``seat`` knows it because the two agreed on it."""
    answer = mine.answers[index] if mine is not None else None
    if answer is None or seat is None or answer.route is None:
        return None
    if other in answer.joint:
        return answer
    if other not in answer.pacts:
        return None
    pact = answer.pacts[other]
    found = trip(state, run, (other,), pact.route, frozenset(state.everyone))
    mine_to_it = Pact(answer.route, answer.fees.get(other, 0))
    return Answer(pact.route, {**found.fees, seat: pact.pays}, pacts={seat: mine_to_it})


# -- plans and cards


def _unplanned(phase: Phase[Any]) -> Phase[Any]:
    """The phase with what is hidden in it made up."""
    match phase:
        case Building(slots=slots):
            return msgspec.structs.replace(phase, slots=tuple(map(_empty, slots)))
        case _:
            return phase


def _empty(slot: Slot) -> Slot:
    nothing = known_to(slot.seat, Plan())
    return slot if slot.plan.value is not None else msgspec.structs.replace(slot, plan=nothing)


def _unseen_cards(state: RailwayRivals) -> tuple[Number, ...]:
    """All Town Cards but those of runs that came up; in their order on the map."""
    raced = [race.run for race in state.races]
    runs = (*raced, *state.waiting, *state.dropped, *_runs(state.flow))
    seen = {number for run in runs for number in (run.start, run.goal)}
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
