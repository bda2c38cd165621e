"""The settings of everybody who has any, at hand for whoever asks. It knows no Discord and no title."""

import logging
from collections.abc import Callable

from msgspec.structs import replace

from engine.store import Store, persons
from engine.store.db import Db
from engine.store.ids import UserId
from engine.store.persons import Person

__all__ = ["People", "Person"]

_log = logging.getLogger(__name__)


class People:
    """Mutable: all settings in memory, written through. A few hundred bytes a user."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[UserId, Person] = {}

    async def load(self) -> None:
        """Reads everything, once, at the start. Whose settings are damaged has the usual ones, and a start is made."""
        self._known = dict(await self._store.read(lambda db: persons.everybody(db, _unread)))

    def of(self, user: UserId | None) -> Person:
        """The user's settings; the usual ones for somebody who never chose, and for a seat that nobody has."""
        return self._known.get(user, Person()) if user is not None else Person()

    async def reload(self, user: UserId) -> bool:
        """Reads what another process has written of the user; whether that changes what the bot does at tables."""
        before, found = self.of(user), await self._store.read(lambda db: persons.of_user(db, user))
        self._known.pop(user, None)
        if found is not None:
            self._known[user] = found
        return replace(before, closed=False) != replace(self.of(user), closed=False)

    async def keep(self, user: UserId, person: Person, beside: Callable[[Db], None] = lambda _: None) -> None:
        """Writes the user's settings, and in the same transaction what belongs to them."""

        def kept(db: Db) -> None:
            persons.keep(db, user, person)
            beside(db)

        await self._store.write(kept, (notice_of_change(user),))
        self._known[user] = person

    async def note_closed(self, user: UserId, *, closed: bool) -> None:
        """Notes whether Discord refuses direct messages to the user, whatever another process has just written."""

        def noted(db: Db) -> Person:
            person = replace(persons.of_user(db, user) or Person(), closed=closed)
            persons.keep(db, user, person)
            return person

        self._known[user] = await self._store.write(noted, (notice_of_change(user),))

    async def forget(self, user: UserId) -> None:
        """Drops the user's settings."""
        await self._store.write(lambda db: persons.forget(db, user), (notice_of_change(user),))
        self._known.pop(user, None)


def notice_of_change(user: UserId) -> str:
    """Tells other processes that a user's settings or results are not what they were."""
    return f"person {user}"


def _unread(user: UserId) -> None:
    _log.error("the settings of user %d cannot be read: until they choose anew, they have the usual ones", user)
