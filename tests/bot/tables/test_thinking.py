"""Whose computers think first: those at tables of people, whatever hundreds of tables of computers have to think."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from bot.places import Places, Waits
from bot.play import seating
from bot.tables.moves import automatic
from bot.tables.table import Player, Table
from engine.core.flow import decisions
from engine.core.secret import Secret
from tests.bot.world import GAME


def table(*, alone: bool) -> Table:
    """A table at which a computer is asked; the others are computers too, or people."""
    state, _ = GAME.new(GAME.options(), GAME.seats[-1], 7)
    asked = decisions(state)[0].seat
    computer = Player("Engine", policy="random")
    players = tuple(
        computer if alone or seat == asked else Player(f"Player {seat}", seat) for seat in range(1, GAME.seats[-1] + 1)
    )
    opened = seating.opened(1, None, GAME.key, Player("Host", 99), 0.0)
    return replace(opened, players=players, status="playing", seed=Secret(7), state=state)


async def test_a_computer_at_a_table_of_people_thinks_while_all_others_wait() -> None:
    thinking = Places(2, 1)
    async with thinking.taken(Waits.NOBODY):
        waits = asyncio.create_task(automatic(table(alone=True), thinking))
        assert await asyncio.wait_for(automatic(table(alone=False), thinking), 30)
        assert not waits.done()
    assert await waits
