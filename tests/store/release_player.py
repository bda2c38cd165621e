"""Plays games with the release in the current folder and stores them: ``python release_player.py FILE SEED ROUNDS``.

This module runs inside an earlier release, so it uses only functions that every release since the first stored one has,
under the names of that time. A release without ``bot.play.sessions`` needs another player. Two people make random
moves, plan ahead, give standing orders, and undo moves; greedy computer players have the other seats.
"""

import asyncio
import itertools
import re
import sqlite3
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, ".")

from engine.errors import RoundhouseError
from engine.games import GAMES
from engine.store import Store

moves, notation = import_module("engine.core.action"), import_module("engine.core.notation")
sessions, takeback = import_module("bot.play.sessions"), import_module("bot.play.takeback")
orders = import_module("bot.planning.orders")

PEOPLE = {1: "Ada", 2: "Ben"}
MOVES = 140
"""Maximum number of moves at a table."""
SEATS = range(2, 5)
"""Numbers of players with which every map can be played."""
SHOWN = 12
"""Maximum number of offers from which a person chooses."""
PLANS, ORDERS, UNDOS = 0.3, 0.05, 0.03
"""Probabilities that a person plans instead of moving, gives an order before a move, and undoes the move."""


class Person:
    """The people at one table, who act at random."""

    def __init__(self, tables: Any, table: int, chance: Random) -> None:
        self.tables, self.table, self.chance = tables, table, chance

    async def act(self) -> bool:
        """Plan or move, sometimes with an order before and an undo after; return whether the game goes on."""
        asked = self.tables.decisions(await self.tables.get(self.table))
        if not asked:
            return False
        if self.chance.random() < PLANS:
            await self.plan()
            return True
        decision = self.chance.choice(asked)
        seat = decision.seat
        if self.chance.random() < ORDERS:
            await self.order(seat, decision)
        await self.tables.play(self.table, seat, notation.write(self.chosen(decision.offers)))
        if self.chance.random() < UNDOS:
            await self.tried(takeback.undo(self.tables, self.table, seat))
        return True

    def chosen(self, offers: Any) -> Any:
        return self.chance.choice(list(itertools.islice(offers, SHOWN)))

    async def plan(self) -> None:
        """Make a random plan for one of the people, sometimes with a limit of 0 so that the plan has no effect."""
        seat = self.chance.choice(list(PEOPLE))
        ahead = self.tables.ahead(await self.tables.get(self.table), seat)
        if ahead is None:
            return
        kinds: dict[type, list[Any]] = {}
        for action in itertools.islice(ahead.offers, 400):
            kinds.setdefault(type(action), []).append(action)
        line = notation.write(self.chance.choice(kinds[self.chance.choice(sorted(kinds, key=moves.verb))]))
        line = re.sub(r" [0-9]+$", " 0", line) if self.chance.random() < 0.4 else line
        await self.tried(self.tables.play(self.table, seat, line))

    async def order(self, seat: int, decision: Any) -> None:
        """Give a standing order for a kind of move that is offered now."""
        kinds = [type(action) for action in itertools.islice(decision.offers, SHOWN)]
        kinds = [kind for kind in kinds if not issubclass(kind, moves.Standing)]
        order = orders.Order((moves.verb(self.chance.choice(kinds)),))
        draft = await self.tables.orders.draft(self.table, seat, order)
        await self.tried(self.tables.orders.give(self.table, seat, draft.id))

    async def tried(self, doing: Any) -> None:
        """Await a change, and ignore a refusal."""
        with suppress(RoundhouseError):
            await doing


async def play(tables: Any, channel: int, title: str, chance: Random) -> None:
    """Play one table of a game until it is over or has ``MOVES`` moves."""
    seats = chance.choice([count for count in GAMES[title].seats if count in SEATS])
    table = (await tables.open(channel, 1, title, sessions.Player(PEOPLE[1], 1))).id
    await tables.join(table, sessions.Player(PEOPLE[2], 2))
    presets = list(GAMES[title].options.presets())
    if presets:
        await tables.choose_preset(table, presets[-1])
    for _ in range(seats - len(PEOPLE)):
        await tables.add_computer(table, "greedy")
    await tables.start(table, 1)
    person = Person(tables, table, chance)
    for _ in range(MOVES):
        if await tables.step(table) is not None:
            continue
        if not await person.act():
            break
    await tables.store.announced(table, chance.choice([2, 10_000]), {})


async def main(file: str, seed: int, rounds: int) -> None:
    """Store ``rounds`` tables of every game in a new database."""
    chance, now = Random(seed), itertools.count(1_700_000_000.0)
    kind = getattr(sessions, "Tables", None) or sessions.Sessions
    tables = kind(await Store.open(file), clock=lambda: next(now), new_seed=lambda: chance.getrandbits(64))
    for number, title in enumerate(sorted(GAMES) * rounds, 1):
        await play(tables, number, title, Random(f"{seed}-{number}"))
    await tables.store.close()
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA journal_mode = DELETE")  # one file
        given = db.execute("SELECT id FROM plan ORDER BY given_at, session").fetchall()  # their ids are random
        db.executemany("UPDATE plan SET id = ? WHERE id = ?", [(new, old) for new, (old,) in enumerate(given, 1)])
    db.execute("VACUUM")  # the same rows are the same bytes
    db.close()


if __name__ == "__main__":
    assert not Path(sys.argv[1]).exists()
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
