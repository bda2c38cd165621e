"""Reads off a table who sat there when, since when somebody is asked, its moves and its notes. It knows no Discord.

Notes are about its channel: mostly ids of the bot's own messages. One of 0 is often one that is owed.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from bot.markdown import escape_prose, listed, md, quoted
from engine.core import Event, Game, Seat, all_seats
from engine.core.codec import load_events
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store import By, Entry, Holder, Player, Status, Table
from engine.store.ids import MessageId, UserId

__all__ = [
    "By",
    "Move",
    "Player",
    "Status",
    "Table",
    "asked_since",
    "found_note",
    "game_of",
    "given_back",
    "is_own",
    "move_of",
    "removals",
    "removed",
    "seated_at",
]


class Note(StrEnum):
    """The notes of a table as a whole."""

    CARD = "card"
    """The status card."""
    PHASE = "phase"
    """The latest phase post."""
    PING = "ping"
    """The post with the open question: a message of its own, or the plain report of a phase; 0: there is none."""
    ASKED = "asked"
    """The seats that the open question is put to, bit n for seat n."""
    ASKED_BEFORE = "asked before"
    """The asked seats that had read the question before an undo and a redo. Never stored."""
    CLOSED = "closed"
    """The post about a game that was ended before it was over; 0: it is owed."""
    FILM = "film"
    """The post with the film; 0: it is owed; -1: none could be made."""
    ANALYSIS = "analysis"
    """The post with the analysis; 0: it is owed."""
    UNDONE = "undone"
    """The row of the first undo under the open question."""
    UNDONE_AT = "undone at"
    """The post that was the open question then."""
    DOWNTIME = "back"
    """Seconds that were given back when the bot had been down the last time."""
    DOWNTIME_AT = "back at"
    """When that was, in seconds since 1970."""
    TIMES = "times"
    """0: the card and the question are owed the times as they are since downtime was given back."""
    ASIDE = "set aside"
    """The post that says that the table cannot be read."""
    CHANNEL_GONE = "channel gone"
    """Since when the channel is known to be deleted, in seconds since 1970."""
    AGAIN = "again"
    """The table of the rematch of a game that is over."""
    REMATCH = "rematch of"
    """The table of the game that is played again."""
    OWN_COMPUTERS = "own computers"
    """How many computers a rematch has that the game had; the others are for those who left it."""
    NUDGED = "nudged"
    """When the host of an idle lobby was last due a word, in seconds since 1970."""
    NUDGE = "nudge post"
    """The post with that word to the host; 0: it is owed."""
    LISTED = "listed"
    """1: the lobby is on the server’s post about open tables, 0: its channel is not for everyone who reads that."""
    ROLE = "role"
    """The role that the host can have mentioned; 0: no longer."""
    SEATS = "seats"
    """How often seats have changed hands."""
    SEATS_TOLD = "seats told"
    """How many of these changes the channel has been told of."""
    REMOVALS_TOLD = "removals told"
    """How many of those who were removed from the lobby have been told so."""


class SeatNote(StrEnum):
    """The notes of a table about one seat each."""

    TOLD = "told"
    """A fingerprint of the question that the seat was told last; 0: its player sat down since."""
    POST = "seat"
    """The post about the seat's losing its player; 0: it is owed."""
    POST_BEFORE = "before"
    """Such a post whose place another one takes."""
    WHY = "why"
    """The number of the reason why the seat was vacated. (The store keeps it with who left.)"""
    CALL = "call"
    """The user to whom the seat is offered; 0: nobody, 1: everybody."""
    HEIR = "heir"
    """The user who became host when the seat lost its player; 0: nobody did."""
    OPEN = "open"
    """Since when the seat is open, in seconds since 1970."""
    OPEN_TOLD = "told open"
    """How often the table was reminded of that."""
    NUDGE = "nudge"
    """1: a line that reminds of it is owed."""
    NUDGED = "nudged"
    """The line that reminds of it."""
    UNASKED = "unasked"
    """The direct message of an undone question, which is edited when the very same is asked again."""
    UNASKED_AT = "unasked at"
    """The move that had asked it."""

    def of(self, seat: Seat) -> str:
        """The name of this note about the seat."""
        return f"{self}{seat}"


_DRAWN, _REMOVED, _FOUND = "drawn ", "removed ", "found "


def drawn(picture: str) -> str:
    """The name of the note with a digest of the public picture as the channel was shown it last; 0: no longer."""
    return f"{_DRAWN}{picture}"


def noted_post(table: Table, note: Note) -> MessageId | None:
    """The message that a note of the table names, if there is one."""
    found = table.notes.get(note)
    return MessageId(found) if found else None


def forgotten(notes: Mapping[str, int]) -> dict[str, int]:
    """Notes by which no picture counts as shown."""
    return {name: 0 for name in notes if name.startswith(_DRAWN)}


def removed(number: int) -> str:
    """The name of the note with the user who was removed from the lobby, 1 for the first; 0: they may come again.

    The user is the note's number, by which a person's data are found and deleted.
    """
    return f"{_REMOVED}{number}"


def removals(table: Table) -> tuple[UserId, ...]:
    """The users who were removed from the lobby, the first of them first; 0 for each who may come again."""
    count = sum(name.startswith(_REMOVED) for name in table.notes)
    return tuple(UserId(table.notes[removed(number)]) for number in range(1, count + 1))


def found_note(move: int) -> str:
    """The name of the note with the user who found a better move for their own at that move of the game; 0: nobody.

    The user is the note's number, by which a person's data are found and deleted.
    """
    return f"{_FOUND}{move}"


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
        raise Unreadable(
            md("There’s no game {} here. Choose {}.", quoted(title), listed(list(map(escape_prose, GAMES)), "or"))
        )
    return game


def given_back(table: Table) -> tuple[int, int] | None:
    """Seconds of downtime given back while the present question was open, and when, in seconds since 1970."""
    seconds, at = table.notes.get(Note.DOWNTIME, 0), table.notes.get(Note.DOWNTIME_AT, 0)
    return (seconds, at) if seconds and at >= table.since else None


def seated_at(table: Table, seq: int) -> tuple[Player, ...]:
    """The players as they are called in what is told of move ``seq``: by who held each seat when it was made."""
    before = (_holder(table, seat, seq) for seat in all_seats(len(table.players)))
    pairs = zip(before, table.players, strict=True)
    return tuple(Player(past.name) if past else now for past, now in pairs)


def asked_since(table: Table, seat: Seat, at: float | None = None) -> float:
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


def _holder(table: Table, seat: Seat, seq: int) -> Holder | None:
    """The former holder of the seat at move ``seq``; None when the present one held it then."""
    return next((past for past in table.holders if past.seat == seat and seq <= past.until), None)


def move_of(title: str, entry: Entry) -> Move:
    """A log row with its events decoded."""
    events = load_events(game_of(title), entry.events)
    pressed = entry.interaction is not None
    return Move(entry.seq, Seat(entry.seat), entry.action, entry.by, entry.at, events, pressed)
