"""Whole games of computers have the same result in every process and with every release of Python."""

import subprocess
import sys
from os import environ

from tests.source_files import ROOT

_PLAY = """
from contextlib import suppress
from hashlib import sha256
from itertools import islice
import msgspec
from engine.agents import greedy_agent
from engine.cli.selfplay import play_game
from engine.errors import Refused
from engine.games import GAMES

def hinted(game, view, decision, rng):
    for action in islice(decision.offers, 60):
        hints.update(repr(game.agent.score_action(view, action)).encode())
    return greedy_agent.choose(game, view, decision, rng)

def with_everything(options, seats):
    for name in options.__struct_fields__:
        if isinstance(getattr(options, name), bool):
            more = msgspec.structs.replace(options, **{name: True})
            with suppress(Refused):
                more.check_seats(seats)
                options = more
    return options

for title, game in sorted(GAMES.items()):
    hints = sha256()
    seats = min(3, max(game.seats))
    options = with_everything(game.options(), seats)
    played = play_game(game, options, ("hinted",) * seats, 8_800_002, {"hinted": hinted})
    print(title, hints.hexdigest(), [(place.seat, place.score) for place in game.rules.ranking(played.state)])
"""


_ROUND_SUMS_ONCE = """
import builtins
from math import fsum
plain = builtins.sum

def rounded_once(numbers, start=0):
    numbers = list(numbers)
    return fsum(numbers) if any(isinstance(number, float) for number in numbers) else plain(numbers, start)

builtins.sum = rounded_once
"""
"""Code that rounds sums of floats only once, as Python does from 3.12 on."""

_ROUND_SUMS_AT_EVERY_STEP = """
import builtins
from functools import reduce
from operator import add

builtins.sum = lambda numbers, start=0: reduce(add, numbers, start)
"""
"""Code that rounds sums of floats at every step, as Python did before 3.12."""


def test_games_do_not_depend_on_hash_seed_or_rounding():
    others = _ROUND_SUMS_ONCE if sys.version_info < (3, 12) else _ROUND_SUMS_AT_EVERY_STEP
    first, second = _played("0"), _played("1", others)
    assert first.count("\n") > 1
    assert first == second


def _played(order: str, before: str = "") -> str:
    """Return the results of whole games of computers in a separate process, which runs the code ``before`` first."""
    changed = {**environ, "PYTHONHASHSEED": order}
    command = [sys.executable, "-c", before + _PLAY]
    return subprocess.run(command, cwd=ROOT, env=changed, capture_output=True, text=True, check=True).stdout
