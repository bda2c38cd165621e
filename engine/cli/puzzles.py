"""``python -m engine puzzles``: games of computer players whose last choice wins them, as ``.puzzle`` files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.ai import POLICIES, Policy
from engine.cli.selfplay import check_file, play_game
from engine.core import Action, Decision, Game, Options, Rng, View, write
from engine.core.puzzle import last_choice
from engine.core.transcript import parse, render
from engine.errors import Unreadable
from engine.private import open_private


class Found(msgspec.Struct, frozen=True):
    """A puzzle as text, the seed of its game, and how many of its answers win."""

    text: str
    seed: int
    right: int
    answers: int

    @property
    def how_many_win(self) -> str:
        """“2 of 35 answers win”."""
        return f"{self.right} of {self.answers} answers {'wins' if self.right == 1 else 'win'}"


class _Watched:
    """Mutable: a computer player that remembers after how many moves of the game somebody had a choice last."""

    def __init__(self, policy: Policy) -> None:
        self._policy, self._moves, self.choice = policy, 0, 0

    def choose(self, game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
        if len(decision.offers) > 1:
            self.choice = self._moves
        self._moves += 1
        return self._policy(game, view, decision, rng)


def search(game: Game[Any], options: Options, seats: int, player: str, seed: int, games: int) -> Iterator[Found]:
    """The puzzles among so many games, of which game ``i`` has the seed ``seed + i``."""
    for number in range(seed, seed + games):
        watched = _Watched(POLICIES[player])
        played = play_game(game, options, (player,) * seats, number, {player: watched.choose})
        lines = tuple(map(write, played.actions[: watched.choice]))
        text = render(game, options, seats, number, lines)
        puzzle = last_choice(game, parse(text)) if played.finished else None
        if puzzle is not None:
            yield Found(text, number, len(puzzle.right), puzzle.answers)


def kept(found: Found, seats: int, folder: Path) -> Path:
    """The file that the puzzle is written to. Raises ``Unreadable`` when it can’t be written."""
    file = folder / f"{seats}-{found.seed}.puzzle"
    check_file(file)
    try:
        with open(file, "w", encoding="utf-8", opener=open_private) as there:
            there.write(f"# {found.how_many_win}.\n{found.text}")
    except OSError as error:
        raise Unreadable(f"The file {file} can’t be written: {error.strerror}.") from error
    return file
