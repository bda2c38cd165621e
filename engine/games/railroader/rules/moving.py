"""Train moves, dynamite, and derailing. (RR Water; RR Engineer; rulings 36-46, 58-60)"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from sys import maxsize

from engine.core import Rule, Seat, count_noun, join_words
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import ENGINEER as ENGINEER_CARD
from engine.games.railroader.game_data.cards import Kind, Waters, kind_of, value_of
from engine.games.railroader.game_data.constants import DIE_FACES, SPACES_PER_ENGINEER
from engine.games.railroader.rules import ambush
from engine.games.railroader.state import events
from engine.games.railroader.state.actions import Engineer, Move, Rerail, Roll, Stop
from engine.games.railroader.state.state import Railroad, RailRoader, Rolling, Turn

StopSpaces = tuple[int, ...]
"""The spaces on which a train can stop, in order.

On spaces beyond its track, it derails.
"""


def _offers(state: RailRoader, turn: Turn) -> Iterator[Move | Roll | Stop | Engineer | Rerail]:
    railroad = state.railroads[turn.seat]
    if turn.rolling:
        yield from (Stop(turn.seat, space) for space in stop_spaces(state, turn.seat, turn.rolling))
    elif railroad.derailed:
        if not turn.still:
            yield Rerail(turn.seat)
    elif not turn.still and railroad.sections:
        if not turn.rolled:
            yield from _roll_offers(railroad, turn)
        if ENGINEER_CARD in railroad.hand:
            yield from (Engineer(turn.seat, space) for space in _engineer_spaces(state, turn.seat))


def _roll_offers(railroad: Railroad, turn: Turn) -> Iterator[Move | Roll]:
    """Yield all rolls, with every choice of Water cards and engineers. (rulings 36, 39, 58)"""
    drivers = railroad.hand.count(ENGINEER_CARD)
    if railroad.dynamite is not None:
        yield from (Roll(turn.seat, engineers) for engineers in range(min(drivers, turn.left - 1) + 1))
        return
    waters = [value_of(card) for card in railroad.hand if kind_of(card) is Kind.WATER]
    for count in range(1, min(len(waters), turn.left) + 1):
        for values in sorted(set(combinations(sorted(waters), count))):
            for engineers in range(min(drivers, turn.left - count) + 1):
                yield Move(turn.seat, Waters(values), engineers)


def _engineer_spaces(state: RailRoader, seat: Seat) -> Iterator[int]:
    """The spaces to which an engineer alone can move a train. (rulings 40, 59)

    The train can't go beyond dynamite or back into Junction City.
    """
    railroad = state.railroads[seat]
    last = railroad.last_track_space if railroad.dynamite is None else railroad.dynamite
    for space in range(railroad.engine - SPACES_PER_ENGINEER, railroad.engine + SPACES_PER_ENGINEER + 1):
        if 1 <= space <= last and space != railroad.engine:
            yield space


def _apply(state: RailRoader, turn: Turn, action: Move | Roll | Stop | Engineer | Rerail) -> RailRoader:
    seat = turn.seat
    match action:
        case Stop(space=space):
            assert turn.rolling is not None
            return _stop_train(state.update_turn(rolling=None), seat, turn.rolling, space)
        case Rerail():
            state = state.update_railroad(seat, derailed=False).update_turn(still=True)
            return state.spend_actions(1).emit(events.Rerailed(seat))
        case Engineer(space=space):
            start, ground = state.railroads[seat].engine, state.board.space_kind(seat, space)
            after = state.remove_from_hand(seat, ENGINEER_CARD).add_to_discards(seat, ENGINEER_CARD).spend_actions(1)
            event = events.TrainMoved(seat, start, space, engineers=1, ground=ground)
            return _arrive_on_space(after.emit(event), seat, space)
        case Move(waters=waters, engineers=engineers):
            after_waters = state.remove_from_hand(seat, *waters.cards).add_to_prairie(*waters.cards)
            return _roll_train(after_waters.spend_actions(len(waters.values)), seat, waters.values, engineers)
        case Roll(engineers=engineers):
            return _roll_train(state.spend_actions(1), seat, (), engineers)


def _roll_train(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> RailRoader:
    """Roll the die and move the train; with engineers, its player stops it later. (ruling 39)"""
    drivers = (ENGINEER_CARD,) * engineers
    after_engineers = state.remove_from_hand(seat, *drivers).add_to_discards(seat, *drivers).spend_actions(engineers)
    after_roll, die = after_engineers.update_turn(rolled=True).roll_die()
    rolling = Rolling(waters, die, engineers)
    if engineers:
        return after_roll.update_turn(rolling=rolling).emit(events.TrainRolled(seat, waters, die, engineers))
    (space,) = stop_spaces(after_roll, seat, rolling)
    return _stop_train(after_roll, seat, rolling, space)


def stop_spaces(state: RailRoader, seat: Seat, rolling: Rolling) -> StopSpaces:
    """The spaces on which the train can stop after a roll. (rulings 37, 39, 42, 43, 58)"""
    (spaces,) = _stop_spaces_by_total(state, seat, (rolling.total,), rolling.engineers)
    return spaces


def _stop_spaces_by_total(
    state: RailRoader, seat: Seat, totals: Iterable[int], engineers: int
) -> tuple[StopSpaces, ...]:
    """The spaces on which the train can stop, for each sum of Water cards and die."""
    engine, reach_of_engineers = state.railroads[seat].engine, SPACES_PER_ENGINEER * engineers
    nearest, furthest = _stop_limits(state, seat)
    spaces_by_total = list[StopSpaces]()
    for total in totals:
        first = min(max(engine + total - reach_of_engineers, nearest), furthest)
        last = min(max(engine + total + reach_of_engineers, nearest), furthest)
        spaces_by_total.append(tuple(range(first, last + 1)))
    return tuple(spaces_by_total)


def reachable_spaces(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> tuple[StopSpaces, ...]:
    """Return the spaces on which the train can stop, for each die roll from 1 to 6."""
    water = sum(waters)
    return _stop_spaces_by_total(state, seat, range(water + 1, water + DIE_FACES + 1), engineers)


def derailing_rolls(state: RailRoader, seat: Seat, spaces_by_roll: tuple[StopSpaces, ...]) -> tuple[int, ...]:
    """Return the die rolls with which the train can only derail.

    ``spaces_by_roll`` comes from ``reachable_spaces``.
    """
    track = state.railroads[seat].last_track_space
    return tuple(die for die, spaces in enumerate(spaces_by_roll, 1) if min(spaces) > track)


def _stop_limits(state: RailRoader, seat: Seat) -> tuple[int, int]:
    """The first and last space on which a roll can end. (rulings 37, 42, 58)

    Dynamite and the buffers of a complete line stop a train, and it does not go back into Junction City.
    """
    railroad = state.railroads[seat]
    nearest = min(railroad.engine, 1)
    if railroad.dynamite is not None:
        return nearest, railroad.dynamite
    return nearest, state.board.last_space if railroad.sections == state.board.sections else maxsize


def _stop_train(state: RailRoader, seat: Seat, rolling: Rolling, space: int) -> RailRoader:
    """End a rolled move on a space; a train that goes beyond its track derails. (rulings 37, 38)"""
    railroad = state.railroads[seat]
    end = min(space, railroad.last_track_space)
    ground = state.board.space_kind(seat, end) if space == end else Space.PLAIN
    rolled = rolling.waters, rolling.die, rolling.engineers
    after_move = state.emit(events.TrainMoved(seat, railroad.engine, end, *rolled, ground))
    if space > railroad.last_track_space:
        after_derailment = after_move.update_railroad(seat, engine=end, derailed=True).update_turn(still=True)
        return after_derailment.emit(events.Derailed(seat, end, space - end))
    return _arrive_on_space(after_move, seat, space)


def _arrive_on_space(state: RailRoader, seat: Seat, space: int) -> RailRoader:
    """Move the train to a space, and apply the effects of the space. (rulings 46, 47, 52, 59, 60, 82)"""
    railroad = state.railroads[seat]
    if space == railroad.engine:
        return state
    after_arrival = state.update_railroad(seat, engine=space)
    if railroad.dynamite is not None and space == railroad.dynamite:
        after_arrival = after_arrival.update_railroad(seat, dynamite=None).emit(events.DynamiteReached(seat, space))
    if state.board.is_in_creek(space) and not state.board.is_in_creek(railroad.engine):
        if seat not in state.arrived:
            after_arrival = after_arrival.emit(events.BuffaloCreekReached(seat, space))
        after_arrival = after_arrival.record_arrival(seat)
    is_ambushed = state.board.space_kind(seat, space) is Space.PURPLE
    return ambush.begin_ambush(after_arrival, seat) if is_ambushed else after_arrival


def _refusal(state: RailRoader, turn: Turn, action: Move | Roll | Engineer | Rerail | Stop) -> str:
    railroad = state.railroads[turn.seat]
    if turn.rolling:
        spaces = ", ".join(map(str, stop_spaces(state, turn.seat, turn.rolling)))
        return f"You must first choose where your train stops: {spaces}."
    if isinstance(action, Rerail):
        if railroad.derailed:
            return "Your train derailed this turn. You can re-rail it next turn."
        return "You can’t re-rail your train: it isn’t derailed."
    if isinstance(action, Stop):
        return "You can’t stop your train: it isn’t rolling. Move it first."
    if immobile := _immobile_refusal(turn, railroad):
        return immobile
    if isinstance(action, Engineer):
        return _engineer_refusal(state, turn)
    if turn.rolled:
        return "You can’t roll again: you can roll only once per turn."
    return _roll_refusal(railroad, turn, action)


def _immobile_refusal(turn: Turn, railroad: Railroad) -> str:
    """The reason why a train can't move at all; empty if it can."""
    if railroad.derailed:
        return "You can’t move a derailed train. Re-rail it first, then move it the turn after."
    if railroad.cavalry is not None:
        ambushed = f"You can’t move: your train is ambushed on space {railroad.engine}"
        cavalry_place = f"on space {railroad.cavalry}" if railroad.cavalry else "in Junction City"
        return f"{ambushed}. Wait for the cavalry, which is {cavalry_place}."
    if turn.still:
        return "Your train can’t move again this turn. It can move next turn."
    return "" if railroad.sections else "You can’t move your train: you have no track yet. Build some first."


def _engineer_refusal(state: RailRoader, turn: Turn) -> str:
    if ENGINEER_CARD not in state.railroads[turn.seat].hand:
        return "You have no engineer in your hand."
    spaces = join_words([str(space) for space in _engineer_spaces(state, turn.seat)], "or")
    if not spaces:
        return "An engineer can’t move your train: there is no track to move to."
    return f"An engineer can’t take your train there. Choose space {spaces}."


def _roll_refusal(railroad: Railroad, turn: Turn, action: Move | Roll) -> str:
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
        return (
            f"You can’t play that many cards: it takes {count_noun(needed, 'action')}, and you have {turn.left} left."
        )
    drivers = railroad.hand.count(ENGINEER_CARD)
    if not 0 <= action.engineers <= drivers:
        return f"You can’t use {count_noun(action.engineers, 'engineer')}: you have {drivers or 'none'} in your hand."
    waters = [str(value_of(card)) for card in railroad.hand if kind_of(card) is Kind.WATER]
    if not waters:
        return "You have no Water cards in your hand."
    return f"You don’t have those Water cards. You have Water {join_words(waters)}."


RULE = Rule((Move, Roll, Engineer, Rerail, Stop), _offers, _apply, _refusal)
