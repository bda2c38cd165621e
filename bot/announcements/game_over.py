"""Runs the tasks after the end of a game once: resolve predictions, write results."""

from collections.abc import Callable

import discord

from bot.announcements.channel import ChannelMessages, find_existing_post, nonce_of_post
from bot.persons.predictions import predictions_text, score_predictions
from bot.persons.ratings import RatingService
from bot.play.service import TableService
from bot.tables.table import Table, game_of
from bot.ui.components import PostKind, post_buttons
from engine.store import followers as sql
from engine.store import seat_history
from engine.store.ids import TableId


class GameOverTasks:
    """Runs the tasks after the end of games. Mutable: it remembers posts that may have been made but not stored.

    Results are written last; a game without results still has tasks to run.
    """

    def __init__(self, client: discord.Client, tables: TableService, ratings: RatingService) -> None:
        self._client, self._tables, self._ratings = client, tables, ratings
        self._unconfirmed: set[TableId] = set()

    async def resume(self, kick: Callable[[TableId], None]) -> None:
        """Continue after a start with every finished game that has no results."""
        self._unconfirmed.update(await self._ratings.list_tables_without_results())
        for table_id in self._unconfirmed:
            kick(table_id)

    async def finish_game(self, table_id: TableId) -> None:
        """Run the tasks once the end is posted. If Discord fails, raise and write nothing."""
        table = await self._tables.get(table_id)
        if table.status != "finished" or await self._ratings.has_results(table_id):
            return
        if await self._tables.moves_to_publish(table_id):
            return  # it ended while the channel was told of an earlier move: whoever ended it has this called again
        if table.terms.predictions:
            await self._post_predictions(table)
        await self._ratings.save_results(table)
        self._unconfirmed.discard(table.id)

    async def _post_predictions(self, table: Table) -> None:
        """Post how the predictions came out, if there were any."""
        assert table.state is not None
        predictions = await self._tables.store.read(lambda db: sql.load_predictions(db, table.id))
        departed = await self._tables.store.read(lambda db: seat_history.load_departures(db, table.id))
        departed_users = {one.user for one in departed}
        scores = score_predictions(predictions, table, game_of(table.title).rules.ranking(table.state), departed_users)
        if not scores or await self._is_posted(table):
            return
        await self._messages_of(table).post(
            predictions_text(table, scores),
            nonce=nonce_of_post(table, table.seq, PostKind.PREDICTIONS),
            view=post_buttons(table.id, table.seq, PostKind.PREDICTIONS, move=False),
        )

    async def _is_posted(self, table: Table) -> bool:
        """Whether the post was made before a crash, after the last report."""
        if table.id not in self._unconfirmed:
            self._unconfirmed.add(table.id)  # whoever comes here again was interrupted
            return False
        return await find_existing_post(self._messages_of(table), table, table.seq, PostKind.PREDICTIONS) is not None

    def _messages_of(self, table: Table) -> ChannelMessages:
        return ChannelMessages(self._client, table.channel, table.guild)
