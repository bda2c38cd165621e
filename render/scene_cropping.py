"""Cropping of a picture to some of its choices, so that a phone shows them large."""

from collections.abc import Collection

from msgspec.structs import replace

from render.scene import Box, Focus, Scene

FLAT = 9 / 16
"""The ratio of height to width of a window, unless its choices need more height."""
_UNCUT = 1 / 1.62
"""Pictures up to this ratio of height to width are not cropped."""
_MIN_WIDTH = 900
"""Minimum width of a window in px."""
_MARGIN = 40
"""Margin in px between the choices and the edges of a window."""
_HEADER_REST = 8
"""Height in px of the part of a header that remains when the header is cropped."""


def crop_to_choices(scene: Scene, keys: Collection[str], max_ratio: float = FLAT) -> Scene:
    """Crop a scene to a window around the choices with these keys.

    ``max_ratio`` is the maximum ratio of height to width. Flat scenes are unchanged. If the scene has none of the
    choices, it is cropped as by ``crop_height``.
    """
    boxes = [box for box in scene.focus if box.key in keys]
    if scene.height <= min(_UNCUT, max_ratio) * scene.width or not boxes:
        return crop_height(scene, max_ratio)
    left, right = _span([box.left for box in boxes], [box.right for box in boxes], 0, scene.width)
    top, bottom = _span([box.top for box in boxes], [box.bottom for box in boxes], _under_header(scene), scene.height)
    width = max(_MIN_WIDTH, right - left, (bottom - top) / max_ratio)
    height = max(width * FLAT, bottom - top)
    x = _window_start(left, right, width, 0, scene.width)
    y = _window_start(top, bottom, height, _under_header(scene), scene.height)
    return replace(scene, window=(round(x), round(y), round(width), round(height)))


def _span(lows: Collection[float], highs: Collection[float], first: float, last: float) -> tuple[float, float]:
    """Return the range from the lowest to the highest value, with a margin on both sides.

    The range is limited to ``first`` and ``last``.
    """
    return max(first, min(lows) - _MARGIN), min(last, max(highs) + _MARGIN)


def _window_start(low: float, high: float, size: float, first: float, last: float) -> float:
    """Return the start of a window of ``size`` px around the range from ``low`` to ``high``.

    The window is moved to lie between ``first`` and ``last``; if it is too large for this, it is centered between them.
    """
    start = (low + high - size) / 2
    return (first + last - size) / 2 if size >= last - first else min(max(first, start), last - size)


def _under_header(scene: Scene) -> float:
    """Return the y in px at which the picture starts if its header is cropped.

    The header's words are also in the text of the question.
    """
    header = next((shape for shape in scene.shapes_of_layer("header") if isinstance(shape, Box)), None)
    return 0 if header is None else round(header.y + header.h) - _HEADER_REST


def crop_header(scene: Scene) -> Scene:
    """Crop the header of a scene."""
    top = round(_under_header(scene))
    return replace(scene, window=(0, top, scene.width, scene.height - top)) if top else scene


def crop_height(scene: Scene, max_ratio: float) -> Scene:
    """Crop a scene to a maximum ratio of height to width.

    First the header is cropped, and then the bottom.
    """
    if scene.height <= max_ratio * scene.width:
        return scene
    cropped = crop_header(scene)
    left, top, width, height = cropped.window or (0, 0, scene.width, scene.height)
    return replace(cropped, window=(left, top, width, min(height, round(max_ratio * width))))


def focus_around(key: str, *points: tuple[float, float], around: float = 0) -> Focus:
    """Return the box of a choice around points of a picture.

    ``around`` is the margin in px.
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Focus(key, min(xs) - around, min(ys) - around, max(xs) + around, max(ys) + around)
