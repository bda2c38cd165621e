"""Keeps and shows the notes that people write to themselves at a table. It knows no Discord and no title."""

from functools import partial

from bot import limits
from bot.markdown import Markdown, escape_prose, md
from bot.tables.bare import Bare
from engine.store import Store
from engine.store import memos as sql
from engine.store.ids import TableId, UserId

ABOVE_A_QUESTION = 300
"""Characters of a note above a question, which is to be seen as well; `/hand` has the whole of it."""
_LONGEST = 1_200
"""Characters of any note, as it is quoted."""


class Memos:
    """One note for each person and table."""

    def __init__(self, store: Store) -> None:
        self._store, self._memos = store, Bare(store, sql.of_table)

    async def of(self, table_id: TableId, user: UserId) -> str:
        """The user's note; empty when there is none."""
        return (await self._memos.of(table_id)).get(user, "")

    async def keep(self, table_id: TableId, user: UserId, text: str) -> None:
        """Puts ``text`` in the place of the user's note; an empty one takes it away."""
        with self._memos.adding(table_id):
            await self._store.write(partial(sql.keep, session=table_id, user=user, text=text))


def noted(memo: str, most: int = _LONGEST) -> list[Markdown]:
    """The note as a quotation of at most so many characters, without blank lines; nothing when there is none."""
    lines = [line for line in f"📝 {memo}".splitlines() if line.strip()] if memo else []
    return [md("> {}", escape_prose(line)) for line in limits.cut("\n".join(lines), most).splitlines()]
