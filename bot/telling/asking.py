"""The seats that are asked, whom to notify and where, and who is not mentioned again, since a question that came back
with an undo and a redo was read before. Pure; it knows no title and no Discord.
"""

import zlib
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from bot.clocks.clock import zero
from bot.preferences import Person
from bot.tables.table import Move, Note, SeatNote, Table, noted_post
from engine import Decision, Seat
from engine.core import is_turn_hidden
from engine.store.ids import MessageId, UserId
from engine.store.notices import Notice, Place

_TWO = 2
"""Players of a table in which each knows what the other was offered."""


def people(table: Table, asked: Sequence[Decision]) -> tuple[Decision, ...]:
    """The questions that a person must answer."""
    return tuple(decision for decision in asked if table.players[decision.seat - 1].user is not None)


def is_alone(table: Table) -> bool:
    """Whether a single person sits at the table: whatever is asked there follows at once from a press of theirs."""
    return sum(player.user is not None for player in table.players) == 1


def ways(person: Person) -> tuple[Place, ...]:
    """The places where the person is told of a question: the channel when direct messages are refused."""
    match person.notices:
        case "none":
            return ()
        case "direct":
            return ("channel",) if person.closed else ("direct",)
        case "both":
            return ("channel",) if person.closed else ("channel", "direct")
        case _:
            return ("channel",)


def notified(table: Table, asked: Sequence[Decision], person: Callable[[UserId], Person]) -> list[UserId]:
    """The ids of the people who are to be notified of these questions in the channel: nobody who is alone, nor who was
    notified of the very question before."""
    if is_alone(table):
        return []
    before = seats_in(table.notes.get(Note.ASKED_BEFORE, 0))
    found = (table.players[decision.seat - 1].user for decision in asked if decision.seat not in before)
    return [user for user in found if user is not None and "channel" in ways(person(user))]


def waiting(table: Table) -> Mapping[Seat, UserId]:
    """The seats whose clocks run, with the users who hold them: nobody while the table pauses or once it is over."""
    if table.status != "playing" or table.paused is not None:
        return {}
    running = (Seat(seat) for seat, clock in sorted(table.clocks.items()) if clock.since is not None)
    held = {seat: table.players[seat - 1].user for seat in running if seat <= len(table.players)}
    return {seat: user for seat, user in held.items() if user is not None}


def deadlines(table: Table, person: Callable[[UserId], Person]) -> Mapping[Seat, float]:
    """The moments when the time of seats that are waited for runs out, in seconds since 1970; empty without a clock.

    Nothing happens to who is alone with computers, so nothing is said of a time there.
    """
    if table.terms.speed is None or is_alone(table):
        return {}
    persons = {seat: person(user) for seat, user in waiting(table).items()}
    found = {seat: zero(table.clocks[seat], one) for seat, one in persons.items()}
    return {seat: at for seat, at in found.items() if at is not None}


def _hides_asked(table: Table) -> bool:
    """Whether the table may not see which of the listed seats are asked."""
    return table.state is not None and table.status == "playing" and is_turn_hidden(table.state)


def shown_deadlines(table: Table, person: Callable[[UserId], Person]) -> Mapping[Seat, float]:
    """The ``deadlines`` that everybody may see: none where the clocks that run would show which seats are asked."""
    return {} if _hides_asked(table) else deadlines(table, person)


def without_hidden(table: Table, new: Sequence[Decision], before: Collection[Seat]) -> list[Decision]:
    """The new questions that the channel may be told of: where seats are hidden, not one that a single seat is asked.

    When a question is put to several seats at once, nothing about one of them shows. With two players there is
    nobody to hide it from.
    """
    if not _hides_asked(table) or len(table.players) == _TWO or len(new) > 1:
        return list(new)
    return [decision for decision in new if decision.seat not in before]


def is_asked_unseen(table: Table, seat: Seat, person: Person) -> bool:
    """Whether the seat was asked after others while seats are hidden: only a direct message can tell its player."""
    began = min((clock.point for clock in table.clocks.values()), default=0)
    later = _hides_asked(table) and len(table.players) > _TWO and table.clocks[seat].point > began
    return later and bool(ways(person)) and not person.closed


def is_kept(table: Table, notice: Notice) -> bool:
    """Whether it is a direct message to somebody who lost the seat and may take it back."""
    return notice.place == "direct" and table.players[notice.seat - 1].away == notice.user


def open_question(table: Table) -> MessageId | None:
    """The post with the open question, if there is one."""
    return noted_post(table, Note.PING)


def mask(asked: Sequence[Decision]) -> int:
    """The asked seats as one number, bit n for seat n, as it is kept among a table's notes."""
    return sum(1 << decision.seat for decision in asked)


def seats_in(number: int) -> tuple[Seat, ...]:
    """The seats of a ``mask``."""
    return tuple(Seat(bit) for bit in range(number.bit_length()) if number >> bit & 1)


def is_newly_asked(seat: Seat, point: int, moves: Sequence[Move], before: Collection[Seat], begun: int = -1) -> bool:
    """Whether one of ``moves`` asked ``seat``, whose decision point is move ``point``, and not a press of its player.

    ``before`` are the seats that were asked before ``moves``. What is forced, or what the seat's own standing order
    does, comes of the move before it. With move ``begun`` a phase began: what is asked there stands below its post.
    """
    chosen = [move for move in moves if move.seq <= point and move.by not in ("forced", "ahead")]
    causes = [move for move in chosen if (move.by, move.seat) != ("order", seat)]
    if not causes or all(move.seq != point for move in moves):
        return seat not in before
    return point <= begun or causes[-1].seat != seat or causes[-1].by not in ("player", "undo")


def remembering(table: Table, moves: Sequence[Move], asked: Sequence[Decision]) -> tuple[Table, Mapping[str, int]]:
    """The table with a note of who had the same question at the same decision before, and the marks to keep.

    Who is asked by an undo itself is told so.
    """
    marks = marks_of(table, asked)
    told = {one.seat: SeatNote.TOLD.of(one.seat) for one in asked}
    same = [one for one in asked if table.notes.get(told[one.seat]) == marks[told[one.seat]]]
    again = 0 if moves[-1].by == "undo" else mask(same)
    return replace(table, notes={**table.notes, Note.ASKED_BEFORE: again}), marks


def marks_of(table: Table, asked: Sequence[Decision]) -> dict[str, int]:
    """The notes by which told questions are known again."""
    return {SeatNote.TOLD.of(one.seat): _mark(table, one) for one in asked}


def told_seats(table: Table) -> frozenset[Seat]:
    """The seats that the open question is put to, but for those whose player sat down since."""
    seats = seats_in(table.notes.get(Note.ASKED, 0))
    return frozenset(seat for seat in seats if table.notes.get(SeatNote.TOLD.of(seat)) != 0)


def _mark(table: Table, asked: Decision) -> int:
    return zlib.crc32(f"{table.moves} {table.players[asked.seat - 1].user} {asked.prompt}".encode())
