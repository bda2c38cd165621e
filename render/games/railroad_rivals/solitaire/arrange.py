"""The first three cubes while the player puts them in order. (R Solitaire Rules, Goods Cubes; ruling O3)"""

from collections.abc import Iterator, Sequence

from engine.games.railroad_rivals.box.data import Goods
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.data import FIRST_CUBES, SPOTS
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.cubes import cube
from render.games.railroad_rivals.livery import PALETTE
from render.games.railroad_rivals.solitaire.figures import ME
from render.games.railroad_rivals.words import corner
from render.painter import Choice
from render.palette import ACCENT, CARD, INK_SOFT
from render.parts.frame import FIELD, MARGIN, WIDTH, field, header, picture
from render.parts.marks import key
from render.parts.text import BODY, LARGE, Style
from render.scene import Box, Layer, Scene, Shape, layer

_FIELDS = ("first", "second", "third")
_PLACES = ("left", "middle", "right")
_SIDE, _STEP = 200, 480
_TALL, _CHOICES = 380, 130
_PLACE = Style("sb", 50)


def arrange_scenes(state: RailroadRivals, wanted: str, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The places with the cubes chosen so far, and the cubes for the place that is asked for."""
    place = _FIELDS.index(wanted)
    answers = {choice.key: action for choice in choices for action in choice.actions[:1] if isinstance(action, Arrange)}
    first = next(iter(answers.values()))
    cubes = _order(first)[:place]
    keyed = {press: _order(action)[place] for press, action in answers.items()}
    line = f"Which cube {'in the middle' if place == 1 else f'on the {_PLACES[place]}'}?"
    layers = (*_places(cubes, place), layer("choices", _choices(keyed)))
    said = joined((f"{line} It {_counts(place)}.", *(f"{press} {goods}." for press, goods in keyed.items())))
    return (_scene(state, "arrange", line, FIELD + _TALL + _CHOICES, layers, said),)


def arrange_preview(state: RailroadRivals, action: Arrange) -> tuple[Scene, ...]:
    """The three cubes in the order chosen, before it is confirmed."""
    cubes = _order(action)
    said = [f"{place}, {goods}" for goods, place in zip(cubes, _PLACES, strict=True)]
    line = f"Start with {', '.join(cubes)}?"
    alt = joined((line, *(f"{words.capitalize()}: {_counts(i)}." for i, words in enumerate(said))))
    return (_scene(state, "preview", line, FIELD + _TALL + 24, _places(cubes, None), alt),)


def _scene(state: RailroadRivals, name: str, line: str, height: int, layers: tuple[Layer, ...], alt: str) -> Scene:
    top = header("Progression", corner(state), line, seat=ME)
    return picture(name, height, PALETTE, (*layers, top), alt)


def _order(action: Arrange) -> tuple[Goods, ...]:
    return action.first, action.second, action.third


def _counts(place: int) -> str:
    """For how many deliveries a cube of the start lies among the last four."""
    return f"counts for {SPOTS - FIRST_CUBES + 1 + place} deliveries"


def _places(cubes: Sequence[Goods], asked: int | None) -> tuple[Layer, Layer]:
    shapes: list[Shape] = []
    for i in range(FIRST_CUBES):
        middle = WIDTH / 2 + (i - 1) * _STEP
        x, y = middle - _SIDE / 2, FIELD + 36
        if i < len(cubes):
            shapes.append(cube(cubes[i], x, y, _SIDE))
        else:
            ground, ink, line = (CARD, ACCENT, 8) if i == asked else (None, INK_SOFT, 3)
            shapes.append(Box(x, y, _SIDE, _SIDE, ground, ink, line, 14))
        shapes.append(_PLACE.middle(middle, y + 262, _PLACES[i], "place"))
        shapes.append(BODY.middle(middle, y + 318, _counts(i), "caption", INK_SOFT))
    return Layer("field", (field(FIELD, _TALL),)), layer("places", shapes)


def _choices(keyed: dict[str, Goods]) -> Iterator[Shape]:
    for i, (press, goods) in enumerate(keyed.items()):
        x, y = MARGIN + i * _STEP, FIELD + _TALL + 66
        yield key(press, x + 34, y, 34)
        yield cube(goods, x + 90, y - 38, 76)
        yield LARGE.left(x + 188, y + 18, goods, "goods name")
