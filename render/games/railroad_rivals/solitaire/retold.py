"""The base game's pictures of places and deliveries, with the solitaire game's second line and alt text.

Nobody else gains by a delivery here, and a placement is bound by three tiles on offer, not by a hand.
"""

from collections.abc import Sequence

import msgspec

from engine.core import counted
from engine.games.railroad_rivals.rules.delivery import trip_of
from engine.games.railroad_rivals.solitaire.data import CUBES_EACH, TURNS, points, rise
from engine.games.railroad_rivals.solitaire.phases import LayingStart
from engine.games.railroad_rivals.state.actions import Deliver, Place
from engine.games.railroad_rivals.state.board import Laid, links_made
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import choice, gain
from render.games.railroad_rivals.delivery import delivery_preview, from_scenes, to_scenes
from render.games.railroad_rivals.places import place_preview, place_scenes
from render.games.railroad_rivals.words import joined
from render.painter import Choice
from render.parts.frame import MARGIN, WIDTH
from render.parts.text import BODY
from render.scene import Layer, Scene, Shape, Text

Names = tuple[str, ...]


def laid_at(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The legal places; where no railroad matches, why they are legal."""
    scenes = place_scenes(state, names, choices)
    ways = (way for choice in choices for way in choice.actions if isinstance(way, Place))
    if any(_links(state, way) for way in ways):
        return scenes
    if not _starting(state):
        return tuple(_retold(scene, "No city on offer matches: blank to blank") for scene in scenes)
    line = "No city on offer matches: place it next to any city"
    return tuple(_retold(scene, line, scene.alt.replace(" (blank to blank)", "")) for scene in scenes)


def preview_of_place(state: RailroadRivals, names: Names, way: Place) -> tuple[Scene, ...]:
    """The tile laid before it is, and how many cubes it gets."""
    made = f"Gain {gain(state, way)}" if _links(state, way) else "No link"
    if _starting(state):
        drawn = f"each city gets {counted(CUBES_EACH, 'cube')} later"
    else:
        number = state.cubes_to_draw(way.city)
        drawn = f"then draw {counted(number, 'cube')}" if number else "the bag is empty"
    return tuple(_retold(scene, f"{made}, {drawn}") for scene in place_preview(state, names, way))


def delivered_from(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The cities that a cube may leave."""
    line = f"From which city? It scores {_points(state)}"
    return tuple(_retold(scene, line) for scene in from_scenes(state, names, choices))


def delivered_to(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The cities that it may go to, and which stock rises."""
    ways = {choice.key: way for choice in choices for way in choice.actions[:1] if isinstance(way, Deliver)}
    first = next(iter(ways.values()))
    line = f"From {first.city} to which city? It scores {_points(state)}"
    said = (f"{press} {way.to}: {_rises(state, way)}." for press, way in ways.items())
    alt = joined((f"Deliver {first.goods}. {line}.", *said))
    return tuple(_retold(scene, line, alt) for scene in to_scenes(state, names, choices))


def preview_of_delivery(state: RailroadRivals, names: Names, way: Deliver) -> tuple[Scene, ...]:
    """The link that the cube takes, what it scores, and what the next one will."""
    then = f", the next one scores {points((*state.delivered, way.goods))}" if state.turn < TURNS else ""
    line = f"It scores {_points(state)}, {_rises(state, way)}{then}"
    alt = f"Preview: {choice(state, way, '', lambda seat: names[seat - 1])}."
    return tuple(_retold(scene, line, alt) for scene in delivery_preview(state, names, way))


def _retold(scene: Scene, line: str, alt: str = "") -> Scene:
    """Another second line, in the alt text too, unless that is given anew."""
    old = next(shape for shape in scene.layer("header") if isinstance(shape, Text) and shape.role == "second line")
    room = WIDTH - MARGIN - old.x
    new = BODY.left(old.x, old.y, line, old.role, old.ink, room=room)

    def changed(layer: Layer) -> Layer:
        shapes: tuple[Shape, ...] = tuple(new if shape == old else shape for shape in layer.shapes)
        return Layer(layer.name, shapes) if layer.name == "header" else layer

    said = alt or scene.alt.replace(old.words.removesuffix("."), line)
    return msgspec.structs.replace(scene, layers=tuple(map(changed, scene.layers)), alt=said)


def _starting(state: RailroadRivals) -> bool:
    return isinstance(state.flow[-1], LayingStart)


def _links(state: RailroadRivals, way: Place) -> bool:
    return bool(links_made(state.board, Laid(way.city, way.at, way.facing, way.seat)))


def _points(state: RailroadRivals) -> str:
    return counted(points(state.delivered), "point")


def _rises(state: RailroadRivals, way: Deliver) -> str:
    railroad = trip_of(state, way).links[0].railroad
    value = state.value[railroad]
    by = rise(value)
    return f"{railroad} +{by} to {value + by}" if by else f"{railroad} stays at {value}, the limit"
