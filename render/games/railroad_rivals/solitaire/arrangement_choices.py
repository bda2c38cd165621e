"""Pictures for the order of the first three cubes. (R Solitaire Rules, Goods Cubes; O3)"""

from collections.abc import Iterator, Sequence

from engine.core.action import field_question
from engine.games.railroad_rivals.game_data.printed_data import Goods
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.numbers import FIRST_CUBES, SCORING_SPOTS
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.cubes import draw_cube
from render.games.railroad_rivals.captions import corner_text, join_sentences
from render.games.railroad_rivals.colors import PALETTE
from render.games.railroad_rivals.solitaire.solitaire_scores import ME
from render.painter import Choice
from render.palette import ACCENT, CARD, INK_SOFT
from render.parts.page_layout import FIELD_TOP, MARGIN, PAGE_WIDTH, choice_key, field_box, header_layer, paper_scene
from render.parts.typography import BODY, LARGE, TextStyle
from render.scene import Box, Layer, Scene, Shape, make_layer

_FIELDS = ("first", "second", "third")
_PLACES = ("left", "middle", "right")
_SIDE, _STEP = 200, 480
_TALL, _CHOICES = 380, 130
_PLACE = TextStyle("sb", 50)


def arrange_choice_scenes(state: RailroadRivals, field: str, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The three places with the cubes chosen so far, and a key for each cube that can be next."""
    place = _FIELDS.index(field)
    answers = {choice.key: action for choice in choices for action in choice.actions[:1] if isinstance(action, Arrange)}
    first = next(iter(answers.values()))
    cubes = _cube_order(first)[:place]
    goods_by_key = {press: _cube_order(action)[place] for press, action in answers.items()}
    line = field_question(Arrange, field)
    layers = (*_place_layers(cubes, place), make_layer("choices", _draw_choices(goods_by_key)))
    alt = join_sentences(
        (f"{line} It {_deliveries_text(place)}.", *(f"{press} {goods}." for press, goods in goods_by_key.items()))
    )
    return (_arrange_scene(state, "arrange", line, FIELD_TOP + _TALL + _CHOICES, layers, alt),)


def arrange_preview_scenes(state: RailroadRivals, action: Arrange) -> tuple[Scene, ...]:
    """The three cubes in the chosen order."""
    cubes = _cube_order(action)
    place_texts = [f"{place}, {goods}" for goods, place in zip(cubes, _PLACES, strict=True)]
    line = f"Start with {', '.join(cubes)}?"
    alt = join_sentences(
        (line, *(f"{words.capitalize()}: {_deliveries_text(i)}." for i, words in enumerate(place_texts)))
    )
    return (_arrange_scene(state, "preview", line, FIELD_TOP + _TALL + 24, _place_layers(cubes, None), alt),)


def _arrange_scene(
    state: RailroadRivals, name: str, line: str, height: int, layers: tuple[Layer, ...], alt: str
) -> Scene:
    top = header_layer("Progression", corner_text(state), line, seat=ME)
    return paper_scene(name, height, PALETTE, (*layers, top), alt)


def _cube_order(action: Arrange) -> tuple[Goods, ...]:
    return action.first, action.second, action.third


def _deliveries_text(place: int) -> str:
    """The caption of a place in the order of the first cubes, counted from 0: “counts for 3 deliveries”."""
    return f"counts for {SCORING_SPOTS - FIRST_CUBES + 1 + place} deliveries"


def _place_layers(cubes: Sequence[Goods], asked_place: int | None) -> tuple[Layer, Layer]:
    shapes: list[Shape] = []
    for i in range(FIRST_CUBES):
        middle = PAGE_WIDTH / 2 + (i - 1) * _STEP
        x, y = middle - _SIDE / 2, FIELD_TOP + 36
        if i < len(cubes):
            shapes.append(draw_cube(cubes[i], x, y, _SIDE))
        else:
            ground, ink, line = (CARD, ACCENT, 8) if i == asked_place else (None, INK_SOFT, 3)
            shapes.append(Box(x, y, _SIDE, _SIDE, ground, ink, line, 14))
        shapes.append(_PLACE.middle(middle, y + 262, _PLACES[i], "place"))
        shapes.append(BODY.middle(middle, y + 318, _deliveries_text(i), "caption", INK_SOFT))
    return Layer("field", (field_box(FIELD_TOP, _TALL),)), make_layer("places", shapes)


def _draw_choices(goods_by_key: dict[str, Goods]) -> Iterator[Shape]:
    for i, (press, goods) in enumerate(goods_by_key.items()):
        x, y = MARGIN + i * _STEP, FIELD_TOP + _TALL + 66
        yield choice_key(press, x + 34, y, 34)
        yield draw_cube(goods, x + 90, y - 38, 76)
        yield LARGE.left(x + 188, y + 18, goods, "goods name")
