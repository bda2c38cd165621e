"""A computer player's opinion of a run: what its train may win before its rivals', less the fees; and of deals.

Guesses in gold; they are opinions, not rules. It works on what one seat may see.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import nlargest

from engine.core import Seat
from engine.games.railway_rivals.rules.deals import exchanged
from engine.games.railway_rivals.rules.desktop import Desktop, desktop
from engine.games.railway_rivals.rules.entering import REST
from engine.games.railway_rivals.rules.race import PRIZES, movement, odds
from engine.games.railway_rivals.rules.search.routes import LIMIT
from engine.games.railway_rivals.rules.trips import Trip, candidates, share, trip
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.deals import Offer
from engine.games.railway_rivals.state.paths import Route
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals

DUEL = 2
"""So many players make no deals: what one gains, the other loses."""

_ENTERS = 0.85
"""How likely a rival enters that can, to whoever does not ask what it gains."""

_GAINS, _LOSES = 0.95, 0.2
"""How likely a rival enters that would gain by it, and one that would lose."""

_UNWANTED = -1.0
"""An offer that a rival will hardly accept, or that helps it more than oneself."""

_LATER = -0.1
"""Declining is no better than saying at once what one does instead."""

_GAIN = 2.0
"""So much must a deal bring each of the two to be worth the words."""


def entering(
    state: RailwayRivals, action: Enter | Stay | Joint | Exchange | Accept | Decline, *, as_at_first: bool
) -> float:
    """Rate an answer about a run by what the seat gains on average; nothing for staying out.

    The first hint asked neither what rivals gain by entering, nor what they gain by a deal.
    """
    at = desktop(state, action.seat)
    if action.run == REST:
        return _LATER  # one run after the other
    index = at.place(action.run)
    field = _field(state, at.runs[index], action.seat, as_at_first)
    match action:
        case Enter(route=route):
            found = trip(state, at.runs[index], (action.seat,), route)
            return field.gain(found) * _in_hand(state, at, found.total)
        case Stay():
            return 0.0
        case Joint() | Exchange() if at.desk.received(action.seat, index):
            return _UNWANTED  # one answers before one asks
        case Joint(partner=partner) | Exchange(partner=partner) if index not in state.entering.asked[Seat(partner)]:
            return _UNWANTED  # that player would have to come back; it cannot be seen where the seats are hidden
        case Joint(partner=partner, route=route):
            return field.joint(Seat(partner), route)
        case Exchange(partner=partner, route=route):
            return field.exchange(Seat(partner), route)
        case Decline():
            return 0.0 if at.desk.decided(action.seat, index) else _LATER
        case Accept(partner=partner, route=route):
            offer = next(offer for offer in at.desk.received(action.seat, index) if offer.seat == partner)
            mine = field.alone(action.seat) + _GAIN if at.desk.decided(action.seat, index) else 0.0
            return _UNWANTED if at.desk.bound(index) else _accepting(field, at, offer, route) - mine


def entry(state: RailwayRivals, run: Run, seat: Seat) -> Trip | None:
    """The way that a seat would take alone; None if it would rather stay out."""
    field = _field(state, run, seat, False)

    best = max(field.trips(seat), key=field.gain, default=None)
    return best if best is not None and field.gain(best) > 0 else None


def prospect(hours: int, rivals: Iterable[tuple[int, float]]) -> float:
    """The average prize of a train against rivals, each with the length of its way and how likely it enters.

    As if every duel were fought by itself. (R Winning the Contract; rulings, section 5)
    """
    none_before, one_before = 1.0, 0.0
    for theirs, enters in rivals:
        duel = _duel(hours, theirs)
        loses = enters * (1 - duel.win - duel.tie / 2)
        one_before = one_before * (1 - loses) + none_before * loses
        none_before *= 1 - loses
    first, second = PRIZES
    return first * none_before + second * one_before


_duel = lru_cache(4_096)(odds)


class _Field:
    """A run as a seat sees it: its own routes, and what its rivals may do. What it works out it remembers."""

    def __init__(self, state: RailwayRivals, run: Run, seat: Seat, as_at_first: bool) -> None:
        self.state, self.run, self.seat, self._as_at_first = state, run, seat, as_at_first
        self._trips: dict[tuple[Seat, frozenset[Seat]], tuple[Trip, ...]] = {}
        self._alone: dict[Seat, float] = {}
        self._entries: dict[Seat, tuple[tuple[int, float], ...]] = {}

    def hours(self, found: Trip) -> int:
        return sum(movement(self.state.chart, found.way.hexes))

    def trips(self, seat: Seat, spared: frozenset[Seat] = frozenset()) -> tuple[Trip, ...]:
        """The routes a seat can take with its own train, the quickest first."""
        if (seat, spared) not in self._trips:
            self._trips[seat, spared] = tuple(candidates(self.state, self.run, (seat,), spared))
        return self._trips[seat, spared]

    def rivals(self, *but: Seat, known: Mapping[Seat, int] | None = None) -> list[tuple[int, float]]:
        """The lengths of the others' ways, each with the likelihood that they enter; ``known`` do for certain."""
        found = [(hours, 1.0) for hours in (known or {}).values()]
        for seat in self.state.everyone:
            if seat not in but and seat not in (known or {}):
                found += self._quickest(seat) if self._as_at_first else self._entry(seat)
        return found

    def _quickest(self, seat: Seat) -> list[tuple[int, float]]:
        """The length of a seat's quickest way, and that it probably enters; nothing where it can't."""
        return [(self.hours(found), _ENTERS) for found in self.trips(seat)[:1]]

    def _entry(self, seat: Seat) -> tuple[tuple[int, float], ...]:
        """The length of the way by which a seat gains most, and how likely it enters; nothing where it can't."""
        if seat not in self._entries:
            rivals = [theirs for other in self.state.everyone if other != seat for theirs in self._quickest(other)]
            ways = [(self.hours(found), found.total) for found in self.trips(seat)]
            gains = [(prospect(hours, rivals) - fees, -hours) for hours, fees in ways]
            best = nlargest(1, gains)
            self._entries[seat] = tuple((-hours, _GAINS if gain > 0 else _LOSES) for gain, hours in best)
        return self._entries[seat]

    def worth(self, hours: int, fees: int, known: Mapping[Seat, int] | None = None) -> float:
        return prospect(hours, self.rivals(self.seat, known=known)) - fees

    def gain(self, found: Trip) -> float:
        """The gold that a way brings its seat; of two players, less what the other gains by that."""
        own = self.worth(self.hours(found), found.total)
        is_duel = self.state.seats == DUEL and not self._as_at_first
        return own - self._given(found) if is_duel else own

    def _given(self, found: Trip) -> float:
        """The fees that a way pays the only rival, less what the rival’s own train then loses of its prize."""
        mine = (self.hours(found), 1.0)
        lost = 0.0
        for hours, enters in self.rivals(self.seat):
            lost += enters * (prospect(hours, ()) - prospect(hours, (mine,)))
        return found.total - lost

    def alone(self, seat: Seat) -> float:
        """The gain of a seat without a deal; at least nothing, since it may stay out."""
        if seat not in self._alone:
            rivals = self.rivals(seat)
            gains = [prospect(self.hours(found), rivals) - found.total for found in self.trips(seat)]
            self._alone[seat] = max(0.0, *gains) if gains else 0.0
        return self._alone[seat]

    def is_fair(self, partner: Seat, mine: float, theirs: float) -> bool:
        """Whether a deal helps its seat more than it hurts it that a rival gains, in full if that one leads."""
        if self._as_at_first:
            return True
        gold = self.state.gold
        leads = gold[partner] == max(gold.values()) > gold[self.seat]
        weight = 1.0 if leads else 1 / (self.state.seats - 1)
        return mine - self.alone(self.seat) >= weight * (theirs - self.alone(partner))

    def joint(self, partner: Seat, route: Route) -> float:
        """Half of what one train of both gains, if either does better than alone."""
        train = (self.seat, partner)
        found = trip(self.state, self.run, train, route)
        prize = prospect(self.hours(found), self.rivals(*train)) / 2
        gains = {seat: prize - share(self.state, train, seat, found.total) for seat in train}
        if any(gains[seat] < self.alone(seat) + _GAIN for seat in train):
            return _UNWANTED
        return gains[self.seat] if self.is_fair(partner, gains[self.seat], gains[partner]) else _UNWANTED

    def exchange(self, partner: Seat, route: Route) -> float:
        """If the partner takes its quickest route in return, and either does better than alone."""
        mine = trip(self.state, self.run, (self.seat,), route, frozenset((partner,)))
        trips = self.trips(partner, frozenset((self.seat,)))
        if not trips:
            return _UNWANTED
        theirs = trips[0]
        difference = mine.fees.get(partner, 0) - theirs.fees.get(self.seat, 0)
        my_fees = mine.total - theirs.fees.get(self.seat, 0)
        their_fees = theirs.total - mine.fees.get(partner, 0)
        gold = self.state.gold
        if abs(difference) > LIMIT or my_fees > gold[self.seat] or their_fees > gold[partner]:
            return _UNWANTED
        gains = self.worth(self.hours(mine), my_fees, {partner: self.hours(theirs)})
        others = self.rivals(partner, known={self.seat: self.hours(mine)})
        returns = prospect(self.hours(theirs), others) - their_fees
        if gains < self.alone(self.seat) + _GAIN or returns < self.alone(partner) + _GAIN:
            return _UNWANTED
        return gains if self.is_fair(partner, gains, returns) else _UNWANTED


_seen_last: tuple[RailwayRivals, dict[tuple[str, Seat, bool], _Field]] | None = None
"""The state seen last: every offer of a question is valued in turn. Swapped as a whole, so threads may share it.

What others said changes nothing in it: a field knows track and gold alone.
"""


def _field(state: RailwayRivals, run: Run, seat: Seat, as_at_first: bool) -> _Field:
    global _seen_last
    if _seen_last is None or not _alike(_seen_last[0], state):
        _seen_last = (state, {})
    key = str(run), seat, as_at_first
    return _seen_last[1].setdefault(key, _Field(state, run, seat, as_at_first))


def _alike(one: RailwayRivals, other: RailwayRivals) -> bool:
    """Whether trains run alike and pay alike in both."""
    if one is other:
        return True
    same_map = one.options == other.options and one.seats == other.seats
    return same_map and one.gold == other.gold and one.roller == other.roller and one.track == other.track


def _accepting(field: _Field, at: Desktop, offer: Offer, route: Route) -> float:
    """Rate accepting an offer by what it brings; a rival that is refused may still run against one."""
    if offer.joint:
        train = (offer.seat, field.seat)
        found = trip(field.state, field.run, train, route)
        prize = prospect(field.hours(found), field.rivals(*train)) / 2
        gain, returns = (prize - share(field.state, train, seat, found.total) for seat in (field.seat, offer.seat))
        return gain if field.is_fair(offer.seat, gain, returns) else _UNWANTED
    mine = exchanged(field.state, at, offer, route)
    spared = frozenset((field.seat,))
    theirs = trip(field.state, field.run, (offer.seat,), offer.route, spared)
    paid = mine.total - offer.fees.get(field.seat, 0)
    gain = field.worth(field.hours(mine), paid, {offer.seat: field.hours(theirs)})
    others = field.rivals(offer.seat, known={field.seat: field.hours(mine)})
    returns = prospect(field.hours(theirs), others) - (theirs.total - mine.fees.get(offer.seat, 0))
    return gain if field.is_fair(offer.seat, gain, returns) else _UNWANTED


def _in_hand(state: RailwayRivals, at: Desktop, fees: int) -> float:
    """A factor for the risk that gold promised for the other run is missing in this one. (ruling 75)"""
    promised = sum(sum(answer.fees.values()) for answer in at.desk.answers if answer is not None)
    return 1.0 if fees + promised <= state.gold[at.seat] else 0.3
