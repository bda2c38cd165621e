"""The actions of RailRoader; each uses one action of the turn unless it says otherwise."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.core import Action, Seat, Standing
from engine.games.railroader.game_data.cards import Card, Waters

_Onto = Annotated[Literal["pile", "prairie"], Meta(title="To your discard pile or the prairie?")]


class Build(Action, frozen=True):
    """Build up to 1 section of track per worker, once per turn. (RR The Railhead; ruling 26)"""

    button_title: ClassVar[str] = "Build track"
    help_topic: ClassVar[str] = "The Railhead"
    quick_number = "highest"

    sections: Annotated[int, Meta(title="How many sections?")]


class Move(Action, frozen=True):
    """Move the train by Water cards and the die. Each card is an action, engineers too. (RR Water; ruling 39)"""

    button_title: ClassVar[str] = "Move the train"
    help_topic: ClassVar[str] = "Water"
    is_public: ClassVar[bool] = False

    waters: Annotated[Waters, Meta(title="Which water cards?")]
    engineers: Annotated[int, Meta(title="How many engineers?")]


class Roll(Action, frozen=True):
    """Move by the die alone while dynamite is ahead of you. Each engineer is an action. (RR Saboteur; ruling 58)"""

    button_title: ClassVar[str] = "Roll toward the dynamite"
    help_topic: ClassVar[str] = "Water"
    quick_number = "none"

    engineers: Annotated[int, Meta(title="How many engineers?")]


class Stop(Action, frozen=True):
    """Stop the train after a roll with engineers. It takes no action. (RR Engineer; ruling 39)"""

    button_title: ClassVar[str] = "Stop the train"
    help_topic: ClassVar[str] = "Engineer"
    quick_number = "all"

    space: Annotated[int, Meta(title="On which space?")]


class Engineer(Action, frozen=True):
    """Move the train 1 or 2 spaces forward or back with an engineer. (RR Engineer; ruling 40)"""

    button_title: ClassVar[str] = "Use an engineer"
    help_topic: ClassVar[str] = "Engineer"
    quick_number = "all"

    space: Annotated[int, Meta(title="To which space?")]


class Rerail(Action, frozen=True):
    """Put your derailed train back on the track. (ruling 38)"""

    button_title: ClassVar[str] = "Re-rail the train"
    help_topic: ClassVar[str] = "Water"


class Buy(Action, frozen=True):
    """Buy a card from the market with gold cards. Each gold card is an action. (RR Purchasing other cards)"""

    button_title: ClassVar[str] = "Buy a card"
    help_topic: ClassVar[str] = "Purchasing Other Cards"
    quick_number = "all"
    is_public: ClassVar[bool] = False
    position: ClassVar[str] = "slot"

    slot: Annotated[int, Meta(title="Which card in the market?")]


class Place(Action, frozen=True):
    """Place a worker, deputy, or supplies at your railhead. (RR Worker; RR Supplies; RR Deputy; ruling 13)"""

    button_title: ClassVar[str] = "Place at the railhead"
    help_topic: ClassVar[str] = "The Railhead"

    card: Annotated[Card, Meta(title="Which card?")]


class Search(Action, frozen=True):
    """Search the prairie for a Water card while you are on a river. (RR Order of play)"""

    button_title: ClassVar[str] = "Search the river"
    help_topic: ClassVar[str] = "Rivers"

    card: Annotated[Card, Meta(title="Which water card?")]


class Scout(Action, frozen=True):
    """Send a scout to bring supplies from the prairie. (RR Scout)"""

    button_title: ClassVar[str] = "Send the scout"
    help_topic: ClassVar[str] = "Scout and Prospector"

    card: Annotated[Card, Meta(title="Which supplies?")]


class Prospect(Action, frozen=True):
    """Send a prospector to bring gold from the prairie. (RR Prospector)"""

    button_title: ClassVar[str] = "Send the prospector"
    help_topic: ClassVar[str] = "Scout and Prospector"


class Dynamite(Action, frozen=True):
    """Place dynamite on a rival’s track ahead of the train. (RR Saboteur)"""

    button_title: ClassVar[str] = "Place dynamite"
    help_topic: ClassVar[str] = "Saboteur"

    rival: Annotated[Seat, Meta(title="On whose track?")]
    space: Annotated[int, Meta(title="On which space?")]


class Steal(Action, frozen=True):
    """Steal an unopened crate from a rival’s railhead. (RR Saboteur)"""

    button_title: ClassVar[str] = "Steal a crate"
    help_topic: ClassVar[str] = "Saboteur"

    rival: Annotated[Seat, Meta(title="From which rival?")]
    card: Annotated[Card, Meta(title="Which supplies?")]


class Discard(Action, frozen=True):
    """Discard a card from your hand for no effect. (RR Order of play)"""

    button_title: ClassVar[str] = "Discard a card"

    card: Annotated[Card, Meta(title="Which card?")]
    onto: _Onto


class Withdraw(Action, frozen=True):
    """Discard a card from your railhead, but no opened crate. (RR Order of play; ruling 22)"""

    button_title: ClassVar[str] = "Discard from the railhead"
    help_topic: ClassVar[str] = "The Railhead"

    card: Annotated[Card, Meta(title="Which card?")]
    onto: _Onto


class Deputies(Standing, frozen=True):
    """Set when to use your deputies, and against whom first. (RR Outlaws; ruling 78)"""

    button_title: ClassVar[str] = "Instruct deputies"
    help_topic: ClassVar[str] = "Outlaws"

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
