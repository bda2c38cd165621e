"""``python -m tests.render.galleries --out DIR``: draws the contact sheets of all games."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.output import run_tool
from render.paint import draw
from tests.render.galleries import GALLERIES


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw all sheets of all games; 1 when they can’t be written."""
    return run_tool(lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.render.galleries", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    out: Path = parser.parse_args(arguments).out
    try:
        _write_sheets(out)
    except OSError as error:
        print(f"Can’t write to {out}: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


def _write_sheets(out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for title, sheets in GALLERIES.items():
        for scene in sheets():
            file = out / f"{title}-{scene.name}.png"
            file.write_bytes(draw(scene).file)
            print(file)


if __name__ == "__main__":
    sys.exit(main())
