"""The events of Railway Rivals, in the past tense and in rulebook order."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import force_setattr

from engine.core import Event, PhaseEnded, Seat
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.state.hindrance import Hindrance
from engine.games.railway_rivals.state.path_notation import Branches, Route
from engine.games.railway_rivals.state.runs import Race, Run


class OrderDrawn(Event, frozen=True):
    """The order of choosing start towns was drawn: the first seat, then each seat to the left. (R Setting Up, 4)"""

    order: tuple[Seat, ...]


class StartChosen(Event, frozen=True):
    """A seat started in the town ``name``. (R Setting Up, 4)"""

    seat: Seat
    town: Hex
    name: str


class DieRolled(Event, frozen=True):
    """A seat rolled the die; ``rolls`` has the roll for each Turn of the round.

    ``races`` is the number of completed races; in the operating stage, 6 gold are added to each roll.
    """

    seat: Seat
    turn: int
    rolls: tuple[int, ...]
    races: int = 0


class TrackBuilt(Event, frozen=True):
    """A seat built track. ``paid`` is the gold for each rival, ``left`` the remaining capital.

    ``towns`` are the names of the towns on the path, by hex. ``own`` is true if the cost was paid in gold, as in the
    operating stage.
    """

    seat: Seat
    path: Branches
    cost: int
    paid: Mapping[Seat, int]
    left: int
    towns: Mapping[Hex, str] = {}
    own: bool = False


class TownReached(Event, frozen=True):
    """A seat was the first in the town ``name``; ``bonus`` is in gold. (R Income)"""

    seat: Seat
    town: Hex
    bonus: int
    name: str


class PlaceConnected(Event, frozen=True):
    """A seat connected a town that the seat ``first`` had reached before, or a special run (None). (R Income)"""

    seat: Seat
    name: str
    first: Seat | None


class BuildingPlanned(Event, frozen=True):
    """A seat planned track; visible to that seat only. (ruling 18)

    If ``only`` names a town, the track is built only while no company is in that town.
    """

    seat: Seat
    path: Branches
    towns: Mapping[Hex, str] = {}
    only: str = ""


class PlanForgotten(Event, frozen=True):
    """A seat cleared a plan; visible to that seat only. (ruling 27)"""

    seat: Seat
    path: Branches
    towns: Mapping[Hex, str] = {}


class LimitSaid(Event, frozen=True):
    """A seat set the limit of its plans, in gold; visible to that seat only. (ruling 18)"""

    seat: Seat
    gold: int


class PlanSkipped(Event, frozen=True):
    """A planned step became impossible or too expensive, and the rest of its line was skipped. (ruling 18)

    The event is visible to its seat only, because it would reveal the seat's goal. Earlier releases showed it to
    everyone and stored a clause as ``why``: “K12 to K13 pays 1 gold to rivals, and 0 are in hand”. These old events are
    read as visible to the seat only.
    """

    is_shown_again: ClassVar[bool] = True

    seat: Seat
    path: Branches
    why: Hindrance | str
    towns: Mapping[Hex, str] = {}

    def __post_init__(self) -> None:
        if isinstance(self.why, str) and self.to is None:
            force_setattr(self, "to", frozenset({self.seat}))


class CapitalLost(Event, frozen=True):
    """A seat did not spend ``gold`` units of its capital. (R Rules of Building; ruling 20)"""

    seat: Seat
    gold: int


class EndDeclared(Event, frozen=True):
    """The end of the building stage was declared; ``seat`` is None if it was declared automatically.

    ``turns`` full Turns follow. (R End of Building Stage; rulings 55, 56)
    """

    seat: Seat | None
    turns: int


class VoteCast(Event, frozen=True):
    """A seat voted on ending the building stage. (ruling 56)"""

    seat: Seat
    end: bool


class VoteTaken(Event, frozen=True):
    """The vote was decided; ``end`` is true if the building stage ends. (ruling 56)"""

    end: bool


class BuildingEnded(Event, frozen=True):
    """The operating stage began; ``names`` are the names of the ``unreached`` towns. (R The Operating Stage)"""

    unreached: tuple[Hex, ...]
    names: tuple[str, ...]


class RunOffered(Event, frozen=True):
    """A run can be entered; ``again`` is true if it was postponed before. (R Determining the Runs)"""

    run: Run
    again: bool


class RunPostponed(Event, frozen=True):
    """A run was postponed: its places are ``unconnected``, or no one entered it. (rulings 64, 65)"""

    run: Run
    unconnected: bool


class RunDropped(Event, frozen=True):
    """A run was dropped: no one entered it, or its places were never connected. (rulings 101, 103)"""

    run: Run


class EntryMade(Event, frozen=True):
    """A seat has decided about a run; the decision is secret until all have decided. (ruling 68)"""

    seat: Seat
    run: Run


class OfferMade(Event, frozen=True):
    """``seat`` offered ``partner`` a joint run if ``joint``, otherwise an exchange. (R Deals)

    Visible to the two seats only, unless entries are open.
    """

    seat: Seat
    partner: Seat
    run: Run
    joint: bool


class OfferDeclined(Event, frozen=True):
    """``seat`` declined an offer of ``partner``. If entries are sealed, only ``partner`` sees it."""

    seat: Seat
    partner: Seat
    run: Run


class DealMade(Event, frozen=True):
    """``seat`` accepted an offer of ``partner``: a joint run if ``joint``, otherwise an exchange. (R Deals)

    The event is visible to the two seats only, unless entries are open. Neither seat can leave the deal, so the
    acceptance can't be undone. (ruling 84)
    """

    is_revealing: ClassVar[bool] = True

    seat: Seat
    partner: Seat
    run: Run
    joint: bool


class EntryStated(Event, frozen=True):
    """A seat announced an open entry; without a ``route`` it stays out. (ruling 68)"""

    seat: Seat
    run: Run
    route: Route | None
    fees: Mapping[Seat, int]


class EntryVoid(Event, frozen=True):
    """A train can't run: its fees can't be paid, or its exchange ended. (rulings 75, 84)"""

    seat: Seat
    run: Run
    fees: int
    gold: int


class RaceRun(Event, frozen=True):
    """A race was run; ``stayed`` are the seats that entered no train. (R The Race)"""

    race: Race
    stayed: tuple[Seat, ...] = ()


class GameEnded(Event, frozen=True):
    """The game ended; ``ending`` is a key of ``ENDINGS``."""

    ending: str


EVENTS: tuple[type[Event], ...] = (
    PhaseEnded,
    OrderDrawn,
    StartChosen,
    DieRolled,
    TrackBuilt,
    TownReached,
    PlaceConnected,
    BuildingPlanned,
    PlanForgotten,
    LimitSaid,
    PlanSkipped,
    CapitalLost,
    EndDeclared,
    VoteCast,
    VoteTaken,
    BuildingEnded,
    RunOffered,
    RunPostponed,
    RunDropped,
    EntryMade,
    OfferMade,
    OfferDeclined,
    DealMade,
    EntryStated,
    EntryVoid,
    RaceRun,
    GameEnded,
)
