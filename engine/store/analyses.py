"""Analyses of finished games: SQL."""

from engine.store.connection import Connection, read_scalar
from engine.store.ids import TableId, UserId


def load_analysis(db: Connection, table_id: TableId) -> str | None:
    """Return the stored analysis of a table's game; None if there is none."""
    return read_scalar(db.execute("SELECT text FROM analysis WHERE session = ?", (table_id,)), str)


def load_user_analyses(db: Connection, user: UserId, most: int) -> tuple[tuple[TableId, str], ...]:
    """Return (table, analysis) pairs of the latest games in which the user has or had a seat."""
    rows = db.execute(
        "SELECT session, text FROM analysis WHERE session IN (SELECT session FROM player WHERE user_id = ?1"
        " UNION SELECT session FROM holder WHERE user_id = ?1) ORDER BY session DESC LIMIT ?2",
        (user, most),
    )
    return tuple((TableId(session), text) for session, text in rows)


def save_analysis(db: Connection, table_id: TableId, text: str) -> None:
    """Store the analysis of a table's game, replacing an earlier one."""
    db.execute(
        "INSERT INTO analysis (session, text) VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET text = excluded.text",
        (table_id, text),
    )
