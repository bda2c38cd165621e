"""The holder of a seat: the last player, why the seat is free, and to whom it is offered."""

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
"""Why a seat lost its player: by choice, out of time, no longer a member, by vote, or by the host for a missing
player.
"""

NOBODY: Final = UserId(0)
EVERYBODY: Final = UserId(1)
"""Offers of a seat to no one and to everyone; any other number is the one user who may take it."""

_REASONS: tuple[VacancyReason, ...] = ("resigned", "late", "left", "decided", "missing")
DECIDED_NUMBER: Final = _REASONS.index("decided")
"""The reason's number."""
_AWAY_SUFFIX, _COMPUTER_SUFFIX = " (away)", " (computer)"
_NAME_LENGTH = 32
LONG_PAUSE = 7 * DAY
"""The length of a pause after which one player may resume without a vote."""


def offer_recipient(table: Table, seat: Seat) -> UserId:
    """``EVERYBODY``, the user to whom the seat is offered, or ``NOBODY``."""
    player = table.players[seat - 1]
    free = player.user is None and player.policy is None
    return UserId(table.notes.get(SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(seat), NOBODY)) or (
        EVERYBODY if free else NOBODY
    )


def vacancy_reason(table: Table, seat: Seat) -> VacancyReason:
    """The reason why the seat was last vacated."""
    return _REASONS[table.notes.get(SeatBookkeepingKey.VACANCY_REASON.for_seat(seat), 0)]


def reason_number(why: VacancyReason) -> int:
    """The number of the reason in a table's notes."""
    return _REASONS.index(why)


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
    """A person's name without endings that mark computers or absent players."""
    while name.endswith((_AWAY_SUFFIX, _COMPUTER_SUFFIX)):
        name = name.removesuffix(_AWAY_SUFFIX).removesuffix(_COMPUTER_SUFFIX)
    return name


def computer_name(name: str) -> str:
    """The name of the computer that plays for the person of that name."""
    return _name_with_suffix(name, _COMPUTER_SUFFIX)


def away_name(name: str) -> str:
    """The name of a seat whose player is away."""
    return _name_with_suffix(name, _AWAY_SUFFIX)


def rename_player(table: Table, user: UserId, name: str) -> Table:
    """The table with a user's new name, as a player, former player, and former holder."""

    def new_name_for(old: str) -> str:
        if old.endswith(_COMPUTER_SUFFIX):
            return computer_name(name)
        return away_name(name) if old.endswith(_AWAY_SUFFIX) else name

    players = tuple(
        replace(player, name=new_name_for(player.name)) if user in (player.user, player.away) else player
        for player in table.players
    )
    past = tuple(replace(one, name=new_name_for(one.name)) if one.user == user else one for one in table.holders)
    return replace(table, players=players, holders=past)


def is_computer_name(name: str) -> bool:
    """Whether the name is that of a computer that plays for a person."""
    return name.endswith(_COMPUTER_SUFFIX)


def seat_to_return_to(table: Table, user: UserId) -> Seat | None:
    """The seat that the user has left and may take back."""
    away = [player.away for player in table.players]
    return Seat(away.index(user) + 1) if user in away else None


def user_at(table: Table, seat: Seat, seq: int) -> UserId | None:
    """The person who held the seat at move ``seq``; None for a computer or if unknown."""
    past = next((past for past in table.holders if past.seat == seat and seq <= past.until), None)
    if past is None:
        return table.players[seat - 1].user
    return None if is_computer_name(past.name) else past.user


def can_be_replaced(table: Table, seat: Seat, person: UserPreferences, now: float, log: Sequence[LogRow] = ()) -> bool:
    """Whether the seat may be given to someone else without a vote.

    It may if it is free, if its time has run out and its player has not moved since (see ``log``), or if it was to move
    during a pause that could have been ended long ago.
    """
    if table.players[seat - 1].user is None:
        return True
    clock, missed = table.clocks.get(seat, Clock()), count_timeouts_in_a_row(log, seat) > 0
    if table.paused is not None and table.state is not None:
        asked = any(question.seat == seat for question in decisions(table.state))
        return missed or (asked and now - table.paused >= LONG_PAUSE)
    if missed or table.paused is not None or clock.since is None:
        return missed
    bank = clock.bank if table.terms.time_control else REMINDER_DELAYS_WITHOUT_CLOCK[-1]
    return seconds_left(replace(clock, bank=bank), person, now) <= 0


def check_holder(player: Player, user: UserId) -> None:
    """Raises ``Refused`` if the user no longer holds the seat (0: no person) and it is not kept for them."""
    if user != (player.user or 0) and (player.user is not None or user != player.away):
        raise Refused(md("Someone else has this seat now."))


def _name_with_suffix(name: str, how: str) -> str:
    return f"{name[: _NAME_LENGTH - len(how)]}{how}" if name else ""
