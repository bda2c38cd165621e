"""Guesses the hidden cards, entries, and plans of a view, for computer players."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.core import Phase, Rng, Seat, Secret, View, secret_for
from engine.games.railway_rivals.agent.run_evaluation import best_trip
from engine.games.railway_rivals.game_data.hex_map import CardNumber
from engine.games.railway_rivals.rules.run_costs import trip_on_route
from engine.games.railway_rivals.state.deals import Answer, Desk, Offer, Pact
from engine.games.railway_rivals.state.phases import Building, Entering
from engine.games.railway_rivals.state.plans import BuildingSlot, Plan
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals


def determinize(view: View[RailwayRivals], rng: Rng) -> RailwayRivals:
    """Return a state that fits the view: hidden Town Cards are shuffled, and rivals have no plans."""
    state = view.state
    *below, phase = state.flow or (None,)
    if isinstance(phase, Entering):
        phase = _fill_in_entering(state, phase, view.seat)
    filled_state = msgspec.structs.replace(
        state,
        flow=tuple(map(_fill_in_plans, (*below, phase) if phase else ())),
        limits={
            seat: limit if limit.value is not None else secret_for(seat, 0) for seat, limit in state.limits.items()
        },
        rng=Secret(rng),
    )
    return filled_state.shuffle_stock(_unseen_cards(state))


def _fill_in_entering(state: RailwayRivals, phase: Entering, seat: Seat | None) -> Entering:
    """Return the phase with guesses in place of hidden decisions.

    Rivals that have decided are assumed to have entered alone or stayed out. Offers and agreements that ``seat`` can
    see are kept.
    """
    own_desk = phase.desks[seat].value if seat is not None else None
    desks: dict[Seat, Desk] = {}
    for other, desk in phase.desks.items():
        if desk.value is not None:
            desks[other] = desk.value
            continue
        offers_known = own_desk.offers if own_desk else ()
        offers_between = tuple(offer for offer in offers_known if other in (offer.seat, offer.partner))
        desk_so_far, answers = Desk((None,) * len(phase.runs), offers_between), list[Answer | None]()
        for index, run in enumerate(phase.runs):
            open_now = index in phase.runs_asked_of(other) or desk_so_far.offer_by(other, index) is not None
            guess = None if open_now else _guess_answer(state, other, run)
            answers.append(_answer_from_deal(state, own_desk, seat, other, index, run) or guess)
        desks[other] = Desk(tuple(answers), offers_between)
    # If turns are hidden, no seat can see which seats are asked again.
    is_turn_hidden = state.has_many_runs_at_once and not state.has_open_entries
    with_offers = desks if is_turn_hidden else _add_offers(phase, desks, seat)
    filled_phase = phase.from_desks(
        phase.runs, with_offers, is_open=state.has_open_entries, has_many_runs=state.has_many_runs_at_once
    )
    return msgspec.structs.replace(filled_phase, asked=phase.asked)


def _guess_answer(state: RailwayRivals, seat: Seat, run: Run) -> Answer:
    """Guess a seat's decision about a run as a computer player would decide, from public information."""
    likely_trip = best_trip(state, run, seat)
    return Answer() if likely_trip is None else Answer(likely_trip.route, likely_trip.fees)


def _add_offers(phase: Entering, desks: dict[Seat, Desk], seat: Seat | None) -> dict[Seat, Desk]:
    """Add a guessed offer to each seat that has decided about a run and still has to answer about it.

    Each offer comes from a seat that may be waiting for an answer.
    """
    for other in desks:
        for index in set(phase.runs_asked_of(other)) - set(desks[other].runs_to_answer(other)):
            answer, own_offer = desks[other].answers[index], desks[other].offer_by(other, index)
            route = own_offer.route if own_offer else answer.route if answer else None
            makers = [
                maker
                for maker in desks
                if maker not in (seat, other)
                and index not in phase.runs_asked_of(maker)
                and _can_have_offered(desks[maker], maker, index)
            ]
            if route is None or not makers:
                desks[other] = Desk((None,) * len(phase.runs))
                continue
            offer = Offer(makers[0], other, index, joint=True, route=route, fees={})
            desks[makers[0]] = desks[makers[0]].with_answer(index, None).with_offer(offer)
            desks[other] = desks[other].with_offer(offer)
    return desks


def _can_have_offered(desk: Desk, seat: Seat, run: int) -> bool:
    answer = desk.answers[run]
    return not desk.offer_by(seat, run) and not (answer is not None and (answer.pacts or answer.joint))


def _answer_from_deal(
    state: RailwayRivals, own_desk: Desk | None, seat: Seat | None, other: Seat, index: int, run: Run
) -> Answer | None:
    """Return the decision of seat ``other`` about a run, if ``seat`` knows it from an agreement of the two;
    otherwise None.
    """
    answer = own_desk.answers[index] if own_desk is not None else None
    if answer is None or seat is None or answer.route is None:
        return None
    if other in answer.joint:
        return answer
    if other not in answer.pacts:
        return None
    pact = answer.pacts[other]
    their_trip = trip_on_route(state, run, (other,), pact.route, frozenset(state.everyone))
    own_pact = Pact(answer.route, answer.fees.get(other, 0))
    return Answer(pact.route, {**their_trip.fees, seat: pact.pays}, pacts={seat: own_pact})


# -- plans and cards


def _fill_in_plans(phase: Phase[Any]) -> Phase[Any]:
    match phase:
        case Building(slots=slots):
            return msgspec.structs.replace(phase, slots=tuple(map(_empty_plan, slots)))
        case _:
            return phase


def _empty_plan(slot: BuildingSlot) -> BuildingSlot:
    no_plan = secret_for(slot.seat, Plan())
    return slot if slot.plan.value is not None else msgspec.structs.replace(slot, plan=no_plan)


def _unseen_cards(state: RailwayRivals) -> tuple[CardNumber, ...]:
    """All Town Cards except the cards of runs that came up, in the order of the map."""
    raced = [race.run for race in state.races]
    runs = (*raced, *state.waiting, *state.dropped, *_runs_within(state.flow))
    cards_seen = {number for run in runs for number in (run.start, run.goal)}
    unseen = [number for number in state.hex_map.cards if number not in cards_seen]
    return tuple(unseen)[: state.stock.size]


def _runs_within(value: Any) -> Iterator[Run]:
    if isinstance(value, Run):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _runs_within(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _runs_within(item)
