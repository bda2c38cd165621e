"""Moves of the train, as a menu says them: how far, onto what, and with which rolls it derails."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.action import Action
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railroader.actions import Engineer, Move, Rerail, Roll, Stop
from engine.games.railroader.board import Space, section
from engine.games.railroader.figures import DIE, ENGINEER
from engine.games.railroader.labels.ends import ends
from engine.games.railroader.narration.trains import waters_words
from engine.games.railroader.reach import derailing, ground_words, reach
from engine.games.railroader.state import RailRoader

__all__ = ["label"]


def label(state: RailRoader, action: Action, field: str) -> str:
    """Of an action of this part; empty for others."""
    match action:
        case Move(seat=seat, waters=waters, engineers=engineers):
            if field == "waters":
                return f"{waters_words(waters.values)}: {_stretch(state, seat, waters.values, 0)}"
            if field == "engineers":
                return f"{_drivers(engineers)}: {_stretch(state, seat, waters.values, engineers)}"
            means = waters_words(waters.values) + _and(engineers)
            return _whole(state, f"Move by {means} and the die", action, waters.values)
        case Roll(seat=seat, engineers=engineers):
            if field:
                return f"{_drivers(engineers)}: {_stretch(state, seat, (), engineers)}"
            return _whole(state, f"Move by the die{_and(engineers)}", action, ())
        case Stop(seat=seat, space=space):
            there = _stop(state, seat, space)
            return there if field else f"Stop the train: {there}. {ends(state, action, 0)}"
        case Engineer(seat=seat, space=space):
            there = _there(state, seat, space)
            return there if field else f"An engineer alone takes the train to {there}. {ends(state, action, 1)}"
        case Rerail(seat=seat):
            space = state.railroads[seat].engine
            back = f"Re-rail the train: it goes back on the track at space {space} and moves from your next turn on."
            return f"{back} {ends(state, action, 1)}"
        case _:
            return ""


def _whole(state: RailRoader, means: str, action: Move | Roll, waters: tuple[int, ...]) -> str:
    """“Move by water 4 + 3 and the die: to 60–65 (river 61); derails on a 6, 1 in 6.”"""
    seat, engineers = action.seat, action.engineers
    chance = len(derailing(state, seat, reach(state, seat, waters, engineers)))
    odds = f", {chance} in {DIE}" if 0 < chance < DIE else ""
    end = ends(state, action, (len(waters) or 1) + engineers)
    return f"{means}: {_stretch(state, seat, waters, engineers)}{odds}. {end} A roll is not taken back."


def _stretch(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> str:
    """“to 60–65 (river 61, red 64); derails on a 6”."""
    reached = reach(state, seat, waters, engineers)
    track = state.railroads[seat].track
    safe = sorted({space for spaces in reached for space in spaces if space <= track})
    off = derailing(state, seat, reached)
    if not safe:
        return "derails on every roll"
    colors = _colors(state, seat, safe)
    derails = f"; derails on {'a ' if len(off) == 1 else ''}{_range(off)}" if off else ""
    return f"to {_range(safe)}{f' ({colors})' if colors else ''}{derails}"


def _colors(state: RailRoader, seat: Seat, spaces: Iterable[int]) -> str:
    """“river 61, red 64 and 66”: what is no plain track, and Buffalo Creek."""
    found: dict[str, list[str]] = {}
    for space in spaces:
        if word := _place(state, seat, space):
            found.setdefault(word, []).append(str(space))
    return ", ".join(f"{word} {listed(numbers)}" for word, numbers in found.items())


def _place(state: RailRoader, seat: Seat, space: int) -> str:
    if section(space) == state.board.sections:
        return "Buffalo Creek"
    return ground_words(state.board.space(seat, space))


def _range(numbers: Iterable[int]) -> str:
    """“60–65”, or the one number."""
    first, *rest = numbers
    return f"{first}–{rest[-1]}" if rest else str(first)


def _drivers(engineers: int) -> str:
    """“no engineer”, “1 engineer, ±2”."""
    return f"{counted(engineers, 'engineer')}, ±{ENGINEER * engineers}" if engineers else "no engineer"


def _and(engineers: int) -> str:
    return f" with {counted(engineers, 'engineer')}" if engineers else ""


def _stop(state: RailRoader, seat: Seat, space: int) -> str:
    track = state.railroads[seat].track
    past = f"{space}: {space - track} past your track, so it derails on space {track}"
    return past if space > track else _there(state, seat, space)


def _there(state: RailRoader, seat: Seat, space: int) -> str:
    """“57, 2 back: river”."""
    step = space - state.railroads[seat].engine
    far = f"{space}, {step} ahead" if step > 0 else f"{space}, {-step} back" if step else f"{space}, where it stands"
    ground = state.board.space(seat, space)
    if not step:
        return far
    if space == state.railroads[seat].dynamite:
        far += ", the dynamite goes"
    if section(space) == state.board.sections:
        return f"{far}: Buffalo Creek"
    if section(space - step) == state.board.sections:
        far += ", out of Buffalo Creek, so you have not arrived"
    match ground:
        case Space.PLAIN:
            return far
        case Space.PURPLE:
            garrison = state.board.garrison(seat, space)
            return f"{far}: purple, an ambush; the cavalry rides from {garrison or 'Junction City'}"
        case Space.RED:
            return f"{far}: red, where outlaws attack"
        case _:
            return f"{far}: {ground_words(ground)}"
