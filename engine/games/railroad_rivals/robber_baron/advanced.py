"""The module Advanced Tiles. (RB Advanced Tiles)"""

from collections.abc import Iterable, Mapping

from engine.core import Action, View
from engine.games.railroad_rivals.game_data.printed_data import (
    HEADQUARTERS,
    NEW_INDUSTRY,
    TRANSCONTINENTAL,
    City,
    Special,
)
from engine.games.railroad_rivals.robber_baron import advanced_rules
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Industry
from engine.games.railroad_rivals.robber_baron.evaluation import score_advanced_action
from engine.games.railroad_rivals.robber_baron.events import HeadquartersPlayed, IndustryPlayed
from engine.games.railroad_rivals.robber_baron.numbers import UPGRADE_POINTS, UPGRADE_TILES
from engine.games.railroad_rivals.robber_baron.text import advanced
from engine.games.railroad_rivals.state.events import BonusReason
from engine.games.railroad_rivals.state.game_module import Bonus, GameModule, Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


class AdvancedTiles(GameModule):
    """Adds three tiles to the city pile, and Locomotive Upgrades to the stock pile.

    Players draft the three tiles like cities. New Industry and Headquarters are not placed, but played from the hand;
    unplayed tiles are worth nothing. (RB Advanced Tiles; rulings A1, A8, A10, A11)
    """

    actions = (Industry, Headquarters)
    events = (IndustryPlayed, HeadquartersPlayed)
    action_texts = advanced.ACTION_TEXTS
    tile_texts = advanced.TILE_TEXTS
    event_texts = advanced.EVENT_TEXTS
    topics = advanced.TOPICS
    side_move_rules = (advanced_rules.INDUSTRY_RULE, advanced_rules.HEADQUARTERS_RULE)

    def late_cities(self) -> tuple[City, ...]:
        return (TRANSCONTINENTAL, NEW_INDUSTRY, HEADQUARTERS)

    def extra_stocks(self, of_each: int) -> Mapping[str, int]:
        return {Special.UPGRADE: UPGRADE_TILES}

    def side_move_labels(self, state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
        """Return “play a tile” if the seat can play a tile that it drafted openly. (ruling S4)"""
        known = state.public_hand(state.order[phase.done])
        return ("play a tile",) if any(tile in known for tile in advanced_rules.playable_tiles(state)) else ()

    def delivery_bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """Return one point for each Locomotive Upgrade of the delivering seat. (RB Locomotive Upgrade; ruling A9)"""
        owned = state.baron.count_special(trip.seat, Special.UPGRADE)
        reason = BonusReason(upgrades=owned)
        return (Bonus(trip.seat, owned * UPGRADE_POINTS, reason),) if owned else ()

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        return score_advanced_action(view.state, action)
