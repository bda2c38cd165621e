"""Facts about a table: its players over time, when decisions opened, its moves, and its notes.

Notes are mostly ids of the bot's own messages; 0 often means that a post is pending.
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
    """The keys of a table's notes about the whole table."""

    STATUS_CARD = "card"
    """The status card."""
    LATEST_REPORT = "phase"
    """The post of the latest report."""
    QUESTION_POST = "ping"
    """The post with the open question: a message of its own, or a report; 0: none."""
    SEATS_ASKED = "asked"
    """The seats that are to move, bit n for seat n."""
    SEATS_ASKED_BEFORE = "asked before"
    """The seats that were to move before an undo and a redo. Never stored."""
    END_POST = "closed"
    """The post about a game that was ended early; 0: pending."""
    FILM_POST = "film"
    """The post with the film; 0: pending; -1: none could be made."""
    ANALYSIS_POST = "analysis"
    """The post with the analysis; 0: pending."""
    FIRST_UNDO_SEQ = "undone"
    """The ``seq`` of the first undo since the open question was posted."""
    UNDO_QUESTION_POST = "undone at"
    """The post with the open question at the time of ``FIRST_UNDO_SEQ``."""
    DOWNTIME_SECONDS = "back"
    """Seconds credited after the last downtime."""
    DOWNTIME_AT = "back at"
    """The time at which the last downtime was credited, in seconds since 1970."""
    TIMES_OUTDATED = "times"
    """0: the times in the card and in the question are outdated, because downtime was credited."""
    CORRUPT_POST = "set aside"
    """The post about the table's invalid data."""
    CHANNEL_DELETED_AT = "channel gone"
    """The time at which the bot noticed that the channel was deleted, in seconds since 1970."""
    CHANNEL_DELETION_NOTIFIED = "channel gone told"
    """The number of seats whose players were notified that the channel was deleted."""
    NEXT_TABLE = "again"
    """The table of the rematch of a game that is over."""
    PREVIOUS_TABLE = "rematch of"
    """The table of the game whose rematch this is."""
    OWN_COMPUTERS = "own computers"
    """The number of computer players that a rematch has from the original game; others replace players who left."""
    IDLE_REMINDER_AT = "nudged"
    """The time at which the last reminder to the host of an idle lobby was due, in seconds since 1970."""
    IDLE_REMINDER_POST = "nudge post"
    """The post with the last reminder to the host of an idle lobby; 0: pending."""
    IS_LISTED = "listed"
    """1: the server’s post about open tables lists the lobby; 0: not all readers of that post can see its channel."""
    MENTIONABLE_ROLE = "role"
    """The role that the host can have mentioned; 0: no longer."""
    SEAT_CHANGES = "seats"
    """The number of times that a seat changed hands."""
    SEAT_CHANGES_PUBLISHED = "seats told"
    """The number of seat changes that were posted."""
    REMOVALS_NOTIFIED = "removals told"
    """The number of users who were notified that they were removed from the lobby."""


class SeatBookkeepingKey(StrEnum):
    """The prefixes of the keys of a table's notes about one seat each."""

    QUESTION_DIGEST = "told"
    """A digest of the last question posted for the seat; 0: its player has joined since."""
    VACANCY_POST = "seat"
    """The post that says that the seat lost its player; 0: pending."""
    PREVIOUS_VACANCY_POST = "before"
    """The earlier post about the seat, which the new one replaces."""
    VACANCY_REASON = "why"
    """The number of the reason why the seat lost its player. (The store keeps it with the former player.)"""
    OFFER_RECIPIENT = "call"
    """The user to whom the seat is offered; 0: no one, 1: everyone."""
    NEW_HOST = "heir"
    """The user who became host when the seat lost its player; 0: no one did."""
    OPEN_SINCE = "open"
    """The time at which the seat was opened, in seconds since 1970."""
    REMINDER_COUNT = "told open"
    """The number of reminders of the open seat."""
    REMINDER_DUE = "nudge"
    """1: a reminder of the open seat is pending."""
    REMINDER_POST = "nudged"
    """The post that reminds of the open seat."""
    WITHDRAWN_MESSAGE = "unasked"
    """The direct message of an undone question, edited if the same question comes again."""
    WITHDRAWN_POINT = "unasked at"
    """The ``seq`` of the move that opened the undone question."""

    def for_seat(self, seat: Seat) -> str:
        """The key of this note about the seat."""
        return f"{self}{seat}"


_PICTURE_PREFIX, REMOVAL_PREFIX, _FOUND_PREFIX = "drawn ", "removed ", "found "


def picture_key(picture: str) -> str:
    """The key of the note with a digest of the picture as the channel last showed it; 0: no longer."""
    return f"{_PICTURE_PREFIX}{picture}"


def post_id_of(table: Table, note: BookkeepingKey) -> MessageId | None:
    """The message id in a table's note; None if there is none."""
    post_id = table.notes.get(note)
    return MessageId(post_id) if post_id else None


def forget_shown_pictures(notes: Mapping[str, int]) -> dict[str, int]:
    """The notes to save so that no picture counts as shown."""
    return {key: 0 for key in notes if key.startswith(_PICTURE_PREFIX)}


def removal_key(number: int) -> str:
    """The key of the note about a user removed from the lobby, starting at 1; 0 means that they may return.

    The note's value is the user, so that a user's data can be found and deleted.
    """
    return f"{REMOVAL_PREFIX}{number}"


def users_removed(table: Table) -> tuple[UserId, ...]:
    """The users who were removed from the lobby, in order; 0 for each who may return."""
    count = sum(name.startswith(REMOVAL_PREFIX) for name in table.notes)
    return tuple(UserId(table.notes[removal_key(number)]) for number in range(1, count + 1))


def found_key(seq: int) -> str:
    """The key of the note about the user who found a better move than their own at that move; 0: no one.

    The note's value is the user, so that a user's data can be found and deleted.
    """
    return f"{_FOUND_PREFIX}{seq}"


class LogEntry(msgspec.Struct, frozen=True):
    """A row of the log with its events decoded; ``events`` include those that only some seats may see.

    The set-up has ``by`` ``start``, seq 0, seat 0, and an empty line. An ``undo`` undoes ``line`` and has no events.
    ``pressed`` marks the first move of a person's press; moves by vote, clock, or order are not pressed.
    """

    seq: int
    seat: Seat
    line: str
    by: MoveOrigin
    at: float
    events: tuple[Event, ...]
    pressed: bool = False


def game_of(title: str) -> Game[Any]:
    """Return the game with that key. Raise ``Unreadable`` with the known keys if there is none."""
    game = GAMES.get(title)
    if game is None:
        raise Unreadable(
            md("There’s no game {} here. Choose {}.", quote(title), join_words(list(map(escape_prose, GAMES)), "or"))
        )
    return game


def downtime_compensation(table: Table) -> tuple[int, int] | None:
    """The seconds of downtime credited since the open question came, and the time of that credit; None if none were."""
    seconds, credited_at = (
        table.notes.get(BookkeepingKey.DOWNTIME_SECONDS, 0),
        table.notes.get(BookkeepingKey.DOWNTIME_AT, 0),
    )
    return (seconds, credited_at) if seconds and credited_at >= table.since else None


def players_at(table: Table, seq: int) -> tuple[Player, ...]:
    """The players as texts about move ``seq`` name them: the holders of the seats at that time."""
    former_holders = (_former_holder_at(table, seat, seq) for seat in all_seats(len(table.players)))
    pairs = zip(former_holders, table.players, strict=True)
    return tuple(Player(former.name) if former else current for former, current in pairs)


def turn_start(table: Table, seat: Seat, at: float | None = None) -> float:
    """The time when the seat's player got the open question, but not before they joined; it came ``at``, if known.

    A player who continues a decision of several moves keeps its start.
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
    """The former holder of the seat at move ``seq``; None if the current one held it then."""
    return next((former for former in table.holders if former.seat == seat and seq <= former.until), None)


def decode_entry(title: str, entry: LogRow) -> LogEntry:
    """Decode the events of a log row."""
    events = load_events(game_of(title), entry.events)
    pressed = entry.interaction is not None
    return LogEntry(entry.seq, Seat(entry.seat), entry.action, entry.by, entry.at, events, pressed)
