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
    """The order of choosing start towns: the first seat was drawn, then to the left. (R Setting Up, 4)"""

    order: tuple[Seat, ...]


class StartChosen(Event, frozen=True):
    """``name`` is the town's. (R Setting Up, 4)"""

    seat: Seat
    town: Hex
    name: str


class DieRolled(Event, frozen=True):
    """``rolls`` are the capital of each Turn of the round; after ``races`` they are added to 6 gold."""

    seat: Seat
    turn: int
    rolls: tuple[int, ...]
    races: int = 0


class TrackBuilt(Event, frozen=True):
    """``cost`` is for building, ``paid`` what rivals got, ``left`` what can still be spent in this Turn.

    ``towns`` are the names of those on the path, by hex; ``own``: the cost was paid in gold, as in the operating stage.
    """

    seat: Seat
    path: Branches
    cost: int
    paid: Mapping[Seat, int]
    left: int
    towns: Mapping[Hex, str] = {}
    own: bool = False


class TownReached(Event, frozen=True):
    """The first company in a town, called ``name``; ``bonus`` is 0 in the operating stage. (R Income)"""

    seat: Seat
    town: Hex
    bonus: int
    name: str


class PlaceConnected(Event, frozen=True):
    """The company connected a town where ``first`` was before, or (None) a special run: no bonus. (R Income)"""

    seat: Seat
    name: str
    first: Seat | None


class BuildingPlanned(Event, frozen=True):
    """A plan was made; visible to its seat alone. (ruling 18)

    It is built only while no one is in the town ``only``, if that is not empty.
    """

    seat: Seat
    path: Branches
    towns: Mapping[Hex, str] = {}
    only: str = ""


class PlanForgotten(Event, frozen=True):
    """A seat cleared a plan; visible to that seat alone. (ruling 27)"""

    seat: Seat
    path: Branches
    towns: Mapping[Hex, str] = {}


class LimitSaid(Event, frozen=True):
    """Visible to its seat alone. (ruling 18)"""

    seat: Seat
    gold: int


class PlanSkipped(Event, frozen=True):
    """A planned step became impossible or too expensive, and the rest of its line was skipped. (ruling 18)

    Visible to its seat alone, because it would reveal the seat's goal. Earlier releases showed it to everyone and
    stored a clause as ``why``: “K12 to K13 pays 1 gold to rivals, and 0 are in hand”. Such events are read as visible
    to the seat only.
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
    """``gold`` of the capital was not spent. (R Rules of Building; ruling 20)"""

    seat: Seat
    gold: int


class EndDeclared(Event, frozen=True):
    """The end of building was declared; ``seat`` is None if automatically. (R End of Building Stage; rulings 55, 56)"""

    seat: Seat | None
    turns: int


class VoteCast(Event, frozen=True):
    seat: Seat
    end: bool


class VoteTaken(Event, frozen=True):
    """(ruling 56)"""

    end: bool


class BuildingEnded(Event, frozen=True):
    """The operating stage begins; ``unreached`` towns, called ``names``, have no track. (R The Operating Stage)"""

    unreached: tuple[Hex, ...]
    names: tuple[str, ...]


class RunOffered(Event, frozen=True):
    """A run can be entered; ``again``: it was postponed before. (R Determining the Runs)"""

    run: Run
    again: bool


class RunPostponed(Event, frozen=True):
    """A run was postponed; ``unconnected``: one of its places has no track yet; else no one entered. (rulings 64,
    65)
    """

    run: Run
    unconnected: bool


class RunDropped(Event, frozen=True):
    """It never became possible. (ruling 103)"""

    run: Run


class EntryMade(Event, frozen=True):
    """A seat has decided about a run; the decision is secret until all have decided. (ruling 68)"""

    seat: Seat
    run: Run


class OfferMade(Event, frozen=True):
    """A deal was offered; visible to the two alone. ``joint``: a joint run, else an exchange of running powers. (R
    Deals)
    """

    seat: Seat
    partner: Seat
    run: Run
    joint: bool


class OfferDeclined(Event, frozen=True):
    """``seat`` declined an offer; visible to the ``partner`` alone, who made it. (R Deals)"""

    seat: Seat
    partner: Seat
    run: Run


class DealMade(Event, frozen=True):
    """``seat`` accepted a deal; visible to the two alone. ``joint``: a joint run, else an exchange. (R Deals)

    Neither of the two can leave the deal, so the acceptance can't be undone, even with open entries. (ruling 84)
    """

    is_revealing: ClassVar[bool] = True

    seat: Seat
    partner: Seat
    run: Run
    joint: bool


class EntryStated(Event, frozen=True):
    """An open entry: a route and its fees, or none for staying out. (ruling 68)"""

    seat: Seat
    run: Run
    route: Route | None
    fees: Mapping[Seat, int]


class EntryVoid(Event, frozen=True):
    """A train can't run: ``seat`` can't pay its part of the fees, or a required deal ended. (rulings 75, 84)"""

    seat: Seat
    run: Run
    fees: int
    gold: int


class RaceRun(Event, frozen=True):
    """A run was completed: entries, rolls, prizes, fees, and the seats that ``stayed`` out. (R The Race)"""

    race: Race
    stayed: tuple[Seat, ...] = ()


class GameEnded(Event, frozen=True):
    """``ending`` is a key of the game's endings."""

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
