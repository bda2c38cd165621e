"""The advanced tiles: Transcontinental, New Industry, Headquarters and Locomotive Upgrades. (RB Advanced Tiles)"""

from collections.abc import Iterable, Mapping

from engine.core import NO_NARRATION, Action, Event, NameOfSeat, Narration, View
from engine.core.short_label import ShortLabel
from engine.games.railroad_rivals.game_data.printed_data import (
    ADVANCED_TILES,
    HEADQUARTERS,
    NEW_INDUSTRY,
    TRANSCONTINENTAL,
    City,
    Special,
)
from engine.games.railroad_rivals.robber_baron import advanced_choices, advanced_rules, short_labels
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Industry
from engine.games.railroad_rivals.robber_baron.events import HeadquartersPlayed, IndustryPlayed
from engine.games.railroad_rivals.robber_baron.numbers import UPGRADE_POINTS, UPGRADE_TILES
from engine.games.railroad_rivals.state.events import BonusReason
from engine.games.railroad_rivals.state.game_module import Bonus, GameModule, Trip
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.narration import narration_of_clause


class AdvancedTiles(GameModule):
    """Three tiles in the city pile, which count as the city pick of a turn, and two in the stock pile.

    They are mixed in after hands were dealt. New Industry and Headquarters are played from the hand, not placed;
    unplayed tiles are worth nothing. (RB Advanced Tiles; rulings A1, A8, A10, A11)
    """

    actions = (Industry, Headquarters)
    events = (IndustryPlayed, HeadquartersPlayed)
    side_move_rules = (advanced_rules.INDUSTRY_RULE, advanced_rules.HEADQUARTERS_RULE)

    def late_cities(self) -> tuple[City, ...]:
        return (TRANSCONTINENTAL, NEW_INDUSTRY, HEADQUARTERS)

    def extra_stocks(self, of_each: int) -> Mapping[str, int]:
        return {Special.UPGRADE: UPGRADE_TILES}

    def side_move_labels(self, state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
        """Both tiles can only be drafted openly, so everyone knows who has them. (ruling S4)"""
        known = state.public_hand(state.order[phase.done])
        return ("play a tile",) if any(tile in known for tile in advanced_rules.playable_tiles(state)) else ()

    def delivery_bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """Each Locomotive Upgrade gives a point per delivery, also over a tower. (RB Locomotive Upgrade; ruling A9)"""
        owned = state.baron.count_special(trip.seat, Special.UPGRADE)
        reason = BonusReason(upgrades=owned)
        return (Bonus(trip.seat, owned * UPGRADE_POINTS, reason),) if owned else ()

    def narrate(self, event: Event, name: NameOfSeat) -> Narration:
        match event:
            case IndustryPlayed(seat=seat, city=city):
                return narration_of_clause(name(seat), f"played New Industry in {city}")
            case HeadquartersPlayed(seat=seat):
                return narration_of_clause(name(seat), "played Headquarters and may deliver twice")
            case _:
                return NO_NARRATION

    def label(self, state: RailroadRivals, action: Action, field: str, name: NameOfSeat) -> str | None:
        return advanced_choices.label(state, action, field)

    def short_label(self, state: RailroadRivals, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
        return short_labels.tile_short_label(state, action)

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        return advanced_choices.score_action(view.state, action)

    def help_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        return (
            (
                "Transcontinental (Robber Baron)",
                "Draft and place it like a city. Each of its edges matches any railroad, now and later. When you place "
                f"it, draw {ADVANCED_TILES[TRANSCONTINENTAL].goods} cubes onto it.",
            ),
            (
                "New Industry (Robber Baron)",
                "Draft it like a city and keep it in your hand. Once, on your turn to deliver, before or after the "
                "delivery, play it on a city on the table. Draw that city’s printed number of new cubes onto it. Then "
                "New Industry leaves the game.",
            ),
            (
                "Headquarters (Robber Baron)",
                "Draft it like a city and keep it in your hand. Once, on your turn to deliver, play it to deliver one "
                "more cube. The first delivery counts for the second: a color that you have just delivered scores "
                "less. Then Headquarters leaves the game.",
            ),
            (
                "Locomotive Upgrades (Robber Baron)",
                f"The {UPGRADE_TILES} upgrades among the stock tiles are drafted like stocks. From then on, each of "
                "them "
                "scores its owner 1 more point for each delivery that the owner makes.",
            ),
        )
