"""Headings and alt texts of Railway Rivals name what a picture shows: turn, die, next step, windows of a page."""

from typing import Any

import msgspec
import pytest

from engine.core import Secret
from engine.games.railway_rivals.game_data.hex_map import CardNumber
from engine.games.railway_rivals.phases import BuildingPhase, Operating
from engine.games.railway_rivals.state.events import DieRolled
from engine.games.railway_rivals.state.plans import new_slot
from render.games.railway_rivals.captions import corner_text
from render.games.railway_rivals.tables.gold_table import gold_scenes
from render.scene import Text, all_texts
from tests.render.railway import NAMES, RACES, position
from tests.render.railway_turn_ends import NAMES as SIX
from tests.render.railway_turn_ends import ends, public


def test_the_corner_names_the_turn_that_was_built_though_the_next_has_begun() -> None:
    built = [p for p in ends(4) if p.ended == "Building"]
    for number, place in enumerate(built, 1):
        [die] = next(event for event in place.news if isinstance(event, DieRolled)).rolls
        assert place.state.turn == number + 1
        for scene in public(place):
            assert f"Turn {number} · die {die}" in {text.words for text in all_texts(scene) if text.role == "corner"}
            assert f"Turn {number} · die {die}." in scene.alt


def test_three_rolls_are_listed_up_to_the_turn_that_was_built() -> None:
    place = next(p for p in ends(2, rolls="three") if p.ended == "Building")
    rolled = next(event for event in place.news if isinstance(event, DieRolled))
    a, b, c = rolled.rolls
    assert corner_text(place.state, place.news) == f"Turns 1 to 3 · dice {a}, {b}, {c}"
    over = msgspec.structs.replace(place.state, flow=(), turn=2)
    assert corner_text(over, place.news) == f"Turns 1 to 2 · dice {a}, {b}"
    heads = {text.words for scene in public(place) for text in all_texts(scene) if text.role == "title"}
    assert not any("THIS TURN" in words for words in heads)


def test_a_page_of_what_was_built_is_headed_with_what_it_shows() -> None:
    """The companies are far apart, so each page and its alt text must name the companies whose track it shows."""
    pages = [s for p in ends(6, rolls="three") for s in public(p) if s.name.startswith("round-")]
    assert pages
    for page in pages:
        said = next(text.words for text in all_texts(page) if text.role == "second line")
        shown = [name for name in SIX if f"{name} built" in page.alt]
        assert shown
        assert said.split(" ")[0] in {name.split(" ")[0] for name in shown}


def foot(**changes: Any) -> str:
    [scene] = gold_scenes(position(**changes), NAMES)
    [text] = scene.shapes_of_layer("foot")
    assert isinstance(text, Text)
    return text.words


def test_after_a_pair_of_races_comes_building() -> None:
    slots = tuple(new_slot(seat, 9) for seat in position().everyone)
    flow = (Operating(), BuildingPhase(slots))
    assert foot(races=RACES[:2], flow=flow) == "Now: building with die + 6, then 2 races · towns: first there"


@pytest.mark.parametrize(
    ("cards", "waiting", "races", "said"),
    [
        (4, True, 2, "Next: 2 races, then building with die + 6"),
        (0, True, 2, "Next: 2 races, and no building after"),
        (0, False, 2, "Next: 1 race, and no building after"),
        (2, False, 3, "Next: 1 race, then building with die + 6"),
    ],
)
def test_no_more_races_are_announced_than_cards_are_left(cards: int, waiting: bool, races: int, said: str) -> None:
    stock = Secret(tuple(CardNumber(number) for number in ("11", "12", "13", "14")[:cards]), cards)
    changes: dict[str, Any] = {} if waiting else {"waiting": ()}
    assert foot(stock=stock, races=RACES[:races], **changes).startswith(said)
