"""Settings of users, and the time when the bot was last alive: values and SQL."""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from engine.store.connection import Connection, read_scalar
from engine.store.ids import UserId


class UserPreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of one user; unset fields have their defaults.

    ``notices`` are the places where the user is notified of a question. ``following``: whether the user is notified
    when next in turn. ``reminders``: all, only the last one, or none. ``zone`` is an IANA time zone. In ``quiet`` hours
    (from, to; equal: none) of that zone, reminders are postponed. ``holiday`` (from, until; in seconds since 1970)
    stops the user's clocks; ``rested`` is the previous holiday. ``closed``: whether Discord refused a direct message
    since the user last changed ``notices``. ``confirm``: whether a move must be confirmed: always, only if it can't be
    undone, or only if it involves chance or secrets.
    """

    notices: Literal["channel", "direct", "both", "none"] = "channel"
    following: bool = False
    reminders: Literal["all", "last", "none"] = "all"
    zone: str = "UTC"
    quiet: tuple[int, int] = (0, 0)
    holiday: tuple[float, float] = (0.0, 0.0)
    rested: tuple[float, float] = (0.0, 0.0)
    palette: Literal["paper", "dark", "contrast"] = "paper"
    large: bool = False
    wide: bool = False
    closed: bool = False
    confirm: Literal["always", "lasting", "never"] = "always"


def load_all_user_preferences(
    db: Connection, on_unreadable: Callable[[UserId], object] = lambda _: None
) -> Mapping[UserId, UserPreferences]:
    """Return the settings of all users that have any.

    Users with unreadable settings are omitted and passed to ``on_unreadable``.
    """
    preferences = {}
    for user, settings in db.execute("SELECT user_id, CAST(settings AS BLOB) FROM person ORDER BY user_id"):
        try:
            preferences[user] = msgspec.json.decode(settings, type=UserPreferences)
        except (msgspec.DecodeError, UnicodeDecodeError):
            on_unreadable(user)
    return preferences


def load_user_preferences(db: Connection, user: UserId) -> UserPreferences | None:
    """Return the settings of one user; None if there are none or they are unreadable."""
    row = db.execute("SELECT CAST(settings AS BLOB) FROM person WHERE user_id = ?", (user,)).fetchone()
    try:
        return None if row is None else msgspec.json.decode(row[0], type=UserPreferences)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def save_user_preferences(db: Connection, user: UserId, preferences: UserPreferences) -> None:
    """Store a user's settings."""
    text = msgspec.json.encode(preferences).decode()
    db.execute(
        "INSERT INTO person (user_id, settings) VALUES (?, ?)"
        " ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings",
        (user, text),
    )


def delete_user_preferences(db: Connection, user: UserId) -> None:
    """Delete a user's settings."""
    db.execute("DELETE FROM person WHERE user_id = ?", (user,))


def load_last_alive(db: Connection) -> float | None:
    """Return the time when the bot last recorded that it runs, in seconds since 1970; None if it never did."""
    return read_scalar(db.execute("SELECT at FROM alive"), float)


def save_last_alive(db: Connection, at: float) -> None:
    """Record that the bot runs, at a time in seconds since 1970."""
    db.execute("INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at", (at,))
