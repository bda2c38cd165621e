"""How a picture of Railroad Rivals frames its cities: which of them its edges cut, and how high they fill the field."""

from collections.abc import Iterator

from render import Scene
from render.scene import Box, Group, Placed


def cut_cities(scene: Scene) -> set[str]:
    """The cities that the edges of the field cut."""
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
    """The part of the field's height that has cities beside one another or one above the other."""
    cards = [card for _, card in _cards(scene)]
    top, bottom = min(card.y for card in cards), max(card.y + card.sprite.h for card in cards)
    return (bottom - top) / _field(scene).h


def _field(scene: Scene) -> Box:
    [field] = [shape for shape in scene.shapes_of_layer("field") if isinstance(shape, Box)]
    return field


def _cards(scene: Scene) -> Iterator[tuple[str, Placed]]:
    """The blank card of every city."""
    for group in scene.shapes_of_layer("cards"):
        assert isinstance(group, Group)
        blank = group.shapes[0]
        assert isinstance(blank, Placed)
        yield group.name, blank
