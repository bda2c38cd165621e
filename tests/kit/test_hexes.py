"""Hexes of a regular grid: neighbors, distances and corners."""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kit.hex_grid import (
    FLAT_TOP,
    POINTY_TOP,
    Axial,
    axial_from_offset,
    center_point,
    column_letters,
    column_number,
    corner_points,
    hex_distance,
    neighbors,
    side_ends,
)

WAYS = [FLAT_TOP, POINTY_TOP]
hexes = st.builds(Axial, st.integers(-40, 40), st.integers(-40, 40))
each_turn = pytest.mark.parametrize("turn", WAYS, ids=["flat", "pointy"])


@given(hexes)
def test_hex_has_six_adjacent_neighbors_in_order(hex):
    around = neighbors(hex)
    assert len(set(around)) == 6
    assert all(hex_distance(hex, other) == 1 and hex in neighbors(other) for other in around)
    assert all(around[i - 1] in neighbors(around[i]) for i in range(6))


@given(hexes, hexes, hexes)
def test_hex_distance_is_a_metric(a, b, c):
    assert hex_distance(a, b) == hex_distance(b, a) <= hex_distance(a, c) + hex_distance(c, b)
    assert (hex_distance(a, b) == 0) == (a == b)
    if a != b:
        assert min(hex_distance(other, b) for other in neighbors(a)) == hex_distance(a, b) - 1


@each_turn
@given(hex=hexes)
def test_corners_are_clockwise_at_unit_distance(turn, hex):
    middle, around = center_point(hex, turn), corner_points(hex, turn)
    assert all(dist(middle, corner) == pytest.approx(1) for corner in around)
    for (x, y), (u, v) in zip(around, around[1:] + around[:1], strict=True):
        assert (x - middle.x) * (v - middle.y) - (y - middle.y) * (u - middle.x) > 0  # y grows downward


@each_turn
@given(hex=hexes)
def test_side_joins_two_corners_of_both_hexes(turn, hex):
    around = corner_points(hex, turn)
    for i, other in enumerate(neighbors(hex)):
        side = around[i], around[(i + 1) % 6]
        middle = tuple((a + b) / 2 for a, b in zip(center_point(hex, turn), center_point(other, turn), strict=True))
        assert middle == pytest.approx(tuple((a + b) / 2 for a, b in zip(*side, strict=True)))
        assert all(any(dist(corner, there) < 1e-9 for there in corner_points(other, turn)) for corner in side)


@each_turn
@given(hex=hexes)
def test_tip_is_the_corner_of_three_hexes(turn, hex):
    around = corner_points(hex, turn)
    for i, other in enumerate(neighbors(hex)):
        assert side_ends(hex, other) == side_ends(other, hex)[::-1]
        for tip, corner in zip(side_ends(hex, other), (around[i], around[(i + 1) % 6]), strict=True):
            assert len(tip) == 3 and {hex, other} < tip
            assert all(any(dist(corner, there) < 1e-9 for there in corner_points(part, turn)) for part in tip)


def test_hexes_that_are_not_neighbors_share_no_side():
    with pytest.raises(ValueError, match="not in"):
        side_ends(Axial(0, 0), Axial(2, 0))


@each_turn
def test_first_neighbor_is_at_the_top(turn):
    ways = [center_point(other, turn) for other in neighbors(Axial(0, 0))]
    assert ways[0].y < 0 and ways[3].y > 0
    assert ways[0].x == pytest.approx(0) if turn == FLAT_TOP else ways[0].x < 0 < ways[1].x


@given(st.integers(0, 60), st.integers(0, 60))
def test_odd_columns_are_half_a_hex_lower(across, down):
    here, below = axial_from_offset(across, down), axial_from_offset(across, down + 1)
    assert center_point(below).y - center_point(here).y == pytest.approx(3**0.5)
    assert center_point(here).y - center_point(axial_from_offset(0, down)).y == pytest.approx(3**0.5 / 2 * (across % 2))
    assert center_point(here).x == pytest.approx(1.5 * across)


def test_columns_are_named_like_on_the_maps():
    assert [column_letters(i) for i in (0, 25, 26, 29, 51, 52, 701)] == ["A", "Z", "AA", "AD", "AZ", "BA", "ZZ"]
    assert all(column_number(column_letters(i)) == i for i in range(800))
    for word in ("", "a", "A1", "Ä"):
        with pytest.raises(ValueError, match=r".*"):
            column_number(word)
