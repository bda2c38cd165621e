"""Narration of the set-up and of building."""

from collections.abc import Mapping

from engine.core import NO_NARRATION, Event, NameOfSeat, Narration, Seat, count_noun, join_words
from engine.games.railway_rivals.game_data.constants import BUILDING_POINT, OPERATING_ALLOWANCE, join_rolls
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.building_stage_turns import max_turns_left
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.hindrance import Hindrance
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.phases import Building, Starting, Voting
from engine.games.railway_rivals.state.state import RailwayRivals


def status_line(state: RailwayRivals) -> str:
    """The status line in the set-up or the building stage; empty in the operating stage."""
    towns = (
        f"{count_noun(len(state.unreached_towns), 'town')} left to reach"
        if state.unreached_towns
        else "all towns reached"
    )
    match state.flow[-1]:
        case Starting():
            return "Setup · start towns"
        case Building() if state.operating:
            return f"Building after race {len(state.races)}"
        case Building():
            return f"Turn {state.turn}{_turns_to_come_text(state)} · building, {towns}"
        case Voting():
            return f"After Turn {state.turn} · vote on ending the building stage, {towns}"
        case _:
            return ""


def _turns_to_come_text(state: RailwayRivals) -> str:
    """Tell how many turns follow once the end is declared: “, at most 2 more to come”, or “, the last”."""
    most = max_turns_left(state)
    if not most:
        return ", the last"
    return "" if state.turns_left is None else f", at most {most} more to come"


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """The narration of an event of the set-up or of building; nothing for others."""
    match event:
        case e.OrderDrawn(order=order):
            clause = "chooses a start town first"
            return Narration(f"{name(order[0])} {clause}, then {join_words(tuple(map(name, order[1:])))}.", clause)
        case e.StartChosen(seat=seat, name=town):
            return Narration(f"{name(seat)} started in {town}.", f"started in {town}")
        case e.DieRolled():
            return Narration(_roll_sentence(event, name))
        case e.TrackBuilt(seat=seat, path=path, towns=towns, left=left):
            rest = f" ({left} left to spend)" if left else ""
            sentence = f"{name(seat)} built track {path_text(path, towns)} {_spending_text(event, name)}{rest}."
            return Narration(sentence, build_clause(event, name))
        case e.TownReached(seat=seat, name=town, bonus=bonus):
            received = f"+{bonus} gold" if bonus else "no bonus in the operating stage"
            return Narration(f"{name(seat)} reached {town} first: {received}.")
        case e.PlaceConnected(seat=seat, name=place, first=None):
            return Narration(f"{name(seat)} connected to {place}.")
        case e.PlaceConnected(seat=seat, name=place, first=first):
            return Narration(f"{name(seat)} reached {place} after {name(Seat(first or 0))}: no bonus.")
        case _:
            return _narrate_plan(event, name)


def _roll_sentence(event: e.DieRolled, name: NameOfSeat) -> str:
    """The roll, and what each player may spend: building points, or gold once races are run."""
    roll_text = f"{name(event.seat)} rolled {join_rolls(event.rolls)}"
    if event.races:
        most = join_rolls([roll + OPERATING_ALLOWANCE for roll in event.rolls])
        allowed = f"{most} gold (the roll plus {OPERATING_ALLOWANCE})"
        return f"{roll_text} for the next building. Everyone may spend up to {allowed}."
    if len(event.rolls) == 1:
        return f"Turn {event.turn}: {roll_text}. Everyone may spend {count_noun(event.rolls[0], BUILDING_POINT)}."
    return f"From Turn {event.turn} on: {roll_text}, and builds first in Turn {event.turn}."


def _narrate_plan(event: Event, name: NameOfSeat) -> Narration:
    match event:
        case e.BuildingPlanned(path=path, towns=towns, only=only):
            condition = f", but only if you would be first in {only}" if only else ""
            return Narration(f"You planned track {path_text(path, towns)}{condition}.")
        case e.PlanForgotten(path=path, towns=towns):
            return Narration(f"You cleared your plan for track {path_text(path, towns)}.")
        case e.LimitSaid(gold=gold):
            return Narration(limit_sentence(gold))
        case e.PlanSkipped(path=path, towns=towns):
            words = f"Your plan for track {path_text(path, towns)} was skipped: {skip_clause(event)}."
            return Narration(words, "went no further")
        case e.CapitalLost(seat=seat, gold=gold):
            return Narration(f"{name(seat)} left {count_noun(gold, BUILDING_POINT)} unspent.")
        case _:
            return _narrate_end(event, name)


def skip_clause(event: e.PlanSkipped) -> str:
    """“K12 to K13 pays rivals 1 gold, and you have 0”."""
    return event.why if isinstance(event.why, str) else _hindrance_clause(event.why, event.seat)


def _hindrance_clause(hindrance: Hindrance, seat: Seat) -> str:
    a, b = hindrance.step or ("", "")
    match hindrance.key:
        case "late":
            who_is_there = "you are" if hindrance.first == seat else "a rival is"
            return f"{who_is_there} already in {hindrance.town}, and you planned it only if you would be first"
        case "apart":
            return f"your track doesn’t lead to {a}"
        case "limit":
            return f"{a} to {b} now pays rivals {hindrance.cost} gold, more than you allowed"
        case "allowance":
            return f"{a} to {b} costs {hindrance.cost} gold including payments; you can spend {hindrance.most}"
        case "points":
            return f"{a} to {b} costs {hindrance.cost}, and you have {count_noun(hindrance.most, BUILDING_POINT)} left"
        case "gold":
            return f"{a} to {b} pays rivals {hindrance.cost} gold, and you have {hindrance.most}"


def _narrate_end(event: Event, name: NameOfSeat) -> Narration:
    match event:
        case e.EndDeclared(seat=seat, turns=turns):
            more = f"at most {count_noun(turns, 'more turn')}"
            ends = f"the building stage ends after {more}"
            if seat is None:
                return Narration(f"No one reached the last town: {ends}.", f"The end is declared: {more}")
            return Narration(f"{name(seat)} declared that {ends}.", f"declared the end: {more}")
        case e.VoteCast(seat=seat, end=end):
            return Narration(f"{name(seat)} voted to {'end the building stage' if end else 'continue building'}.")
        case e.VoteTaken(end=end):
            return Narration("The building stage ends by vote." if end else "The vote failed: building continues.")
        case e.BuildingEnded(names=names):
            unreached_text = f": {join_words(names)} {'has' if len(names) == 1 else 'have'} no track" if names else ""
            over = "The building stage is over"
            return Narration(f"{over}{unreached_text}. The operating stage begins.", over)
        case _:
            return NO_NARRATION


def limit_sentence(gold: int) -> str:
    """The sentence about how much more than planned the player's plans may pay."""
    more = f"up to {gold} gold more than planned" if gold else "no more than planned"
    return f"Your plans may pay rivals {more}."


def path_text(path: Branches, towns: Mapping[Hex, str]) -> str:
    """“from Penrith to D12 (C11-C12-D12) and from C9 to B9”: where each line begins and ends, and its hexes."""
    return join_words([_line_text(line, towns) for line in path.lines])


def _line_text(line: tuple[Hex, ...], towns: Mapping[Hex, str]) -> str:
    ends = [towns.get(hex, hex) for hex in (line[0], line[-1])]
    is_plain = len(line) == len(ends) and ends == list(line)
    return f"from {ends[0]} to {ends[1]}" + ("" if is_plain else f" ({'-'.join(line)})")


def _spending_text(event: e.TrackBuilt, name: NameOfSeat) -> str:
    """“for 4 building points and paid 5 gold to Ben”; in the operating stage “for 4 gold …”."""
    cost = f"for {event.cost} gold" if event.own else f"for {count_noun(event.cost, BUILDING_POINT)}"
    paid = join_words([f"{fee} gold to {name(Seat(rival))}" for rival, fee in event.paid.items()])
    return f"{cost} and paid {paid}" if paid else cost


def build_clause(event: e.TrackBuilt, name: NameOfSeat, runs: Mapping[Hex, str] | None = None) -> str:
    """“built into Derby for 4, paid Ben 15”; ``runs`` are the special runs by hex, if the caller knows them.

    The event itself names only towns.
    """
    words = f"built {goal_text(event.path, event.towns, runs or {})} for {event.cost}"
    return f"{words}, paid {payments_text(event.paid, name)}" if event.paid else words


def goal_text(path: Branches, towns: Mapping[Hex, str], runs: Mapping[Hex, str]) -> str:
    """“into Derby”, or “to K13”: the end of the last line, and towns on the way."""
    ends = [line[-1] for line in path.lines]
    through = [hex for line in path.lines for hex in line[1:-1]]
    if towns_reached := [towns[hex] for hex in dict.fromkeys((*through, *ends)) if hex in towns]:
        return f"into {join_words(towns_reached)}"
    return f"to {join_words(tuple(dict.fromkeys(runs.get(hex, hex) for hex in ends)))}"


def payments_text(payments: Mapping[Seat, int], name: NameOfSeat) -> str:
    """“Ben 15 and Cleo 2”."""
    return join_words(tuple(f"{name(Seat(seat))} {gold}" for seat, gold in sorted(payments.items())))
