"""Hotels and water towers. (RB Advanced Buildings)"""

from collections.abc import Iterable

from engine.core import NO_NARRATION, Action, Event, NameOfSeat, Narration, View
from engine.core.short_label import ShortLabel
from engine.games.railroad_rivals.robber_baron import building_choices, building_rules, short_labels
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.robber_baron.events import HotelBuilt, TowerBuilt
from engine.games.railroad_rivals.robber_baron.numbers import HOTEL_POINTS
from engine.games.railroad_rivals.state.events import BonusReason
from engine.games.railroad_rivals.state.game_module import Bonus, GameModule, Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.narration import narration_of_clause


class Buildings(GameModule):
    """One hotel and one water tower per player, built permanently in any own delivery step.

    A tile, also the Transcontinental, may have one of each kind, whoever owns them. Unbuilt ones are worth nothing. (RB
    Advanced Buildings; rulings H1, H2, H7, H8, H9)
    """

    actions = (Hotel, Tower, Relay)
    events = (HotelBuilt, TowerBuilt)
    delivery_rules = (building_rules.RELAY_RULE,)
    side_move_rules = (building_rules.HOTEL_RULE, building_rules.TOWER_RULE)

    def side_move_labels(self, state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
        return ("build",) if any(True for rule in self.side_move_rules for _ in rule.offers(state, phase)) else ()

    def delivery_bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """A hotel earns 1 point for every cube whose trip ends there, including its owner's. (RB Hotels; rulings
        H3, H4)
        """
        owner = state.baron.hotels.get(trip.destination)
        return () if owner is None else (Bonus(owner, HOTEL_POINTS, BonusReason(hotel=trip.destination)),)

    def narrate(self, event: Event, name: NameOfSeat) -> Narration:
        match event:
            case HotelBuilt(seat=seat, city=city):
                return narration_of_clause(name(seat), f"built a hotel in {city}")
            case TowerBuilt(seat=seat, city=city):
                return narration_of_clause(name(seat), f"built a water tower in {city}")
            case _:
                return NO_NARRATION

    def label(self, state: RailroadRivals, action: Action, field: str, name: NameOfSeat) -> str | None:
        return building_choices.label(state, action, field, name)

    def short_label(self, state: RailroadRivals, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
        return short_labels.building_short_label(state, action, field, name)

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        return building_choices.score_action(view.state, action)

    def help_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
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
