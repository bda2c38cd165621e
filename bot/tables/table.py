"""Reads off a table who sat there when, since when somebody is asked, and its moves. It knows no Discord."""

from typing import Any

import msgspec

from bot.tables.notes import Note
from engine.core import Event, Game, Seat, listed
from engine.core.codec import load_events
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store import By, Entry, Holder, Player, Status, Table

__all__ = [
    "By",
    "Move",
    "Player",
    "Status",
    "Table",
    "asked_since",
    "game_of",
    "given_back",
    "is_own",
    "move_of",
    "seated_at",
]


class Move(msgspec.Struct, frozen=True):
    """One row of the log. ``events`` are all of them, also those that only some seats may know of.

    By ``start`` is the set-up: seq 0, seat 0, an empty line. By ``undo`` takes ``line`` back and has no events. Of what
    a person did at once, the first is ``pressed``; nothing is that a vote, a clock or an order brought about.
    """

    seq: int
    seat: Seat
    line: str
    by: By
    at: float
    events: tuple[Event, ...]
    pressed: bool = False


def game_of(title: str) -> Game[Any]:
    """The registered title. Raises ``Unreadable`` with those there are."""
    game = GAMES.get(title)
    if game is None:
        raise Unreadable(f"There’s no game “{title[:40]}” here. Choose {listed(list(GAMES), 'or')}.")
    return game


def given_back(table: Table) -> tuple[int, int] | None:
    """Seconds of downtime given back while the present question was open, and when, in seconds since 1970."""
    seconds, at = table.notes.get(Note.DOWNTIME, 0), table.notes.get(Note.DOWNTIME_AT, 0)
    return (seconds, at) if seconds and at >= table.since else None


def seated_at(table: Table, seq: int) -> tuple[Player, ...]:
    """The players as they are called in what is told of move ``seq``: by who held each seat when it was made."""
    before = (_holder(table, seat, seq) for seat in range(1, len(table.players) + 1))
    pairs = zip(before, table.players, strict=True)
    return tuple(Player(past.name) if past else now for past, now in pairs)


def asked_since(table: Table, seat: int, at: float | None = None) -> float:
    """Since when the seat's player has had the open question, which was asked ``at`` if that is known: not before they
    sat down, and not when they have only gone on with it."""
    clock = table.clocks.get(seat)
    if clock is None or clock.since is None:
        return table.since if at is None else at
    if any(past.seat == seat and past.until >= clock.point for past in table.holders):
        return clock.since
    return min(table.since, clock.since) if at is None else at


def is_own(table: Table, entry: Entry) -> bool:
    """Whether the move was chosen by who holds its seat now: themselves, or by an order of theirs."""
    past, now = _holder(table, entry.seat, entry.seq), table.players[entry.seat - 1].user
    return entry.by in ("player", "order") and now is not None and (past is None or past.user == now)


def _holder(table: Table, seat: int, seq: int) -> Holder | None:
    """The former holder of the seat at move ``seq``; None when the present one held it then."""
    return next((past for past in table.holders if past.seat == seat and seq <= past.until), None)


def move_of(title: str, entry: Entry) -> Move:
    """A log row with its events decoded."""
    events = load_events(game_of(title), entry.events)
    pressed = entry.interaction is not None
    return Move(entry.seq, Seat(entry.seat), entry.action, entry.by, entry.at, events, pressed)
