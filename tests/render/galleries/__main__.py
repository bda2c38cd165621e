"""``python -m tests.render.galleries --out DIR`` draws the contact sheets of all games."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.cli.arguments import read_host_file
from engine.errors import Unreadable
from engine.games.railroad_rivals.game_data.printing import Printing
from engine.output import run_tool
from render.rasterizer import render_scene
from tests.render.galleries import GALLERIES, railroad_rivals


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw all sheets of all games, and return 1 if a tile list can’t be read or a sheet can’t be written."""
    return run_tool(lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.render.galleries", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--tiles", type=Path, metavar="FILE", help="show the city tiles of this list")
    given = parser.parse_args(arguments)
    out: Path = given.out
    try:
        _write_sheets(out, given.tiles)
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Can’t write to {out}: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


def _write_sheets(out: Path, tiles: Path | None) -> None:
    scenes = {title: sheets() for title, sheets in GALLERIES.items()}
    if tiles is not None:
        own = Printing.from_file(tiles.stem, read_host_file(tiles))
        scenes["railroad-rivals"] = railroad_rivals.sheets(own)
    out.mkdir(parents=True, exist_ok=True)
    for title, shown in scenes.items():
        for scene in shown:
            file = out / f"{title}-{scene.name}.png"
            file.write_bytes(render_scene(scene).file)
            print(file)


if __name__ == "__main__":
    sys.exit(main())
