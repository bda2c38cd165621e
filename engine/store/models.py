"""The values of a table: its players, clocks, log, and checkpoints."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from engine.core import Seat, Secret, State
from engine.store.ids import ChannelId, GuildId, InteractionId, TableId, UserId
from engine.store.table_settings import TableSettings

Status = Literal["lobby", "playing", "finished", "ended"]
"""The status of a table. A game is ``finished`` by the rules, or ``ended`` by the host."""

MoveOrigin = Literal["start", "player", "computer", "forced", "ahead", "undo", "order", "clock"]
"""The origin of a log row, in this order.

The origin is the set-up, a person, a computer player, the rules (a forced move), a premove or another move that others
do not see (“ahead”), an undo, a standing order, or a timeout.
"""

CHECKPOINT_INTERVAL = 50
"""The number of moves between checkpoints, which is the maximum number of moves that an undo replays."""


class Player(msgspec.Struct, frozen=True):
    """The player of a seat: a user, a computer player with a ``policy``, or no one if the seat is open.

    ``away`` is the user who left the seat and may take it back. ``came`` is the number of the move after which a
    substitute joined; 0 if the player was there from the beginning.
    """

    name: str
    user: UserId | None = None
    policy: str | None = None
    away: UserId | None = None
    came: int = 0


class FormerHolder(msgspec.Struct, frozen=True):
    """A former player of a seat, up to move ``until``: a person, a computer player, or no one.

    If a computer player had the seat of a person, ``user`` is still the person. ``user`` is None for other computer
    players, and after the person's data were deleted.
    """

    seat: Seat
    until: int
    name: str
    user: UserId | None = None


class Clock(msgspec.Struct, frozen=True):
    """The clock of a seat at the seat's last decision point, which began with move ``point``.

    ``since`` is the time at which the clock was started, in seconds since 1970; None if it is stopped. ``bank`` is the
    number of seconds that were left at that time. ``stage`` is the number of events of the decision point that were
    handled, such as reminders and the timeout. ``timeouts`` is the number of timeouts in the whole game.
    """

    point: int = 0
    bank: float = 0.0
    since: float | None = None
    stage: int = 0
    timeouts: int = 0


class LogRow(msgspec.Struct, frozen=True):
    """One row of the log. ``action`` is in notation, and ``events`` are JSON."""

    seq: int
    seat: Seat
    action: str
    by: MoveOrigin
    at: float
    events: bytes
    interaction: InteractionId | None = None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table as an immutable value. The player of seat n is ``players[n - 1]``.

    ``seq`` is the number of the last log row, 0 before the first move. ``state`` is None in the lobby. ``seed`` is
    secret until the game is over. ``chairs`` is the number of players that an imported game needs; None for other
    games. ``since`` is the time of the last change, in seconds since 1970. ``notes`` are mostly ids of the bot's
    messages. ``terms`` are the table's settings, such as its time control. ``paused`` is the time at which the table
    was paused. ``clocks`` are the clocks of all seats that have been to move. ``holders`` are the former players of
    each seat, oldest first. ``revision`` is the number of changes of the table, for optimistic locking.

    Three fields are computed from the log and never written. ``acted`` has the last row at which each seat moved;
    premoves do not count, and an undo counts for every seat. ``moves`` is the number of valid moves without premoves.
    ``pending_rows`` are the log rows that are not posted yet.
    """

    id: TableId = TableId(0)
    channel: ChannelId
    guild: GuildId | None
    title: str
    host: UserId
    options: Mapping[str, str]
    players: tuple[Player, ...]
    chairs: int | None = None
    status: Status = "lobby"
    seq: int = 0
    seed: Secret[int] | None = None
    state: State | None = None
    since: float = 0.0
    notes: Mapping[str, int] = msgspec.field(default_factory=dict)
    acted: Mapping[Seat, int] = msgspec.field(default_factory=dict)
    moves: int = 0
    pending_rows: tuple[LogRow, ...] = ()
    terms: TableSettings = TableSettings()
    paused: float | None = None
    clocks: Mapping[Seat, Clock] = msgspec.field(default_factory=dict)
    holders: tuple[FormerHolder, ...] = ()
    revision: int = 0

    def __repr__(self) -> str:
        """Return a text for logs and error messages.

        It contains no secrets, especially not the seed.
        """
        return f"Table({self.id}, {self.title!r}, {self.status!r}, move {self.seq})"

    @property
    def random_seed(self) -> int:
        """The seed of the game's random generator, which is secret; 0 before there is one."""
        return 0 if self.seed is None else self.seed.open()

    @property
    def seed_hash(self) -> str:
        """The SHA-256 of the seed's decimal digits, in hexadecimal.

        The hash is shown from the start, and the seed at the end, so that players can check the seed.
        """
        return "" if self.seed is None else _hash_seed(self.seed.open())


class Checkpoint(msgspec.Struct, frozen=True):
    """The state after log row ``seq``, as JSON of the game's ``version``."""

    seq: int
    version: int
    state: bytes


def drop_undone(log: Iterable[LogRow]) -> tuple[LogRow, ...] | None:
    """Return the valid moves of a part of a log, without the set-up, undone moves, and undos.

    Return None if the part contains an undo of a move that comes before the part. A whole log never does.
    """
    moves: list[LogRow] = []
    for row in log:
        if row.by == "undo":
            if undo_last_move(moves, row.seat) is None:
                return None
        elif row.by != "start":
            moves.append(row)
    return tuple(moves)


def undo_last_move(moves: list[LogRow], seat: Seat) -> int | None:
    """Remove the last move from ``moves``, and return its index; None if there is no move.

    The move is by ``seat``. Premoves do not count as moves. Later premoves of ``seat`` are removed too, because they
    may depend on the move.
    """
    for last in reversed(range(len(moves))):
        if moves[last].by != "ahead":
            moves[last:] = [row for row in moves[last + 1 :] if row.seat != seat]
            return last
    return None


@lru_cache(1_000)
def _hash_seed(seed: int) -> str:
    return hashlib.sha256(str(seed).encode()).hexdigest()
