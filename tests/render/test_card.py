"""Result cards have all facts in words, are legible, and stay inside the picture with any players' names."""

from pathlib import Path

import pytest

from engine import GAMES, redact
from engine.core.transcript import load_transcript, replay
from render import PAINTERS, Scene
from render.result_card import GameEnd, result_card_scene
from render.scene import all_texts
from tests.render.legibility import alt_text_fits, is_legible, nothing_runs_out

FOLDER = Path(__file__).parent.parent / "games"
ENDED = GameEnd("23 November 2026", "84 moves in 12 days", "All Town Cards have been used.")
NAMES = ("Benedikt Lindqvist", "小林さくら", "W" * 32, "Дмитрий", "<b>", "Francesca")
FILES = {
    "railroad_rivals/six-players-full": "W" * 32 + " wins. 1. " + "W" * 32 + " 98 points; 2. 小林さくら 95 points; ",
    "railroad_rivals/solitaire": "12 days. 1. Benedikt Lindqvist 86 points (Tycoon). All",
    "railroads_of_catan/nobody-can-earn": "share the win. 1. Benedikt Lindqvist $0 (shared: equal cash and assets); ",
    "railway_rivals/two-players": "小林さくら wins. 1. 小林さくら 215 gold; 2. Benedikt Lindqvist 214 gold. All",
    "railroader/two-players-short-line": "小林さくら wins. 1. 小林さくら space 64; 2. Benedikt Lindqvist space 25. All",
}


def card(file: str) -> Scene:
    transcript = load_transcript((FOLDER / f"{file}.game").read_bytes())
    game = GAMES[transcript.title]
    return result_card_scene(game, PAINTERS[game.key], NAMES, redact(replay(game, transcript), None), ENDED)


@pytest.mark.parametrize("file", FILES)
def test_a_card_shows_game_date_length_and_every_place(file: str) -> None:
    made = card(file)
    assert FILES[file] in made.alt and "23 November 2026" in made.alt and "84 moves in 12 days" in made.alt
    is_legible(made)
    nothing_runs_out(made)
    alt_text_fits(made)
    assert made.height <= 1_975


def test_a_card_has_the_winner_large_and_a_row_for_everybody() -> None:
    shown = list(all_texts(card("railroad_rivals/six-players-full")))
    [winner] = [text for text in shown if text.role == "winner"]
    assert winner.size == max(text.size for text in shown)
    assert [text.words for text in shown if text.role == "place"] == ["1", "2", "3", "4", "5", "6"]


def test_winners_who_share_the_place_stand_together() -> None:
    shown = [text.words for text in all_texts(card("railroads_of_catan/nobody-can-earn"))]
    assert "3 players" in shown and "share the win · $0" in shown
