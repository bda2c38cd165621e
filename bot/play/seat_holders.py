"""The holder of a seat as a table tells it: who had it last, why it is free, whom it is offered to. No Discord."""

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
"""Why a seat was vacated: its player wanted it, ran out of time, left the server; the table decided it, or its host did
for somebody who did not answer."""

NOBODY: Final = UserId(0)
EVERYBODY: Final = UserId(1)
"""The two offers of a seat to nobody and to everybody; any other number is the one user who may take it."""

_REASONS: tuple[VacancyReason, ...] = ("resigned", "late", "left", "decided", "missing")
DECIDED_NUMBER: Final = _REASONS.index("decided")
"""The reason's number."""
_AWAY_SUFFIX, _COMPUTER_SUFFIX = " (away)", " (computer)"
_NAME_LENGTH = 32
LONG_PAUSE = 7 * DAY
"""After so long, who wants to play need not wait for a vote."""


def offer_recipient(table: Table, seat: Seat) -> UserId:
    """``EVERYBODY``, the user to whom the seat is offered, or ``NOBODY``."""
    player = table.players[seat - 1]
    free = player.user is None and player.policy is None
    return UserId(table.notes.get(SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(seat), NOBODY)) or (
        EVERYBODY if free else NOBODY
    )


def vacancy_reason(table: Table, seat: Seat) -> VacancyReason:
    """The reason why the seat was vacated last."""
    return _REASONS[table.notes.get(SeatBookkeepingKey.VACANCY_REASON.for_seat(seat), 0)]


def reason_number(why: VacancyReason) -> int:
    """The number by which a table notes the reason."""
    return _REASONS.index(why)


def new_host(table: Table, seat: Seat) -> UserId:
    """The user who became host when the seat lost its player; 0 when nobody did."""
    return UserId(table.notes.get(SeatBookkeepingKey.NEW_HOST.for_seat(seat), 0))


def last_holder_name(player: Player) -> str:
    """The name of who held the seat last."""
    return (
        player.name
        if player.user is not None
        else player.name.removesuffix(_AWAY_SUFFIX).removesuffix(_COMPUTER_SUFFIX)
    )


def base_name(name: str) -> str:
    """A person's name, of which no ending says that it is a computer's, or that the person is away."""
    while name.endswith((_AWAY_SUFFIX, _COMPUTER_SUFFIX)):
        name = name.removesuffix(_AWAY_SUFFIX).removesuffix(_COMPUTER_SUFFIX)
    return name


def computer_name(name: str) -> str:
    """The name of the computer that plays for the person of that name."""
    return _name_with_suffix(name, _COMPUTER_SUFFIX)


def away_name(name: str) -> str:
    """The name of a seat whose player of that name is away."""
    return _name_with_suffix(name, _AWAY_SUFFIX)


def rename_player(table: Table, user: UserId, name: str) -> Table:
    """The table with this name for the user, as a player, as one who has left a seat, and as a former holder."""

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
    """Whether it is the name of a computer that plays for a person."""
    return name.endswith(_COMPUTER_SUFFIX)


def seat_to_return_to(table: Table, user: UserId) -> Seat | None:
    """The seat that the user has left and may take back."""
    away = [player.away for player in table.players]
    return Seat(away.index(user) + 1) if user in away else None


def user_at(table: Table, seat: Seat, seq: int) -> UserId | None:
    """The person who held the seat when move ``seq`` was made; None for a computer, and where nobody is known."""
    past = next((past for past in table.holders if past.seat == seat and seq <= past.until), None)
    if past is None:
        return table.players[seat - 1].user
    return None if is_computer_name(past.name) else past.user


def can_be_replaced(table: Table, seat: Seat, person: UserPreferences, now: float, log: Sequence[LogRow] = ()) -> bool:
    """Whether the seat may be given to somebody else without a vote: free, its time has run out and its player has not
    moved since (as the ``log`` shows), or it has been asked through a pause that long ago could be ended."""
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
    """Raises ``Refused`` when the seat is not the user's (0: no person's) any more, nor kept for them."""
    if user != (player.user or 0) and (player.user is not None or user != player.away):
        raise Refused(md("Someone else has this seat now."))


def _name_with_suffix(name: str, how: str) -> str:
    return f"{name[: _NAME_LENGTH - len(how)]}{how}" if name else ""
