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
    """``rolls`` are the capital of each Turn of the round, or after some ``races`` what is added to 6 gold."""

    seat: Seat
    turn: int
    rolls: tuple[int, ...]
    races: int = 0


class TrackBuilt(Event, frozen=True):
    """``cost`` is for building, ``paid`` what rivals got, ``left`` what can still be spent in this Turn.

    ``towns`` are the names of those on the path, by hex; ``own``: the cost was paid in gold, as when operating.
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
    """The company's track leads to a town where ``first`` was before, or (None) a special run: no bonus. (R Income)"""

    seat: Seat
    name: str
    first: Seat | None


class BuildingPlanned(Event, frozen=True):
    """Visible to its seat alone; it is built when the seat's time comes. (ruling 18)

    It is built only as long as no one is in the town ``only``; in any case if that is empty.
    """

    seat: Seat
    path: Branches
    towns: Mapping[Hex, str] = {}
    only: str = ""


class PlanForgotten(Event, frozen=True):
    """Visible to its seat alone, which took a plan back. (ruling 27)"""

    seat: Seat
    path: Branches
    towns: Mapping[Hex, str] = {}


class LimitSaid(Event, frozen=True):
    """Visible to its seat alone. (ruling 18)"""

    seat: Seat
    gold: int


class PlanSkipped(Event, frozen=True):
    """A planned step that became impossible or too expensive, and what was to follow it in its line. (ruling 18)

    Visible to its seat alone, which would else show where it means to go. Earlier releases told the table, and stored a
    clause as ``why``: “K12 to K13 pays 1 gold to rivals, and 0 are in hand”. It is read as told to the seat.
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
    """``seat`` is None when no one declared and it follows by itself. (R End of Building Stage; rulings 55, 56)"""

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
    """A run is up for contract; ``again``: it was postponed before. (R Determining the Runs)"""

    run: Run
    again: bool


class RunPostponed(Event, frozen=True):
    """``unconnected``: one of its places has no track yet; else no one wished to run. (rulings 64, 65)"""

    run: Run
    unconnected: bool


class RunDropped(Event, frozen=True):
    """It never became possible. (ruling 103)"""

    run: Run


class EntryMade(Event, frozen=True):
    """A seat has decided about a run; what, only the seat is told until all have. (ruling 68)"""

    seat: Seat
    run: Run


class OfferMade(Event, frozen=True):
    """Visible to the two alone. ``joint``: a joint run, else an exchange of running powers. (R Deals)"""

    seat: Seat
    partner: Seat
    run: Run
    joint: bool


class OfferDeclined(Event, frozen=True):
    """Told to the ``partner`` alone, who made the offer; ``seat`` declined. (R Deals)"""

    seat: Seat
    partner: Seat
    run: Run


class DealMade(Event, frozen=True):
    """Visible to the two alone; ``seat`` accepted. ``joint``: a joint run, else an exchange. (R Deals)

    Neither of the two can leave the deal, so the acceptance cannot be undone, at a table with open entries either.
    (ruling 84)
    """

    is_revealing: ClassVar[bool] = True

    seat: Seat
    partner: Seat
    run: Run
    joint: bool


class EntryStated(Event, frozen=True):
    """An entry made in the open: a route and its fees, or nothing for who stays out. (ruling 68)"""

    seat: Seat
    run: Run
    route: Route | None
    fees: Mapping[Seat, int]


class EntryVoid(Event, frozen=True):
    """A train cannot run: ``seat`` cannot pay its part of the fees, or a deal it needs fell away. (rulings 75, 84)"""

    seat: Seat
    run: Run
    fees: int
    gold: int


class RaceRun(Event, frozen=True):
    """A run was completed: entries, rolls, prizes and fees; and who ``stayed`` out of it. (R The Race)"""

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
