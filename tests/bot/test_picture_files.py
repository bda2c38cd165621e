"""Picture files, and the settings that turn pictures off."""

from typing import Literal

import pytest

from bot.config import Settings
from bot.priority_semaphore import Priority
from bot.render_pool import RenderPool, discord_files
from engine import redact
from render import DrawingContext
from render.games.railway_rivals import PAINTER
from render.scene import Scene
from tests.render.railway_turn_ends import ends, look


def scenes() -> tuple[Scene, ...]:
    start = ends(2)[0]
    return PAINTER.public_scenes("money", redact(start.state, None), DrawingContext(look(start).names))


@pytest.mark.parametrize("who", Priority)
async def test_every_picture_is_a_png_file(who: Priority) -> None:
    drawn = await RenderPool(Settings()).draw(scenes, priority=who)
    assert [file.filename for file in discord_files(drawn)] == ["1-money.png"]


@pytest.mark.parametrize(
    ("setting", "pictures", "films"), [("all", True, True), ("one", True, False), ("none", False, False)]
)
def test_operator_can_turn_pictures_and_films_off(
    setting: Literal["all", "one", "none"], pictures: bool, films: bool
) -> None:
    studio = RenderPool(Settings(pictures=setting))
    assert (studio.has_pictures, studio.try_allow(1), studio.has_films) == (pictures, pictures, films)
