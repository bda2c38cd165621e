"""``python -m render.gallery --out DIR``: every tile, badge, cube, mark and track on contact sheets, to be judged."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from render.games import GALLERIES
from render.paint import draw


def main(arguments: Sequence[str] | None = None) -> int:
    """Draws all sheets of all titles."""
    parser = argparse.ArgumentParser(prog="python -m render.gallery", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    out: Path = parser.parse_args(arguments).out
    out.mkdir(parents=True, exist_ok=True)
    for title, sheets in GALLERIES.items():
        for scene in sheets():
            file = out / f"{title}-{scene.name}.png"
            file.write_bytes(draw(scene).file)
            print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
