"""Tables of Railroad Rivals are low enough for a client to show them uncut, with words large enough for a phone."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from engine import redact
from engine.games.railroad_rivals.solitaire.phases import DeliveringOne
from render import PAINTERS, DrawingContext, Scene
from render.fonts import text_width
from render.scene import Box, Placed, Text, all_texts
from tests.render.legibility import nothing_runs_out
from tests.render.positions import GAME, NAMES, ends
from tests.render.solitaire import shown as alone
from tests.render.solitaire import solo

PAINTER = PAINTERS[GAME.key]
PICTURES = ("stocks", "scores", "offer")
LONG = (
    "Bartholomew von Wolfenbüttelhaus",
    "W" * 32,
    "Мария-Антуанетта Константинова",
    "小林さくら",
    "iii",
    "P Q R S T U",
)
"""Names of players, two of which have 32 letters, the maximum of Discord."""
FLOOR = 54
SHRUNK = {"second line", "corner", "badge", "sign", "special tile"}
"""Roles with their own minimum size: lines that may shrink to fit, and signs."""
PILL = ("taken by", "engine")
"""Roles and sprites that may lie over a taken tile, which is drawn pale."""
FLAT, A_NOTE, TILES = 1_092, 66, 62
"""Maximum height of a table, and what is added for each note below it and each row of special tiles, in pixels."""
each_table = pytest.mark.parametrize(
    ("seats", "preset"), [(2, "Base"), (3, "Base"), (5, "Base"), (6, "Base"), (4, "Full"), (6, "Full")]
)


def shown(seats: int, preset: str) -> Iterator[Scene]:
    """Yield tables after the set-up, during and at the end of a game, with short and with long names."""
    found = ends(seats, preset=preset)
    for position in (*found[:: max(1, len(found) // 6)], found[-1]):
        for names in (NAMES[:seats], LONG[:seats]):
            for picture in PICTURES:
                yield from PAINTER.public_scenes(
                    picture, redact(position.state, None), DrawingContext(names, position.news)
                )


def box(text: Text) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a text's capitals."""
    wide = text_width(text.words, text.face, text.size, text.tracking)
    left = text.x - {"left": 0, "middle": wide / 2, "right": wide}[text.anchor]
    return left, text.y - 0.7 * text.size, left + wide, text.y


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


@each_table
def test_a_table_is_as_flat_as_a_client_shows_uncut(seats: int, preset: str) -> None:
    for scene in shown(seats, preset):
        tiles = [text for text in all_texts(scene) if text.role == "special tile"] if scene.name == "scores" else []
        most = FLAT + A_NOTE * len(scene.shapes_of_layer("notes")) + TILES * len(tiles)
        assert scene.height <= most, (scene.name, scene.height)


@each_table
def test_words_of_tables_can_be_read_on_a_phone(seats: int, preset: str) -> None:
    for scene in shown(seats, preset):
        small = {(text.role, text.words, text.size) for text in all_texts(scene) if text.size < FLOOR}
        assert not {found for found in small if found[0] not in SHRUNK}, scene.name


@each_table
def test_no_words_of_a_table_overlap_or_leave_it(seats: int, preset: str) -> None:
    for scene in shown(seats, preset):
        nothing_runs_out(scene)
        words = [shape for layer in scene.layers for shape in layer.shapes if isinstance(shape, Text)]
        for one, other in combinations([text for text in words if text.role not in PILL], 2):
            assert not overlap(box(one), box(other)), (scene.name, one.words, other.words)


@each_table
def test_no_words_of_a_table_lie_on_a_badge_a_chip_or_an_engine(seats: int, preset: str) -> None:
    for scene in shown(seats, preset):
        signs = [shape for layer in scene.layers for shape in layer.shapes if isinstance(shape, Placed)]
        for text in (shape for layer in scene.layers for shape in layer.shapes if isinstance(shape, Text)):
            for sign in signs:
                if scene.name == "offer" and (text.role in PILL or sign.sprite.name.startswith(PILL)):
                    continue
                edges = (sign.x, sign.y, sign.x + sign.sprite.w, sign.y + sign.sprite.h)
                assert not overlap(box(text), edges), (scene.name, text.words, sign.sprite.name)


SCORES = (1, 20, 35, 41, 46, 50, 58, 70, 81)
"""Points on the score track that, together with the stocks, lead to every rank from the lowest to the highest."""


@pytest.mark.parametrize("points", SCORES)
def test_the_tables_of_one_player_are_flat_and_legible_and_nothing_overlaps(points: int) -> None:
    for state in (solo(DeliveringOne(), score={1: points}), solo(flow=(), turn=11, score={1: points})):
        for picture in ("stocks", "scores"):
            scene = alone(picture, state)
            nothing_runs_out(scene)
            assert scene.height <= 1_030
            small = {text.role for text in all_texts(scene) if text.size < FLOOR}
            assert small <= {*SHRUNK, "rank", "goods"}, scene.name
            words = [shape for layer in scene.layers for shape in layer.shapes if isinstance(shape, Text)]
            for one, other in combinations(words, 2):
                assert not overlap(box(one), box(other)), (one.words, other.words)
            stays_on_cards(scene)


def stays_on_cards(scene: Scene) -> None:
    """Check that the words on every card end before its right edge and are not shortened."""
    cards = [shape for shape in scene.shapes_of_layer("cards") if isinstance(shape, Box)]
    for text in (shape for shape in scene.shapes_of_layer("cards") if isinstance(shape, Text)):
        left, _, right, _ = box(text)
        assert any(card.x + 12 <= left and right <= card.x + card.w - 12 for card in cards), text.words
        assert "…" not in text.words
