"""Stored events contain values, from which the texts are made when they are shown.

A stored text would differ from today's rules after a change of words, and the game would not verify.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from engine import GAMES
from engine.core import Action, Event, State, read_options
from engine.core.transcript import replay
from tests.contract.seeded_games import each_title
from tests.contract.test_golden import folder_of, transcripts

TITLES = {"PhaseEnded.phase", "PhasePartEnded.phase"}
"""Fields that contain the rulebook's title of a phase."""


@cache
def allowed(key: str) -> frozenset[str]:
    """Return the fields that may contain a text with spaces: of one event, or “.field” of any.

    ``stored_texts.txt`` has the reasons.
    """
    file = folder_of(key) / "stored_texts.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return frozenset(line.partition(":")[0] for line in lines if line and not line.startswith("#")) | TITLES


def texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield the texts in plain values, each with its place."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            at = path if path.endswith(".towns") or key == "type" else f"{path}.{key}"
            yield from texts(inner, at)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner, path)


def sentences(title: str, events: tuple[Event, ...]) -> set[str]:
    """Return the places of texts in the events that are no names and no values."""
    found = set[str]()
    for event in events:
        for path, text in texts(msgspec.to_builtins(event), type(event).__name__):
            if " " in text and allowed(title).isdisjoint({path, f".{path.rpartition('.')[2]}"}):
                found.add(f"{path}: {text}")
    return found


@each_title
def test_events_contain_no_sentences(key: str) -> None:
    game, found = GAMES[key], set[str]()

    def look(_: Action, __: State, events: tuple[Event, ...]) -> None:
        found.update(sentences(key, events))

    for transcript in transcripts(key):
        _, setup = game.new_game(read_options(game.options, transcript.options), transcript.seats, transcript.seed)
        found |= sentences(key, setup)
        replay(game, transcript, checked=False, watch=look)
    assert not found, f"{key} stores texts that only the narration should make: {sorted(found)}"


class Stopped(Event, frozen=True):
    """An event with a sentence, which no event should have."""

    why: str


@pytest.mark.parametrize(("why", "is_text"), [("too-far", False), ("You can’t go that far.", True)])
def test_sentence_in_an_event_is_found(why: str, is_text: bool) -> None:
    assert bool(sentences(next(iter(GAMES)), (Stopped(why),))) is is_text
