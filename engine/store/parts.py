"""The parts into which several processes share one database: values and their SQL. It knows no Discord.

A table belongs to the connection to Discord (the shard) by which its server's events come, and each connection to one
part. A process has one part, so a table has one writer.
"""

from collections.abc import Callable, Iterable

import msgspec

from engine.errors import Unreadable
from engine.store.db import Db
from engine.store.ids import GuildId, TableId

_DURABLE = "kind <> 'press'"


class Layout(msgspec.Struct, frozen=True):
    """The tables are shared out among so many connections to Discord, and these among so many parts."""

    shards: int = 1
    parts: int = 1

    def __str__(self) -> str:
        """The settings that mean it."""
        return f"ROUNDHOUSE_PARTS={self.parts}" + (f" and ROUNDHOUSE_SHARDS={self.shards}" if self.parts > 1 else "")


class Part(msgspec.Struct, frozen=True):
    """The part of one process, which counts from 0; that of a process alone is everything."""

    number: int = 0
    layout: Layout = Layout()

    def of(self, guild: GuildId | None) -> int:
        """The part that the tables of a server belong to; those in direct messages are the first one's."""
        return shard_of(guild, self.layout.shards) % self.layout.parts

    def has(self, guild: GuildId | None) -> bool:
        """Whether the tables of a server belong to this part."""
        return self.of(guild) == self.number

    def others(self) -> tuple[int, ...]:
        """The other parts; none where there is one process."""
        return tuple(part for part in range(self.layout.parts) if part != self.number)

    def shards(self) -> list[int]:
        """The connections to Discord whose events come to this part."""
        return [shard for shard in range(self.layout.shards) if shard % self.layout.parts == self.number]

    def and_own(self, column: str) -> str:
        """The end of a condition: ``column``, the number of a table, is one of this part's."""
        if self.layout.parts == 1:
            return ""
        return f" AND {column} IN (SELECT id FROM session WHERE TRUE{self.and_of_guild('guild_id')})"

    def and_of_guild(self, column: str) -> str:
        """The end of a condition: ``column`` is a server of this part, or none where direct messages belong to it."""
        shards, parts = self.layout.shards, self.layout.parts
        return "" if parts == 1 else f" AND coalesce(({column} >> 22) % {shards} % {parts}, 0) = {self.number}"

    def own(self, db: Db, tables: Iterable[TableId]) -> tuple[TableId, ...]:
        """The given tables, without those of other parts."""
        every = tuple(tables)
        if self.layout.parts == 1 or not every:
            return every
        listed = ", ".join(map(str, every))
        rows = db.execute(f"SELECT id FROM session WHERE id IN ({listed}){self.and_of_guild('guild_id')}")
        mine = {table for (table,) in rows}
        return tuple(table for table in every if table in mine)


EVERYTHING = Part()
"""The part of a process alone."""
GiveBack = Callable[[Db, Part, float, float], object]
"""Gives so many seconds back to the tables of a part, as of a moment."""


def shard_of(guild: GuildId | None, shards: int) -> int:
    """The connection by which the events of a server come; direct messages come by the first.

    (docs, gateway, sharding)
    """
    return 0 if guild is None else (guild >> 22) % shards


def part_of_table(db: Db, part: Part, table: TableId) -> int | None:
    """The part that a table belongs to; None when there is no such table."""
    row = db.execute("SELECT guild_id FROM session WHERE id = ?", (table,)).fetchone()
    return None if row is None else part.of(row[0])


def layout_of(db: Db) -> Layout:
    """The layout of a database of the newest version."""
    row = db.execute("SELECT shards, parts FROM layout").fetchone()
    return Layout() if row is None else Layout(*row)


def share_out(db: Db, new: Layout, give_back: GiveBack) -> None:
    """Shares the tables out differently, while no process has any of them.

    All parts ran until the moment at which the last of the earlier ones ended: the others are given the time until then
    back. Raises ``Unreadable`` while somebody's holiday or deletion is still to be carried out at a part.
    """
    if db.execute(f"SELECT 1 FROM errand WHERE {_DURABLE}").fetchone():
        raise Unreadable(
            "A deletion or a holiday isn’t carried out everywhere yet. Start the bots with"
            f" {layout_of(db)} once more, until each part has run for a minute."
        )
    ended = _made_even(db, give_back)
    db.execute("DELETE FROM errand")
    db.execute("DELETE FROM layout")
    if new.parts > 1:
        db.execute("INSERT INTO layout (one, shards, parts) VALUES (1, ?, ?)", (new.shards, new.parts))
    db.execute("DELETE FROM alive")
    if ended is not None:
        db.executemany("INSERT INTO alive (part, at) VALUES (?, ?)", [(part, ended) for part in range(new.parts)])


def _made_even(db: Db, give_back: GiveBack) -> float | None:
    """Gives each part the time back in which it had no process and another one had; until when that one ran."""
    old, ended = layout_of(db), dict(db.execute("SELECT part, at FROM alive"))
    last = max(ended.values(), default=None)
    for part, at in ended.items():
        if last is not None and at < last:
            give_back(db, Part(part, old), last - at, last)
    return last
