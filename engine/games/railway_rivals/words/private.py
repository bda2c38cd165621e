"""Sentences about what one company alone knows: its desk's offers and entries, its means for plans, its limit."""

from collections.abc import Iterator

from engine.core import Name, Seat, View, listed
from engine.games.railway_rivals.box.chart import Chart
from engine.games.railway_rivals.box.figures import POINT
from engine.games.railway_rivals.rules.building import asked_for
from engine.games.railway_rivals.state.deals import Answer, Desk
from engine.games.railway_rivals.state.paths import Route
from engine.games.railway_rivals.state.phases import Building, Entering
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.narration.building import limit_words
from engine.games.railway_rivals.words.narration.operating import deal_words


def known(view: View[RailwayRivals], name: Name) -> tuple[str, ...]:
    """Tell what the seat of the view alone knows, offers that wait for its answer first."""
    state, seat = view.state, view.seat
    match state.flow[-1:]:
        case (Entering() as phase,) if seat is not None:
            desk = phase.desks[seat].open()
            planned = _planned(state, seat) if state.building is not None else ()
            return (*_received(phase, desk, seat, name), *_said(phase, desk, seat, name, state.chart), *planned)
        case (Building(),) if seat is not None:
            return tuple(_planned(state, seat))
        case _:
            return ()


def _received(phase: Entering, desk: Desk, seat: Seat, name: Name) -> Iterator[str]:
    for index, run in enumerate(phase.runs):
        for offer in desk.received(seat, index):
            bound = offer.joint and desk.bound(index)
            but = " You have agreed on an exchange, so you can only decline it." if bound else ""
            yield f"{name(offer.seat)} offers you {deal_words(joint=offer.joint)} for {run.title}.{but}"


def _said(phase: Entering, desk: Desk, seat: Seat, name: Name, chart: Chart) -> Iterator[str]:
    """A checklist of the runs about which the seat has decided, and its offers."""
    done = [
        f"✓ {run.names[0]} to {run.names[1]} ({_decided(answer, seat, name, chart)})"
        for run, answer in zip(phase.runs, desk.answers, strict=True)
        if answer is not None
    ]
    if done:
        yield f"{', '.join(done)}."
    for index, run in enumerate(phase.runs):
        if desk.answers[index] is None and (offer := desk.made(seat, index)) is not None:
            deal = f"{deal_words(joint=offer.joint)}{_via(offer.route, chart)}"
            yield f"{run.names[0]} to {run.names[1]}: you offer {name(offer.partner)} {deal}."


def _decided(answer: Answer, seat: Seat, name: Name, chart: Chart) -> str:
    """“stay out”, “enter via Durham”, “joint run with Ben”."""
    if answer.route is None:
        return "stay out"
    partners = [other for other in answer.joint or answer.pacts if other != seat]
    via = _via(answer.route, chart)
    if not partners:
        return f"enter{via}"
    return f"{deal_words(joint=bool(answer.joint))} with {listed(list(map(name, partners)))}{via}"


def _via(route: Route, chart: Chart) -> str:
    """“ via Durham”: the towns that a route names on its way; nothing for the fastest way."""
    towns = [chart.town_at[hex].name if hex in chart.town_at else hex for hex in route.via[1:-1]]
    return f" via {listed(towns)}" if towns else ""


def _planned(state: RailwayRivals, seat: Seat) -> Iterator[str]:
    """Tell what is left beside a plan, its conditions, and the limit that the player set."""
    asked = asked_for(state, seat)
    if asked is not None and asked.slot.plan.open():
        most, left = asked.slot.capital, asked.site.capital
        if state.operating:
            more = min(left, asked.site.gold)
            yield f"You have planned for {most - left} of {most} gold: you may plan for {more} more."
        else:
            yield f"You have planned {most - left} of your {most} {POINT}s: {left} left."
        for town in asked.slot.plan.open().conditions:
            yield f"Your track toward {town} is built only if you would be first there."
    if limit := state.limits[seat].open():
        yield limit_words(limit)
