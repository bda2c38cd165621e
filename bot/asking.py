"""Who is asked, and whom to notify of it. Pure; it knows no title and no Discord."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.tables import Move, Table
from engine import Decision, Seat

__all__ = ["is_newly_asked", "mask", "notified", "people", "seats_in"]


def people(table: Table, asked: Sequence[Decision]) -> tuple[Decision, ...]:
    """The questions that a person must answer."""
    return tuple(decision for decision in asked if table.players[decision.seat - 1].user is not None)


def notified(table: Table, asked: Sequence[Decision]) -> list[int]:
    """The ids of the people who are to be notified of these questions.

    Nobody at a table of a single person: whatever that person is asked there follows at once from a press of theirs.
    """
    if sum(player.user is not None for player in table.players) == 1:
        return []
    found = (table.players[decision.seat - 1].user for decision in asked)
    return [user for user in found if user is not None]


def mask(asked: Sequence[Decision]) -> int:
    """The asked seats as one number, bit n for seat n, as it is kept among a table's notes."""
    return sum(1 << decision.seat for decision in asked)


def seats_in(number: int) -> tuple[Seat, ...]:
    """The seats of a ``mask``."""
    return tuple(Seat(bit) for bit in range(number.bit_length()) if number >> bit & 1)


def is_newly_asked(seat: Seat, before: int, moves: Sequence[Move], kept: Collection[Seat] = ()) -> bool:
    """Whether this is a new question to ``seat``: not its own next step, and not one that it still has to answer.

    ``before`` is the mask of the seats that were asked before ``moves``; ``kept`` are those whose own last move among
    them left or opened the question that they have.
    """
    if seat in kept:
        return False
    if seat not in seats_in(before):
        return True
    own = [index for index, move in enumerate(moves) if move.seat == seat and move.by not in ("ahead", "order")]
    return bool(own) and any(move.seat != seat and move.by not in ("forced", "ahead") for move in moves[own[-1] + 1 :])
