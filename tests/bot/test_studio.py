"""What a picture is written as: small in the posts of people's tables, at once elsewhere."""

from typing import Literal

import pytest

from bot.config import Settings
from bot.places import Waits
from bot.studio import Studio, files
from engine import redact
from render import Look
from render.games.railway_rivals import PAINTER
from render.scene import Scene
from tests.render.railway_ends import ends, look


def scenes() -> tuple[Scene, ...]:
    start = ends(2)[0]
    return PAINTER.scenes("money", redact(start.state, None), Look(look(start).names))


@pytest.mark.parametrize(
    ("setting", "who", "ending"),
    [
        ("webp", Waits.TABLE, "webp"),
        ("webp", Waits.NOBODY, "png"),
        ("webp", Waits.PERSON, "png"),
        ("png", Waits.TABLE, "png"),
    ],
)
async def test_only_posts_of_peoples_tables_take_the_time_to_be_small(
    setting: Literal["webp", "png"], who: Waits, ending: str
) -> None:
    drawn = await Studio(Settings(post_files=setting)).draw(scenes, who=who)
    assert [file.filename for file in files(drawn)] == [f"1-money.{ending}"]


def test_posts_are_small_files_where_the_operator_says_nothing() -> None:
    assert Settings().post_files == "webp"


@pytest.mark.parametrize(
    ("setting", "pictures", "films"), [("all", True, True), ("one", True, False), ("none", False, False)]
)
def test_an_operator_says_whether_there_are_pictures_and_films(
    setting: Literal["all", "one", "none"], pictures: bool, films: bool
) -> None:
    studio = Studio(Settings(pictures=setting))
    assert (studio.has_pictures, studio.is_open_to(1), studio.has_films) == (pictures, pictures, films)
