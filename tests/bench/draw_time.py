"""Time the drawing of a state's pictures up to their bytes, against Pillow's encode of the same pixels.

The encode is of 256 colors at level 1. Times are processor time of this process, so that other programs disturb little.
"""

import gc
import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from statistics import median
from time import process_time
from typing import NamedTuple

from PIL import Image

from bot import limits
from engine import GAMES
from engine.core import State, redact
from render import (
    DEFAULT_OPTIONS,
    PAINTERS,
    POST_OPTIONS,
    DisplayOptions,
    DrawingContext,
    Picture,
    Scene,
    render_all,
    render_scene,
)
from tests.bench.measurement import Figure, against, millis, p99
from tests.bench.positions import Title, game_states, seats

_NAMES = ("Ada Lovelace", "Béla", "Cleo", "Đorđe")
_ON_MAPS = ("railway-rivals", "railroads-of-catan")
"""Games with a map of hexes, for which more is drawn."""
_FAR = 12
"""The number of positions that are far apart, so that most of each picture is redrawn. All others are near one
another.
"""


class _Goal(NamedTuple):
    near: float
    far: float
    p99: float = 3


_GOALS = {
    "railway-rivals map": _Goal(1.8, 3.5),
    "railway-rivals race": _Goal(4, 4),
    "railroads-of-catan board": _Goal(1.4, 1.4, 2.5),
}


def measure(titles: Sequence[Title], positions: int) -> list[Figure]:
    """Return figures for new positions in a warm process, and for the first picture of a new process.

    Positions far apart are always measured. Near ones are measured only if ``positions`` is larger than their number.
    """
    return [
        figure for title in titles for figure in (*_warm(title, positions), *_posts(title, positions), _first(title))
    ]


def _warm(title: Title, positions: int) -> list[Figure]:
    """Measure with the sprite caches warmed by two other games."""
    painter, figures = PAINTERS[title.key], list[Figure]()
    warmed, fresh = [*game_states(title, 1, every=10), *game_states(title, 5, every=10)], game_states(title, 2)
    gc.collect()
    gc.freeze()  # the bot has no thousands of positions that each collection looks through
    for name in painter.public_pictures:
        for state in warmed:
            pictures(title, state, name)
        shown = [state for state in fresh if _scenes(title, name, state)]
        usual = 2 if title.key in _ON_MAPS else 1.3
        goal = _GOALS.get(f"{title.key} {name}", _Goal(usual, usual))
        for count, most in ((_FAR, goal.far), (positions, goal.near)) if positions > _FAR else ((_FAR, goal.far),):
            pairs = [_both(title, name, state) for state in shown[:: max(1, len(shown) // count)]]
            distance = "far" if count == _FAR else "near"
            figures += _figures(f"{title.key}: picture “{name}”, {distance}", pairs, most, goal.p99)
    return figures


def _figures(name: str, pairs: list[tuple[float, float]], most: float, most_p99: float) -> list[Figure]:
    if not pairs:
        return []
    whole, encode = zip(*pairs, strict=True)
    return [
        against(f"{name}, p50", median(whole), median(encode), "ms", most=most),
        against(f"{name}, p99", p99(list(whole)), median(encode), "ms", most=most_p99),
    ]


def _posts(title: Title, positions: int) -> list[Figure]:
    """Compare time and bytes of a post's picture with those of a private one, drawing included."""
    states = game_states(title, 2)
    measured = list[tuple[tuple[float, int], ...]]()
    for state in states[:: max(1, len(states) // positions)]:
        for scene in _scenes(title, PAINTERS[title.key].public_pictures[0], state):
            render_scene(scene)  # from here on its stamps are kept
            measured.append(tuple(_cost(scene, style) for style in (DEFAULT_OPTIONS, POST_OPTIONS)))
    (quick, large), (slow, small) = (map(median, zip(*costs, strict=True)) for costs in zip(*measured, strict=True))
    return [
        against(f"{title.key}: bytes of a picture, posted to private", small / 1_000, large / 1_000, "kB", most=0.8),
        against(f"{title.key}: time of a picture, posted to private", slow, quick, "ms", most=2.5),
    ]


def _cost(scene: Scene, style: DisplayOptions) -> tuple[float, int]:
    """Return the milliseconds to draw a picture, and the bytes of its file."""
    began = process_time()
    picture = render_scene(scene, style)
    return 1_000 * (process_time() - began), len(picture.file)


def _first(title: Title) -> Figure:
    command = [sys.executable, "-m", __name__, title.key]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    whole, encode = map(float, done.stdout.split())
    name = f"{title.key}: picture “{PAINTERS[title.key].public_pictures[0]}”, first"
    return against(name, whole, encode, "ms", most=12, note="the fonts are loaded and every stamp is drawn")


def _scenes(title: Title, name: str, state: State) -> tuple[Scene, ...]:
    return PAINTERS[title.key].public_scenes(name, redact(state, None), DrawingContext(_NAMES[: seats(title)]))


def pictures(title: Title, state: State, name: str = "") -> tuple[Picture, ...]:
    """Draw the named pictures of a position as the bot does, or the game's first public picture."""
    return render_all(
        _scenes(title, name or PAINTERS[title.key].public_pictures[0], state), DEFAULT_OPTIONS, limits.FILES
    )


def _both(title: Title, name: str, state: State) -> tuple[float, float]:
    """Return the milliseconds for drawing and encoding together, and for encoding alone."""
    began = process_time()
    made = pictures(title, state, name)
    whole = 1_000 * (process_time() - began)
    return whole, sum(millis(lambda image=image: encode(image)) for image in map(pixels, made))


def pixels(picture: Picture) -> Image.Image:
    """Return the pixels of a picture file."""
    image = Image.open(BytesIO(picture.file))
    image.load()
    return image


def encode(image: Image.Image) -> None:
    """Encode with Pillow alone, as the anchor."""
    image.save(BytesIO(), "PNG", compress_level=1)


if __name__ == "__main__":
    title = GAMES[sys.argv[1]]
    state = game_states(title, 2)[100]
    gc.collect()
    gc.freeze()  # a new bot has not played a game in this process
    print(*_both(title, PAINTERS[title.key].public_pictures[0], state))
