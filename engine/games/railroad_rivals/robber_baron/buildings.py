"""The module Hotels and Water Towers. (RB Advanced Buildings)"""

from collections.abc import Iterable

from engine.core import Action, View
from engine.games.railroad_rivals.robber_baron import building_rules
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.robber_baron.evaluation import score_building_action
from engine.games.railroad_rivals.robber_baron.events import HotelBuilt, TowerBuilt
from engine.games.railroad_rivals.robber_baron.numbers import HOTEL_POINTS
from engine.games.railroad_rivals.robber_baron.text import buildings
from engine.games.railroad_rivals.state.events import BonusReason
from engine.games.railroad_rivals.state.game_module import Bonus, GameModule, Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


class Buildings(GameModule):
    """Adds a hotel and a water tower per player, which the player can build before or after a delivery.

    A city tile, including the Transcontinental, can have one hotel and one tower. Unbuilt ones are worth nothing. (RB
    Advanced Buildings; rulings H1, H2, H7, H8, H9)
    """

    actions = (Hotel, Tower, Relay)
    events = (HotelBuilt, TowerBuilt)
    action_texts = buildings.ACTION_TEXTS
    event_texts = buildings.EVENT_TEXTS
    topics = buildings.TOPICS
    delivery_rules = (building_rules.RELAY_RULE,)
    side_move_rules = (building_rules.HOTEL_RULE, building_rules.TOWER_RULE)

    def side_move_labels(self, state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
        return ("build",) if any(True for rule in self.side_move_rules for _ in rule.offers(state, phase)) else ()

    def delivery_bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """Return one point for the owner of a hotel at the destination. (RB Hotels; rulings H3, H4)"""
        owner = state.baron.hotels.get(trip.destination)
        return () if owner is None else (Bonus(owner, HOTEL_POINTS, BonusReason(hotel=trip.destination)),)

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        return score_building_action(view.state, action)
