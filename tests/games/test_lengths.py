"""What options and presets state of a game's length, held against games."""

import re
from statistics import mean
from typing import get_type_hints

import pytest

from engine.cli.selfplay import play_game
from engine.core import option_words
from engine.games import GAMES
from engine.games.railroader.box.options import RailRoaderOptions

STATED = get_type_hints(RailRoaderOptions, include_extras=True)["line"].__metadata__[0].description


@pytest.mark.parametrize("line", ["16", "20", "26"])
def test_railroader_lasts_about_as_many_rounds_as_its_option_says(line):
    game = GAMES["railroader"]
    (said,) = re.findall(rf"\b{line}\b[^:.]*: about (\d+)", STATED)
    rounds = [
        play_game(game, game.options(line=line), ("greedy",) * (2 + seed % 3), seed).state.round for seed in range(6)
    ]
    assert mean(rounds) == pytest.approx(int(said), rel=0.15)


@pytest.mark.parametrize(
    ("title", "preset", "chosen"),
    [
        ("railway-rivals", "Short", {"map": "tyne-tees", "rolls": "three", "turns": "20"}),
        ("railroader", "Short line", {"line": "16"}),
        ("railroader", "Full line", {"line": "26"}),
    ],
)
def test_a_preset_of_another_length_changes_what_makes_it_so(title, preset, chosen):
    options = GAMES[title].options
    usual, found = option_words(options()), option_words(options.presets()[preset])
    assert chosen.items() <= found.items()
    assert {name for name in found if found[name] != usual[name]} == set(chosen)
