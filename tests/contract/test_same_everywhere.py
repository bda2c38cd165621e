"""Whole games of computers come to the same in every process, whatever order its sets have."""

import subprocess
import sys
from os import environ

from tests.sources import ROOT

_PLAY = """
from engine.cli.selfplay import play_game
from engine.games import GAMES
from engine.mind import CONTESTANTS
for title, game in sorted(GAMES.items()):
    played = play_game(game, game.options(), ("greedy",) * min(3, max(game.seats)), 8_800_000, CONTESTANTS)
    print(title, [(place.seat, place.score) for place in game.rules.ranking(played.state)])
"""


def test_computers_play_alike_whatever_order_sets_have():
    first, second = (_played(order) for order in ("0", "1"))
    assert first.count("\n") > 1
    assert first == second


def _played(order: str) -> str:
    """What whole games of computers came to in a process of its own."""
    changed = {**environ, "PYTHONHASHSEED": order}
    command = [sys.executable, "-c", _PLAY]
    return subprocess.run(command, cwd=ROOT, env=changed, capture_output=True, text=True, check=True).stdout
