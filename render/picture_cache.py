"""A cache of rendered pictures by scene and display options."""

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from engine.kit.sized_cache import SHARED_BUDGET, SizedCache
from render.canvas import GROUND_BUDGET, PICTURE_BUDGET
from render.display_options import DisplayOptions, split_into_grid
from render.png import Compression
from render.rasterizer import Picture, render_parts
from render.scene import Scene

_picture_cache: SizedCache[tuple[bytes, Compression], tuple[Picture, ...]] = SizedCache(
    PICTURE_BUDGET, lambda pictures: sum(len(picture.file) for picture in pictures)
)
"""The cached pictures, by a digest of the scene and its options, and by compression.

A digest is used because a scene takes ten times as much memory as its file.
"""


def cache_size_bytes() -> int:
    """Return the size in bytes of all cached pictures, parts of pictures, and computed values."""
    return PICTURE_BUDGET.bytes + GROUND_BUDGET.bytes + SHARED_BUDGET.bytes


def render_all(scenes: Sequence[Scene], options: DisplayOptions, max_pictures: int) -> tuple[Picture, ...]:
    """Return at most ``max_pictures`` pictures of the scenes, for one reader's options.

    In large print, an overview is omitted if its enlarged parts follow, and pictures are cut into as many parts as
    ``max_pictures`` allows.
    """
    if not options.large:
        return _render_scenes(scenes[:max_pictures], options)[:max_pictures]
    names = {scene.name for scene in scenes}
    closeups = [scene for scene in scenes if f"{scene.name}-1" not in names][:max_pictures]
    for halves in (False, True):
        if sum(len(split_into_grid(scene.width, scene.height, halves=halves)) for scene in closeups) <= max_pictures:
            return _render_scenes(closeups, options, halves=halves)
    return _render_scenes(closeups, DisplayOptions(options.palette, packing=options.packing))


def _render_scenes(scenes: Sequence[Scene], options: DisplayOptions, *, halves: bool = False) -> tuple[Picture, ...]:
    return tuple(picture for scene in scenes for picture in _render_scene(scene, options, halves=halves))


def _render_scene(scene: Scene, options: DisplayOptions, *, halves: bool) -> tuple[Picture, ...]:
    digest = sha256(msgspec.msgpack.encode((scene, replace(options, packing="quick"), halves))).digest()
    post_pictures = _picture_cache.find((digest, "small")) if options.packing == "quick" else None
    return post_pictures or _picture_cache.get(
        (digest, options.packing), lambda: render_parts(scene, options, halves=halves)
    )
