"""Moves of the train, as a menu says them: how far, onto what, and with which rolls it derails."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core import Action, Seat, counted, listed
from engine.games.railroader.box.board import Space, section
from engine.games.railroader.box.figures import DIE, ENGINEER
from engine.games.railroader.rules.reach import derailing, ground_words, reach
from engine.games.railroader.state.actions import Engineer, Move, Rerail, Roll, Stop
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.labels.ends import ends
from engine.games.railroader.words.narration.trains import waters_words


def label(state: RailRoader, action: Action, field: str) -> str:
    """The label of an action of this part; empty for others."""
    match action:
        case Move(seat=seat, waters=waters, engineers=engineers):
            if field == "waters":
                return f"{waters_words(waters.values)}: {_stretch(state, seat, waters.values, 0)}"
            if field == "engineers":
                return f"{_drivers(engineers)}: {_stretch(state, seat, waters.values, engineers)}"
            means = listed([waters_words(waters.values), *_named(engineers)])
            return _whole(state, f"Move with {means}", action, waters.values)
        case Roll(seat=seat, engineers=engineers):
            if field:
                return f"{_drivers(engineers)}: {_stretch(state, seat, (), engineers)}"
            means = "".join(f" with {words}" for words in _named(engineers))
            return _whole(state, f"Roll toward the dynamite{means}", action, ())
        case Stop(seat=seat, space=space):
            where, effects = _stop(state, seat, space)
            stop = f"Space {where}" if field else f"Stop on space {where}"
            return _at(stop, effects if field else [*effects, ends(state, action)])
        case Engineer(seat=seat, space=space):
            where, effects = _there(state, seat, space)
            if field:
                return _at(f"Space {where}", effects)
            return _at(f"Move with only an engineer to space {where}", [*effects, ends(state, action)])
        case Rerail(seat=seat):
            space = state.railroads[seat].engine
            return f"Re-rail the train: back on the track at {space}, can move next turn, {ends(state, action)}"
        case _:
            return ""


def _whole(state: RailRoader, means: str, action: Move | Roll, waters: tuple[int, ...]) -> str:
    """“Move with Water 4 + 3: to 60–65 (river 61), derails if you roll 6 (1 in 6), 1 action left”."""
    seat, engineers = action.seat, action.engineers
    chance = len(derailing(state, seat, reach(state, seat, waters, engineers)))
    odds = f" ({chance} in {DIE})" if 0 < chance < DIE else ""
    return f"{means}: {_stretch(state, seat, waters, engineers)}{odds}, {ends(state, action)}"


def _stretch(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> str:
    """“to 60–65 (river 61, red 64), derails if you roll 6”."""
    reached = reach(state, seat, waters, engineers)
    track = state.railroads[seat].track
    safe = sorted({space for spaces in reached for space in spaces if space <= track})
    off = derailing(state, seat, reached)
    if not safe:
        return "derails on every roll"
    colors = _colors(state, seat, safe)
    derails = f", derails if you roll {_range(off)}" if off else ""
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
    """“No engineer”, “1 engineer, ±2 spaces”."""
    return f"{counted(engineers, 'engineer')}, ±{ENGINEER * engineers} spaces" if engineers else "No engineer"


def _named(engineers: int) -> list[str]:
    return [counted(engineers, "engineer")] if engineers else []


def _at(where: str, effects: Sequence[str]) -> str:
    """A place with what it does: “57, 2 back: river”."""
    return f"{where}: {', '.join(effects)}" if effects else where


def _stop(state: RailRoader, seat: Seat, space: int) -> tuple[str, list[str]]:
    """A space on which a rolling train may stop, and what happens there."""
    track = state.railroads[seat].track
    if space > track:
        return str(space), [f"{space - track} past your track, derails on space {track}"]
    return _there(state, seat, space)


def _there(state: RailRoader, seat: Seat, space: int) -> tuple[str, list[str]]:
    """A space on the track, how far it is, and what happens there: “57, 2 back” and “river”."""
    step = space - state.railroads[seat].engine
    if not step:
        return f"{space}, no move", []
    far = f"{space}, {step} ahead" if step > 0 else f"{space}, {-step} back"
    return far, list(_effects(state, seat, space))


def _effects(state: RailRoader, seat: Seat, space: int) -> Iterator[str]:
    """Tell what happens to a train that comes to a space, a clause each."""
    railroad, creek = state.railroads[seat], state.board.sections
    if space == railroad.dynamite:
        yield "clears the dynamite"
    if section(space) == creek:
        yield "Buffalo Creek"
        return
    if section(railroad.engine) == creek:
        yield "leaves Buffalo Creek, so you have not arrived"
    match state.board.space(seat, space):
        case Space.PLAIN:
            return
        case Space.PURPLE:
            garrison = state.board.garrison(seat, space)
            yield f"ambush, cavalry starts from {garrison or 'Junction City'}"
        case Space.RED:
            yield "red, where outlaws attack"
        case ground:
            yield ground_words(ground)
