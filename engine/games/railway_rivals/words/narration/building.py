"""The words for events of the set-up and of building."""

from collections.abc import Mapping

from engine.core import UNTOLD, Event, Name, Seat, Told, counted, listed
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.box.figures import OPERATING_ALLOWANCE, POINT, in_order
from engine.games.railway_rivals.rules.turns import turns_at_most
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.hindrance import Hindrance
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.phases import Building, Starting, Voting
from engine.games.railway_rivals.state.state import RailwayRivals


def headline(state: RailwayRivals) -> str:
    """Tell where the game stands in the set-up or the building stage; empty in the operating stage."""
    towns = f"{counted(len(state.unreached), 'town')} not reached" if state.unreached else "all towns reached"
    match state.flow[-1]:
        case Starting():
            return "Setup · start towns"
        case Building() if state.operating:
            return f"Building after race {len(state.races)}"
        case Building():
            return f"Turn {state.turn}{_to_come(state)} · building, {towns}"
        case Voting():
            return f"After Turn {state.turn} · vote on ending the building stage, {towns}"
        case _:
            return ""


def _to_come(state: RailwayRivals) -> str:
    """Tell how many turns follow once the end is declared: “, at most 2 more to come”, or “, the last”."""
    most = turns_at_most(state)
    if not most:
        return ", the last"
    return "" if state.turns_left is None else f", at most {most} more to come"


def tell(event: Event, name: Name) -> Told:
    """Tell an event of the set-up or of building; nothing for others."""
    match event:
        case e.OrderDrawn(order=order):
            did = "chooses a start town first"
            return Told(f"{name(order[0])} {did}, then {listed(tuple(map(name, order[1:])))}.", did)
        case e.StartChosen(seat=seat, name=town):
            return Told(f"{name(seat)} started in {town}.", f"started in {town}")
        case e.DieRolled():
            return Told(_rolled(event, name))
        case e.TrackBuilt(seat=seat, path=path, towns=towns, left=left):
            rest = f"{left or 'none'} left to spend"
            sentence = f"{name(seat)} built track {path_words(path, towns)} {_spent(event, name)}: {rest}."
            return Told(sentence, built_words(event, name))
        case e.TownReached(seat=seat, name=town, bonus=bonus):
            received = f"+{bonus} gold" if bonus else "no bonus in the operating stage"
            return Told(f"{name(seat)} reached {town} first: {received}.")
        case e.PlaceConnected(seat=seat, name=place, first=None):
            return Told(f"{name(seat)} connected to {place}.")
        case e.PlaceConnected(seat=seat, name=place, first=first):
            return Told(f"{name(seat)} reached {place} after {name(Seat(first or 0))}: no bonus.")
        case _:
            return _tell_plan(event, name)


def _rolled(event: e.DieRolled, name: Name) -> str:
    """The roll, and what each player may spend: building points, or gold once races are run."""
    rolled = f"{name(event.seat)} rolled {in_order(event.rolls)}"
    if event.races:
        most = in_order([roll + OPERATING_ALLOWANCE for roll in event.rolls])
        allowed = f"{most} gold (the roll plus {OPERATING_ALLOWANCE})"
        return f"{rolled} for the next building. Everyone may spend up to {allowed}."
    if len(event.rolls) == 1:
        return f"Turn {event.turn}: {rolled}. Everyone may spend {counted(event.rolls[0], POINT)}."
    return f"From Turn {event.turn} on: {rolled}, and builds first in Turn {event.turn}."


def _tell_plan(event: Event, name: Name) -> Told:
    match event:
        case e.BuildingPlanned(path=path, towns=towns, only=only):
            condition = f", but only if you would be first in {only}" if only else ""
            return Told(f"You planned track {path_words(path, towns)}{condition}.")
        case e.PlanForgotten(path=path, towns=towns):
            return Told(f"You cleared your plan for track {path_words(path, towns)}.")
        case e.LimitSaid(gold=gold):
            return Told(limit_words(gold))
        case e.PlanSkipped(path=path, towns=towns):
            words = f"Your plan for track {path_words(path, towns)} was skipped: {skip_clause(event)}."
            return Told(words, "went no further")
        case e.CapitalLost(seat=seat, gold=gold):
            return Told(f"{name(seat)} left {counted(gold, POINT)} unspent.")
        case _:
            return _tell_end(event, name)


def skip_clause(skipped: e.PlanSkipped) -> str:
    """“K12 to K13 pays rivals 1 gold, and you have 0”."""
    return skipped.why if isinstance(skipped.why, str) else _hindrance(skipped.why, skipped.seat)


def _hindrance(why: Hindrance, seat: Seat) -> str:
    a, b = why.step or ("", "")
    match why.key:
        case "late":
            there = "you are" if why.first == seat else "a rival is"
            return f"{there} already in {why.town}, and you planned it only if you would be first"
        case "apart":
            return f"your track doesn’t lead to {a}"
        case "limit":
            return f"{a} to {b} now pays rivals {why.cost} gold, more than you allowed"
        case "allowance":
            return f"{a} to {b} costs {why.cost} gold including payments; you can spend {why.most}"
        case "points":
            return f"{a} to {b} costs {why.cost}, and you have {counted(why.most, POINT)} left"
        case "gold":
            return f"{a} to {b} pays rivals {why.cost} gold, and you have {why.most}"


def _tell_end(event: Event, name: Name) -> Told:
    match event:
        case e.EndDeclared(seat=seat, turns=turns):
            more = f"at most {counted(turns, 'more turn')}"
            ends = f"the building stage ends after {more}"
            if seat is None:
                return Told(f"No one reached the last town: {ends}.", f"The end is declared: {more}")
            return Told(f"{name(seat)} declared that {ends}.", f"declared the end: {more}")
        case e.VoteCast(seat=seat, end=end):
            return Told(f"{name(seat)} voted to {'end the building stage' if end else 'continue building'}.")
        case e.VoteTaken(end=end):
            return Told("The building stage ends by vote." if end else "The vote failed: building continues.")
        case e.BuildingEnded(names=names):
            left = f": {listed(names)} {'has' if len(names) == 1 else 'have'} no track" if names else ""
            over = "The building stage is over"
            return Told(f"{over}{left}. The operating stage begins.", over)
        case _:
            return UNTOLD


def limit_words(gold: int) -> str:
    """Tell a player how much more than planned the player's plans may pay."""
    more = f"up to {gold} gold more than planned" if gold else "no more than planned"
    return f"Your plans may pay rivals {more}."


def path_words(path: Branches, towns: Mapping[Hex, str]) -> str:
    """“from Penrith to D12 (C11-C12-D12) and from C9 to B9”: where each line begins and ends, and its hexes."""
    return listed([_line_words(line, towns) for line in path.lines])


def _line_words(line: tuple[Hex, ...], towns: Mapping[Hex, str]) -> str:
    ends = [towns.get(hex, hex) for hex in (line[0], line[-1])]
    plain = len(line) == len(ends) and ends == list(line)
    return f"from {ends[0]} to {ends[1]}" + ("" if plain else f" ({'-'.join(line)})")


def _spent(event: e.TrackBuilt, name: Name) -> str:
    """“for 4 building points and paid 5 gold to Ben”; in the operating stage “for 4 gold …”."""
    cost = f"for {event.cost} gold" if event.own else f"for {counted(event.cost, POINT)}"
    paid = listed([f"{fee} gold to {name(Seat(rival))}" for rival, fee in event.paid.items()])
    return f"{cost} and paid {paid}" if paid else cost


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
