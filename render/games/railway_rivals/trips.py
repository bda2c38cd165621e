"""A route before it is run: its way, its fees, and its chances against the fastest rivals."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.rules.desktop import Desktop, desktop
from engine.games.railway_rivals.rules.race import movement, odds_of_ways
from engine.games.railway_rivals.rules.search.routes import NoWay
from engine.games.railway_rivals.rules.trips import Trip, fastest_trip, trip
from engine.games.railway_rivals.state.actions import Accept, Enter, Exchange, Joint
from engine.games.railway_rivals.state.deals import Offer
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from render.labels import Names

Routed = Enter | Joint | Exchange | Accept

_MOST = 5
"""Routes of one picture."""


class Way(msgspec.Struct, frozen=True):
    """A route in question: its letter, how the train would run it, and its length in moves."""

    key: str
    form: int
    trip: Trip
    course: tuple[int, ...]
    """The movement that each step costs."""

    @property
    def moves(self) -> int:
        """The movement of the whole route."""
        return sum(self.course)


class Rival(msgspec.Struct, frozen=True):
    """The fastest way that a rival could run alone."""

    course: tuple[int, ...]
    seat: Seat
    fees: int

    @property
    def moves(self) -> int:
        """The movement of the whole route."""
        return sum(self.course)


class Question(msgspec.Struct, frozen=True):
    """The facts that all routes of the picture share: the run, who would run, and the rivals, the quickest first."""

    run: Run
    train: tuple[Seat, ...]
    ways: tuple[Way, ...]
    rivals: tuple[Rival, ...]
    back: Mapping[Seat, int] = {}
    """What the partner of an exchange that is accepted pays for its own route."""

    @property
    def rival(self) -> Seat | None:
        """The fastest rival."""
        return self.rivals[0].seat if self.rivals else None

    def paid(self, way: Way) -> Iterator[tuple[Seat, int, int]]:
        """The seats that get fees of a route, each with how much, and what it pays in return."""
        fees = way.trip.fees
        for seat in sorted({*fees, *self.back}):
            yield seat, fees.get(seat, 0), self.back.get(seat, 0)

    def fees(self, way: Way) -> int:
        """The fees of a route, less what comes back."""
        return way.trip.total - sum(self.back.values())

    def beats(self, way: Way) -> str:
        """The chance that a route beats the fastest rival's, in percent."""
        return f"{odds_of_ways(way.course, self.rivals[0].course).win:.0%}"


def about(state: RailwayRivals, action: Routed, names: Names) -> str:
    """Say what the action does, before it is confirmed."""
    match action:
        case Joint(partner=partner):
            return f"You offer {names[partner - 1]} a joint run on this route"
        case Exchange(partner=partner):
            return f"You offer {names[partner - 1]} use of each other’s track"
        case Accept(partner=partner):
            name, offer = names[partner - 1], _offer(state, action)
            if offer is None or offer.joint:
                return f"You accept {name}’s joint run"
            return f"You exchange with {name}, who pays you {offer.fees.get(action.seat, 0)}"
        case _:
            return "You enter with this route"


def train_of(state: RailwayRivals, action: Routed) -> tuple[Seat, ...]:
    """The seats that would run the train, the one who sets the route first."""
    if isinstance(action, Joint):
        return action.seat, Seat(action.partner)
    offer = _offer(state, action) if isinstance(action, Accept) else None
    return (offer.seat, action.seat) if offer is not None and offer.joint else (action.seat,)


def _desktop(state: RailwayRivals, seat: Seat) -> Desktop | None:
    return desktop(state, seat) if isinstance(state.flow[-1], Entering) else None


def _offer(state: RailwayRivals, action: Accept) -> Offer | None:
    """The rival's offer that is accepted."""
    at = _desktop(state, action.seat)
    index = at.index(action.run) if at is not None else None
    if at is None or index is None:
        return None
    received = at.desk.received(action.seat, index)
    return next((offer for offer in received if offer.seat == action.partner), None)


def _spared(state: RailwayRivals, action: Routed) -> frozenset[Seat]:
    """Partners of exchanges, with whom there is no limit."""
    at = _desktop(state, action.seat)
    index = at.index(action.run) if at is not None else None
    if at is None or index is None or not isinstance(action, Exchange | Accept):
        return frozenset()
    answer = at.desk.answers[index]
    return frozenset((Seat(action.partner), *(answer.pacts if answer is not None else ())))


def asked(state: RailwayRivals, routed: Sequence[tuple[str, Routed]]) -> Question | None:
    """The routes of these actions, by the key of each; None where they cannot be run now."""
    first = routed[0][1]
    at = _desktop(state, first.seat)
    runs = at.runs if at is not None else ()
    run = next((run for run in runs if str(run) == first.run), None)
    if run is None:
        return None
    train = train_of(state, first)
    ways = []
    for form, (key, action) in enumerate(routed[:_MOST]):
        try:
            found = trip(state, run, train, action.route, _spared(state, action))
        except NoWay:
            return None
        ways.append(Way(key, form, found, movement(state.chart, found.way.hexes)))
    return Question(run, train, tuple(ways), _rivals(state, run, train), _back(state, first))


def _back(state: RailwayRivals, action: Routed) -> Mapping[Seat, int]:
    offer = _offer(state, action) if isinstance(action, Accept) else None
    if offer is None or offer.joint:
        return {}
    gold = offer.fees.get(action.seat, 0)
    return {offer.seat: gold} if gold else {}


def _rivals(state: RailwayRivals, run: Run, train: tuple[Seat, ...]) -> tuple[Rival, ...]:
    found = []
    for seat in state.everyone:
        theirs = None if seat in train else fastest_trip(state, run, seat)
        if theirs is not None:
            found.append(Rival(movement(state.chart, theirs.way.hexes), seat, theirs.total))
    return tuple(sorted(found, key=lambda rival: (rival.moves, rival.seat)))
