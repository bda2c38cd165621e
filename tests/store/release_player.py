"""Plays games with the release in the current folder and stores them: ``python release_player.py FILE SEED ROUNDS``.

It runs inside an earlier release, so it uses only what every release since the first stored one has. Two people make
random moves, plan ahead, give standing orders, and undo moves; the other seats are greedy computer players.
"""

import asyncio
import itertools
import re
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, ".")

from bot.orders.order import Order
from bot.play import service
from bot.play.undo import undo
from engine.core import action as moves
from engine.core import notation
from engine.errors import RoundhouseError
from engine.games import GAMES
from engine.store import Store

PEOPLE = {1: "Ada", 2: "Ben"}
MOVES = 140
"""Rows of a table's log at most."""
SEATS = range(2, 5)
"""Numbers of players with which every map can be played."""
SHOWN = 12
"""Of many offers, how many a person looks at."""
PLANS, ORDERS, UNDOS = 0.3, 0.05, 0.03
"""How often a person plans instead of moving, orders before a move, and undoes it."""


class Person:
    """A person at one table, who acts by chance alone."""

    def __init__(self, tables: Any, table: int, chance: Random) -> None:
        self.tables, self.table, self.chance = tables, table, chance

    async def act(self) -> bool:
        """Plans or moves, sometimes with an order before and an undo after; whether there is anything to do."""
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
        await self.tables.play_move(self.table, seat, notation.write_action(self.chosen(decision.offers)))
        if self.chance.random() < UNDOS:
            await self.tried(undo(self.tables, self.table, seat))
        return True

    def chosen(self, offers: Any) -> Any:
        return self.chance.choice(list(itertools.islice(offers, SHOWN)))

    async def plan(self) -> None:
        """One of the people says something ahead, sometimes with a limit of nothing, so that it comes to nothing."""
        seat = self.chance.choice(list(PEOPLE))
        ahead = self.tables.premove_question(await self.tables.get(self.table), seat)
        if ahead is None:
            return
        kinds: dict[type, list[Any]] = {}
        for action in itertools.islice(ahead.offers, 400):
            kinds.setdefault(type(action), []).append(action)
        line = notation.write_action(self.chance.choice(kinds[self.chance.choice(sorted(kinds, key=moves.verb_of))]))
        line = re.sub(r" [0-9]+$", " 0", line) if self.chance.random() < 0.4 else line
        await self.tried(self.tables.play_move(self.table, seat, line))

    async def order(self, seat: int, decision: Any) -> None:
        """Gives a standing order for a move like one of those that are offered now."""
        kinds = [type(action) for action in itertools.islice(decision.offers, SHOWN)]
        kinds = [kind for kind in kinds if not issubclass(kind, moves.Standing)]
        order = Order((moves.verb_of(self.chance.choice(kinds)),))
        draft = await self.tables.orders.save_draft(self.table, seat, order)
        await self.tried(self.tables.orders.give_order(self.table, seat, draft.id))

    async def tried(self, doing: Any) -> None:
        """What the rules refuse is not done."""
        with suppress(RoundhouseError):
            await doing


async def play(tables: Any, channel: int, title: str, chance: Random) -> None:
    """One table of that game, until it is over or long enough."""
    seats = chance.choice([count for count in GAMES[title].seats if count in SEATS])
    table = (await tables.open_lobby(channel, 1, title, service.Player(PEOPLE[1], 1))).id
    await tables.join_lobby(table, service.Player(PEOPLE[2], 2))
    presets = list(GAMES[title].options.presets())
    if presets:
        await tables.choose_preset(table, presets[-1])
    for _ in range(seats - len(PEOPLE)):
        await tables.add_computer(table, "greedy")
    await tables.start_game(table, 1)
    person = Person(tables, table, chance)
    for _ in range(MOVES):
        if await tables.play_automatic_move(table) is not None:
            continue
        if not await person.act():
            break
    await tables.store.announced(table, chance.choice([2, 10_000]), {})


async def main(file: str, seed: int, rounds: int) -> None:
    """Stores ``rounds`` tables of every game."""
    chance, now = Random(seed), itertools.count(1_700_000_000.0)
    kind = getattr(service, "TableService", None) or service.Sessions
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
