"""Measures of the framing of cities in pictures of Railroad Rivals: cut cities, and the filled height."""

from collections.abc import Iterator

from render import Scene
from render.scene import Box, Group, Placed


def cut_cities(scene: Scene) -> set[str]:
    """Return the cities that the edges of the field cut."""
    field = _field(scene)
    return {
        name
        for name, card in _cards(scene)
        if card.x < field.x
        or card.y < field.y
        or card.x + card.sprite.w > field.x + field.w
        or card.y + card.sprite.h > field.y + field.h
    }


def filled_height(scene: Scene) -> float:
    """Return the distance from the highest to the lowest card edge, divided by the height of the field."""
    cards = [card for _, card in _cards(scene)]
    top, bottom = min(card.y for card in cards), max(card.y + card.sprite.h for card in cards)
    return (bottom - top) / _field(scene).h


def _field(scene: Scene) -> Box:
    [field] = [shape for shape in scene.shapes_of_layer("field") if isinstance(shape, Box)]
    return field


def _cards(scene: Scene) -> Iterator[tuple[str, Placed]]:
    """Yield (city, sprite of its blank card)."""
    for group in scene.shapes_of_layer("cards"):
        assert isinstance(group, Group)
        blank = group.shapes[0]
        assert isinstance(blank, Placed)
        yield group.name, blank
