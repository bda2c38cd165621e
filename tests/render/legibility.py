"""Checks of the texts of a picture, for every game."""

from collections.abc import Collection, Iterable

from render.fonts import text_width
from render.scene import Scene, Shape, Text, all_texts

__all__ = ["alt_text_fits", "is_legible", "nothing_runs_out"]

FLOOR = 44
LONGEST_WORDS = 6_000
"""Maximum characters of an alt text; what exceeds Discord's limit is posted in up to three messages."""


def is_legible(scene: Scene, exempt: Collection[str] = ()) -> None:
    """Check that every text has a role and that only texts in ``exempt`` roles are smaller than the floor."""
    small = [text for text in all_texts(scene) if text.size < FLOOR and text.role not in exempt]
    assert not small, (scene.name, small[:3])
    assert all(text.role for text in all_texts(scene)), scene.name


def nothing_runs_out(scene: Scene, shapes: Iterable[Shape] | None = None) -> None:
    """Check that no text of the scene, or of ``shapes`` if given, is cut off at the left or right edge."""
    given = (shape for layer in scene.layers for shape in layer.shapes) if shapes is None else shapes
    for text in (shape for shape in given if isinstance(shape, Text)):
        wide = text_width(text.words, text.face, text.size, text.tracking)
        left = text.x - {"left": 0, "middle": wide / 2, "right": wide}[text.anchor]
        assert left >= 0, (scene.name, text)
        assert left + wide <= scene.width, (scene.name, text)


def alt_text_fits(scene: Scene) -> None:
    """Check that the alt text is long enough to be useful and short enough for Discord."""
    assert 20 <= len(scene.alt) <= LONGEST_WORDS, (scene.name, len(scene.alt))
    assert "  " not in scene.alt
