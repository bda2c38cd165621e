"""The local page by mouse in a real browser, skipped if there is none.

A whole game takes minutes, mostly for the browser. It is played to its end with `ROUNDHOUSE_TESTS=deep`, otherwise for
one turn, in which posts of one, two, and three pictures are shown. The first phases are played in a desktop's window,
the rest in a phone's.
"""

import asyncio
import time
from pathlib import Path

import pytest

from engine.games import GAMES
from tests.bot.local.browser import MISSING, Browser, opened_browser
from tests.bot.local.test_local import table_page
from tests.conftest import DEEP

pytestmark = pytest.mark.skipif(MISSING is not None, reason=str(MISSING))

TITLE = next(iter(GAMES.values()))
MOST_PRESSES = 400
FIRST, END = "Place a city", "Rematch" if DEEP else "Turn 2 began"
HOME = "Your move"


def play_on(page: Browser, end: str) -> None:
    """Play until `end` is in the channel, with the first answer to every question."""
    for _ in range(MOST_PRESSES):
        if end in page.text():
            return
        menus = page.seen("menu")
        if menus:
            page.choose(menus[0])
        else:
            labels = page.seen("button")
            page.press(next((label for label in labels if label.startswith((HOME, "Confirm"))), labels[0]))
    raise AssertionError(f"no end after {MOST_PRESSES} presses: {page.newest()}")


def played(link: str, profile: Path) -> None:
    """Play a game alone, and check how its pictures are shown in windows of two sizes."""
    with opened_browser(link, profile, width=1280, height=720) as page:
        page.new_table(TITLE.name)
        page.press("Host…")
        page.press("Start alone")
        play_on(page, FIRST)
        pictures_are_shown_as_by_discord(page, 350)
        page.resize(width=400, height=860)
        play_on(page, END)
        pictures_are_shown_as_by_discord(page, 400)
        page.resize(width=1280, height=720)
        pictures_are_shown_as_by_discord(page, 350)
        several_pictures_are_cut(page)
        page.resize(width=400, height=860)
        several_pictures_are_cut(page)


def several_pictures_are_cut(page: Browser) -> None:
    """Check that several pictures of one message are cut as by Discord."""
    assert any(share < 0.9 for *_, share in page.pictures(times=3))


def pictures_are_shown_as_by_discord(page: Browser, tall: int) -> None:
    """Check that pictures are whole and not enlarged, once the page has loaded and laid out all of them."""
    for _ in range(20):
        pictures = page.pictures()
        wrong = [one for one in pictures if one[0] > 551 or one[1] > tall + 1 or one[2] < 0.98]
        if pictures and not wrong:
            return
        time.sleep(0.5)
    raise AssertionError(wrong or "the page shows no picture")


async def test_a_game_alone_is_played_by_mouse_and_its_pictures_shown_as_discord_shows_them(tmp_path: Path) -> None:
    async with table_page(tmp_path, pictures="all") as (_, link, _):
        await asyncio.to_thread(played, link, tmp_path / "profile")


async def test_past_time_is_shown_as_past_and_keeps_counting(tmp_path: Path) -> None:
    def seen(link: str) -> None:
        with opened_browser(link, tmp_path / "profile", width=400, height=860) as page:
            page.new_table(TITLE.name)
            page.press("Host…")
            page.press("Start alone")
            past = page.wait_for_times(lambda times: all("ago" in words for words in times))
            page.wait_for_times(lambda times: times != past)

    async with table_page(tmp_path) as (_, link, _):
        await asyncio.to_thread(seen, link)


@pytest.mark.parametrize(("width", "height"), [(400, 860), (1280, 800)])
async def test_the_first_post_is_whole_in_a_phones_and_a_desktops_window(
    tmp_path: Path, width: int, height: int
) -> None:
    def seen(link: str) -> None:
        with opened_browser(link, tmp_path / "profile", width=width, height=height) as page:
            page.wait_for("Play now")
            assert any(label.startswith("Play now: ") for label in page.seen("button"))
            outside, _, _, wide = page.outside()
            assert outside == 0 and wide <= 0

    async with table_page(tmp_path, welcomes=True) as (_, link, _):
        await asyncio.to_thread(seen, link)


@pytest.mark.parametrize(("width", "height"), [(400, 860), (1280, 800)])
async def test_edited_mark_is_not_cut_and_buttons_do_not_move(tmp_path: Path, width: int, height: int) -> None:
    def seen(link: str) -> None:
        with opened_browser(link, tmp_path / "profile", width=width, height=height) as page:
            page.new_table(TITLE.name)
            page.press("Host…")
            page.press("Start alone")
            page.press("Your move")
            page.watch_buttons()
            page.press("Board")
            time.sleep(2)  # while pictures are loaded
            assert page.moved() < 2
            _, cut, edited, _ = page.outside()
            assert cut == 0 and edited > 0

    async with table_page(tmp_path, pictures="all") as (_, link, _):
        await asyncio.to_thread(seen, link)
