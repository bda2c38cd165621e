"""Claims in questions and headlines, compared with what is possible."""

import re
from collections.abc import Iterator
from typing import Any

from engine.core import Standing
from engine.games.railroads_of_catan.game_data.island import Track, track_ends
from engine.games.railroads_of_catan.game_data.pieces import Associate, EventCard
from engine.games.railroads_of_catan.rules.building import BuildQuote, adjacent_free_tracks
from engine.games.railroads_of_catan.state.actions import Lay, Train, Upgrade
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.phases import Building, Draft, Maintenance, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroads_of_catan import effects as does


def question_claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of the question and of the headline."""
    state: Any = offer.state
    if found := re.match(r"Turn (\d) of (\d)", offer.headline):
        yield Claim("turn in headline", (int(found[1]), int(found[2])), (max(1, state.turn), 7))
    if isinstance(offer.action, Standing):
        return
    match state.flow[-1]:
        case Draft():
            found = does.match(r"(\d)-dot city", offer.prompt)
            dots = {state.layout.dots_of(action.hex) for action in offer.decision.offers}  # type: ignore[attr-defined]
            yield Claim("dots in question", {int(found[1])}, dots)
        case Maintenance(lots=None):
            yield from _cash(offer, state)
        case Building() as building:
            yield from _cash(offer, state)
            yield from _building(offer, building, state)
        case Running() as running:
            said = [int(number) for number in re.findall(r"\d", offer.prompt)]
            left = [train.number for train in state.trains_of(offer.seat) if train.number not in running.ran]
            yield Claim("trains in question", said, left)


def _cash(offer: Offer, state: RailroadsOfCatan) -> Iterator[Claim]:
    found = does.match(rf"you have ({does.SUM})", offer.prompt)
    yield Claim("cash in question", does.money(found[1]), state.cash[offer.seat])


def _building(offer: Offer, building: Building, state: RailroadsOfCatan) -> Iterator[Claim]:
    kinds = {type(action) for action in offer.decision.offers}
    yield Claim("train to buy in question", bool(re.search(r"\bbuy\b", offer.prompt, re.I)), Train in kinds)
    yield Claim("train to upgrade in question", bool(re.search(r"\bupgrade\b", offer.prompt, re.I)), Upgrade in kinds)
    paid = re.search(r"up to (\d+) tracks?", offer.prompt)
    free = re.search(r"(\d+) free tracks?", offer.prompt)
    said = (int(paid[1]) if paid else 0) + (int(free[1]) if free else 0)
    if said:
        yield Claim("tracks in question", said, _limit(state, building))
        yield Claim("tracks that can be laid", _most_tracks(state, building) <= said, True)


def _limit(state: RailroadsOfCatan, building: Building) -> int:
    """Return the tracks left of the limit of 3 or 5 and of a surplus, limited by rails and cash."""
    crew, engineer = (state.has_associate(building.seat, each) for each in (Associate.CREW, Associate.ENGINEER))
    free = 2 - building.credit if state.event is EventCard.SURPLUS else 0
    rails = 15 - len(state.tracks_of(building.seat))
    payable = state.cash[building.seat] // (500 if engineer else 1_000)
    left = (5 if crew else 3) - building.laid
    return min(min(left, payable) + free, rails)


def _most_tracks(state: RailroadsOfCatan, building: Building) -> int:
    """Return the number of tracks that can be laid one after the other, the cheapest first."""
    now, seat = state, building.seat
    count = 0
    while True:
        site = BuildQuote(now, building)
        possible = [each for each in adjacent_free_tracks(now, seat) if not site.find_obstacle(each)]
        if not possible:
            return count
        best = min(possible, key=lambda each: _cost(site, each))
        now = does.applied(now, Lay(seat, Path((track_ends(best),))))
        building = now.flow[-1]  # type: ignore[assignment]
        count += 1


def _cost(site: BuildQuote, over: Track) -> tuple[int, int, Track]:
    works = site.total_cost(over)
    return works.total, works.credit, over
