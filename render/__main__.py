"""``python -m render FILE.game --out DIR``: the pictures of a transcript, phase by phase, and their alt texts."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine import GAMES, Event, Game, PhaseEnded, RoundhouseError, Unreadable, View, redact, visible
from engine.core.action import Action
from engine.core.flow import State
from engine.core.game import read_options
from engine.core.transcript import MAX_BYTES, Transcript, load, replay
from render import PAINTERS, Look, Picture, draw

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Draws a game file; 1 when it is refused, with the reason."""
    parser = argparse.ArgumentParser(prog="python -m render", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE.game")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--names", default="", help="display names, separated by commas, seat 1 first")
    options = parser.parse_args(arguments)
    names = tuple(name.strip() for name in options.names.split(",")) if options.names else ()
    try:
        count = _draw_game(_read(options.file), names, options.out)
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The pictures cannot be written to {options.out}: {error.strerror}.", file=sys.stderr)
        return 1
    print(f"{count} pictures in {options.out}")
    return 0


def _read(file: Path) -> Transcript:
    try:
        with file.open("rb") as stream:
            return load(stream.read(MAX_BYTES + 1))
    except OSError as error:
        raise Unreadable(f"The file {file} cannot be opened: {error.strerror}.") from error


def _draw_game(transcript: Transcript, names: tuple[str, ...], out: Path) -> int:
    game = GAMES.get(transcript.title)
    if game is None:
        raise Unreadable(f"“{transcript.title}” is no title here; there are {', '.join(GAMES)}.")
    out.mkdir(parents=True, exist_ok=True)
    count, alts = 0, list[str]()
    for number, (heading, view, news) in enumerate(_phases(game, transcript)):
        for picture in _pictures(game.key, view, Look(names, news), heading):
            name = "-".join(re.findall(r"\w+", f"{number:03} {heading or 'Start'} {picture.name}".lower()))
            (out / f"{name}.png").write_bytes(picture.png)
            alts.append(f"{name}\n{picture.alt}\n")
            count += 1
    (out / "alt.txt").write_text("\n".join(alts), encoding="utf-8")
    return count


def _phases(game: Game[Any], transcript: Transcript) -> Iterator[tuple[str, View[Any], tuple[Event, ...]]]:
    """The start and every phase's end as a spectator sees it: heading, view, news since the last."""
    state, news = game.new(read_options(game.options, transcript.options), transcript.seats, transcript.seed)
    ends: list[tuple[str, View[Any], tuple[Event, ...]]] = [("", redact(state, None), visible(news, None))]
    since: list[Event] = []

    def watch(action: Action, after: State, events: tuple[Event, ...]) -> None:
        for event in visible(events, None):
            since.append(event)
            if isinstance(event, PhaseEnded):
                ends.append((event.phase, redact(after, None), tuple(since)))
                since.clear()

    final = replay(game, transcript, watch=watch)
    if not final.flow and ends[-1][1] != redact(final, None):  # no heading told of the end
        ends.append(("", redact(final, None), tuple(since)))
    yield from ends


def _pictures(key: str, view: View[Any], look: Look, heading: str) -> Iterator[Picture]:
    painter = PAINTERS[key]
    for name in painter.after_phase(view, look, heading):
        yield from map(draw, painter.scenes(name, view, look))


if __name__ == "__main__":
    sys.exit(main())
