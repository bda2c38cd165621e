"""One channel whose posting steps are called one by one, with recorded messages."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.announcements import question_post as of_questions
from bot.announcements.publisher import ChannelPublisher
from bot.announcements.question_post import QuestionPosts
from bot.announcements.recipients import seat_mask
from bot.tables.table import BookkeepingKey, LogEntry, Table
from bot.users import UserPreferences
from engine import Seat
from tests.bot.announcements.test_recipients import ASKED, PLAYERS, table
from tests.bot.ui.test_seat_text import STATE

NEW = 900
"""The id of every new post."""
Deed = tuple[Any, ...]


class Box:
    """Records all that is done in the channel; the answers of Discord can be set."""

    def __init__(self) -> None:
        self.done: list[Deed] = []
        self.edits = self.removes = True
        self.found: int | None = None
        self.lost: dict[int, int] = {}

    async def post(self, text: str, *, nonce: str, view: Any, mentioned: Any = ()) -> int:
        self.done.append(("post", text, nonce, list(mentioned)))
        return NEW

    async def edit(self, message: int, text: str, view: Any = None) -> bool:
        self.done.append(("edit", message, text, None if view is None else len(view.children)))
        return self.edits

    async def delete(self, message: int) -> bool:
        self.done.append(("remove", message))
        return self.removes

    async def find_by_custom_id(self, *marks: str, after: int | None = None) -> int | None:
        self.done.append(("find", after))
        return self.found

    async def find_by_pattern(self, mark: Any, *, after: int | None = None) -> dict[int, int]:
        self.done.append(("marked", after))
        return self.lost

    def link(self, message: int) -> str:
        return f"LINK{message}"


class Told(SimpleNamespace):
    """The channel of table 7, and the recorded bookkeeping."""

    box: Box
    channels: ChannelPublisher
    questions: QuestionPosts
    noted: list[dict[str, int]]


def at(notes: Any = None, **more: Any) -> Table:
    return table(players=PLAYERS, notes=notes or {}, **{"state": STATE, "seq": 9, **more})


def moves(*made: tuple[int, Any]) -> list[LogEntry]:
    return [LogEntry(5 + n, Seat(seat), "p1 pass", by, 0.0, ()) for n, (seat, by) in enumerate(made)]


OPEN = {BookkeepingKey.QUESTION_POST: 8, BookkeepingKey.SEATS_ASKED: seat_mask(ASKED[:2])}
"""Bookkeeping of an open question to two people."""


def telling(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Return a channel for which each posting step is called alone."""
    box, noted = Box(), list[dict[str, int]]()

    async def note(_: int, notes: dict[str, int]) -> None:
        noted.append(notes)

    async def nothing(*_: Any) -> str:
        return ""

    async def seed(_: int) -> int:
        return 5

    people = SimpleNamespace(preferences_of=lambda _: UserPreferences())
    sessions = SimpleNamespace(save_bookkeeping=note, user_settings=people, decisions=lambda _: ASKED, public_seed=seed)
    channels = ChannelPublisher(cast(Any, None), cast(Any, sessions), cast(Any, None))
    for part in (channels, channels._questions):
        monkeypatch.setattr(part, "_messages_of", lambda _: box)
    monkeypatch.setattr(of_questions, "undo_reminder_line", nothing)
    for name, words in (
        ("question_text", "question"),
        ("status_card_text", "card"),
        ("lobby_text", "lobby"),
        ("early_end_text", "ended"),
    ):
        monkeypatch.setattr(of_questions.post_text, name, lambda *_, words=words: words)
    monkeypatch.setattr(
        of_questions.post_text, "question_answered_text", lambda _, __, moves: f"by {[move.seat for move in moves]}"
    )
    return Told(box=box, channels=channels, questions=channels._questions, noted=noted, sessions=sessions)
