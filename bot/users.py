"""The settings of users, cached in memory."""

import logging
from collections.abc import Callable

from msgspec.structs import replace

from engine.store import Store, users
from engine.store.connection import Connection
from engine.store.ids import UserId
from engine.store.users import UserPreferences

__all__ = ["UserPreferences", "UserSettings"]

_log = logging.getLogger(__name__)


class UserSettings:
    """The settings of all users, in memory and in the store. Mutable."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_user: dict[UserId, UserPreferences] = {}

    async def load(self) -> None:
        """Load all settings when the bot starts. Invalid settings are replaced by the defaults."""
        self._by_user = dict(await self._store.read(lambda db: users.load_all_user_preferences(db, _log_unreadable)))

    def preferences_of(self, user: UserId | None) -> UserPreferences:
        """Return the user's settings; the defaults for a user without settings, and for an empty seat (None)."""
        return self._by_user.get(user, UserPreferences()) if user is not None else UserPreferences()

    async def reload(self, user: UserId) -> bool:
        """Reload a user's settings after another process has changed them. Return whether the change affects tables."""
        before, new_preferences = (
            self.preferences_of(user),
            await self._store.read(lambda db: users.load_user_preferences(db, user)),
        )
        self._by_user.pop(user, None)
        if new_preferences is not None:
            self._by_user[user] = new_preferences
        return replace(before, closed=False) != replace(self.preferences_of(user), closed=False)

    async def save(
        self, user: UserId, preferences: UserPreferences, also_save: Callable[[Connection], None] = lambda _: None
    ) -> None:
        """Save the user's settings. ``also_save`` saves related rows in the same transaction."""

        def save_all(db: Connection) -> None:
            users.save_user_preferences(db, user, preferences)
            also_save(db)

        await self._store.write(save_all, (user_change(user),))
        self._by_user[user] = preferences

    async def note_messages_refused(self, user: UserId, *, closed: bool) -> None:
        """Save whether Discord refuses direct messages to the user (``closed``).

        Other settings are not overwritten, even if another process has just changed them.
        """

        def save_refusal(db: Connection) -> UserPreferences:
            preferences = replace(users.load_user_preferences(db, user) or UserPreferences(), closed=closed)
            users.save_user_preferences(db, user, preferences)
            return preferences

        self._by_user[user] = await self._store.write(save_refusal, (user_change(user),))

    async def delete(self, user: UserId) -> None:
        """Delete the user's settings."""
        await self._store.write(lambda db: users.delete_user_preferences(db, user), (user_change(user),))
        self._by_user.pop(user, None)


def user_change(user: UserId) -> str:
    """Return the notification to other processes that a user's settings or results have changed."""
    return f"person {user}"


def _log_unreadable(user: UserId) -> None:
    _log.error("Could not read the settings of user %d. The defaults apply until the user changes them.", user)
