"""Analyses of games that are over, kept with them: SQL. It knows no Discord and no rules."""

from engine.store.db import Db, one
from engine.store.ids import TableId


def of_table(db: Db, session: TableId) -> str | None:
    """The analysis of a table's game, as it was kept."""
    return one(db.execute("SELECT text FROM analysis WHERE session = ?", (session,)), str)


def keep(db: Db, session: TableId, text: str) -> None:
    """Keeps the analysis of a table's game, in place of one before."""
    db.execute(
        "INSERT INTO analysis (session, text) VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET text = excluded.text",
        (session, text),
    )
