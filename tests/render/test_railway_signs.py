"""What must be seen on every map of Railway Rivals: names apart from one another, springs, tunnels over track."""

from collections.abc import Iterable
from itertools import combinations
from math import hypot

import pytest

from engine.games.railway_rivals.box.chart import CHARTS, Terrain
from render.fonts import width
from render.games.railway_rivals.field import Obstacles
from render.games.railway_rivals.ground import ground_sprite, tunnel_zones, tunnels
from render.games.railway_rivals.names import Name, placed_names
from render.games.railway_rivals.plane import Bounds, Plane, bounds, hex_center, whole
from render.games.railway_rivals.towns import town_radius
from render.games.railway_rivals.waters import estuary_points, spring_points
from render.games.railway_rivals.whole import plane_of
from render.parts.windows import one_window
from render.scene import Disc, Sheet
from tests.render.railway_ends import ends, public

MAPS = tuple(CHARTS)


def _name_boxes(names: Iterable[Name], size: float) -> list[tuple[str, Bounds]]:
    """Letters, without the air around them, and the boat of a port."""
    found = []
    for name in names:
        left = name.x - (0.9 * size if name.town.port else 0)
        right = name.x + width(name.words, "h", size)
        found.append((name.words, Bounds(left, name.y - 0.7 * size, right, name.y)))
    return found


def _crossing(names: Iterable[Name], size: float) -> list[tuple[str, str]]:
    pairs = combinations(_name_boxes(names, size), 2)
    return [(one, other) for (one, box), (other, taken) in pairs if box.meets(taken)]


@pytest.mark.parametrize("key", MAPS)
def test_no_two_names_cross_on_any_map_whole_or_close(key: str) -> None:
    chart = CHARTS[key]
    plane = plane_of(chart, 300)
    assert not _crossing(placed_names(chart, plane, Obstacles()), 44)
    for town in chart.towns[::2]:
        for s in (54, 84):
            close = Plane(*one_window((bounds([town.hex]).grown(4),), whole(chart), 200, 700, s))
            names = placed_names(chart, close, Obstacles(), size=48)
            assert not _crossing(names, 48), (town.name, s)


@pytest.mark.parametrize("key", MAPS)
def test_names_cross_nowhere_even_where_track_leaves_them_little_room(key: str) -> None:
    chart = CHARTS[key]
    plane = plane_of(chart, 300)
    lines = [((plane.hex(a.hex), plane.hex(b.hex)), 30.0) for a, b in combinations(chart.towns, 2)]
    names = placed_names(chart, plane, Obstacles(lines[::3]))
    assert len(names) == len(chart.towns)
    assert not _crossing(names, 44)


@pytest.mark.parametrize("key", MAPS)
def test_a_river_that_begins_or_ends_on_land_does_so_at_a_spring(key: str) -> None:
    chart = CHARTS[key]
    springs = spring_points(key)
    sea = [hex_center(hex) for hex, sign in chart.terrain.items() if sign is Terrain.SEA]
    assert springs
    assert all(min(hypot(x - p.x, y - p.y) for p in sea) > 1.02 for x, y in springs)
    for course in estuary_points(chart):
        assert all(hypot(x - a, y - b) > 0.2 for x, y in springs for a, b in course)
    drawn = ground_sprite(key, 32, 0, 0, 1600, 2000).shapes
    assert len([shape for shape in drawn if isinstance(shape, Disc)]) <= len(springs)


@pytest.mark.parametrize("key", MAPS)
def test_the_sign_of_a_tunnel_lies_over_track_and_no_town_hides_it(key: str) -> None:
    position = ends(2, turns=1, map=key)[0]
    [scene] = [scene for scene in public(position) if scene.name == "map"]
    (sheet,) = scene.layer("track")
    assert isinstance(sheet, Sheet)
    plane = plane_of(CHARTS[key], round(sheet.y))
    signs = tuple(tunnels(CHARTS[key], plane))
    assert signs
    assert set(signs) <= set(sheet.shapes)
    for x, y, _, _ in tunnel_zones(CHARTS[key], plane):
        for town in CHARTS[key].towns:
            tx, ty = plane.hex(town.hex)
            assert hypot(x - tx, y - ty) > town_radius(plane.s), town.name
