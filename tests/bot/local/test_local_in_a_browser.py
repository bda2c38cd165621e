"""The local page by mouse, in a real browser; left out where there is none.

A whole game takes minutes, most of them the browser's: it is played to its end with `ROUNDHOUSE_TESTS=deep`, else for
two turns, in which menus with two pictures have been opened.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.games import GAMES
from tests.bot.local.browser import MISSING, Browser, opened_browser
from tests.bot.local.test_local import table_page
from tests.conftest import DEEP

pytestmark = pytest.mark.skipif(MISSING is not None, reason=str(MISSING))

TITLE = next(iter(GAMES.values()))
MOST_PRESSES = 400
END = "Rematch" if DEEP else "Turn 3 began"
HOME = "Your move"


def play_alone(page: Browser) -> str:
    """A game alone until `END` is seen, with the first answer to everything; what stands in the channel then."""
    page.new_table(TITLE.name)
    page.press("Start alone")
    for _ in range(MOST_PRESSES):
        if END in (text := page.text()):
            return text
        menus = page.seen("menu")
        if menus:
            page.choose(menus[0])
        else:
            labels = page.seen("button")
            page.press(next((label for label in labels if label.startswith((HOME, "Confirm"))), labels[0]))
    raise AssertionError(f"no end after {MOST_PRESSES} presses: {page.newest()}")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (400, 860)])
async def test_a_game_alone_is_played_by_mouse_and_its_pictures_shown_as_discord_shows_them(
    tmp_path: Path, width: int, height: int
) -> None:
    def played(link: str) -> tuple[str, list[tuple[float, float, float]], list[tuple[float, float, float]]]:
        with opened_browser(link, tmp_path / "profile", width=width, height=height) as page:
            return play_alone(page), page.pictures(), page.pictures(times=3)

    async with table_page(tmp_path, pictures="all") as (_, link, _):
        told, pictures, tripled = await asyncio.to_thread(played, link)
    tall = 400 if width < 600 else 350
    assert END in told
    assert pictures and not [one for one in pictures if one[0] > 551 or one[1] > tall + 1 or one[2] < 0.98]
    assert any(share < 0.9 for *_, share in tripled), "several pictures of one message are cut"


async def test_a_time_that_is_past_is_told_as_past_and_goes_on_counting(tmp_path: Path) -> None:
    def seen(link: str) -> None:
        with opened_browser(link, tmp_path / "profile", width=400, height=860) as page:
            page.new_table(TITLE.name)
            page.press("Start alone")
            past = page.wait_for_times(lambda times: all("ago" in words for words in times))
            page.wait_for_times(lambda times: times != past)

    async with table_page(tmp_path) as (_, link, _):
        await asyncio.to_thread(seen, link)
