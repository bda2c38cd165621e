"""Seats that change hands while a game runs: left to a computer, opened, offered, taken, given back.

Whoever holds a seat is its ``Player.user``, and nobody else sees or does anything for it. Each change is one
transaction, and what the channel is to be told of it stands among the table's notes. It knows no Discord and no title.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec.structs import replace

from bot.clocks.clock import UNCLOCKED, fresh, in_a_row, paused
from bot.clocks.clock import left as seconds_left
from bot.play import seating
from bot.play.sessions import LockedTable, Tables
from bot.preferences import Person
from bot.tables.moves import in_play, seat_at
from bot.tables.notes import Note, SeatNote
from bot.tables.table import Player
from engine.ai import USUAL
from engine.core import Seat, decisions
from engine.errors import Refused, Stale
from engine.store import Clock, Entry, Table
from engine.store.departures import known_seats
from engine.store.terms import DAY

Why = Literal["resigned", "late", "left", "decided", "missing"]
"""Why a seat was vacated: its player wanted it, ran out of time, left the server; the table decided it, or its host did
for somebody who did not answer."""

NOBODY: Final = 0
EVERYBODY: Final = 1
"""The two offers of a seat to nobody and to everybody; any other number is the one user who may take it."""

_WHYS: tuple[Why, ...] = ("resigned", "late", "left", "decided", "missing")
DECIDED: Final = _WHYS.index("decided")
"""The reason's number."""
_AWAY, _COMPUTER = " (away)", " (computer)"
_NAME = 32
LONG_PAUSE = 7 * DAY
"""After so long, who wants to play need not wait for a vote."""


# -- what is known of a seat


def offered_to(table: Table, seat: int) -> int:
    """``EVERYBODY``, the user to whom the seat is offered, or ``NOBODY``."""
    player = table.players[seat - 1]
    free = player.user is None and player.policy is None
    return table.notes.get(SeatNote.CALL.of(seat), NOBODY) or (EVERYBODY if free else NOBODY)


def reason(table: Table, seat: int) -> Why:
    """The reason why the seat was vacated last."""
    return _WHYS[table.notes.get(SeatNote.WHY.of(seat), 0)]


def heir(table: Table, seat: int) -> int:
    """The user who became host when the seat lost its player; 0 when nobody did."""
    return table.notes.get(SeatNote.HEIR.of(seat), 0)


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


def is_computers(name: str) -> bool:
    """Whether it is the name of a computer that plays for a person."""
    return name.endswith(_COMPUTER)


def seat_missed(table: Table, user: int) -> Seat | None:
    """The seat that the user has left and may take back."""
    away = [player.away for player in table.players]
    return Seat(away.index(user) + 1) if user in away else None


def _seat_held(table: Table, seat: int) -> int:
    """The user who holds the seat. Refused when a computer or nobody does, or when there is no such seat."""
    if not 1 <= seat <= len(table.players):
        raise Refused(f"There’s no seat {seat} at this table. Its seats are 1–{len(table.players)}.")
    user = table.players[seat - 1].user
    if user is None:
        raise Refused("No one has this seat.")
    return user


def is_late(table: Table, seat: int, person: Person, now: float, log: Sequence[Entry] = ()) -> bool:
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


def check_holder(player: Player, user: int) -> None:
    """Raises ``Refused`` when the seat is not the user's (0: no person's) any more, nor kept for them."""
    if user != (player.user or 0) and (player.user is not None or user != player.away):
        raise Refused("Someone else has this seat now.")


# -- changes by those who hold the table's lock


async def computer_takes_over(sessions: Tables, held: LockedTable, seat: int, why: Why) -> Table:
    """A computer plays the person's seat until that person is back or somebody takes it.

    At a table with no other person the game does not go on for nobody: it ends when its player has resigned or left
    the server, and waits with an open seat when time ran out.
    """
    user = _seat_held(held.table, seat)
    if _last(held.table, seat) and why == "late":
        return await open_seat(sessions, held, seat, why)
    return await _vacate(sessions, held, user, _computer(held.table.players[seat - 1]), why, NOBODY)


async def open_seat(sessions: Tables, held: LockedTable, seat: int, why: Why, *, to: int = EVERYBODY) -> Table:
    """The game waits at the person's seat for whoever takes it: anybody, or the one user to whom it is offered."""
    user = _seat_held(held.table, seat)
    return await _vacate(sessions, held, user, _nobody(held.table.players[seat - 1]), why, to)


async def replaced(sessions: Tables, held: LockedTable, seat: int, to: int) -> Table:
    """Gives the seat to a computer (``NOBODY``), to whoever takes it, or to a user, as the host or the table decided.

    A computer player goes on playing until its seat is taken.
    """
    in_play(held.table)
    table = held.table
    if any(player.user == to for player in table.players):
        raise Refused("That player is already at this table.")
    if table.players[seat - 1].user is None:
        return await held.save(_decided(table, seat, to))
    person = sessions.people.of(_seat_held(table, seat))
    late = is_late(table, seat, person, sessions.now(), await sessions.store.log(table.id))
    why: Why = "missing" if late else "decided"
    if to != NOBODY:
        return await open_seat(sessions, held, seat, why, to=to)
    if _last(table, seat):
        raise Refused(_FOR_NOBODY)
    return await computer_takes_over(sessions, held, seat, why)


_FOR_NOBODY = "No one would be left at this table, and computers don’t play on alone. To end the game, use `/game end`."


def _decided(table: Table, seat: int, to: int) -> Table:
    """The table after such a decision about a seat that no person holds."""
    old = table.players[seat - 1]
    old_post = table.notes.get(SeatNote.POST.of(seat), 0)
    table = _noted(table, {SeatNote.POST_BEFORE.of(seat): old_post, SeatNote.HEIR.of(seat): 0})
    if to != NOBODY:
        return _told(table, seat, "decided", to)
    if all(player.user is None for player in table.players):
        raise Refused(_FOR_NOBODY)
    if old.policy is None:
        return _told(_with(table, seat, _computer(old)), seat, "decided", to)
    return _noted(table, {**_news(table), SeatNote.CALL.of(seat): NOBODY})  # nothing to post anew


async def _vacate(sessions: Tables, held: LockedTable, user: int, holder: Player, why: Why, to: int) -> Table:
    """``holder`` is who or what has the seat of ``user`` from now on."""
    in_play(held.table)
    seat, table = seat_at(held.table, user), held.table
    if _last(table, seat) and why in ("resigned", "left"):
        return await held.save(replace(table, status="ended"))
    clock = table.clocks.get(seat)
    if clock is not None:
        clock = paused(clock, sessions.people.of(user), sessions.now())
        ran_out = why == "late" or (table.terms.speed is not None and clock.bank <= 0)
        clock = replace(clock, timeouts=clock.timeouts + ran_out)
        table = replace(table, clocks={**table.clocks, seat: clock})
    table = seating.pass_on(_told(_with(table, seat, holder), seat, why, to), user)
    passed = table.host if table.host != user and held.table.host == user else 0
    return await held.save(_noted(table, {SeatNote.HEIR.of(seat): passed}))


# -- what people do


async def resign(
    sessions: Tables,
    table_id: int,
    user: int,
    *,
    opened: bool,
    is_last: bool | None = None,
) -> Table:
    """The user gives the seat to a computer, or leaves it open for a replacement; the last person ends the table.

    ``is_last`` is whether the user was told of that; ``Stale`` when others have left or come back since.
    """
    async with sessions.holding(table_id) as held:
        in_play(held.table)
        seat = seat_at(held.table, user)
        if is_last not in (None, _last(held.table, seat)):
            raise Stale("Other players have left or come back in the meantime. Please try again.")
        if opened:
            return await open_seat(sessions, held, seat, "resigned")
        return await computer_takes_over(sessions, held, seat, "resigned")


async def left(sessions: Tables, table_id: int, user: int) -> Table:
    """The user is no member of the server any more: the table goes on without, as its terms say."""
    async with sessions.holding(table_id) as held:
        table = held.table
        seated = any(player.user == user for player in table.players)
        if table.status == "playing" and seated:
            seat = seat_at(table, user)
            if table.terms.late == "open":
                return await open_seat(sessions, held, seat, "left")
            return await computer_takes_over(sessions, held, seat, "left")
        if table.status == "lobby" and seated:
            return await held.save(seating.leave(table, user))
        return await held.save(seating.pass_on(table, user))


async def come_back(sessions: Tables, table_id: int, player: Player) -> Table:
    """The player takes back the seat that was theirs, as long as nobody else has it."""
    async with sessions.holding(table_id) as held:
        in_play(held.table)
        _check_free(held.table, player)
        seat = seat_missed(held.table, player.user or 0)
        if seat is None:
            raise Refused("No seat is kept for you here: you didn’t leave one, or someone else has taken it.")
        return await held.save(_sat(sessions, held.table, seat, player))


async def take_seat(sessions: Tables, table_id: int, seat: int, player: Player) -> Table:
    """The player takes a seat that is offered; the first who does has it."""
    async with sessions.holding(table_id) as held:
        in_play(held.table)
        table, user = held.table, player.user or 0
        _check_free(table, player)
        if not 1 <= seat <= len(table.players) or table.players[seat - 1].user is not None:
            raise Refused("Someone else has already taken this seat.")
        own = seat_missed(table, user)
        held_once = await sessions.store.read(lambda db: known_seats(db, table_id, user))
        if held_once - {seat} or own not in (None, seat):
            raise Refused(
                "You can’t take this seat: you know the secrets of another one. You can return only to that one."
            )
        if offered_to(table, seat) not in (EVERYBODY, user) and own != seat:
            raise Refused("This seat isn’t offered to you.")
        return await held.save(_sat(sessions, held.table, seat, player))


def _check_free(table: Table, player: Player) -> None:
    if any(other.user == player.user for other in table.players):
        raise Refused("You’re already at this table.")


# -- the seat itself


def _sat(sessions: Tables, table: Table, seat: int, player: Player) -> Table:
    """The player on the seat, with a clock that starts if the seat is asked."""
    old = table.players[seat - 1]
    back = old.away == player.user
    new = Player(player.name, player.user, came=old.came if back else table.seq)
    speed, clock = table.terms.speed, table.clocks.get(seat)
    if clock is None or not back:
        clock = fresh(speed)
    asked = table.state is not None and any(question.seat == seat for question in decisions(table.state))
    since = sessions.now() if asked and table.paused is None else None
    bank = max(clock.bank, 0.0)  # the time that was left: leaving and coming back gains none
    if speed is not None and reason(table, seat) in ("late", "missing"):
        bank = max(bank, speed.increment)  # who has lost the seat to time once would soon lose it again
    clock = replace(clock, bank=bank, since=since, stage=0, point=table.seq if asked else clock.point)
    table = replace(_with(table, seat, new), clocks={**table.clocks, seat: clock})
    table = table if back else _noted(table, {SeatNote.TOLD.of(seat): 0})
    return _noted(table, {**_news(table), SeatNote.CALL.of(seat): NOBODY})


def _told(table: Table, seat: int, why: Why, to: int) -> Table:
    """The channel is to be told in a new post that the seat is vacant."""
    about = {SeatNote.POST: 0, SeatNote.WHY: _WHYS.index(why), SeatNote.CALL: to}
    notes = {note.of(seat): value for note, value in about.items()}
    return _noted(table, {**_news(table), **notes})


def offered_still(table: Table, seat: int) -> Table:
    """Nobody has taken the seat: from now on whoever wants it may, and the channel is to be told so in a line."""
    offered = {SeatNote.CALL.of(seat): EVERYBODY, SeatNote.NUDGE.of(seat): 1}
    return _noted(table, {**_news(table), **offered})


def _noted(table: Table, notes: Mapping[str, int]) -> Table:
    return replace(table, notes={**table.notes, **notes})


def _news(table: Table) -> Mapping[str, int]:
    return {Note.SEATS: table.notes.get(Note.SEATS, 0) + 1}


def _with(table: Table, seat: int, player: Player) -> Table:
    players = list(table.players)
    players[seat - 1] = player
    return replace(table, players=tuple(players))


def _last(table: Table, seat: int) -> bool:
    """Whether nobody else but computers sits at the table."""
    return all(player.user is None for n, player in enumerate(table.players, 1) if n != seat)


def _computer(player: Player) -> Player:
    """The strongest computer in the player's place; a computer player stays who it is."""
    if player.policy is not None:
        return player
    name = by_computer(former(player))
    return Player(name, policy=USUAL, away=_owner(player), came=player.came)


def _nobody(player: Player) -> Player:
    return Player(_named(former(player), _AWAY), away=_owner(player), came=player.came)


def _owner(player: Player) -> int | None:
    return player.user if player.user is not None else player.away


def _named(name: str, how: str) -> str:
    return f"{name[: _NAME - len(how)]}{how}" if name else ""
