"""Ratings of users and puzzles: each answer counts as a game between a user and a puzzle."""

from collections.abc import Iterable
from typing import Any

from bot.persons.stats import rating_points
from engine.store.ids import PuzzleNumber, UserId
from engine.store.puzzles import PuzzleAnswer


class PuzzleRatings:
    """The ratings of users and puzzles after all answers so far, which are added in chronological order. Mutable."""

    def __init__(self, answers: Iterable[PuzzleAnswer] = ()) -> None:
        from openskill.models import PlackettLuce  # imported here because the bot starts faster without it

        self._model = PlackettLuce()
        self._user_ratings: dict[UserId, Any] = {}
        self._puzzle_ratings: dict[PuzzleNumber, Any] = {}
        for answer in answers:
            self.add_answer(answer)

    def add_answer(self, answer: PuzzleAnswer) -> None:
        """Rate the user and the puzzle of one more answer."""
        user_rating, puzzle_rating = self._user_rating(answer.user), self._puzzle_rating(answer.puzzle)
        ranks = [1.0, 2.0] if answer.won else [2.0, 1.0]
        (user_rating,), (puzzle_rating,) = self._model.rate([[user_rating], [puzzle_rating]], ranks=ranks)
        self._user_ratings[answer.user], self._puzzle_ratings[answer.puzzle] = user_rating, puzzle_rating

    def user_points(self, user: UserId) -> int:
        """Return the user's rating in points, which is a lower bound of the user's skill."""
        return rating_points(self._user_rating(user))

    def choose_puzzle(self, user: UserId, candidates: Iterable[PuzzleNumber]) -> PuzzleNumber | None:
        """Return the candidate whose rating is closest to the user's; None without candidates."""
        skill = self._user_rating(user).mu
        return min(candidates, key=lambda number: (abs(self._puzzle_rating(number).mu - skill), number), default=None)

    def _user_rating(self, user: UserId) -> Any:
        return self._user_ratings.get(user) or self._model.rating()

    def _puzzle_rating(self, number: PuzzleNumber) -> Any:
        return self._puzzle_ratings.get(number) or self._model.rating()
