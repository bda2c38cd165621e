"""``python -m engine verify``: every stored game played again from its log, and the heads compared."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from engine.cli.choosing import title
from engine.core.codec import dump, load
from engine.core.flow import State, play
from engine.core.game import read_options
from engine.core.notation import read
from engine.errors import RoundhouseError, Unreadable
from engine.store import Entry, Session, Store, effective

__all__ = ["Finding", "findings"]

Finding = tuple[Session, int, str]
"""A table, its number of moves that count, and what is wrong with it; an empty text: nothing."""


async def findings(database: Path) -> AsyncIterator[Finding]:
    """Every table that was ever begun, in the order they were opened. The file is not changed.

    Raises ``Unreadable`` for a file that is no database of ours.
    """
    if not database.is_file():
        raise Unreadable(f"There is no database {database}.")
    store = await Store.open(database, read_only=True)
    try:
        for number in await store.sessions():
            session = await store.get(number)
            if session is not None and session.state is not None:
                log = effective(await store.log(number)) or ()
                yield session, len(log), _difference(session, log)
    finally:
        await store.close()


def _difference(session: Session, log: tuple[Entry, ...]) -> str:
    try:
        game = title(session.title)
        stored = load(game, session.state or b"", session.version)
        state: State
        options = read_options(game.options, session.options)
        state, _ = game.new(options, len(session.players), session.seed or 0)
    except RoundhouseError as error:
        return str(error)
    for entry in log:
        try:
            state, _ = play(state, read(entry.action, game.actions))
        except RoundhouseError as error:
            return f"move {entry.seq}, “{entry.action}”: {error}"
    return "" if dump(state) == dump(stored) else "the stored state is not what its moves lead to"
