"""``python -m render FILE.game``: draws the pictures, a film, or a replay page of a game.

``--out`` writes pictures and their alt texts. A film is the game as an animated GIF; a replay page is an HTML file with
a slider over the phases.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from engine import GAMES, Event, Game, PhaseEnded, RoundhouseError, Seat, Unreadable, View, redact, visible_events
from engine.core import Action, State, count_noun, read_options
from engine.core.transcript import MAX_BYTES, Transcript, load_transcript, replay
from engine.output import run_tool
from render import PAINTERS, DrawingContext, Picture, render_scene
from render.animation import make_film
from render.film import Keyframe, thin_out
from render.html_replay import make_replay_page


def main(arguments: Sequence[str] | None = None, program: str = "python -m render") -> int:
    """Draw a game file and return the exit status.

    The status is 1 if the file is refused or a file can't be written. It is 2 for wrong arguments, or if standard
    output can't be written. ``program`` is the name of the command in help and errors.
    """
    return run_tool(lambda: _run(arguments, program))


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        description="Draw a .game file: its pictures phase by phase with their alt texts, a film, or a page.",
        epilog="Examples:\n  %(prog)s our.game --out pictures\n  %(prog)s our.game --film our.gif --names Ada,Ben",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="FILE.game", help="the game to draw")
    wanted = parser.add_mutually_exclusive_group(required=True)
    wanted.add_argument("--out", type=Path, metavar="DIR", help="the folder for a PNG file per picture, and alt.txt")
    wanted.add_argument("--film", type=Path, metavar="FILE.gif", help="write the whole game as one animated GIF")
    wanted.add_argument(
        "--page", type=Path, metavar="FILE.html", help="write the whole game as a page for a browser, with a slider"
    )
    parser.add_argument("--names", default="", help="display names, separated by commas, seat 1 first")
    return parser


def _run(arguments: Sequence[str] | None, program: str) -> int:
    options = _parser(program).parse_args(arguments)
    names = tuple(name.strip() for name in options.names.split(",")) if options.names else ()
    try:
        transcript = _read_transcript(options.file)
        if options.film:
            print(f"{_write_film(transcript, names, options.film):,} bytes in {options.film}")
        elif options.page:
            print(f"{_write_replay_page(transcript, names, options.page):,} bytes in {options.page}")
        else:
            print(f"{count_noun(_write_pictures(transcript, names, options.out), 'picture')} in {options.out}")
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Can’t write to {options.film or options.page or options.out}: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


def _read_transcript(file: Path) -> Transcript:
    try:
        with file.open("rb") as stream:
            return load_transcript(stream.read(MAX_BYTES + 1))
    except OSError as error:
        raise Unreadable(f"The file {file} can’t be opened: {error.strerror}.") from error


def _find_game(transcript: Transcript) -> Game[Any]:
    game = GAMES.get(transcript.title)
    if game is None:
        raise Unreadable(f"“{transcript.title}” isn’t a game here. The games are {', '.join(GAMES)}.")
    return game


def _write_film(transcript: Transcript, names: tuple[str, ...], file: Path) -> int:
    """Write the film and return the size of the file in bytes."""
    game = _find_game(transcript)
    all_keyframes, views = _collect_keyframes(game, transcript)
    keyframes, end = thin_out(all_keyframes), views[all_keyframes[-1].seq]

    def views_of_keyframes() -> Iterator[View[Any]]:
        return (views[keyframe.seq] for keyframe in keyframes)

    *_, film = make_film(game, PAINTERS[game.key], names, keyframes, views_of_keyframes, end)
    return file.write_bytes(film)


def _write_replay_page(transcript: Transcript, names: tuple[str, ...], file: Path) -> int:
    """Write the replay page and return the size of the file in bytes."""
    game = _find_game(transcript)
    keyframes, views = _collect_keyframes(game, transcript)

    def views_of_keyframes() -> Iterator[View[Any]]:
        return (views[keyframe.seq] for keyframe in keyframes)

    end = views[keyframes[-1].seq]
    *_, html = make_replay_page(game, PAINTERS[game.key], names, keyframes, views_of_keyframes, end)
    return file.write_bytes(html.encode())


def _collect_keyframes(game: Game[Any], transcript: Transcript) -> tuple[list[Keyframe], dict[int, View[Any]]]:
    """Return a keyframe for every move that ended a phase, and the spectator's views after these moves.

    The views are by the number of the move.
    """
    state, first_events = game.new_game(
        read_options(game.options, transcript.options), transcript.seats, transcript.seed
    )
    keyframes = [Keyframe(0, "", events=visible_events(first_events, None))]
    views, move_numbers = {0: redact(state, None)}, count(1)
    since: list[Event] = []
    seats: set[Seat] = set()

    def watch(action: Action, after: State, events: tuple[Event, ...]) -> None:
        seq = next(move_numbers)
        since.extend(visible_events(events, None))
        seats.add(action.seat)
        headings = [event.phase for event in events if isinstance(event, PhaseEnded)]
        if headings or not after.flow:
            keyframes.append(Keyframe(seq, (headings or [""])[0], frozenset(seats), tuple(since)))
            views[seq] = redact(after, None)
            since.clear()
            seats.clear()

    replay(game, transcript, watch=watch)
    return keyframes, views


def _write_pictures(transcript: Transcript, names: tuple[str, ...], out: Path) -> int:
    game = _find_game(transcript)
    out.mkdir(parents=True, exist_ok=True)
    picture_count, alts = 0, list[str]()
    for number, (headings, view, events) in enumerate(_phase_ends(game, transcript)):
        for picture in _render_phase_pictures(game.key, view, DrawingContext(names, events), headings):
            heading = " ".join(headings) or ("Start" if view.state.flow else "End")
            name = "-".join(re.findall(r"\w+", f"{number:03} {heading} {picture.name}".lower()))
            (out / f"{name}.png").write_bytes(picture.file)
            alts.append(f"{name}\n{picture.alt}\n")
            picture_count += 1
    (out / "alt.txt").write_text("\n".join(alts), encoding="utf-8")
    return picture_count


_PhaseEnd = tuple[tuple[str, ...], View[Any], tuple[Event, ...]]
"""The headings of the phases that ended, a spectator's view, and the events since the previous phase end."""


def _phase_ends(game: Game[Any], transcript: Transcript) -> list[_PhaseEnd]:
    """Return an item for the start of the game, every move that ended phases, and the end of the game."""
    state, first_events = game.new_game(
        read_options(game.options, transcript.options), transcript.seats, transcript.seed
    )
    ends: list[_PhaseEnd] = [((), redact(state, None), visible_events(first_events, None))]
    since: list[Event] = []

    def watch(action: Action, after: State, events: tuple[Event, ...]) -> None:
        since.extend(visible_events(events, None))
        headings = tuple(event.phase for event in events if isinstance(event, PhaseEnded))
        if headings or not after.flow:
            ends.append((headings, redact(after, None), tuple(since)))
            since.clear()

    replay(game, transcript, watch=watch)
    return ends


def _render_phase_pictures(
    key: str, view: View[Any], context: DrawingContext, headings: Sequence[str]
) -> Iterator[Picture]:
    painter = PAINTERS[key]
    names = dict.fromkeys(
        name for heading in headings or [""] for name in painter.pictures_after_phase(view, context, heading)
    )
    for name in names:
        yield from map(render_scene, painter.public_scenes(name, view, context))


if __name__ == "__main__":
    sys.exit(main())
