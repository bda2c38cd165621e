"""A question fits a phone's screen. Heights are estimated, and the estimate is calibrated in a browser."""

from pathlib import Path

import pytest

from bot.ui import phone_height
from engine import GAMES
from tests.bot.questions.page_height import characters, cut, equal, estimated, repeated_letters, said_twice
from tests.bot.questions.page_recording import Recorded, record

MOVES = 14
HIGHEST, READ = 640, 280
"""Maximum px of a page, and maximum average characters of a page."""
MAPS = {"railway-rivals": {"map": "tyne-tees"}}


@pytest.mark.parametrize("key", GAMES)
async def test_questions_of_a_game_fit_a_phone_and_say_each_choice_once(tmp_path: Path, key: str) -> None:
    pages, played = await record(tmp_path, key, 3, MOVES, **MAPS.get(key, {}))
    asked = [page for page in pages if page.kind == "question"]
    heights = list(map(estimated, asked))
    assert sum(high <= phone_height.VISIBLE_HEIGHT for high in heights) >= 0.98 * len(asked) and max(heights) <= HIGHEST
    assert not [page.answers for page in asked if cut(page) or said_twice(page) or equal(page)]
    assert sum(map(characters, asked)) <= READ * len(asked)
    assert not [page.text for page in asked if page.is_place and page.picture is None]
    assert not [page.answers for page in asked if repeated_letters(page)]
    assert not [page.text for page in asked if "%:" in page.text and not any("%" in label for label in page.answers)]
    assert all(one.reached for one in played), "a listed move that no button leads to"
    assert not [label for page in asked for label in page.answers if label.endswith("…") and " · " in label]
    small = [line for page in pages for line in page.text.split("\n") if line.startswith("-# ")]
    assert GAMES[key].text.aim and "\n-# " in pages[0].text, "a newcomer’s first page says what wins"
    assert not [line for line in small if phone_height.count_text_lines(line) > 1]


def test_an_estimate_is_what_the_browser_measured() -> None:
    """The heights were measured on the local page in chromium."""
    rows = (("A · Appleby · arrive, 5 points, +6", "B · Penrith · arrive, 5 points, +6"), ("",), ("Back", "Board"))
    text = "**Turn 1 · building, 16 towns left to reach**\nBuild track (5 building points left)."
    page = Recorded("", text, rows, (), "question", (900, 506))
    assert estimated(page) == pytest.approx(449, abs=phone_height.SAFETY_MARGIN)
