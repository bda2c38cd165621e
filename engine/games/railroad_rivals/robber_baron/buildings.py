"""Hotels and water towers. (RB Advanced Buildings)"""

from collections.abc import Iterable

from engine.core import Action, View
from engine.games.railroad_rivals.robber_baron import building_rules, building_text
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.robber_baron.evaluation import score_building_action
from engine.games.railroad_rivals.robber_baron.events import HotelBuilt, TowerBuilt
from engine.games.railroad_rivals.robber_baron.numbers import HOTEL_POINTS
from engine.games.railroad_rivals.state.events import BonusReason
from engine.games.railroad_rivals.state.game_module import Bonus, GameModule, Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


class Buildings(GameModule):
    """One hotel and one water tower per player, built permanently in any own delivery step.

    A tile, also the Transcontinental, may have one of each kind, whoever owns them. Unbuilt ones are worth nothing. (RB
    Advanced Buildings; rulings H1, H2, H7, H8, H9)
    """

    actions = (Hotel, Tower, Relay)
    events = (HotelBuilt, TowerBuilt)
    action_texts = building_text.ACTION_TEXTS
    event_texts = building_text.EVENT_TEXTS
    topics = building_text.TOPICS
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

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        return score_building_action(view.state, action)
