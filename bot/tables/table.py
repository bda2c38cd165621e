"""Reads off a table who sat there when, since when somebody is asked, its moves and its notes. It knows no Discord.

Notes are about its channel: mostly ids of the bot's own messages. One of 0 is often one that is owed.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from bot.markdown import escape_prose, join_words, md, quote
from engine.core import Event, Game, Seat, all_seats
from engine.core.codec import load_events
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store import FormerHolder, LogRow, MoveOrigin, Player, Status, Table
from engine.store.ids import MessageId, UserId

__all__ = [
    "LogEntry",
    "MoveOrigin",
    "Player",
    "Status",
    "Table",
    "decode_entry",
    "downtime_compensation",
    "found_note",
    "game_of",
    "is_own_move",
    "players_at",
    "removal_key",
    "turn_start",
    "users_removed",
]


class BookkeepingKey(StrEnum):
    """The notes of a table as a whole."""

    STATUS_CARD = "card"
    """The status card."""
    LATEST_REPORT = "phase"
    """The latest phase post."""
    QUESTION_POST = "ping"
    """The post with the open question: a message of its own, or the plain report of a phase; 0: there is none."""
    SEATS_ASKED = "asked"
    """The seats that the open question is put to, bit n for seat n."""
    SEATS_ASKED_BEFORE = "asked before"
    """The asked seats that had read the question before an undo and a redo. Never stored."""
    END_POST = "closed"
    """The post about a game that was ended before it was over; 0: it is owed."""
    FILM_POST = "film"
    """The post with the film; 0: it is owed; -1: none could be made."""
    ANALYSIS_POST = "analysis"
    """The post with the analysis; 0: it is owed."""
    FIRST_UNDO_SEQ = "undone"
    """The row of the first undo under the open question."""
    UNDO_QUESTION_POST = "undone at"
    """The post that was the open question then."""
    DOWNTIME_SECONDS = "back"
    """Seconds that were given back when the bot had been down the last time."""
    DOWNTIME_AT = "back at"
    """When that was, in seconds since 1970."""
    TIMES_OUTDATED = "times"
    """0: the card and the question are owed the times as they are since downtime was given back."""
    CORRUPT_POST = "set aside"
    """The post that says that the table cannot be read."""
    CHANNEL_DELETED_AT = "channel gone"
    """Since when the channel is known to be deleted, in seconds since 1970."""
    CHANNEL_DELETION_NOTIFIED = "channel gone told"
    """How many of the seats have been told that the channel is deleted, where they want to be."""
    NEXT_TABLE = "again"
    """The table of the rematch of a game that is over."""
    PREVIOUS_TABLE = "rematch of"
    """The table of the game that is played again."""
    OWN_COMPUTERS = "own computers"
    """How many computers a rematch has that the game had; the others are for those who left it."""
    IDLE_REMINDER_AT = "nudged"
    """When the host of an idle lobby was last due a word, in seconds since 1970."""
    IDLE_REMINDER_POST = "nudge post"
    """The post with that word to the host; 0: it is owed."""
    IS_LISTED = "listed"
    """1: the lobby is on the server’s post about open tables, 0: its channel is not for everyone who reads that."""
    MENTIONABLE_ROLE = "role"
    """The role that the host can have mentioned; 0: no longer."""
    SEAT_CHANGES = "seats"
    """How often seats have changed hands."""
    SEAT_CHANGES_PUBLISHED = "seats told"
    """How many of these changes the channel has been told of."""
    REMOVALS_NOTIFIED = "removals told"
    """How many of those who were removed from the lobby have been told so."""


class SeatBookkeepingKey(StrEnum):
    """The notes of a table about one seat each."""

    QUESTION_DIGEST = "told"
    """A fingerprint of the question that the seat was told last; 0: its player sat down since."""
    VACANCY_POST = "seat"
    """The post about the seat's losing its player; 0: it is owed."""
    PREVIOUS_VACANCY_POST = "before"
    """Such a post whose place another one takes."""
    VACANCY_REASON = "why"
    """The number of the reason why the seat was vacated. (The store keeps it with who left.)"""
    OFFER_RECIPIENT = "call"
    """The user to whom the seat is offered; 0: nobody, 1: everybody."""
    NEW_HOST = "heir"
    """The user who became host when the seat lost its player; 0: nobody did."""
    OPEN_SINCE = "open"
    """Since when the seat is open, in seconds since 1970."""
    REMINDER_COUNT = "told open"
    """How often the table was reminded of that."""
    REMINDER_DUE = "nudge"
    """1: a line that reminds of it is owed."""
    REMINDER_POST = "nudged"
    """The line that reminds of it."""
    WITHDRAWN_MESSAGE = "unasked"
    """The direct message of an undone question, which is edited when the very same is asked again."""
    WITHDRAWN_POINT = "unasked at"
    """The move that had asked it."""

    def for_seat(self, seat: Seat) -> str:
        """The name of this note about the seat."""
        return f"{self}{seat}"


_PICTURE_PREFIX, REMOVAL_PREFIX, _FOUND = "drawn ", "removed ", "found "


def picture_key(picture: str) -> str:
    """The name of the note with a digest of the public picture as the channel was shown it last; 0: no longer."""
    return f"{_PICTURE_PREFIX}{picture}"


def post_id_of(table: Table, note: BookkeepingKey) -> MessageId | None:
    """The message that a note of the table names, if there is one."""
    post_id = table.notes.get(note)
    return MessageId(post_id) if post_id else None


def forget_shown_pictures(notes: Mapping[str, int]) -> dict[str, int]:
    """Notes by which no picture counts as shown."""
    return {name: 0 for name in notes if name.startswith(_PICTURE_PREFIX)}


def removal_key(number: int) -> str:
    """The name of the note with the user who was removed from the lobby, 1 for the first; 0: they may come again.

    The user is the note's number, by which a person's data are found and deleted.
    """
    return f"{REMOVAL_PREFIX}{number}"


def users_removed(table: Table) -> tuple[UserId, ...]:
    """The users who were removed from the lobby, the first of them first; 0 for each who may come again."""
    count = sum(name.startswith(REMOVAL_PREFIX) for name in table.notes)
    return tuple(UserId(table.notes[removal_key(number)]) for number in range(1, count + 1))


def found_note(move: int) -> str:
    """The name of the note with the user who found a better move for their own at that move of the game; 0: nobody.

    The user is the note's number, by which a person's data are found and deleted.
    """
    return f"{_FOUND}{move}"


class LogEntry(msgspec.Struct, frozen=True):
    """One row of the log. ``events`` are all of them, also those that only some seats may know of.

    By ``start`` is the set-up: seq 0, seat 0, an empty line. By ``undo`` takes ``line`` back and has no events. Of what
    a person did at once, the first is ``pressed``; nothing is that a vote, a clock or an order brought about.
    """

    seq: int
    seat: Seat
    line: str
    by: MoveOrigin
    at: float
    events: tuple[Event, ...]
    pressed: bool = False


def game_of(title: str) -> Game[Any]:
    """The registered title. Raises ``Unreadable`` with those there are."""
    game = GAMES.get(title)
    if game is None:
        raise Unreadable(
            md("There’s no game {} here. Choose {}.", quote(title), join_words(list(map(escape_prose, GAMES)), "or"))
        )
    return game


def downtime_compensation(table: Table) -> tuple[int, int] | None:
    """Seconds of downtime given back while the present question was open, and when, in seconds since 1970."""
    seconds, at = table.notes.get(BookkeepingKey.DOWNTIME_SECONDS, 0), table.notes.get(BookkeepingKey.DOWNTIME_AT, 0)
    return (seconds, at) if seconds and at >= table.since else None


def players_at(table: Table, seq: int) -> tuple[Player, ...]:
    """The players as they are called in what is told of move ``seq``: by who held each seat when it was made."""
    before = (_former_holder_at(table, seat, seq) for seat in all_seats(len(table.players)))
    pairs = zip(before, table.players, strict=True)
    return tuple(Player(past.name) if past else now for past, now in pairs)


def turn_start(table: Table, seat: Seat, at: float | None = None) -> float:
    """Since when the seat's player has had the open question, which was asked ``at`` if that is known: not before they
    sat down, and not when they have only gone on with it."""
    clock = table.clocks.get(seat)
    if clock is None or clock.since is None:
        return table.since if at is None else at
    if any(past.seat == seat and past.until >= clock.point for past in table.holders):
        return clock.since
    return min(table.since, clock.since) if at is None else at


def is_own_move(table: Table, entry: LogRow) -> bool:
    """Whether the move was chosen by who holds its seat now: themselves, or by an order of theirs."""
    past, now = _former_holder_at(table, entry.seat, entry.seq), table.players[entry.seat - 1].user
    return entry.by in ("player", "order") and now is not None and (past is None or past.user == now)


def _former_holder_at(table: Table, seat: Seat, seq: int) -> FormerHolder | None:
    """The former holder of the seat at move ``seq``; None when the present one held it then."""
    return next((past for past in table.holders if past.seat == seat and seq <= past.until), None)


def decode_entry(title: str, entry: LogRow) -> LogEntry:
    """A log row with its events decoded."""
    events = load_events(game_of(title), entry.events)
    pressed = entry.interaction is not None
    return LogEntry(entry.seq, Seat(entry.seat), entry.action, entry.by, entry.at, events, pressed)
