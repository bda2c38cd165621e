"""Entering a run alone, or staying out of it. (R Runs; R Running Costs; rulings 67 to 78)"""

from collections.abc import Iterator

from engine.games.railway_rivals.rules.desktop import Desktop, answer_rule, decided, on_desks, open_desks, undecidable
from engine.games.railway_rivals.rules.trips import candidates, no_way, trip
from engine.games.railway_rivals.state.actions import Enter, Stay
from engine.games.railway_rivals.state.deals import Answer, said
from engine.games.railway_rivals.state.state import RailwayRivals

REST = "rest"
"""In place of a run: all about which a seat has not decided. (ruling 104)"""

_MANY = 2
"""So many undecided runs can be left alone in one move, where many are open at once."""


# -- with a train of one's own


def _routes(state: RailwayRivals, at: Desktop) -> Iterator[Enter]:
    """By up to five routes each. (ruling 78)"""
    for index in at.undecided:
        run = at.runs[index]
        for found in candidates(state, run, (at.seat,)):
            yield Enter(at.seat, str(run), found.route)


def _entered(state: RailwayRivals, at: Desktop, action: Enter) -> RailwayRivals:
    index = at.place(action.run)
    found = trip(state, at.runs[index], (at.seat,), action.route)
    return decided(state, at, index, Answer(action.route, found.fees))


def _no_entry(state: RailwayRivals, at: Desktop, action: Enter) -> str:
    wrong = undecidable(at, action)
    return wrong or no_way(state, at.run(action.run), (at.seat,), action.route)


def _fees(state: RailwayRivals, at: Desktop, action: Enter) -> int:
    return trip(state, at.run(action.run), (at.seat,), action.route).total


ENTER = answer_rule(Enter, _routes, _entered, _no_entry, _fees)


# -- without one


def _out(state: RailwayRivals, at: Desktop) -> Iterator[Stay]:
    yield from (Stay(at.seat, str(at.runs[index])) for index in at.undecided)
    if _may_rest(state, at):
        yield Stay(at.seat, REST)


def _may_rest(state: RailwayRivals, at: Desktop) -> bool:
    return state.together and len(at.undecided) >= _MANY


def _stayed(state: RailwayRivals, at: Desktop, action: Stay) -> RailwayRivals:
    """Out of one run, or of every one that the seat has not decided about. (ruling 67)"""
    *others, last = at.undecided if action.run == REST else (at.place(action.run),)
    for index in others:  # one answer is noticed once, however many runs it is about
        state = on_desks(state, said(open_desks(state), at.seat, index, Answer()))
    return decided(state, at, last, Answer())


def _no_stay(state: RailwayRivals, at: Desktop, action: Stay) -> str:
    if action.run == REST:
        return (
            "" if _may_rest(state, at) else "You can’t stay out of the rest together now. Stay out of each by number."
        )
    return undecidable(at, action)


STAY = answer_rule(Stay, _out, _stayed, _no_stay)
