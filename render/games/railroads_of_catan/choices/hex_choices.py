"""Pictures of the whole board with keys at hexes, for new cities, goals of track, and new trains."""

from collections.abc import Iterator, Mapping, Sequence

from engine.core import Seat
from engine.games.railroads_of_catan.game_data.distance_tables import track_distances
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.state.actions import Pick, Prefer, Toward, Train
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.whole_board import board_scene
from render.games.railroads_of_catan.captions import as_sentence, node_name
from render.painter import Choice
from render.scene import Scene
from render.text_fitting import Names, join_sentences


def hex_choice_scenes(
    state: RailroadsOfCatan, names: Names, question: str, choices: tuple[Choice, ...]
) -> tuple[Scene, ...]:
    """Draw the board with the keys of the choices; no picture if no choice is a hex."""
    keys: Mapping[NodeId, str] = {hex: choice.key for choice in choices for hex in _choice_hexes(state, choice)}
    if not keys:
        return ()
    alt = join_sentences((question, *(f"{key}: {_hex_text(state, names, hex)}." for hex, key in keys.items())))
    seat = choices[0].actions[0].seat
    ends = {choice.key: tuple(_choice_nodes(state, choice)) for choice in choices}
    return (board_scene(state, (), names, line=question, asked_seat=seat, keys=keys, ends=ends, alt=alt),)


def _choice_nodes(state: RailroadsOfCatan, choice: Choice) -> Iterator[NodeId]:
    """Yield the points of a choice: its hex, and also the path to the hex, or the own city nearest to a new city."""
    yield from _choice_hexes(state, choice)
    match choice.actions[0]:
        case Toward(path=path):
            yield from (point for line in path.lines for point in line)
        case Pick(seat=seat, hex=hex) if own := state.cities_of(seat):
            yield min(own, key=lambda city: (track_distances(hex)[city], city))


def wish_scenes(state: RailroadsOfCatan, names: Names, seat: Seat, wishes: Sequence[NodeId]) -> tuple[Scene, ...]:
    """Draw the board with a seat's ranked hexes, numbered; no picture if all ranked hexes have cities."""
    keys = {hex: str(i) for i, hex in enumerate(wishes, 1) if hex not in state.cities}
    if not keys:
        return ()
    line = "Hexes you want, 1 first"
    alt = join_sentences((as_sentence(line), *(f"{key}: {_hex_text(state, names, hex)}." for hex, key in keys.items())))
    return (board_scene(state, (), names, line=line, asked_seat=seat, keys=keys, alt=alt),)


def _choice_hexes(state: RailroadsOfCatan, choice: Choice) -> Iterator[NodeId]:
    match choice.actions[0]:
        case Pick(hex=hex) | Toward(city=hex) | Train(city=hex):
            yield hex
        case Prefer(seat=seat, hexes=ranking):
            plans = state.plans[seat].value
            new = (hex for hex in ranking.hexes if plans is None or hex not in plans.wishes)
            yield next(new, ranking.hexes[0])  # with all hexes ranked, another goes to the front
        case _:
            return


def _hex_text(state: RailroadsOfCatan, names: Names, hex: NodeId) -> str:
    """Return “H12, 5 dots, wood, number 8”, or “Ada 5, wood” for a city."""
    if hex in state.cities:
        return f"{node_name(state, hex, names)}, {state.layout.good_of(hex)}"
    return f"{hex}, {state.layout.dots_of(hex)} dots, {state.layout.good_of(hex)}, number {state.layout.chit_of(hex)}"
