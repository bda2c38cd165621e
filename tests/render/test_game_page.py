"""A game as one HTML page: the content of the file, and the page in a real browser."""

import base64
import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from engine import GAMES
from engine.core.transcript import load_transcript
from render import PAINTERS, DrawingContext
from render.__main__ import _collect_keyframes, main
from render.frame_diff import FrameDiffer
from render.html_replay import make_replay_page
from render.rasterizer import rasterize
from render.scene import Box, Layer, Scene
from tests.bot.local.browser import CHROMIUM, DRIVER, FLAGS, MISSING, PATIENCE

GAME = Path("tests/games/railroad_rivals/solitaire.game")
NAMES = ("</script><b>Ada</b> & \u2028Co $title ${x}",)
MOST_BYTES = 2_500_000


def made(names: tuple[str, ...] = NAMES) -> str:
    transcript = load_transcript(GAME.read_bytes())
    game = GAMES[transcript.title]
    cuts, views = _collect_keyframes(game, transcript)
    end = views[cuts[-1].seq]
    *_, text = make_replay_page(game, PAINTERS[game.key], names, cuts, lambda: (views[cut.seq] for cut in cuts), end)
    return text


@pytest.fixture(scope="module")
def text() -> str:
    return made()


def moments(text: str) -> list[dict[str, Any]]:
    found = re.search(r'id="game">(.*?)</script>', text, re.DOTALL)
    assert found
    data: list[dict[str, Any]] = json.loads(found[1])
    return data


def stacked(data: list[dict[str, Any]]) -> Image.Image:
    """Return the picture after all patches."""
    [first, *more] = [moment["patch"] for moment in data if moment["patch"]]
    whole = opened(first)
    for patch in more:
        part = opened(patch)
        whole.paste(part, (patch["left"], patch["top"]), part)
    return whole.convert("RGB")


def opened(patch: dict[str, Any]) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(patch["png"]))).convert("RGBA")


def last_picture() -> Image.Image:
    transcript = load_transcript(GAME.read_bytes())
    cuts, views = _collect_keyframes(GAMES[transcript.title], transcript)
    end = views[cuts[-1].seq]
    painter = PAINTERS[transcript.title]
    return rasterize(painter.film_scene(end, DrawingContext(NAMES, cuts[-1].events), end)).to_rgb()


def far_apart(one: Image.Image, other: Image.Image) -> int:
    """Return the largest difference of a color component between two images."""
    low_and_high = ImageChops.difference(one, other).getextrema()
    return max(int(high) for _, high in low_and_high)


def test_the_patches_add_up_to_the_last_picture(text: str) -> None:
    whole, last = stacked(moments(text)), last_picture()
    assert whole.size == last.size
    assert far_apart(whole, last) < 64
    assert far_apart(opened(moments(text)[0]["patch"]).convert("RGB"), last) > 128, "the first is another picture"


def test_every_moment_of_a_page_has_text(text: str) -> None:
    data = moments(text)
    assert len(data) > 20
    assert all(moment["heading"] and moment["alt"] and moment["standing"] for moment in data)
    assert sum(bool(moment["lines"]) for moment in data) > len(data) // 2


def test_names_are_escaped_wherever_they_are(text: str) -> None:
    assert text.count("</script>") == 2 and "<b>Ada" not in text and "\u2028" not in text.split('id="game"')[1]
    assert any(NAMES[0] in moment["standing"] or "</script>" in moment["standing"] for moment in moments(text))


def test_a_page_loads_nothing_from_the_network(text: str) -> None:
    assert "default-src 'none'" in text
    assert not re.search(r"https?://|src=|href=|url\(|import ", text)
    assert len(text.encode()) < MOST_BYTES


def test_nothing_hidden_is_in_a_page() -> None:
    """The page of a game with secrets is a spectator's; no view of a seat may go into it."""
    transcript = load_transcript(Path("tests/games/railroads_of_catan/forced-sale-and-storm.game").read_bytes())
    _, views = _collect_keyframes(GAMES[transcript.title], transcript)
    assert views and all(view.seat is None for view in views.values())


def test_the_command_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.html"
    assert main([str(GAME), "--page", str(file), "--names", "Ada"]) == 0
    assert f"{file.stat().st_size:,} bytes" in capsys.readouterr().out
    assert "Ada" in file.read_text("utf-8")


@contextmanager
def shown(file: Path, width: int) -> Iterator[webdriver.Chrome]:
    options = Options()
    options.binary_location = CHROMIUM or ""
    for flag in (*FLAGS, f"--window-size={width},900"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, Service(DRIVER))
    try:
        driver.get(file.as_uri())
        WebDriverWait(driver, PATIENCE).until(lambda d: d.find_element(By.TAG_NAME, "body").get_attribute("data-ready"))
        yield driver
    finally:
        driver.quit()


def step(driver: webdriver.Chrome) -> int:
    return int(driver.find_element(By.ID, "step").get_property("value"))  # type: ignore[arg-type]


@pytest.mark.skipif(MISSING is not None, reason=MISSING or "")
@pytest.mark.parametrize("width", [500, 1280])
def test_a_page_works_in_a_browser(tmp_path: Path, text: str, width: int) -> None:
    file = tmp_path / "game.html"
    file.write_text(text, "utf-8")
    data = moments(text)
    with shown(file, width) as driver:
        body = driver.find_element(By.TAG_NAME, "body")
        assert step(driver) == 0 and driver.find_element(By.ID, "heading").text == data[0]["heading"]
        body.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
        assert step(driver) == 1
        driver.find_element(By.ID, "on").click()
        assert step(driver) == 2
        body.send_keys(Keys.END)
        assert step(driver) == len(data) - 1
        assert driver.find_element(By.ID, "heading").text == data[-1]["heading"]
        canvas = driver.find_element(By.ID, "picture")
        assert canvas.get_attribute("aria-label") == data[-1]["alt"]
        drawn = driver.execute_script("return arguments[0].toDataURL()", canvas).partition(",")[2]
        picture = Image.open(io.BytesIO(base64.b64decode(drawn))).convert("RGB")
        assert far_apart(picture, stacked(data)) == 0
        body.send_keys(Keys.HOME)
        drawn = driver.execute_script("return arguments[0].toDataURL()", canvas).partition(",")[2]
        picture = Image.open(io.BytesIO(base64.b64decode(drawn))).convert("RGB")
        assert far_apart(picture, opened(data[0]["patch"]).convert("RGB")) == 0
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off"
        assert not [line for line in driver.get_log("browser") if line["level"] == "SEVERE"]


def test_a_lower_picture_leaves_nothing_of_a_higher_one() -> None:
    def scene(height: int) -> Scene:
        box = Box(10, 10, 60, height - 20, "#101010")
        return Scene("any", 100, height, "#ffffff", ("#ffffff", "#101010"), (Layer("all", (box,)),), "")

    patches = FrameDiffer(scene(50), 90)
    made = [patches.next_patch(scene(height)) for height in (50, 90, 50, 50)]
    assert made[3] is None, "nothing changed"
    data = [{"patch": patch and {"left": patch.left, "top": patch.top, "png": b64(patch.png)}} for patch in made]
    whole = stacked(data)
    assert whole.size == (100, 90)
    assert whole.getpixel((30, 30)) == (16, 16, 16) and whole.getpixel((30, 70)) == (255, 255, 255)


def b64(png: bytes) -> str:
    return base64.b64encode(png).decode()
