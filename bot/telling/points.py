"""A notice and its decision point: whether it is about what is asked now, and what it is known by. No title here."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

import discord

from bot import limits
from bot.tables.table import Table
from bot.telling.asking import is_kept, waiting
from bot.ui.components import custom_id
from engine import Seat
from engine.store import Entry, take_back
from engine.store.ids import MessageId
from engine.store.notices import Notice, NoticeKind

_STAGES: Mapping[NoticeKind, int] = {"remind": 1, "last": 2, "quiet": 3, "zero": 3}
"""How many moments of a decision point have been attended to when such a notice is sent."""
_SLACK = 60.0
"""Seconds that Discord's clock may be behind."""


def is_current(table: Table, notice: Notice) -> bool:
    """Whether the notice is about what is asked now, and to who is to be told."""
    if table.players[notice.seat - 1].user != notice.user:
        return False
    points = {seat: table.clocks[seat].point for seat in waiting(table)}
    clock = table.clocks.get(notice.seat)
    if clock is not None and clock.stage < _STAGES.get(notice.kind, 0):
        return False  # there is more time than there was
    if notice.kind == "next":
        return notice.seat not in points and list(points.values()) == [notice.point]
    return points.get(Seat(notice.seat)) == notice.point


def standing(log: Iterable[Entry]) -> list[Entry]:
    """The moves of a stretch of log that were not taken back in it."""
    made: list[Entry] = []
    for entry in log:
        if entry.by == "undo":
            take_back(made, entry.seat)  # nothing, where it takes back what was made before the stretch
        else:
            made.append(entry)
    return made


def mark(table: Table, notice: Notice) -> str:
    """The ``custom_id`` that only this notice's button has: *Your move*, or *I’m back*."""
    if notice.kind == "late" and is_kept(table, notice):
        return custom_id("g", notice.session, notice.point, f"back{notice.seat}")
    return custom_id("d", notice.session, notice.point, f"{notice.kind}{notice.seat}")


def before(notice: Notice) -> MessageId:
    """A message id that is lower than that of the notice's message."""
    since = datetime.fromtimestamp(notice.claimed - _SLACK, UTC)
    return MessageId(max(1, discord.utils.time_snowflake(since)))


def nonce(table: Table, notice: Notice) -> str:
    """The same for the same notice: Discord makes no second message of it within minutes. (docs, create message)

    One that is claimed anew, such as after a second pause, has another.
    """
    known = f"{table.seed_hash} {notice.key} {notice.claimed}"
    return hashlib.blake2b(known.encode(), digest_size=limits.NONCE // 2).hexdigest()
