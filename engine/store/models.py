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
"""Who made a log row: the set-up, a person, a computer player, the rules (a single legal choice), someone for whose
word the table does not wait (a ``Standing`` answer, or what no one else can see anything of), an undo, a person's
standing order, or a computer for a person whose time had run out."""

CHECKPOINT_INTERVAL = 50
"""Moves from one checkpoint to the next: what a look back or an undo replays at most."""


class Player(msgspec.Struct, frozen=True):
    """The holder of a seat: a user, a computer player with its policy's name, or no one: the seat is open for anyone.

    ``away`` is the user who left the seat and may take it back, ``came`` the move after which a substitute sat down
    (0: from the beginning).
    """

    name: str
    user: UserId | None = None
    policy: str | None = None
    away: UserId | None = None
    came: int = 0


class FormerHolder(msgspec.Struct, frozen=True):
    """A former holder of a seat, up to move ``until``: a person, or a computer or no one in their place.

    ``user`` is the person whom the name tells; None for any other computer, and when that person's data are deleted.
    """

    seat: Seat
    until: int
    name: str
    user: UserId | None = None


class Clock(msgspec.Struct, frozen=True):
    """One seat's clock at its last decision point, which began with move ``point``.

    ``bank`` is how many seconds were left ``since`` it runs (None: it stands). ``stage`` counts the moments of the
    decision point that were attended to (reminders, zero, …), ``timeouts`` how often in the game it ran out.
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
    """One table as it stands; a value, so it grows old. Seat n is ``players[n - 1]``.

    ``seq`` is the number of the last move, 0 before the first. ``state`` is None in the lobby, also when a game from a
    file waits there. ``seed`` is known to no one until the game is over. ``chairs`` is how many players a resumed game
    needs, None when that is open. ``since`` is when the present question was asked, in seconds since 1970.
    ``notes`` are mostly ids of the bot's own messages. ``terms`` say how the table keeps time, ``paused`` since when
    its clocks stand by consent; ``clocks`` are those of the seats that were ever asked, ``holders`` who sat there
    before, each seat's oldest first.

    ``acted`` is the last seq at which each seat moved (what it said ahead does not count), or anyone took a move
    back, which counts for every seat; ``moves`` is how many moves stand, without what was said ahead; ``untold`` are
    the log rows that the channel has not been told of. These three are read from the log and never written.
    ``revision`` counts the changes of the table: what is written rests on this one, and makes the next.
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
        """For logs and messages of errors: nothing hidden is in it, above all not the seed."""
        return f"Table({self.id}, {self.title!r}, {self.status!r}, move {self.seq})"

    @property
    def random_seed(self) -> int:
        """The seed from which everything random of the game comes: its secret seed, and 0 before there is one."""
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
    """The moves of a stretch of log that count: without the set-up, undone moves and their undoing.

    None when the stretch undoes a move that was made before it; a whole log never does.
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
    """Undo in ``moves`` the last move of ``seat``, the last of all, and gives its index; None when there is no move.

    What is said ahead is no move: what others have said since stands, what ``seat`` itself has said since may rest on
    the move and goes with it.
    """
    for last in reversed(range(len(moves))):
        if moves[last].by != "ahead":
            moves[last:] = [entry for entry in moves[last + 1 :] if entry.seat != seat]
            return last
    return None


@lru_cache(1_000)
def _hash_seed(seed: int) -> str:
    return hashlib.sha256(str(seed).encode()).hexdigest()
