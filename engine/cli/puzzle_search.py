"""``python -m engine puzzles``: searches for puzzles in games of computer players."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.agents.policies import QUICK_POLICIES, Policy
from engine.cli.selfplay import check_writable, play_game
from engine.core import Action, Decision, Game, Options, Rng, View, write_action
from engine.core.puzzle import find_puzzle
from engine.core.transcript import parse_transcript, write_transcript
from engine.errors import Unreadable
from engine.private import open_private


class FoundPuzzle(msgspec.Struct, frozen=True):
    """The text of a puzzle file.

    ``seed`` is the seed of the puzzle's game, ``winning_answers`` the number of answers that win, and ``answer_count``
    the number of all answers.
    """

    text: str
    seed: int
    winning_answers: int
    answer_count: int

    @property
    def winning_answers_text(self) -> str:
        """The number of winning answers as text: “2 of 35 answers win”."""
        return f"{self.winning_answers} of {self.answer_count} answers {'wins' if self.winning_answers == 1 else 'win'}"


class _ChoiceWatcher:
    """A computer player for all seats. It records the number of moves before the game's last choice. Mutable."""

    def __init__(self, policy: Policy) -> None:
        self._policy, self._moves, self.last_choice = policy, 0, 0

    def choose(self, game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
        if len(decision.offers) > 1:
            self.last_choice = self._moves
        self._moves += 1
        return self._policy(game, view, decision, rng)


def search_puzzles(
    game: Game[Any], options: Options, seats: int, player: str, seed: int, games: int
) -> Iterator[FoundPuzzle]:
    """Play games, and yield the puzzles found in them.

    ``games`` is the number of games. ``seed`` is the seed of the first game, and each further game has the next seed.
    """
    for number in range(seed, seed + games):
        watcher = _ChoiceWatcher(QUICK_POLICIES[player])
        record = play_game(game, options, (player,) * seats, number, {player: watcher.choose})
        lines = tuple(map(write_action, record.actions[: watcher.last_choice]))
        text = write_transcript(game, options, seats, number, lines)
        puzzle = find_puzzle(game, parse_transcript(text)) if record.is_finished else None
        if puzzle is not None:
            yield FoundPuzzle(text, number, len(puzzle.winning_answers), puzzle.answer_count)


def save_puzzle(puzzle: FoundPuzzle, seats: int, folder: Path) -> Path:
    """Write a puzzle to a file, and return the file. Raises ``Unreadable`` if the file can't be written."""
    file = folder / f"{seats}-{puzzle.seed}.puzzle"
    check_writable(file)
    try:
        with open(file, "w", encoding="utf-8", opener=open_private) as stream:
            stream.write(f"# {puzzle.winning_answers_text}.\n{puzzle.text}")
    except OSError as error:
        raise Unreadable(f"The file {file} can’t be written: {error.strerror}.") from error
    return file
