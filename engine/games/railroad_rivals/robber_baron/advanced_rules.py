"""The rules of playing New Industry and Headquarters from the hand. (RB Advanced Tiles)"""

from collections.abc import Iterator

from engine.core import Rule
from engine.games.railroad_rivals.game_data.printed_data import HEADQUARTERS, NEW_INDUSTRY, City
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Industry
from engine.games.railroad_rivals.robber_baron.events import HeadquartersPlayed, IndustryPlayed
from engine.games.railroad_rivals.state.events import GoodsDrawn
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


def playable_tiles(state: RailroadRivals) -> tuple[City, ...]:
    """The tiles that would have an effect if a player played them now. (rulings A6, A7)"""
    uses = {NEW_INDUSTRY: any(state.bag.values()), HEADQUARTERS: state.has_deliverable_cube()}
    return tuple(tile for tile, useful in uses.items() if useful)


def _industry_offers(state: RailroadRivals, phase: Delivering) -> Iterator[Industry]:
    seat = state.order[phase.done]
    if NEW_INDUSTRY in state.hand[seat].open() and NEW_INDUSTRY in playable_tiles(state):
        yield from (Industry(seat, tile.city) for tile in state.board.laid)


def _apply_industry(state: RailroadRivals, phase: Delivering, action: Industry) -> RailroadRivals:
    """Draw new cubes onto a city: its goods number, or all that the bag has. (RB New Industry; ruling A6)"""
    seat, city = action.seat, action.city
    before = len(state.goods.get(city, ()))
    after = state.remove_from_hand(seat, NEW_INDUSTRY).discard_tiles(NEW_INDUSTRY).draw_cubes_onto(city)
    drawn = after.goods[city][before:]
    missing = state.board.tile_as_printed(city).goods - len(drawn)
    return after.emit(IndustryPlayed(seat=seat, city=city), GoodsDrawn(city, drawn, missing))


def _industry_refusal(state: RailroadRivals, phase: Delivering, action: Industry) -> str:
    if NEW_INDUSTRY not in state.hand[action.seat].open():
        return "You can’t play New Industry: it isn’t in your hand."
    if NEW_INDUSTRY not in playable_tiles(state):
        return "You can’t play New Industry now: the bag is empty."
    return f"You can’t play New Industry in {action.city}: it isn’t on the table. Choose a city that is."


INDUSTRY_RULE = Rule((Industry,), _industry_offers, _apply_industry, _industry_refusal)


def _headquarters_offers(state: RailroadRivals, phase: Delivering) -> Iterator[Headquarters]:
    seat = state.order[phase.done]
    if HEADQUARTERS in state.hand[seat].open() and HEADQUARTERS in playable_tiles(state):
        yield Headquarters(seat)


def _apply_headquarters(state: RailroadRivals, phase: Delivering, action: Headquarters) -> RailroadRivals:
    """Allow the seat one more delivery in this phase. (RB Railroad Headquarters)"""
    played = state.remove_from_hand(action.seat, HEADQUARTERS).discard_tiles(HEADQUARTERS)
    return played.update_phase(allowed=phase.allowed + 1).emit(HeadquartersPlayed(seat=action.seat))


def _headquarters_refusal(state: RailroadRivals, phase: Delivering, action: Headquarters) -> str:
    if HEADQUARTERS not in state.hand[action.seat].open():
        return "You can’t play Headquarters: it isn’t in your hand."
    return "You can’t play Headquarters: there is nothing left to deliver."


HEADQUARTERS_RULE = Rule((Headquarters,), _headquarters_offers, _apply_headquarters, _headquarters_refusal)
