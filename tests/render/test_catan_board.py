"""Board pictures of Railroads of Catan: the board, new buildings, names of points, questions about building."""

import re
from functools import lru_cache
from itertools import combinations
from math import hypot

import pytest

from bot.ui.questions import next_question
from engine import decisions, redact
from engine.core import Seat, premove_decisions, read_action
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.island import (
    CORNERS_BY_HEX,
    HEXES,
    NODE_POSITIONS,
    TRACKS,
    Good,
    NodeId,
    TrackKind,
    kind_of,
    track_ends,
)
from engine.games.railroads_of_catan.game_data.pieces import City, Item, MaintenanceMark
from engine.games.railroads_of_catan.phases import BiddingPhase, DraftPhase, MaintenancePhase
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan, SeatPlans
from render import Choice, DrawingContext, Scene, render_scene
from render.fonts import text_width
from render.games.railroads_of_catan import PAINTER
from render.games.railroads_of_catan.board.board_legend import HEADING_HEIGHT, ROW_HEIGHT
from render.games.railroads_of_catan.board.board_viewport import board_viewport
from render.games.railroads_of_catan.board.crops import track_middle
from render.games.railroads_of_catan.board.ground import draw_ground
from render.games.railroads_of_catan.board.signs import draw_good_sign
from render.games.railroads_of_catan.board.track_layers import CITY_HALF_WIDTH, train_spots
from render.games.railroads_of_catan.board.whole_board import board_scene
from render.games.railroads_of_catan.captions import has_board_changed, last_move_line
from render.games.railroads_of_catan.colors import PALETTE
from render.scene import Placed, Sheet, Text, all_texts
from tests.games.railroads_of_catan.table import LAYOUT, go, table
from tests.render.legibility import LONGEST_WORDS, alt_text_fits, is_legible, nothing_runs_out

NAMES = ("Ada", "Benedikt Lindqvist", "Cleo", "Dmitri")
EXEMPT = {"chit"}
"""Roles that may be smaller than the floor: nobody needs a chit's number to play. (drawing rules for maps, section
8)
"""

LAID = Path.read("H27-V62-H28")
TRACK = {
    1: "H33-V69-H27, H27-V62-H28",
    2: "H01-V06-H02-V11-H06",
    3: "H30-V66-H25",
    4: "H26-V68-H27",
}
TRAINS = {1: ["H33 wood wood", "V62 large sheep ore wood"], 3: ["H30 large wheat", "H25"], 4: ["H26"] * 3}
ON_THE_WAY = {NodeId("H27"): City(Seat(4), 4), NodeId("H28"): City(Seat(1), 2)}
NEWS = (
    e.TrackLaid(Seat(1), LAID, 2_000, {Seat(4): 1_000}, 0, cities=ON_THE_WAY),
    e.TrainUpgraded(Seat(3), 1, 3_000),
)


@lru_cache(None)
def position(event: str = "", first: int = 1) -> RailroadsOfCatan:
    order = tuple(Seat(1 + (first - 1 + place) % 4) for place in range(4))
    return table(tracks=TRACK, trains=TRAINS, orders=["H01 ore", "H33 brick 8000"], event=event, turn=4, order=order)


def public(state: RailroadsOfCatan, *news: e.Event) -> list[Scene]:
    look = DrawingContext(NAMES[: state.seats], news)
    return [s for name in ("board", "built", "points") for s in PAINTER.public_scenes(name, redact(state, None), look)]


def asked(state: RailroadsOfCatan, seat: int, verb: str, *picked: str) -> list[Scene]:
    """Return the pictures of the first question after the words ``verb`` and ``picked``, as the bot asks it."""
    look = DrawingContext(NAMES[: state.seats])
    for decision in (*decisions(state), *premove_decisions(state)):
        found = next_question(decision.offers, (verb, *picked)) if decision.seat == seat else None
        if found is not None:
            choices = tuple(Choice(entry.key, entry.actions) for entry in found.entries)
            return list(PAINTER.choice_scenes(redact(state, Seat(seat)), look, found.field, choices))
    raise AssertionError(f"player {seat} is not asked to {verb}")


def words(scene: Scene, role: str) -> list[str]:
    return [text.words for text in all_texts(scene) if text.role == role]


@lru_cache(None)
def drafting() -> RailroadsOfCatan:
    return GAME.new_game(GAME.options(), 4, 3)[0]


@lru_cache(None)
def every() -> tuple[Scene, ...]:
    state, draft = position(), drafting()
    chooser = decisions(draft)[0].seat
    waiting = next(seat for seat in draft.everyone if seat != chooser)
    return (
        *public(state, *NEWS),
        *public(draft),
        *asked(draft, chooser, "pick"),
        *asked(draft, waiting, "prefer"),
        *asked(state, 1, "lay"),
        *asked(state, 1, "toward"),
        *asked(position(first=2), 2, "toward", "H27"),
        *asked(state, 1, "train"),
        *asked(state, 3, "plantrack"),
        *asked(state, 4, "mark"),
    )


# -- what holds for every picture


def test_every_question_of_building_has_a_picture() -> None:
    names = [scene.name for scene in every()]
    shown, drafted, built = ("board", "built", "points"), ("board", "points"), ("keyed", "board", "ways", "board")
    assert names == [*shown, *drafted, "board", "board", *built, "ways", "keyed"]


def test_pictures_are_1600_px_wide_and_no_text_of_state_is_under_the_floor() -> None:
    for scene in every():
        assert scene.width == 1600
        assert 500 <= scene.height <= 2_700, scene.name
        is_legible(scene, EXEMPT)


def test_no_text_runs_out_of_the_picture() -> None:
    for scene in every():
        nothing_runs_out(scene)


def test_alt_texts_fit_and_files_are_small() -> None:
    for scene in every():
        alt_text_fits(scene)
        assert scene.palette == PALETTE
    for scene in (every()[0], every()[2], *asked(position(), 1, "lay")):
        assert len(render_scene(scene).file) <= 300_000, scene.name


def test_public_pictures_are_equal_for_everybody_even_with_plans() -> None:
    state, _ = go(position(), "p3 plantrack H25-V60 5000", "p1 mark H27-V62 remove 500")
    look = DrawingContext(NAMES)
    for name in ("board", "built", "points"):
        shown = [PAINTER.public_scenes(name, redact(state, seat), look) for seat in (None, *state.everyone)]
        assert all(each == shown[0] for each in shown)
    assert [bool(PAINTER.private_scenes(redact(state, seat), look)) for seat in state.everyone] == [
        True,
        False,
        True,
        False,
    ]


def test_premoves_are_drawn_only_for_their_seat() -> None:
    state, _ = go(position(), "p1 mark H27-V62 remove 500", "p1 mark train-1 pay 2000")
    (scene,) = PAINTER.private_scenes(redact(state, Seat(1)), DrawingContext(NAMES))
    assert "Track, upkeep $100, for $500 or more, else remove: A Dmitri 4–V62." in scene.alt
    assert "Train 1 (small) in your 5, 2 wood, upkeep $500, for $2,000 or more, else pay upkeep: B." in scene.alt
    assert (
        PAINTER.private_scenes(redact(state, Seat(2)), DrawingContext(NAMES))
        == PAINTER.private_scenes(redact(state, None), DrawingContext(NAMES))
        == ()
    )
    draft = drafting()
    waiting = next(seat for seat in draft.everyone if seat != decisions(draft)[0].seat)
    hexes = draft.layout.hexes_with_dots(5)[:2]
    wished, _ = go(draft, f"p{waiting} prefer {hexes[1]}>{hexes[0]}")
    planned, _ = go(state, "p3 plantrack H25-V60 5000")
    (plan,) = PAINTER.private_scenes(redact(planned, Seat(3)), DrawingContext(NAMES))
    assert "Your plan".upper() in [text.words for text in all_texts(plan)]
    (further,), (first,) = asked(wished, waiting, "prefer"), asked(draft, waiting, "prefer")
    assert {*_keyed(first)} - {*_keyed(further)} == {*hexes}
    (board,) = PAINTER.private_scenes(redact(wished, waiting), DrawingContext(NAMES))
    assert board.alt.startswith(f"Hexes you want, 1 first. 1: {hexes[1]}, 5 dots")


def _keyed(scene: Scene) -> list[str]:
    """Return the hexes that the alt text of a question names."""
    return [said.split(",")[0].split(": ")[1] for said in re.split(r"[.?] ", scene.alt) if ": H" in said]


def test_the_keys_of_items_lie_inside_the_window() -> None:
    (scene,) = asked(position(), 4, "mark")
    (window,) = (shape for shape in scene.shapes_of_layer("window") if isinstance(shape, Sheet))
    keys = [shape for shape in window.shapes if isinstance(shape, Text) and shape.role == "key"]
    assert len(keys) == 5
    for text in keys:
        assert window.x + 27 <= text.x <= window.x + window.w - 27
        assert window.y + 40 <= text.y <= window.y + window.h - 10


def test_hostile_names_break_no_picture() -> None:
    names = ("\u202e" * 40, "W" * 400, "", "**@everyone** <@1>")
    for name in ("board", "built", "points"):
        for scene in PAINTER.public_scenes(name, redact(position(), None), DrawingContext(names, NEWS)):
            assert len(scene.alt) <= LONGEST_WORDS


# -- the board


def test_the_ground_of_all_islands_consists_of_few_sprites() -> None:
    plane = board_viewport(200)
    stamps = {shape.sprite for shape in draw_ground(LAYOUT, plane) if isinstance(shape, Placed)}
    other = {shape.sprite for shape in draw_ground(drafting().layout, plane) if isinstance(shape, Placed)}
    assert len(stamps | other) <= 13 + 4 * 3
    assert draw_ground(LAYOUT, plane) is draw_ground(LAYOUT, plane)


def test_every_city_is_named_by_its_owners_mark_and_its_dots() -> None:
    board = every()[0]
    drawn = [shape for shape in board.shapes_of_layer("cities") if isinstance(shape, Placed)]
    plane = board_viewport(200)
    for hex, city in position().cities.items():
        x, y = plane.node_point(hex)
        (at,) = (p for p in drawn if hypot(p.x + p.sprite.w / 2 - x, p.y + p.sprite.h / 2 - y) < 2)
        mark = ("disc", "square", "triangle", "diamond")[city.seat - 1]
        assert at.sprite.name == f"city {mark} {city.dots}"


def test_trains_in_a_city_stand_apart_and_first_where_no_track_lies() -> None:
    state = position()
    places = {
        (train.seat, train.number): (dx, dy) for train, dx, dy in train_spots(state.trains, state.cities, state.tracks)
    }
    three = [places[Seat(4), number] for number in (1, 2, 3)]
    assert all(hypot(a[0] - b[0], a[1] - b[1]) > 0.5 for a, b in combinations(three, 2))
    assert three[0][0] < 0 < three[0][1], "south-west, for track leaves to the south-east"
    assert places[Seat(1), 2] == (0, 0), "on a corner"
    assert all(abs(dx) > CITY_HALF_WIDTH for (seat, _), (dx, dy) in places.items() if dy)


def test_the_header_says_the_last_move_and_the_track_laid_last_has_an_edge() -> None:
    board = public(position(), NEWS[0])[0]
    assert words(board, "second line") == ["Ada laid 2 tracks to their 2 for $3,000"]
    before = public(position())[0]
    assert words(before, "second line") == ["All cities, track, and trains"]
    assert board.shapes_of_layer("track") != before.shapes_of_layer("track")


def test_the_alt_text_of_the_board_says_where_everything_is() -> None:
    alt = every()[0].alt
    assert alt.startswith("Railroads of Catan, Turn 4 of 7. Cleo upgraded train 1 to a large train.")
    assert "$15,000: cities 5-dot wood (H33), 4-dot wood (H32), 3-dot sheep (H22), 2-dot ore (H28); " in alt
    assert "Dmitri (diamond)" in alt
    assert "large train 2 at V62, with 1 ore, 1 sheep, 1 wood" in alt
    assert alt.endswith("Orders: A, ore to Benedikt’s 5-dot city for $4,000; B, brick to Ada’s 5-dot city for $8,000.")


def test_the_alt_text_of_the_board_names_the_ends_of_each_course_of_track() -> None:
    tracks = {1: "H32-V68-H27, H33-V75-H32", 2: "H01-V01-V06, V01-V05"}
    (alt,) = {scene.alt for scene in public(table(tracks=tracks, associates={1: "banker"}))[:1]}
    assert "Ada (disc) $15,000, Banker: " in alt
    assert "2 of 4 cities linked; tracks 2 from 4 to Dmitri 4, 2 from 5 to 4." in alt
    assert "0 of 4 cities linked; tracks 1 from 5 to V01, 1 from V01 to V05, 1 from V01 to V06." in alt


def test_ruling_36_in_a_monsoon_tracks_on_the_coast_are_pale() -> None:
    states = [table(tracks={1: "H32-V74-V80"}, event=event, turn=4) for event in ("", "monsoon")]
    calm, storm = (public(state)[0] for state in states)
    assert words(storm, "corner") == ["Turn 4 of 7 · Monsoon"]
    assert "Coast track is closed this turn." in storm.alt
    assert "closed" not in calm.alt
    assert [kind_of(LAYOUT, track) for track in states[0].tracks] == [TrackKind.PLAIN, TrackKind.COAST]
    assert storm.shapes_of_layer("track") != calm.shapes_of_layer("track")


# -- what was built


def test_the_last_built_picture_shows_who_paid_what_to_whom() -> None:
    (built,) = (scene for scene in every() if scene.name == "built")
    assert words(built, "cost") == ["−$3,000", "·", "−$3,000", "·"]
    assert words(built, "fees received") == ["+$1,000"]
    assert words(built, "points") == ["H27–V62–H28 · includes $1,000 to Dmitri"]
    assert words(built, "summary") == ["2 tracks", "nothing", "train 1 upgraded", "nothing"]
    assert "Dmitri (diamond) received $1,000." in built.alt
    assert public(position())[1].name == "points", "nothing is new"


# -- points and keys


def test_the_names_of_all_points_are_on_the_board_and_keep_apart() -> None:
    (points,) = (scene for scene in public(position()) if scene.name == "points")
    named = [shape for shape in points.shapes_of_layer("points") if isinstance(shape, Text)]
    assert sorted(text.words for text in named) == sorted(NODE_POSITIONS)
    for a, b in combinations(named, 2):
        assert abs(a.y - b.y) > 36 or abs(a.x - b.x) > (text_width(a.words, "h", 44) + text_width(b.words, "h", 44)) / 2


def test_the_example_under_the_names_is_a_path_that_can_be_typed() -> None:
    (points,) = (scene for scene in public(position()) if scene.name == "points")
    (example,) = words(points, "legend")
    assert set(Path.read(example.split()[-1]).tracks) <= set(TRACKS)


def test_a_corner_is_drawn_where_its_hexes_meet() -> None:
    plane = board_viewport(200)
    for hex in HEXES:
        outline = plane.hex_outline(hex)
        for corner, spot in zip(CORNERS_BY_HEX[hex], outline, strict=True):
            assert hypot(*(p - q for p, q in zip(plane.node_point(corner), spot, strict=True))) < 0.05


def test_every_free_track_has_its_key_and_every_key_its_price() -> None:
    (scene,) = asked(position(), 1, "lay")
    keys = words(scene, "key")
    listed = {key: keys.count(key) for key in keys}
    assert len(listed) > 20
    assert set(listed.values()) == {2}, "once on the board, once under it"
    assert words(scene, "price") == ["$1,000", "$2,000", "$1,000 + $1,000 to Dmitri"]


def test_keys_of_neighboring_tracks_do_not_touch() -> None:
    plane = board_viewport(200)
    around = [
        track
        for track in TRACKS
        if any(place == "H19" or place in CORNERS_BY_HEX[NodeId("H19")] for place in track_ends(track))
    ]
    spots = [track_middle(plane, track) for track in around]
    assert min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(spots, 2)) >= 54


def test_hexes_to_found_a_city_on_are_keyed_in_their_middle() -> None:
    draft = drafting()
    (scene,) = asked(draft, decisions(draft)[0].seat, "pick")
    sites = draft.layout.hexes_with_dots(5)
    assert sorted(words(scene, "key")) == [str(i + 1) for i in range(len(sites))]
    assert scene.alt.startswith("On which hex?")
    assert all(f"{hex}, 5 dots, {draft.layout.good_of(hex)}, number " in scene.alt for hex in sites)
    assert isinstance(draft.flow[-1], DraftPhase)


def test_a_way_to_a_city_says_what_it_costs_now_and_what_is_missing() -> None:
    (scene,) = asked(position(first=2), 2, "toward", "H27")
    assert "tracks for $" in scene.alt or "track for $" in scene.alt
    assert "You have $15,000." in scene.alt


def test_a_plan_that_cannot_be_carried_out_now_says_why() -> None:
    state, _ = go(position(), "p3 plantrack H27-V62 5000")
    (scene,) = PAINTER.private_scenes(redact(state, Seat(3)), DrawingContext(NAMES))
    assert "not now" in words(scene, "cost")
    assert "4–V62. There already is track." in scene.alt


@pytest.mark.parametrize("good", list(Good))
def test_every_good_has_a_sign_of_its_own(good: Good) -> None:
    signs = {other: draw_good_sign(other, 0, 0, 20, "#000000", "#FFFFFF") for other in Good}
    assert all(signs[good] != signs[other] for other in Good if other is not good)


def test_between_phases_the_board_is_drawn_without_a_question() -> None:
    state = table(BiddingPhase(), tracks=TRACK, turn=4)
    assert PAINTER.pictures_after_phase(redact(state, None), DrawingContext(NAMES), "Phase 5: Tracks and Trains") == (
        "board",
    )
    with pytest.raises(KeyError):
        PAINTER.public_scenes("timetable", redact(state, None), DrawingContext(NAMES))


def test_a_typed_path_is_drawn_with_its_price_before_it_is_confirmed() -> None:
    lay = read_action("p1 lay H22-V55-V62,H33-V81", GAME.actions)
    (scene,) = PAINTER.preview_scenes(redact(position(), Seat(1)), DrawingContext(NAMES), lay)
    assert words(scene, "second line") == ["3 tracks for $3,000"]
    assert words(scene, "way") == ["3 tracks, Ada 3 to V62 and Ada 5 to V81", "leaves you $12,000"]
    assert words(scene, "key") == []


def test_items_of_others_are_keyed_for_those_who_bid() -> None:
    marks = SeatPlans(
        marks=(MaintenanceMark(Item("H26-V68"), "remove", 0), MaintenanceMark(Item("train-1"), "pay", 500))
    )
    state = table(MaintenancePhase(), tracks=TRACK, trains=TRAINS, turn=4, said={4: marks})
    (scene,) = asked(state, 3, "offer")
    assert words(scene, "price") == [
        "Dmitri’s track, upkeep $100",
        "Dmitri’s train 1 (small) in Dmitri 3, empty, upkeep $500",
    ]


def test_a_monsoon_that_destroys_nothing_has_no_board_of_its_own() -> None:
    assert not has_board_changed((e.StormLosses((), ()),))
    assert has_board_changed((e.StormLosses((), ((Seat(1), 2),)),))
    assert last_move_line(table(event="monsoon"), (e.StormLosses((), ()),), NAMES)[1] == "All cities, track, and trains"


def test_in_the_turn_of_a_monsoon_the_legend_says_what_is_closed() -> None:
    plain, stormy = (words(board_scene(table(event=event), (), NAMES), "legend") for event in ("", "monsoon"))
    assert ["faded: coast track, closed this turn", *plain] == stormy


def test_numbers_before_the_players_are_headed_as_the_order_of_play() -> None:
    scene = board_scene(position(first=2), (), NAMES)
    first = next(text for text in all_texts(scene) if text.role == "place")
    [heading] = [text for text in all_texts(scene) if text.role == "caption"]
    assert heading.words == "Order of play · most cash wins" and 0 < first.y - heading.y < HEADING_HEIGHT + ROW_HEIGHT


def test_the_legend_explains_new_track_only_if_there_is_some() -> None:
    plain, built = (board_scene(position(), news, NAMES) for news in ((), NEWS))
    assert "new track" not in words(plain, "legend") and "new track" in words(built, "legend")
