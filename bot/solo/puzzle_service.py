"""Stores the first answers to puzzles, and rates users and puzzles.

A puzzle is replayed from its file at every press; only answers are stored.
"""

import asyncio
from collections.abc import Callable, Mapping

from bot.markdown import md
from bot.offered_games import EVERY_GAME, OfferedGames
from bot.solo.ratings import PuzzleRatings
from engine import Refused, RoundhouseError
from engine.core.puzzle import Puzzle
from engine.games.solo import all_puzzles, load_puzzle
from engine.store import Store
from engine.store import puzzles as sql
from engine.store.ids import DailyNumber, PuzzleNumber, UserId
from engine.store.puzzles import PuzzleAnswer
from engine.threads import run_in_thread

_CHANGED_TEXT = md("This puzzle has changed. Use `/puzzle`.")


class PuzzleService:
    """Answers and ratings of puzzles. Mutable: it caches the ratings, which are computed from all answers."""

    def __init__(self, store: Store, clock: Callable[[], float], offered: OfferedGames = EVERY_GAME) -> None:
        self._store, self._clock, self._offered = store, clock, offered
        self._ratings: PuzzleRatings | None = None
        self._counted_answers = 0
        self._lock = asyncio.Lock()

    async def choose_puzzle(self, user: UserId) -> PuzzleNumber | None:
        """Return a puzzle of matching difficulty that the user has not answered; None if there is none."""
        answers = await self.load_answers(user)
        async with self._lock:
            ratings = await self._load_ratings()
            numbers = map(PuzzleNumber, self._offered.puzzles)
            return ratings.choose_puzzle(user, (number for number in numbers if number not in answers))

    async def load_answers(self, user: UserId) -> Mapping[PuzzleNumber, bool]:
        """Return puzzle -> whether the user's first answer was right."""
        return await self._store.read(lambda db: sql.load_user_answers(db, user))

    async def save_answer(self, user: UserId, number: PuzzleNumber, *, won: bool) -> bool:
        """Store the user's answer if it is the first. Return False if they have answered before."""
        answer = PuzzleAnswer(user, number, won, self._clock())
        async with self._lock:
            ratings = await self._load_ratings()
            if not await self._store.write(lambda db: sql.add_answer(db, answer)):
                return False
            ratings.add_answer(answer)
            self._counted_answers += 1
            return True

    async def load_points(self, user: UserId) -> int:
        """Return the user's puzzle rating."""
        async with self._lock:
            return (await self._load_ratings()).user_points(user)

    async def forget_ratings(self) -> None:
        """Clear the cache after a user's answers were deleted. Computations that are running end first."""
        async with self._lock:
            self._ratings = None

    async def _load_ratings(self) -> PuzzleRatings:
        """Return the ratings. Compute them again if another process has stored answers."""
        is_old = self._store.is_shared and await self._store.read(sql.count_answers) != self._counted_answers
        if self._ratings is None or is_old:
            answers = await self._store.read(sql.load_all_answers)
            self._ratings, self._counted_answers = await run_in_thread(PuzzleRatings, answers), len(answers)
        return self._ratings


def puzzle_of_day(number: DailyNumber, offered: OfferedGames = EVERY_GAME) -> PuzzleNumber:
    """Return the puzzle of a day, which is equal for everyone. At least one puzzle must be offered."""
    numbers = sorted(offered.puzzles)
    return PuzzleNumber(numbers[number % len(numbers)])


def title_of(number: PuzzleNumber) -> str:
    """Return the key of a puzzle's game. Raises ``Refused`` if the puzzle no longer exists."""
    if number not in all_puzzles():
        raise Refused(_CHANGED_TEXT)
    return all_puzzles()[number][0]


def find_puzzle(number: PuzzleNumber) -> Puzzle:
    """Return a puzzle at the position of its question. Raises ``Refused`` if the puzzle no longer exists."""
    title_of(number)
    try:
        return load_puzzle(number)
    except RoundhouseError as error:
        raise Refused(_CHANGED_TEXT) from error
