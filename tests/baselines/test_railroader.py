"""RailRoader's first hint is frozen: it rates every move as it did in the first release."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core import Action, Event, State, decisions, redact, verb_of
from engine.core.transcript import parse_transcript, replay
from tests.baselines.railroader import hint
from tests.games.railroader.table import GAME

RATED = {
    "build": 2186.0,
    "buy": 1905.8,
    "discard": -4375.933,
    "dynamite": 590.55,
    "engineer": -4.7,
    "move": 172.217,
    "place": 331.6,
    "prospect": 191.0,
    "rerail": 50.0,
    "roll": 170.717,
    "scout": 681.7,
    "search": 155.0,
    "steal": 24.0,
    "stop": 38.9,
    "withdraw": -826.0,
}
"""The sum of the ratings of each kind of move, over the offers after every second move of the golden games."""


def rated(file: Path) -> Iterator[tuple[str, float]]:
    """Yield the verb and the rating of each move offered after every second move of a game."""
    found, played = list[tuple[str, float]](), list[Action]()

    def watch(action: Action, state: State, events: tuple[Event, ...]) -> None:
        played.append(action)
        for asked in decisions(state) if len(played) % 2 == 0 else ():
            view = redact(state, asked.seat)
            found.extend((verb_of(offer), hint(view, offer)) for offer in asked.offers)

    replay(GAME, parse_transcript(file.read_text("utf-8")), checked=False, watch=watch)
    return iter(found)


def test_moves_are_worth_what_they_were_in_the_first_release():
    sums = defaultdict[str, float](float)
    for file in sorted((Path(__file__).parents[1] / "games" / "railroader").glob("*.game")):
        for name, worth in rated(file):
            sums[name] += worth
    assert sums == pytest.approx(RATED, abs=1e-3)
