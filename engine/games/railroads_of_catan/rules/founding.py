"""Founding cities, and ranking hexes for later cities. (RC Game Setup; rulings 7-9)"""

from collections.abc import Collection, Iterator

import msgspec

from engine.core import Action, Phase, PhasePartEnded, Rule, Seat, count_noun
from engine.games.railroads_of_catan.game_data.constants import CITY_DOTS
from engine.games.railroads_of_catan.game_data.island import NodeId, is_hex
from engine.games.railroads_of_catan.game_data.pieces import City
from engine.games.railroads_of_catan.rules.open_ended_offers import OpenEndedOffers
from engine.games.railroads_of_catan.state.actions import Pick, Prefer
from engine.games.railroads_of_catan.state.events import CityFounded
from engine.games.railroads_of_catan.state.path_notation import Ranking
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.plans import NewPlan
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan, SeatPlans


def next_founder(state: RailroadsOfCatan, draft: Draft) -> tuple[Seat, int]:
    """The seat that founds the next city, and the number of dots of the city."""
    round, place = divmod(draft.done, state.seats)
    return state.from_seat(state.first)[(place + round) % state.seats], CITY_DOTS[round]


def free_hexes(state: RailroadsOfCatan, draft: Draft) -> tuple[NodeId, ...]:
    """Return the hexes on which the next city may be founded."""
    _, dots = next_founder(state, draft)
    return tuple(hex for hex in state.layout.hexes_with_dots(dots) if hex not in state.cities)


def _pick_offers(state: RailroadsOfCatan, draft: Draft) -> Iterator[Pick]:
    seat, _ = next_founder(state, draft)
    return (Pick(seat, hex) for hex in free_hexes(state, draft))


def place_city(state: RailroadsOfCatan, draft: Draft, hex: NodeId) -> RailroadsOfCatan:
    """Found a city for the next seat. After each round except the last, an event makes the bot post the island."""
    seat, dots = next_founder(state, draft)
    state = state.add_city(hex, City(seat, dots)).emit(CityFounded(seat, hex, dots))
    done = draft.done + 1
    if done % state.seats == 0 and done < state.seats * len(CITY_DOTS):
        state = state.emit(PhasePartEnded(draft.heading))
    return state.replace_phase(msgspec.structs.replace(draft, done=done))


def _pick_refusal(state: RailroadsOfCatan, draft: Draft, action: Pick) -> str:
    _, dots = next_founder(state, draft)
    free_text = f"Free hexes with {dots} dots: {', '.join(free_hexes(state, draft))}."
    if not is_hex(action.hex):
        return f"{action.hex} isn’t a hex. {free_text}"
    if action.hex in state.cities:
        return f"You can’t found a city at {action.hex}: it already has one. {free_text}"
    dots_text = count_noun(state.layout.dots_of(action.hex), "dot")
    return f"You can’t found a {dots}-dot city at {action.hex}: the hex has {dots_text}. {free_text}"


PICK_RULE = Rule(
    (Pick,), _pick_offers, lambda state, draft, action: place_city(state, draft, action.hex), _pick_refusal
)


# -- wishes: the hexes that a seat has ranked


def hexes_to_rank(state: RailroadsOfCatan, draft: Draft, seat: Seat) -> tuple[NodeId, ...]:
    """Return the free hexes that have the dots of the seat's later cities, so that the seat may rank them."""
    starting = state.from_seat(state.first).index(seat)
    places = ((starting - round) % state.seats + round * state.seats for round in range(len(CITY_DOTS)))
    dots = [dots for dots, place in zip(CITY_DOTS, places, strict=True) if place > draft.done]
    return tuple(hex for few in dots for hex in state.layout.hexes_with_dots(few) if hex not in state.cities)


def best_free_wish(state: RailroadsOfCatan, draft: Draft) -> NodeId | None:
    """Return the next seat's first ranked hex that is free; None if there is none or if a view hides the ranking."""
    seat, _ = next_founder(state, draft)
    plans, free_now = state.plans[seat].value, free_hexes(state, draft)
    return next((hex for hex in plans.wishes if hex in free_now), None) if plans else None


def remove_wish(state: RailroadsOfCatan, seat: Seat, hex: NodeId) -> RailroadsOfCatan:
    """Remove a hex from a seat's ranking."""
    wishes = state.plans[seat].open().wishes
    return state.update_plans(seat, wishes=tuple(wish for wish in wishes if wish != hex))


def clear_wishes(state: RailroadsOfCatan) -> RailroadsOfCatan:
    """Remove the rankings of all seats."""
    for seat in state.everyone:
        state = state.update_plans(seat, wishes=())
    return state


class PreferOffers(OpenEndedOffers):
    """Rankings of free hexes. (RC Game Setup)

    Iteration yields the present ranking with one more hex at the end. If all hexes are ranked, it yields the rankings
    that move one hex to the front.
    """

    def __init__(self, seat: Seat, plans: SeatPlans, hexes: tuple[NodeId, ...]) -> None:
        self.seat, self.wishes, self.hexes = seat, plans.wishes, hexes

    def _propose_actions(self) -> Iterator[Prefer]:
        wishes_free = tuple(hex for hex in self.wishes if hex in self.hexes)
        for hex in self.hexes:
            if hex not in wishes_free:
                yield Prefer(self.seat, Ranking((*wishes_free, hex)))
            elif len(wishes_free) == len(self.hexes):
                yield Prefer(self.seat, Ranking((hex, *(other for other in wishes_free if other != hex))))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Prefer) or action.seat != self.seat:
            return False
        hexes = action.hexes.hexes
        if hexes == self.wishes or len(set(hexes)) < len(hexes):
            return False
        return set(hexes) <= set(self.hexes)


def _prefer_offers(state: RailroadsOfCatan, phase: Phase[RailroadsOfCatan], seat: Seat) -> Collection[Action]:
    if not isinstance(phase, Draft):
        return ()
    return PreferOffers(seat, state.plans_of(seat), hexes_to_rank(state, phase, seat))


def _apply_prefer(state: RailroadsOfCatan, phase: Phase[RailroadsOfCatan], action: Prefer) -> RailroadsOfCatan:
    hexes = action.hexes.hexes
    return state.record_plan(action.seat, NewPlan(wishes=hexes), wishes=hexes)


def _prefer_refusal(state: RailroadsOfCatan, phase: Phase[RailroadsOfCatan], action: Prefer) -> str:
    if not isinstance(phase, Draft):
        return "You can’t rank hexes now: all cities are founded."
    hexes, rankable = action.hexes.hexes, hexes_to_rank(state, phase, action.seat)
    for place, hex in enumerate(hexes):
        if hex not in rankable:
            return f"You can’t rank {hex} for your next cities. Free hexes for them: {', '.join(rankable)}."
        if hex in hexes[:place]:
            return f"You can’t rank {hex} twice. Name each hex once."
    return ""


PREFER_RULE = Rule((Prefer,), _prefer_offers, _apply_prefer, _prefer_refusal)
