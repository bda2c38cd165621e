"""The processes of one database ask one another for answers to presses, and for all that concerns a person everywhere.

It knows no title and no Discord.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.errors import sentence
from engine.store import DatabaseError, Store
from engine.store import errands as sql
from engine.store.address import with_driver
from engine.store.errands import Errand

if TYPE_CHECKING:
    from engine.store.ears import Ears

_log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds until a press that nobody took is answered where it arrived; Discord waits three."""
_AGAIN_SECONDS = 30.0
"""Until something that failed is tried again."""

Deed = Callable[[Errand], Coroutine[Any, Any, None]]
"""Does what an errand asks for, and deletes its row with it."""


class Errands:
    """Mutable: it listens, and holds the running tasks.

    ``answer`` answers a press of this part, or drops one that ``is_late``; ``deeds`` are what else may be asked for, by
    its kind; ``reload`` takes in what became of a person; ``lost`` is called when nothing can be heard anymore.
    """

    def __init__(self, store: Store, lost: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._store, self._lost = store, lost
        self.answer: Callable[[str], object] = lambda payload: None
        self.is_late: Callable[[str], bool] = lambda payload: False
        self.deeds: Mapping[str, Deed] = {}
        self.reload: Callable[[int], Awaitable[None]] = _nothing
        self._ears: Ears | None = None
        self._said = asyncio.Queue[str]()
        self._tasks = set[asyncio.Task[None]]()
        self._again: asyncio.TimerHandle | None = None

    async def listen(self, address: str) -> None:
        """Hears the others from now on; what they ask for is done once ``start`` is called."""
        with with_driver():
            from engine.store.ears import Ears
        self._ears = await Ears.open(address, await self._store.read(sql.channel_of))
        self._begin(self._hear(self._ears))

    def start(self) -> None:
        """Does what was asked for while this part had no process, and then what is heard."""
        self._begin(self._work())

    async def close(self) -> None:
        """Stops; what is not done stays in the store."""
        if self._again is not None:
            self._again.cancel()
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._ears is not None:
            await self._ears.close()

    async def relay(self, part: int, user: int, payload: str) -> bool:
        """Hands a press to the process of another part. False if none took it in time: it is the caller's to answer."""
        number = await self._store.write(lambda db: sql.send(db, part, "press", user, payload))
        await asyncio.sleep(PATIENCE)
        return await self._store.write(partial(sql.take, number=number)) is None

    # -- what is heard

    async def _hear(self, ears: "Ears") -> None:
        try:
            async for words in ears.heard():
                self._said.put_nowait(words)
        except DatabaseError as error:
            _log.critical("the other bots can’t be heard anymore (%s), so this bot ends", error)
            await self._lost()

    async def _work(self) -> None:
        await self._tried(self._left_over, "taking up what other bots have asked for")
        while True:
            words = await self._said.get()
            await self._tried(partial(self._heed, words), f"an errand ({words})")

    async def _tried(self, work: Callable[[], Awaitable[None]], what: str) -> None:
        try:
            await work()
        except Exception as error:  # a bug, or the database is gone: it is still owed
            sentence(error, what)
            if self._again is None:
                self._again = asyncio.get_running_loop().call_later(_AGAIN_SECONDS, self._try_again)

    def _try_again(self) -> None:
        self._again = None
        self._said.put_nowait("again")

    async def _left_over(self) -> None:
        """Presses that somebody still waits for, and everything that is owed."""
        for errand in await self._store.read(lambda db: sql.waiting(db, self._store.part.number)):
            if errand.kind == "press" and self.is_late(errand.payload):
                await self._store.write(partial(sql.take, number=errand.id))
            elif errand.kind == "press":
                self._begin(self._answer(errand.id))
        await self._owed()

    async def _heed(self, words: str) -> None:
        kind, *numbers = words.split()
        part, number = map(int, numbers or (self._store.part.number, 0))
        if kind == "press" and part == self._store.part.number:
            self._begin(self._answer(number))
        elif kind == "person":
            await self._owed()  # it was asked for before, and rests on what the person was then
            await self.reload(number)
        elif part == self._store.part.number:
            await self._owed()

    async def _owed(self) -> None:
        """Does everything but presses that this part is asked for, in the order of the asking."""
        for errand in await self._store.read(lambda db: sql.waiting(db, self._store.part.number)):
            if errand.kind in self.deeds:
                await self._tried(partial(self.deeds[errand.kind], errand), f"an errand ({errand.kind})")

    async def _answer(self, number: int) -> None:
        """Answers a press, unless whoever sent it did."""
        errand = await self._store.write(partial(sql.take, number=number))
        if errand is not None:
            self.answer(errand.payload)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="errand")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _nothing(user: int) -> None:
    """Does nothing, where nobody keeps anything of persons."""
