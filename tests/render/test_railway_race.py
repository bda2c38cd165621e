"""Pictures of a race: strips, dots, rows and texts show what was rolled, run and paid."""

from itertools import pairwise, product
from math import hypot

import pytest

from engine.core import Seat
from engine.games.railway_rivals.state.events import RaceRun
from engine.games.railway_rivals.state.runs import Race, Train
from render import Scene, render_scene
from render.fonts import text_width
from render.games.railway_rivals.board.train_lines import point_of_stop, train_lines
from render.games.railway_rivals.tables.race_picture import race_scenes
from render.games.railway_rivals.tables.race_strip import PANEL_BELOW, PANEL_BESIDE_MANY, RowPanel, dot_radius
from render.games.railway_rivals.tables.race_strip import PANEL_BESIDE as AT_THE_SIDE
from render.palette import ACCENT, INK, PLAYERS
from render.scene import Box, Disc, Polygon, Text
from tests.render.railway import (
    ALONE,
    BESIDE,
    CHART,
    DUEL,
    NAMES,
    RACES,
    SHORT,
    STRAIGHT,
    TIE,
    WON,
    check,
    down,
    hexes,
    over_map,
    position,
    run,
    train,
)
from tests.render.rivals_position import line, row, sprites, written


def replay(race: Race, names: tuple[str, ...] = NAMES) -> Scene:
    [scene] = race_scenes(position(races=(race,)), (), names)
    return scene


def rolls(scene: Scene) -> list[Text]:
    """Return the texts with the numbers of the dots on the map."""
    return [shape for shape in over_map(scene) if isinstance(shape, Text) and shape.role == "roll number"]


def strips(scene: Scene) -> list[list[tuple[str, float]]]:
    """Return the (number, x) pairs of the dots of every row from left to right."""
    found: dict[float, list[tuple[str, float]]] = {}
    for text in written(scene, "rows", "roll number"):
        found.setdefault(text.y, []).append((text.words, text.x))
    return [sorted(found[y], key=lambda dot: dot[1]) for y in sorted(found)]


def post(scene: Scene) -> float:
    """Return the x coordinate of the post, which is the middle of its bars."""
    [x] = {
        box.x + box.w / 2 for box in scene.shapes_of_layer("rows") if isinstance(box, Box) and (box.w, box.h) == (6, 60)
    }
    return x


# -- rows


def test_rows_stand_in_the_order_of_places_with_marks_and_names() -> None:
    scene = replay(DUEL)
    places = sorted(written(scene, "rows", "place"), key=lambda text: text.y)
    assert [text.words for text in places] == ["1", "2"]
    chips = [chip.sprite.name for chip in sprites(scene.shapes_of_layer("rows"), "chip")]
    assert chips == ["chip 1", *["chip 2", "chip 3"] * 2], "of a joint run also before what each gets"
    assert [t.words for t in sorted(written(scene, "rows", "name"), key=lambda t: t.y)] == ["Ada", "Ben + Cleo"]


def test_figures_are_prize_fees_and_net() -> None:
    scene = replay(DUEL)
    figures = sorted(written(scene, "rows", "figure"), key=lambda text: (text.y, text.x))
    assert [text.words for text in figures[:3]] == ["+20", "·", "+20"]
    heads = sorted(written(scene, "rows", "head"), key=lambda text: text.x)
    right = {text.words: text.x for text in heads if text.anchor == "right"}
    assert [text.x for text in figures[:3]] == [right["prize"], right["fees"], right["net"]]


def test_partners_of_a_joint_run_have_a_line_each() -> None:
    figures = sorted(written(replay(DUEL), "rows", "figure"), key=lambda text: (text.y, text.x))
    assert [text.words for text in figures[3:]] == ["+5", "−1", "+4", "+5", "−2", "+3"]
    odd = train((1, 2), SHORT, {3: 3}, rolls=(4, 5), stops=(4, 8), over=1, place=1, prize=15, richer=Seat(1))
    figures = sorted(written(replay(Race(run("21", "25"), (odd,))), "rows", "figure"), key=lambda t: (t.y, t.x))
    assert [text.words for text in figures] == ["+7", "−2", "+5", "+8", "−1", "+7"]


def test_what_an_exchange_settles_counts_as_fees() -> None:
    figures = sorted(written(replay(TIE), "rows", "figure"), key=lambda text: (text.y, text.x))
    assert [text.words for text in figures] == ["+15", "−2", "+13", "+15", "+2", "+17"]


def test_equal_places_share_their_number_and_the_prize() -> None:
    scene = replay(TIE)
    assert [text.words for text in written(scene, "rows", "place")] == ["1", "1"]
    assert line(scene) == "Leeds to Sheffield: Ada and Ben tie"
    assert not sprites(scene.shapes_of_layer("header"), "chip")


def test_a_train_alone_has_no_strip() -> None:
    scene = replay(ALONE)
    assert [text.words for text in written(scene, "rows", "alone")] == ["7 moves, no rolling"]
    assert not written(scene, "rows", "axis")
    assert line(scene) == "Doncaster to Nottingham: Dov ran alone"
    assert row(scene, "header", "corner") == ["26–41 · prize 20"]


def test_fees_are_listed_by_receiver() -> None:
    assert row(replay(DUEL), "fees", "fee received") == ["+3"]
    assert row(replay(TIE), "fees", "fee received") == ["+2"]
    assert row(replay(ALONE), "fees", "name") == ["Ada"]


def test_dice_are_written_in_their_order() -> None:
    found = written(replay(DUEL), "rows", "roll")
    by_row = {y: "".join(t.words for t in found if t.y == y) for y in sorted({text.y for text in found})}
    assert list(by_row.values()) == ["4454", "3445"]


# -- strip


def test_dots_stand_at_the_points_to_go_and_past_the_post() -> None:
    scene = replay(DUEL)
    first, second = strips(scene)
    assert [words for words, _ in first] == ["1", "2", "3", "4"]
    step = (first[1][1] - first[0][1]) / 4
    assert [round((x - post(scene)) / step, 1) for _, x in first] == [-12, -8, -3, 1]
    assert [round((x - post(scene)) / step, 1) for _, x in second] == [-14, -10, -6, -1]


def test_longer_ways_start_farther_left() -> None:
    scene = replay(DUEL)
    starts = [box.x + 3 for box in scene.shapes_of_layer("rows") if isinstance(box, Box) and (box.w, box.h) == (6, 44)]
    step = (strips(scene)[0][1][1] - strips(scene)[0][0][1]) / 4
    assert [round((x - post(scene)) / step, 1) for x in starts] == pytest.approx([-16, -17], abs=0.1)


def test_crowded_dots_leave_out_numbers_but_never_the_last() -> None:
    stops = tuple(range(2, 33, 2))
    slow = train(1, down("S", 1, 35), rolls=(2,) * 16, stops=stops, over=None)
    fast = train(2, down("S", 1, 35), rolls=(5,) * 7, stops=(5, 10, 15, 20, 25, 30, 34), over=1, place=1, prize=20)
    scene = replay(Race(run("S1", "S4"), (fast, slow)))
    assert strips(scene)[1][-1][0] == "16"
    for dots in strips(scene):
        assert all(b - a >= 2 * 27 - 6 for (_, a), (_, b) in pairwise(dots))


def test_near_dots_move_apart_and_keep_their_numbers() -> None:
    joint = train((2, 3), BESIDE, rolls=(4, 1, 4, 4), stops=(4, 5, 9, 13), place=2, prize=10, richer=Seat(3))
    scene = replay(Race(run("23", "43"), (WON, joint)))
    [_, dots] = strips(scene)
    assert [words for words, _ in dots] == ["1", "2", "3", "4"]
    assert all(b - a >= 2 * 32 - 6 - 0.1 for (_, a), (_, b) in pairwise(dots))
    step = (strips(scene)[0][1][1] - strips(scene)[0][0][1]) / 4
    togo = [round((post(scene) - x) / step, 1) for _, x in dots]
    assert togo[2:] == [8, 4]
    assert (togo[0] + togo[1]) / 2 == pytest.approx(12.5, abs=0.1), "both moved as far"


# -- map


@pytest.mark.parametrize("seats", [2, 4])
def test_dots_cover_no_town_that_the_routes_pass_by(seats: int) -> None:
    shapes = over_map(replay(crowd(seats, (BESIDE,))))
    towns = [shape for shape in shapes if isinstance(shape, Text) and shape.role == "town number"]
    dots = [shape for shape in shapes if isinstance(shape, Disc) and shape.line == 6]
    assert {text.words for text in towns} >= {"26", "41"}, "beside the route"
    for dot, text in product(dots, towns):
        middle = text.y - 0.35 * text.size
        assert hypot(dot.x - text.x, dot.y - middle) >= dot.r + 27, text.words


def test_every_dot_lies_on_the_lane_of_its_train() -> None:
    scene = replay(DUEL)
    marks = rolls(scene)
    assert sorted(text.words for text in marks) == ["1", "1", "2", "2", "3", "3", "4"], "the arrival has none"
    rings = [shape for shape in over_map(scene) if isinstance(shape, Disc) and shape.ink == PLAYERS[0].color]
    ada = {(ring.x, ring.y) for ring in rings}
    assert len(ada) == 3
    edges = [shape for shape in over_map(scene) if hasattr(shape, "points") and getattr(shape, "ink", "") == INK]
    for x, y in ada:
        assert any(hypot(x - px, y - py) < 8 for edge in edges for px, py in edge.points)


def test_no_two_numbered_dots_touch() -> None:
    for race in RACES:
        for one, other in pairwise(sorted(rolls(replay(race)), key=lambda text: (text.y, text.x))):
            assert hypot(one.x - other.x, one.y - other.y) >= 2 * 27 - 0.5


def test_a_joint_run_has_both_rings_and_the_second_color_as_its_edge() -> None:
    shapes = over_map(replay(DUEL))
    rings = {shape.ink for shape in shapes if isinstance(shape, Disc) and shape.line == 6}
    assert {PLAYERS[0].color, PLAYERS[1].color, PLAYERS[2].color} == rings


def test_the_goal_has_a_red_ring_and_the_routes_pass_under_the_towns() -> None:
    shapes = over_map(replay(DUEL))
    fills = [shape.fill for shape in shapes if isinstance(shape, Polygon | Disc)]
    assert fills.count(ACCENT) == 1
    names = [shape.words for shape in shapes if isinstance(shape, Text) and shape.role == "town name"]
    assert {"York", "Doncaster", "Nottingham", "Leicester"} <= set(names)


def test_a_special_run_has_its_plate_where_each_train_ends() -> None:
    one = train(1, down("S", 30, 35), rolls=(5,), stops=(5,), over=0, place=1, prize=20)
    other = train(2, down("AA", 29, 35), rolls=(5,), stops=(5,), place=2, prize=10)
    shapes = over_map(replay(Race(run("55", "S4"), (one, other))))
    plates = [shape for shape in shapes if isinstance(shape, Text) and shape.role == "special run"]
    assert [text.words for text in plates].count("S4") == 2


def test_lines_of_trains_run_side_by_side() -> None:
    a, b = train_lines(CHART, [(Seat(1), hexes(STRAIGHT)), (Seat(2), hexes(BESIDE))], 0.48)
    assert len(a.stop_distances) == 17
    assert len(b.stop_distances) == 18
    assert all(x < y for x, y in pairwise(a.stop_distances))
    assert a.points[-1] == pytest.approx(b.points[-1])
    same = train_lines(CHART, [(Seat(1), hexes(STRAIGHT)), (Seat(2), hexes(STRAIGHT))], 0.48)
    for stop in (3, 9, 13):
        (ax, ay), (bx, by) = point_of_stop(same[0], stop), point_of_stop(same[1], stop)
        assert hypot(ax - bx, ay - by) == pytest.approx(0.48, abs=0.02)


# -- which races, and in words


def test_the_races_of_the_events_are_shown_or_else_the_last_race() -> None:
    state = position()
    news = (RaceRun(ALONE), RaceRun(TIE))
    assert [scene.name for scene in race_scenes(state, news, NAMES)] == ["race-2", "race-3"]
    assert [scene.name for scene in race_scenes(state, (), NAMES)] == ["race-3"]
    assert race_scenes(position(races=()), (), NAMES) == ()


def test_the_alt_text_describes_a_race() -> None:
    assert replay(DUEL).alt == (
        "Race 1, York to Leicester: Ada wins. "
        "Ada: place 1, 16 moves via Doncaster and Nottingham, rolled 4, 4, 5, 4 (1 to spare), prize 20, paid no fees, "
        "net +20. Ben with Cleo: place 2, 17 moves, rolled 3, 4, 4, 5 (1 to go), prize 10, paid 3 gold in fees, "
        "net Ben +4, Cleo +3. Fees received: Ada 3."
    )
    assert replay(ALONE).alt == (
        "Race 1, Doncaster to Nottingham: Dov ran alone. "
        "Dov: place 1, 7 moves, prize 20, paid 7 gold in fees, net +13. Fees received: Ada 7."
    )


def crowd(seats: int, lines: tuple[str, ...]) -> Race:
    """Return a race in which the trains share a few routes, the worst case for dots."""
    trains = []
    for seat in range(1, seats + 1):
        way = hexes(lines[seat % len(lines)])
        stops = tuple(range(3, len(way) - 1, 3))
        trains.append(Train((Seat(seat),), way, {Seat(seat % seats + 1): 10}, 0, (3,) * len(stops), stops, None, 0, 0))
    return Race(run("S1", "S4"), tuple(trains))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("lines", [(down("S", 1, 35),), (STRAIGHT, BESIDE), (down("K", 15, 16), down("L", 15, 17))])
def test_races_of_all_sizes_fit(seats: int, lines: tuple[str, ...]) -> None:
    names = ("Ada", "Benedikt Lindqvist von und zu", "Cleo", "Дмитрий", "小林さくら", "Eli")
    scene = replay(crowd(seats, lines), names)
    check(scene)
    assert len(render_scene(scene).file) < 400_000


@pytest.mark.parametrize("panel", [PANEL_BELOW, AT_THE_SIDE, PANEL_BESIDE_MANY])
def test_shares_of_a_joint_run_keep_clear_of_its_marks_and_dots(panel: RowPanel) -> None:
    chip_end = panel.share_chip + 17
    assert panel.figures[0] - text_width("+10", "h", 44) >= chip_end + 4
    assert panel is PANEL_BELOW or panel.shares[1] <= panel.strip_at - dot_radius((Seat(1), Seat(2))) - 4
    assert panel is not PANEL_BELOW or panel.past[0] <= panel.share_chip - 17
