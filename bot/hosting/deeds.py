"""The work at a process's own tables after another one has changed something about a person. It knows no title."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

from bot.deadlines.holidays import Leave, settle
from bot.desk import Desk
from bot.hosting.errands import Deed
from bot.persons.privacy import forget_at, forget_in_part
from engine.store import errands as sql
from engine.store.db import Db
from engine.store.errands import Errand
from engine.store.ids import TableId, UserId
from engine.store.parts import Part


class Deeds:
    """Everything is written together with the end of its errand, or can be done again."""

    def __init__(self, desk: Desk) -> None:
        self._at = desk

    def by_kind(self) -> Mapping[str, Deed]:
        """Everything that can be asked for, by the kind of the errand."""
        return {"holiday": self._holiday, "privacy": self._privacy}

    async def reload(self, user: UserId) -> None:
        """Takes in the user's settings as they are now, and that results may be somebody else's."""
        self._at.scores.forget()
        if await self._at.people.reload(user):
            await self._at.watch.replan_person(user)

    async def catch_up(self) -> None:
        """Settles clocks for holidays that changed while this part had no process, before time is given back."""
        store = self._at.sessions.store
        for errand in await store.read(lambda db: sql.waiting(db, store.part.number)):
            if errand.kind == "holiday":
                await self._settle(errand)

    async def _holiday(self, errand: Errand) -> None:
        await self._settle(errand)
        await self._at.people.reload(errand.user)
        await self._at.watch.replan_person(errand.user)

    async def _settle(self, errand: Errand) -> None:
        store, leave = self._at.sessions.store, msgspec.json.decode(errand.payload, type=Leave)

        async def write(beside: Callable[[Db], None]) -> None:
            def work(db: Db) -> None:
                beside(db)
                sql.take(db, errand.id)

            await store.write(work)

        await settle(self._at.sessions, errand.user, leave, write)

    async def _privacy(self, errand: Errand) -> None:
        """The tables that are left, as the database is damaged there, are tried again, at the next start too."""
        await self._at.people.reload(errand.user)
        at, who = (self._at.sessions, self._at.scores), errand.user
        left = msgspec.json.decode(errand.payload or "[]", type=list[TableId])
        done = await (forget_at(*at, who, left) if left else forget_in_part(*at, who))
        end = partial(_end, own=self._at.sessions.store.part, errand=errand, left=done.left)
        await self._at.sessions.store.write(end)
        for table_id in done.tables:
            self._at.announcer.kick(table_id)


def _end(db: Db, own: Part, errand: Errand, left: Sequence[TableId]) -> None:
    """The user's results here are nobody's now, which all processes have to know."""
    if left:
        sql.change(db, errand.id, msgspec.json.encode(left).decode())
    else:
        sql.take(db, errand.id)
    sql.tell_of_person(db, own, errand.user)
