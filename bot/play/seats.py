"""Seats that change hands during a game: given to a computer, opened, offered, taken, or taken back.

The holder is the ``Player.user``; only the holder can see and act for the seat. Each change is one transaction; pending
posts about it are in the table's notes.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.clocks.clock import full_clock, pause_clock
from bot.markdown import md
from bot.play import lobby_rules
from bot.play.seat_holders import (
    EVERYBODY,
    NOBODY,
    VacancyReason,
    away_name,
    can_be_replaced,
    computer_name,
    last_holder_name,
    offer_recipient,
    reason_number,
    seat_to_return_to,
    vacancy_reason,
)
from bot.play.service import LockedTable, TableService
from bot.tables.moves import seat_of_user, state_in_play
from bot.tables.table import BookkeepingKey, Player, SeatBookkeepingKey
from engine.agents.policies import DEFAULT_POLICY
from engine.core import Seat, decisions
from engine.errors import Refused, Stale
from engine.store import Table
from engine.store.ids import TableId, UserId
from engine.store.seat_history import find_known_seats

# -- changes by those who hold the table's lock


def _holder_of_seat(table: Table, seat: Seat) -> UserId:
    """The user who holds the seat. Raises ``Refused`` for a computer, an empty seat, or an unknown seat."""
    if not 1 <= seat <= len(table.players):
        raise Refused(md("There’s no seat {} at this table. Its seats are 1–{}.", seat, len(table.players)))
    user = table.players[seat - 1].user
    if user is None:
        raise Refused(md("No one has this seat."))
    return user


async def give_seat_to_computer(
    tables: TableService, locked_table: LockedTable, seat: Seat, why: VacancyReason
) -> Table:
    """Let a computer play the person's seat until the person returns or someone takes it.

    Anyone may take a seat that its player has left for good, except in a direct message. If no other person is at the
    table, the game ends if its player resigned or left the server, and waits with an open seat if time ran out.
    """
    user = _holder_of_seat(locked_table.table, seat)
    if _is_last_person(locked_table.table, seat) and why == "late":
        return await open_seat(tables, locked_table, seat, why)
    is_left = why in ("resigned", "left") and locked_table.table.guild is not None
    computer = _substitute_computer(locked_table.table.players[seat - 1])
    return await _vacate(tables, locked_table, user, computer, why, EVERYBODY if is_left else NOBODY)


async def open_seat(
    tables: TableService, locked_table: LockedTable, seat: Seat, why: VacancyReason, *, to: UserId = EVERYBODY
) -> Table:
    """Let the game wait at the person's seat until someone takes it: anyone, or the one user to whom it is offered."""
    user = _holder_of_seat(locked_table.table, seat)
    return await _vacate(tables, locked_table, user, _empty_seat(locked_table.table.players[seat - 1]), why, to)


async def replace_player(tables: TableService, locked_table: LockedTable, seat: Seat, to: UserId) -> Table:
    """Give the seat to a computer (``NOBODY``), to anyone, or to a user, as decided by the host or the table.

    A computer player plays until its seat is taken.
    """
    state_in_play(locked_table.table)
    table = locked_table.table
    if any(player.user == to for player in table.players):
        raise Refused(md("That player is already at this table."))
    if table.players[seat - 1].user is None:
        return await locked_table.save(_reassign_empty_seat(table, seat, to))
    person = tables.user_settings.preferences_of(_holder_of_seat(table, seat))
    late = can_be_replaced(table, seat, person, tables.now(), await tables.store.load_log(table.id))
    why: VacancyReason = "missing" if late else "decided"
    if to != NOBODY:
        return await open_seat(tables, locked_table, seat, why, to=to)
    if _is_last_person(table, seat):
        raise Refused(_NO_PERSON_LEFT)
    return await give_seat_to_computer(tables, locked_table, seat, why)


_NO_PERSON_LEFT = md(
    "No one would be left at this table, and computers don’t keep playing by themselves. To end the game, use "
    "`/game end`."
)


def _reassign_empty_seat(table: Table, seat: Seat, to: UserId) -> Table:
    """The table after a decision about a seat without a person."""
    old = table.players[seat - 1]
    old_post = table.notes.get(SeatBookkeepingKey.VACANCY_POST.for_seat(seat), 0)
    table = _with_bookkeeping(
        table,
        {
            SeatBookkeepingKey.PREVIOUS_VACANCY_POST.for_seat(seat): old_post,
            SeatBookkeepingKey.NEW_HOST.for_seat(seat): 0,
        },
    )
    if to != NOBODY:
        return _note_vacancy(table, seat, "decided", to)
    if all(player.user is None for player in table.players):
        raise Refused(_NO_PERSON_LEFT)
    if old.policy is None:
        return _note_vacancy(_with_player(table, seat, _substitute_computer(old)), seat, "decided", to)
    return _with_bookkeeping(
        table, {**_next_seat_change(table), SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(seat): NOBODY}
    )  # nothing to post anew


async def _vacate(
    tables: TableService, locked_table: LockedTable, user: UserId, holder: Player, why: VacancyReason, to: UserId
) -> Table:
    """The table after ``holder`` has replaced ``user``."""
    state_in_play(locked_table.table)
    seat, table = seat_of_user(locked_table.table, user), locked_table.table
    if _is_last_person(table, seat) and why in ("resigned", "left"):
        return await locked_table.save(replace(table, status="ended"))
    clock = table.clocks.get(seat)
    if clock is not None:
        clock = pause_clock(clock, tables.user_settings.preferences_of(user), tables.now())
        ran_out = why == "late" or (table.terms.time_control is not None and clock.bank <= 0)
        clock = replace(clock, timeouts=clock.timeouts + ran_out)
        table = replace(table, clocks={**table.clocks, seat: clock})
    table = lobby_rules.transfer_host(_note_vacancy(_with_player(table, seat, holder), seat, why, to), user)
    passed = table.host if table.host != user and locked_table.table.host == user else 0
    return await locked_table.save(_with_bookkeeping(table, {SeatBookkeepingKey.NEW_HOST.for_seat(seat): passed}))


# -- what people do


async def resign(
    tables: TableService,
    table_id: TableId,
    user: UserId,
    *,
    leave_open: bool,
    is_last: bool | None = None,
) -> Table:
    """Give up the user's seat: to a computer, or open for a replacement. If it was the last person, the game ends.

    ``is_last`` is whether the user was told that; raises ``Stale`` if that is no longer true.
    """
    async with tables.lock_table(table_id) as locked_table:
        state_in_play(locked_table.table)
        seat = seat_of_user(locked_table.table, user)
        if is_last not in (None, _is_last_person(locked_table.table, seat)):
            raise Stale(md("Other players have left or come back in the meantime. Please try again."))
        if leave_open:
            return await open_seat(tables, locked_table, seat, "resigned")
        return await give_seat_to_computer(tables, locked_table, seat, "resigned")


async def remove_departed_member(tables: TableService, table_id: TableId, user: UserId) -> Table:
    """Remove a user who left the server; the game continues as the table's settings say."""
    async with tables.lock_table(table_id) as locked_table:
        table = locked_table.table
        seated = any(player.user == user for player in table.players)
        if table.status == "playing" and seated:
            seat = seat_of_user(table, user)
            if table.terms.late == "open":
                return await open_seat(tables, locked_table, seat, "left")
            return await give_seat_to_computer(tables, locked_table, seat, "left")
        if table.status == "lobby" and seated:
            return await locked_table.save(lobby_rules.leave(table, user))
        return await locked_table.save(lobby_rules.transfer_host(table, user))


async def return_to_seat(tables: TableService, table_id: TableId, player: Player) -> Table:
    """Give a seat back to its former player, if no one else has taken it."""
    async with tables.lock_table(table_id) as locked_table:
        state_in_play(locked_table.table)
        _check_not_seated(locked_table.table, player)
        seat = seat_to_return_to(locked_table.table, player.user or UserId(0))
        if seat is None:
            raise Refused(md("No seat is kept for you here: you didn’t leave one, or someone else has taken it."))
        return await locked_table.save(_seat_player(tables, locked_table.table, seat, player))


async def take_seat(tables: TableService, table_id: TableId, seat: Seat, player: Player) -> Table:
    """Give an offered seat to the first user who takes it."""
    async with tables.lock_table(table_id) as locked_table:
        state_in_play(locked_table.table)
        table, user = locked_table.table, player.user or UserId(0)
        _check_not_seated(table, player)
        if not 1 <= seat <= len(table.players) or table.players[seat - 1].user is not None:
            raise Refused(md("Someone else has already taken this seat."))
        own = seat_to_return_to(table, user)
        if own is None and offer_recipient(table, seat) != user:
            lobby_rules.check_not_removed(table, user)
        held_once = await tables.store.read(lambda db: find_known_seats(db, table_id, user))
        if held_once - {seat} or own not in (None, seat):
            raise Refused(
                md("You can’t take this seat: you know the secrets of another one. You can return only to that one.")
            )
        if offer_recipient(table, seat) not in (EVERYBODY, user) and own != seat:
            raise Refused(md("This seat isn’t offered to you."))
        return await locked_table.save(_seat_player(tables, locked_table.table, seat, player))


def _check_not_seated(table: Table, player: Player) -> None:
    if any(other.user == player.user for other in table.players):
        raise Refused(md("You’re already at this table."))


# -- the seat itself


def _seat_player(tables: TableService, table: Table, seat: Seat, player: Player) -> Table:
    """The table with the player on the seat, with a running clock if the seat is to move."""
    old = table.players[seat - 1]
    back = old.away == player.user
    new = Player(player.name, player.user, came=old.came if back else table.seq)
    speed, clock = table.terms.time_control, table.clocks.get(seat)
    if clock is None or not back:
        clock = full_clock(speed)
    asked = table.state is not None and any(question.seat == seat for question in decisions(table.state))
    since = tables.now() if asked and table.paused is None else None
    bank = max(clock.bank, 0.0)  # the time that was left: leaving and coming back gains none
    if speed is not None and vacancy_reason(table, seat) in ("late", "missing"):
        bank = max(bank, speed.increment)  # who has lost the seat to time once would soon lose it again
    clock = replace(clock, bank=bank, since=since, stage=0, point=table.seq if asked else clock.point)
    table = replace(_with_player(table, seat, new), clocks={**table.clocks, seat: clock})
    table = table if back else _with_bookkeeping(table, {SeatBookkeepingKey.QUESTION_DIGEST.for_seat(seat): 0})
    return _with_bookkeeping(
        table, {**_next_seat_change(table), SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(seat): NOBODY}
    )


def _note_vacancy(table: Table, seat: Seat, why: VacancyReason, to: UserId) -> Table:
    """The table with a pending post about the vacant seat."""
    about = {
        SeatBookkeepingKey.VACANCY_POST: 0,
        SeatBookkeepingKey.VACANCY_REASON: reason_number(why),
        SeatBookkeepingKey.OFFER_RECIPIENT: to,
    }
    notes = {note.for_seat(seat): value for note, value in about.items()}
    return _with_bookkeeping(table, {**_next_seat_change(table), **notes})


def reoffer_seat(table: Table, seat: Seat) -> Table:
    """Offer a seat that no one has taken to everyone, and note that the channel needs a post about it."""
    offered = {
        SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(seat): EVERYBODY,
        SeatBookkeepingKey.REMINDER_DUE.for_seat(seat): 1,
    }
    return _with_bookkeeping(table, {**_next_seat_change(table), **offered})


def _with_bookkeeping(table: Table, notes: Mapping[str, int]) -> Table:
    return replace(table, notes={**table.notes, **notes})


def _next_seat_change(table: Table) -> Mapping[str, int]:
    return {BookkeepingKey.SEAT_CHANGES: table.notes.get(BookkeepingKey.SEAT_CHANGES, 0) + 1}


def _with_player(table: Table, seat: Seat, player: Player) -> Table:
    players = list(table.players)
    players[seat - 1] = player
    return replace(table, players=tuple(players))


def _is_last_person(table: Table, seat: Seat) -> bool:
    """Whether all others at the table are computers."""
    return all(player.user is None for n, player in enumerate(table.players, 1) if n != seat)


def _substitute_computer(player: Player) -> Player:
    """The strongest computer in the player's place; a computer player is unchanged."""
    if player.policy is not None:
        return player
    name = computer_name(last_holder_name(player))
    return Player(name, policy=DEFAULT_POLICY, away=_returning_user(player), came=player.came)


def _empty_seat(player: Player) -> Player:
    return Player(away_name(last_holder_name(player)), away=_returning_user(player), came=player.came)


def _returning_user(player: Player) -> UserId | None:
    return player.user if player.user is not None else player.away
