"""The part of a picture that shows some of its choices, 16 to 9, so that a phone shows it large."""

from collections.abc import Collection

from msgspec.structs import replace

from render.scene import Box, Focus, Scene

_SHAPE = 16 / 9
"""Width over height of a window."""
_FLAT = 1.62
"""Width over height from which on a picture is not cut."""
_LEAST, _MARGIN, _ABOVE = 900, 40, 8
"""px of the picture that a window is wide at least, what it has around the choices, and what is left of a header."""


def cut_to_window(scene: Scene, keys: Collection[str]) -> Scene:
    """The scene cut to a window around the choices with these keys; the whole where it is flat, or has none of them."""
    boxes = [box for box in scene.focus if box.key in keys]
    if scene.width / scene.height >= _FLAT or not boxes:
        return scene
    left, right = (
        max(0, min(box.left for box in boxes) - _MARGIN),
        min(scene.width, max(box.right for box in boxes) + _MARGIN),
    )
    top, bottom = (
        max(0, min(box.top for box in boxes) - _MARGIN),
        min(scene.height, max(box.bottom for box in boxes) + _MARGIN),
    )
    wide = max(_LEAST, right - left, (bottom - top) * _SHAPE)
    high = wide / _SHAPE
    x, y = _start(left, right, wide, scene.width), _start(top, bottom, high, scene.height)
    return replace(scene, window=(round(x), round(y), round(wide), round(high)))


def below_header(scene: Scene) -> Scene:
    """The scene without its header, whose words a question says itself."""
    header = next((shape for shape in scene.layer("header") if isinstance(shape, Box)), None)
    if header is None:
        return scene
    top = round(header.y + header.h) - _ABOVE
    return replace(scene, window=(0, top, scene.width, scene.height - top))


def fit_height(scene: Scene, most: float) -> Scene:
    """The scene at most so high, as a part of its width: without its header, and of the rest the upper part."""
    if scene.height <= most * scene.width:
        return scene
    below = below_header(scene)
    left, top, wide, high = below.window or (0, 0, scene.width, scene.height)
    return replace(below, window=(left, top, wide, min(high, round(most * wide))))


def _start(low: float, high: float, size: float, whole: float) -> float:
    """The start of a window of that size: around its boxes, inside the picture if it has room there."""
    start = (low + high - size) / 2
    return (whole - size) / 2 if size >= whole else min(max(0, start), whole - size)


def focus_on(key: str, *points: tuple[float, float], around: float = 0) -> Focus:
    """The box of a choice around these points of a picture."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Focus(key, min(xs) - around, min(ys) - around, max(xs) + around, max(ys) + around)
