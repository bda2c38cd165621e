"""What the bot knows of a table: its players, where it stands, and its moves. It knows no Discord and no SQL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.core.event import Event
from engine.core.flow import State
from engine.core.seats import Seat

__all__ = ["By", "Move", "Player", "Status", "Table"]

Status = Literal["lobby", "playing", "finished", "ended"]
"""``finished`` by the rules, ``ended`` by the host."""

By = Literal["start", "player", "computer", "forced", "undo"]


class Player(msgspec.Struct, frozen=True):
    """Who sits on a chair: a Discord user, a computer player with its policy's name, or (in a game read from a file)
    nobody in particular."""

    name: str
    user: int | None = None
    policy: str | None = None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table as it stands; a value, so it grows old. Seat n is ``players[n - 1]``.

    ``seq`` is the number of the last move, 0 before the first. ``seed_hash`` is the SHA-256 of the seed's decimal
    digits, empty until the game starts. ``since`` is when the present question was asked, in seconds since 1970.
    ``state`` is None in the lobby. ``chairs`` is how many players a resumed game needs, None when that is open.
    ``notes`` are the ids of the bot's own messages, by the bot's names for them.
    """

    id: int
    channel: int
    guild: int | None
    title: str
    host: int
    options: Mapping[str, str]
    players: tuple[Player, ...]
    status: Status
    seq: int = 0
    seed_hash: str = ""
    since: float = 0.0
    state: State | None = None
    chairs: int | None = None
    notes: Mapping[str, int] = msgspec.field(default_factory=dict)


class Move(msgspec.Struct, frozen=True):
    """One row of the log. ``events`` are all of them, also those that only some seats may know of.

    By ``start`` is the set-up: seq 0, seat 0, an empty line. By ``undo`` takes ``line`` back and has no events.
    """

    seq: int
    seat: Seat
    line: str
    by: By
    at: float
    events: tuple[Event, ...]
