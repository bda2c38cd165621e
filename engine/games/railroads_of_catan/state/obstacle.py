"""Obstacles to track and trips, as values; ``rules.refusals`` has the sentences about them."""

from typing import Literal

import msgspec

from engine.games.railroads_of_catan.game_data.island import Good, NodeId

TrackReason = Literal["apart", "taken", "unconnected", "coast", "rails", "tracks", "cash", "track-limit"]
TripReason = Literal[
    "no-train", "ran", "too-long", "start", "no-track", "closed", "reach", "stop", "fee", "no-city", "full-stop",
    "full-city", "full-point", "fee-limit",
]  # fmt: skip
CargoReason = Literal["unload", "own-good", "no-order", "other-order", "room", "price"]


class Obstacle(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason why track or a trip is impossible, with the values that a sentence about it contains."""

    key: TrackReason | TripReason | CargoReason
    places: tuple[NodeId, ...] = ()
    numbers: tuple[int, ...] = ()
    goods: tuple[Good, ...] = ()
    letter: str = ""
    """The letter of the order to which the obstacle applies; "" if there is none."""
    train: int = 0
    """The number of the train whose planned trip is impossible; 0 if the trip is not planned."""
