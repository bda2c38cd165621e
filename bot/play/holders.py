"""The holder of a seat as a table tells it: who had it last, why it is free, whom it is offered to. No Discord."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from bot.clocks.clock import UNCLOCKED, in_a_row
from bot.clocks.clock import left as seconds_left
from bot.markdown import md
from bot.preferences import Person
from bot.tables.table import Player, SeatNote
from engine.core import Seat, decisions
from engine.errors import Refused
from engine.store import Clock, Entry, Table
from engine.store.ids import UserId
from engine.store.terms import DAY

Why = Literal["resigned", "late", "left", "decided", "missing"]
"""Why a seat was vacated: its player wanted it, ran out of time, left the server; the table decided it, or its host did
for somebody who did not answer."""

NOBODY: Final = UserId(0)
EVERYBODY: Final = UserId(1)
"""The two offers of a seat to nobody and to everybody; any other number is the one user who may take it."""

_WHYS: tuple[Why, ...] = ("resigned", "late", "left", "decided", "missing")
DECIDED: Final = _WHYS.index("decided")
"""The reason's number."""
_AWAY, _COMPUTER = " (away)", " (computer)"
_NAME = 32
LONG_PAUSE = 7 * DAY
"""After so long, who wants to play need not wait for a vote."""


def offered_to(table: Table, seat: Seat) -> UserId:
    """``EVERYBODY``, the user to whom the seat is offered, or ``NOBODY``."""
    player = table.players[seat - 1]
    free = player.user is None and player.policy is None
    return UserId(table.notes.get(SeatNote.CALL.of(seat), NOBODY)) or (EVERYBODY if free else NOBODY)


def reason(table: Table, seat: Seat) -> Why:
    """The reason why the seat was vacated last."""
    return _WHYS[table.notes.get(SeatNote.WHY.of(seat), 0)]


def number_of(why: Why) -> int:
    """The number by which a table notes the reason."""
    return _WHYS.index(why)


def heir(table: Table, seat: Seat) -> UserId:
    """The user who became host when the seat lost its player; 0 when nobody did."""
    return UserId(table.notes.get(SeatNote.HEIR.of(seat), 0))


def former(player: Player) -> str:
    """The name of who held the seat last."""
    return player.name if player.user is not None else player.name.removesuffix(_AWAY).removesuffix(_COMPUTER)


def own_name(name: str) -> str:
    """A person's name, of which no ending says that it is a computer's, or that the person is away."""
    while name.endswith((_AWAY, _COMPUTER)):
        name = name.removesuffix(_AWAY).removesuffix(_COMPUTER)
    return name


def by_computer(name: str) -> str:
    """The name of the computer that plays for the person of that name."""
    return _named(name, _COMPUTER)


def away(name: str) -> str:
    """The name of a seat whose player of that name is away."""
    return _named(name, _AWAY)


def renamed(table: Table, user: UserId, name: str) -> Table:
    """The table with this name for the user, as a player, as one who has left a seat, and as a former holder."""

    def of_seat(old: str) -> str:
        if old.endswith(_COMPUTER):
            return by_computer(name)
        return away(name) if old.endswith(_AWAY) else name

    players = tuple(
        replace(player, name=of_seat(player.name)) if user in (player.user, player.away) else player
        for player in table.players
    )
    past = tuple(replace(one, name=of_seat(one.name)) if one.user == user else one for one in table.holders)
    return replace(table, players=players, holders=past)


def is_computers(name: str) -> bool:
    """Whether it is the name of a computer that plays for a person."""
    return name.endswith(_COMPUTER)


def seat_missed(table: Table, user: UserId) -> Seat | None:
    """The seat that the user has left and may take back."""
    away = [player.away for player in table.players]
    return Seat(away.index(user) + 1) if user in away else None


def user_at(table: Table, seat: Seat, seq: int) -> UserId | None:
    """The person who held the seat when move ``seq`` was made; None for a computer, and where nobody is known."""
    past = next((past for past in table.holders if past.seat == seat and seq <= past.until), None)
    if past is None:
        return table.players[seat - 1].user
    return None if is_computers(past.name) else past.user


def is_late(table: Table, seat: Seat, person: Person, now: float, log: Sequence[Entry] = ()) -> bool:
    """Whether the seat may be given to somebody else without a vote: free, its time has run out and its player has not
    moved since (as the ``log`` shows), or it has been asked through a pause that long ago could be ended."""
    if table.players[seat - 1].user is None:
        return True
    clock, missed = table.clocks.get(seat, Clock()), in_a_row(log, seat) > 0
    if table.paused is not None and table.state is not None:
        asked = any(question.seat == seat for question in decisions(table.state))
        return missed or (asked and now - table.paused >= LONG_PAUSE)
    if missed or table.paused is not None or clock.since is None:
        return missed
    bank = clock.bank if table.terms.speed else UNCLOCKED[-1]
    return seconds_left(replace(clock, bank=bank), person, now) <= 0


def check_holder(player: Player, user: UserId) -> None:
    """Raises ``Refused`` when the seat is not the user's (0: no person's) any more, nor kept for them."""
    if user != (player.user or 0) and (player.user is not None or user != player.away):
        raise Refused(md("Someone else has this seat now."))


def _named(name: str, how: str) -> str:
    return f"{name[: _NAME - len(how)]}{how}" if name else ""
