"""A game of each kind by a player who sees no pictures, but reads menus and alt texts."""

import re
from typing import Any

import pytest

from bot.ui.questions import AnswerChoice, Question, next_question
from engine import GAMES
from engine.core import Action, Decision, Game, Rng, State, View, decisions, play, redact, rng_from_seed
from render import PAINTERS, Choice, DrawingContext, Scene
from render.scene import all_texts

NAMES = ("Ada", "Ben", "Cleo", "Dov")
SEATS, MOST_MOVES = 3, 4_000
LOOKED_AT = 5
"""One of this many questions is read with its picture, the others by their labels alone."""


class Reader:
    """A player who reads labels and chooses the one that promises most. ``asked`` counts the questions."""

    def __init__(self, game: Game[Any], rng: Rng) -> None:
        self.game, self.rng, self.asked = game, rng, 0

    def answers(self, view: View[Any], question: Decision) -> Action:
        """Return the action chosen by reading one menu after the other."""
        offers, found = question.offers, next_question(question.offers)
        assert found is not None and question.prompt
        while found.kind != "confirm":
            self.asked += 1
            if self.asked % LOOKED_AT == 0:
                self.reads_the_picture(view, found)
            found = next_question(offers, (*found.picked, *self.chosen(view, found).words))
            assert found is not None
        return found.sample

    def chosen(self, view: View[Any], found: Question) -> AnswerChoice:
        """Return a random one of the answers whose labels promise most."""
        entries = list(found.entries)
        start, self.rng = self.rng.draw_below(len(entries))
        turned = [*entries[start:], *entries[:start]]
        return max(turned, key=lambda entry: promised(self.label(view, found, entry)))

    def label(self, view: View[Any], found: Question, entry: AnswerChoice) -> str:
        """Return the label of an answer in the menu."""
        return self.game.text.label(view, entry.actions[0], found.field, lambda seat: NAMES[seat - 1])

    def reads_the_picture(self, view: View[Any], found: Question) -> None:
        """Check that the alt text explains every key in the picture, and that all labels of answers differ."""
        if found.kind != "choices":
            return
        assert len({self.label(view, found, entry) for entry in found.entries}) == len(found.entries)
        for scene in self.scenes(view, found):
            shown = {text.words for text in all_texts(scene) if text.role == "key"}
            missing = [entry.key for entry in found.entries if entry.key in shown and not named(entry.key, scene.alt)]
            assert not missing, f"{self.game.key}, {found.field}: {missing} in “{scene.alt}”"

    def scenes(self, view: View[Any], found: Question) -> tuple[Scene, ...]:
        """Return the pictures beside the menu."""
        painter, look = PAINTERS[self.game.key], DrawingContext(NAMES[:SEATS])
        choices = tuple(Choice(entry.key, entry.actions) for entry in found.entries)
        return painter.choice_scenes(view, look, found.field, choices)


def promised(label: str) -> int:
    """Return the most points named in a label."""
    return max((int(number) for number in re.findall(r"(\d+) points?", label)), default=0)


def named(key: str, words: str) -> bool:
    """Whether a key occurs as a separate word."""
    return bool(re.search(rf"(?<!\w){re.escape(key)}(?!\w)", words))


@pytest.mark.parametrize("key", GAMES)
def test_player_who_only_reads_can_finish_the_game(key: str) -> None:
    game = GAMES[key]
    state, _ = game.new_game(game.options(), SEATS, 11)
    reader, moves = Reader(game, rng_from_seed(11)), 0
    while asked := decisions(state):
        state = made(state, reader, asked[0])
        moves += 1
        assert moves < MOST_MOVES
    assert reader.asked > LOOKED_AT


def made(state: State, reader: Reader, question: Decision) -> State:
    after, _ = play(state, reader.answers(redact(state, question.seat), question))
    return after
