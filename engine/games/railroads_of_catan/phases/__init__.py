"""The phases of the game, in rulebook order."""

from typing import Any, get_args

from engine.core import Phase
from engine.games.railroads_of_catan.phases.bidding import BiddingPhase
from engine.games.railroads_of_catan.phases.building import BuildingPhase, BuyingPhase
from engine.games.railroads_of_catan.phases.delivery import Delivery
from engine.games.railroads_of_catan.phases.draft import DraftPhase
from engine.games.railroads_of_catan.phases.event_phase import Happening
from engine.games.railroads_of_catan.phases.maintenance import MaintenancePhase
from engine.games.railroads_of_catan.phases.running import RunningPhase, RunsPhase
from engine.games.railroads_of_catan.phases.turns import Turns, VisitsPhase

__all__ = [
    "PHASES",
    "RULES",
    "AnyPhase",
    "BiddingPhase",
    "BuildingPhase",
    "BuyingPhase",
    "Delivery",
    "DraftPhase",
    "Happening",
    "MaintenancePhase",
    "RunningPhase",
    "RunsPhase",
    "Turns",
    "VisitsPhase",
]

AnyPhase = (
    DraftPhase
    | Turns
    | MaintenancePhase
    | Happening
    | BiddingPhase
    | Delivery
    | VisitsPhase
    | BuyingPhase
    | BuildingPhase
    | RunsPhase
    | RunningPhase
)

PHASES: tuple[type[Phase[Any]], ...] = get_args(AnyPhase)

RULES = (
    *DraftPhase.rules,
    *MaintenancePhase.rules,
    *BiddingPhase.rules,
    *BuildingPhase.rules,
    *RunningPhase.rules,
)
