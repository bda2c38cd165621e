"""Moves of the train, as a menu says them: how far, onto what, and with which rolls it derails."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core import Action, Seat, counted, listed
from engine.games.railroader.box.board import Space, section
from engine.games.railroader.box.figures import DIE, ENGINEER
from engine.games.railroader.phases.outcomes import Outcome, outcomes
from engine.games.railroader.rules.reach import derailing, ground_words, reach
from engine.games.railroader.state import events as e
from engine.games.railroader.state.actions import Engineer, Move, Rerail, Roll, Stop
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.labels.consequences import turn_words
from engine.games.railroader.words.narration.trains import waters_words


def label(state: RailRoader, action: Action, field: str) -> str:
    """The label of an action of this part; empty for others."""
    match action:
        case Move(seat=seat, waters=waters, engineers=engineers):
            if field == "waters":
                return f"{waters_words(waters.values)}: {_stretch(state, seat, waters.values, 0)}"
            if field == "engineers":
                return f"{_drivers_words(engineers)}: {_stretch(state, seat, waters.values, engineers)}"
            means = listed([waters_words(waters.values), *_named(engineers)])
            return _whole(state, f"Move with {means}", action, waters.values)
        case Roll(seat=seat, engineers=engineers):
            if field:
                return f"{_drivers_words(engineers)}: {_stretch(state, seat, (), engineers)}"
            means = "".join(f" with {words}" for words in _named(engineers))
            return _whole(state, f"Roll toward the dynamite{means}", action, ())
        case Stop():
            where, effects = stop_words(state, action)
            stop = f"Space {where}" if field else f"Stop on space {where}"
            return _at(stop, effects if field else [*effects, turn_words(state, action)])
        case Engineer():
            where, effects = stop_words(state, action)
            if field:
                return _at(f"Space {where}", effects)
            return _at(f"Move with only an engineer to space {where}", [*effects, turn_words(state, action)])
        case Rerail(seat=seat):
            space = state.railroads[seat].engine
            return f"Re-rail the train: back on the track at {space}, can move next turn, {turn_words(state, action)}"
        case _:
            return ""


def _whole(state: RailRoader, means: str, action: Move | Roll, waters: tuple[int, ...]) -> str:
    """“Move with Water 4 + 3: to 60–65 (river 61), derails if you roll 6 (1 in 6), 1 action left”."""
    seat, engineers = action.seat, action.engineers
    chance = len(derailing(state, seat, reach(state, seat, waters, engineers)))
    odds = f" ({chance} in {DIE})" if 0 < chance < DIE else ""
    return f"{means}: {_stretch(state, seat, waters, engineers)}{odds}, {turn_words(state, action)}"


def _stretch(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> str:
    """“to 60–65 (river 61, red 64), derails if you roll 6”."""
    reached = reach(state, seat, waters, engineers)
    track = state.railroads[seat].track
    safe = sorted({space for spaces in reached for space in spaces if space <= track})
    off = derailing(state, seat, reached)
    if not safe:
        return "derails on every roll"
    colors = _colors(state, seat, safe)
    derails = f", derails if you roll {range_words(off)}" if off else ""
    return f"to {range_words(safe)}{f' ({colors})' if colors else ''}{derails}"


def _colors(state: RailRoader, seat: Seat, spaces: Iterable[int]) -> str:
    """“river 61, red 64 and 66”: what is no plain track, and Buffalo Creek."""
    found: dict[str, list[str]] = {}
    for space in spaces:
        if word := _space_words(state, seat, space):
            found.setdefault(word, []).append(str(space))
    return ", ".join(f"{word} {listed(numbers)}" for word, numbers in found.items())


def _space_words(state: RailRoader, seat: Seat, space: int) -> str:
    if section(space) == state.board.sections:
        return "Buffalo Creek"
    return ground_words(state.board.space(seat, space))


def range_words(numbers: Iterable[int]) -> str:
    """“60–65”, or the one number."""
    first, *rest = numbers
    return f"{first}–{rest[-1]}" if rest else str(first)


def _drivers_words(engineers: int) -> str:
    """“No engineer”, “1 engineer, ±2 spaces”."""
    return f"{counted(engineers, 'engineer')}, ±{ENGINEER * engineers} spaces" if engineers else "No engineer"


def _named(engineers: int) -> list[str]:
    return [counted(engineers, "engineer")] if engineers else []


def _at(where: str, effects: Sequence[str]) -> str:
    """A place with what it does: “57, 2 back: river”."""
    return f"{where}: {', '.join(effects)}" if effects else where


def stop_words(state: RailRoader, action: Stop | Engineer) -> tuple[str, list[str]]:
    """The space of a stop, how far it is, and what happens there: “57, 2 back” and “river”."""
    step = action.space - state.railroads[action.seat].engine
    if not step:
        return f"{action.space}, no move", []
    outcome = outcomes(state, action)[0]
    effects = list(_effects(state, outcome, action.seat))
    if outcome.state.railroads[action.seat].derailed:
        return str(action.space), effects
    return f"{action.space}, {step} ahead" if step > 0 else f"{action.space}, {-step} back", effects


def _effects(state: RailRoader, outcome: Outcome, seat: Seat) -> Iterator[str]:
    """Tell what happens to a train that stops, a clause for each event, and on what kind of space it then is."""
    left, space = state.in_creek, outcome.state.railroads[seat].engine
    ground = _space_words(state, seat, space)
    for event in outcome.news:
        match event:
            case e.Derailed(past=past):
                yield f"{past} past your track, derails on space {space}"
                ground = ""
            case e.DynamiteReached():
                yield "clears the dynamite"
            case e.Ambushed(garrison=garrison):
                yield f"ambush, cavalry starts from {garrison or 'Junction City'}"
                ground = ""
    if seat in left and seat not in outcome.state.in_creek:
        yield "leaves Buffalo Creek, so you have not arrived"
    if ground:
        yield "red, where outlaws attack" if ground == ground_words(Space.RED) else ground
