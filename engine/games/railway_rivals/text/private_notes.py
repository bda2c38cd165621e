"""Private notes of a seat: offers, decisions about runs, plans, and the limit of plans."""

from collections.abc import Iterator

from engine.core import NameOfSeat, Seat, View, join_words
from engine.games.railway_rivals.game_data.constants import BUILDING_POINT
from engine.games.railway_rivals.game_data.hex_map import HexMap
from engine.games.railway_rivals.rules.building import find_build_question
from engine.games.railway_rivals.state.deals import Answer, Desk
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.phases import Building, Entering
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.deals import deal_text
from engine.games.railway_rivals.text.track_wording import limit_sentence


def private_notes(view: View[RailwayRivals], name: NameOfSeat) -> tuple[str, ...]:
    """The private notes of the view's seat; offers to the seat come first."""
    state, seat = view.state, view.seat
    match state.flow[-1:]:
        case (Entering() as phase,) if seat is not None:
            desk = phase.desks[seat].open()
            plan_notes = _plan_notes(state, seat) if state.current_building is not None else ()
            return (
                *_offer_notes(phase, desk, seat, name),
                *_decision_notes(phase, desk, seat, name, state.hex_map),
                *plan_notes,
            )
        case (Building(),) if seat is not None:
            return tuple(_plan_notes(state, seat))
        case _:
            return ()


def _offer_notes(phase: Entering, desk: Desk, seat: Seat, name: NameOfSeat) -> Iterator[str]:
    for index, run in enumerate(phase.runs):
        for offer in desk.offers_to(seat, index):
            is_bound = offer.joint and desk.pact_partners(index)
            but = " You have agreed on an exchange, so you can only decline it." if is_bound else ""
            yield f"{name(offer.seat)} offers you {deal_text(is_joint=offer.joint)} for {run.title}.{but}"


def _decision_notes(phase: Entering, desk: Desk, seat: Seat, name: NameOfSeat, hex_map: HexMap) -> Iterator[str]:
    """A sentence about all runs that the seat has decided about, and sentences about the offers it made."""
    decisions = [
        f"✓ {run.names[0]} to {run.names[1]} ({_decision_text(answer, seat, name, hex_map)})"
        for run, answer in zip(phase.runs, desk.answers, strict=True)
        if answer is not None
    ]
    if decisions:
        yield f"{', '.join(decisions)}."
    for index, run in enumerate(phase.runs):
        if desk.answers[index] is None and (offer := desk.offer_by(seat, index)) is not None:
            deal = f"{deal_text(is_joint=offer.joint)}{_via_text(offer.route, hex_map)}"
            yield f"{run.names[0]} to {run.names[1]}: you offered {name(offer.partner)} {deal}."


def _decision_text(answer: Answer, seat: Seat, name: NameOfSeat, hex_map: HexMap) -> str:
    """“stay out”, “enter via Durham”, “joint run with Ben”."""
    if answer.route is None:
        return "stay out"
    partners = [other for other in answer.joint or answer.pacts if other != seat]
    via = _via_text(answer.route, hex_map)
    if not partners:
        return f"enter{via}"
    return f"{deal_text(is_joint=bool(answer.joint))} with {join_words(list(map(name, partners)))}{via}"


def _via_text(route: Route, hex_map: HexMap) -> str:
    """“ via Durham”: the places that a route names between its ends; empty for the fastest route."""
    towns = hex_map.town_names_on(route.via)
    between = [towns.get(hex, hex) for hex in route.via[1:-1]]
    return f" via {join_words(between)}" if between else ""


def _plan_notes(state: RailwayRivals, seat: Seat) -> Iterator[str]:
    """Sentences about the capital that plans leave, the conditions of plans, and their limit."""
    question = find_build_question(state, seat)
    if question is not None and question.slot.plan.open():
        capital, remaining = question.slot.capital, question.simulator.capital
        if state.operating:
            available = min(remaining, question.simulator.gold)
            yield f"You have planned for {capital - remaining} of {capital} gold: you may plan for {available} more."
        else:
            yield f"You have planned {capital - remaining} of your {capital} {BUILDING_POINT}s: {remaining} left."
        for town in question.slot.plan.open().conditions:
            yield f"Your track toward {town} is built only if you would be first there."
    if limit := state.limits[seat].open():
        yield limit_sentence(limit)
