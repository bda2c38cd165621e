"""People, their tables, and their moves, for the tests below Discord."""

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
    """Start a game, of Ada and Ben by default."""
    host, *others = players or (ADA, BEN)
    table = await sessions.open_lobby(channel, None, TITLE, host)
    for player in others:
        table = await sessions.join_lobby(table.id, player)
    return await sessions.start_game(table.id, table.host)


async def begun_at(store: Store, table_id: int, state: Any) -> None:
    """Let a table in the lobby play from this position, with an empty log."""
    table = await store.load_table(table_id)
    assert table is not None
    version, words = GAMES[table.title].version, write_options(state.options)
    begun = replace(table, status="playing", seed=Secret(1), state=state, options=words)
    await store.start_game(
        begun, LogRow(0, 0, "", "start", 0.0, dump_events(())), Checkpoint(0, version, dump_state(state))
    )


def asked(sessions: TableService, table: Table) -> tuple[int, str]:
    """Return the first asked user, and the line of their first offer."""
    decision = sessions.decisions(table)[0]
    user = table.players[decision.seat - 1].user
    assert user is not None
    return user, write_action(next(iter(decision.offers)))


async def move_on(sessions: TableService, table: Table, moves: int) -> Table:
    """Make ``moves`` moves, each the first offer, and return the table."""
    for _ in range(moves):
        await sessions.play_move(table.id, *asked(sessions, table))
        table = await sessions.get(table.id)
    return table
