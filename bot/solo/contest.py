"""Ratings of people and puzzles: each answer is a game that one of the two wins. It knows no title."""

from collections.abc import Iterable
from typing import Any

from bot.persons.stats import points_of
from engine.store.ids import PuzzleNumber, UserId
from engine.store.puzzles import Answer


class Contest:
    """Mutable: the ratings after all answers so far, counted in their order."""

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        from openskill.models import PlackettLuce  # here, because most of what starts the bot needs no ratings

        self._model = PlackettLuce()
        self._people: dict[UserId, Any] = {}
        self._puzzles: dict[PuzzleNumber, Any] = {}
        for answer in answers:
            self.count(answer)

    def count(self, answer: Answer) -> None:
        """Counts one more answer."""
        person, puzzle = self._person(answer.user), self._puzzle(answer.puzzle)
        ranks = [1.0, 2.0] if answer.won else [2.0, 1.0]
        (person,), (puzzle,) = self._model.rate([[person], [puzzle]], ranks=ranks)
        self._people[answer.user], self._puzzles[answer.puzzle] = person, puzzle

    def points(self, user: UserId) -> int:
        """The rating of a person, as in games: what it has shown to be worth at the least."""
        return points_of(self._person(user))

    def fitting(self, user: UserId, among: Iterable[PuzzleNumber]) -> PuzzleNumber | None:
        """The puzzle that is as hard as the person is good, as far as is known; None where there is none."""
        skill = self._person(user).mu
        return min(among, key=lambda number: (abs(self._puzzle(number).mu - skill), number), default=None)

    def _person(self, user: UserId) -> Any:
        return self._people.get(user) or self._model.rating()

    def _puzzle(self, number: PuzzleNumber) -> Any:
        return self._puzzles.get(number) or self._model.rating()
