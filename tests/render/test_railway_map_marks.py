"""Marks on every map of Railway Rivals: names apart from one another, springs of rivers, tunnels over track."""

from collections.abc import Iterable
from itertools import combinations
from math import hypot

import pytest

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Terrain
from render.fonts import text_width
from render.games.railway_rivals.board.ground import draw_tunnels, ground_sprite, tunnel_zones
from render.games.railway_rivals.board.hex_viewport import Bounds, HexViewport, bounds_of_hexes, hex_center, map_bounds
from render.games.railway_rivals.board.label_obstacles import Obstacles
from render.games.railway_rivals.board.town_labels import TownLabel, place_town_labels
from render.games.railway_rivals.board.towns import town_radius
from render.games.railway_rivals.board.waters import estuary_courses, spring_points
from render.games.railway_rivals.board.whole_map import map_viewport
from render.parts.viewport_layout import single_viewport
from render.scene import Disc, Sheet
from tests.render.railway_turn_ends import ends, public

MAPS = tuple(HEX_MAPS)


def _name_boxes(names: Iterable[TownLabel], size: float) -> list[tuple[str, Bounds]]:
    """Return (name, box of its letters and of a port's boat) for each name."""
    found = []
    for name in names:
        left = name.x - (0.9 * size if name.town.is_port else 0)
        right = name.x + text_width(name.words, "h", size)
        found.append((name.words, Bounds(left, name.y - 0.7 * size, right, name.y)))
    return found


def _crossing(names: Iterable[TownLabel], size: float) -> list[tuple[str, str]]:
    pairs = combinations(_name_boxes(names, size), 2)
    return [(one, other) for (one, box), (other, taken) in pairs if box.is_overlapping(taken)]


@pytest.mark.parametrize("key", MAPS)
def test_no_two_names_cross_on_any_map_whole_or_close(key: str) -> None:
    chart = HEX_MAPS[key]
    plane = map_viewport(chart, 300)
    assert not _crossing(place_town_labels(chart, plane, Obstacles()), 44)
    for town in chart.towns[::2]:
        for s in (54, 84):
            close = HexViewport(
                *single_viewport((bounds_of_hexes([town.hex]).inflate(4),), map_bounds(chart), 200, 700, s)
            )
            names = place_town_labels(chart, close, Obstacles(), size=48)
            assert not _crossing(names, 48), (town.name, s)


@pytest.mark.parametrize("key", MAPS)
def test_names_cross_nowhere_even_where_track_leaves_them_little_room(key: str) -> None:
    chart = HEX_MAPS[key]
    plane = map_viewport(chart, 300)
    lines = [((plane.hex_point(a.hex), plane.hex_point(b.hex)), 30.0) for a, b in combinations(chart.towns, 2)]
    names = place_town_labels(chart, plane, Obstacles(lines[::3]))
    assert len(names) == len(chart.towns)
    assert not _crossing(names, 44)


@pytest.mark.parametrize("key", MAPS)
def test_a_river_that_begins_or_ends_on_land_does_so_at_a_spring(key: str) -> None:
    chart = HEX_MAPS[key]
    springs = spring_points(key)
    sea = [hex_center(hex) for hex, sign in chart.terrain.items() if sign is Terrain.SEA]
    assert springs
    assert all(min(hypot(x - p.x, y - p.y) for p in sea) > 1.02 for x, y in springs)
    for course in estuary_courses(chart):
        assert all(hypot(x - a, y - b) > 0.2 for x, y in springs for a, b in course)
    drawn = ground_sprite(key, 32, 0, 0, 1600, 2000).shapes
    assert len([shape for shape in drawn if isinstance(shape, Disc)]) <= len(springs)


@pytest.mark.parametrize("key", MAPS)
def test_the_sign_of_a_tunnel_lies_over_track_and_no_town_hides_it(key: str) -> None:
    position = ends(2, turns=1, map=key)[0]
    [scene] = [scene for scene in public(position) if scene.name == "map"]
    (sheet,) = scene.shapes_of_layer("track")
    assert isinstance(sheet, Sheet)
    plane = map_viewport(HEX_MAPS[key], round(sheet.y))
    signs = tuple(draw_tunnels(HEX_MAPS[key], plane))
    assert signs
    assert set(signs) <= set(sheet.shapes)
    for x, y, _, _ in tunnel_zones(HEX_MAPS[key], plane):
        for town in HEX_MAPS[key].towns:
            tx, ty = plane.hex_point(town.hex)
            assert hypot(x - tx, y - ty) > town_radius(plane.scale), town.name
