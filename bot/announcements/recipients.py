"""The seats to move, the users to notify, and the channels or methods by which they are notified. Pure.

A player is not mentioned again for a question that returns after an undo and a redo.
"""

import zlib
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from bot.clocks.clock import zero_time
from bot.tables.table import BookkeepingKey, LogEntry, SeatBookkeepingKey, Table, post_id_of
from bot.users import UserPreferences
from engine import Decision, Seat
from engine.core import is_turn_hidden
from engine.store.ids import MessageId, UserId
from engine.store.notifications import DeliveryMethod, Notification

_TWO_PLAYERS = 2
"""With this number of players, each can infer the other's question."""


def questions_to_people(table: Table, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """The questions that a person must answer."""
    return tuple(decision for decision in decisions if table.players[decision.seat - 1].user is not None)


def has_one_person(table: Table) -> bool:
    """Whether only one person is at the table, so that every question follows directly from their own press."""
    return sum(player.user is not None for player in table.players) == 1


def delivery_methods(preferences: UserPreferences) -> tuple[DeliveryMethod, ...]:
    """The ways in which the user is notified of a question: the channel if direct messages are refused."""
    match preferences.notices:
        case "none":
            return ()
        case "direct":
            return ("channel",) if preferences.closed else ("direct",)
        case "both":
            return ("channel",) if preferences.closed else ("channel", "direct")
        case _:
            return ("channel",)


def users_to_mention(
    table: Table, decisions: Sequence[Decision], person: Callable[[UserId], UserPreferences]
) -> list[UserId]:
    """Return the users to mention in the channel for these decisions.

    Empty if only one person plays. Users who were notified of the same question before are left out.
    """
    if has_one_person(table):
        return []
    asked_before = seats_in_mask(table.notes.get(BookkeepingKey.SEATS_ASKED_BEFORE, 0))
    users = (table.players[decision.seat - 1].user for decision in decisions if decision.seat not in asked_before)
    return [user for user in users if user is not None and "channel" in delivery_methods(person(user))]


def seats_to_move(table: Table) -> Mapping[Seat, UserId]:
    """The seats whose clocks run, with their users; empty while the table is paused or after its end."""
    if table.status != "playing" or table.paused is not None:
        return {}
    running = (Seat(seat) for seat, clock in sorted(table.clocks.items()) if clock.since is not None)
    held = {seat: table.players[seat - 1].user for seat in running if seat <= len(table.players)}
    return {seat: user for seat, user in held.items() if user is not None}


def deadlines(table: Table, person: Callable[[UserId], UserPreferences]) -> Mapping[Seat, float]:
    """Return the times when the clocks of the seats to move run out, in seconds since 1970; empty without a clock.

    Also empty for a single person among computers, because nothing happens when that person's time is up.
    """
    if table.terms.time_control is None or has_one_person(table):
        return {}
    preferences = {seat: person(user) for seat, user in seats_to_move(table).items()}
    times = {seat: zero_time(table.clocks[seat], user_preferences) for seat, user_preferences in preferences.items()}
    return {seat: at for seat, at in times.items() if at is not None}


def _is_turn_hidden(table: Table) -> bool:
    return table.state is not None and table.status == "playing" and is_turn_hidden(table.state)


def public_deadlines(table: Table, person: Callable[[UserId], UserPreferences]) -> Mapping[Seat, float]:
    """Return the ``deadlines``; none if running clocks would reveal which seats are to move."""
    return {} if _is_turn_hidden(table) else deadlines(table, person)


def drop_hidden_questions(table: Table, new_decisions: Sequence[Decision], before: Collection[Seat]) -> list[Decision]:
    """Return the new questions that may be posted.

    While it is secret which seats are to move, a single question to one of the seats ``before`` is dropped. A question
    to several seats reveals nothing about one of them. With two players there is no one to hide it from.
    """
    if not _is_turn_hidden(table) or len(table.players) == _TWO_PLAYERS or len(new_decisions) > 1:
        return list(new_decisions)
    return [decision for decision in new_decisions if decision.seat not in before]


def is_asked_in_secret(table: Table, seat: Seat, person: UserPreferences) -> bool:
    """Whether only a direct message may notify the seat, because it was asked after others while turns are secret."""
    first_point = min((clock.point for clock in table.clocks.values()), default=0)
    is_later = _is_turn_hidden(table) and len(table.players) > _TWO_PLAYERS and table.clocks[seat].point > first_point
    return is_later and bool(delivery_methods(person)) and not person.closed


def is_to_former_holder(table: Table, notification: Notification) -> bool:
    """Whether the notification is a direct message to a user who lost the seat and may take it back."""
    return notification.place == "direct" and table.players[notification.seat - 1].away == notification.user


def open_question_post(table: Table) -> MessageId | None:
    """The id of the post with the open question; None if there is none."""
    return post_id_of(table, BookkeepingKey.QUESTION_POST)


def seat_mask(decisions: Sequence[Decision]) -> int:
    """The seats to move as a bit mask, bit n for seat n, as stored in the table's notes."""
    return sum(1 << decision.seat for decision in decisions)


def seats_in_mask(number: int) -> tuple[Seat, ...]:
    """Return the seats of a bit mask that ``seat_mask`` made."""
    return tuple(Seat(bit) for bit in range(number.bit_length()) if number >> bit & 1)


def is_newly_asked(
    seat: Seat, point: int, moves: Sequence[LogEntry], before: Collection[Seat], phase_start: int = -1
) -> bool:
    """Whether the seat's decision at move ``point`` arose without a press of the seat's own player.

    ``before`` are the seats to move before ``moves``. A forced move, or one by standing order, counts as part of the
    move before it. The phase began at move ``phase_start``; its first questions count as new.
    """
    chosen = [move for move in moves if move.seq <= point and move.by not in ("forced", "ahead")]
    causes = [move for move in chosen if (move.by, move.seat) != ("order", seat)]
    if not causes or all(move.seq != point for move in moves):
        return seat not in before
    return point <= phase_start or causes[-1].seat != seat or causes[-1].by not in ("player", "undo")


def note_repeated_questions(
    table: Table, moves: Sequence[LogEntry], decisions: Sequence[Decision]
) -> tuple[Table, Mapping[str, int]]:
    """Return the table with a note of the seats whose question is repeated, and the digests to store.

    After an undo, no question counts as repeated, so that the players are notified.
    """
    digests = question_digests(table, decisions)
    digest_keys = {decision.seat: SeatBookkeepingKey.QUESTION_DIGEST.for_seat(decision.seat) for decision in decisions}
    repeated = [
        decision
        for decision in decisions
        if table.notes.get(digest_keys[decision.seat]) == digests[digest_keys[decision.seat]]
    ]
    mask = 0 if moves[-1].by == "undo" else seat_mask(repeated)
    return replace(table, notes={**table.notes, BookkeepingKey.SEATS_ASKED_BEFORE: mask}), digests


def question_digests(table: Table, decisions: Sequence[Decision]) -> dict[str, int]:
    """The notes with a digest of each question, by which a repeated question is recognized."""
    return {
        SeatBookkeepingKey.QUESTION_DIGEST.for_seat(decision.seat): _question_digest(table, decision)
        for decision in decisions
    }


def seats_with_question(table: Table) -> frozenset[Seat]:
    """Return the seats that the open question asks, except those whose player joined later."""
    seats = seats_in_mask(table.notes.get(BookkeepingKey.SEATS_ASKED, 0))
    return frozenset(seat for seat in seats if table.notes.get(SeatBookkeepingKey.QUESTION_DIGEST.for_seat(seat)) != 0)


def _question_digest(table: Table, decision: Decision) -> int:
    return zlib.crc32(f"{table.moves} {table.players[decision.seat - 1].user} {decision.prompt}".encode())
