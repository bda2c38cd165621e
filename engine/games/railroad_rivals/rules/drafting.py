"""Drafting tiles from the offer. (R Draft Tiles)"""

from engine.core import Rule, Seat, join_words
from engine.games.railroad_rivals.game_data.pieces import free_tiles, is_city
from engine.games.railroad_rivals.game_data.printed_data import City
from engine.games.railroad_rivals.state.actions import Draft
from engine.games.railroad_rivals.state.events import CityDrafted
from engine.games.railroad_rivals.state.phases import Drafting
from engine.games.railroad_rivals.state.state import RailroadRivals


def seat_to_draft(state: RailroadRivals, phase: Drafting) -> Seat:
    """The seat that drafts next: each seat drafts twice, both times in turn order. (R Draft Tiles; ruling D1)"""
    return state.order[phase.picks % state.seats]


def draftable_tiles(state: RailroadRivals, phase: Drafting) -> tuple[str, ...]:
    """The tiles that the next seat to draft can take, without duplicates. (R Draft Tiles)

    A seat's second tile must be of the other kind; after the city pile has run out, both are stock tiles. (ruling D4)
    """
    cities, stocks = state.city_offer, state.stock_offer
    if phase.picks >= state.seats and not state.city_pile_out:
        seat = seat_to_draft(state, phase)
        has_city = any(offered.taken == seat for offered in cities)
        cities, stocks = ((), stocks) if has_city else (cities, ())
    return tuple(dict.fromkeys(free_tiles(cities + stocks)))


def _offers(state: RailroadRivals, phase: Drafting) -> tuple[Draft, ...]:
    seat = seat_to_draft(state, phase)
    return tuple(Draft(seat, tile) for tile in draftable_tiles(state, phase))


def _apply(state: RailroadRivals, phase: Drafting, action: Draft) -> RailroadRivals:
    seat, tile = action.seat, action.tile
    after = state.update_phase(picks=phase.picks + 1)
    if is_city(tile):
        return after.take_city(seat, City(tile)).emit(CityDrafted(seat, City(tile)))
    return after.take_stock(seat, tile)


def _refusal(state: RailroadRivals, phase: Drafting, action: Draft) -> str:
    instead = f"Take {join_words(draftable_tiles(state, phase), 'or')}."
    offer = state.city_offer + state.stock_offer
    if all(offered.tile != action.tile for offered in offer):
        return f"You can’t take {action.tile}: it isn’t on offer. {instead}"
    if action.tile in free_tiles(offer):
        kind = "city" if is_city(action.tile) else "stock tile"
        return f"You can’t take {action.tile}: you already drafted a {kind} this turn. {instead}"
    return f"You can’t take {action.tile}: it is already taken. {instead}"


RULE = Rule((Draft,), _offers, _apply, _refusal)
