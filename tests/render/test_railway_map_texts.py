"""Texts on map pictures of Railway Rivals: towns, gold, new track, prices of routes, keys of questions."""

from itertools import product
from math import hypot

from engine import decisions, play, redact
from engine.core import Seat
from engine.games.railway_rivals.game import GAME
from engine.games.railway_rivals.state.actions import Build, Lay, Start
from engine.games.railway_rivals.state.events import StartChosen, TownReached, TrackBuilt
from engine.games.railway_rivals.state.path_notation import Branches
from render import Choice, DrawingContext
from render.fonts import text_width
from render.games.railway_rivals import PAINTER
from render.games.railway_rivals.tables.build_totals import build_sums
from render.palette import INK
from render.scene import Disc, Line, Placed, Sheet, Text
from tests.games.railway_rivals.table import table
from tests.render.railway_turn_ends import NAMES, ends, look, words


def test_the_map_shows_all_towns_gold_and_where_building_ended() -> None:
    position = ends(4)[-1]
    [scene] = PAINTER.public_scenes("map", redact(position.state, None), look(position))
    assert len(words(scene, "town name")) == len(position.state.hex_map.towns)
    assert words(scene, "gold") == [str(position.state.gold[seat]) for seat in position.state.everyone]
    sprites = [shape for shape in scene.shapes_of_layer("towns") if isinstance(shape, Placed)]
    assert sum(sprite.sprite.name.startswith("town") for sprite in sprites) == len(position.state.hex_map.towns)
    built = [event for event in position.news if isinstance(event, TrackBuilt)]
    assert all(NAMES[event.seat - 1] in scene.alt for event in built)


def test_start_towns_carry_the_marks_of_who_began_there_until_they_build() -> None:
    position = ends(4)[1]
    assert position.ended == "Setting Up"
    [scene] = PAINTER.public_scenes("map", redact(position.state, None), look(position))
    chips = [s for s in scene.shapes_of_layer("towns") if isinstance(s, Placed) and s.sprite.name.startswith("chip")]
    assert len(chips) == 4
    later = ends(4)[-1]
    [scene] = PAINTER.public_scenes("map", redact(later.state, None), look(later))
    assert not [s for s in scene.shapes_of_layer("towns") if isinstance(s, Placed) and s.sprite.name.startswith("chip")]


def test_the_accounts_of_a_round_add_up() -> None:
    for position in ends(6)[2:]:
        built = [event for event in position.news if isinstance(event, TrackBuilt)]
        sums = build_sums(position.state, position.news)
        assert {account.seat for account in sums} == set(position.state.everyone)
        assert sum(account.cost for account in sums) == sum(event.cost for event in built)
        assert sum(sum(account.payments_by_seat.values()) for account in sums) == sum(
            account.received for account in sums
        )
        reached = [event.bonus for event in position.news if isinstance(event, TownReached)]
        assert sum(account.bonus for account in sums) == sum(reached)


def test_track_that_lies_apart_has_a_plate_for_each_piece_with_what_that_piece_cost() -> None:
    """The price on a plate is the sum of the visible steps around it."""
    state = table(seats=4, track={1: "R4-R5-R6, K20-K21", 2: "J26-J27-J28"})
    apart = TrackBuilt(Seat(1), Branches.read("R4-R5-R6, K20-K21"), 7, {Seat(2): 1}, 0)
    together = TrackBuilt(Seat(2), Branches.read("J26-J27-J28"), 2, {}, 0)
    view = redact(state, None)
    [scene] = PAINTER.public_scenes("round", view, DrawingContext(NAMES[:4], (apart, together)))
    assert sorted(words(scene, "capital spent")) == ["1", "2", "4"]
    assert words(scene, "payment") == []
    said = "Beside each new line: whose it is, and what it cost"
    assert words(scene, "second line") == [said], "the last line of two is not the news"
    [scene] = PAINTER.public_scenes("round", view, DrawingContext(NAMES[:4], (together,)))
    assert words(scene, "second line") == [f"{NAMES[1]} built to J28 for 2"]


def test_costs_of_steps_cover_no_towns_number() -> None:
    for position in (*ends(6)[2::2], *ends(3, map="tyne-tees")[2::2]):
        chart = position.state.hex_map
        for scene in PAINTER.public_scenes("round", redact(position.state, None), look(position)):
            for sheet in (shape for shape in scene.shapes_of_layer("window") if isinstance(shape, Sheet)):
                towns = [text for text in sheet.shapes if isinstance(text, Text) and text.role == "town number"]
                costs = [text for text in sheet.shapes if isinstance(text, Text) and text.role == "step cost"]
                for town, cost in product(towns, costs):
                    half = text_width(town.words, "hb", town.size) / 2
                    x, y = (
                        abs(town.x - cost.x) - half,
                        abs(town.y - cost.y - 0.35 * (town.size - 44)) - 0.36 * town.size,
                    )
                    assert hypot(max(x, 0), max(y, 0)) >= 22, (chart.key, town.words, cost.words)


def test_lines_from_plates_end_off_the_numbers_of_towns() -> None:
    for position in ends(6, 9, "three")[2:4]:
        for scene in PAINTER.public_scenes("round", redact(position.state, None), look(position)):
            for sheet in (shape for shape in scene.shapes_of_layer("window") if isinstance(shape, Sheet)):
                towns = [text for text in sheet.shapes if isinstance(text, Text) and text.role == "town number"]
                leaders = [
                    shape for shape in sheet.shapes if isinstance(shape, Line) and (shape.line, shape.ink) == (2.5, INK)
                ]
                for town, leader in product(towns, leaders):
                    x, y = leader.points[-1]
                    assert hypot(x - town.x, y - town.y + 0.35 * town.size) > 22, town.words


def test_continued_track_is_one_line_of_the_account() -> None:
    position = ends(6)[-1]
    for account in build_sums(position.state, position.news):
        begun = [line[0] for line in account.lines]
        finished = [line[-1] for line in account.lines]
        assert not any(first == last for first in begun for last in finished if len(account.lines) > 1) or begun


def test_three_rolls_at_once_are_in_at_most_three_pictures() -> None:
    for position in ends(6, 9, "three")[2:]:
        scenes = PAINTER.public_scenes("round", redact(position.state, None), look(position))
        assert 1 <= len(scenes) <= 3
        spent = sum(event.cost for event in position.news if isinstance(event, TrackBuilt))
        assert sum(int(cost) for scene in scenes for cost in words(scene, "capital spent")) == spent


def test_a_round_without_new_track_has_no_picture() -> None:
    position = ends(2)[0]
    assert PAINTER.public_scenes("round", redact(position.state, None), look(position)) == ()


def test_ways_are_priced_as_the_rules_price_them() -> None:
    position = ends(4)[-1]
    decision = decisions(position.state)[0]
    view = redact(position.state, decision.seat)
    for offer in [o for o in decision.offers if isinstance(o, Build | Lay)][:12]:
        [scene] = PAINTER.preview_scenes(view, look(position), offer)
        after, events = play(position.state, offer)
        cost = sum(event.cost for event in events if isinstance(event, TrackBuilt) and event.seat == offer.seat)
        assert words(scene, "capital spent") == [str(cost)]
        assert after != position.state


def test_keys_of_a_menu_stand_at_their_places() -> None:
    position = ends(4)[0]
    decision = decisions(position.state)[0]
    starts = [offer for offer in decision.offers if isinstance(offer, Start)]
    choices = tuple(Choice("ABCDEF"[i], (offer,)) for i, offer in enumerate(starts))
    [scene] = PAINTER.choice_scenes(redact(position.state, decision.seat), look(position), "town", choices)
    keys = scene.shapes_of_layer("keys")
    assert len(keys) == len(starts)
    assert [key.sprite.name for key in keys if isinstance(key, Placed)] == [f"key {c.key}" for c in choices]


def test_every_step_of_a_menu_is_listed_once() -> None:
    position = ends(4)[-1]
    decision = decisions(position.state)[0]
    steps = [offer for offer in decision.offers if isinstance(offer, Lay)]
    choices = tuple(Choice(str(i), (offer,)) for i, offer in enumerate(steps, 1))
    scenes = PAINTER.choice_scenes(redact(position.state, decision.seat), look(position), "path", choices)
    listed = [text for scene in scenes for text in words(scene, "step")]
    assert len(listed) == len(set(listed))
    assert len(scenes) < 5
    assert len(listed) == len(steps)


def test_a_choice_of_a_start_town_is_ringed_on_the_map() -> None:
    position = ends(2)[1]
    chosen = [event for event in position.news if isinstance(event, StartChosen)]
    [scene] = PAINTER.public_scenes("map", redact(position.state, None), look(position))
    rings = [s for s in scene.shapes_of_layer("towns") if isinstance(s, Disc) and s.ink == "#B3261E"]
    boxes = [s for s in scene.shapes_of_layer("towns") if type(s).__name__ == "Box"]
    assert len(rings) + len(boxes) == len({event.town for event in chosen})


def test_the_picture_of_a_way_counts_what_is_left_as_the_words_do() -> None:
    state = table(seats=2, starts=("F32", "Y5"), capital=6)
    build = Build(Seat(1), "Leeds", Branches.read("F32-F31-F30-G30-H29-H28-I28"))
    [scene] = PAINTER.preview_scenes(redact(state, Seat(1)), DrawingContext(NAMES[:2]), build)
    assert "28 steps short of Leeds" in GAME.text.label(redact(state, Seat(1)), build, "", str)
    assert "28 steps short" in scene.alt


def test_a_way_that_ends_before_its_goal_says_by_how_many_steps() -> None:
    state = table(seats=2, track={1: "R2-R3-R4", 2: "J26-J27-J28"}, capital=3)
    view, toward = redact(state, Seat(1)), "Doncaster"
    short, there = Build(Seat(1), toward, Branches.read("R4-R5")), Build(Seat(1), toward, Branches.read("R4-R5-R6-R7"))
    [scene] = PAINTER.choice_scenes(
        view, DrawingContext(NAMES[:2]), "path", (Choice("1", (short,)), Choice("2", (there,)))
    )
    assert words(scene, "way") == ["1 hex · to R5, 2 steps short", "3 hexes · into Doncaster"]
    assert "1 hex, 2 steps short. 2: " in scene.alt
    [scene] = PAINTER.preview_scenes(view, DrawingContext(NAMES[:2]), Lay(Seat(1), Branches.read("R4-R5")))
    assert "short" not in scene.alt
