"""Measure the delay of posts at tables of people while twenty people press, alone and beside tables of computers.

The whole bot runs as on Discord. A post is pending from the commit of its move until the outbox is empty again.
"""

import asyncio
import os
import random
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from bot.tables.table import Player, Table
from bot.ui.components import custom_id
from bot.ui.questions import notation_words
from bot.user_rate_limit import UserRateLimit
from engine import GAMES
from tests.bench.measurement import Figure, against, p50, p99
from tests.bench.pending_posts import Pending
from tests.bench.press_latency import computers
from tests.bench.simulated_discord import Server, served

__all__ = ["measure"]

PEOPLE_TABLES, SEATS = 5, 4
POST_SECONDS, PICTURE_SECONDS, ANSWER_SECONDS = 5.0, 30.0, 3.0
"""Goals in seconds: for the oldest pending post and for an answer at the 99th percentile, and for every picture."""
THINKING_SECONDS = 1.0
WARM_SECONDS = 20.0
_KNOWN_OFFERS = 20
"""The number of offers from which an answer is chosen: some questions have thousands."""


def measure(seconds: float, crowds: Sequence[int]) -> list[Figure]:
    """Return the figures of one run for each number of tables of computers."""
    return [figure for crowd in crowds for figure in asyncio.run(_measured(seconds, crowd))]


async def _measured(seconds: float, crowd: int) -> list[Figure]:
    with TemporaryDirectory() as folder:
        async with served(Path(folder)) as server:
            await computers(server, crowd)
            tables = [await _table(server, number) for number in range(PEOPLE_TABLES)]
            server.bot.services.render_pool.picture_limit = UserRateLimit(burst=10_000, per_second=1)
            await asyncio.sleep(WARM_SECONDS if crowd else 0)
            pending, answers = Pending(server, tables), list[float]()
            watching, began, used = asyncio.create_task(pending.watch()), perf_counter(), process_time()
            until = perf_counter() + seconds
            people = [(table, user) for table in tables for user in _users(table)]
            await asyncio.gather(*(_plays(server, table.id, user, until, answers) for table, user in people))
            watching.cancel()
            share = (process_time() - used) / (perf_counter() - began)
            return _figures(crowd, pending, answers, share)


def _figures(crowd: int, pending: Pending, answers: list[float], share: float) -> list[Figure]:
    where = f"{crowd} computer tables" if crowd else "no computer tables"
    posts = f"{len(pending.posted)} reports at {PEOPLE_TABLES} tables of people, {len(pending.unposted)} more pending"
    late = f"{len(pending.late)} got them later, {len(pending.unpictured)} have none yet"
    load = f"{share:.2f} of {os.cpu_count()} processors for the bot, load average {os.getloadavg()[0]:.1f}"
    pictures = [*pending.pictured, *pending.unpictured]
    return [
        _figure(f"oldest pending post of people, p99, {where}", pending.oldest, POST_SECONDS, p99, f"{posts}; {load}"),
        _figure(f"a report is posted after, p99, {where}", pending.posted, POST_SECONDS, p99, posts),
        _figure(f"a report has its pictures after, most, {where}", pictures, PICTURE_SECONDS, max, late),
        _figure(f"final answer to a press, p99, {where}", answers, ANSWER_SECONDS, p99, f"{len(answers)} presses"),
    ]


def _figure(name: str, ages: list[float], goal: float, measured: object, note: str) -> Figure:
    assert callable(measured)
    known = ages or [0.0]
    spread = f"p50 {p50(known):.2f} s, p99 {p99(known):.2f} s, most {max(known):.2f} s"
    return against(name, measured(known), goal, "s", most=1, note=f"{spread}; {note}")


async def _table(server: Server, number: int) -> Table:
    """Open a table of people and start its game."""
    sessions, title = server.bot.services.tables, [*GAMES][number % len(GAMES)]
    names = [f"Player {number}-{seat}" for seat in range(min(SEATS, GAMES[title].seats[-1]))]
    host, *others = [Player(name, server.member(name)) for name in names]
    table = await sessions.open_lobby(server.channel(f"people-{number}"), server.id, title, host)
    for player in others:
        table = await sessions.join_lobby(table.id, player)
    table = await sessions.start_game(table.id, host.user or 0)
    server.bot.services.outbox.wake(table.id)
    await server.told(table.id)
    return table


def _users(table: Table) -> list[int]:
    return [player.user for player in table.players if player.user is not None]


async def _plays(server: Server, table_id: int, user: int, until: float, answers: list[float]) -> None:
    """Press again and again: a move if the user is asked, otherwise the board."""
    chance = random.Random(user)
    while perf_counter() < until:
        wait = THINKING_SECONDS * chance.uniform(0.5, 1.5)
        began = perf_counter() + wait
        await asyncio.sleep(wait)
        table = await server.bot.services.tables.get(table_id)
        await server.press(table.channel, _wanted(server, table, user, chance), user=user)
        answers.append(perf_counter() - began)


def _wanted(server: Server, table: Table, user: int, chance: random.Random) -> str:
    """Return the ``custom_id`` of the button that the user presses."""
    decisions = server.bot.services.tables.decisions(table)
    mine = [decision for decision in decisions if table.players[decision.seat - 1].user == user]
    if not mine:
        return custom_id("v", table.id, 0, "cboard")
    offers = [offer for offer, _ in zip(mine[0].offers, range(_KNOWN_OFFERS), strict=False)]
    return custom_id("a", table.id, table.seq, f"- {' '.join(notation_words(chance.choice(offers)))}")
