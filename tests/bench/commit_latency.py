"""Time a press from the gateway to the committed move, against a bare commit of the same bytes.

The press is a button's interaction as JSON, which passes discord.py's dispatch, the seat check, the rules, and the
store. No answer is sent and no picture drawn. Then ten presses at ten tables arrive at once, against ten that arrive
one after the other. All this is measured with a file, and with a PostgreSQL server whose data is on the disk; there a
bare commit uses a connection of its own.
"""

import asyncio
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest

from bot.client import Roundhouse
from bot.config import Settings
from bot.play.service import TableService
from bot.render_pool import RenderPool
from bot.tables.table import Player
from bot.ui.components import ButtonPress, custom_id
from engine.core import write_action
from engine.core.codec import dump_state
from engine.store import Store
from engine.store.address import is_server_address
from engine.store.connection import Connection
from engine.store.dialect import translate_script
from tests.bench.measurement import Figure, against, p99
from tests.bench.positions import Title, seats
from tests.postgresql import schema, server

AT_ONCE = 10
"""The number of tables at which somebody presses at the same time."""
FIRST = 3
"""Games that are not counted: until the write-ahead logs have reached their size, a commit takes twice as long."""
_BARE = """
CREATE TABLE bare_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT, events BLOB);
CREATE TABLE bare_head (state BLOB);
"""


class Bench:
    """Tables, a client that is not connected, and a bare table beside them. It plays the games."""

    def __init__(self, sessions: TableService, client: Roundhouse, bare: Connection) -> None:
        self.sessions, self.client, self.bare = sessions, client, bare
        self.done: asyncio.Future[float] | None = None
        self.presses = self.left = 0
        client.routes = {"a": self._commit}

    async def _commit(self, interaction: Any, press: ButtonPress) -> None:
        table = await self.sessions.get(press.table_id)
        seat = self.sessions.seat_of(table, interaction.user.id)
        line = f"p{seat} {press.arguments.split(' ', 1)[1]}"
        await self.sessions.play_move(
            table.id, interaction.user.id, line, interaction=interaction.id, seen_seq=press.seq
        )
        self.left -= 1
        if not self.left:
            assert self.done is not None
            self.done.set_result(perf_counter())

    async def game(self, title: Title, channel: int) -> list[tuple[float, float]]:
        """Return the milliseconds of each press of a game, and of a bare commit after it, as pairs."""
        number = await self._begun(title, channel)
        taken = []
        while press := await self._next(number):
            ms = await self._presses([press])
            table = await self.sessions.get(number)
            assert table.state is not None
            taken.append((ms, self._bare_commit(dump_state(table.state))))
        return taken

    async def moments(self, title: Title, rounds: int) -> list[tuple[float, float]]:
        """Return for each round the milliseconds of ten presses at once, and of ten presses one after the other."""
        numbers = [await self._begun(title, channel) for channel in range(1_001, 1_001 + AT_ONCE)]
        taken = []
        for _ in range(rounds):
            if len(together := await self._one_each(numbers)) < AT_ONCE:
                break
            at_once = await self._presses(together)
            in_a_row = [await self._presses([press]) for press in await self._one_each(numbers)]
            taken.append((at_once, sum(in_a_row)))
        return taken

    async def _one_each(self, numbers: Sequence[int]) -> list[tuple[str, int]]:
        """Return the next press at each table whose game is not over."""
        found = [await self._next(number) for number in numbers]
        return [press for press in found if press is not None]

    async def _begun(self, title: Title, channel: int) -> int:
        table = await self.sessions.open_lobby(channel, 1, title.key, Player("1", 1))
        for user in range(2, seats(title) + 1):
            await self.sessions.join_lobby(table.id, Player(str(user), user))
        return (await self.sessions.start_game(table.id, 1)).id

    async def _next(self, number: int) -> tuple[str, int] | None:
        """Return the ``custom_id`` of the first offered move at a table and its seat, or None when the game is over."""
        table = await self.sessions.get(number)
        for question in self.sessions.decisions(table):
            action = next(iter(question.offers))
            return custom_id("a", table.id, table.seq, write_action(action)), int(question.seat)
        return None

    async def _presses(self, presses: Sequence[tuple[str, int]]) -> float:
        """Send presses at once and return the milliseconds until the last one is committed."""
        texts = [self._text(*press) for press in presses]
        self.left, self.done = len(texts), asyncio.get_running_loop().create_future()
        began = perf_counter()
        for text in texts:
            self.client._connection.parse_interaction_create(json.loads(text))
        return 1_000 * (await asyncio.wait_for(self.done, 10) - began)

    def _text(self, identity: str, user: int) -> str:
        self.presses += 1
        return json.dumps(_payload(self.presses, identity, user))

    def _bare_commit(self, state: bytes) -> float:
        """Return the milliseconds to commit a log row and a state of the same size in this thread."""
        began = perf_counter()
        self.bare.execute("BEGIN IMMEDIATE")
        line = "p1 place St._Louis 2,-1 n"
        self.bare.execute("INSERT INTO bare_log (action, events) VALUES (?, ?)", (line, state[:200]))
        self.bare.execute("UPDATE bare_head SET state = ?", (state,))
        self.bare.execute("COMMIT")
        return 1_000 * (perf_counter() - began)


def measure(titles: Sequence[Title], games: int, first: int = FIRST) -> list[Figure]:
    """Return the median and 99th percentile of presses, against bare commits made in turn with them, for each game.

    Also compares ten presses at once with ten in a row. The ``first`` games are not counted. Without a server, only
    files are measured, and a note says so.
    """
    found = [figure for title in titles for figure in _in_a_file(title, games, first)]
    try:
        with server(durable=True) as address:
            return found + [figure for title in titles for figure in _measured(title, games, first, schema(address))]
    except pytest.skip.Exception as missing:
        print(missing, file=sys.stderr)
        return found


def _in_a_file(title: Title, games: int, first: int) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:  # on the disk, not in memory
        return _measured(title, games, first, str(Path(folder) / "tables.db"))


def _measured(title: Title, games: int, first: int, place: str) -> list[Figure]:
    pairs, moments = asyncio.run(_play(title, games, first, place))
    presses, bare = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    at_once, in_a_row = [moment[0] for moment in moments], [moment[1] for moment in moments]
    key = f"{title.key} on PostgreSQL" if is_server_address(place) else title.key
    name = f"{key}: press to committed move"
    return [
        against(f"{name}, p50", median(presses), median(bare), "ms", most=3.5),
        against(f"{name}, p99", p99(presses), p99(bare), "ms", most=4, note=f"{len(pairs)} presses"),
        against(
            f"{key}: ten presses at once, p50",
            median(at_once),
            median(in_a_row),
            "ms",
            most=1.2,
        ),
    ]


async def _play(
    title: Title, games: int, first: int, place: str
) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return the milliseconds of whole games, and of ten presses at once."""
    store, client = await Store.open(place), Roundhouse(Settings())
    RenderPool(client.settings)  # which makes threads change hands as often as in the bot
    try:
        with _bare(place) as bare:
            bench = Bench(TableService(store), client, bare)
            async with client:  # gives it the loop; it connects to nothing
                every = [await bench.game(title, channel) for channel in range(1, first + games + 1)]
                return [pair for game in every[first:] for pair in game], await bench.moments(title, 10 * games)
    finally:
        await store.close()


@contextmanager
def _bare(place: str) -> Iterator[Connection]:
    """Yield a connection to two bare tables beside a store: on the store's server, or in a separate file."""
    if is_server_address(place):
        from engine.store.postgresql import connect

        served = connect(place)
        for statement in translate_script(_BARE):
            served.execute(statement)
        served.execute("INSERT INTO bare_head VALUES (?)", (b"",))
        yield served
        served.pg.close()
        return
    db = sqlite3.connect(f"{place}-bare", isolation_level=None)
    db.executescript(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; {_BARE}")
    db.execute("INSERT INTO bare_head VALUES ('')")
    yield db
    db.close()


def _payload(number: int, identity: str, user: int) -> dict[str, Any]:
    """Return the interaction of a button press, as Discord sends it."""
    person = {"id": str(user), "username": "ada", "discriminator": "0", "avatar": None, "global_name": "Ada"}
    part = {"type": 2, "style": 1, "label": "Confirm", "custom_id": identity, "id": 2}
    return {
        "id": str(10**18 + number),
        "application_id": "1",
        "type": 3,
        "token": "t",
        "version": 1,
        "channel_id": "1",
        "data": {"custom_id": identity, "component_type": 2, "id": 2},
        "user": person,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 0,
        "locale": "en-US",
        "app_permissions": "0",
        "attachment_size_limit": 10_000_000,
        "message": {
            "id": "2",
            "channel_id": "1",
            "type": 0,
            "content": "",
            "author": {**person, "bot": True},
            "attachments": [],
            "embeds": [],
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "mention_everyone": False,
            "tts": False,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "flags": 64,
            "components": [{"type": 1, "id": 1, "components": [part]}],
        },
    }
