"""Seats that change hands while a game runs: left to a computer, opened, offered, taken, given back.

Whoever holds a seat is its ``Player.user``, and nobody else sees or does anything for it. Each change is one
transaction, and what the channel is to be told of it stands among the table's notes. It knows no Discord and no title.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.clocks.clock import fresh, paused
from bot.markdown import md
from bot.play import seating
from bot.play.holders import (
    EVERYBODY,
    NOBODY,
    Why,
    away,
    by_computer,
    former,
    is_late,
    number_of,
    offered_to,
    reason,
    seat_missed,
)
from bot.play.sessions import LockedTable, Tables
from bot.tables.moves import in_play, seat_at
from bot.tables.table import Note, Player, SeatNote
from engine.agents.policies import DEFAULT_POLICY
from engine.core import Seat, decisions
from engine.errors import Refused, Stale
from engine.store import Table
from engine.store.departures import known_seats
from engine.store.ids import TableId, UserId

# -- changes by those who hold the table's lock


def _seat_held(table: Table, seat: Seat) -> UserId:
    """The user who holds the seat. Refused when a computer or nobody does, or when there is no such seat."""
    if not 1 <= seat <= len(table.players):
        raise Refused(md("There’s no seat {} at this table. Its seats are 1–{}.", seat, len(table.players)))
    user = table.players[seat - 1].user
    if user is None:
        raise Refused(md("No one has this seat."))
    return user


async def computer_takes_over(sessions: Tables, held: LockedTable, seat: Seat, why: Why) -> Table:
    """A computer plays the person's seat until that person is back or somebody takes it.

    Everyone may take a seat that its player has left for good; a direct message has nobody else.
    At a table with no other person the game does not go on for nobody: it ends when its player has resigned or left
    the server, and waits with an open seat when time ran out.
    """
    user = _seat_held(held.table, seat)
    if _last(held.table, seat) and why == "late":
        return await open_seat(sessions, held, seat, why)
    is_left = why in ("resigned", "left") and held.table.guild is not None
    computer = _computer(held.table.players[seat - 1])
    return await _vacate(sessions, held, user, computer, why, EVERYBODY if is_left else NOBODY)


async def open_seat(sessions: Tables, held: LockedTable, seat: Seat, why: Why, *, to: UserId = EVERYBODY) -> Table:
    """The game waits at the person's seat for whoever takes it: anybody, or the one user to whom it is offered."""
    user = _seat_held(held.table, seat)
    return await _vacate(sessions, held, user, _nobody(held.table.players[seat - 1]), why, to)


async def replaced(sessions: Tables, held: LockedTable, seat: Seat, to: UserId) -> Table:
    """Gives the seat to a computer (``NOBODY``), to whoever takes it, or to a user, as the host or the table decided.

    A computer player goes on playing until its seat is taken.
    """
    in_play(held.table)
    table = held.table
    if any(player.user == to for player in table.players):
        raise Refused(md("That player is already at this table."))
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


_FOR_NOBODY = md(
    "No one would be left at this table, and computers don’t play on alone. To end the game, use `/game end`."
)


def _decided(table: Table, seat: Seat, to: UserId) -> Table:
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


async def _vacate(sessions: Tables, held: LockedTable, user: UserId, holder: Player, why: Why, to: UserId) -> Table:
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
    table_id: TableId,
    user: UserId,
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
            raise Stale(md("Other players have left or come back in the meantime. Please try again."))
        if opened:
            return await open_seat(sessions, held, seat, "resigned")
        return await computer_takes_over(sessions, held, seat, "resigned")


async def left(sessions: Tables, table_id: TableId, user: UserId) -> Table:
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


async def come_back(sessions: Tables, table_id: TableId, player: Player) -> Table:
    """The player takes back the seat that was theirs, as long as nobody else has it."""
    async with sessions.holding(table_id) as held:
        in_play(held.table)
        _check_free(held.table, player)
        seat = seat_missed(held.table, player.user or UserId(0))
        if seat is None:
            raise Refused(md("No seat is kept for you here: you didn’t leave one, or someone else has taken it."))
        return await held.save(_sat(sessions, held.table, seat, player))


async def take_seat(sessions: Tables, table_id: TableId, seat: Seat, player: Player) -> Table:
    """The player takes a seat that is offered; the first who does has it."""
    async with sessions.holding(table_id) as held:
        in_play(held.table)
        table, user = held.table, player.user or UserId(0)
        _check_free(table, player)
        if not 1 <= seat <= len(table.players) or table.players[seat - 1].user is not None:
            raise Refused(md("Someone else has already taken this seat."))
        own = seat_missed(table, user)
        if own is None and offered_to(table, seat) != user:
            seating.check_welcome(table, user)
        held_once = await sessions.store.read(lambda db: known_seats(db, table_id, user))
        if held_once - {seat} or own not in (None, seat):
            raise Refused(
                md("You can’t take this seat: you know the secrets of another one. You can return only to that one.")
            )
        if offered_to(table, seat) not in (EVERYBODY, user) and own != seat:
            raise Refused(md("This seat isn’t offered to you."))
        return await held.save(_sat(sessions, held.table, seat, player))


def _check_free(table: Table, player: Player) -> None:
    if any(other.user == player.user for other in table.players):
        raise Refused(md("You’re already at this table."))


# -- the seat itself


def _sat(sessions: Tables, table: Table, seat: Seat, player: Player) -> Table:
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


def _told(table: Table, seat: Seat, why: Why, to: UserId) -> Table:
    """The channel is to be told in a new post that the seat is vacant."""
    about = {SeatNote.POST: 0, SeatNote.WHY: number_of(why), SeatNote.CALL: to}
    notes = {note.of(seat): value for note, value in about.items()}
    return _noted(table, {**_news(table), **notes})


def offered_still(table: Table, seat: Seat) -> Table:
    """Nobody has taken the seat: from now on whoever wants it may, and the channel is to be told so in a line."""
    offered = {SeatNote.CALL.of(seat): EVERYBODY, SeatNote.NUDGE.of(seat): 1}
    return _noted(table, {**_news(table), **offered})


def _noted(table: Table, notes: Mapping[str, int]) -> Table:
    return replace(table, notes={**table.notes, **notes})


def _news(table: Table) -> Mapping[str, int]:
    return {Note.SEATS: table.notes.get(Note.SEATS, 0) + 1}


def _with(table: Table, seat: Seat, player: Player) -> Table:
    players = list(table.players)
    players[seat - 1] = player
    return replace(table, players=tuple(players))


def _last(table: Table, seat: Seat) -> bool:
    """Whether nobody else but computers sits at the table."""
    return all(player.user is None for n, player in enumerate(table.players, 1) if n != seat)


def _computer(player: Player) -> Player:
    """The strongest computer in the player's place; a computer player stays who it is."""
    if player.policy is not None:
        return player
    name = by_computer(former(player))
    return Player(name, policy=DEFAULT_POLICY, away=_owner(player), came=player.came)


def _nobody(player: Player) -> Player:
    return Player(away(former(player)), away=_owner(player), came=player.came)


def _owner(player: Player) -> UserId | None:
    return player.user if player.user is not None else player.away
