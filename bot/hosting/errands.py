"""The processes of one database ask one another for answers to presses, and for all that concerns a person everywhere.

It knows no title and no Discord.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.errors import sentence
from engine.store import Store
from engine.store import errands as sql
from engine.store.address import with_driver
from engine.store.errands import Errand
from engine.store.ids import UserId

if TYPE_CHECKING:
    from engine.store.ears import Ears

_log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds until a press that nobody took is answered where it arrived; Discord waits three."""
_LATE_SECONDS = 10.0
"""After that nobody waits for an answer, which Discord lets come for three seconds."""
_AGAIN_SECONDS = 30.0
"""Until something that failed is tried again."""
_SWEEP_SECONDS = 60.0
"""How often presses are deleted that nobody has taken."""

Deed = Callable[[Errand], Coroutine[Any, Any, None]]
"""Does what an errand asks for, and deletes its row with it."""


class Errands:
    """Mutable: it listens, and holds the running tasks.

    ``answer`` answers a press of this part; ``deeds`` are what else may be asked for, by its kind; ``reload`` takes in
    what became of a person; ``lost`` is called when nothing can be heard anymore.
    """

    def __init__(self, store: Store, lost: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._store, self._lost = store, lost
        self.answer: Callable[[str], object] = lambda payload: None
        self.deeds: Mapping[str, Deed] = {}
        self.reload: Callable[[UserId], Awaitable[None]] = _nothing
        self._ears: Ears | None = None
        self._said, self._changed = asyncio.Queue[str](), asyncio.Queue[UserId | None]()
        self._failed = set[UserId | None]()
        self._tasks = set[asyncio.Task[object]]()
        self._again: asyncio.TimerHandle | None = None

    async def listen(self, address: str) -> None:
        """Hears the others from now on; what they ask for is done once ``start`` is called."""
        with with_driver():
            from engine.store.ears import Ears
        self._ears = await Ears.open(address, await self._store.read(sql.channel_of))
        self._begin(self._hear(self._ears))

    def start(self) -> None:
        """Does what was asked for while this part had no process, and then what is heard.

        Presses do not wait for the rest, which may take long.
        """
        self._changed.put_nowait(None)
        self._begin(self._heed_all())
        self._begin(self._work())
        self._begin(self._sweep())

    async def close(self) -> None:
        """Stops; what is not done stays in the store."""
        if self._again is not None:
            self._again.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._ears is not None:
            await self._ears.close()

    async def relay(self, part: int, user: UserId, payload: str) -> bool:
        """Hands a press to the process of another part. False if none took it in time: it is the caller's to answer."""
        number = await self._store.write(lambda db: sql.send(db, part, "press", user, payload))
        await asyncio.sleep(PATIENCE)
        return await self._store.write(partial(sql.take, number=number)) is None

    # -- what is heard

    async def _hear(self, ears: "Ears") -> None:
        """Ends the bot when nothing can be heard anymore, for whatever reason."""
        why = "the server has ended the connection"
        try:
            async for words in ears.heard():
                self._said.put_nowait(words)
        except Exception as error:
            why = str(error)
        _log.critical("the other bots can’t be heard anymore (%s), so this bot ends", why)
        self._tasks -= {asyncio.current_task()}  # whoever else closes this does not cancel the end
        await self._lost()

    async def _heed_all(self) -> None:
        await self._tried(self._left_over, "taking up what other bots have asked for")
        while True:
            self._heed(await self._said.get())

    async def _left_over(self) -> None:
        """Begins with the presses that this part was asked to answer before."""
        for errand in await self._store.read(lambda db: sql.waiting(db, self._store.part.number)):
            if errand.kind == "press":
                self._begin_answer(errand.id)

    def _heed(self, words: str) -> None:
        kind, *numbers = words.split()
        part, number = map(int, numbers)
        if kind == "person":
            self._changed.put_nowait(UserId(number))
        elif kind == "press" and part == self._store.part.number:
            self._begin_answer(number)
        elif part == self._store.part.number:
            self._changed.put_nowait(None)

    def _begin_answer(self, number: int) -> None:
        self._begin(self._tried(partial(self._answer, number), "a press that another bot has handed over"))

    async def _answer(self, number: int) -> None:
        """Answers a press, unless whoever sent it did, or nobody waits for it anymore."""
        errand = await self._store.write(partial(sql.take, number=number))
        if errand is not None and errand.age <= _LATE_SECONDS:
            self.answer(errand.payload)

    async def _sweep(self) -> None:
        """Deletes old presses of all parts: each has a token to answer in the bot's name."""
        while True:
            await self._tried(partial(self._store.write, sql.drop_old_presses), "deleting old presses")
            await asyncio.sleep(_SWEEP_SECONDS)

    # -- what is owed

    async def _work(self) -> None:
        while True:
            user = await self._changed.get()
            if not await self._tried(partial(self._take_in, user), "what other bots have asked for"):
                self._failed.add(user)

    async def _take_in(self, user: UserId | None) -> None:
        """Does what is owed, and then takes in what became of a user: what is owed rests on what they were before."""
        await self._owed()
        if user is not None:
            await self.reload(user)

    async def _owed(self) -> None:
        """Does everything but presses that this part is asked for, in the order of the asking.

        When something fails, what was asked for later about the same user waits with it.
        """
        behind = set[int]()
        for errand in await self._store.read(lambda db: sql.waiting(db, self._store.part.number)):
            if errand.kind in self.deeds and errand.user not in behind:
                work = partial(self.deeds[errand.kind], errand)
                if not await self._tried(work, f"an errand ({errand.kind})"):
                    behind.add(errand.user)

    async def _tried(self, work: Callable[[], Awaitable[None]], what: str) -> bool:
        """Whether it is done; otherwise it is tried again, with everything that is owed."""
        try:
            await work()
        except Exception as error:  # a bug, or the database is gone: it is still owed
            sentence(error, what)
            if self._again is None:
                self._again = asyncio.get_running_loop().call_later(_AGAIN_SECONDS, self._try_again)
            return False
        return True

    def _try_again(self) -> None:
        self._again = None
        for user in {None, *self._failed}:
            self._changed.put_nowait(user)
        self._failed.clear()

    def _begin(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work, name="errand")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _nothing(user: UserId) -> None:
    """Does nothing, where nobody keeps anything of persons."""
