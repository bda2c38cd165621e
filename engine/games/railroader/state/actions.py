"""What a player of RailRoader may do, in rulebook order. Each is one action of the turn unless it says otherwise."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.core.action import Action, Standing
from engine.core.seats import Seat
from engine.games.railroader.box.cards import Card, Waters

_Onto = Annotated[Literal["pile", "prairie"], Meta(title="Your own discard pile, or the prairie?")]


class Build(Action, frozen=True):
    """Build track, at most a section for each worker, once a turn. (RR The Railhead; ruling 26)"""

    called: ClassVar[str] = "Build track"
    explained: ClassVar[str] = "The Railhead"
    quick = "highest"

    sections: Annotated[int, Meta(title="How many sections?")]


class Move(Action, frozen=True):
    """Move the train by water cards and the die; every card, engineers too, is an action. (RR Water; ruling 39)"""

    called: ClassVar[str] = "Move the train"
    explained: ClassVar[str] = "Water"

    waters: Annotated[Waters, Meta(title="Which water cards?")]
    engineers: Annotated[int, Meta(title="With how many engineers?")]


class Roll(Action, frozen=True):
    """Move by the die alone, while dynamite lies ahead; engineers are actions of their own. (RR Saboteur; ruling 58)"""

    called: ClassVar[str] = "Roll toward the dynamite"
    explained: ClassVar[str] = "Water"
    quick = "none"

    engineers: Annotated[int, Meta(title="With how many engineers?")]


class Stop(Action, frozen=True):
    """After the roll, where engineers let the train stop; no further action. (RR Engineer; ruling 39)"""

    called: ClassVar[str] = "Stop the train"
    explained: ClassVar[str] = "Engineer"
    quick = "all"

    space: Annotated[int, Meta(title="On which space?")]


class Engineer(Action, frozen=True):
    """An engineer alone moves the train by 1 or 2 spaces, either way. (RR Engineer; ruling 40)"""

    called: ClassVar[str] = "Engineer alone"
    explained: ClassVar[str] = "Engineer"
    quick = "none"

    space: Annotated[int, Meta(title="To which space?")]


class Rerail(Action, frozen=True):
    """Put a derailed train back on the track. (ruling 38)"""

    called: ClassVar[str] = "Re-rail the train"
    explained: ClassVar[str] = "Water"


class Buy(Action, frozen=True):
    """Buy a card of the market; each gold card that it costs is an action. (RR Purchasing other cards)"""

    called: ClassVar[str] = "Buy a card"
    explained: ClassVar[str] = "Purchasing Other Cards"
    quick = "none"

    slot: Annotated[int, Meta(title="Which card of the market?")]


class Place(Action, frozen=True):
    """Put a worker, a deputy or supplies on the railhead mat. (RR Worker; RR Supplies; RR Deputy; ruling 13)"""

    called: ClassVar[str] = "Put on the railhead"
    explained: ClassVar[str] = "The Railhead"

    card: Annotated[Card, Meta(title="Which card?")]


class Search(Action, frozen=True):
    """Search the prairie for a water card, the engine standing over a river. (RR Order of play)"""

    called: ClassVar[str] = "Search the river"
    explained: ClassVar[str] = "Rivers"

    card: Annotated[Card, Meta(title="Which water card?")]


class Scout(Action, frozen=True):
    """Send a scout to the prairie for supplies, which go to the railhead. (RR Scout)"""

    called: ClassVar[str] = "Send the scout"
    explained: ClassVar[str] = "Scout and Prospector"

    card: Annotated[Card, Meta(title="Which supplies?")]


class Prospect(Action, frozen=True):
    """Send a prospector to the prairie for gold. (RR Prospector)"""

    called: ClassVar[str] = "Send the prospector"
    explained: ClassVar[str] = "Scout and Prospector"


class Dynamite(Action, frozen=True):
    """Have a saboteur put dynamite on a rival's track, ahead of the train. (RR Saboteur)"""

    called: ClassVar[str] = "Place dynamite"
    explained: ClassVar[str] = "Saboteur"

    rival: Annotated[Seat, Meta(title="On whose track?")]
    space: Annotated[int, Meta(title="On which space?")]


class Steal(Action, frozen=True):
    """Have a saboteur steal an unopened crate from a rival's railhead. (RR Saboteur)"""

    called: ClassVar[str] = "Steal a crate"
    explained: ClassVar[str] = "Saboteur"

    rival: Annotated[Seat, Meta(title="From whom?")]
    card: Annotated[Card, Meta(title="Which supplies?")]


class Discard(Action, frozen=True):
    """Discard a card of the hand without effect. (RR Order of play)"""

    called: ClassVar[str] = "Discard a card"

    card: Annotated[Card, Meta(title="Which card?")]
    onto: _Onto


class Withdraw(Action, frozen=True):
    """Discard a card of the railhead mat, the train being there; no opened crate. (RR Order of play; ruling 22)"""

    called: ClassVar[str] = "Discard from the railhead"
    explained: ClassVar[str] = "The Railhead"

    card: Annotated[Card, Meta(title="Which card?")]
    onto: _Onto


class Deputies(Standing, frozen=True):
    """Said at any time: when a deputy of one's own is used, and whom it sends away first. (RR Outlaws; ruling 78)"""

    called: ClassVar[str] = "Orders for deputies"
    explained: ClassVar[str] = "Outlaws"

    use: Annotated[
        Literal["needed", "always", "never", "two"],
        Meta(title="When outlaws attack, use a deputy…"),
    ]
    first: Annotated[Literal["workers", "crates"], Meta(title="Which outlaws does it send away first?")]


ACTIONS = (
    Build,
    Move,
    Roll,
    Stop,
    Engineer,
    Rerail,
    Buy,
    Search,
    Scout,
    Prospect,
    Dynamite,
    Steal,
    Place,
    Discard,
    Withdraw,
    Deputies,
)
