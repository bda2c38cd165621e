"""Hotels and water towers. (RB Advanced Buildings)"""

from collections.abc import Iterable

from engine.core import UNTOLD, Action, Event, Name, Told, View
from engine.core.brief import Brief
from engine.games.railroad_rivals.robber_baron import briefs, building_choices, building_rules
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.robber_baron.data import HOTEL_POINTS
from engine.games.railroad_rivals.robber_baron.events import HotelBuilt, TowerBuilt
from engine.games.railroad_rivals.state.events import BonusReason
from engine.games.railroad_rivals.state.module import Bonus, Module, Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.narration import doing


class Buildings(Module):
    """Everybody has one hotel and one water tower, and builds them at any point of an own delivery step, for good.

    One of each kind may stand on a tile, whoever owns them, also on the Transcontinental. What is never built is worth
    nothing. (RB Advanced Buildings; rulings H1, H2, H7, H8, H9)
    """

    actions = (Hotel, Tower, Relay)
    events = (HotelBuilt, TowerBuilt)
    deliveries = (building_rules.RELAY,)
    moves = (building_rules.HOTEL, building_rules.TOWER)

    def beside(self, state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
        return ("build",) if any(True for rule in self.moves for _ in rule.offers(state, phase)) else ()

    def bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """A hotel earns 1 point by every cube whose trip ends there, its owner's too. (RB Hotels; rulings H3, H4)"""
        owner = state.baron.hotels.get(trip.destination)
        return () if owner is None else (Bonus(owner, HOTEL_POINTS, BonusReason(hotel=trip.destination)),)

    def tell(self, event: Event, name: Name) -> Told:
        match event:
            case HotelBuilt(seat=seat, city=city):
                return doing(name(seat), f"built a hotel in {city}")
            case TowerBuilt(seat=seat, city=city):
                return doing(name(seat), f"built a water tower in {city}")
            case _:
                return UNTOLD

    def label(self, state: RailroadRivals, action: Action, field: str, name: Name) -> str | None:
        return building_choices.label(state, action, field, name)

    def brief(self, state: RailroadRivals, action: Action, field: str, name: Name) -> Brief | None:
        return briefs.building_brief(state, action, field, name)

    def hint(self, view: View[RailroadRivals], action: Action) -> float | None:
        return building_choices.hint(view.state, action)

    def help(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        return (
            (
                "Hotels (Robber Baron)",
                "On your turn to deliver, before or after the delivery, you may build your only hotel in any city "
                "without one. It scores you 1 point for each cube that any player delivers there.",
            ),
            (
                "Water Towers (Robber Baron)",
                "On your turn to deliver, before or after the delivery, you may build your only water tower in any "
                "city without one. From then on, when you deliver a cube to its city, you may send it over one more "
                "link, but not back. Its color scores once. The stocks of both railroads rise, and other owners score "
                "2 points for each link. A hotel scores only where the trip ends.",
            ),
        )
