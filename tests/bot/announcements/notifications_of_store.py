"""A notification service with a real store, whose messages are only recorded."""

from types import SimpleNamespace
from typing import Any, cast

import discord
from msgspec.structs import replace

from bot.announcements.notification_service import NotificationService
from bot.announcements.post_once import PostAttempts
from bot.play.service import Table, TableService
from bot.tables.empty_rows import EmptyRowsCache
from bot.users import UserPreferences
from engine.store import Clock, LogRow
from engine.store.notifications import Notification, load_notifications
from engine.store.table_settings import DAY, TIME_CONTROLS
from tests.bot.seated_players import ADA, BEN, CAT

NOW = 1_000.0
DAILY = TIME_CONTROLS["daily"]
RUNS = Clock(point=5, bank=2 * DAY, since=NOW - DAY, stage=3)
DIRECT = 9_000
"""The id of a user's direct channel is this number plus the user's id."""


class Boxes:
    """Records all that is done in channels. The next post raises ``fails``; ``found`` maps a ``custom_id`` to its
    message.
    """

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.found: dict[str, int] = {}
        self.texts: dict[int, str] = {}
        self.fails: Exception | None = None
        self.removes = True
        self.posted = 100

    def named(self, *verbs: str) -> list[tuple[Any, ...]]:
        return [deed for deed in self.done if deed[0] in verbs]


class Box:
    """The recorded messages of one channel."""

    def __init__(self, boxes: Boxes, channel: int) -> None:
        self.boxes, self.channel = boxes, channel

    async def post(self, text: str, *, nonce: str, view: Any, mentioned: list[int]) -> int:
        if self.boxes.fails is not None:
            failure, self.boxes.fails = self.boxes.fails, None
            raise failure
        self.boxes.posted += 1
        self.boxes.texts[self.boxes.posted] = text
        labels = [item.label for item in view.children]
        self.boxes.done.append(("post", self.channel, self.boxes.posted, mentioned, labels))
        return self.boxes.posted

    async def edit(self, message: int, text: str, view: Any = None) -> bool:
        self.boxes.texts[message] = text
        self.boxes.done.append(("edit", self.channel, message, view and [item.label for item in view.children]))
        return True

    async def delete(self, message: int) -> bool:
        self.boxes.done.append(("remove", self.channel, message))
        return self.boxes.removes

    async def find_by_custom_id(self, known: str, after: int) -> int | None:
        self.boxes.done.append(("find", self.channel, known))
        return self.boxes.found.get(known)

    def link(self, message: int) -> str:
        return f"LINK{message}"


class Pace:
    """A rate limiter that never delays."""

    async def wait(self, channel: int | None = None) -> None:
        """Return at once."""


class Run(SimpleNamespace):
    """A table of three with running clocks, its notification service, and the recorded messages."""

    sessions: TableService
    notices: NotificationService
    boxes: Boxes
    table: Table

    async def change(self, **changes: Any) -> None:
        async with self.sessions.lock_table(self.table.id) as held:
            self.table = await held.save(replace(held.table, **changes))

    async def told(self, **more: Any) -> list[Notification]:
        """Update the notifications and return the open ones."""
        self.went = await self.notices.reconcile(self.table)
        return list(await self.notices.open_notifications(self.table.id))

    def notice(self, kind: Any, seat: int = 2, place: Any = "channel", **more: Any) -> Notification:
        user = (ADA, BEN, CAT)[seat - 1].user or 0
        given = {"point": 5, "user": user, "at": NOW, "claimed": NOW, **more}
        return Notification(session=self.table.id, seat=seat, kind=kind, place=place, **given)

    async def claim(self, *notices: Notification) -> None:
        await self.notices.claim(notices)

    async def keep(self, *notices: Notification) -> None:
        """Store notifications as if they had been sent before a restart."""
        await self.notices.claim(notices)
        await self.notices._save(*notices)
        self.notices._attempts = PostAttempts(assume_new=False)
        self.notices._rows = EmptyRowsCache(self.sessions.store, load_notifications)

    async def person(self, seat: int, **chosen: Any) -> None:
        await self.sessions.user_settings.save((ADA, BEN, CAT)[seat - 1].user or 0, UserPreferences(**chosen))

    async def log(self, *entries: tuple[int, Any]) -> None:
        """Add log rows of these seats and origins after the decision point."""
        made = [LogRow(6 + n, seat, "p1 pass", by, NOW, b"[]") for n, (seat, by) in enumerate(entries)]

        async def read(table_id: int, after: int = 0, up_to: int | None = None) -> list[LogRow]:
            return [entry for entry in made if entry.seq > after]

        cast(Any, self.sessions.store).load_log = read


def error(status: int = 500, code: int = 0) -> discord.HTTPException:
    kind = discord.Forbidden if status == 403 else discord.NotFound if status == 404 else discord.HTTPException
    return kind(cast(Any, SimpleNamespace(status=status, reason="")), {"code": code, "message": "no"})
