"""The phases of the game, in rulebook order."""

from __future__ import annotations

from engine.games.railroads_of_catan.phases.bidding import Bidding
from engine.games.railroads_of_catan.phases.building import Building, Buying
from engine.games.railroads_of_catan.phases.delivery import Delivery
from engine.games.railroads_of_catan.phases.draft import Draft
from engine.games.railroads_of_catan.phases.happening import Happening
from engine.games.railroads_of_catan.phases.maintenance import Maintenance
from engine.games.railroads_of_catan.phases.running import Running, Runs
from engine.games.railroads_of_catan.phases.turns import Turns, Visits

__all__ = [
    "PHASES",
    "AnyPhase",
    "Bidding",
    "Building",
    "Buying",
    "Delivery",
    "Draft",
    "Happening",
    "Maintenance",
    "Running",
    "Runs",
    "Turns",
    "Visits",
]

AnyPhase = Draft | Turns | Maintenance | Happening | Bidding | Delivery | Visits | Buying | Building | Runs | Running

PHASES = (Draft, Turns, Maintenance, Happening, Bidding, Delivery, Visits, Buying, Building, Runs, Running)
