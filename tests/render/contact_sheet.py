"""``python -m tests.render.contact_sheet GAME --out DIR``: sheets with pictures of a game, to look at.

A seeded game among computers is played. Of positions at equal distances, each kind of picture is drawn on one sheet, in
full size and as wide as on a phone: public pictures, and those of the player to move with a question and a preview.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from bot.ui.questions import next_question
from engine import decisions, redact
from engine.cli.arguments import find_game, parse_options
from engine.core import Game, Options
from engine.errors import RoundhouseError
from engine.output import run_tool
from render import PAINTERS, Choice, DrawingContext, Picture, Scene, render_scene
from render.parts.page_layout import PAGE_WIDTH
from tests.render.phase_ends import PhaseEnd, phase_ends
from tests.render.special_positions import SPECIAL_POSITIONS

NAMES = ("Ada", "Benedikt Lindqvist", "Cleo", "Дмитрий", "小林さくら", "Francesca")
WIDTHS = (PAGE_WIDTH, 400)
"""Widths in px of the pictures on the sheets."""
_NUMBER = re.compile(r"-\d+")
_GROUND, _GAP = "#313338", 8


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw the contact sheets of a game; return 1 if an argument is refused, or a sheet can’t be written."""
    return run_tool(lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.render.contact_sheet", description="Draw contact sheets.")
    parser.add_argument("game", help="the key of the game, such as railway-rivals")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder for the sheets")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the game")
    parser.add_argument("--pictures", type=int, default=12, metavar="N", help="number of positions of the game")
    parser.add_argument("--width", type=int, action="append", metavar="PX", help="width of a picture on its sheet")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    given = parser.parse_args(arguments)
    if min(given.pictures, *given.width or (1,)) < 1:
        parser.error("Use numbers of 1 or more for --pictures and --width.")
    try:
        game = find_game(given.game)
        options = parse_options(game, given.option)
        pictures = _render_pictures(game, _positions(game, options, given.seed, given.pictures))
        for file in _write_sheets(given.out, game.key, pictures, given.width or WIDTHS):
            print(file)
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Can’t write to {given.out}: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


def _positions(game: Game[Any], options: Options, seed: int, count: int) -> list[PhaseEnd]:
    """The special positions of a game, and up to ``count`` positions of a seeded game, the last one included."""
    seats = min(4, game.seats[-1])
    played = list(phase_ends(game, game.new_game(options, seats, seed)))
    indexes = {len(played) * (i + 1) // count - 1 for i in range(count)} - {-1}
    special = SPECIAL_POSITIONS.get(game.key)
    return [*(special(options) if special else ()), *(played[i] for i in sorted(indexes))]


def position_scenes(game: Game[Any], position: PhaseEnd) -> Iterator[Scene]:
    """The pictures of a position: public ones, and those of the first player to move."""
    painter, context = PAINTERS[game.key], DrawingContext(NAMES, position.news)
    public_view = redact(position.state, None)
    for name in painter.public_pictures:
        yield from painter.public_scenes(name, public_view, context)
    for decision in decisions(position.state)[:1]:
        view = redact(position.state, decision.seat)
        yield from painter.private_scenes(view, context)
        yield from painter.preview_scenes(view, context, next(iter(decision.offers)))
        question = next_question(decision.offers)
        if question is not None:
            choices = tuple(Choice(entry.key, entry.actions) for entry in question.entries)
            yield from painter.choice_scenes(view, context, question.field, choices)


def _render_pictures(game: Game[Any], positions: Sequence[PhaseEnd]) -> Mapping[str, list[Picture]]:
    """The pictures of all positions, without repetitions, by name without numbers."""
    scenes = dict.fromkeys(scene for position in positions for scene in position_scenes(game, position))
    pictures: dict[str, list[Picture]] = {}
    for scene in scenes:
        pictures.setdefault(_NUMBER.sub("", scene.name), []).append(render_scene(scene))
    return pictures


def _write_sheets(
    out: Path, key: str, pictures: Mapping[str, Sequence[Picture]], widths: Sequence[int]
) -> Iterator[Path]:
    out.mkdir(parents=True, exist_ok=True)
    for name, shown in pictures.items():
        for width in widths:
            file = out / f"{key}-{name}-{width}.png"
            _sheet([_resize(picture, width) for picture in shown], width).save(file)
            yield file


def _resize(picture: Picture, width: int) -> Image.Image:
    with Image.open(BytesIO(picture.file)) as image:
        return image.convert("RGB").resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)


def _sheet(images: Sequence[Image.Image], width: int) -> Image.Image:
    """An image with pictures of one width in rows."""
    across = max(1, PAGE_WIDTH // width)
    rows = [images[i : i + across] for i in range(0, len(images), across)]
    heights = [max(image.height for image in row) + _GAP for row in rows]
    sheet = Image.new("RGB", (min(across, len(images)) * (width + _GAP) + _GAP, sum(heights) + _GAP), _GROUND)
    top = _GAP
    for row, height in zip(rows, heights, strict=True):
        for i, image in enumerate(row):
            sheet.paste(image, (_GAP + i * (width + _GAP), top))
        top += height
    return sheet


if __name__ == "__main__":
    sys.exit(main())
