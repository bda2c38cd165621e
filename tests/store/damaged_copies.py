"""Copies of a real database with a little damage each, equal in every run."""

import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from bot.play.service import Player, TableService
from engine.core import write_action
from engine.games import GAMES
from engine.store import Store

PAGE = 4_096
NAMES = ("Ada", "Ben", "Cleo", "Dov")

Content = Mapping[str, tuple[Mapping[str, Any], ...]]


async def played(path: Path, moves: int) -> None:
    """Create a database with a game of every title and a lobby at ``path``, and a copy ``live.db`` beside it.

    ``live.db`` has a write-ahead log, like the database of a running bot.
    """
    store = await Store.open(path)
    sessions = TableService(store, new_seed=lambda: 7)
    for channel, title in enumerate(GAMES, 1):
        await play(sessions, channel, title, moves)
    await sessions.open_lobby(99, None, next(iter(GAMES)), Player("Eve", 5))
    live = path.with_name("live.db")
    await store.read(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
    await play(sessions, 50, next(iter(GAMES)), 6)
    for end in ("", "-wal"):
        shutil.copyfile(f"{path}{end}", f"{live}{end}")
    await store.close()


async def play(sessions: TableService, channel: int, title: str, moves: int) -> None:
    """Play the first moves of a game in a new table; each move is the first offer."""
    table = await sessions.open_lobby(channel, None, title, Player(NAMES[0], 1))
    for user, name in enumerate(NAMES[1 : GAMES[title].seats[-1]], 2):
        await sessions.join_lobby(table.id, Player(name, user))
    table = await sessions.start_game(table.id, 1)
    for _ in range(moves):
        question = sessions.decisions(table)[0]
        await sessions.play_move(table.id, question.seat, write_action(next(iter(question.offers))))
        table = await sessions.get(table.id)


def damaged(folder: Path, number: int, path: Path) -> str:
    """Create damaged copy ``number`` of a database in ``folder`` at ``path``, and return the kind of damage."""
    chance = Random(number)
    kind, spoil = list(DAMAGES.items())[number % len(DAMAGES)]
    source = folder / ("live.db" if kind.startswith("log") else "tables.db")
    for end in ("", "-wal"):
        if Path(f"{source}{end}").exists():
            shutil.copyfile(f"{source}{end}", f"{path}{end}")
    file = Path(f"{path}-wal") if kind.startswith("log") else path
    file.write_bytes(spoil(chance, bytearray(file.read_bytes())))
    return kind


def content(path: Path) -> Content | None:
    """Return all rows of a database by table, or None if any cannot be read."""
    found = {}
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            db.row_factory = sqlite3.Row
            for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                found[str(name)] = tuple(map(dict, db.execute(f'SELECT * FROM "{name}"')))
    except sqlite3.Error:
        return None
    return found


def _bytes(chance: Random, data: bytearray) -> bytearray:
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(len(data))] ^= chance.randint(1, 255)
    return data


def _cut(chance: Random, data: bytearray) -> bytearray:
    return data[: chance.randrange(len(data))]


def _zeros(chance: Random, data: bytearray) -> bytearray:
    at = chance.randrange(len(data) // PAGE) * PAGE
    data[at : at + PAGE] = bytes(PAGE)
    return data


def _noise(chance: Random, data: bytearray) -> bytearray:
    at = chance.randrange(len(data) // PAGE) * PAGE
    data[at : at + PAGE] = chance.randbytes(PAGE)
    return data


def _header(chance: Random, data: bytearray) -> bytearray:
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(100)] = chance.randrange(256)
    return data


DAMAGES: Mapping[str, Callable[[Random, bytearray], bytearray]] = {
    "bytes flipped": _bytes,
    "cut short": _cut,
    "a page of zeros": _zeros,
    "a page of noise": _noise,
    "a header overwritten": _header,
    "log: bytes flipped": _bytes,
    "log: cut short": _cut,
}
