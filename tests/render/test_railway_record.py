"""The grid of town cards: every number is in its cell, with what became of it."""

import msgspec
import pytest

from engine import redact
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.state.events import RaceRun
from render import DrawingContext
from render.games.railway_rivals import PAINTER
from render.games.railway_rivals.tables.card_grid import card_grid_scenes
from render.games.railway_rivals.tables.gold_table import gold_scenes
from render.palette import ACCENT
from render.parts.page_layout import LINE_HEIGHT
from render.scene import Box, Scene, Text, all_texts
from tests.render.railway import CHART, NAMES, RACES, position, run
from tests.render.rivals_position import line, row, written

CAME_UP = {"23": "1", "43": "1", "26": "2", "41": "2", "21": "3", "25": "3"}


def record(**changes: object) -> Scene:
    [scene] = card_grid_scenes(position(**changes), NAMES)  # type: ignore[arg-type]
    return scene


def cells(scene: Scene) -> dict[str, tuple[float, float]]:
    """Return a mapping from numbers to the (x, y) positions of their texts."""
    texts = [
        text for text in scene.shapes_of_layer("cells") if isinstance(text, Text) and text.role.startswith("number")
    ]
    assert len({text.words for text in texts}) == len(texts)
    return {text.words: (text.x, text.y) for text in texts}


def beside(scene: Scene, role: str) -> dict[str, str]:
    """Return a mapping from numbers to the texts of a role in their cells."""
    found = {}
    for text in written(scene, "cells", role):
        in_row = {number: x for number, (x, y) in cells(scene).items() if x < text.x and abs(y - text.y) < 60}
        found[max(in_row, key=lambda number: in_row[number])] = text.words
    return found


def test_every_card_has_a_cell_and_its_digits_are_its_place() -> None:
    found = cells(record())
    assert sorted(found) == sorted(CHART.cards)
    assert len({y for _, y in found.values()}) == 7
    assert len({x for x, _ in found.values()}) == 6
    assert found["11"][0] == found["61"][0] == found["S1"][0]
    assert found["31"][1] == found["36"][1] > found["26"][1]


def test_a_number_that_came_up_says_in_which_race() -> None:
    assert beside(record(), "race race") == CAME_UP


def test_open_runs_are_framed_and_numbered_on() -> None:
    scene = record()
    assert beside(scene, "now race") == {"31": "4", "66": "4"}
    assert len([box for box in scene.shapes_of_layer("cells") if isinstance(box, Box) and box.ink == ACCENT]) == 2


def test_waiting_runs_are_marked_as_waiting() -> None:
    assert beside(record(), "sign") == {"S2": "waits", "34": "waits"}


def test_the_alt_text_lists_open_and_waiting_runs() -> None:
    scene = record(opened=(run("31", "66"), run("11", "24")))
    assert [text.words for text in written(scene, "runs", "run")] == [
        "31–66  Birmingham to Peterborough",
        "11–24  Liverpool to Hull",
        "S2–34 Wales to Shrewsbury",
    ]
    assert [text.words for text in written(scene, "runs", "sign")] == ["Race 4", "Race 5", "Waiting"]


def test_numbers_that_never_came_up_are_marked_at_the_end() -> None:
    scene = record(over=True)
    assert set(beside(scene, "sign").values()) == {"never"}
    assert len(beside(scene, "sign")) == 42 - 6
    assert "Never came up: 11 Liverpool, 12 Birkenhead, 13 Preston" in scene.alt


def test_the_corner_counts_runs_and_the_second_line_names_the_last_race() -> None:
    scene = record()
    assert row(scene, "header", "corner") == ["3 of 21 run · 1 waiting"]
    assert line(scene) == "Last race, Leeds to Sheffield: Ada and Ben tie"


def test_every_race_of_the_events_has_a_line() -> None:
    news = tuple(RaceRun(race) for race in RACES[1:])
    for draw in (card_grid_scenes, gold_scenes):
        [told], [plain] = draw(position(), NAMES, news), draw(position(), NAMES)
        lines = sorted(written(told, "header", "second line"), key=lambda text: text.y)
        assert [text.words for text in lines] == [
            "Race 2, Doncaster to Nottingham: Dov ran alone",
            "Race 3, Leeds to Sheffield: Ada and Ben tie",
        ]
        assert told.height == plain.height + LINE_HEIGHT


def test_the_legend_explains_only_what_there_is() -> None:
    assert row(record(), "legend", "legend") == ["came up in race n", "open, race n", "waiting", "to come"]
    assert row(record(races=()), "legend", "legend") == ["open, race n", "waiting", "to come"]


def test_the_alt_text_describes_the_record() -> None:
    assert record().alt == (
        "Railway Rivals: 3 of 21 runs are done. "
        "Open: Birmingham to Peterborough (31–66). Waiting: Wales to Shrewsbury (S2–34). "
        "Done: race 1 23–43, race 2 26–41, race 3 21–25. "
        "Still to come: 11 Liverpool, 12 Birkenhead, 13 Preston, 14 Manchester, 15 Bolton, 16 Burnley, 22 Bradford, "
        "24 Hull, 32 Wolverhampton, 33 Stoke, 35 Coventry, 36 Chester, 42 Derby, 44 Lincoln, 45 Grimsby, "
        "46 Northampton, 51 Bristol, 52 Gloucester, 53 Swindon, 54 Oxford, 55 Reading, 56 Worcester, 61 London, "
        "62 London, 63 London, 64 London, 65 Cambridge, S1 Scotland & the North, S3 West Country, S4 South Coast, "
        "S5 East Anglia, S6 Any port."
    )


@pytest.mark.parametrize("key", ["london-liverpool", "tyne-tees"])
def test_every_map_has_its_own_cards(key: str) -> None:
    state = msgspec.structs.replace(position(), options=RailwayOptions(map=key), races=(), waiting=(), flow=())  # type: ignore[arg-type]
    [scene] = card_grid_scenes(state, NAMES)
    assert sorted(cells(scene)) == sorted(state.hex_map.cards)
    assert not [text.words for text in written(scene, "cells", "place") if text.words.endswith("…")]


@pytest.mark.parametrize("over", [False, True])
def test_no_picture_of_the_operating_stage_has_text_under_the_floor(over: bool) -> None:
    """Only the letters around the whole map may be smaller than the floor, because nobody must read them."""
    state = position(over=over)
    for picture in PAINTER.public_pictures:
        for scene in PAINTER.public_scenes(picture, redact(state, None), DrawingContext(NAMES)):
            small = [
                text for text in all_texts(scene) if text.size < 44 and text.role not in ("frame letter", "country")
            ]
            assert not small, (scene.name, small[:3])
