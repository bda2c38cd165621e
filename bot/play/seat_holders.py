"""Functions that tell who has or had a seat, why it is open, and to whom it is offered."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from bot.clocks.clock import REMINDER_DELAYS_WITHOUT_CLOCK, count_timeouts_in_a_row, seconds_left
from bot.markdown import md
from bot.tables.table import Player, SeatBookkeepingKey
from bot.users import UserPreferences
from engine.core import Seat, decisions
from engine.errors import Refused
from engine.store import Clock, LogRow, Table
from engine.store.ids import UserId
from engine.store.table_settings import DAY

VacancyReason = Literal["resigned", "late", "left", "decided", "missing"]
"""The reason why a seat lost its player.

The player resigned, ran out of time (``late``), left the server, was replaced by vote (``decided``), or is missing.
"""

NOBODY: Final = UserId(0)
"""Recipient of a seat that is offered to no user."""
EVERYBODY: Final = UserId(1)
"""Recipient of a seat that is offered to every user."""

_REASONS: tuple[VacancyReason, ...] = ("resigned", "late", "left", "decided", "missing")
DECIDED_NUMBER: Final = _REASONS.index("decided")
"""Number of the reason ``decided`` in the notes of a table."""
_AWAY_SUFFIX, _COMPUTER_SUFFIX = " (away)", " (computer)"
_NAME_LENGTH = 32
LONG_PAUSE = 7 * DAY
"""Seconds after which one player may end a pause without a vote."""


def offer_recipient(table: Table, seat: Seat) -> UserId:
    """Return the user to whom the seat is offered, or ``EVERYBODY``, or ``NOBODY``."""
    player = table.players[seat - 1]
    is_free = player.user is None and player.policy is None
    return UserId(table.notes.get(SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(seat), NOBODY)) or (
        EVERYBODY if is_free else NOBODY
    )


def vacancy_reason(table: Table, seat: Seat) -> VacancyReason:
    """The reason why the seat last lost its player."""
    return _REASONS[table.notes.get(SeatBookkeepingKey.VACANCY_REASON.for_seat(seat), 0)]


def reason_number(reason: VacancyReason) -> int:
    """Return the number of the reason, as stored in a table's notes."""
    return _REASONS.index(reason)


def new_host(table: Table, seat: Seat) -> UserId:
    """The user who became host when the seat lost its player; 0 if no one did."""
    return UserId(table.notes.get(SeatBookkeepingKey.NEW_HOST.for_seat(seat), 0))


def last_holder_name(player: Player) -> str:
    """The name of the last player of the seat."""
    return (
        player.name
        if player.user is not None
        else player.name.removesuffix(_AWAY_SUFFIX).removesuffix(_COMPUTER_SUFFIX)
    )


def base_name(name: str) -> str:
    """Return a name without the suffixes of computers and absent players."""
    while name.endswith((_AWAY_SUFFIX, _COMPUTER_SUFFIX)):
        name = name.removesuffix(_AWAY_SUFFIX).removesuffix(_COMPUTER_SUFFIX)
    return name


def computer_name(name: str) -> str:
    """Return the name of a computer player that plays in the place of the user ``name``."""
    return _name_with_suffix(name, _COMPUTER_SUFFIX)


def away_name(name: str) -> str:
    """Return the name of a seat whose player ``name`` is away."""
    return _name_with_suffix(name, _AWAY_SUFFIX)


def rename_player(table: Table, user: UserId, name: str) -> Table:
    """Return the table with the user's new name.

    The user may be a player, a former player, or a former holder of a seat.
    """

    def new_name_for(old: str) -> str:
        if old.endswith(_COMPUTER_SUFFIX):
            return computer_name(name)
        return away_name(name) if old.endswith(_AWAY_SUFFIX) else name

    players = tuple(
        replace(player, name=new_name_for(player.name)) if user in (player.user, player.away) else player
        for player in table.players
    )
    holders = tuple(
        replace(holder, name=new_name_for(holder.name)) if holder.user == user else holder for holder in table.holders
    )
    return replace(table, players=players, holders=holders)


def is_computer_name(name: str) -> bool:
    """Whether the name belongs to a computer player that plays in the place of a user."""
    return name.endswith(_COMPUTER_SUFFIX)


def seat_to_return_to(table: Table, user: UserId) -> Seat | None:
    """The seat that the user has left and may take back; None if there is none."""
    away = [player.away for player in table.players]
    return Seat(away.index(user) + 1) if user in away else None


def user_at(table: Table, seat: Seat, seq: int) -> UserId | None:
    """Return the user who had the seat at move ``seq``; None for a computer player or an unknown user."""
    holder = next((holder for holder in table.holders if holder.seat == seat and seq <= holder.until), None)
    if holder is None:
        return table.players[seat - 1].user
    return None if is_computer_name(holder.name) else holder.user


def can_be_replaced(table: Table, seat: Seat, person: UserPreferences, now: float, log: Sequence[LogRow] = ()) -> bool:
    """Whether the seat may be given to another player without a vote.

    The seat must be open; or, according to its clock and ``log``, its player must have run out of time without a move
    since; or the seat is to move and the game has been paused for long.
    """
    if table.players[seat - 1].user is None:
        return True
    clock, has_timed_out = table.clocks.get(seat, Clock()), count_timeouts_in_a_row(log, seat) > 0
    if table.paused is not None and table.state is not None:
        is_to_move = any(question.seat == seat for question in decisions(table.state))
        return has_timed_out or (is_to_move and now - table.paused >= LONG_PAUSE)
    if has_timed_out or table.paused is not None or clock.since is None:
        return has_timed_out
    bank = clock.bank if table.terms.time_control else REMINDER_DELAYS_WITHOUT_CLOCK[-1]
    return seconds_left(replace(clock, bank=bank), person, now) <= 0


def check_holder(player: Player, user: UserId) -> None:
    """Raise ``Refused`` unless the user (0: no user) has the seat, or the seat is kept for the user's return."""
    if user != (player.user or 0) and (player.user is not None or user != player.away):
        raise Refused(md("Someone else has this seat now."))


def _name_with_suffix(name: str, suffix: str) -> str:
    return f"{name[: _NAME_LENGTH - len(suffix)]}{suffix}" if name else ""
