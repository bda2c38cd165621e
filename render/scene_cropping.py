"""Crops a picture to some of its choices, so that a phone shows it large."""

from collections.abc import Collection

from msgspec.structs import replace

from render.scene import Box, Focus, Scene

FLAT = 9 / 16
"""Height over width of a window, unless its choices need more."""
_UNCUT = 1 / 1.62
"""Height over width up to which a picture is not cut, where it has room."""
_LEAST, _MARGIN, _ABOVE = 900, 40, 8
"""Minimum px of a window's width, its margin around the choices, and the part of a header that remains."""


def crop_to_choices(scene: Scene, keys: Collection[str], tallest: float = FLAT) -> Scene:
    """Crop the scene to a window around the choices with these keys, at most ``tallest`` times as high as wide.

    A flat scene is unchanged. A scene without any of the choices loses at most its header.
    """
    boxes = [box for box in scene.focus if box.key in keys]
    if scene.height <= min(_UNCUT, tallest) * scene.width or not boxes:
        return crop_height(scene, tallest)
    left, right = _span([box.left for box in boxes], [box.right for box in boxes], 0, scene.width)
    top, bottom = _span([box.top for box in boxes], [box.bottom for box in boxes], _under_header(scene), scene.height)
    wide = max(_LEAST, right - left, (bottom - top) / tallest)
    high = max(wide * FLAT, bottom - top)
    x, y = (
        _window_start(left, right, wide, 0, scene.width),
        _window_start(top, bottom, high, _under_header(scene), scene.height),
    )
    return replace(scene, window=(round(x), round(y), round(wide), round(high)))


def _span(lows: Collection[float], highs: Collection[float], first: float, last: float) -> tuple[float, float]:
    """The range from the lowest to the highest, with a margin, between the edges of the picture."""
    return max(first, min(lows) - _MARGIN), min(last, max(highs) + _MARGIN)


def _window_start(low: float, high: float, size: float, first: float, last: float) -> float:
    """The start of a window of that size: around its boxes, between the edges of the picture if it has room there."""
    start = (low + high - size) / 2
    return (first + last - size) / 2 if size >= last - first else min(max(first, start), last - size)


def _under_header(scene: Scene) -> float:
    """The top of the picture under its header, whose words a question says itself."""
    header = next((shape for shape in scene.shapes_of_layer("header") if isinstance(shape, Box)), None)
    return 0 if header is None else round(header.y + header.h) - _ABOVE


def crop_header(scene: Scene) -> Scene:
    """The scene without its header."""
    top = round(_under_header(scene))
    return replace(scene, window=(0, top, scene.width, scene.height - top)) if top else scene


def crop_height(scene: Scene, most: float) -> Scene:
    """Crop the scene to a height, as a fraction of its width: without its header, and then from the bottom."""
    if scene.height <= most * scene.width:
        return scene
    below = crop_header(scene)
    left, top, wide, high = below.window or (0, 0, scene.width, scene.height)
    return replace(below, window=(left, top, wide, min(high, round(most * wide))))


def focus_around(key: str, *points: tuple[float, float], around: float = 0) -> Focus:
    """The box of a choice around these points of a picture."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Focus(key, min(xs) - around, min(ys) - around, max(xs) + around, max(ys) + around)
