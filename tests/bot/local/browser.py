"""A person at the local page with a real browser and a mouse: Debian's chromium, driven by Selenium, without a window.

Nothing is pressed through the document: the wheel scrolls a thing into view, the pointer moves there, and whatever is
under the pointer is pressed.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

__all__ = ["MISSING", "Browser", "opened_browser"]

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
MISSING = None if CHROMIUM and DRIVER else (
    "left out: the tests of the local page in a real browser need chromium and chromedriver "
    "(on Debian: apt install chromium chromium-driver)"
)  # fmt: skip
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars",
)  # fmt: skip
PATIENCE = 60.0  # seconds; a loaded machine takes long
A_WHILE = 10.0  # seconds, after which a person presses again
PRESSES = 5
GLANCE = 0.1  # seconds between two looks
TURNS_OF_THE_WHEEL = 40
NOTCH = 120  # pixels by which a wheel moves a page at least
SUGGESTED = ".command-entry, .command-suggestion"

IDLE = """
const page = window.simcordPreview;
return Boolean(page && page.ready && !page.pendingAction);
"""
# The page is laid out anew in the next frame, and what it does about that is seen in the one after it.
DRAWN = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]));"
# What of the newest message can be pressed, how far outside the conversation it is, and whether it is on top.
SEEN = """
const timeline = document.getElementById("channel-timeline");
const frame = timeline.getBoundingClientRect();
const newest = [...timeline.querySelectorAll(".channel-message")].at(-1);
const open = newest ? [...newest.querySelectorAll(".select-list:popover-open .select-option")] : [];
const all = newest ? [...newest.querySelectorAll("button.component-button:not(:disabled), .select-trigger")] : [];
return [...open, ...all].map((one) => {
  const box = one.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const inside = one.matches(".select-option");
  return {
    label: one.innerText.trim(), kind: inside ? "option" : one.matches(".select-trigger") ? "menu" : "button",
    one, beyond: inside ? 0 : box.top < frame.top ? box.top - frame.top : Math.max(0, box.bottom - frame.bottom),
    ontop: one.contains(document.elementFromPoint(x, y)),
  };
});
"""

# Which messages begin outside the window, and which words "(edited)" are cut by the conversation's edges.
OUTSIDE = """
const frame = document.getElementById("channel-timeline").getBoundingClientRect();
const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
const cut = (box) => box.left < frame.left || box.right > frame.right || box.width < 1;
const beyond = (box) => box.top < frame.top - 1 || box.bottom > frame.bottom + 1 || cut(box);
return [
  boxes(".channel-message").filter(beyond).length,
  boxes(".message-edited, .message-edited-compact").filter(cut).length,
  boxes(".message-edited, .message-edited-compact").length,
  document.documentElement.scrollWidth - window.innerWidth,
];
"""
# From now on, where each button that can be pressed was seen first, and how far it has moved since. The page puts a
# change right before it is painted, so only what is seen twice counts.
WATCH = """
window.moved = 0;
const places = new Map(), before = new Map();
const timeline = document.getElementById("channel-timeline");
const newest = () => [...timeline.querySelectorAll(".channel-message")].at(-1);
(function look() {
  for (const one of newest()?.querySelectorAll("button.component-button") ?? []) {
    if (getComputedStyle(one).visibility !== "visible") continue;
    const key = one.closest(".channel-message").dataset.messageId + one.innerText;
    const top = one.getBoundingClientRect().top;
    if (!places.has(key)) places.set(key, top);
    if (before.get(key) === top) window.moved = Math.max(window.moved, Math.abs(places.get(key) - top));
    before.set(key, top);
  }
  requestAnimationFrame(look);
})();
"""

PICTURES = """
for (const list of document.querySelectorAll(".message-attachments")) {
  const one = list.querySelector(":scope > .attachment-inline");
  for (let more = one && list.children.length; more < arguments[0]; more++) list.append(one.cloneNode(true));
}
return [...document.querySelectorAll(".gallery-image, .attachment-image")].map((one) => {
  const box = one.getBoundingClientRect(), whole = one.naturalWidth / one.naturalHeight;
  const shape = box.width / box.height, cut = getComputedStyle(one).objectFit === "cover";
  return [box.width, box.height, cut ? Math.min(shape / whole, whole / shape) : 1];
});
"""


class Browser:
    """One page, as a person sees it. Every method returns when the page has come to rest."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self._driver = driver

    def open(self, link: str) -> None:
        """Show the channel of the page at this address."""
        self._driver.get(link)
        self._until(lambda: self._driver.find_elements(By.TAG_NAME, "iframe"), "the page has no channel")
        self._driver.switch_to.frame(self._driver.find_element(By.TAG_NAME, "iframe"))
        self._rest()

    def new_table(self, title: str) -> None:
        """Type ``/game new``, and choose the game with this name from the completions."""
        composer = self._driver.find_element(By.ID, "channel-composer-input")
        ActionChains(self._driver, duration=0).click(composer).send_keys("/game new").perform()
        self._until(lambda: self._suggestion("game new"), "/game new is not offered")
        ActionChains(self._driver, duration=0).send_keys(Keys.ENTER).perform()
        self._until(lambda: self._suggestion(title), f"{title} is not offered")
        ActionChains(self._driver, duration=0).click(self._suggestion(title)).perform()
        ActionChains(self._driver, duration=0).click(self._driver.find_element(By.ID, "send-message")).perform()
        self._until(self.seen, "no table was opened")
        self._rest()

    def seen(self, kind: str = "") -> list[str]:
        """Return the labels of the newest message's parts of a kind: ``button``, ``menu``, or an open menu's
        ``option``.
        """
        return [one["label"] for one in self._driver.execute_script(SEEN) if kind in ("", one["kind"])]

    def press(self, label: str) -> None:
        """Press the newest message's button whose label begins so, and wait until the message has changed.

        The press is repeated if nothing happens, because a loading picture moves what is under the pointer.
        """
        before = self.newest()
        for _ in range(PRESSES):
            self._point(label)
            if self._soon(lambda: self.newest() != before):
                break
        else:
            raise AssertionError(f"nothing came of {label}; the newest message: {before}")
        self._rest()
        self._until(self.seen, f"after {label} there is nothing more to press")

    def choose(self, menu: str, which: int = 0) -> None:
        """Open the menu whose label begins so, and press one of its options, counted from 0."""
        for _ in range(PRESSES):
            self._point(menu)
            if options := self._soon(lambda: self.seen("option")):
                return self.press(options[which])
        raise AssertionError(f"the menu {menu} did not open; the newest message: {self.newest()}")

    def resize(self, width: int, height: int) -> None:
        """Resize the window, in pixels."""
        inside = "return window.innerWidth;"
        before = self._driver.execute_script(inside)
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self._until(lambda: self._driver.execute_script(inside) != before, "the page stays as wide as it was")
        self._driver.execute_async_script(DRAWN)

    def text(self) -> str:
        """Return all text in the channel."""
        return self._driver.find_element(By.ID, "channel-message-list").text

    def newest(self) -> str:
        """Return text and buttons of the newest message, without times, which change by themselves."""
        script = (
            'const copy = [...document.querySelectorAll(".channel-message")].at(-1)?.cloneNode(true);'
            'copy?.querySelectorAll("time, [popover]").forEach((one) => one.remove());'
            "return copy ? copy.dataset.messageId + copy.textContent : '';"
        )
        return str(self._driver.execute_script(script))

    def times(self) -> list[str]:
        """Return the words of all times in the channel."""
        script = 'return [...document.querySelectorAll("time.discord-timestamp")].map((one) => one.innerText);'
        return [str(words) for words in self._driver.execute_script(script)]

    def wait_for_times(self, wanted: Callable[[list[str]], bool]) -> list[str]:
        """Wait until the times in the channel are as wanted, and return their words. There must be at least one."""
        self._until(lambda: (times := self.times()) and wanted(times), "the times stay as they are")
        return self.times()

    def pictures(self, times: int = 1) -> list[tuple[float, float, float]]:
        """Return for each picture of a post its width and height on the page, and the share of it that is visible.

        ``times`` repeats the files of every message.
        """
        return [tuple(one) for one in self._driver.execute_script(PICTURES, times)]

    def outside(self) -> tuple[int, int, int, int]:
        """Return four numbers: messages outside the window, cut “(edited)” marks, all such marks, and px of excess."""
        return tuple(self._driver.execute_script(OUTSIDE))

    def watch_buttons(self) -> None:
        """Start to watch whether the newest message's buttons move once they can be pressed."""
        self._driver.execute_script(WATCH)

    def moved(self) -> float:
        """Return by how many pixels a button has moved since ``watch_buttons``."""
        return float(self._driver.execute_script("return window.moved;"))

    def wait_for(self, words: str) -> None:
        """Wait until these words are in the channel."""
        self._until(lambda: words in self.text(), f"{words} is not there")

    def picture(self, path: Path) -> None:
        """Save the window as a PNG file."""
        self._driver.save_screenshot(str(path))

    def _suggestion(self, words: str) -> object:
        return next((one for one in self._driver.find_elements(By.CSS_SELECTOR, SUGGESTED)
                     if words in one.text), None)  # fmt: skip

    def _point(self, label: str) -> None:
        """Scroll until the thing is in view, and press it once."""
        timeline = self._driver.find_element(By.ID, "channel-timeline")
        for _ in range(TURNS_OF_THE_WHEEL):
            one = self._until(lambda: self._labeled(label), f"{label} is not there")
            if abs(one["beyond"]) < 1 and one["ontop"]:
                ActionChains(self._driver, duration=0).move_to_element(one["one"]).click().perform()
                return
            by = round(one["beyond"]) or 60
            ActionChains(self._driver, duration=0).scroll_from_origin(
                ScrollOrigin.from_element(timeline), 0, by
            ).perform()
            time.sleep(GLANCE)
        raise AssertionError(f"{label} cannot be brought under the pointer: {one}")

    def _labeled(self, label: str) -> dict[str, float]:
        return next((one for one in self._driver.execute_script(SEEN) if one["label"].startswith(label)), None)

    def _rest(self) -> None:
        self._until(lambda: self._driver.execute_script(IDLE), "the page does not come to rest")

    def _until(self, look: Callable[[], object], otherwise: str) -> object:
        if not (found := self._soon(look, PATIENCE)):
            raise AssertionError(f"{otherwise}; the newest message: {self.newest()}")
        return found

    def _soon(self, look: Callable[[], object], patience: float = A_WHILE) -> object:
        """Return the first true result of ``look`` within the time, or its last false result."""
        deadline = time.monotonic() + patience
        while not (found := look()) and time.monotonic() < deadline:
            time.sleep(GLANCE)
        return found


@contextmanager
def opened_browser(link: str, folder: Path, *, width: int, height: int) -> Iterator[Browser]:
    """Open the page at this address in a window of that size in pixels. Its profile is kept in the folder."""
    options = Options()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={folder}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        page = Browser(driver)
        page.resize(width, height)
        page.open(link)
        yield page
    finally:
        driver.quit()
