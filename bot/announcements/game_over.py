"""Runs the tasks after the end of a game once: posts the results of predictions, and stores the game's results."""

from collections.abc import Callable
from functools import partial

import discord

from bot.announcements.channel import ChannelMessages, nonce_of_post
from bot.announcements.post_once import PostAttempts, post_once, search_for_post
from bot.persons.predictions import predictions_text, score_predictions
from bot.persons.ratings import RatingService
from bot.play.service import TableService
from bot.tables.table import Table, game_of
from bot.ui.components import PostKind, post_buttons
from engine.store import followers as sql
from engine.store import seat_history
from engine.store.ids import TableId


class GameOverTasks:
    """Posts the results of predictions, and stores the results of games.

    Results are stored last: a finished game without results still has tasks to run. Mutable: it remembers which posts
    were attempted.
    """

    def __init__(self, client: discord.Client, tables: TableService, ratings: RatingService) -> None:
        self._client, self._tables, self._ratings = client, tables, ratings
        self._attempts = PostAttempts[TableId](assume_new=True)

    async def resume(self, wake: Callable[[TableId], None]) -> None:
        """After a start, call ``wake`` with each finished game that has no results, so that its tasks run."""
        without_results = await self._ratings.list_tables_without_results()
        self._attempts.mark_unsaved(without_results)
        for table_id in without_results:
            wake(table_id)

    async def finish_game(self, table_id: TableId) -> None:
        """Run the tasks once the end is posted. If Discord fails, raise and write nothing."""
        table = await self._tables.get(table_id)
        if table.status != "finished" or await self._ratings.has_results(table_id):
            return
        if await self._tables.moves_to_publish(table_id):
            return  # the end is not posted yet; its post calls this method again
        if table.terms.predictions:
            await self._post_predictions(table)
        await self._ratings.save_results(table)
        self._attempts.finish(table.id)

    async def _post_predictions(self, table: Table) -> None:
        assert table.state is not None
        predictions = await self._tables.store.read(lambda db: sql.load_predictions(db, table.id))
        departures = await self._tables.store.read(lambda db: seat_history.load_departures(db, table.id))
        departed_users = {departure.user for departure in departures}
        scores = score_predictions(predictions, table, game_of(table.title).rules.ranking(table.state), departed_users)
        if not scores:
            return
        messages = ChannelMessages(self._client, table.channel, table.guild)
        create = partial(
            messages.post,
            predictions_text(table, scores),
            nonce=nonce_of_post(table, table.seq, PostKind.PREDICTIONS),
            view=post_buttons(table.id, table.seq, PostKind.PREDICTIONS, move=False),
        )
        custom_id = search_for_post(table, table.seq, PostKind.PREDICTIONS)
        await post_once(messages, custom_id, create, may_exist=self._attempts.begin(table.id))
