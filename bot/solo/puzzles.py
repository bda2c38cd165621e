"""Puzzles and everyone's first answers, over the store. It knows no title and no Discord.

Nothing is kept between question and answer: a puzzle is played anew from its file at every press.
"""

import asyncio
from collections.abc import Callable, Mapping

from bot.markdown import md
from bot.offered import EVERY_GAME, OfferedGames
from bot.solo.contest import Contest
from engine import Refused, RoundhouseError
from engine.core.puzzle import Puzzle
from engine.games.solo import all_puzzles, load_puzzle
from engine.store import Store
from engine.store import puzzles as sql
from engine.store.apart import in_thread
from engine.store.ids import DailyNumber, PuzzleNumber, UserId
from engine.store.puzzles import Answer

_CHANGED = md("This puzzle has changed. Use `/puzzle`.")


class Puzzles:
    """Mutable: remembers all ratings, which are worked out again from the answers when they are not there."""

    def __init__(self, store: Store, clock: Callable[[], float], offered: OfferedGames = EVERY_GAME) -> None:
        self._store, self._clock, self._offered = store, clock, offered
        self._contest: Contest | None = None
        self._counted_answers = 0
        self._counting = asyncio.Lock()

    async def next_for(self, user: UserId) -> PuzzleNumber | None:
        """A puzzle that the user has not answered, as hard as they are good; None when there is none."""
        known = await self.answered(user)
        async with self._counting:
            contest = await self._counted()
            numbers = map(PuzzleNumber, self._offered.puzzles)
            return contest.fitting(user, (number for number in numbers if number not in known))

    async def answered(self, user: UserId) -> Mapping[PuzzleNumber, bool]:
        """The puzzles that the user has answered, and whether they won them."""
        return await self._store.read(lambda db: sql.of_user(db, user))

    async def answer(self, user: UserId, number: PuzzleNumber, *, won: bool) -> bool:
        """Counts the user's answer; False when there was one before, which alone counts."""
        new = Answer(user, number, won, self._clock())
        async with self._counting:
            contest = await self._counted()
            if not await self._store.write(lambda db: sql.add(db, new)):
                return False
            contest.count(new)
            self._counted_answers += 1
            return True

    async def points(self, user: UserId) -> int:
        """The user's rating at puzzles."""
        async with self._counting:
            return (await self._counted()).points(user)

    async def forget(self) -> None:
        """Drops what is remembered, after whatever is being counted: somebody's answers are gone."""
        async with self._counting:
            self._contest = None

    async def _counted(self) -> Contest:
        """The ratings; counted anew where other processes have counted answers too."""
        is_old = self._store.is_shared and await self._store.read(sql.count) != self._counted_answers
        if self._contest is None or is_old:
            every = await self._store.read(sql.every)
            self._contest, self._counted_answers = await in_thread(Contest, every), len(every)
        return self._contest


def of_day(number: DailyNumber, offered: OfferedGames = EVERY_GAME) -> PuzzleNumber:
    """The puzzle of the day with a daily deal of that number, the same for everyone. There must be a puzzle."""
    among = sorted(offered.puzzles)
    return PuzzleNumber(among[number % len(among)])


def title_of(number: PuzzleNumber) -> str:
    """The title of a puzzle. Raises ``Refused``."""
    if number not in all_puzzles():
        raise Refused(_CHANGED)
    return all_puzzles()[number][0]


def known(number: PuzzleNumber) -> Puzzle:
    """The puzzle, played to its question. Raises ``Refused``."""
    title_of(number)
    try:
        return load_puzzle(number)
    except RoundhouseError as error:
        raise Refused(_CHANGED) from error
