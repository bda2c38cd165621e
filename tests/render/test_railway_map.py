"""Map pictures of Railway Rivals: whole map, new track, routes to build; in played and constructed games."""

from itertools import combinations, pairwise
from math import hypot

import pytest

from bot.ui.questions import next_question
from engine import decisions, play, redact
from engine.core import Seat, all_seats
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, Side, side_between
from engine.games.railway_rivals.rules.search.distance_maps import goal_hexes
from engine.games.railway_rivals.state.actions import Build
from engine.games.railway_rivals.state.track import owners_by_side, seats_by_hex
from render import Choice, DrawingContext, Scene, render_scene
from render.fonts import text_width
from render.games.railway_rivals import PAINTER
from render.games.railway_rivals.board.ground import ground_sprite
from render.games.railway_rivals.board.hex_viewport import Bounds, hex_center, hex_corners, map_bounds
from render.games.railway_rivals.board.label_candidates import _confusion_cost
from render.games.railway_rivals.board.label_obstacles import Obstacles
from render.games.railway_rivals.board.town_labels import place_town_labels
from render.games.railway_rivals.board.track_layers import place_marks, visible_strokes
from render.games.railway_rivals.board.track_lines import crossing_point, join_strands, lay_out_lines, track_lines_of
from render.games.railway_rivals.board.waters import estuary_courses, river_courses
from render.games.railway_rivals.board.whole_map import map_viewport
from render.games.railway_rivals.colors import PALETTE
from render.scene import Placed, Text, all_texts
from tests.render.legibility import LONGEST_WORDS, alt_text_fits, is_legible, nothing_runs_out
from tests.render.railway_turn_ends import ends, look, private, public, words

LONDON = HEX_MAPS["london-liverpool"]
MAPS = tuple(HEX_MAPS)
EXEMPT = {"frame letter", "country"}
"""Roles that may be smaller than the floor: letters around the whole map, which nobody must read.

A close look always accompanies hexes that are typed.
"""


@pytest.fixture(params=[2, 6], scope="module")
def scenes(request: pytest.FixtureRequest) -> list[Scene]:
    played = [p for p in ends(request.param) if p.state.turn < 9]
    shown = [scene for position in (*played[::5], played[-1]) for scene in public(position)]
    return shown + [scene for position in (played[1], played[-1]) for scene in private(position)]


# -- what holds for every picture


def test_a_picture_is_1600_px_wide_and_at_most_a_phones_height(scenes: list[Scene]) -> None:
    for scene in scenes:
        assert scene.width == 1600
        assert 500 <= scene.height <= 2700, scene.name


def test_no_text_that_carries_state_is_under_the_floor(scenes: list[Scene]) -> None:
    for scene in scenes:
        is_legible(scene, EXEMPT)


def test_no_text_runs_out_of_the_picture(scenes: list[Scene]) -> None:
    for scene in scenes:
        nothing_runs_out(scene)


def test_no_second_line_is_cut(scenes: list[Scene]) -> None:
    for scene in scenes:
        if scene.name.startswith(("map", "round")):
            assert not [said for said in words(scene, "second line") if said.endswith("…")], scene.name


def test_the_alt_text_says_something_and_fits_discord(scenes: list[Scene]) -> None:
    for scene in scenes:
        alt_text_fits(scene)


def test_the_palette_is_that_of_the_title_and_every_tenth_picture_can_be_painted(scenes: list[Scene]) -> None:
    assert len(PALETTE) <= 256
    for scene in scenes:
        assert scene.palette == PALETTE
    for scene in scenes[::10]:
        assert len(render_scene(scene).file) <= 450_000, scene.name


def test_public_pictures_are_the_same_for_every_viewer_even_with_plans() -> None:
    position = ends(4)[3]
    decision = decisions(position.state)[-1]
    planned, _ = play(position.state, next(o for o in decision.offers if isinstance(o, Build)))
    for picture in ("map", "round"):
        spectator = PAINTER.public_scenes(picture, redact(planned, None), look(position))
        for seat in planned.everyone:
            assert PAINTER.public_scenes(picture, redact(planned, seat), look(position)) == spectator


def test_equal_states_give_equal_pictures() -> None:
    first, again = ends(4, turns=3), ends.__wrapped__(4, turns=3)
    assert public(first[-1]) == public(again[-1])
    assert render_scene(public(first[-1])[0]).file == render_scene(public(again[-1])[0]).file


def test_hostile_names_break_no_picture() -> None:
    position = ends(4)[-1]
    names = ("\u202e" * 40, "W" * 400, "", "**@everyone** <@1>")
    for picture in ("map", "round"):
        for scene in PAINTER.public_scenes(picture, redact(position.state, None), DrawingContext(names, position.news)):
            assert len(scene.alt) <= LONGEST_WORDS


def test_after_a_phase_come_the_map_and_what_was_built() -> None:
    start, *_, last = ends(2)
    assert PAINTER.pictures_after_phase(redact(start.state, None), look(start), "") == ("map",)
    assert PAINTER.pictures_after_phase(redact(last.state, None), look(last), "Building") == ("round", "map")
    for position in ends(2):
        assert set(PAINTER.pictures_after_phase(redact(position.state, None), look(position), position.ended)) <= set(
            PAINTER.public_pictures
        )


def test_a_spectator_has_no_plan_and_an_unknown_picture_is_a_key_error() -> None:
    position = ends(2)[0]
    assert PAINTER.private_scenes(redact(position.state, None), look(position)) == ()
    with pytest.raises(KeyError):
        PAINTER.public_scenes("timetable", redact(position.state, None), look(position))


# -- the ground


@pytest.mark.parametrize("key", MAPS)
def test_a_maps_ground_is_one_sprite_for_all_tables(key: str) -> None:
    plane = map_viewport(HEX_MAPS[key], 300)
    one, two = (ground_sprite(key, plane.scale, plane.left, plane.top, plane.w, plane.h) for _ in range(2))
    assert one is two


@pytest.mark.parametrize("key", MAPS)
def test_a_river_strays_from_its_sides_by_at_most_a_fifth_of_a_hex(key: str) -> None:
    chart = HEX_MAPS[key]
    named = (*chart.rivers.values(), *chart.estuaries.values())
    corners = [ring for sides in named for side in sides for ring in _ends(side)]
    for course in (*river_courses(chart), *estuary_courses(chart)):
        for x, y in course:
            assert min(_from_line(x, y, a, b) for a, b in corners) <= 0.2


def _ends(side: Side) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    near = [p for p in hex_corners(side[0]) if min(hypot(p.x - q.x, p.y - q.y) for q in hex_corners(side[1])) < 0.01]
    return [(near[0], near[1])]


def _from_line(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)))
    return hypot(x - a[0] - t * dx, y - a[1] - t * dy)


@pytest.mark.parametrize("key", MAPS)
def test_a_point_of_the_picture_is_in_the_hex_that_is_drawn_there(key: str) -> None:
    plane = map_viewport(HEX_MAPS[key], 300)
    for hex in HEX_MAPS[key].terrain:
        x, y = plane.hex_point(hex)
        assert plane.hex_at(x, y) == hex
        assert plane.hex_at(x + 0.7 * plane.scale, y) == hex
        assert plane.hex_at(x - 0.3 * plane.scale, y - 0.6 * plane.scale) == hex


# -- lanes

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)
SHARED: dict[Side, tuple[Seat, ...]] = {
    side_between(Hex("K20"), Hex("K21")): (THREE, ONE, TWO),
    side_between(Hex("K21"), Hex("K22")): (ONE, TWO, THREE),
}


def test_companies_on_one_side_lie_beside_each_other_at_equal_distances() -> None:
    lanes = lay_out_lines(frozenset(), SHARED, 0.3)
    for side in SHARED:
        places = sorted(crossing_point(lanes, side, seat, 0.3) for seat in (ONE, TWO, THREE))
        gaps = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)]
        assert gaps == pytest.approx([0.3, 0.3])


def test_lanes_of_six_companies_stay_on_their_side() -> None:
    side = side_between(Hex("K20"), Hex("K21"))
    lanes = lay_out_lines(frozenset(), {side: all_seats(6)}, 0.364)
    places = [crossing_point(lanes, side, seat) for seat in all_seats(6)]
    assert max(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(places, 2)) <= 1.02 + 1e-9


def test_parallel_companies_do_not_cross() -> None:
    """Two companies lie along the same hexes and part at the end, one to each side."""
    path = [Hex(h) for h in ("K20", "K21", "L21", "L22", "M23")]
    riders: dict[Side, tuple[Seat, ...]] = {side_between(a, b): (ONE, TWO) for a, b in pairwise(path)}
    riders[side_between(Hex("M23"), Hex("M24"))] = (ONE,)
    riders[side_between(Hex("M23"), Hex("N22"))] = (TWO,)
    lanes = lay_out_lines(frozenset(), riders)
    one, two = ([line.points for line in join_strands(lanes) if line.seat == seat] for seat in (1, 2))
    assert not any(_cross(a, b) for a in one for b in two)


def _cross(one: tuple[tuple[float, float], ...], two: tuple[tuple[float, float], ...]) -> bool:
    def side(a: tuple[float, float], b: tuple[float, float], p: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

    return any(
        side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
        for a, b in pairwise(one)
        for c, d in pairwise(two)
    )


def test_every_piece_of_track_is_drawn_and_nothing_else() -> None:
    state = ends(6)[-1].state
    lanes = track_lines_of(state.hex_map, state.track)
    drawn = {(curve.seat, curve.start) for curve in lanes.curves}
    drawn |= {(curve.seat, curve.end) for curve in lanes.curves if curve.end}
    assert drawn == {(seat, side) for side, seats in owners_by_side(state.track).items() for seat in seats}
    total = sum(len(curve.points) - 1 for curve in lanes.curves)
    assert sum(len(line.points) - 1 for line in join_strands(lanes)) == total


def test_new_and_old_track_part_in_the_middle_of_a_hex() -> None:
    riders: dict[Side, tuple[Seat, ...]] = {
        side_between(Hex("K20"), Hex("K21")): (ONE,),
        side_between(Hex("K21"), Hex("K22")): (ONE,),
    }
    new = side_between(Hex("K21"), Hex("K22"))
    found = join_strands(lay_out_lines(frozenset(), riders), lambda seat, side: "new" if side == new else "old")
    assert sorted(line.kind for line in found) == ["new", "old"]
    middle = hex_center(Hex("K21"))
    assert all(min(hypot(x - middle.x, y - middle.y) for x, y in line.points) < 1e-6 for line in found)


def test_marks_stand_on_their_own_track_apart_from_each_other_and_every_company_has_one() -> None:
    state = ends(6)[-1].state
    plane = map_viewport(state.hex_map, 300)
    lanes = track_lines_of(state.hex_map, state.track)
    marks = place_marks(state.hex_map, state.track, lanes, plane)
    assert {mark.seat for mark in marks} == {piece.seat for piece in state.track.pieces}
    for mark in marks:
        assert mark.seat in seats_by_hex(state.track)[plane.hex_at(mark.x, mark.y)]
    assert all(hypot(a.x - b.x, a.y - b.y) > 0.7 * plane.scale for a, b in combinations(marks, 2))


# -- names


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_no_name_lies_on_track_and_no_two_names_on_each_other(seats: int) -> None:
    """At most 12 px of track may lie under a name's box."""
    state = ends(seats)[-1].state
    plane = map_viewport(state.hex_map, 300)
    lines = visible_strokes(plane, track_lines_of(state.hex_map, state.track))
    names = place_town_labels(state.hex_map, plane, Obstacles([(line.points, 9) for line in lines]))
    boxes = [(n.x, n.y - 32, n.x + text_width(n.words, "h", 44), n.y) for n in names]
    assert len(names) == len(state.hex_map.towns)
    for left, top, right, bottom in boxes:
        under = [p for line in lines for p in line.points if left < p[0] < right and top < p[1] < bottom]
        assert len(under) <= 2
    for a, b in combinations(boxes, 2):
        assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]), (a, b)


def test_a_name_stands_nearer_to_its_own_town_than_to_any_other() -> None:
    plane = map_viewport(LONDON, 300)
    for name in place_town_labels(LONDON, plane, Obstacles()):
        boat, wide = 42 if name.town.is_port else 0, text_width(name.words, "h", 44)

        def away(hex: Hex, left: float = name.x - boat, right: float = name.x + wide, y: float = name.y - 16) -> float:
            x, ty = plane.hex_point(hex)
            return hypot(max(0.0, left - x, x - right), abs(y - ty))

        assert min(LONDON.towns, key=lambda town: away(town.hex)) == name.town


def test_the_whole_map_fits_its_frame() -> None:
    for key in MAPS:
        plane, box = map_viewport(HEX_MAPS[key], 300), map_bounds(HEX_MAPS[key])
        assert plane.x >= 40
        assert plane.w == round(box.width * plane.scale)
        assert plane.h == round(box.height * plane.scale)


# -- key and legend


def test_four_companies_stand_in_one_row_and_cut_no_name_that_has_room() -> None:
    position = ends(4, turns=1, map="tyne-tees")[-1]
    names = ("Ada", "Benedikt", "Ann\\a", "Дмитрий")
    [scene] = PAINTER.public_scenes("map", redact(position.state, None), DrawingContext(names, position.news))
    keys = [text for text in scene.shapes_of_layer("companies") if isinstance(text, Text) and text.role == "company"]
    assert [text.words for text in keys] == list(names)
    assert len({text.y for text in keys}) == 1


@pytest.mark.parametrize("key", MAPS)
def test_a_maps_legend_explains_the_signs_on_the_map(key: str) -> None:
    chart = HEX_MAPS[key]
    told = " ".join(words(public(ends(2, turns=1, map=key)[0])[0], "legend"))
    assert "half hill +2" in told
    assert "river +2" in told
    assert ("no track" in told) == bool(chart.estuaries)
    assert ("tunnel 5" in told) == bool(chart.tunnels)
    assert ("border" in told) == any(chart.is_abroad(hex) for hex in chart.terrain)
    assert ("port" in told) == any(town.is_port for town in chart.towns)
    assert "special run" in told


def test_keys_lie_on_no_name() -> None:
    for position in ends(4)[2:]:
        asked = decisions(position.state)[0]
        actions = {o.toward: o for o in asked.offers if isinstance(o, Build)}
        choices = tuple(Choice(str(i), (action,)) for i, action in enumerate(actions.values()))
        if not choices:  # nobody builds where runs are entered
            continue
        [scene] = PAINTER.choice_scenes(redact(position.state, asked.seat), look(position), "toward", choices)
        names = [text for text in all_texts(scene) if text.role == "town name"]
        assert names
        for key in scene.shapes_of_layer("keys"):
            assert isinstance(key, Placed)
            for text in names:
                end = text.x + text_width(text.words, "h", text.size)
                clear = end <= key.x + 4 or key.x + key.sprite.w - 4 <= text.x
                assert clear or text.y <= key.y + 4 or text.y - 0.7 * text.size >= key.y + key.sprite.h - 4, text.words


@pytest.mark.parametrize("key", MAPS)
def test_keys_stand_in_the_hex_of_what_they_stand_for_and_cover_no_other_key(key: str) -> None:
    position = ends(2, turns=1, map=key)[-1]
    asked = decisions(position.state)[0]
    chart = position.state.hex_map
    actions = {o.toward: o for o in asked.offers if isinstance(o, Build)}
    choices = tuple(Choice(name, (action,)) for name, action in actions.items())
    [scene] = PAINTER.choice_scenes(redact(position.state, asked.seat), look(position), "toward", choices)
    plane = map_viewport(chart, min(shape.y for shape in scene.shapes_of_layer("ground") if isinstance(shape, Placed)))
    boxes = []
    for shape in scene.shapes_of_layer("keys"):
        assert isinstance(shape, Placed)
        x, y = shape.x + shape.sprite.w / 2, shape.y + shape.sprite.h / 2
        assert plane.hex_at(x, y) in goal_hexes(key)[shape.sprite.name.removeprefix("key ")]
        boxes.append((x, y))
    assert all(hypot(a[0] - b[0], a[1] - b[1]) > 1.7 * plane.scale for a, b in combinations(boxes, 2))
    exits = [shape.sprite.name for shape in scene.shapes_of_layer("towns") if isinstance(shape, Placed)]
    assert not [name for name in exits if name.startswith("exit")]


def test_keys_of_steps_do_not_touch() -> None:
    position = ends(4, turns=9)[-1]
    asked = decisions(position.state)[0]
    found = next_question(asked.offers, ("lay",))
    assert found is not None
    choices = tuple(Choice(str(i), entry.actions) for i, entry in enumerate(found.entries, 100))
    shown: set[str] = set()
    for scene in PAINTER.choice_scenes(redact(position.state, asked.seat), look(position), "path", choices):
        window = [shape for layer in scene.layers if layer.name == "window" for shape in layer.shapes]
        keys = [text for text in window if isinstance(text, Text) and text.role == "key"]
        shown |= {text.words for text in keys}
        for one, other in combinations(keys, 2):
            room = (text_width(one.words, "hb", 44) + text_width(other.words, "hb", 44)) / 2
            assert abs(one.x - other.x) > room or abs(one.y - other.y) > 0.8 * 44
    assert shown == {choice.key for choice in choices}


def test_a_name_nearer_to_another_town_than_to_its_own_is_a_last_resort():
    """The discs of Liverpool and Birkenhead touch, and their names once looked swapped."""
    other = Bounds(100, 0, 140, 40)
    farther, nearer = (_confusion_cost((left, 0, left + 60, 40), 30, (other,)) for left in (171, 169))
    assert nearer > farther + 60


LEAST_SHOWN = 290
"""Minimum height in pixels of an upright map on a desktop, which shows pictures at up to 296 × 350 px."""


def test_an_upright_map_is_shown_large_with_companies_and_legend_beside_it() -> None:
    position = ends(3, turns=1)[-1]
    [scene] = PAINTER.public_scenes("map", redact(position.state, None), look(position))
    [ground] = [shape for shape in scene.shapes_of_layer("ground") if isinstance(shape, Placed)]
    assert ground.sprite.h * min(296 / scene.width, 350 / scene.height) >= LEAST_SHOWN
    beside = [text for text in all_texts(scene) if text.role in ("company", "gold", "legend")]
    assert len(beside) > 10
    assert min(text.x for text in beside) > ground.x + ground.sprite.w
    assert max(text.y for text in beside) < scene.height
