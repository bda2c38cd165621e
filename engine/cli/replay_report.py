"""``python -m engine replay``: replays a ``.game`` file and reports the ranking."""

from collections.abc import Iterator
from pathlib import Path

from engine.cli.arguments import find_game
from engine.core import count_noun, decisions
from engine.core.transcript import MAX_BYTES, load_transcript, replay
from engine.errors import Unreadable


def replay_lines(file: Path) -> Iterator[str]:
    """Yield lines with the ranking; for an unfinished game, with the open questions.

    Raises ``Unreadable`` or ``Refused``, whose message contains the line of the file.
    """
    transcript = load_transcript(read_game_file(file))
    game = find_game(transcript.title)
    state = replay(game, transcript)
    yield f"{game.name}, {count_noun(transcript.seats, 'player')}, {count_noun(len(transcript.lines), 'move')}"
    if open_questions := decisions(state):
        yield "The game isn’t over: " + " ".join(f"Player {d.seat}: {d.prompt}" for d in open_questions)
        return
    for place in game.rules.ranking(state):
        note = f" ({place.note})" if place.note else ""
        yield f"{place.place}. player {place.seat}: {place.score}{note}"
    yield game.endings[game.rules.ending(state)]


def read_game_file(file: Path) -> bytes:
    """Read a file, but at most one byte more than a game file may have. Raises ``Unreadable``."""
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"The file {file} can’t be opened: {error.strerror}.") from error
