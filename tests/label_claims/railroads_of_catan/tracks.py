"""Claims in labels and previews about track and trains, and the effects: track laid, sums paid, and cities joined."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.phases import BuildingPhase, Turns
from engine.games.railroads_of_catan.state.actions import Lay, PlanTrack, Toward, Train, Upgrade
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.phases import Building, Buying, Visits
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render import PAINTERS, DrawingContext
from tests.label_claims.frame import Claim, Offer, name
from tests.label_claims.railroads_of_catan import effects as does
from tests.label_claims.railroads_of_catan.played import plan_built

PAINTER = PAINTERS[GAME.key]


def track_claims(offer: Offer, action: Lay | Toward, state: RailroadsOfCatan) -> Iterator[Claim]:
    """Yield the claims about track that is laid at once."""
    after = does.applied(state, action)
    texts = [offer.label, offer.field_labels["path"]]
    for words in texts:
        yield Claim("tracks by kind", does.kinds_said(words), does.kinds_of(state, action.path.tracks))
        yield from _payments(words, "track", state, after, action)
    yield from _left(offer, after)
    yield from _last_track(offer, state, after)
    if isinstance(action, Toward):
        yield from _goal(offer, action, state, after)
    yield from _preview(offer, action, state, after)


def _payments(
    words: str, what: str, state: RailroadsOfCatan, after: RailroadsOfCatan, action: Lay | Toward | PlanTrack
) -> Iterator[Claim]:
    """Yield the payments of a text such as “for $4,000 (1 free) and $1,000 to Player 2”."""
    found = does.match(
        rf" for (free|{does.SUM})((?: \(\d free\))?)((?:(?:,| and|, and| \+) {does.SUM} to Player \d)*)", words
    )
    yield Claim(f"{what}: price", does.money(found[1]), after.bank - state.bank)
    yield Claim(f"{what}: fees", does.sums_said(found[3]), does.received(state, after, action.seat))
    if found[2] or found[1] == "free":
        free = len(action.path.tracks) - _counted(after) + _counted(state)
        said = int(found[2][2]) if found[2] else len(action.path.tracks)
        yield Claim(f"{what}: free tracks", said, free)


def _counted(state: RailroadsOfCatan) -> int:
    """Return the tracks that count against the building's limit."""
    phase = state.flow[-1]
    assert isinstance(phase, Building)
    return phase.laid


def _left(offer: Offer, after: RailroadsOfCatan) -> Iterator[Claim]:
    found = does.match(rf"({does.SUM}) left", offer.label)
    yield Claim("cash left after building", does.money(found[1]), after.cash[offer.seat])


def _last_track(offer: Offer, state: RailroadsOfCatan, after: RailroadsOfCatan) -> Iterator[Claim]:
    """Yield whether the track joins all cities, and so ends the game."""
    own = after.cities_of(offer.seat)
    all_joined = set(own) <= does.joined_to(after, offer.seat, own[0])
    said = "connects all your cities: the game ends after this turn" in offer.label
    yield Claim("all cities connected", said, all_joined)
    if said:
        yield Claim("end announced at building", True, does.is_over(after))


def _goal(offer: Offer, action: Toward, state: RailroadsOfCatan, after: RailroadsOfCatan) -> Iterator[Claim]:
    """Yield the rest of the way to the city, and its total cost."""
    found = re.search(r"(\d+) tracks? to go", offer.label)
    to_go = int(found[1]) if found else 0
    path = re.search(r"(\d+) tracks? to go", offer.field_labels["path"])
    yield Claim("tracks to go", int(path[1]) if path else 0, to_go)
    end = action.path.lines[0][-1]
    joined = does.joined_to(state, offer.seat, action.city)
    goal = joined if action.city in does.network(state, offer.seat) else frozenset({action.city})
    yield Claim("city reached", not to_go, end in goal)
    words = offer.field_labels["city"]
    whole = does.match(rf": (\d+) tracks? (?:for ({does.SUM}) in total|for free)", words)
    yield Claim("tracks in all", int(whole[1]), len(action.path.tracks) + to_go)
    now = state.cash[offer.seat] - after.cash[offer.seat]
    if later := re.search(rf", (free|{does.SUM}) now", words):
        yield Claim("price now", does.money(later[1]), now)
    if to_go <= 6:
        rest = does.money(whole[2] or "") - now
        sums = does.later_costs(after, offer.seat, end, goal, to_go)
        yield Claim("price in later turns", rest in sums, True)
    yield from _nearer(offer, action, state, after)


def _nearer(offer: Offer, action: Toward, state: RailroadsOfCatan, after: RailroadsOfCatan) -> Iterator[Claim]:
    """Check that the track begins a cheapest or shortest way to each named city."""
    also = re.search(r", also toward (.+)$", offer.field_labels["city"])
    own = re.sub(r"\byour (\d)", rf"Player {action.seat}’s \1", also[1]) if also else ""
    named = re.findall(r"Player (\d)’s (\d)-dot city", own)
    by_name = {(str(city.seat), str(city.dots)): place for place, city in state.cities.items()}
    tracks = len(action.path.tracks)
    list_cost = sum(does.build_price(state, offer.seat, each, later=False) or 0 for each in action.path.tracks)
    for city in (action.city, *(by_name[each] for each in named)):
        before, then = does.distance(state, offer.seat, city), does.distance(after, offer.seat, city)
        if before is not None and not _is_joined(after, action, city):
            nearer = then is None or before[0] - then[0] == list_cost or before[1] - then[1] == tracks
            yield Claim("city that is nearer", nearer, True)


def _is_joined(after: RailroadsOfCatan, action: Toward, city: NodeId) -> bool:
    """Whether the new track joins the city to the point where the track begins."""
    joined = does.joined_to(after, action.seat, city)
    return {action.path.lines[0][0], action.path.lines[0][-1]} <= joined


def _preview(offer: Offer, action: Lay | Toward, state: RailroadsOfCatan, after: RailroadsOfCatan) -> Iterator[Claim]:
    look = DrawingContext(tuple(name(seat) for seat in state.everyone), ())
    for scene in PAINTER.preview_scenes(offer.view, look, action):
        found = does.match(r"\. .+: (\d+) tracks? for ", scene.alt)
        yield Claim("tracks in preview", int(found[1]), len(after.tracks) - len(state.tracks))
        first = scene.alt.partition(". ")[0]
        for words in (first, scene.alt.partition(". ")[2]):
            yield from _payments(words, "track in preview", state, after, action)
        found = does.match(rf"You have ({does.SUM})\.$", scene.alt)
        yield Claim("cash in preview", does.money(found[1]), state.cash[offer.seat])
        if found := re.search(rf", then (\d+) tracks? to .+ for ({does.SUM})\. You", scene.alt):
            to_go = re.search(r"(\d+) tracks? to go", offer.label)
            yield Claim("tracks to go in preview", int(found[1]), int(to_go[1]) if to_go else 0)
            whole = re.search(rf"({does.SUM}) in total", offer.field_labels["city"])
            now = state.cash[offer.seat] - after.cash[offer.seat]
            said = does.money(found[2]) + now
            yield Claim("price of the whole way in preview", said, does.money(whole[1]) if whole else None)


# -- plans


def planned_track_claims(offer: Offer, action: PlanTrack, state: RailroadsOfCatan) -> Iterator[Claim]:
    """Yield the claims about planned track."""
    planned = does.applied(state, action)
    plan = planned.plans_of(offer.seat).track
    assert plan is not None
    for words in (offer.label, offer.field_labels["path"]):
        yield Claim("planned tracks by kind", does.kinds_said(words), does.kinds_of(state, plan.path.tracks))
    limit = does.match(rf"for up to ({does.SUM})", offer.label)
    said = (does.money(limit[1]), does.money(offer.field_labels["limit"]))
    yield Claim("limit of a plan", said, (plan.limit, plan.limit))
    then = _when_building(state, offer.seat)
    after, done = plan_built(then.set_plans(offer.seat, planned.plans_of(offer.seat)), offer.seat)
    if after.tracks != then.tracks:
        yield Claim("nothing else is built", "build nothing else that turn" in offer.label, done)
        paid = then.cash[offer.seat] - after.cash[offer.seat]
        yield Claim("limit is kept", paid <= plan.limit, True)
    yield from _planned_preview(offer, action, then, after)


def _when_building(state: RailroadsOfCatan, seat: int) -> RailroadsOfCatan:
    """Return the state when the seat builds next: in this turn if its building has not begun."""
    waits = [phase for phase in state.flow if isinstance(phase, Buying | Visits)]
    yet = any(seat not in state.order[: phase.at] for phase in waits)
    return state if yet else state.begin_turn()


def _planned_preview(
    offer: Offer, action: PlanTrack, then: RailroadsOfCatan, after: RailroadsOfCatan
) -> Iterator[Claim]:
    """Yield the price in the picture of a plan, which is the current price of the track."""
    look = DrawingContext(tuple(name(seat) for seat in then.everyone), ())
    now: Any = replace(then, flow=(Turns(), BuildingPhase(offer.seat, begun=True)))
    lay = Lay(offer.seat, Path(action.path.lines))
    possible = lay in now.flow[-1].offers(now)
    for scene in PAINTER.preview_scenes(offer.view, look, action):
        found = does.match(rf"^(\d+) tracks? planned, up to ({does.SUM})\.", scene.alt)
        said = (int(found[1]), does.money(found[2]))
        yield Claim("plan in preview", said, (len(action.path.tracks), action.limit))
        priced = re.search(r": \d+ tracks? for ", scene.alt) is not None
        yield Claim("planned track possible now", priced, possible)
        if priced and possible:
            laid = does.applied(now, lay)
            yield from _payments(scene.alt, "planned track in preview", now, laid, action)


# -- trains


def train_claims(offer: Offer, action: Train | Upgrade, state: RailroadsOfCatan) -> Iterator[Claim]:
    """Yield the claims about a train that is bought or upgraded."""
    after = does.applied(state, action)
    found = does.match(rf" for ({does.SUM}): (.*?)({does.SUM}) left$", offer.label)
    yield Claim("price of a train", does.money(found[1]), state.cash[offer.seat] - after.cash[offer.seat])
    yield Claim("cash left after a train", does.money(found[3]), after.cash[offer.seat])
    (new,) = set(after.trains) - set(state.trains)
    if isinstance(action, Upgrade):
        effect = does.match(r"(\d) barrels, (\d) moves", found[2])
        yield Claim("upgraded train", (int(effect[1]), int(effect[2])), (new.capacity, new.moves))
        yield Claim(
            "train in place",
            NodeId(new.at),
            next(t.at for t in state.trains if t.number == new.number and t.seat == new.seat),
        )
        return
    yield Claim("small train", ("small" in offer.label, True), (not new.large, new.at == action.city))
    field = does.match(rf"\((\w+)\): small train for ({does.SUM})", offer.field_labels["city"])
    paid = state.cash[offer.seat] - after.cash[offer.seat]
    yield Claim("train by city", (field[1], does.money(field[2])), (state.layout.good_of(action.city), paid))
