"""The whole board with keys at hexes: where to found a city, and cities to build to or to put a train in."""

from collections.abc import Iterator, Mapping, Sequence

from engine.core import Seat
from engine.games.railroads_of_catan.box.distances import hops
from engine.games.railroads_of_catan.box.island import Place
from engine.games.railroads_of_catan.state.actions import Pick, Prefer, Toward, Train
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board import board_scene
from render.games.railroads_of_catan.words import named, sentence
from render.labels import Names, joined
from render.painter import Choice
from render.scene import Scene


def site_scenes(state: RailroadsOfCatan, names: Names, choices: tuple[Choice, ...]) -> tuple[Scene, ...]:
    """The board with the keys of the choices."""
    keys: Mapping[Place, str] = {hex: choice.key for choice in choices for hex in _hexes(state, choice)}
    if not keys:
        return ()
    line = _question(choices)
    alt = joined((sentence(line), *(f"{key}: {_site(state, names, hex)}." for hex, key in keys.items())))
    seat = choices[0].actions[0].seat
    ends = {choice.key: tuple(_ends(state, choice)) for choice in choices}
    return (board_scene(state, (), names, line=line, asked=seat, keys=keys, ends=ends, alt=alt),)


def _ends(state: RailroadsOfCatan, choice: Choice) -> Iterator[Place]:
    """The points that a choice is about: its hex, and where a way there begins, or the nearest city of one’s own."""
    yield from _hexes(state, choice)
    match choice.actions[0]:
        case Toward(path=path):
            yield from (point for line in path.lines for point in line)
        case Pick(seat=seat, hex=hex) if own := state.cities_of(seat):
            yield min(own, key=lambda city: (hops(hex)[city], city))


def wish_scenes(state: RailroadsOfCatan, names: Names, seat: Seat, wishes: Sequence[Place]) -> tuple[Scene, ...]:
    """The hexes that a seat wants, numbered."""
    keys = {hex: str(i) for i, hex in enumerate(wishes, 1) if hex not in state.cities}
    if not keys:
        return ()
    line = "Hexes you want, 1 first"
    alt = joined((sentence(line), *(f"{key}: {_site(state, names, hex)}." for hex, key in keys.items())))
    return (board_scene(state, (), names, line=line, asked=seat, keys=keys, alt=alt),)


def _hexes(state: RailroadsOfCatan, choice: Choice) -> Iterator[Place]:
    match choice.actions[0]:
        case Pick(hex=hex) | Toward(city=hex) | Train(city=hex):
            yield hex
        case Prefer(seat=seat, hexes=ranking):
            said = state.plans[seat].value
            new = (hex for hex in ranking.hexes if said is None or hex not in said.wishes)
            yield next(new, ranking.hexes[0])  # with all hexes ranked, another goes to the front
        case _:
            return


def _question(choices: tuple[Choice, ...]) -> str:
    match choices[0].actions[0]:
        case Pick():
            return "Where will you found your city?"
        case Prefer():
            return "Which hex do you want? Or type a ranking"
        case Toward():
            return "Build toward which city?"
        case _:
            return "Which city gets the train?"


def _site(state: RailroadsOfCatan, names: Names, hex: Place) -> str:
    """“H12, 5 dots, wood, number 8”, or the city there."""
    if hex in state.cities:
        return f"{named(state, hex, names)}, {state.layout.good(hex)}"
    return f"{hex}, {state.layout.dots(hex)} dots, {state.layout.good(hex)}, number {state.layout.chit(hex)}"
