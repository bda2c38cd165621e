"""The number of possible sequences of moves from positions of golden games: a changed count is a changed rule.

``tests/games/<title>/positions.perft`` has a line for each position: ``<file>.game <moves made>: <count> <count> …``,
the counts of one, two, … further moves.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engine import GAMES
from engine.core.transcript import parse_transcript, replay
from tests.contract.perft import count
from tests.contract.seeded_games import each_title

FOLDER = Path(__file__).parent.parent / "games"


def positions() -> Iterator[tuple[Path, int, list[int]]]:
    for file in sorted(FOLDER.rglob("*.perft")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                where, _, counts = line.partition(":")
                name, moves = where.split()
                yield file.with_name(name), int(moves), [int(word) for word in counts.split()]


@pytest.mark.parametrize(
    ("file", "moves", "counts"), [*positions()], ids=lambda value: getattr(value, "stem", str(value))
)
def test_perft_counts_are_unchanged(file, moves, counts):
    transcript = parse_transcript(file.read_text(encoding="utf-8"))
    begun = msgspec.structs.replace(transcript, lines=transcript.lines[:moves], result="")
    state = replay(GAMES[transcript.title], begun)
    assert [count(state, depth) for depth in range(1, len(counts) + 1)] == counts


@each_title
def test_every_game_has_perft_positions(key):
    assert [file for file, _, _ in positions() if file.parent.name == key.replace("-", "_")]
