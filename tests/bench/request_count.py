"""Count the requests to Discord that a move costs, within a phase and at its end, for every game."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from engine import GAMES, PhaseEnded, Seat, redact
from engine.agents.policies import QUICK_POLICIES
from engine.core import rng_from_seed
from tests.bench.measurement import Figure, against
from tests.bot.simulated_channel import NAMES, World, spelled, world
from tests.bot.whole_game import AT_ITS_END, WITHIN_A_PHASE, decision_of, person_at, requests

__all__ = ["measure"]


def measure(moves: int) -> list[Figure]:
    """Measure the first ``moves`` moves of each game, played by people who choose as computers do."""
    return [figure for key in GAMES for figure in asyncio.run(_counted(key, moves))]


async def _counted(key: str, moves: int) -> list[Figure]:
    people = NAMES[: min(3, GAMES[key].seats[-1])]
    within, ends = list[int](), list[int]()
    with TemporaryDirectory() as folder:
        async with world(Path(folder)) as running:
            await running.started(*people, title=key)
            for _ in range(moves):
                if (await running.table()).status != "playing":
                    break
                cost, ended = await _one_move(running)
                (ends if ended else within).append(cost)
    return [
        _figure(f"{key}: requests of a move within a phase", within, WITHIN_A_PHASE),
        _figure(f"{key}: requests of a move that ends one", ends, AT_ITS_END),
    ]


async def _one_move(running: World) -> tuple[int, bool]:
    """Make the first asked player's move, and return its number of requests and whether a phase ended."""
    table = await running.table()
    seat = Seat(running.bot.services.tables.decisions(table)[0].seat)
    view, asked = redact(table.state, seat), decision_of(running, table, seat)
    action, _ = QUICK_POLICIES["greedy"](GAMES[table.title], view, asked, rng_from_seed(table.seq))
    before = len(requests(running))
    await person_at(running, table, seat).slash(running.channel, "move", line=spelled(action))
    made = [m for m in await running.bot.services.tables.history(table.id) if m.seq > table.seq]
    ended = any(isinstance(event, PhaseEnded) for move in made for event in move.events)
    return len(requests(running)) - before, ended


def _figure(name: str, costs: Sequence[int], most: int) -> Figure:
    found = costs or [0]
    note = f"mean {sum(found) / len(found):.2f} of {len(costs)} moves"
    return against(name, max(found), most, "requests", most=1, note=note)
