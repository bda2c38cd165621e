"""Scenes: pictures as data, with immutable shapes on named layers.

All sizes are in px of a picture 1600 px wide. ``rasterizer.py`` converts scenes to pixels.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

Color = str
"""An opaque color as ``#RRGGBB``."""

Face = Literal["h", "hb", "s", "sb"]
"""A font: Barlow Condensed SemiBold or Bold, or Barlow Semi Condensed Medium or SemiBold."""

Anchor = Literal["left", "middle", "right"]


class Shape(msgspec.Struct, frozen=True, cache_hash=True, tag=True):
    """A shape of a picture.

    ``fill`` is the color of the shape's area, and ``ink`` the color of its outline; None: not painted.
    """


class Box(Shape, frozen=True, cache_hash=True):
    """A rectangle with round corners of ``radius`` px.

    ``x`` and ``y`` are the top left corner. The outline is inside the rectangle.
    """

    x: float
    y: float
    w: float
    h: float
    fill: Color | None
    ink: Color | None = None
    line: float = 0
    radius: float = 0


class Disc(Shape, frozen=True, cache_hash=True):
    """A disc or a ring around a center.

    The outline of ``line`` px is inside the radius.
    """

    x: float
    y: float
    r: float
    fill: Color | None
    ink: Color | None = None
    line: float = 0


class Polygon(Shape, frozen=True, cache_hash=True):
    """A polygon.

    Half of its outline of ``line`` px is inside the polygon and half outside.
    """

    points: tuple[tuple[float, float], ...]
    fill: Color | None
    ink: Color | None = None
    line: float = 0


class Line(Shape, frozen=True, cache_hash=True):
    """An open stroke of ``line`` px through points.

    Its joints are round, and if ``round`` also its ends.
    """

    points: tuple[tuple[float, float], ...]
    ink: Color
    line: float
    round: bool = False


class Text(Shape, frozen=True, cache_hash=True):
    """A text on a baseline at ``y``.

    ``role`` names the text's purpose, for the test of minimum font sizes. ``halo`` is the color of a rim of ``rim`` px
    around the letters, if any.
    """

    x: float
    y: float
    words: str
    face: Face
    size: float
    ink: Color
    anchor: Anchor = "left"
    tracking: float = 0
    role: str = ""
    halo: Color = ""
    rim: float = 0


class Sprite(Shape, frozen=True, cache_hash=True):
    """Shapes in a box that are drawn once and pasted wherever an equal sprite occurs.

    ``name`` describes the sprite (“badge ACL”). A sprite with a background color (``ground``) is opaque, which is
    faster to paste. A ``turned`` sprite is upside down, including its texts; only a sprite placed directly on a picture
    can be turned.
    """

    name: str
    w: float
    h: float
    shapes: tuple[Shape, ...]
    ground: Color | None = None
    turned: bool = False


class Placed(Shape, frozen=True, cache_hash=True):
    """A sprite whose box has its top left corner at ``x``, ``y``, rounded to whole px."""

    x: float
    y: float
    sprite: Sprite


class Group(Shape, frozen=True, cache_hash=True):
    """Shapes of one object (“card Chicago”), drawn and cached one by one.

    Many objects have equal parts, which are cached only once.
    """

    name: str
    shapes: tuple[Shape, ...]


class Veil(Shape, frozen=True, cache_hash=True):
    """A box in which everything drawn before is blended toward ``color`` by ``share`` (0 to 1)."""

    x: float
    y: float
    w: float
    h: float
    color: Color
    share: float


class Sheet(Shape, frozen=True, cache_hash=True):
    """Shapes that are drawn directly onto the picture and clipped to a box.

    They are not cached one by one, because shapes such as the lines on a map rarely repeat.
    """

    name: str
    x: int
    y: int
    w: int
    h: int
    shapes: tuple[Shape, ...]


class Layer(msgspec.Struct, frozen=True):
    """Shapes that belong together, drawn in order.

    ``name`` describes them: “tiles”, “links”, “header”.
    """

    name: str
    shapes: tuple[Shape, ...]


class Focus(msgspec.Struct, frozen=True):
    """The box in a picture, in px, that contains the choice with this key."""

    key: str
    left: float
    top: float
    right: float
    bottom: float


class Scene(msgspec.Struct, frozen=True):
    """A picture before it is drawn.

    ``name`` is a file name without its ending, ``alt`` the alt text, ``ground`` the background color, and ``palette``
    the colors of the file, at most 256. A ``halved`` scene is shown as two overlapping halves, one above the other.
    ``focus`` has the boxes of choices. ``window`` is the visible part as left, top, width, and height; None: the whole
    picture.
    """

    name: str
    width: int
    height: int
    ground: Color
    palette: tuple[Color, ...]
    layers: tuple[Layer, ...]
    alt: str
    halved: bool = False
    focus: tuple[Focus, ...] = ()
    window: tuple[int, int, int, int] | None = None

    def shapes_of_layer(self, name: str) -> tuple[Shape, ...]:
        """Return the shapes of the layers with a name."""
        return tuple(shape for layer in self.layers if layer.name == name for shape in layer.shapes)


def make_layer(name: str, shapes: Iterable[Shape]) -> Layer:
    """Return a layer with the shapes of an iterable."""
    return Layer(name, tuple(shapes))


def place_sprite(x: float, y: float, sprite: Sprite) -> Placed:
    """Return a sprite placed with the top left corner of its box at ``x``, ``y``."""
    return Placed(x, y, sprite)


def all_texts(scene: Scene) -> Iterator[Text]:
    """Yield all texts of a scene. Texts in sprites have their position in the sprite."""
    for layer in scene.layers:
        yield from _texts_in(layer.shapes)


def _texts_in(shapes: tuple[Shape, ...]) -> Iterator[Text]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape
        elif isinstance(shape, Sprite | Group | Sheet):
            yield from _texts_in(shape.shapes)
        elif isinstance(shape, Placed):
            yield from _texts_in(shape.sprite.shapes)
