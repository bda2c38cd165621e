"""Evaluation of entries and deals for computer players: the expected prize less the fees.

All values are estimates in gold, from what one seat may see.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import nlargest

from engine.core import Seat
from engine.games.railway_rivals.rules.deals import exchange_trip
from engine.games.railway_rivals.rules.entering import REST_OF_RUNS
from engine.games.railway_rivals.rules.race import PRIZES, length_odds, movement_costs
from engine.games.railway_rivals.rules.run_answers import RunQuestion, run_question_of
from engine.games.railway_rivals.rules.run_costs import Trip, fee_share, trip_candidates, trip_on_route
from engine.games.railway_rivals.rules.search.train_routes import MAX_FEES_PER_RIVAL
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.deals import Offer
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals

DUEL_PLAYERS = 2
"""The number of players in a game in which computer players make no deals."""

_ENTRY_LIKELIHOOD = 0.85
"""The likelihood that a rival enters a run that it can enter, if its gain is not estimated."""

_LIKELIHOOD_IF_GAINING, _LIKELIHOOD_IF_LOSING = 0.95, 0.2
"""The likelihood that a rival enters if it expects a gain, and if it expects a loss."""

_UNWANTED_VALUE = -1.0
"""The value of an offer that the partner would refuse, or that helps the partner more."""

_DECLINE_VALUE = -0.1
"""The value of declining an offer: less than 0, the value of staying out, which also declines the offer."""

_MIN_DEAL_GAIN = 2.0
"""Minimum gain of each partner, in gold, for which a deal is offered."""


def answer_value(
    state: RailwayRivals, action: Enter | Stay | Joint | Exchange | Accept | Decline, *, as_at_first: bool
) -> float:
    """Evaluate an answer about a run by the seat's expected gain in gold; staying out has the value 0.

    ``as_at_first`` selects the first version of the evaluation, which ignored the gains of rivals.
    """
    question = run_question_of(state, action.seat)
    if action.run == REST_OF_RUNS:
        return _DECLINE_VALUE  # runs are decided one by one
    index = question.index_of(action.run)
    outlook = _outlook_of(state, question.runs[index], action.seat, as_at_first)
    match action:
        case Enter(route=route):
            own_trip = trip_on_route(state, question.runs[index], (action.seat,), route)
            return outlook.trip_gain(own_trip) * _gold_risk_factor(state, question, own_trip.total_fees)
        case Stay():
            return 0.0
        case Joint() | Exchange() if question.desk.offers_to(action.seat, index):
            return _UNWANTED_VALUE  # first the offers to the seat are answered
        case Joint(partner=partner) | Exchange(partner=partner) if (
            index not in state.current_entering.asked[Seat(partner)]
        ):
            return _UNWANTED_VALUE  # the partner has decided and would be asked again
        case Joint(partner=partner, route=route):
            return outlook.joint_value(Seat(partner), route)
        case Exchange(partner=partner, route=route):
            return outlook.exchange_value(Seat(partner), route)
        case Decline():
            return 0.0 if question.desk.has_decided(action.seat, index) else _DECLINE_VALUE
        case Accept(partner=partner, route=route):
            offer = next(offer for offer in question.desk.offers_to(action.seat, index) if offer.seat == partner)
            mine = (
                outlook.gain_alone(action.seat) + _MIN_DEAL_GAIN
                if question.desk.has_decided(action.seat, index)
                else 0.0
            )
            return (
                _UNWANTED_VALUE
                if question.desk.pact_partners(index)
                else _accept_value(outlook, question, offer, route) - mine
            )


def best_trip(state: RailwayRivals, run: Run, seat: Seat) -> Trip | None:
    """The trip with the highest expected gain for a seat alone; None if no trip has a gain."""
    outlook = _outlook_of(state, run, seat, False)
    best = max(outlook.trips(seat), key=outlook.trip_gain, default=None)
    return best if best is not None and outlook.trip_gain(best) > 0 else None


def prize_estimate(movement_needed: int, rivals: Iterable[tuple[int, float]]) -> float:
    """The expected prize of a train, in gold.

    ``rivals`` are (movement needed, likelihood of entering) pairs. Results against each rival are treated as
    independent. (R Winning the Contract; rulings, section 5)
    """
    none_before, one_before = 1.0, 0.0
    for rival_movement, entry_likelihood in rivals:
        odds = _length_odds(movement_needed, rival_movement)
        loss = entry_likelihood * (1 - odds.win - odds.tie / 2)
        one_before = one_before * (1 - loss) + none_before * loss
        none_before *= 1 - loss
    first, second = PRIZES
    return first * none_before + second * one_before


_length_odds = lru_cache(4_096)(length_odds)


class _RunOutlook:
    """A seat's trips for a run, and the trains that rivals may enter; all results are cached."""

    def __init__(self, state: RailwayRivals, run: Run, seat: Seat, as_at_first: bool) -> None:
        self.state, self.run, self.seat, self._as_at_first = state, run, seat, as_at_first
        self._trips: dict[tuple[Seat, frozenset[Seat]], tuple[Trip, ...]] = {}
        self._gains_alone: dict[Seat, float] = {}
        self._likely_trains: dict[Seat, tuple[tuple[int, float], ...]] = {}

    def movement_of(self, own_trip: Trip) -> int:
        return sum(movement_costs(self.state.hex_map, own_trip.train_route.hexes))

    def trips(self, seat: Seat, spared: frozenset[Seat] = frozenset()) -> tuple[Trip, ...]:
        """The trips of a train that the seat owns alone, the fastest first; track of ``spared`` partners is free."""
        if (seat, spared) not in self._trips:
            self._trips[seat, spared] = tuple(trip_candidates(self.state, self.run, (seat,), spared))
        return self._trips[seat, spared]

    def rival_trains(
        self, *excluded: Seat, certain_trains: Mapping[Seat, int] | None = None
    ) -> list[tuple[int, float]]:
        """The trains of rivals, as (movement needed, likelihood of entering) pairs.

        ``certain_trains`` maps each seat whose train surely enters to the movement that the train needs.
        """
        trains = [(movement, 1.0) for movement in (certain_trains or {}).values()]
        for seat in self.state.everyone:
            if seat not in excluded and seat not in (certain_trains or {}):
                trains += self._quickest_train(seat) if self._as_at_first else self._likely_train(seat)
        return trains

    def _quickest_train(self, seat: Seat) -> list[tuple[int, float]]:
        """The seat's fastest train, as one (movement needed, likelihood of entering) pair or none."""
        return [(self.movement_of(quickest), _ENTRY_LIKELIHOOD) for quickest in self.trips(seat)[:1]]

    def _likely_train(self, seat: Seat) -> tuple[tuple[int, float], ...]:
        """The seat's train with the highest expected gain, as one (movement needed, likelihood) pair or none."""
        if seat not in self._likely_trains:
            others = [other for other in self.state.everyone if other != seat]
            rivals = [train for other in others for train in self._quickest_train(other)]
            trips = [(self.movement_of(trip), trip.total_fees) for trip in self.trips(seat)]
            gains = [(prize_estimate(movement, rivals) - fees, -movement) for movement, fees in trips]
            self._likely_trains[seat] = tuple(
                (-negative_movement, _LIKELIHOOD_IF_GAINING if gain > 0 else _LIKELIHOOD_IF_LOSING)
                for gain, negative_movement in nlargest(1, gains)
            )
        return self._likely_trains[seat]

    def net_prize(self, movement: int, fees: int, certain_trains: Mapping[Seat, int] | None = None) -> float:
        return prize_estimate(movement, self.rival_trains(self.seat, certain_trains=certain_trains)) - fees

    def trip_gain(self, own_trip: Trip) -> float:
        """The seat's expected gain from a trip; in a game of two players, less the rival's gain from the trip."""
        own = self.net_prize(self.movement_of(own_trip), own_trip.total_fees)
        is_duel = self.state.seats == DUEL_PLAYERS and not self._as_at_first
        return own - self._rival_gain(own_trip) if is_duel else own

    def _rival_gain(self, own_trip: Trip) -> float:
        """The gain of the only rival from a trip: the fees it receives, less the expected prize it loses."""
        mine = (self.movement_of(own_trip), 1.0)
        lost = 0.0
        for movement, likelihood in self.rival_trains(self.seat):
            lost += likelihood * (prize_estimate(movement, ()) - prize_estimate(movement, (mine,)))
        return own_trip.total_fees - lost

    def gain_alone(self, seat: Seat) -> float:
        """The expected gain of a seat without a deal; at least 0, because it may stay out."""
        if seat not in self._gains_alone:
            rivals = self.rival_trains(seat)
            trips = self.trips(seat)
            gains = [prize_estimate(self.movement_of(trip), rivals) - trip.total_fees for trip in trips]
            self._gains_alone[seat] = max(0.0, *gains) if gains else 0.0
        return self._gains_alone[seat]

    def is_fair(self, partner: Seat, mine: float, theirs: float) -> bool:
        """Whether the seat gains enough from a deal, compared with the partner's gain.

        ``mine`` and ``theirs`` are the expected gains of the seat and of the partner with the deal.
        """
        if self._as_at_first:
            return True
        gold = self.state.gold
        leads = gold[partner] == max(gold.values()) > gold[self.seat]
        weight = 1.0 if leads else 1 / (self.state.seats - 1)
        return mine - self.gain_alone(self.seat) >= weight * (theirs - self.gain_alone(partner))

    def joint_value(self, partner: Seat, route: Route) -> float:
        """The value of offering a joint run: the seat's expected gain, if both seats gain more than alone."""
        train = (self.seat, partner)
        joint_trip = trip_on_route(self.state, self.run, train, route)
        prize = prize_estimate(self.movement_of(joint_trip), self.rival_trains(*train)) / 2
        gains = {seat: prize - fee_share(self.state, train, seat, joint_trip.total_fees) for seat in train}
        if any(gains[seat] < self.gain_alone(seat) + _MIN_DEAL_GAIN for seat in train):
            return _UNWANTED_VALUE
        return gains[self.seat] if self.is_fair(partner, gains[self.seat], gains[partner]) else _UNWANTED_VALUE

    def exchange_value(self, partner: Seat, route: Route) -> float:
        """The value of offering an exchange: the seat's expected gain, if both seats gain more than alone.

        The partner is expected to choose its fastest route in return.
        """
        mine = trip_on_route(self.state, self.run, (self.seat,), route, frozenset((partner,)))
        trips = self.trips(partner, frozenset((self.seat,)))
        if not trips:
            return _UNWANTED_VALUE
        theirs = trips[0]
        difference = mine.fees.get(partner, 0) - theirs.fees.get(self.seat, 0)
        my_fees = mine.total_fees - theirs.fees.get(self.seat, 0)
        their_fees = theirs.total_fees - mine.fees.get(partner, 0)
        gold = self.state.gold
        if abs(difference) > MAX_FEES_PER_RIVAL or my_fees > gold[self.seat] or their_fees > gold[partner]:
            return _UNWANTED_VALUE
        gains = self.net_prize(self.movement_of(mine), my_fees, {partner: self.movement_of(theirs)})
        others = self.rival_trains(partner, certain_trains={self.seat: self.movement_of(mine)})
        returns = prize_estimate(self.movement_of(theirs), others) - their_fees
        if gains < self.gain_alone(self.seat) + _MIN_DEAL_GAIN or returns < self.gain_alone(partner) + _MIN_DEAL_GAIN:
            return _UNWANTED_VALUE
        return gains if self.is_fair(partner, gains, returns) else _UNWANTED_VALUE


_latest_outlooks: tuple[RailwayRivals, dict[tuple[str, Seat, bool], _RunOutlook]] | None = None
"""The latest state with its cached outlooks, which all offers of a question share.

The pair is replaced as a whole, so that threads may share it. Answers do not change outlooks, which depend only on
track and gold.
"""


def _outlook_of(state: RailwayRivals, run: Run, seat: Seat, as_at_first: bool) -> _RunOutlook:
    global _latest_outlooks
    if _latest_outlooks is None or not _is_same_for_trains(_latest_outlooks[0], state):
        _latest_outlooks = (state, {})
    key = str(run), seat, as_at_first
    return _latest_outlooks[1].setdefault(key, _RunOutlook(state, run, seat, as_at_first))


def _is_same_for_trains(state: RailwayRivals, other: RailwayRivals) -> bool:
    """Whether trains have the same routes and fees in two states."""
    if state is other:
        return True
    is_same_table = state.options == other.options and state.seats == other.seats
    is_same_gold = state.gold == other.gold and state.roller == other.roller
    return is_same_table and is_same_gold and state.track == other.track


def _accept_value(outlook: _RunOutlook, question: RunQuestion, offer: Offer, route: Route) -> float:
    """The value of accepting an offer: the seat's expected gain with the deal."""
    if offer.joint:
        train = (offer.seat, outlook.seat)
        joint_trip = trip_on_route(outlook.state, outlook.run, train, route)
        prize = prize_estimate(outlook.movement_of(joint_trip), outlook.rival_trains(*train)) / 2
        gain, returns = (
            prize - fee_share(outlook.state, train, seat, joint_trip.total_fees) for seat in (outlook.seat, offer.seat)
        )
        return gain if outlook.is_fair(offer.seat, gain, returns) else _UNWANTED_VALUE
    mine = exchange_trip(outlook.state, question, offer, route)
    spared = frozenset((outlook.seat,))
    theirs = trip_on_route(outlook.state, outlook.run, (offer.seat,), offer.route, spared)
    paid = mine.total_fees - offer.fees.get(outlook.seat, 0)
    gain = outlook.net_prize(outlook.movement_of(mine), paid, {offer.seat: outlook.movement_of(theirs)})
    others = outlook.rival_trains(offer.seat, certain_trains={outlook.seat: outlook.movement_of(mine)})
    returns = prize_estimate(outlook.movement_of(theirs), others) - (theirs.total_fees - mine.fees.get(offer.seat, 0))
    return gain if outlook.is_fair(offer.seat, gain, returns) else _UNWANTED_VALUE


def _gold_risk_factor(state: RailwayRivals, question: RunQuestion, fees: int) -> float:
    """A factor for the risk that the seat has promised gold to other runs and cannot pay the fees. (ruling 75)"""
    gold_promised = sum(sum(answer.fees.values()) for answer in question.desk.answers if answer is not None)
    return 1.0 if fees + gold_promised <= state.gold[question.seat] else 0.3
