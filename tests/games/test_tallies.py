"""What a tally says at the end of one golden game of each title, as its table shows it."""

from pathlib import Path

import pytest

from engine.core import Seat, redact
from engine.core.transcript import load_transcript, replay
from engine.games import GAMES

FIGURES = {
    "railroad_rivals/three-players": "points 80, stock tiles 14, stock value 46, cities placed 12, links 12",
    "railroader/two-players-short-line": (
        "train on space 25, sections of track 16, workers 0, deputies 0, supplies 4, cards 11"
    ),
    "railroads_of_catan/joined": "dollars 15000, tracks 14, trains 2, barrels on board 7, cities joined 4",
    "railway_rivals/three-players-tyne-tees": "gold 132, spaces of track 30, town bonuses 7, races won 4",
}


@pytest.mark.parametrize("file", FIGURES)
def test_a_tally_counts_what_stands_on_the_table(file):
    transcript = load_transcript((Path(__file__).parent / f"{file}.game").read_bytes())
    game = GAMES[transcript.title]
    found = game.text.statistics(redact(replay(game, transcript, checked=False), None), Seat(1))
    assert ", ".join(f"{name} {number}" for name, number in found.items()) == FIGURES[file]
