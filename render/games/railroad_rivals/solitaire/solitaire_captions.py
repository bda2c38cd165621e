"""The base game's pictures of placements and deliveries, with texts for the solitaire game.

In the solitaire game, a delivery scores differently, and a city comes from the offer instead of a hand.
"""

from collections.abc import Sequence

import msgspec

from engine.core import count_noun
from engine.core.action import field_question
from engine.games.railroad_rivals.rules.delivery import trip_of_delivery
from engine.games.railroad_rivals.solitaire.numbers import CUBES_EACH, TURNS, progression_points, stock_rise
from engine.games.railroad_rivals.solitaire.phases import LayingStart
from engine.games.railroad_rivals.solitaire.text import whole_delivery_label
from engine.games.railroad_rivals.state.actions import Deliver, Place
from engine.games.railroad_rivals.state.board import PlacedTile, new_links
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import links_text
from render.games.railroad_rivals.captions import join_sentences
from render.games.railroad_rivals.choices.delivery_choices import (
    delivery_preview_scenes,
    destination_choice_scenes,
    origin_choice_scenes,
)
from render.games.railroad_rivals.choices.placement_choices import place_choice_scenes, place_preview_scenes
from render.painter import Choice
from render.parts.page_layout import MARGIN, PAGE_WIDTH
from render.parts.typography import BODY
from render.scene import Layer, Scene, Shape, Text

Names = tuple[str, ...]


def solitaire_place_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Pictures of the possible places; their header says so if no city on offer matches a railroad."""
    scenes = place_choice_scenes(state, names, choices)
    placements = (placement for choice in choices for placement in choice.actions if isinstance(placement, Place))
    if any(_has_link(state, placement) for placement in placements):
        return scenes
    if not _is_start(state):
        return tuple(_replace_line(scene, "No city on offer matches: blank to blank") for scene in scenes)
    line = "No city on offer matches: place it next to any city"
    return tuple(_replace_line(scene, line, scene.alt.replace(" (blank to blank)", "")) for scene in scenes)


def solitaire_place_preview(state: RailroadRivals, names: Names, placement: Place) -> tuple[Scene, ...]:
    """The preview of a placement, with the number of cubes that will be drawn."""
    gain_text = f"Gain {links_text(state, placement)}" if _has_link(state, placement) else "No link"
    if _is_start(state):
        draw_text = f"each city gets {count_noun(CUBES_EACH, 'cube')} later"
    else:
        number = state.count_cubes_to_draw(placement.city)
        draw_text = f"then draw {count_noun(number, 'cube')}" if number else "the bag is empty"
    return tuple(
        _replace_line(scene, f"{gain_text}, {draw_text}") for scene in place_preview_scenes(state, names, placement)
    )


def solitaire_origin_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Pictures of the possible origins of a cube, with the points of the delivery."""
    line = f"{field_question(Deliver, 'city')} It scores {_points_text(state)}"
    return tuple(_replace_line(scene, line) for scene in origin_choice_scenes(state, names, choices))


def solitaire_destination_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Pictures of the possible destinations of a cube, with the points and the rises of stocks."""
    deliveries = {
        choice.key: delivery for choice in choices for delivery in choice.actions[:1] if isinstance(delivery, Deliver)
    }
    first = next(iter(deliveries.values()))
    line = f"{field_question(Deliver, 'to')} It scores {_points_text(state)}"
    key_sentences = (f"{press} {way.to}: {_rise_text(state, way)}." for press, way in deliveries.items())
    alt = join_sentences((f"Deliver {first.goods} from {first.city}. {line}.", *key_sentences))
    return tuple(_replace_line(scene, line, alt) for scene in destination_choice_scenes(state, names, choices))


def solitaire_delivery_preview(state: RailroadRivals, names: Names, delivery: Deliver) -> tuple[Scene, ...]:
    """The preview of a delivery, with its points and the points of the next delivery."""
    then = (
        f", the next one scores {progression_points((*state.delivered, delivery.goods))}" if state.turn < TURNS else ""
    )
    line = f"It scores {_points_text(state)}, {_rise_text(state, delivery)}{then}"
    alt = f"Preview: {whole_delivery_label(state, delivery)}."
    return tuple(_replace_line(scene, line, alt) for scene in delivery_preview_scenes(state, names, delivery))


def _replace_line(scene: Scene, line: str, alt: str = "") -> Scene:
    """Replace the second line of a picture's header.

    The alt text becomes ``alt``; if ``alt`` is empty, the old line is replaced in the alt text, too.
    """
    old = next(
        shape for shape in scene.shapes_of_layer("header") if isinstance(shape, Text) and shape.role == "second line"
    )
    room = PAGE_WIDTH - MARGIN - old.x
    new = BODY.left(old.x, old.y, line, old.role, old.ink, max_width=room)

    def with_new_line(layer: Layer) -> Layer:
        shapes: tuple[Shape, ...] = tuple(new if shape == old else shape for shape in layer.shapes)
        return Layer(layer.name, shapes) if layer.name == "header" else layer

    new_alt = alt or scene.alt.replace(old.words.removesuffix("."), line)
    return msgspec.structs.replace(scene, layers=tuple(map(with_new_line, scene.layers)), alt=new_alt)


def _is_start(state: RailroadRivals) -> bool:
    return isinstance(state.flow[-1], LayingStart)


def _has_link(state: RailroadRivals, placement: Place) -> bool:
    return bool(new_links(state.board, PlacedTile(placement.city, placement.at, placement.facing, placement.seat)))


def _points_text(state: RailroadRivals) -> str:
    return count_noun(progression_points(state.delivered), "point")


def _rise_text(state: RailroadRivals, delivery: Deliver) -> str:
    railroad = trip_of_delivery(state, delivery).links[0].railroad
    value = state.value[railroad]
    by = stock_rise(value)
    return f"{railroad} +{by} to {value + by}" if by else f"{railroad} stays at {value}, the limit"
