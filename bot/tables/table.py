"""What the bot knows of a table: its players, where it stands, and its moves. It knows no Discord and no SQL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.clocks.terms import Terms, terms_of
from bot.tables.notes import Note
from engine.core.codec import load_events
from engine.core.event import Event
from engine.core.flow import State
from engine.core.game import Game
from engine.core.seats import Seat
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store import By, Clock, Entry, Holder, Player, Session, Status, seed_hash

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
    "table_of",
]


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table as it stands; a value, so it grows old. Seat n is ``players[n - 1]``.

    ``seq`` is the number of the last move, 0 before the first; ``moves`` is how many stand, without what was said
    ahead. ``seed_hash`` is the SHA-256 of the seed's decimal digits, empty until the game starts. ``since`` is when
    the present question was asked, in seconds since 1970.
    ``state`` is None in the lobby. ``chairs`` is how many players a resumed game needs, None when that is open.
    ``notes`` are mostly ids of the bot's own messages (``bot.tables.notes``). ``terms`` say how time is kept,
    ``paused`` since when it is not, by consent; ``clocks`` are those of the seats that persons hold, ``holders`` who
    sat there before (``seated_at``).
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
    moves: int = 0
    seed_hash: str = ""
    since: float = 0.0
    state: State | None = None
    chairs: int | None = None
    notes: Mapping[str, int] = msgspec.field(default_factory=dict)
    terms: Terms = Terms()
    paused: float | None = None
    clocks: Mapping[int, Clock] = msgspec.field(default_factory=dict)
    holders: tuple[Holder, ...] = ()


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
        raise Unreadable(f"There is no title “{title[:40]}” here; there are: {', '.join(GAMES)}.")
    return game


def table_of(session: Session, state: State | None) -> Table:
    """What is stored, without its secrets; ``state`` is the session's, decoded."""
    return Table(
        id=session.id,
        channel=session.channel,
        guild=session.guild,
        title=session.title,
        host=session.host,
        options=session.options,
        players=session.players,
        status=session.status,
        seq=session.head,
        moves=session.moves,
        seed_hash=seed_hash(session.seed),
        since=session.since,
        state=None if session.status == "lobby" else state,
        chairs=session.chairs,
        notes=session.notes,
        terms=terms_of(session.terms),
        paused=session.paused,
        clocks=session.clocks,
        holders=session.holders,
    )


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


def is_own(session: Session, entry: Entry) -> bool:
    """Whether the move was chosen by who holds its seat now: themselves, or by an order of theirs."""
    past, now = _holder(session, entry.seat, entry.seq), session.players[entry.seat - 1].user
    return entry.by in ("player", "order") and now is not None and (past is None or past.user == now)


def _holder(table: Table | Session, seat: int, seq: int) -> Holder | None:
    """Who held the seat when move ``seq`` was made; None when it was who holds it now."""
    return next((past for past in table.holders if past.seat == seat and seq <= past.until), None)


def move_of(title: str, entry: Entry) -> Move:
    """A log row with its events decoded."""
    events = load_events(game_of(title), entry.events)
    pressed = entry.interaction is not None
    return Move(entry.seq, Seat(entry.seat), entry.action, entry.by, entry.at, events, pressed)
