"""The pictures of scenes as one reader wants them, kept a while: menus are paged through, boards looked at again."""

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from engine.kit.kept import BUDGET, Kept
from render.canvas import GROUNDS, PICTURES
from render.paint import Picture, draw_parts
from render.png import Packing
from render.scene import Scene
from render.style import Style, cut_up


def _weight(made: tuple[Picture, ...]) -> int:
    return sum(len(each.file) for each in made)


_finished: Kept[tuple[bytes, Packing], tuple[Picture, ...]] = Kept(PICTURES, _weight)
"""By a digest of all that is drawn, for a scene itself takes ten times as much room as its file; and by the packing."""


def kept_bytes() -> int:
    """The bytes of pictures, their parts, and what is computed for them that are kept, in all titles together."""
    return PICTURES.bytes + GROUNDS.bytes + BUDGET.bytes


def draw_all(scenes: Sequence[Scene], style: Style, most: int) -> tuple[Picture, ...]:
    """The pictures of the scenes, at most so many, as one reader wants them.

    In large print an overview is left out where its parts follow, and nothing is cut smaller than there is room for.
    """
    if not style.large:
        return _all_drawn(scenes[:most], style)[:most]
    names = {scene.name for scene in scenes}
    close = [scene for scene in scenes if f"{scene.name}-1" not in names][:most]
    for halves in (False, True):
        if sum(len(cut_up(scene.width, scene.height, halves=halves)) for scene in close) <= most:
            return _all_drawn(close, style, halves=halves)
    return _all_drawn(close, Style(style.palette, packing=style.packing))


def _all_drawn(scenes: Sequence[Scene], style: Style, *, halves: bool = False) -> tuple[Picture, ...]:
    return tuple(picture for scene in scenes for picture in _drawn(scene, style, halves=halves))


def _drawn(scene: Scene, style: Style, *, halves: bool) -> tuple[Picture, ...]:
    wanted = sha256(msgspec.msgpack.encode((scene, replace(style, packing="quick"), halves))).digest()
    posted = _finished.find((wanted, "small")) if style.packing == "quick" else None
    return posted or _finished.get((wanted, style.packing), lambda: draw_parts(scene, style, halves=halves))
