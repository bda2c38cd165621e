"""Does once, after a game is over, what follows: tells predictions and writes results. It knows no title."""

from collections.abc import Callable

import discord

from bot.persons.predictions import outcome, scored
from bot.persons.scores import Scores
from bot.play.sessions import Tables
from bot.tables.table import Table, game_of
from bot.telling.mailbox import Mailbox, made_before, nonce
from bot.ui.components import Post, board
from engine.store import departures
from engine.store import followers as sql
from engine.store.ids import TableId


class Aftermath:
    """Mutable: it remembers which posts may have been made and not noted.

    Results are written last, so that without them nothing counts as done.
    """

    def __init__(self, client: discord.Client, sessions: Tables, scores: Scores) -> None:
        self._client, self._sessions, self._scores = client, sessions, scores
        self._doubtful: set[TableId] = set()

    async def resume(self, kick: Callable[[TableId], None]) -> None:
        """After a start: goes on with every game that is over and has no results."""
        self._doubtful.update(await self._scores.missed())
        for table_id in self._doubtful:
            kick(table_id)

    async def tend(self, table_id: TableId) -> None:
        """The channel knows how the game ended. Raises what Discord raises; nothing is then written yet."""
        table = await self._sessions.get(table_id)
        if table.status != "finished" or await self._scores.is_recorded(table_id):
            return
        if await self._sessions.unannounced(table_id):
            return  # it ended while the channel was told of an earlier move: whoever ended it has this called again
        if table.terms.predictions:
            await self._tell(table)
        await self._scores.record(table)
        self._doubtful.discard(table.id)

    async def _tell(self, table: Table) -> None:
        """Posts how the predictions came out, if there were any."""
        assert table.state is not None
        said = await self._sessions.store.read(lambda db: sql.predictions(db, table.id))
        gone = await self._sessions.store.read(lambda db: departures.of_table(db, table.id))
        left = {one.user for one in gone}
        found = scored(said, table, game_of(table.title).rules.ranking(table.state), left)
        if not found or await self._told_before(table):
            return
        await self._mailbox(table).post(
            outcome(table, found),
            nonce=nonce(table, table.seq, Post.PREDICTIONS),
            view=board(table.id, table.seq, Post.PREDICTIONS, move=False),
        )

    async def _told_before(self, table: Table) -> bool:
        """Whether the post was made before a crash. It follows the last phase's."""
        if table.id not in self._doubtful:
            self._doubtful.add(table.id)  # whoever comes here again was interrupted
            return False
        return await made_before(self._mailbox(table), table, table.seq, Post.PREDICTIONS) is not None

    def _mailbox(self, table: Table) -> Mailbox:
        return Mailbox(self._client, table.channel, table.guild)
