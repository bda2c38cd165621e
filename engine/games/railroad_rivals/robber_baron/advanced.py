"""The advanced tiles: Transcontinental, New Industry, Headquarters and Locomotive Upgrades. (RB Advanced Tiles)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from engine.core.action import Action
from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
from engine.games.railroad_rivals.box.data import CITIES, HEADQUARTERS, NEW_INDUSTRY, TRANSCONTINENTAL, City, Special
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Industry
from engine.games.railroad_rivals.robber_baron.data import UPGRADE_POINTS, UPGRADES
from engine.games.railroad_rivals.state.events import GoodsDrawn
from engine.games.railroad_rivals.state.module import Bonus, Module, Trip

if TYPE_CHECKING:
    from engine.core.secret import View
    from engine.games.railroad_rivals.state.state import RailroadRivals


class IndustryPlayed(Event, frozen=True):
    """New Industry left the game, and ``city`` gets new cubes."""

    seat: Seat
    city: City


class HeadquartersPlayed(Event, frozen=True):
    """Railroad Headquarters left the game, and the seat may deliver once more."""

    seat: Seat


class AdvancedTiles(Module):
    """Three tiles in the city pile, which count as the city pick of a turn, and two in the stock pile.

    They are mixed in after hands were dealt. New Industry and Headquarters lie in the hand and are played, not placed;
    what is not played by the end is worth nothing. (RB Advanced Tiles; rulings A1, A8, A10, A11)
    """

    actions = (Industry, Headquarters)
    events = (IndustryPlayed, HeadquartersPlayed)
    one_more = (Headquarters,)

    def late_cities(self) -> tuple[City, ...]:
        return (TRANSCONTINENTAL, NEW_INDUSTRY, HEADQUARTERS)

    def stocks(self, of_each: int) -> Mapping[str, int]:
        return {Special.UPGRADE: UPGRADES}

    def moves(self, state: RailroadRivals, seat: Seat) -> Iterable[Action]:
        """New Industry needs a cube in the bag, Headquarters one to deliver: no tile is burned for nothing. (A6, A7)"""
        hand = state.hand[seat].open()
        if NEW_INDUSTRY in hand and any(state.bag.values()):
            yield from (Industry(seat, tile.city) for tile in state.board.laid)
        if HEADQUARTERS in hand and state.deliverable():
            yield Headquarters(seat)

    def apply(self, state: RailroadRivals, action: Industry | Headquarters) -> RailroadRivals:
        match action:
            case Industry(seat=seat, city=city):
                return _new_industry(state, seat, city)
            case Headquarters(seat=seat):
                played = state.drop_city(seat, HEADQUARTERS).discard(HEADQUARTERS)
                return played.tell(HeadquartersPlayed(seat=seat))

    def bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """Each Locomotive Upgrade brings a point a delivery, also over a tower. (RB Locomotive Upgrade; ruling A9)"""
        owned = state.baron.count(trip.seat, Special.UPGRADE)
        reason = "a Locomotive Upgrade" if owned == 1 else "two Locomotive Upgrades"
        return (Bonus(trip.seat, owned * UPGRADE_POINTS, reason),) if owned else ()

    def refusal(self, state: RailroadRivals, action: Industry | Headquarters) -> str:
        hand = state.hand[action.seat].open()
        match action:
            case Industry() if NEW_INDUSTRY not in hand:
                return "You do not hold New Industry."
            case Industry() if not any(state.bag.values()):
                return "The bag is empty: New Industry would bring 0 cubes."
            case Industry(city=city):
                return f"{city} is not on the table; choose one of the {len(state.board.laid)} cities that are."
            case Headquarters() if HEADQUARTERS not in hand:
                return "You do not hold Headquarters."
            case Headquarters():
                return "No cube lies on a city with a link: there are 0 more deliveries to make."

    def narrate(self, event: Event, name: Name) -> str | None:
        match event:
            case IndustryPlayed(seat=seat, city=city):
                return f"{name(seat)} played New Industry in {city}."
            case HeadquartersPlayed(seat=seat):
                return f"{name(seat)} played Headquarters and may deliver twice."
            case _:
                return None

    def label(self, state: RailroadRivals, action: Action, field: str, name: Name) -> str | None:
        from engine.games.railroad_rivals.robber_baron import advanced_choices  # it needs all modules, this one too

        return advanced_choices.label(state, action, field)

    def hint(self, view: View[RailroadRivals], action: Action) -> float | None:
        from engine.games.railroad_rivals.robber_baron import advanced_choices  # it needs all modules, this one too

        return advanced_choices.hint(view.state, action)

    def help(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        return (
            (
                "Transcontinental (Robber Baron)",
                "It is drafted and placed like a city. Each of its edges matches any railroad, now and later, and it "
                f"draws {CITIES[TRANSCONTINENTAL].goods} cubes when it is placed.",
            ),
            (
                "New Industry (Robber Baron)",
                "It is drafted like a city and stays in your hand. Once, when it is your turn to deliver, before or "
                "after the delivery, play it on a city on the table: as many new cubes are drawn onto that city as "
                "its printed number. Then it leaves the game.",
            ),
            (
                "Headquarters (Robber Baron)",
                "It is drafted like a city and stays in your hand. Once, when it is your turn to deliver, play it to "
                "deliver one more cube. The first delivery counts for the second: a color that you have just "
                "delivered scores less. Then it leaves the game.",
            ),
            (
                "Locomotive Upgrades (Robber Baron)",
                f"The {UPGRADES} upgrades among the stock tiles are drafted like stocks. Each brings its owner 1 more "
                "point for every own delivery from then on.",
            ),
        )


def _new_industry(state: RailroadRivals, seat: Seat, city: City) -> RailroadRivals:
    """The printed number of new cubes, or what the bag has. (RB New Industry; ruling A6)"""
    before = len(state.goods.get(city, ()))
    after = state.drop_city(seat, NEW_INDUSTRY).discard(NEW_INDUSTRY).draw_goods(city)
    drawn = after.goods[city][before:]
    missing = CITIES[city].goods - len(drawn)
    return after.tell(IndustryPlayed(seat=seat, city=city), GoodsDrawn(city, drawn, missing))
