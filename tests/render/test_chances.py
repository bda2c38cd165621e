"""The picture of all players' chances to win shows every line, even if several lie at the same height."""

from itertools import combinations, pairwise
from math import dist

from engine import Seat
from render.scene import Line, Placed, Scene, all_texts
from render.win_chart import TurningMark, WinChances, win_chart_scene
from tests.render.legibility import is_legible, nothing_runs_out

ROWS = ((0.25, 0.25, 0.25, 0.25), (0.5, 0.5, 0.0, 0.0), (0.9, 0.1, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0))
NAMES = ("Ada", "Ben", "Cleo", "Dov")


def drawn(*turnings: TurningMark, rows: tuple[tuple[float, ...], ...] = ROWS) -> Scene:
    called = (*map(str, range(1, len(rows))), "end")
    return win_chart_scene("A game", WinChances(called, rows, turnings), NAMES)


def middles(scene: Scene, layer: str) -> list[tuple[float, float]]:
    signs = [shape for shape in scene.shapes_of_layer(layer) if isinstance(shape, Placed)]
    return [(sign.x + sign.sprite.w / 2, sign.y + sign.sprite.h / 2) for sign in signs]


def test_players_of_the_same_chance_stand_apart() -> None:
    marks = middles(drawn(), "lines")
    assert len(marks) == len(NAMES) * len(ROWS)
    assert min(dist(one, other) for one, other in combinations(marks, 2)) > 20


def test_a_turning_point_is_numbered_on_the_line_that_fell() -> None:
    scene = drawn(TurningMark(Seat(1), 2))
    (spot,) = middles(scene, "turnings")
    ends = [line.points for line in scene.shapes_of_layer("lines") if isinstance(line, Line)][2]
    assert dist(spot, ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)) < 1
    assert "Turning points: Ada after 3." in scene.alt and "Ada: 25%, 50%, 90%, 0%." in scene.alt


def test_every_text_is_readable_and_inside_the_picture_with_many_rounds_too() -> None:
    for rows in (ROWS, ROWS[:1] * 40 + ROWS[-1:]):
        scene = drawn(rows=rows)
        is_legible(scene)
        nothing_runs_out(scene)
        axis = [text for text in all_texts(scene) if text.role == "axis" and not text.words.endswith("%")]
        assert axis[-1].words == "end" and len(axis) <= 18
        assert min(right.x - left.x for left, right in pairwise(axis)) > 60
