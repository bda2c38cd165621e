"""Facts about a table: its players over time, its moves, the times when decisions opened, and its notes.

A note is a number stored with the table: mostly the id of a message of the bot, or 0 while the message is pending.
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
    "found_key",
    "game_of",
    "is_own_move",
    "players_at",
    "removal_key",
    "turn_start",
    "users_removed",
]


class BookkeepingKey(StrEnum):
    """Keys of the notes about a whole table. The text at each key describes the value of the note."""

    STATUS_CARD = "card"
    """Id of the message with the status card."""
    LATEST_REPORT = "phase"
    """Id of the message with the latest report."""
    QUESTION_POST = "ping"
    """Id of the message with the open question, which may be a report; 0: none."""
    SEATS_ASKED = "asked"
    """The seats that are to move, as bits: bit n for seat n."""
    SEATS_ASKED_BEFORE = "asked before"
    """The seats that were to move before an undo and a redo, as bits. Never stored."""
    END_POST = "closed"
    """Id of the message about a game that was ended early; 0: pending."""
    FILM_POST = "film"
    """Id of the message with the film of the game; 0: pending; -1: no film could be made."""
    ANALYSIS_POST = "analysis"
    """Id of the message with the analysis of the game; 0: pending."""
    FIRST_UNDO_SEQ = "undone"
    """The ``seq`` of the first undo since the open question was posted."""
    UNDO_QUESTION_POST = "undone at"
    """Id of the message that had the open question when ``FIRST_UNDO_SEQ`` was noted."""
    DOWNTIME_SECONDS = "back"
    """Seconds that were credited for the last downtime."""
    DOWNTIME_AT = "back at"
    """The time at which the last downtime was credited, in seconds since 1970."""
    TIMES_OUTDATED = "times"
    """0: downtime was credited, so the times in the status card and in the question are outdated."""
    CORRUPT_POST = "set aside"
    """Id of the message that says that the table's data are invalid."""
    CHANNEL_DELETED_AT = "channel gone"
    """Key of the time at which the bot noticed that the channel was deleted, in seconds since 1970."""
    CHANNEL_DELETION_NOTIFIED = "channel gone told"
    """The number of seats whose players were notified that the channel was deleted."""
    NEXT_TABLE = "again"
    """Id of the table where the rematch of this finished game is played."""
    PREVIOUS_TABLE = "rematch of"
    """Id of the table whose game this rematch repeats."""
    OWN_COMPUTERS = "own computers"
    """The number of computer players that a rematch takes over from the first game.

    Other computer players replace people who left early.
    """
    IDLE_REMINDER_AT = "nudged"
    """The time when the last reminder to the host of an idle lobby was due, in seconds since 1970."""
    IDLE_REMINDER_POST = "nudge post"
    """Id of the message with the last reminder to the host of an idle lobby; 0: pending."""
    IS_LISTED = "listed"
    """1: the server's post about open tables lists the lobby. 0: the lobby is hidden.

    A lobby is hidden if some readers of the post can't see the lobby's channel.
    """
    MENTIONABLE_ROLE = "role"
    """Id of the role that the bot mentions if the host wishes; 0: none anymore."""
    SEAT_CHANGES = "seats"
    """The number of times that a seat got a new holder or lost its holder."""
    SEAT_CHANGES_PUBLISHED = "seats told"
    """The number of changes of seats that were posted."""
    REMOVALS_NOTIFIED = "removals told"
    """The number of users who were notified of their removal from the lobby."""


class SeatBookkeepingKey(StrEnum):
    """Prefixes for the keys of notes about one seat of a table. The text at each prefix describes the note's value."""

    QUESTION_DIGEST = "told"
    """A digest of the last question that was posted for the seat; 0 if its player joined afterwards."""
    VACANCY_POST = "seat"
    """Id of the message that says that the seat lost its player; 0: pending."""
    PREVIOUS_VACANCY_POST = "before"
    """Id of an earlier message about the seat, which the new message replaces."""
    VACANCY_REASON = "why"
    """A number for the reason why the seat lost its player. (The store keeps it with the former player.)"""
    OFFER_RECIPIENT = "call"
    """Id of the user to whom the seat is offered; 0: no one; 1: everyone."""
    NEW_HOST = "heir"
    """Id of the user who became host when the seat lost its player; 0: no one did."""
    OPEN_SINCE = "open"
    """The time at which the seat was opened, in seconds since 1970."""
    REMINDER_COUNT = "told open"
    """The number of reminders of the open seat so far."""
    REMINDER_DUE = "nudge"
    """1: a reminder of the open seat is pending."""
    REMINDER_POST = "nudged"
    """Id of the message that reminds of the open seat."""
    WITHDRAWN_MESSAGE = "unasked"
    """Id of the direct message with an undone question. The message is edited if the question is asked again."""
    WITHDRAWN_POINT = "unasked at"
    """The ``seq`` of the move that opened the undone question."""

    def for_seat(self, seat: Seat) -> str:
        """Return the key of this note for the seat."""
        return f"{self}{seat}"


_PICTURE_PREFIX, REMOVAL_PREFIX, _FOUND_PREFIX = "drawn ", "removed ", "found "


def picture_key(picture: str) -> str:
    """Return the key of the note about a picture.

    The value is a digest of the version that the channel shows; 0 if the picture must be shown again.
    """
    return f"{_PICTURE_PREFIX}{picture}"


def post_id_of(table: Table, note: BookkeepingKey) -> MessageId | None:
    """The message id in a table's note; None if there is none."""
    post_id = table.notes.get(note)
    return MessageId(post_id) if post_id else None


def forget_shown_pictures(notes: Mapping[str, int]) -> dict[str, int]:
    """Return the notes to save so that no picture counts as shown in the channel."""
    return {key: 0 for key in notes if key.startswith(_PICTURE_PREFIX)}


def removal_key(number: int) -> str:
    """Return the key of a note about a user who was removed from the lobby. ``number`` counts from 1.

    The value is the user's id, so that the user's data can be found and deleted; 0 if the user may join again.
    """
    return f"{REMOVAL_PREFIX}{number}"


def users_removed(table: Table) -> tuple[UserId, ...]:
    """Return the users who were removed from the lobby, in order; 0 in place of a user who may join again."""
    count = sum(name.startswith(REMOVAL_PREFIX) for name in table.notes)
    return tuple(UserId(table.notes[removal_key(number)]) for number in range(1, count + 1))


def found_key(seq: int) -> str:
    """Return the key of a note about the user who later found a better move than their own move ``seq``.

    The value is the user's id, so that the user's data can be found and deleted; 0 for no one.
    """
    return f"{_FOUND_PREFIX}{seq}"


class LogEntry(msgspec.Struct, frozen=True):
    """A row of the log with its events decoded. Some of the ``events`` may be secret from some seats.

    ``by`` is the origin of the move. For the set-up it is ``start``, with seq 0, seat 0, and an empty line. An ``undo``
    takes back the move ``line`` and has no events. ``pressed`` marks the first move that a person's press made; moves
    by vote, clock, or order are not marked.
    """

    seq: int
    seat: Seat
    line: str
    by: MoveOrigin
    at: float
    events: tuple[Event, ...]
    pressed: bool = False


def game_of(title: str) -> Game[Any]:
    """Return the game with the key ``title``. Raises ``Unreadable`` with the known keys if there is none."""
    game = GAMES.get(title)
    if game is None:
        raise Unreadable(
            md("There’s no game {} here. Choose {}.", quote(title), join_words(list(map(escape_prose, GAMES)), "or"))
        )
    return game


def downtime_compensation(table: Table) -> tuple[int, int] | None:
    """Return (seconds, time) of the downtime credited since the open question was asked; None if there is none.

    The time is that of the credit, in seconds since 1970.
    """
    seconds, credited_at = (
        table.notes.get(BookkeepingKey.DOWNTIME_SECONDS, 0),
        table.notes.get(BookkeepingKey.DOWNTIME_AT, 0),
    )
    return (seconds, credited_at) if seconds and credited_at >= table.since else None


def players_at(table: Table, seq: int) -> tuple[Player, ...]:
    """Return the players who had the seats at move ``seq``, for their names in texts about the move."""
    former_holders = (_former_holder_at(table, seat, seq) for seat in all_seats(len(table.players)))
    pairs = zip(former_holders, table.players, strict=True)
    return tuple(Player(former.name) if former else current for former, current in pairs)


def turn_start(table: Table, seat: Seat, at: float | None = None) -> float:
    """Return the time when the seat's player got the open question, in seconds since 1970.

    ``at`` is the time when the question was asked, if known. It does not count if the player joined later. If a
    decision takes several moves, the time of its first question counts.
    """
    clock = table.clocks.get(seat)
    if clock is None or clock.since is None:
        return table.since if at is None else at
    if any(former.seat == seat and former.until >= clock.point for former in table.holders):
        return clock.since
    return min(table.since, clock.since) if at is None else at


def is_own_move(table: Table, entry: LogRow) -> bool:
    """Whether the seat's current holder chose the move, directly or by a standing order."""
    former, user = _former_holder_at(table, entry.seat, entry.seq), table.players[entry.seat - 1].user
    return entry.by in ("player", "order") and user is not None and (former is None or former.user == user)


def _former_holder_at(table: Table, seat: Seat, seq: int) -> FormerHolder | None:
    """Return the former holder who had the seat at move ``seq``; None if the current holder had it already."""
    return next((former for former in table.holders if former.seat == seat and seq <= former.until), None)


def decode_entry(title: str, entry: LogRow) -> LogEntry:
    """Return a log row with its events decoded."""
    events = load_events(game_of(title), entry.events)
    pressed = entry.interaction is not None
    return LogEntry(entry.seq, Seat(entry.seat), entry.action, entry.by, entry.at, events, pressed)
