"""Pictures of a table.

A game's painter draws a view as scenes, and ``render_scene`` makes a file of a scene.
"""

from render.display_options import DEFAULT_OPTIONS, POST_OPTIONS, DisplayOptions
from render.games import PAINTERS
from render.painter import Choice, DrawingContext, Painter
from render.picture_cache import cache_size_bytes, render_all
from render.rasterizer import Picture, render_parts, render_scene
from render.scene import Scene
from render.text_fitting import Called

__all__ = [
    "DEFAULT_OPTIONS",
    "PAINTERS",
    "POST_OPTIONS",
    "Called",
    "Choice",
    "DisplayOptions",
    "DrawingContext",
    "Painter",
    "Picture",
    "Scene",
    "cache_size_bytes",
    "render_all",
    "render_parts",
    "render_scene",
]
