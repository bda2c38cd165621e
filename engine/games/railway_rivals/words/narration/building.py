"""What happened in the set-up and in building, in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.told import UNTOLD, Told
from engine.core.words import counted, listed
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.box.figures import OPERATING_ALLOWANCE, POINT
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.phases import Building, Starting, Voting
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


def tell(event: Event, name: Name) -> Told:
    """Of an event of this half; nothing for others."""
    match event:
        case e.OrderDrawn(order=order):
            did = "chooses a start town first"
            return Told(f"{name(order[0])} {did}, then {listed(tuple(map(name, order[1:])))}.", did)
        case e.StartChosen(seat=seat, name=town):
            return Told(f"{name(seat)} begins in {town}.", f"begins in {town}")
        case e.DieRolled():
            return Told(_rolled(event, name))
        case e.TrackBuilt(seat=seat, path=path, towns=towns, left=left):
            sentence = f"{name(seat)} built {path_words(path, towns)} for {_spent(event, name)}; {left} left to spend."
            return Told(sentence, built_words(event, name))
        case e.TownReached(seat=seat, name=town, bonus=bonus):
            received = f" and received {bonus} gold" if bonus else ""
            return Told(f"{name(seat)} reached {town} first{received}.")
        case e.PlaceConnected(seat=seat, name=place, first=None):
            return Told(f"{name(seat)} is connected to {place} now.")
        case e.PlaceConnected(seat=seat, name=place, first=first):
            return Told(f"{name(seat)} reached {place} too, where {name(Seat(first or 0))} was first: no bonus.")
        case _:
            return _tell_plan(event, name)


def _rolled(event: e.DieRolled, name: Name) -> str:
    """What everybody may build for, in gold once races are run."""
    who, rolls = name(event.seat), event.rolls
    if event.races:
        most = listed([str(roll + OPERATING_ALLOWANCE) for roll in rolls])
        if len(rolls) == 1:
            most = f"die {rolls[0]} + {OPERATING_ALLOWANCE} = {most}"
        return f"Building after race {event.races}: {who} rolled; everybody may spend {most} gold of your own."
    if len(rolls) == 1:
        return f"Turn {event.turn}: {who} rolled {rolls[0]}; everybody may spend {counted(rolls[0], POINT)}."
    return f"From Turn {event.turn}: the rolls are {listed(tuple(map(str, rolls)))}; {who} builds first."


def _tell_plan(event: Event, name: Name) -> Told:
    match event:
        case e.BuildingPlanned(path=path, towns=towns, only=only):
            condition = f", if nobody is in {only} before" if only else ""
            return Told(f"You planned {path_words(path, towns)}{condition}.")
        case e.PlanForgotten(path=path, towns=towns):
            return Told(f"You took back your plan {path_words(path, towns)}.")
        case e.LimitSaid(gold=gold):
            return Told(f"Your plans may pay up to {gold} gold more to rivals than was foreseen.")
        case e.PlanSkipped(seat=seat, path=path, why=why, towns=towns, to=to):
            whose = "Your" if to else f"{name(seat)}’s"  # stored before it was told to its seat alone
            return Told(f"{whose} plan {path_words(path, towns)} was skipped: {why}.", "went no further")
        case e.CapitalLost(seat=seat, gold=gold):
            return Told(f"{name(seat)} left {counted(gold, POINT)} unspent.")
        case _:
            return _tell_end(event, name)


def _tell_end(event: Event, name: Name) -> Told:
    match event:
        case e.EndDeclared(seat=seat, turns=turns):
            more = counted(turns, "more Turn")
            ends = f"the building stage ends after {more}"
            if seat is None:
                return Told(f"Nobody reached the last town: {ends}.", f"The end is declared: {more}")
            return Told(f"{name(seat)} declared that {ends}.", f"declared the end: {more}")
        case e.VoteCast(seat=seat, end=end):
            return Told(f"{name(seat)} voted {'to end' if end else 'to go on with'} the building stage.")
        case e.VoteTaken(end=end):
            return Told("The building stage ends by vote." if end else "The vote failed: building goes on.")
        case e.BuildingEnded(names=names):
            left = f"; {listed(names)} {'has' if len(names) == 1 else 'have'} no track" if names else ""
            over = "The building stage is over"
            return Told(f"{over}{left}. The operating stage begins.", over)
        case _:
            return UNTOLD


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


def built_words(event: e.TrackBuilt, name: Name, runs: Mapping[Hex, str] | None = None) -> str:
    """“built into Derby for 4, paid Ben 15”; ``runs`` are the special runs on the map by hex, where the teller knows.

    The event knows towns alone.
    """
    words = f"built {goal_words(event.path, event.towns, runs or {})} for {event.cost}"
    return f"{words}, paid {paid_words(event.paid, name)}" if event.paid else words


def goal_words(path: Branches, towns: Mapping[Hex, str], runs: Mapping[Hex, str]) -> str:
    """“into Derby”, or “to K13”: where the last line ends, and towns it came through on the way."""
    ends = [line[-1] for line in path.lines]
    through = [hex for line in path.lines for hex in line[1:-1]]
    if reached := [towns[hex] for hex in dict.fromkeys((*through, *ends)) if hex in towns]:
        return f"into {listed(reached)}"
    return f"to {listed(tuple(dict.fromkeys(runs.get(hex, hex) for hex in ends)))}"


def paid_words(paid: Mapping[Seat, int], name: Name) -> str:
    """“Ben 15 and Cleo 2”."""
    return listed(tuple(f"{name(Seat(seat))} {gold}" for seat, gold in sorted(paid.items())))
