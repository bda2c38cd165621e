"""A state to PNG bytes, against Pillow's encode alone of the same picture: 256 colors, level 1.

Processor time of the process, so that other programs disturb little.
"""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from statistics import median
from time import process_time

from PIL import Image

from engine.core.flow import State
from engine.core.secret import redact
from render import PAINTERS, Look, Scene, draw
from tests.bench.figures import Figure, against, millis
from tests.bench.positions import GAME, SEATS, game_states

__all__ = ["measure"]

NAMES = ("Ada Lovelace", "Béla", "Cleo", "Đorđe")[:SEATS]


def measure(positions: int) -> list[Figure]:
    """Warm: new positions, with the stamps of two other games. First: a new process's first picture."""
    painter = PAINTERS[GAME.key]
    warmed, fresh = [*game_states(1, every=10), *game_states(5, every=10)], game_states(2)
    figures = []
    for name in painter.pictures:
        for state in warmed:
            _pictures(name, state)
        shown = [state for state in fresh if _scenes(name, state)]
        if not shown:
            continue
        pairs = [_both(name, state) for state in shown[:: max(1, len(shown) // positions)]]
        whole, encode = (median(column) for column in zip(*pairs, strict=True))
        figures.append(against(f"picture “{name}”, warm", whole, encode, "ms", most=3))
    whole, encode = _first_of_a_process()
    note = "the fonts are loaded and every stamp is drawn"
    figures.append(against(f"picture “{painter.pictures[0]}”, first", whole, encode, "ms", most=12, note=note))
    return figures


def _scenes(name: str, state: State) -> tuple[Scene, ...]:
    return PAINTERS[GAME.key].scenes(name, redact(state, None), Look(NAMES))


def _pictures(name: str, state: State) -> list[bytes]:
    return [draw(scene).file for scene in _scenes(name, state)]


def _both(name: str, state: State) -> tuple[float, float]:
    """Milliseconds for the whole, and for the encode alone."""
    began = process_time()
    files = _pictures(name, state)
    whole = 1_000 * (process_time() - began)
    images = []
    for file in files:
        image = Image.open(BytesIO(file))
        image.load()
        images.append(image)
    return whole, sum(millis(lambda image=image: _encode(image)) for image in images)


def _encode(image: Image.Image) -> None:
    image.save(BytesIO(), "PNG", compress_level=1)


def _first_of_a_process() -> tuple[float, float]:
    done = subprocess.run([sys.executable, "-m", __name__], check=True, capture_output=True, text=True)
    whole, encode = done.stdout.split()
    return float(whole), float(encode)


if __name__ == "__main__":
    print(*_both(PAINTERS[GAME.key].pictures[0], game_states(2)[100]))
