"""The whole map of Railway Rivals in two halves, which a desktop shows large enough."""

from io import BytesIO

from PIL import Image

from engine import redact
from render import DEFAULT_OPTIONS, render_all
from render.games.railway_rivals import PAINTER
from tests.render.railway_turn_ends import ends, look


def test_the_halves_are_the_whole_map_in_two_overlapping_parts_over_its_whole_width() -> None:
    start = ends(3)[0]
    view = redact(start.state, None)
    (uncut,) = PAINTER.public_scenes("map", view, look(start))
    upper, lower = (
        Image.open(BytesIO(part.file))
        for part in render_all(PAINTER.public_scenes("halves", view, look(start)), DEFAULT_OPTIONS, 10)
    )
    assert upper.width == lower.width == uncut.width
    assert uncut.height < upper.height + lower.height < 1.3 * uncut.height
    assert abs(upper.height - lower.height) < 0.2 * uncut.height
