"""Leads each press to the process that has its table, where several processes share the tables.

Discord gives a press to the process of the server it was made on; those in direct messages come to the first. It knows
no title.
"""

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

import discord
import msgspec

from bot.errors import Interaction, answering, user_of
from bot.hosting.errands import Errands
from bot.markdown import md
from bot.tables.cache import MOVING
from bot.ui.components import pressed
from engine import Refused
from engine.store import Store
from engine.store.ids import TableId
from engine.store.parts import part_of_table

_OF_PERSONS = frozenset("Piq")
"""The kinds of buttons that belong to no server: puzzles, a person's own pages, dailies."""
_COMMANDS_OF_PERSONS = frozenset(("daily", "privacy", "puzzle", "settings"))
_NO_TABLE = TableId(0)
_COMMAND, _COMPONENT, _FORM = 2, 3, 5
"""Types of interactions. (docs, interactions/receiving-and-responding)"""
_RESTING = md("I’m just moving to another computer. Try again in a moment.")

Payload = Mapping[str, Any]


class Crossing:
    """Mutable: it knows whose the tables are that were pressed so far, and holds the running tasks.

    It stands between discord.py's gateway and its parser, so that nothing else need know of other processes.
    """

    def __init__(self, client: discord.Client, store: Store, errands: Errands, about_tables: Collection[str]) -> None:
        self._client, self._store, self._errands, self._about_tables = client, store, errands, about_tables
        parsers = client._connection.parsers
        self._parse, parsers["INTERACTION_CREATE"] = parsers["INTERACTION_CREATE"], self._arrived
        errands.answer = self._answer
        self._known = {_NO_TABLE: 0}
        self._tasks = set[asyncio.Task[None]]()

    def _arrived(self, data: Payload) -> None:
        """Answers a press here, or has it answered by the process of its part."""
        table = self._meant(data)
        if table is None or self._known.get(table) == self._store.part.number:
            self._parse(data)
            return
        interaction: Interaction = discord.Interaction(data=data, state=self._client._connection)  # type: ignore[arg-type]
        task = asyncio.create_task(answering(interaction, self._led(interaction, data, table)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _led(self, interaction: Interaction, data: Payload, table: TableId) -> None:
        part = await self._part_of(table)
        if part == self._store.part.number:
            self._parse(data)
        elif not await self._errands.relay(part, user_of(interaction), msgspec.json.encode(data).decode()):
            raise Refused(MOVING if table else _RESTING)

    async def _part_of(self, table: TableId) -> int:
        if table not in self._known:
            found = await self._store.read(lambda db: part_of_table(db, self._store.part, table))
            if found is None:  # whoever is asked about it says so
                return self._store.part.number
            self._known[table] = found
        return self._known[table]

    def _meant(self, data: Payload) -> TableId | None:
        """The table of a press; 0 for what belongs to no server, None for what is answered wherever it comes."""
        given = data.get("data", {})
        if data["type"] == _COMMAND:
            return _NO_TABLE if given.get("name") in _COMMANDS_OF_PERSONS else None
        press = pressed(str(given.get("custom_id", ""))) if data["type"] in (_COMPONENT, _FORM) else None
        if press is None:
            return None
        if press.inner in _OF_PERSONS:
            return _NO_TABLE
        return press.table_if_any or None if press.inner in self._about_tables else None

    def _answer(self, payload: str) -> None:
        """Answers a press that another process has handed over."""
        self._parse(msgspec.json.decode(payload))
