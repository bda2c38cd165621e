"""Pictures of a table: a title's painter makes scenes of a view, ``draw`` makes them files. It knows no Discord."""

from render.finished import draw_all, kept_bytes
from render.games import PAINTERS
from render.labels import Called
from render.paint import Picture, draw, draw_parts
from render.painter import Choice, Look, Painter
from render.scene import Scene
from render.style import PLAIN, POST, Style

__all__ = [
    "PAINTERS",
    "PLAIN",
    "POST",
    "Called",
    "Choice",
    "Look",
    "Painter",
    "Picture",
    "Scene",
    "Style",
    "draw",
    "draw_all",
    "draw_parts",
    "kept_bytes",
]
