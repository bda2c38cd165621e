"""A table and its log, as values."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from engine.core import Seat, Secret, State
from engine.store.ids import ChannelId, GuildId, InteractionId, TableId, UserId
from engine.store.table_settings import TableSettings

Status = Literal["lobby", "playing", "finished", "ended"]
"""``finished`` by the rules, ``ended`` by the host."""

MoveOrigin = Literal["start", "player", "computer", "forced", "ahead", "undo", "order", "clock"]
"""The origin of a log row: the setup, a person, a computer player, the rules (a forced move), a plan (``Standing``,
or invisible to others), an undo, a standing order, or a timeout.
"""

CHECKPOINT_INTERVAL = 50
"""Moves between checkpoints, and so the maximum number of moves that an undo replays."""


class Player(msgspec.Struct, frozen=True):
    """The holder of a seat: a user, a computer player with its policy's name, or no one if the seat is open.

    ``away`` is the user who left the seat and may take it back, ``came`` the move after which a substitute joined (0:
    from the beginning).
    """

    name: str
    user: UserId | None = None
    policy: str | None = None
    away: UserId | None = None
    came: int = 0


class FormerHolder(msgspec.Struct, frozen=True):
    """A former holder of a seat, up to move ``until``: a person, or a computer or no one in their place.

    ``user`` is the named person; None for other computers, and after that person's data were deleted.
    """

    seat: Seat
    until: int
    name: str
    user: UserId | None = None


class Clock(msgspec.Struct, frozen=True):
    """One seat's clock at its last decision point, which began with move ``point``.

    ``bank`` is the seconds left when it started at ``since`` (None: stopped). ``stage`` counts the handled moments of
    the decision point (reminders, zero, …), ``timeouts`` how often it ran out in the game.
    """

    point: int = 0
    bank: float = 0.0
    since: float | None = None
    stage: int = 0
    timeouts: int = 0


class LogRow(msgspec.Struct, frozen=True):
    """One row of the log. ``action`` is notation; ``events`` are JSON."""

    seq: int
    seat: Seat
    action: str
    by: MoveOrigin
    at: float
    events: bytes
    interaction: InteractionId | None = None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table as an immutable value. Seat n is ``players[n - 1]``.

    ``seq`` is the number of the last move, 0 before the first. ``state`` is None in the lobby. ``seed`` is secret until
    the game is over. ``chairs`` is the number of players that an imported game needs, else None. ``since`` is when the
    current question was opened, in seconds since 1970. ``notes`` are mostly ids of the bot's messages. ``terms`` are
    the time control and the time-out rule, ``paused`` since when the table is paused; ``clocks`` are those of all seats
    that were ever to move, ``holders`` the former holders of each seat, oldest first.

    ``acted`` is the last seq at which each seat moved (plans do not count), or at which an undo was made, which counts
    for every seat; ``moves`` is the number of valid moves without plans; ``untold`` are the pending log rows. These
    three are computed from the log and never written. ``revision`` counts the changes of the table, for optimistic
    locking.
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
    untold: tuple[LogRow, ...] = ()
    terms: TableSettings = TableSettings()
    paused: float | None = None
    clocks: Mapping[Seat, Clock] = msgspec.field(default_factory=dict)
    holders: tuple[FormerHolder, ...] = ()
    revision: int = 0

    def __repr__(self) -> str:
        """For logs and error messages: it contains nothing hidden, especially not the seed."""
        return f"Table({self.id}, {self.title!r}, {self.status!r}, move {self.seq})"

    @property
    def random_seed(self) -> int:
        """The seed of all randomness of the game: its secret seed, or 0 before there is one."""
        return 0 if self.seed is None else self.seed.open()

    @property
    def seed_hash(self) -> str:
        """The SHA-256 of the seed's decimal digits, in hexadecimal: shown from the start, the seed only at the end."""
        return "" if self.seed is None else _hash_seed(self.seed.open())


class Checkpoint(msgspec.Struct, frozen=True):
    """The state after log row ``seq``, as JSON of the game's ``version``."""

    seq: int
    version: int
    state: bytes


def drop_undone(log: Iterable[LogRow]) -> tuple[LogRow, ...] | None:
    """The valid moves of a part of a log: without the set-up, undone moves, and undos.

    None if the part undoes a move that was made before it; a whole log never does.
    """
    moves: list[LogRow] = []
    for entry in log:
        if entry.by == "undo":
            if undo_last_move(moves, entry.seat) is None:
                return None
        elif entry.by != "start":
            moves.append(entry)
    return tuple(moves)


def undo_last_move(moves: list[LogRow], seat: Seat) -> int | None:
    """Remove the last move, of ``seat``, from ``moves`` and return its index; None if there is no move.

    Plans are not moves: later plans of other seats stay, those of ``seat`` may depend on the move and are removed too.
    """
    for last in reversed(range(len(moves))):
        if moves[last].by != "ahead":
            moves[last:] = [entry for entry in moves[last + 1 :] if entry.seat != seat]
            return last
    return None


@lru_cache(1_000)
def _hash_seed(seed: int) -> str:
    return hashlib.sha256(str(seed).encode()).hexdigest()
