"""Games that are over, and all that can be read of them."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from bot.commands.past import _report
from bot.hosting.on_disk import on_disk
from bot.hosting.on_server import on_server
from bot.past.card import card_of
from bot.past.film import _cuts
from bot.past.rerun import rerun_of
from bot.persons.privacy import exported_data
from bot.persons.scores import Scores
from bot.play import seating
from bot.play.sessions import Player, Tables
from bot.sight import sight
from bot.tables.table import Table
from engine.core.transcript import parse
from engine.store import Store
from engine.store.address import is_address
from engine.store.verify import verify

GOLDEN = Path(__file__).parents[2] / "games" / "railroader" / "nobody-can-go-on.game"
"""A whole game of two players in 50 moves."""
HALF, FEW = 20, 3
MOVED_AT, DAYS = 1_000.0, 30
WILMA, BEN = Player("Wilhelmina Quux", 123_456_789_012_345_678), Player("Ben", 2)


class Clock:
    """The time, which stands until it is set."""

    now = MOVED_AT

    def __call__(self) -> float:
        return self.now


async def played(
    sessions: Tables, channel: int, lines: int | None = None, clock: Clock | None = None, host: Player = WILMA
) -> int:
    """A timed game, by default to its end, of which the channel has been told everything."""
    file = parse(GOLDEN.read_text())
    table = await sessions.open(channel, 9, file.title, host)
    for name, word in {"deck": "first", **file.options}.items():  # the deck that was dealt then
        await sessions.set_option(table.id, name, word)
    await sessions.set_term(table.id, "clock", "daily")
    await sessions.join(table.id, BEN)
    table = await sessions.start(table.id, table.host)
    for number, (_, line) in enumerate(file.lines[:lines], 1):
        if clock is not None:
            clock.now += number
        user = table.players[int(line[1]) - 1].user
        assert user is not None
        await sessions.play(table.id, user, line, interaction=1_000 * table.id + number)
    table = await sessions.get(table.id)
    await sessions.announced(table.id, table.seq, {"card": 5})
    return table.id


async def ended(sessions: Tables, channel: int) -> int:
    """A game that its host has ended early."""
    table = await played(sessions, channel, FEW)
    await sessions.end(table, WILMA.user or 0)
    return table


@asynccontextmanager
async def opened(place: str | Path) -> AsyncIterator[Store]:
    """The store there, closed afterwards, so that a test that fails ends."""
    store = await Store.open(place)
    try:
        yield store
    finally:
        await store.close()


def dealt(store: Store, clock: Clock) -> Tables:
    """Tables at which the golden game can be played."""
    return Tables(store, clock=clock, new_seed=lambda: parse(GOLDEN.read_text()).seed)


async def everything(store: Store, table: int) -> dict[str, Any]:
    """All that can be read of a table and of its host, by everything that reads."""
    sessions = Tables(store, clock=lambda: MOVED_AT)  # with nothing in its memory
    scores, found = Scores(sessions), await sessions.get(table)
    assert WILMA.user is not None
    return {
        "table": found,
        "log": await store.log(table),
        "middle": await store.log(table, after=7, up_to=11),
        "none": await store.log(table, after=1_000),
        "points": await store.checkpoints(table),
        "states": [await sessions.state_at(table, seq) for seq in (0, 7, HALF, 49, 50)],
        "history": await sessions.history(table),
        "export": await sessions.export(table),
        "data": json.loads(await exported_data(sessions, WILMA.user)),
        "record": await scores.record_of(WILMA.user),
        "newest": await store.newest_in(1),
        **await _shown(sessions, found),
    }


async def _shown(sessions: Tables, table: Table) -> dict[str, Any]:
    """What is made of a table for people: report, result, the pictures of its film and its page, the next game."""
    standing, seen = await sessions.standing(table.id), sight(table, None)
    cuts, again = await _cuts(sessions, table, seen), await rerun_of(sessions, table)
    return {
        "report": await _report(cast("Any", SimpleNamespace(sessions=sessions)), table),
        "result": card_of(seen, standing) if table.status == "finished" else None,
        "cuts": cuts,
        "views": list(again.views(cut.seq for cut in cuts)),
        "rematch": seating.rematch(table, WILMA, MOVED_AT),
    }


async def examined(database: str) -> list[Any]:
    """What *verify* and the doctor say of the database."""
    look = on_server if is_address(database) else on_disk
    findings = look(database, is_running=True, now=MOVED_AT)
    return [await verify(database), *(found for found in findings if found.what != "disk")]


async def rows(store: Store) -> dict[str, int]:
    """How many rows the tables with logs have."""
    names = ("log", "checkpoint", "archive")
    count = "SELECT count(*) FROM {}"
    return await store.read(lambda db: {name: db.execute(count.format(name)).fetchone()[0] for name in names})
