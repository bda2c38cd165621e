"""Claims in labels, prompts, and headlines while start towns are chosen and track is built or planned."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from engine.core import Seat
from engine.games.railway_rivals.phases import BuildingPhase
from engine.games.railway_rivals.rules.building import find_build_question
from engine.games.railway_rivals.state import actions as a
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.plans import new_slot
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import network_of
from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railway_rivals.outcomes import (
    Built,
    at_once,
    built_by,
    carried_out,
    distance_to,
    goal_hexes,
    is_now,
    is_warned,
    noted,
    played,
    skipped,
    state_of,
)

_SUM = re.compile(r": (\d+) of (\d+) (?:points?|gold)")
_PAID = re.compile(r"(\d+) gold to Player (\d)")
_FIRST = re.compile(r"\+6 gold for reaching ([^,.]*?) first")
_SHORT = re.compile(r"(\d+) steps? short(?: of (.*?) \(at least (\d+) (?:points?|gold) more\))?")
_TOWARD = re.compile(r"(.*): (\d+) steps?, at least (\d+) (?:points?|gold)(, \+6 gold for reaching it first)?$")
_NEAR = re.compile(r"(?:near |, |and )+([A-Z][\w’ -]*?) \((\d+) points?\)")
_LIMIT = re.compile(r"may pay rivals (?:up to (\d+) gold more|no more) than now")
_PLENTY = 99


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of one offer of the set-up or of building."""
    match offer.action:
        case a.Start():
            yield from _start(offer)
        case a.Build() | a.Lay() | a.PlanTrack():
            yield from _track(offer)
        case a.Limit():
            yield Claim("limit", _limit(offer.label), offer.after.limits[offer.seat].open())
        case a.Done():
            yield from _done(offer)
        case a.Declare():
            yield from _declare(offer)
        case _:
            return


def _start(offer: Offer) -> Iterator[Claim]:
    """Yield the three nearest towns, and the cost of track to each."""
    assert isinstance(offer.action, a.Start)
    state, town = state_of(offer), offer.action.town
    start = frozenset(goal_hexes(state.hex_map, town))
    costs = dict[str, int]()
    for other in state.hex_map.towns:
        found = distance_to(state.hex_map, start, (other.hex,))
        if other.name != town and found is not None:
            costs[other.name] = found.cost
    said = {name: int(points) for name, points in _NEAR.findall(offer.field_labels["town"])}
    yield Claim("start: points to a town", said, {name: costs.get(name) for name in said})
    yield Claim("start: nearest towns", sorted(said.values()), sorted(costs.values())[:3])


def _track(offer: Offer) -> Iterator[Claim]:
    """Yield cost, payments, bonus, and the rest of the way, in the whole label and in that of the path."""
    assert isinstance(offer.action, a.Build | a.Lay | a.PlanTrack)
    built, state = built_by(offer), state_of(offer)
    kind = "build: " if is_now(state, offer.seat) else "plan: "
    for text in (offer.label, offer.field_labels["path"]):
        yield from _priced(kind, text, built, state)
        if not isinstance(offer.action, a.Lay):
            yield from _left(kind, text, offer.action, built, state)
    steps = sum(len(line) - 1 for line in offer.action.path.lines)
    yield Claim(f"{kind}steps", steps, built.track)
    if not isinstance(offer.action, a.Lay):
        yield from _toward(offer, offer.action.toward)
    if kind == "plan: ":
        yield from _plan(offer)
        yield from _outlook(offer)
    else:
        _, own = at_once(offer)
        yield Claim("build: happens first", offer.events[: len(own)], own)


def _priced(kind: str, text: str, built: Built, state: RailwayRivals) -> Iterator[Claim]:
    said = _SUM.search(text)
    assert said, text
    yield Claim(f"{kind}cost", int(said[1]), built.cost)
    whole = built.left + built.cost + (sum(built.paid.values()) if state.operating else 0)
    yield Claim(f"{kind}can spend", int(said[2]), whole)
    paid = {Seat(int(seat)): int(gold) for gold, seat in _PAID.findall(text)}
    yield Claim(f"{kind}payments to rivals", paid, dict(built.paid))
    yield Claim(f"{kind}bonus for the first", tuple(_FIRST.findall(text)), built.firsts)


def _left(kind: str, text: str, action: a.Build | a.PlanTrack, built: Built, state: RailwayRivals) -> Iterator[Claim]:
    said = _SHORT.search(text)
    rest = distance_to(state.hex_map, built.hexes, goal_hexes(state.hex_map, action.toward))
    assert rest is not None
    yield Claim(f"{kind}steps short", int(said[1]) if said else 0, rest.steps)
    if said and said[3]:
        yield Claim(f"{kind}at least to pay for the rest", (said[2], int(said[3])), (action.toward, rest.cost))
    if "reaches" in text:
        yield Claim(f"{kind}reaches a special run", rest.steps, 0)


def _toward(offer: Offer, toward: str) -> Iterator[Claim]:
    """Yield the distance of a goal, and whether its bonus is free, tested with more than enough points."""
    state, said = state_of(offer), _TOWARD.match(offer.field_labels["toward"])
    assert said, offer.field_labels["toward"]
    asked = find_build_question(state, offer.seat)
    assert asked is not None
    found = distance_to(state.hex_map, asked.simulator.network_hexes, goal_hexes(state.hex_map, toward))
    assert found is not None
    yield Claim("toward: steps and cost", (int(said[2]), int(said[3])), (found.steps, found.cost))
    if state.current_building is not state.flow[-1] or state.current_building.slots_with_plans(offer.seat):
        return
    rich = {**state.gold, offer.seat: _PLENTY * _PLENTY}
    alone = BuildingPhase((new_slot(offer.seat, _PLENTY * _PLENTY),))
    tried = replace(state, gold=rich, flow=(*state.flow[:-1], alone))
    tried = played(tried, a.Lay(offer.seat, Branches((found.hexes,))))
    own_cost = found.cost if state.operating else 0
    received = state.bank - tried.bank + own_cost
    paying = not state.operating or state.options.late_towns
    through = [hex for hex in found.hexes[1:-1] if hex in state.hex_map.town_at and hex not in state.first]
    yield Claim("toward: bonus for the first", 6 if said[4] else 0, received - 6 * len(through) * paying)


def _plan(offer: Offer) -> Iterator[Claim]:
    """Yield the maximum payments of plans, and their condition."""
    said, after = _LIMIT.search(offer.label), noted(offer)
    limit = after.limits[offer.seat].open()
    if said:
        yield Claim("plan: limit", int(said[1] or 0), limit)
    else:
        yield Claim("plan: no limit", "it is skipped" in offer.label, limit == 0)
    if isinstance(offer.action, a.PlanTrack):
        assert after.current_building is not None
        slots = after.current_building.slots
        last = [slot.plan.open() for slot in slots if slot.seat == offer.seat and slot.plan.open()][-1]
        only = last.condition_of_line(len(last.path.lines) - 1)
        said_only = re.search(r"It is built only if you would be first in ([^.]*)", offer.label)
        yield Claim("plan: only if first", said_only[1] if said_only else "", only)


def _outlook(offer: Offer) -> Iterator[Claim]:
    """Yield whether the plan and those before it would be skipped if nobody else built anything."""
    before, this = skipped(offer)
    yield Claim("plan: an earlier one is skipped", is_warned(offer), before > 0)
    yield Claim("plan: it is skipped too", "and so would this one" in offer.label, this > 0)


def _limit(text: str) -> int:
    said = re.search(r"up to (\d+) gold more than now", text)
    return int(said[1]) if said else 0


def _done(offer: Offer) -> Iterator[Claim]:
    """Yield the building points that are lost when building ends here."""
    state, said = state_of(offer), re.search(r"lose (\d+) building points?", offer.label)
    lost = int(said[1]) if said else 0
    if state.operating:
        yield Claim("done: gold kept", (lost, state.gold[offer.seat]), (0, noted(offer).gold[offer.seat]))
        return
    asked = find_build_question(state, offer.seat)
    assert asked is not None
    if is_now(state, offer.seat):
        events = offer.events
    elif asked.slot_index == _first_slot(state, offer.seat):
        events = carried_out(noted(offer), offer.seat)
    else:
        return
    gone = [event.gold for event in events if isinstance(event, e.CapitalLost) and event.seat == offer.seat]
    yield Claim("done: points lost", lost, gone[0] if gone else 0)


def _first_slot(state: RailwayRivals, seat: Seat) -> int:
    """Return the number of the seat's next turn to build."""
    building = state.current_building
    assert building is not None
    return next(index for index in range(building.at, len(building.slots)) if building.slots[index].seat == seat)


def _declare(offer: Offer) -> Iterator[Claim]:
    """Yield the turns that may still come, and that the declaration is final."""
    state, after = state_of(offer), offer.after
    said = re.search(r"at most (\d+) more turns?", offer.label)
    come = min(after.turns_left, int(state.options.turns) - state.turn)
    yield Claim("declare: turns left", int(said[1]) if said else 0, come)
    assert network_of(after.track, offer.seat) == network_of(state.track, offer.seat)
