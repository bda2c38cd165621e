"""People, tables they sit at, and moves they make, for the tests below Discord."""

from typing import Any

from msgspec.structs import replace

from bot.play.service import Player, Table, TableService
from engine.core import Secret, write_action, write_options
from engine.core.codec import dump_events, dump_state
from engine.games import GAMES
from engine.store import Checkpoint, LogRow, Store

__all__ = ["ADA", "BEN", "CAT", "DAN", "GAME", "TITLE", "asked", "begun", "begun_at", "move_on"]

TITLE = next(iter(GAMES))
GAME = GAMES[TITLE]
ADA, BEN, CAT, DAN = (Player(name, user) for user, name in enumerate(("Ada", "Ben", "Cat", "Dan"), 101))


async def begun(sessions: TableService, *players: Player, channel: int = 1) -> Table:
    """A table whose game has begun, of Ada and Ben if nobody else is named."""
    host, *others = players or (ADA, BEN)
    table = await sessions.open_lobby(channel, None, TITLE, host)
    for player in others:
        table = await sessions.join_lobby(table.id, player)
    return await sessions.start_game(table.id, table.host)


async def begun_at(store: Store, table_id: int, state: Any) -> None:
    """A table in the lobby plays from this position on, with nothing in its log."""
    table = await store.load_table(table_id)
    assert table is not None
    version, words = GAMES[table.title].version, write_options(state.options)
    begun = replace(table, status="playing", seed=Secret(1), state=state, options=words)
    await store.start_game(
        begun, LogRow(0, 0, "", "start", 0.0, dump_events(())), Checkpoint(0, version, dump_state(state))
    )


def asked(sessions: TableService, table: Table) -> tuple[int, str]:
    """The user who is asked first and the first move they are offered."""
    decision = sessions.decisions(table)[0]
    user = table.players[decision.seat - 1].user
    assert user is not None
    return user, write_action(next(iter(decision.offers)))


async def move_on(sessions: TableService, table: Table, moves: int) -> Table:
    """The table after so many moves, each the first one offered."""
    for _ in range(moves):
        await sessions.play_move(table.id, *asked(sessions, table))
        table = await sessions.get(table.id)
    return table
