"""Labels of train moves: how far, to which spaces, and with which rolls the train derails."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core import Action, Seat, count_noun, join_words
from engine.games.railroader.game_data.board import Space, section_of
from engine.games.railroader.game_data.constants import DIE_FACES, SPACES_PER_ENGINEER
from engine.games.railroader.phases.outcomes import Outcome, outcomes
from engine.games.railroader.rules.train_reach import derailing_rolls, ground_text, reachable_spaces
from engine.games.railroader.state import events as e
from engine.games.railroader.state.actions import Engineer, Move, Rerail, Roll, Stop
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.labels.consequences import rest_of_turn_text
from engine.games.railroader.text.narration.trains import waters_text


def label(state: RailRoader, action: Action, field: str) -> str:
    """The label of a train action; empty for others."""
    match action:
        case Move(seat=seat, waters=waters, engineers=engineers):
            if field == "waters":
                return f"{waters_text(waters.values)}: {_reach_text(state, seat, waters.values, 0)}"
            if field == "engineers":
                return f"{_engineers_text(engineers)}: {_reach_text(state, seat, waters.values, engineers)}"
            means = join_words([waters_text(waters.values), *_engineers_if_any(engineers)])
            return _whole_move_label(state, f"Move with {means}", action, waters.values)
        case Roll(seat=seat, engineers=engineers):
            if field:
                return f"{_engineers_text(engineers)}: {_reach_text(state, seat, (), engineers)}"
            means = "".join(f" with {words}" for words in _engineers_if_any(engineers))
            return _whole_move_label(state, f"Roll toward the dynamite{means}", action, ())
        case Stop():
            where, effects = stop_text(state, action)
            stop = f"Space {where}" if field else f"Stop on space {where}"
            return _place_with_effects(stop, effects if field else [*effects, rest_of_turn_text(state, action)])
        case Engineer():
            where, effects = stop_text(state, action)
            if field:
                return _place_with_effects(f"Space {where}", effects)
            return _place_with_effects(
                f"Move with only an engineer to space {where}", [*effects, rest_of_turn_text(state, action)]
            )
        case Rerail(seat=seat):
            space = state.railroads[seat].engine
            return (
                f"Re-rail the train: back on the track at {space}, can move next turn, "
                f"{rest_of_turn_text(state, action)}"
            )
        case _:
            return ""


def _whole_move_label(state: RailRoader, means: str, action: Move | Roll, waters: tuple[int, ...]) -> str:
    """“Move with Water 4 + 3: to 60–65 (river 61), derails if you roll 6 (1 in 6), 1 action left”."""
    seat, engineers = action.seat, action.engineers
    chance = len(derailing_rolls(state, seat, reachable_spaces(state, seat, waters, engineers)))
    odds = f" ({chance} in {DIE_FACES})" if 0 < chance < DIE_FACES else ""
    return f"{means}: {_reach_text(state, seat, waters, engineers)}{odds}, {rest_of_turn_text(state, action)}"


def _reach_text(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> str:
    """“to 60–65 (river 61, red 64), derails if you roll 6”."""
    spaces_by_roll = reachable_spaces(state, seat, waters, engineers)
    track = state.railroads[seat].last_track_space
    safe = sorted({space for spaces in spaces_by_roll for space in spaces if space <= track})
    off = derailing_rolls(state, seat, spaces_by_roll)
    if not safe:
        return "derails on every roll"
    colors = _colors_text(state, seat, safe)
    derails = f", derails if you roll {range_text(off)}" if off else ""
    return f"to {range_text(safe)}{f' ({colors})' if colors else ''}{derails}"


def _colors_text(state: RailRoader, seat: Seat, spaces: Iterable[int]) -> str:
    """“river 61, red 64 and 66”: what is no plain track, and Buffalo Creek."""
    found: dict[str, list[str]] = {}
    for space in spaces:
        if word := _space_text(state, seat, space):
            found.setdefault(word, []).append(str(space))
    return ", ".join(f"{word} {join_words(numbers)}" for word, numbers in found.items())


def _space_text(state: RailRoader, seat: Seat, space: int) -> str:
    if section_of(space) == state.board.sections:
        return "Buffalo Creek"
    return ground_text(state.board.space_kind(seat, space))


def range_text(numbers: Iterable[int]) -> str:
    """“60–65”, or the one number."""
    first, *rest = numbers
    return f"{first}–{rest[-1]}" if rest else str(first)


def _engineers_text(engineers: int) -> str:
    """“No engineer”, “1 engineer, ±2 spaces”."""
    return (
        f"{count_noun(engineers, 'engineer')}, ±{SPACES_PER_ENGINEER * engineers} spaces"
        if engineers
        else "No engineer"
    )


def _engineers_if_any(engineers: int) -> list[str]:
    return [count_noun(engineers, "engineer")] if engineers else []


def _place_with_effects(where: str, effects: Sequence[str]) -> str:
    """A place with what it does: “57, 2 back: river”."""
    return f"{where}: {', '.join(effects)}" if effects else where


def stop_text(state: RailRoader, action: Stop | Engineer) -> tuple[str, list[str]]:
    """The space of a stop, its distance, and its effect: “57, 2 back” and “river”."""
    step = action.space - state.railroads[action.seat].engine
    if not step:
        return f"{action.space}, no move", []
    outcome = outcomes(state, action)[0]
    effects = list(_stop_effects(state, outcome, action.seat))
    if outcome.state.railroads[action.seat].derailed:
        return str(action.space), effects
    return f"{action.space}, {step} ahead" if step > 0 else f"{action.space}, {-step} back", effects


def _stop_effects(state: RailRoader, outcome: Outcome, seat: Seat) -> Iterator[str]:
    """Tell what happens to a train that stops, a clause for each event, and on what kind of space it then is."""
    creek_before, space = state.seats_in_creek, outcome.state.railroads[seat].engine
    ground = _space_text(state, seat, space)
    for event in outcome.events:
        match event:
            case e.Derailed(past=past):
                yield f"{past} past your track, derails on space {space}"
                ground = ""
            case e.DynamiteReached():
                yield "clears the dynamite"
            case e.Ambushed(garrison=garrison):
                yield f"ambush, cavalry starts from {garrison or 'Junction City'}"
                ground = ""
    if seat in creek_before and seat not in outcome.state.seats_in_creek:
        yield "leaves Buffalo Creek, so you have not arrived"
    if ground:
        yield "red, where outlaws attack" if ground == ground_text(Space.RED) else ground
