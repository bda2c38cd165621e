"""The actions of RailRoader, in rulebook order. Each is one action of the turn unless it says otherwise."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.core import Action, Seat, Standing
from engine.games.railroader.box.cards import Card, Waters

_Onto = Annotated[Literal["pile", "prairie"], Meta(title="To your discard pile or the prairie?")]


class Build(Action, frozen=True):
    """Build up to 1 section of track per worker, once per turn. (RR The Railhead; ruling 26)"""

    called: ClassVar[str] = "Build track"
    explained: ClassVar[str] = "The Railhead"
    quick = "highest"

    sections: Annotated[int, Meta(title="How many sections?")]


class Move(Action, frozen=True):
    """Move the train by Water cards and the die. Each card is an action, engineers too. (RR Water; ruling 39)"""

    called: ClassVar[str] = "Move the train"
    explained: ClassVar[str] = "Water"
    watched: ClassVar[bool] = False

    waters: Annotated[Waters, Meta(title="Which water cards?")]
    engineers: Annotated[int, Meta(title="How many engineers?")]


class Roll(Action, frozen=True):
    """Move by the die alone while dynamite is ahead of you. Each engineer is an action. (RR Saboteur; ruling 58)"""

    called: ClassVar[str] = "Roll toward the dynamite"
    explained: ClassVar[str] = "Water"
    quick = "none"

    engineers: Annotated[int, Meta(title="How many engineers?")]


class Stop(Action, frozen=True):
    """Stop the train after a roll with engineers. It takes no action. (RR Engineer; ruling 39)"""

    called: ClassVar[str] = "Stop the train"
    explained: ClassVar[str] = "Engineer"
    quick = "all"

    space: Annotated[int, Meta(title="On which space?")]


class Engineer(Action, frozen=True):
    """Move the train 1 or 2 spaces by an engineer alone, either way. (RR Engineer; ruling 40)"""

    called: ClassVar[str] = "Use an engineer"
    explained: ClassVar[str] = "Engineer"
    quick = "all"

    space: Annotated[int, Meta(title="To which space?")]


class Rerail(Action, frozen=True):
    """Put your derailed train back on the track. (ruling 38)"""

    called: ClassVar[str] = "Re-rail the train"
    explained: ClassVar[str] = "Water"


class Buy(Action, frozen=True):
    """Buy a card from the market with gold cards. Each gold card is an action. (RR Purchasing other cards)"""

    called: ClassVar[str] = "Buy a card"
    explained: ClassVar[str] = "Purchasing Other Cards"
    quick = "all"
    watched: ClassVar[bool] = False
    position: ClassVar[str] = "slot"

    slot: Annotated[int, Meta(title="Which card in the market?")]


class Place(Action, frozen=True):
    """Place a worker, deputy, or supplies at your railhead. (RR Worker; RR Supplies; RR Deputy; ruling 13)"""

    called: ClassVar[str] = "Place at the railhead"
    explained: ClassVar[str] = "The Railhead"

    card: Annotated[Card, Meta(title="Which card?")]


class Search(Action, frozen=True):
    """Search the prairie for a Water card while you are on a river. (RR Order of play)"""

    called: ClassVar[str] = "Search the river"
    explained: ClassVar[str] = "Rivers"

    card: Annotated[Card, Meta(title="Which water card?")]


class Scout(Action, frozen=True):
    """Send a scout to bring supplies from the prairie. (RR Scout)"""

    called: ClassVar[str] = "Send the scout"
    explained: ClassVar[str] = "Scout and Prospector"

    card: Annotated[Card, Meta(title="Which supplies?")]


class Prospect(Action, frozen=True):
    """Send a prospector to bring gold from the prairie. (RR Prospector)"""

    called: ClassVar[str] = "Send the prospector"
    explained: ClassVar[str] = "Scout and Prospector"


class Dynamite(Action, frozen=True):
    """Place dynamite on a rival’s track ahead of the train. (RR Saboteur)"""

    called: ClassVar[str] = "Place dynamite"
    explained: ClassVar[str] = "Saboteur"

    rival: Annotated[Seat, Meta(title="On whose track?")]
    space: Annotated[int, Meta(title="On which space?")]


class Steal(Action, frozen=True):
    """Steal an unopened crate from a rival’s railhead. (RR Saboteur)"""

    called: ClassVar[str] = "Steal a crate"
    explained: ClassVar[str] = "Saboteur"

    rival: Annotated[Seat, Meta(title="From which rival?")]
    card: Annotated[Card, Meta(title="Which supplies?")]


class Discard(Action, frozen=True):
    """Discard a card from your hand for no effect. (RR Order of play)"""

    called: ClassVar[str] = "Discard a card"

    card: Annotated[Card, Meta(title="Which card?")]
    onto: _Onto


class Withdraw(Action, frozen=True):
    """Discard a card from your railhead, but no opened crate. (RR Order of play; ruling 22)"""

    called: ClassVar[str] = "Discard from the railhead"
    explained: ClassVar[str] = "The Railhead"

    card: Annotated[Card, Meta(title="Which card?")]
    onto: _Onto


class Deputies(Standing, frozen=True):
    """Set when to use your deputies, and against whom first. (RR Outlaws; ruling 78)"""

    called: ClassVar[str] = "Instruct deputies"
    explained: ClassVar[str] = "Outlaws"

    use: Annotated[
        Literal["needed", "always", "never", "two"],
        Meta(title="When should your deputies be used?"),
    ]
    first: Annotated[Literal["workers", "crates"], Meta(title="Which outlaws should they face first?")]


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
