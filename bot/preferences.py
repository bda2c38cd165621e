"""The settings of everybody who has any, at hand for whoever asks. It knows no Discord and no title."""

import logging
from collections.abc import Callable

from engine.store import Store, persons
from engine.store.db import Db
from engine.store.persons import Person

__all__ = ["People", "Person"]

_log = logging.getLogger(__name__)


class People:
    """Mutable: all settings in memory, written through. A few hundred bytes a user."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Person] = {}

    async def load(self) -> None:
        """Reads everything, once, at the start. Whose settings are damaged has the usual ones, and a start is made."""
        self._known = dict(await self._store.read(lambda db: persons.everybody(db, _unread)))

    def of(self, user: int | None) -> Person:
        """The user's settings; the usual ones for somebody who never chose, and for a seat that nobody has."""
        return self._known.get(user, Person()) if user is not None else Person()

    async def keep(self, user: int, person: Person, beside: Callable[[Db], None] = lambda _: None) -> None:
        """Writes the user's settings, and in the same transaction what belongs to them."""

        def kept(db: Db) -> None:
            persons.keep(db, user, person)
            beside(db)

        await self._store.write(kept)
        self._known[user] = person

    async def forget(self, user: int) -> None:
        """Drops the user's settings."""
        await self._store.write(lambda db: persons.forget(db, user))
        self._known.pop(user, None)


def _unread(user: int) -> None:
    _log.error("the settings of user %d cannot be read: until they choose anew, they have the usual ones", user)
