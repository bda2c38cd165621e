"""Point 9 of the contract: every action, event, phase, and kind of end occurs in a golden game.

Golden games are ``tests/games/<title>/*.game``, with their results. What cannot occur in one is listed in
``excuses.txt`` beside them, as lines ``<name>: <reason>``. This file names no game.
"""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES
from engine.core import Game, Phase, read_options, write_options
from engine.core.codec import dump_state, load_state
from engine.core.transcript import Transcript, parse_transcript, replay
from tests.contract.seeded_games import each_title, every_option

GAMES_FOLDER = Path(__file__).parent.parent / "games"
FILES = sorted(GAMES_FOLDER.rglob("*.game"))


def folder_of(key: str) -> Path:
    return GAMES_FOLDER / key.replace("-", "_")


def transcripts(key: str) -> list[Transcript]:
    return [parse_transcript(file.read_text(encoding="utf-8")) for file in sorted(folder_of(key).glob("*.game"))]


def excuses(key: str) -> dict[str, str]:
    file = folder_of(key) / "excuses.txt"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    pairs = (line.partition(":") for line in lines if line.strip() and not line.startswith("#"))
    return {name.strip(): reason.strip() for name, _, reason in pairs}


def names(game: Game[Any]) -> set[str]:
    """Return what must occur: names of classes, and keys of kinds of end."""
    kinds: tuple[type, ...] = (*game.actions, *game.events, *game.phases)
    return {kind.__name__ for kind in kinds} | set(game.endings)


@cache
def occurring(key: str) -> frozenset[str]:
    """Return the names of all that occurs in a game's golden games."""
    game, found = GAMES[key], set[str]()
    with pytest.MonkeyPatch.context() as monkeypatch:
        for phase in game.phases:
            watch(phase, found, monkeypatch)
        for transcript in transcripts(key):
            _, events = game.new_game(read_options(game.options, transcript.options), transcript.seats, transcript.seed)
            kinds = [type(event) for event in events]
            last = replay(
                game, transcript, watch=lambda action, _, events, to=kinds: to.extend(map(type, (action, *events)))
            )
            found |= {kind.__name__ for kind in kinds}
            found |= {game.rules.ending(last)} if not last.flow else set()
    return frozenset(found)


def watch(phase: type[Phase[Any]], found: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Record the name of a phase whenever it acts, because an automatic phase is never seen in a settled state."""
    for verb in ("apply", "advance"):
        plain = getattr(phase, verb)

        def noted(self, *given, plain=plain):
            found.add(type(self).__name__)
            return plain(self, *given)

        monkeypatch.setattr(phase, verb, noted)


@each_title
def test_every_class_of_a_game_occurs_in_a_golden_game(key):
    missing = names(GAMES[key]) - occurring(key) - set(excuses(key))
    assert not missing, f"no golden game of {key} shows {', '.join(sorted(missing))}"


@each_title
def test_excuses_are_necessary_and_have_reasons(key):
    given = excuses(key)
    assert set(given) <= names(GAMES[key])
    assert not set(given) & occurring(key)
    assert all(len(reason) > 20 for reason in given.values())


@each_title
def test_fewest_and_most_players_and_every_option_have_a_golden_game(key):
    game, played = GAMES[key], transcripts(key)
    assert {transcript.seats for transcript in played} >= {game.seats[0], game.seats[-1]}
    unsaid = {**write_options(game.options()), **game.options.legacy_values()}
    shown = {pair for transcript in played for pair in {**unsaid, **transcript.options}.items()}
    assert {pair for seats in game.seats for pairs in every_option(game, seats) for pair in pairs} <= shown


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_golden_game_is_finished_described_and_replays_to_its_result(file):
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# "), "the first line says what the game shows"
    transcript = parse_transcript(text)
    assert transcript.result
    game = GAMES[transcript.title]
    checked, unchecked = replay(game, transcript), replay(game, transcript, checked=False)
    assert checked == unchecked
    assert load_state(game, dump_state(checked), game.version) == checked
