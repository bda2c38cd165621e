"""Analyses of games that are over, kept with them: SQL. It knows no Discord and no rules."""

from engine.store.db import Db, one
from engine.store.ids import TableId, UserId


def of_table(db: Db, session: TableId) -> str | None:
    """The analysis of a table's game, as it was kept."""
    return one(db.execute("SELECT text FROM analysis WHERE session = ?", (session,)), str)


def of_user(db: Db, user: UserId, most: int) -> tuple[tuple[TableId, str], ...]:
    """The latest analyses of games in which the user holds a seat or held one, each with its table."""
    rows = db.execute(
        "SELECT session, text FROM analysis WHERE session IN (SELECT session FROM player WHERE user_id = ?1"
        " UNION SELECT session FROM holder WHERE user_id = ?1) ORDER BY session DESC LIMIT ?2",
        (user, most),
    )
    return tuple((TableId(session), text) for session, text in rows)


def keep(db: Db, session: TableId, text: str) -> None:
    """Keeps the analysis of a table's game, in place of one before."""
    db.execute(
        "INSERT INTO analysis (session, text) VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET text = excluded.text",
        (session, text),
    )
