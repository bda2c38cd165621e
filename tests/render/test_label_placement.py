"""The placer of labels: cheap places, obstacles, overlaps, and shorter forms."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import pytest

from render.parts.label_placement import Candidate, CellFrame, ObstacleField, place_labels
from render.parts.viewport import Bounds, Viewport

FRAME = CellFrame.of_window(Viewport(1, 0, 0, 400, 200, 0, 0), 5)
SOFT, HARD = 1, 2
COSTS = (0, 10, 1_000)


class Name(NamedTuple):
    """A label of 50 x 20 px with its possible places: cost, top, and left."""

    words: str
    places: tuple[Candidate, ...]
    box: tuple[float, float] = (50, 20)

    def candidates(self) -> Sequence[Candidate]:
        return self.places


def field() -> ObstacleField:
    return ObstacleField(FRAME, COSTS)


def placed(obstacles: ObstacleField, *labels: Sequence[Name]) -> dict[str, tuple[float, float]]:
    """The words of each placed label, with the left and top of its box."""
    return {name.words: (spot.left, spot.top) for name, spot in place_labels(labels, obstacles)}


ROW = ((0.0, 50.0, 100.0), (1.0, 50.0, 160.0), (2.0, 50.0, 220.0))
"""Three places side by side, the first one the cheapest."""


def test_a_label_takes_its_cheapest_place_in_any_order_of_candidates() -> None:
    assert placed(field(), [Name("Ayr", ROW[::-1])]) == {"Ayr": (100, 50)}


def test_a_label_without_candidates_is_left_out() -> None:
    assert placed(field(), [Name("Ayr", ())], [Name("Bath", ROW)]) == {"Bath": (100, 50)}


def test_a_box_and_a_line_move_a_label_to_the_next_place() -> None:
    boxed = field()
    boxed.add_box(Bounds(140, 60, 150, 65), HARD)
    assert placed(boxed, [Name("Ayr", ROW)]) == {"Ayr": (160, 50)}
    boxed.add_line(((185, 0), (185, 200)), 4, HARD)
    assert placed(boxed, [Name("Ayr", ROW)]) == {"Ayr": (220, 50)}


def test_covering_a_little_is_better_than_a_place_that_costs_more() -> None:
    soft = field()
    soft.add_box(Bounds(101, 51, 104, 54), SOFT)
    assert placed(soft, [Name("Ayr", ROW)]) == {"Ayr": (100, 50)}
    soft.add_box(Bounds(101, 51, 149, 69), SOFT)
    assert placed(soft, [Name("Ayr", ROW)]) == {"Ayr": (160, 50)}


def test_the_least_covered_place_is_taken_if_none_is_free() -> None:
    crowded = field()
    for left, wide in ((100, 40), (160, 10), (220, 30)):
        crowded.add_box(Bounds(left, 50, left + wide, 70), HARD)
    ((_, spot),) = place_labels([[Name("Ayr", ROW)]], crowded)
    assert spot.left == 160
    assert spot.cost == 1 + 15 * 25  # three columns of five cells, each of 25 px²


@pytest.mark.parametrize("box", [Bounds(100, 50, 119, 69), Bounds(-30, 50, -10, 60), Bounds(399, 199, 900, 900)])
def test_the_cost_under_a_box_is_the_area_of_the_cells_that_it_touches(box: Bounds) -> None:
    costs = field()
    costs.add_box(Bounds(0, 0, 400, 200), HARD)
    columns = len([x for x in range(0, 401, 5) if x + 5 > box.left and x <= box.right])
    rows = len([y for y in range(0, 201, 5) if y + 5 > box.top and y <= box.bottom])
    assert costs.cost_under(box) == columns * rows * 25


def test_a_copy_has_its_own_obstacles_and_costs() -> None:
    ground = field()
    ground.add_box(Bounds(100, 50, 149, 69), SOFT)
    free = ground.copy((0, 0, 1_000))
    free.add_box(Bounds(160, 50, 209, 69), HARD)
    assert placed(free, [Name("Ayr", ROW)]) == {"Ayr": (100, 50)}
    assert placed(ground, [Name("Ayr", ROW)]) == {"Ayr": (160, 50)}


def test_labels_with_the_same_best_place_come_apart() -> None:
    found = place_labels([[Name(words, ROW)] for words in ("Ayr", "Bath", "Crewe")], field())
    boxes = [spot.box for _, spot in found]
    assert sorted(box.left for box in boxes) == [100, 160, 220]
    assert not any(one.is_overlapping(other) for one, other in combinations(boxes, 2))


def test_a_label_stays_if_moving_costs_more_than_an_overlap_and_the_other_moves() -> None:
    far = ((0.0, 50.0, 100.0), (7_000.0, 50.0, 220.0))
    expected = {"Ayr": (100, 50), "Bath": (160, 50)}
    assert placed(field(), [Name("Ayr", far)], [Name("Bath", ROW)]) == expected
    assert placed(field(), [Name("Bath", ROW)], [Name("Ayr", far)]) == expected


def forms(least: float, short: float) -> list[Name]:
    """A name in full, its short form, and its first letters, each with one place."""
    costs = {"Birmingham": least, "B’ham": short, "Birm.": 0.0}
    return [Name(words, ((cost, 50.0, 100.0 + 60 * i),)) for i, (words, cost) in enumerate(costs.items())]


@pytest.mark.parametrize(
    ("full", "short", "words"),
    [(60, 0, "Birmingham"), (61, 0, "B’ham"), (70, 44, "B’ham"), (70, 45, "Birmingham")],
)
def test_a_short_form_is_used_if_the_full_one_costs_much_more(full: float, short: float, words: str) -> None:
    assert list(placed(field(), forms(full, short))) == [words]


def test_the_last_form_is_used_only_where_the_others_overlap_labels() -> None:
    taken = [[Name("Ayr", ((0.0, 50.0, 100.0),))], [Name("Bath", ((0.0, 50.0, 160.0),))]]
    assert list(placed(field(), *taken[:1], forms(0, 0))) == ["Ayr", "B’ham"]
    assert list(placed(field(), *taken, forms(0, 0))) == ["Ayr", "Bath", "Birm."]


def test_a_label_that_finds_no_room_stays_at_its_cheapest_place() -> None:
    only = ((3.0, 50.0, 100.0),)
    assert placed(field(), [Name("Ayr", only)], [Name("Bath", only)]) == {"Ayr": (100, 50), "Bath": (100, 50)}


@pytest.mark.parametrize("line", [((-10, 22), (410, 22)), ((-10, 24), (410, 16))])
def test_a_line_across_the_whole_window_leaves_other_obstacles_in_place(line: tuple[tuple[float, float], ...]) -> None:
    crossed = field()
    crossed.add_box(Bounds(140, 60, 150, 65), HARD)
    crossed.add_line(line, 8, HARD)
    assert placed(crossed, [Name("Ayr", ROW)]) == {"Ayr": (160, 50)}
