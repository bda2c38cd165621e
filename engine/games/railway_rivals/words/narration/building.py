"""What happened in the set-up and in building, in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.box.figures import OPERATING_ALLOWANCE, POINT
from engine.games.railway_rivals.phases import Building, Starting, Voting
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals


def headline(state: RailwayRivals) -> str:
    """Of a phase of this half; empty for others."""
    towns = counted(len(state.unreached), "town") + " left"
    match state.flow[-1]:
        case Starting():
            return "Setting up · start towns"
        case Building() if state.operating:
            return f"Building after race {len(state.races)}"
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
        case e.DieRolled(seat=seat, rolls=(roll,), races=races) if races:
            most = f"die {roll} + {OPERATING_ALLOWANCE} = {roll + OPERATING_ALLOWANCE} gold of your own"
            return f"Building after race {races}: {name(seat)} rolled; everybody may spend {most}."
        case e.DieRolled(seat=seat, rolls=rolls, races=races) if races:
            most = listed([str(roll + OPERATING_ALLOWANCE) for roll in rolls])
            return f"Building after race {races}: {name(seat)} rolled; everybody may spend {most} gold of your own."
        case e.DieRolled(seat=seat, turn=turn, rolls=(roll,)):
            return f"Turn {turn}: {name(seat)} rolled {roll}; everybody may spend {counted(roll, POINT)}."
        case e.DieRolled(seat=seat, turn=turn, rolls=rolls):
            return f"From Turn {turn}: the rolls are {listed(tuple(map(str, rolls)))}; {name(seat)} builds first."
        case e.TrackBuilt(seat=seat, path=path, towns=towns, left=left):
            return f"{name(seat)} built {path_words(path, towns)} for {_spent(event, name)}; {left} left to spend."
        case e.TownReached(seat=seat, name=town, bonus=bonus):
            received = f" and received {bonus} gold" if bonus else ""
            return f"{name(seat)} reached {town} first{received}."
        case e.PlaceConnected(seat=seat, name=place, first=None):
            return f"{name(seat)} is connected to {place} now."
        case e.PlaceConnected(seat=seat, name=place, first=first):
            return f"{name(seat)} reached {place} too, where {name(Seat(first or 0))} was first: no bonus."
        case e.BuildingPlanned(path=path, towns=towns):
            return f"You planned {path_words(path, towns)}."
        case e.PlanForgotten(path=path, towns=towns):
            return f"You took back your plan {path_words(path, towns)}."
        case e.LimitSaid(gold=gold):
            return f"Your plans may pay up to {gold} gold more to rivals than was foreseen."
        case e.PlanSkipped(seat=seat, path=path, why=why, towns=towns, to=to):
            whose = "Your" if to else f"{name(seat)}’s"  # stored before it was told to its seat alone
            return f"{whose} plan {path_words(path, towns)} was skipped: {why}."
        case e.CapitalLost(seat=seat, gold=gold):
            return f"{name(seat)} left {counted(gold, POINT)} unspent."
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


def path_words(path: Branches, towns: Mapping[Hex, str]) -> str:
    """“from Penrith to D12 (C11-C12-D12), and from C9 to B9”: where each line begins and ends, and its hexes."""
    return ", and ".join(_line_words(line, towns) for line in path.lines)


def _line_words(line: tuple[Hex, ...], towns: Mapping[Hex, str]) -> str:
    ends = [towns.get(hex, hex) for hex in (line[0], line[-1])]
    plain = len(line) == len(ends) and ends == list(line)
    return f"from {ends[0]} to {ends[1]}" + ("" if plain else f" ({'-'.join(line)})")


def _spent(event: e.TrackBuilt, name: Name) -> str:
    """“4 building points and 5 gold to Ben”; of one's own gold: “4 gold and 5 gold to Ben”."""
    cost = f"{event.cost} gold" if event.own else counted(event.cost, POINT)
    return listed((cost, *(f"{fee} gold to {name(Seat(rival))}" for rival, fee in event.paid.items())))
