"""One person's data handed out as a file, or taken out of every table. It knows no Discord and no title.

Games stay whole: a log says what seats did. What is taken out is who sat there.
"""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.persons.scores import Scores
from bot.play import handover, holders, seating
from bot.play.sessions import Tables
from bot.preferences import notice_of_change
from bot.tables.cache import Damaged, retry
from bot.tables.table import Player, Status
from engine.errors import Refused
from engine.store import DatabaseError, Holder, Store, Table, dailies, openings, privacy, puzzles, trouble
from engine.store.apart import batched, in_thread
from engine.store.ids import DailyNumber, TableId, UserId

_log = logging.getLogger(__name__)

FORMER = "A former player"
"""How somebody who deleted their data is called from then on."""

_LOGS_AT_ONCE = 25
"""Logs that are read without a break."""


class Forgotten(NamedTuple):
    """The tables from which somebody was taken out, and those where they are ``left``, as the file is damaged there."""

    tables: Sequence[TableId]
    left: Sequence[TableId]


async def exported_data(sessions: Tables, user: UserId) -> bytes:
    """Everything that is stored of the user, as JSON. Logs are read a few at a time, so that others come in between."""
    store = sessions.store
    seats = await store.read(lambda db: privacy.seats_of(db, user))
    held = await store.read(lambda db: privacy.held_by(db, user, seats))
    moves, earlier = await _with_moves(store, seats), privacy.without_bounds(await _with_moves(store, held))
    found = await store.read(lambda db: privacy.everything_else(db, user, moves, earlier))
    return await in_thread(_as_json, found)


def _as_json(found: Mapping[str, Any]) -> bytes:
    """The data as JSON, with a line for each row. To format all at once would stop every other thread meanwhile."""
    return b"{\n" + b",\n".join(_line(name) + b": " + _value(value) for name, value in found.items()) + b"\n}\n"


def _value(value: Any) -> bytes:
    if not isinstance(value, list) or not value:
        return _line(value)
    return b"[\n  " + b",\n  ".join(map(_line, value)) + b"\n]"


def _line(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=0)


async def _with_moves(store: Store, seats: privacy.Rows) -> privacy.Rows:
    found: privacy.Rows = []
    for some in batched(seats, _LOGS_AT_ONCE):
        found += await store.read(partial(privacy.with_moves, seats=some))
    return found


async def forget_user(
    sessions: Tables, scores: Scores, user: UserId, open_dailies: Sequence[DailyNumber] = ()
) -> Forgotten:
    """Takes the user out of every table, and out of all else. A daily that is open is not theirs to begin again.

    One table after the other, each by itself: what was interrupted is finished when it is asked for again. A table
    whose part of the file is damaged keeps nobody in the others; any other trouble is raised at once.
    """
    await sessions.people.forget(user)  # first, as it hangs on no table
    await sessions.store.write(lambda db: dailies.forget(db, user, open_dailies))
    await sessions.store.write(lambda db: puzzles.forget(db, user))
    for guild in await sessions.store.write(lambda db: openings.forget(db, user)):
        sessions.lobby_changed(guild)
    tables = await sessions.store.read(lambda db: privacy.tables_of(db, user))
    left = [table_id for table_id in tables if not await _is_forgotten_at(sessions, table_id, user)]
    scores.forget()
    await sessions.store.notify(notice_of_change(user))
    await sessions.store.clean_up()
    return Forgotten(tuple(table_id for table_id in tables if table_id not in left), tuple(left))


async def _is_forgotten_at(sessions: Tables, table_id: TableId, user: UserId) -> bool:
    """Takes the user out of the table; False where the file is so damaged that its rows cannot be written."""
    try:
        try:
            await retry(lambda: _forget_at_one(sessions, table_id, user))
        except Damaged:  # its rows make no table, but the user is taken out of them all the same
            await sessions.store.write(partial(privacy.strip, session=table_id, user=user, name=FORMER))
    except (*DatabaseError, UnicodeDecodeError) as error:
        if trouble(error) != "damaged":
            raise
        _log.error("somebody cannot be taken out of table %d: %s", table_id, error)
        return False
    return True


async def _forget_at_one(sessions: Tables, table_id: TableId, user: UserId) -> None:
    with suppress(Refused):  # who does not play there now has no seat to give up
        await handover.resign(sessions, table_id, user, opened=False)
    async with sessions.holding(table_id) as held:
        await held.save(_stripped(held.table, user))
        await sessions.store.write(partial(privacy.forget_at, session=table_id, user=user))


def _stripped(table: Table, user: UserId) -> Table:
    """The table without the user: their seats are a former player's, or free in a lobby; another person is host."""
    if table.status == "lobby" and any(player.user == user for player in table.players):
        table = seating.leave(table, user)
    players = tuple(_former(player) if user in (player.user, player.away) else player for player in table.players)
    heirs = [player.user for player in players if player.user is not None]
    host = (heirs or [UserId(0)])[0] if table.host == user else table.host
    closed: Status = "ended" if table.status == "lobby" and not heirs else table.status
    notes = {name: 0 if number == user else number for name, number in table.notes.items()}
    holders = tuple(_unnamed(holder) if holder.user == user else holder for holder in table.holders)
    return replace(table, players=players, host=host, status=closed, notes=notes, holders=holders)


def _former(player: Player) -> Player:
    """Nobody in particular; a computer that has taken over plays on."""
    name = holders.by_computer(FORMER) if player.policy is not None else FORMER
    return replace(player, name=name, user=None, away=None)


def _unnamed(holder: Holder) -> Holder:
    """The same without the person; what a computer did in their place stays a computer's."""
    name = holders.by_computer(FORMER) if holders.is_computers(holder.name) else FORMER
    return replace(holder, name=name, user=None)
