"""A picture as data: immutable shapes in board units (px of a picture 1600 px wide), on named layers.

``rasterizer.py`` converts it to pixels.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

Color = str
"""``#RRGGBB``, opaque."""

Face = Literal["h", "hb", "s", "sb"]
"""Barlow Condensed SemiBold and Bold, Barlow Semi Condensed Medium and SemiBold."""

Anchor = Literal["left", "middle", "right"]


class Shape(msgspec.Struct, frozen=True, cache_hash=True, tag=True):
    """Anything that can be drawn. ``fill`` and ``ink`` are ``None`` if nothing is painted; lines are inside."""


class Box(Shape, frozen=True, cache_hash=True):
    """A rectangle from its top left corner; its outline of ``line`` px is inside it."""

    x: float
    y: float
    w: float
    h: float
    fill: Color | None
    ink: Color | None = None
    line: float = 0
    radius: float = 0


class Disc(Shape, frozen=True, cache_hash=True):
    """A disc or a ring around its center; the ring's line is inside ``r``."""

    x: float
    y: float
    r: float
    fill: Color | None
    ink: Color | None = None
    line: float = 0


class Polygon(Shape, frozen=True, cache_hash=True):
    """A closed outline; its line is half inside and half outside."""

    points: tuple[tuple[float, float], ...]
    fill: Color | None
    ink: Color | None = None
    line: float = 0


class Line(Shape, frozen=True, cache_hash=True):
    """An open stroke through its points, with round joints, and optionally ``round`` ends."""

    points: tuple[tuple[float, float], ...]
    ink: Color
    line: float
    round: bool = False


class Text(Shape, frozen=True, cache_hash=True):
    """Words on a baseline at ``y``. ``role`` is the role of the words, which the test of minimum sizes uses.

    ``rim`` px around the letters are painted in ``halo``, if one is given.
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
    """Shapes in a box, painted once and pasted wherever the same sprite occurs.

    ``name`` describes it (“badge ACL”). With a ``ground`` the whole box is opaque, which pastes faster. A ``turned``
    one is upside down, including words; only a sprite placed directly on a picture can be turned.
    """

    name: str
    w: float
    h: float
    shapes: tuple[Shape, ...]
    ground: Color | None = None
    turned: bool = False


class Placed(Shape, frozen=True, cache_hash=True):
    """A sprite with the top left corner of its box at ``x``, ``y``, rounded to whole px when it is pasted."""

    x: float
    y: float
    sprite: Sprite


class Group(Shape, frozen=True, cache_hash=True):
    """Shapes that make one thing (“card Chicago”), painted and cached one by one, because its parts are widely
    shared.
    """

    name: str
    shapes: tuple[Shape, ...]


class Veil(Shape, frozen=True, cache_hash=True):
    """Everything drawn so far inside the box is blended toward ``color`` by ``share`` (0 to 1)."""

    x: float
    y: float
    w: float
    h: float
    color: Color
    share: float


class Sheet(Shape, frozen=True, cache_hash=True):
    """Shapes drawn directly onto the picture and clipped to a window, which is given by its top left corner.

    For drawings that rarely repeat, such as lines on a map: they are not cached.
    """

    name: str
    x: int
    y: int
    w: int
    h: int
    shapes: tuple[Shape, ...]


class Layer(msgspec.Struct, frozen=True):
    """Shapes that belong together, painted in order. ``name`` describes them: “tiles”, “links”, “header”."""

    name: str
    shapes: tuple[Shape, ...]


class Focus(msgspec.Struct, frozen=True):
    """A box of a picture in px that the choice with this key is about."""

    key: str
    left: float
    top: float
    right: float
    bottom: float


class Scene(msgspec.Struct, frozen=True):
    """One picture before it is painted. ``alt`` is its alt text, of at most 1,024 characters.

    ``name`` is a file name without its ending; ``palette`` are the colors of the file, at most 256. A ``halved`` one is
    shown as two overlapping halves, one above the other. ``focus`` has the boxes of choices, and ``window`` is the
    visible part, by left, top, width, and height; by default the whole.
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
        """The shapes of the layers of that name."""
        return tuple(shape for layer in self.layers if layer.name == name for shape in layer.shapes)


def make_layer(name: str, shapes: Iterable[Shape]) -> Layer:
    """A layer of whatever yields shapes."""
    return Layer(name, tuple(shapes))


def place_sprite(x: float, y: float, sprite: Sprite) -> Placed:
    """The sprite with the top left corner of its box at a position."""
    return Placed(x, y, sprite)


def all_texts(scene: Scene) -> Iterator[Text]:
    """All texts of a scene, including those inside sprites with their position in the sprite."""
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
