"""What happened in the set-up and in building, in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railway_rivals import events as e
from engine.games.railway_rivals.paths import Branches
from engine.games.railway_rivals.phases import Building, Starting, Voting
from engine.games.railway_rivals.state import RailwayRivals

__all__ = ["headline", "narrate", "path_words"]


def headline(state: RailwayRivals) -> str:
    """Of a phase of this half; empty for others."""
    towns = counted(len(state.unreached), "town") + " left"
    match state.flow[-1]:
        case Starting():
            return "Setting up · start towns"
        case Building() if state.operating:
            return f"Building after run {len(state.races)}"
        case Building():
            end = "" if state.turns_left is None else ", the last" if not state.turns_left else f", {_more(state)}"
            return f"Turn {state.turn}{end} · building, {towns}"
        case Voting():
            return f"After Turn {state.turn} · vote on ending the building stage, {towns}"
        case _:
            return ""


def _more(state: RailwayRivals) -> str:
    return f"{counted(state.turns_left or 0, 'Turn')} to follow"


def narrate(event: Event, name: Name) -> str:
    """Of an event of this half; empty for others."""
    match event:
        case e.OrderDrawn(order=order):
            return f"{name(order[0])} chooses a start town first, then {listed(tuple(map(name, order[1:])))}."
        case e.StartChosen(seat=seat, name=town):
            return f"{name(seat)} begins in {town}."
        case e.DieRolled(seat=seat, turn=turn, rolls=(roll,)):
            return f"Turn {turn}: {name(seat)} rolled {roll}."
        case e.DieRolled(seat=seat, turn=turn, rolls=rolls):
            return f"From Turn {turn}: the rolls are {listed(tuple(map(str, rolls)))}; {name(seat)} builds first."
        case e.TrackBuilt(seat=seat, path=path, cost=cost, paid=paid, left=left):
            return f"{name(seat)} built {path_words(path)} for {cost} gold{_paid(paid, name)}; {left} left to spend."
        case e.TownReached(seat=seat, name=town, bonus=bonus):
            received = f" and received {bonus} gold" if bonus else ""
            return f"{name(seat)} reached {town} first{received}."
        case e.BuildingPlanned(path=path):
            return f"You planned {path_words(path)}."
        case e.PlanForgotten(path=path):
            return f"You took back your plan {path_words(path)}."
        case e.LimitSaid(gold=gold):
            return f"Your plans may pay up to {gold} gold more to rivals than was foreseen."
        case e.PlanSkipped(seat=seat, path=path, why=why):
            return f"{name(seat)}’s plan {path_words(path)} was skipped: {why}."
        case e.CapitalLost(seat=seat, gold=gold):
            return f"{name(seat)} left {gold} of the capital unspent."
        case _:
            return _narrate_end(event, name)


def _narrate_end(event: Event, name: Name) -> str:
    match event:
        case e.EndDeclared(seat=seat, turns=turns):
            ends = f"the building stage ends after {counted(turns, 'more Turn')}"
            return f"Nobody reached the last town: {ends}." if seat is None else f"{name(seat)} declared that {ends}."
        case e.VoteCast(seat=seat, end=end):
            return f"{name(seat)} voted {'to end' if end else 'to go on with'} the building stage."
        case e.VoteTaken(end=end):
            return "The building stage ends by vote." if end else "The vote failed: building goes on."
        case e.BuildingEnded(names=names):
            left = f"; {listed(names)} {'has' if len(names) == 1 else 'have'} no track" if names else ""
            return f"The building stage is over{left}. The operating stage begins."
        case _:
            return ""


def path_words(path: Branches) -> str:
    """“K12 to K15 by K13 and K14, and C9 to B9”: where each line begins and ends, and the hexes between."""
    return ", and ".join(map(_line_words, path.lines))


def _line_words(line: tuple[str, ...]) -> str:
    between = f" by {listed(line[1:-1])}" if line[1:-1] else ""
    return f"{line[0]} to {line[-1]}{between}"


def _paid(paid: Mapping[Seat, int], name: Name) -> str:
    return f" and paid {listed(tuple(f'{gold} to {name(rival)}' for rival, gold in paid.items()))}" if paid else ""
