"""Changes the holders of seats during a game: gives seats to computers, opens them, offers them, and refills them.

A seat's holder is its ``Player.user``. Only the holder may see the seat's secrets and act for it. Each change is one
transaction. Posts about changes that are still pending are in the table's notes.
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

# -- for callers that have the table's lock


def _holder_of_seat(table: Table, seat: Seat) -> UserId:
    """Return the user in the seat. Raises ``Refused`` for a computer player, an open seat, or an unknown seat."""
    if not 1 <= seat <= len(table.players):
        raise Refused(md("There’s no seat {} at this table. Its seats are 1–{}.", seat, len(table.players)))
    user = table.players[seat - 1].user
    if user is None:
        raise Refused(md("No one has this seat."))
    return user


async def give_seat_to_computer(
    tables: TableService, locked_table: LockedTable, seat: Seat, reason: VacancyReason
) -> Table:
    """Let a computer play the user's seat until the user returns or someone else takes the seat.

    Anyone may take the seat of a user who resigned or left the server, except in a direct message. If no other user is
    at the table, the game ends after a user resigned or left the server. If the user ran out of time instead, the seat
    is opened.
    """
    user = _holder_of_seat(locked_table.table, seat)
    if _is_last_user(locked_table.table, seat) and reason == "late":
        return await open_seat(tables, locked_table, seat, reason)
    is_offered = reason in ("resigned", "left") and locked_table.table.guild is not None
    computer = _substitute_computer(locked_table.table.players[seat - 1])
    return await _vacate(tables, locked_table, user, computer, reason, EVERYBODY if is_offered else NOBODY)


async def open_seat(
    tables: TableService, locked_table: LockedTable, seat: Seat, reason: VacancyReason, *, recipient: UserId = EVERYBODY
) -> Table:
    """Remove the user from the seat. The game waits until someone takes the seat: anyone, or only the ``recipient``."""
    user = _holder_of_seat(locked_table.table, seat)
    return await _vacate(
        tables, locked_table, user, _empty_seat(locked_table.table.players[seat - 1]), reason, recipient
    )


async def replace_player(tables: TableService, locked_table: LockedTable, seat: Seat, recipient: UserId) -> Table:
    """Carry out a decision of the host or the table: offer the seat to ``recipient``.

    ``NOBODY`` gives the seat to a computer. A computer that already has the seat plays on until someone takes the seat.
    """
    state_in_play(locked_table.table)
    table = locked_table.table
    if any(player.user == recipient for player in table.players):
        raise Refused(md("That player is already at this table."))
    if table.players[seat - 1].user is None:
        return await locked_table.save(_reassign_empty_seat(table, seat, recipient))
    preferences = tables.user_settings.preferences_of(_holder_of_seat(table, seat))
    is_late = can_be_replaced(table, seat, preferences, tables.now(), await tables.store.load_log(table.id))
    reason: VacancyReason = "missing" if is_late else "decided"
    if recipient != NOBODY:
        return await open_seat(tables, locked_table, seat, reason, recipient=recipient)
    if _is_last_user(table, seat):
        raise Refused(_NO_PLAYER_LEFT_TEXT)
    return await give_seat_to_computer(tables, locked_table, seat, reason)


_NO_PLAYER_LEFT_TEXT = md(
    "No one would be left at this table, and computers don’t keep playing by themselves. To end the game, use "
    "`/game end`."
)


def _reassign_empty_seat(table: Table, seat: Seat, recipient: UserId) -> Table:
    player = table.players[seat - 1]
    old_post = table.notes.get(SeatBookkeepingKey.VACANCY_POST.for_seat(seat), 0)
    table = _with_bookkeeping(
        table,
        {
            SeatBookkeepingKey.PREVIOUS_VACANCY_POST.for_seat(seat): old_post,
            SeatBookkeepingKey.NEW_HOST.for_seat(seat): 0,
        },
    )
    if recipient != NOBODY:
        return _note_vacancy(table, seat, "decided", recipient)
    if all(player.user is None for player in table.players):
        raise Refused(_NO_PLAYER_LEFT_TEXT)
    if player.policy is None:
        return _note_vacancy(_with_player(table, seat, _substitute_computer(player)), seat, "decided", recipient)
    return _with_bookkeeping(
        table, {**_next_seat_change(table), SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(seat): NOBODY}
    )  # needs no new post


async def _vacate(
    tables: TableService,
    locked_table: LockedTable,
    user: UserId,
    holder: Player,
    reason: VacancyReason,
    recipient: UserId,
) -> Table:
    """Replace ``user`` in the seat by ``holder``, store the change, and return the table."""
    state_in_play(locked_table.table)
    seat, table = seat_of_user(locked_table.table, user), locked_table.table
    if _is_last_user(table, seat) and reason in ("resigned", "left"):
        return await locked_table.save(replace(table, status="ended"))
    clock = table.clocks.get(seat)
    if clock is not None:
        clock = pause_clock(clock, tables.user_settings.preferences_of(user), tables.now())
        has_timed_out = reason == "late" or (table.terms.time_control is not None and clock.bank <= 0)
        clock = replace(clock, timeouts=clock.timeouts + has_timed_out)
        table = replace(table, clocks={**table.clocks, seat: clock})
    table = lobby_rules.transfer_host(_note_vacancy(_with_player(table, seat, holder), seat, reason, recipient), user)
    new_host = table.host if table.host != user and locked_table.table.host == user else 0
    return await locked_table.save(_with_bookkeeping(table, {SeatBookkeepingKey.NEW_HOST.for_seat(seat): new_host}))


# -- actions of users


async def resign(
    tables: TableService,
    table_id: TableId,
    user: UserId,
    *,
    leave_open: bool,
    is_last: bool | None = None,
) -> Table:
    """Give the user's seat to a computer, or open it. If no other user is at the table, the game ends.

    ``is_last`` is whether the question to the user said that the game ends. Raises ``Stale`` if this has changed.
    """
    async with tables.lock_table(table_id) as locked_table:
        state_in_play(locked_table.table)
        seat = seat_of_user(locked_table.table, user)
        if is_last not in (None, _is_last_user(locked_table.table, seat)):
            raise Stale(md("Other players have left or come back in the meantime. Please try again."))
        if leave_open:
            return await open_seat(tables, locked_table, seat, "resigned")
        return await give_seat_to_computer(tables, locked_table, seat, "resigned")


async def remove_departed_member(tables: TableService, table_id: TableId, user: UserId) -> Table:
    """Remove a user who left the server. The table's settings say whether the seat is opened or a computer plays it."""
    async with tables.lock_table(table_id) as locked_table:
        table = locked_table.table
        has_seat = any(player.user == user for player in table.players)
        if table.status == "playing" and has_seat:
            seat = seat_of_user(table, user)
            if table.terms.late == "open":
                return await open_seat(tables, locked_table, seat, "left")
            return await give_seat_to_computer(tables, locked_table, seat, "left")
        if table.status == "lobby" and has_seat:
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
        own_seat = seat_to_return_to(table, user)
        if own_seat is None and offer_recipient(table, seat) != user:
            lobby_rules.check_not_removed(table, user)
        known_seats = await tables.store.read(lambda db: find_known_seats(db, table_id, user))
        if known_seats - {seat} or own_seat not in (None, seat):
            raise Refused(
                md("You can’t take this seat: you know the secrets of another one. You can return only to that one.")
            )
        if offer_recipient(table, seat) not in (EVERYBODY, user) and own_seat != seat:
            raise Refused(md("This seat isn’t offered to you."))
        return await locked_table.save(_seat_player(tables, locked_table.table, seat, player))


def _check_not_seated(table: Table, player: Player) -> None:
    if any(other.user == player.user for other in table.players):
        raise Refused(md("You’re already at this table."))


# -- helpers


def _seat_player(tables: TableService, table: Table, seat: Seat, player: Player) -> Table:
    """Return the table with the player in the seat. If the seat is to move, its clock runs."""
    old_player = table.players[seat - 1]
    is_returning = old_player.away == player.user
    new_player = Player(player.name, player.user, came=old_player.came if is_returning else table.seq)
    time_control, clock = table.terms.time_control, table.clocks.get(seat)
    if clock is None or not is_returning:
        clock = full_clock(time_control)
    is_to_move = table.state is not None and any(question.seat == seat for question in decisions(table.state))
    since = tables.now() if is_to_move and table.paused is None else None
    bank = max(clock.bank, 0.0)  # the time left: leaving and returning does not add time
    if time_control is not None and vacancy_reason(table, seat) in ("late", "missing"):
        bank = max(bank, time_control.increment)  # otherwise the new player would run out of time at once
    clock = replace(clock, bank=bank, since=since, stage=0, point=table.seq if is_to_move else clock.point)
    table = replace(_with_player(table, seat, new_player), clocks={**table.clocks, seat: clock})
    table = table if is_returning else _with_bookkeeping(table, {SeatBookkeepingKey.QUESTION_DIGEST.for_seat(seat): 0})
    return _with_bookkeeping(
        table, {**_next_seat_change(table), SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(seat): NOBODY}
    )


def _note_vacancy(table: Table, seat: Seat, reason: VacancyReason, recipient: UserId) -> Table:
    values = {
        SeatBookkeepingKey.VACANCY_POST: 0,
        SeatBookkeepingKey.VACANCY_REASON: reason_number(reason),
        SeatBookkeepingKey.OFFER_RECIPIENT: recipient,
    }
    notes = {note.for_seat(seat): value for note, value in values.items()}
    return _with_bookkeeping(table, {**_next_seat_change(table), **notes})


def reoffer_seat(table: Table, seat: Seat) -> Table:
    """Return the table with an open seat offered to everyone, and a reminder to be posted in the channel."""
    notes = {
        SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(seat): EVERYBODY,
        SeatBookkeepingKey.REMINDER_DUE.for_seat(seat): 1,
    }
    return _with_bookkeeping(table, {**_next_seat_change(table), **notes})


def _with_bookkeeping(table: Table, notes: Mapping[str, int]) -> Table:
    return replace(table, notes={**table.notes, **notes})


def _next_seat_change(table: Table) -> Mapping[str, int]:
    return {BookkeepingKey.SEAT_CHANGES: table.notes.get(BookkeepingKey.SEAT_CHANGES, 0) + 1}


def _with_player(table: Table, seat: Seat, player: Player) -> Table:
    players = list(table.players)
    players[seat - 1] = player
    return replace(table, players=tuple(players))


def _is_last_user(table: Table, seat: Seat) -> bool:
    return all(player.user is None for number, player in enumerate(table.players, 1) if number != seat)


def _substitute_computer(player: Player) -> Player:
    """Return a computer that plays in the player's place; a computer player is returned unchanged."""
    if player.policy is not None:
        return player
    name = computer_name(last_holder_name(player))
    return Player(name, policy=DEFAULT_POLICY, away=_returning_user(player), came=player.came)


def _empty_seat(player: Player) -> Player:
    return Player(away_name(last_holder_name(player)), away=_returning_user(player), came=player.came)


def _returning_user(player: Player) -> UserId | None:
    return player.user if player.user is not None else player.away
