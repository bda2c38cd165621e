"""Moving the train: water and the die, engineers, dynamite, derailing. (RR Water; RR Engineer; rulings 36-46, 58-60)"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from sys import maxsize

from engine.core import Rule, Seat, counted, listed
from engine.games.railroader.box.board import Space, section
from engine.games.railroader.box.cards import ENGINEER as ENGINEER_CARD
from engine.games.railroader.box.cards import Kind, Waters, kind, value
from engine.games.railroader.box.figures import ENGINEER
from engine.games.railroader.rules import ambush
from engine.games.railroader.state import events
from engine.games.railroader.state.actions import Engineer, Move, Rerail, Roll, Stop
from engine.games.railroader.state.state import Railroad, RailRoader, Rolling, Turn

Stops = tuple[int, ...]
"""The spaces on which a train can be made to stop, the nearest first; those beyond the track mean that it derails."""


def _offers(state: RailRoader, turn: Turn) -> Iterator[Move | Roll | Stop | Engineer | Rerail]:
    railroad = state.railroads[turn.seat]
    if turn.rolling:
        yield from (Stop(turn.seat, space) for space in stops(state, turn.seat, turn.rolling))
    elif railroad.derailed:
        if not turn.still:
            yield Rerail(turn.seat)
    elif not turn.still and railroad.sections:
        if not turn.rolled:
            yield from _rolls(railroad, turn)
        if ENGINEER_CARD in railroad.hand:
            yield from (Engineer(turn.seat, space) for space in _alone(state, turn.seat))


def _rolls(railroad: Railroad, turn: Turn) -> Iterator[Move | Roll]:
    """All cards are named before the die is rolled; each is an action. (rulings 36, 39, 58)"""
    drivers = railroad.hand.count(ENGINEER_CARD)
    if railroad.dynamite is not None:
        yield from (Roll(turn.seat, engineers) for engineers in range(min(drivers, turn.left - 1) + 1))
        return
    waters = [value(card) for card in railroad.hand if kind(card) is Kind.WATER]
    for count in range(1, min(len(waters), turn.left) + 1):
        for chosen in sorted(set(combinations(sorted(waters), count))):
            for engineers in range(min(drivers, turn.left - count) + 1):
                yield Move(turn.seat, Waters(chosen), engineers)


def _alone(state: RailRoader, seat: Seat) -> Iterator[int]:
    """Spaces 1 or 2 away, on track, not beyond dynamite, not back into Junction City. (rulings 40, 59)"""
    railroad = state.railroads[seat]
    last = railroad.track if railroad.dynamite is None else railroad.dynamite
    for space in range(railroad.engine - ENGINEER, railroad.engine + ENGINEER + 1):
        if 1 <= space <= last and space != railroad.engine:
            yield space


def _played(state: RailRoader, turn: Turn, action: Move | Roll | Stop | Engineer | Rerail) -> RailRoader:
    seat = turn.seat
    match action:
        case Stop(space=space):
            assert turn.rolling is not None
            return _stopped(state.in_turn(rolling=None), seat, turn.rolling, space)
        case Rerail():
            state = state.alter(seat, derailed=False).in_turn(still=True)
            return state.spend(1).tell(events.Rerailed(seat))
        case Engineer(space=space):
            driven = state.from_hand(seat, ENGINEER_CARD).onto_pile(seat, ENGINEER_CARD).spend(1)
            start = state.railroads[seat].engine
            ground = state.board.space(seat, space)
            return _arrived(driven.tell(events.TrainMoved(seat, start, space, engineers=1, ground=ground)), seat, space)
        case Move(waters=waters, engineers=engineers):
            used = state.from_hand(seat, *waters.cards).onto_prairie(*waters.cards)
            return _rolled(used.spend(len(waters.values)), seat, waters.values, engineers)
        case Roll(engineers=engineers):
            return _rolled(state.spend(1), seat, (), engineers)


def _rolled(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> RailRoader:
    """The die; with engineers the player says afterwards where the train stops. (ruling 39)"""
    drivers = (ENGINEER_CARD,) * engineers
    driven = state.from_hand(seat, *drivers).onto_pile(seat, *drivers).spend(engineers)
    rolled, die = driven.in_turn(rolled=True).roll()
    rolling = Rolling(waters, die, engineers)
    if engineers:
        return rolled.in_turn(rolling=rolling).tell(events.TrainRolled(seat, waters, die, engineers))
    (space,) = stops(rolled, seat, rolling)
    return _stopped(rolled, seat, rolling, space)


def stops(state: RailRoader, seat: Seat, rolling: Rolling) -> Stops:
    """The spaces where the train can be made to stop; on those beyond the track it derails.

    (rulings 37, 39, 42, 43, 58)
    """
    (spaces,) = stops_after(state, seat, (rolling.total,), rolling.engineers)
    return spaces


def stops_after(state: RailRoader, seat: Seat, totals: Iterable[int], engineers: int) -> tuple[Stops, ...]:
    """The spaces where the train can be made to stop, for each total of water and die."""
    engine, driven = state.railroads[seat].engine, ENGINEER * engineers
    nearest, furthest = _limits(state, seat)
    found = list[Stops]()
    for total in totals:
        first = min(max(engine + total - driven, nearest), furthest)
        last = min(max(engine + total + driven, nearest), furthest)
        found.append(tuple(range(first, last + 1)))
    return tuple(found)


def _limits(state: RailRoader, seat: Seat) -> tuple[int, int]:
    """The nearest and the furthest space where a roll can take a train.

    Dynamite and the buffers stop it, and it does not go back into Junction City. (rulings 37, 42, 58)
    """
    railroad = state.railroads[seat]
    nearest = min(railroad.engine, 1)
    if railroad.dynamite is not None:
        return nearest, railroad.dynamite
    return nearest, state.board.last if railroad.sections == state.board.sections else maxsize


def _stopped(state: RailRoader, seat: Seat, rolling: Rolling, space: int) -> RailRoader:
    """A rolled move ends on a space, or beyond the track: then off the rails. (rulings 37, 38)"""
    railroad = state.railroads[seat]
    end = min(space, railroad.track)
    ground = state.board.space(seat, end) if space == end else Space.PLAIN
    rolled = rolling.waters, rolling.die, rolling.engineers
    moved = state.tell(events.TrainMoved(seat, railroad.engine, end, *rolled, ground))
    if space > railroad.track:
        off = moved.alter(seat, engine=end, derailed=True).in_turn(still=True)
        return off.tell(events.Derailed(seat, end, space - end))
    return _arrived(moved, seat, space)


def _arrived(state: RailRoader, seat: Seat, space: int) -> RailRoader:
    """The train stands on a space: what it finds there. (rulings 46, 47, 52, 59, 60, 82)"""
    railroad = state.railroads[seat]
    if space == railroad.engine:
        return state
    there = state.alter(seat, engine=space)
    if railroad.dynamite is not None and space == railroad.dynamite:
        there = there.alter(seat, dynamite=None).tell(events.DynamiteReached(seat, space))
    if section(space) == state.board.sections and section(railroad.engine) != state.board.sections:
        told = there if seat in state.arrived else there.tell(events.BuffaloCreekReached(seat, space))
        there = told.arrive(seat)
    return ambush.begin(there, seat) if state.board.space(seat, space) is Space.PURPLE else there


def _refusal(state: RailRoader, turn: Turn, action: Move | Roll | Engineer | Rerail | Stop) -> str:
    railroad = state.railroads[turn.seat]
    if turn.rolling:
        spaces = ", ".join(map(str, stops(state, turn.seat, turn.rolling)))
        return f"You must first choose where your train stops: {spaces}."
    if isinstance(action, Rerail):
        if railroad.derailed:
            return "Your train derailed this turn. You can re-rail it next turn."
        return "You can’t re-rail your train: it isn’t derailed."
    if isinstance(action, Stop):
        return "You can’t stop your train: it isn’t rolling. Move it first."
    if held := _held(turn, railroad):
        return held
    if isinstance(action, Engineer):
        return _no_engineer(state, turn)
    if turn.rolled:
        return "You can’t roll again: you can roll only once per turn."
    return _no_roll(railroad, turn, action)


def _held(turn: Turn, railroad: Railroad) -> str:
    """Why the train cannot move at all."""
    if railroad.derailed:
        return "You can’t move a derailed train. Re-rail it first, then move it the turn after."
    if railroad.cavalry is not None:
        ambushed = f"You can’t move: your train is ambushed on space {railroad.engine}"
        return f"{ambushed}. Wait for the cavalry, which is {_cavalry(railroad.cavalry)}."
    if turn.still:
        return "Your train can’t move again this turn. It can move next turn."
    return "" if railroad.sections else "You can’t move your train: you have no track yet. Build some first."


def _cavalry(space: int) -> str:
    """Tell where the cavalry is, in words."""
    return f"on space {space}" if space else "in Junction City"


def _no_engineer(state: RailRoader, turn: Turn) -> str:
    if ENGINEER_CARD not in state.railroads[turn.seat].hand:
        return "You have no engineer in your hand."
    spaces = listed([str(space) for space in _alone(state, turn.seat)], "or")
    if not spaces:
        return "An engineer can’t move your train: there is no track to move to."
    return f"An engineer can’t take your train there. Choose space {spaces}."


def _no_roll(railroad: Railroad, turn: Turn, action: Move | Roll) -> str:
    if isinstance(action, Roll):
        if railroad.dynamite is None:
            return "You can’t move by the die alone: there is no dynamite ahead of your train. Use Water cards."
    elif railroad.dynamite is not None:
        dynamite = f"there is dynamite on space {railroad.dynamite}"
        return (
            f"You can’t use Water cards: {dynamite}. Until you reach it, roll the die without them, or use engineers."
        )
    needed = action.engineers + (1 if isinstance(action, Roll) else len(action.waters.values))
    if needed > turn.left:
        return f"You can’t play that many cards: it takes {counted(needed, 'action')}, and you have {turn.left} left."
    drivers = railroad.hand.count(ENGINEER_CARD)
    if not 0 <= action.engineers <= drivers:
        return f"You can’t use {counted(action.engineers, 'engineer')}: you have {drivers or 'none'} in your hand."
    waters = [str(value(card)) for card in railroad.hand if kind(card) is Kind.WATER]
    if not waters:
        return "You have no Water cards in your hand."
    return f"You don’t have those Water cards. You have Water {listed(waters)}."


RULE = Rule((Move, Roll, Engineer, Rerail, Stop), _offers, _played, _refusal)
