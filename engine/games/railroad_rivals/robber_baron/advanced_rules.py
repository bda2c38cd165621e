"""Playing New Industry and Headquarters from the hand. (RB Advanced Tiles)"""

from collections.abc import Iterator

from engine.core import Rule
from engine.games.railroad_rivals.box.data import HEADQUARTERS, NEW_INDUSTRY, City
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Industry
from engine.games.railroad_rivals.robber_baron.events import HeadquartersPlayed, IndustryPlayed
from engine.games.railroad_rivals.state.events import GoodsDrawn
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


def playable(state: RailroadRivals) -> tuple[City, ...]:
    """The tiles that could be played now from a hand: none is burned for nothing. (rulings A6, A7)"""
    uses = {NEW_INDUSTRY: any(state.bag.values()), HEADQUARTERS: state.deliverable()}
    return tuple(tile for tile, useful in uses.items() if useful)


def _industries(state: RailroadRivals, phase: Delivering) -> Iterator[Industry]:
    seat = state.order[phase.done]
    if NEW_INDUSTRY in state.hand[seat].open() and NEW_INDUSTRY in playable(state):
        yield from (Industry(seat, tile.city) for tile in state.board.laid)


def _supplied(state: RailroadRivals, phase: Delivering, action: Industry) -> RailroadRivals:
    """The printed number of new cubes, or what the bag has. (RB New Industry; ruling A6)"""
    seat, city = action.seat, action.city
    before = len(state.goods.get(city, ()))
    after = state.drop_city(seat, NEW_INDUSTRY).discard(NEW_INDUSTRY).draw_goods(city)
    drawn = after.goods[city][before:]
    missing = state.board.tile(city).goods - len(drawn)
    return after.tell(IndustryPlayed(seat=seat, city=city), GoodsDrawn(city, drawn, missing))


def _no_industry(state: RailroadRivals, phase: Delivering, action: Industry) -> str:
    if NEW_INDUSTRY not in state.hand[action.seat].open():
        return "You can’t play New Industry: it isn’t in your hand."
    if NEW_INDUSTRY not in playable(state):
        return "You can’t play New Industry now: the bag is empty."
    return f"You can’t play New Industry in {action.city}: it isn’t on the table. Choose a city that is."


INDUSTRY = Rule((Industry,), _industries, _supplied, _no_industry)


def _headquarters(state: RailroadRivals, phase: Delivering) -> Iterator[Headquarters]:
    seat = state.order[phase.done]
    if HEADQUARTERS in state.hand[seat].open() and HEADQUARTERS in playable(state):
        yield Headquarters(seat)


def _once_more(state: RailroadRivals, phase: Delivering, action: Headquarters) -> RailroadRivals:
    """The seat may deliver once more in its step. (RB Railroad Headquarters)"""
    played = state.drop_city(action.seat, HEADQUARTERS).discard(HEADQUARTERS)
    return played.in_phase(allowed=phase.allowed + 1).tell(HeadquartersPlayed(seat=action.seat))


def _no_headquarters(state: RailroadRivals, phase: Delivering, action: Headquarters) -> str:
    if HEADQUARTERS not in state.hand[action.seat].open():
        return "You can’t play Headquarters: it isn’t in your hand."
    return "You can’t play Headquarters: there is nothing left to deliver."


RAILROAD_HEADQUARTERS = Rule((Headquarters,), _headquarters, _once_more, _no_headquarters)
