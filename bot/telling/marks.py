"""What the bot's posts about a table are known by, so that none is made twice: a mark in their buttons, and a nonce."""

from __future__ import annotations

from bot.tables.notes import Note
from bot.tables.table import Table
from bot.telling.mailbox import Mailbox
from bot.ui.components import Post, mark_of


async def made_before(mailbox: Mailbox, table: Table, seq: int, post: Post) -> int | None:
    """The post about move ``seq`` that was made before a crash or a broken connection, but not noted any more."""
    return await mailbox.find(mark_of(table.id, seq, post), after=latest(table))


def latest(table: Table) -> int | None:
    """A post that is known to be older than one that was not noted any more."""
    return table.notes.get(Note.PHASE, table.notes.get(Note.CARD))


def nonce(table: Table, seq: int, post: Post) -> str:
    """The same for the same post: Discord makes no second message of it within minutes. (docs, create message)"""
    return f"{table.id}-{seq}-{post}-{table.seed_hash[:6]}"
