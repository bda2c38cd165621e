"""Routes in choices and previews: their movement, their fees, and their odds against rivals."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.rules.race import movement_costs, route_odds
from engine.games.railway_rivals.rules.run_answers import RunQuestion, run_question_of
from engine.games.railway_rivals.rules.run_costs import Trip, fastest_trip, trip_on_route
from engine.games.railway_rivals.rules.search.train_routes import RouteRefused
from engine.games.railway_rivals.state.actions import Accept, Enter, Exchange, Joint
from engine.games.railway_rivals.state.deals import Offer
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from render.text_fitting import Names

RouteAction = Enter | Joint | Exchange | Accept

_MAX_ROUTES = 5
"""Maximum number of routes in a picture."""


class RouteRow(msgspec.Struct, frozen=True):
    """A route in a picture: its key, the number of the pattern of its line (``form``), and its trip."""

    key: str
    form: int
    trip: Trip
    course: tuple[int, ...]
    """The movement cost of each step."""

    @property
    def moves(self) -> int:
        """The movement points that the whole route needs."""
        return sum(self.course)


class RivalRoute(msgspec.Struct, frozen=True):
    """The fastest route of a rival without a partner; ``course`` is the movement cost of each step."""

    course: tuple[int, ...]
    seat: Seat
    fees: int

    @property
    def moves(self) -> int:
        """The movement points that the whole route needs."""
        return sum(self.course)


class RouteQuestion(msgspec.Struct, frozen=True):
    """The routes of a picture, with their run, their train, and the rivals, the fastest rival first."""

    run: Run
    train: tuple[Seat, ...]
    rows: tuple[RouteRow, ...]
    rivals: tuple[RivalRoute, ...]
    payments_back: Mapping[Seat, int] = {}
    """The fees that the partner of an accepted exchange pays, by seat."""

    @property
    def rival(self) -> Seat | None:
        """The fastest rival; None if no rival can run alone."""
        return self.rivals[0].seat if self.rivals else None

    def payments(self, row: RouteRow) -> Iterator[tuple[Seat, int, int]]:
        """The fees of a route, as (seat, gold, gold that the seat pays in return) triples."""
        fees = row.trip.fees
        for seat in sorted({*fees, *self.payments_back}):
            yield seat, fees.get(seat, 0), self.payments_back.get(seat, 0)

    def net_fees(self, row: RouteRow) -> int:
        """The fees of a route, less the fees that exchange partners pay in return."""
        return row.trip.total_fees - sum(self.payments_back.values())

    def win_chance_text(self, row: RouteRow) -> str:
        """“40%”: the chance that a route beats the fastest rival."""
        return f"{route_odds(row.course, self.rivals[0].course).win:.0%}"


def action_line(state: RailwayRivals, action: RouteAction, names: Names) -> str:
    """A line about the effect of an action, for the header of its preview."""
    match action:
        case Joint(partner=partner):
            return f"You offer {names[partner - 1]} a joint run on this route"
        case Exchange(partner=partner):
            return f"You offer {names[partner - 1]} use of each other’s track"
        case Accept(partner=partner):
            name, offer = names[partner - 1], _offer_of(state, action)
            if offer is None or offer.joint:
                return f"You accept {name}’s joint run"
            return f"You exchange with {name}, who pays you {offer.fees.get(action.seat, 0)}"
        case _:
            return "You enter with this route"


def train_seats(state: RailwayRivals, action: RouteAction) -> tuple[Seat, ...]:
    """The seats of an action's train; the seat that chose the route comes first."""
    if isinstance(action, Joint):
        return action.seat, Seat(action.partner)
    offer = _offer_of(state, action) if isinstance(action, Accept) else None
    return (offer.seat, action.seat) if offer is not None and offer.joint else (action.seat,)


def _run_question(state: RailwayRivals, seat: Seat) -> RunQuestion | None:
    return run_question_of(state, seat) if isinstance(state.flow[-1], Entering) else None


def _offer_of(state: RailwayRivals, action: Accept) -> Offer | None:
    """The offer that an action accepts; None if it is no longer open."""
    run_question = _run_question(state, action.seat)
    index = run_question.find_index(action.run) if run_question is not None else None
    if run_question is None or index is None:
        return None
    received = run_question.desk.offers_to(action.seat, index)
    return next((offer for offer in received if offer.seat == action.partner), None)


def _exchange_partners(state: RailwayRivals, action: RouteAction) -> frozenset[Seat]:
    """The exchange partners in an action; fees to them have no limit."""
    run_question = _run_question(state, action.seat)
    index = run_question.find_index(action.run) if run_question is not None else None
    if run_question is None or index is None or not isinstance(action, Exchange | Accept):
        return frozenset()
    answer = run_question.desk.answers[index]
    return frozenset((Seat(action.partner), *(answer.pacts if answer is not None else ())))


def route_question(state: RailwayRivals, route_actions: Sequence[tuple[str, RouteAction]]) -> RouteQuestion | None:
    """The routes of some (key, action) pairs; None if one of them can't be run now."""
    first = route_actions[0][1]
    run_question = _run_question(state, first.seat)
    runs = run_question.runs if run_question is not None else ()
    run = next((run for run in runs if str(run) == first.run), None)
    if run is None:
        return None
    train = train_seats(state, first)
    rows = []
    for form, (key, action) in enumerate(route_actions[:_MAX_ROUTES]):
        try:
            trip = trip_on_route(state, run, train, action.route, _exchange_partners(state, action))
        except RouteRefused:
            return None
        rows.append(RouteRow(key, form, trip, movement_costs(state.hex_map, trip.train_route.hexes)))
    return RouteQuestion(run, train, tuple(rows), _rival_routes(state, run, train), _payments_back(state, first))


def _payments_back(state: RailwayRivals, action: RouteAction) -> Mapping[Seat, int]:
    offer = _offer_of(state, action) if isinstance(action, Accept) else None
    if offer is None or offer.joint:
        return {}
    gold = offer.fees.get(action.seat, 0)
    return {offer.seat: gold} if gold else {}


def _rival_routes(state: RailwayRivals, run: Run, train: tuple[Seat, ...]) -> tuple[RivalRoute, ...]:
    rival_routes = []
    for seat in state.everyone:
        fastest = None if seat in train else fastest_trip(state, run, seat)
        if fastest is not None:
            rival_routes.append(
                RivalRoute(movement_costs(state.hex_map, fastest.train_route.hexes), seat, fastest.total_fees)
            )
    return tuple(sorted(rival_routes, key=lambda rival: (rival.moves, rival.seat)))
