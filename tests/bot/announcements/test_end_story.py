"""The story of a finished game: who led, the biggest step, and what decided it."""

from typing import Any

import pytest

from bot.announcements.end_story import Moment, story_of
from bot.view import view_table
from engine import GAMES
from tests.bot.announcements.test_table_talk import ADA, MABEL, OTTO, at_table, whole_game

TITLE = next(iter(GAMES))


def ended(title: str = TITLE) -> Any:
    """Return the spectators' view at the end of a whole game of three."""
    _, states = whole_game(title)
    return view_table(at_table(title, ADA, MABEL, OTTO, state=states[-1]), None)


def moments(*points: tuple[int, int, int]) -> list[Moment]:
    return [Moment(f"turn {turn}", tuple({"points": one} for one in all_)) for turn, all_ in enumerate(points, 1)]


@pytest.mark.parametrize("title", GAMES)
def test_story_has_at_most_three_sentences_with_names(title: str) -> None:
    seen = ended(title)
    last = tuple(seen.statistics())
    first = tuple(dict.fromkeys(tally, 0) for tally in last)
    story = story_of(seen, [Moment("turn 1", first), Moment("turn 2", last)])
    assert 1 <= story.count(". ") + 1 <= 3 and story.endswith(".")
    assert any(name in story for name in ("Ada", "Mabel", "Otto"))


def test_story_says_when_the_lead_was_taken_and_how_often_it_changed() -> None:
    story = story_of(ended(), moments((1, 0, 0), (1, 2, 0), (5, 2, 0), (6, 2, 0)))
    assert story.startswith("After 2 changes of the lead, Ada had the most points from turn 3 on")


def test_story_says_who_made_the_biggest_step_and_when() -> None:
    story = story_of(ended(), moments((0, 0, 1), (3, 9, 1), (4, 9, 1)))
    assert "The biggest step was Mabel’s in turn 2: 9 more points." in story


def test_equal_scores_give_no_leader_and_no_step() -> None:
    seen = ended()
    story = story_of(seen, moments((2, 2, 2), (2, 2, 2)))
    assert "had the most" not in story and "biggest step" not in story
