"""Placing a city tile with its links and cubes, and the end of the game. (R Place a City Tile)"""

from engine.core import Rule, Seat, join_words
from engine.games.railroad_rivals.game_data.printed_data import City
from engine.games.railroad_rivals.rules.placement_search import Placements, placement_refusal
from engine.games.railroad_rivals.state.actions import Place
from engine.games.railroad_rivals.state.events import CityPlaced, GoodsDrawn, HandEmptied, LastTurnCame
from engine.games.railroad_rivals.state.phases import Placing
from engine.games.railroad_rivals.state.state import RailroadRivals


def place_city(state: RailroadRivals, action: Place) -> RailroadRivals:
    """Place a city from a hand; the seat owns the new links. (R Place a City Tile; ruling P4)"""
    after = state.place_city(action.seat, action.city, action.at, action.facing)
    links = after.board.links[len(state.board.links) :]
    return after.emit(CityPlaced(action.seat, action.city, action.at, action.facing, links))


def supply_city(state: RailroadRivals, city: City) -> RailroadRivals:
    """Draw cubes onto a placed city. (R Place a City Tile; ruling P13)"""
    after = state.draw_cubes_onto(city)
    cubes = after.goods.get(city, ())
    return after.emit(GoodsDrawn(city, cubes, after.board.tile_as_printed(city).goods - len(cubes)))


def end_on_standstill(state: RailroadRivals) -> RailroadRivals:
    """Make this turn the last if no seat placed a city and the city pile has run out. (ruling E4)"""
    if state.placed_this_turn or not state.city_pile_out or state.ending:
        return state
    return state.announce_end("standstill").emit(LastTurnCame(None))


def _offers(state: RailroadRivals, phase: Placing) -> Placements:
    seat = state.order[phase.done]
    return Placements(state.board, seat, state.hand[seat].open())


def _apply(state: RailroadRivals, phase: Placing, action: Place) -> RailroadRivals:
    after = place_city(state.update_phase(done=phase.done + 1), action)
    return _end_on_last_city(action.seat, supply_city(after, action.city))


def _refusal(state: RailroadRivals, phase: Placing, action: Place) -> str:
    hand = state.hand[state.order[phase.done]].open()
    if action.city not in hand:
        return f"You can’t place {action.city}: it isn’t in your hand. You have {join_words(hand)}."
    return placement_refusal(state.board, hand, action)


def _end_on_last_city(seat: Seat, state: RailroadRivals) -> RailroadRivals:
    """Make this turn the last if the seat has no city left to place. (R Game End & Scoring; rulings E1, E3)

    If the city pile has not run out yet, the option ``end`` decides whether the game ends; if not, an event tells the
    players.
    """
    if state.ending or state.count_placeable(seat):
        return state
    if not state.city_pile_out and state.options.end == "after-pile":
        return state.emit(HandEmptied(seat)) if _is_newly_empty(state, seat) else state
    return state.announce_end("last-city").emit(LastTurnCame(seat))


def _is_newly_empty(state: RailroadRivals, seat: Seat) -> bool:
    """Whether the seat's hand became empty only this turn: the seat placed a city that it had before the draft."""
    drafted = (City(offered.tile) for offered in state.city_offer if offered.taken == seat)
    return not any(state.board.tile_as_printed(city).edges for city in drafted)


RULE = Rule((Place,), _offers, _apply, _refusal)
