"""Exports a user's data as a file, or deletes the data from every table.

The games are kept: their logs name seats, not users, and the user is removed from the seats.
"""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.persons.ratings import RatingService
from bot.play import lobby_rules, seat_holders, seats
from bot.play.service import TableService
from bot.tables.cache import CorruptTable, retry
from bot.tables.table import Player, Status
from bot.users import user_change
from engine.errors import Refused
from engine.store import (
    DatabaseError,
    FormerHolder,
    Store,
    Table,
    classify_error,
    dailies,
    matchmaking,
    privacy,
    puzzles,
)
from engine.store.ids import DailyNumber, TableId, UserId
from engine.threads import run_in_thread, split_into_batches

_log = logging.getLogger(__name__)

FORMER_PLAYER_NAME = "A former player"
"""The name that replaces the names of users who deleted their data."""

_LOGS_AT_ONCE = 25
"""Number of logs that one query reads. Between two such queries, other queries can run."""


class ForgetResult(NamedTuple):
    """The tables from which a user was removed, and the ``damaged`` tables, where this failed."""

    tables: Sequence[TableId]
    damaged: Sequence[TableId]


async def export_data(tables: TableService, user: UserId) -> bytes:
    """Return all stored data of the user, as JSON."""
    store = tables.store
    seats = await store.read(lambda db: privacy.load_user_seats(db, user))
    former_seats = await store.read(lambda db: privacy.load_former_seats(db, user, seats))
    seats_with_moves, former_seats_with_moves = (
        await _load_moves_of_seats(store, seats),
        privacy.drop_move_bounds(await _load_moves_of_seats(store, former_seats)),
    )
    data = await store.read(
        lambda db: privacy.export_remaining_data(db, user, seats_with_moves, former_seats_with_moves)
    )
    return await run_in_thread(_encode_json, data)


def _encode_json(data: Mapping[str, Any]) -> bytes:
    """Encode the data as JSON, one line per row. To format everything at once would block all other threads."""
    return (
        b"{\n"
        + b",\n".join(_encode_line(name) + b": " + _encode_value(value) for name, value in data.items())
        + b"\n}\n"
    )


def _encode_value(value: Any) -> bytes:
    if not isinstance(value, list) or not value:
        return _encode_line(value)
    return b"[\n  " + b",\n  ".join(map(_encode_line, value)) + b"\n]"


def _encode_line(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=0)


async def _load_moves_of_seats(store: Store, seats: privacy.RowDicts) -> privacy.RowDicts:
    rows: privacy.RowDicts = []
    for batch in split_into_batches(seats, _LOGS_AT_ONCE):
        rows += await store.read(partial(privacy.add_moves_to_seats, seats=batch))
    return rows


async def forget_user(
    tables: TableService, rating_service: RatingService, user: UserId, open_dailies: Sequence[DailyNumber] = ()
) -> ForgetResult:
    """Remove the user from every table, and delete all other data of the user.

    An open daily attempt can't be started again. Each table has its own transaction, so after an interruption, a
    repeated request does the rest. A damaged table does not stop the others; any other error is raised at once.
    """
    await tables.user_settings.delete(user)  # first, because the settings belong to no table
    await tables.store.write(lambda db: dailies.forget_user(db, user, open_dailies))
    await tables.store.write(lambda db: puzzles.delete_user_answers(db, user))
    for guild in await tables.store.write(lambda db: matchmaking.forget_user(db, user)):
        tables.on_lobby_change(guild)
    table_ids = await tables.store.read(lambda db: privacy.find_tables_of_user(db, user))
    damaged_ids = [table_id for table_id in table_ids if not await _try_forget_at(tables, table_id, user)]
    rating_service.forget_ratings()
    await tables.store.notify(user_change(user))
    await tables.store.purge_deleted()
    return ForgetResult(tuple(table_id for table_id in table_ids if table_id not in damaged_ids), tuple(damaged_ids))


async def _try_forget_at(tables: TableService, table_id: TableId, user: UserId) -> bool:
    """Remove the user from the table. Return False if the table is too damaged to be stored."""
    try:
        try:
            await retry(lambda: _forget_at_table(tables, table_id, user))
        except CorruptTable:  # the user is removed from rows that can't be read as a table
            await tables.store.write(
                partial(privacy.forget_user_at_unreadable, table_id=table_id, user=user, name=FORMER_PLAYER_NAME)
            )
    except (*DatabaseError, UnicodeDecodeError) as error:
        if classify_error(error) != "damaged":
            raise
        _log.error("Could not remove a user from table %d: %s", table_id, error)
        return False
    return True


async def _forget_at_table(tables: TableService, table_id: TableId, user: UserId) -> None:
    with suppress(Refused):  # the user may have no seat at the table
        await seats.resign(tables, table_id, user, leave_open=False)
    async with tables.lock_table(table_id) as locked_table:
        await locked_table.save(_remove_user(locked_table.table, user))
        await tables.store.write(partial(privacy.forget_user_at, table_id=table_id, user=user))


def _remove_user(table: Table, user: UserId) -> Table:
    """Return the table without the user. Seats of the user belong to a former player, or in a lobby, to nobody."""
    if table.status == "lobby" and any(player.user == user for player in table.players):
        table = lobby_rules.leave(table, user)
    players = tuple(
        _former_player(player) if user in (player.user, player.away) else player for player in table.players
    )
    other_users = [player.user for player in players if player.user is not None]
    host = (other_users or [UserId(0)])[0] if table.host == user else table.host
    status: Status = "ended" if table.status == "lobby" and not other_users else table.status
    notes = {name: 0 if number == user else number for name, number in table.notes.items()}
    holders = tuple(_anonymous_holder(holder) if holder.user == user else holder for holder in table.holders)
    return replace(table, players=players, host=host, status=status, notes=notes, holders=holders)


def _former_player(player: Player) -> Player:
    """Return the player without the user. A computer player that plays in their place is kept."""
    name = seat_holders.computer_name(FORMER_PLAYER_NAME) if player.policy is not None else FORMER_PLAYER_NAME
    return replace(player, name=name, user=None, away=None)


def _anonymous_holder(holder: FormerHolder) -> FormerHolder:
    """Return the former holder without the user. The entry of a computer player is unchanged."""
    name = (
        seat_holders.computer_name(FORMER_PLAYER_NAME)
        if seat_holders.is_computer_name(holder.name)
        else FORMER_PLAYER_NAME
    )
    return replace(holder, name=name, user=None)
