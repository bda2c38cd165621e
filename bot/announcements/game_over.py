"""Runs the tasks after the end of a game once: resolve predictions, write results."""

from collections.abc import Callable
from functools import partial

import discord

from bot.announcements.channel import ChannelMessages, nonce_of_post
from bot.announcements.post_once import PostAttempts, mark_of_post, post_once
from bot.persons.predictions import predictions_text, score_predictions
from bot.persons.ratings import RatingService
from bot.play.service import TableService
from bot.tables.table import Table, game_of
from bot.ui.components import PostKind, post_buttons
from engine.store import followers as sql
from engine.store import seat_history
from engine.store.ids import TableId


class GameOverTasks:
    """Mutable: it remembers which posts were begun.

    Results are written last; a game without results still has tasks to run.
    """

    def __init__(self, client: discord.Client, tables: TableService, ratings: RatingService) -> None:
        self._client, self._tables, self._ratings = client, tables, ratings
        self._attempts = PostAttempts[TableId](assume_new=True)

    async def resume(self, kick: Callable[[TableId], None]) -> None:
        """After a start: goes on with every game that is over and has no results."""
        without_results = await self._ratings.list_tables_without_results()
        self._attempts.expect_unsaved(without_results)
        for table_id in without_results:
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
        self._attempts.finish(table.id)

    async def _post_predictions(self, table: Table) -> None:
        """Post how the predictions came out, if there were any."""
        assert table.state is not None
        predictions = await self._tables.store.read(lambda db: sql.load_predictions(db, table.id))
        departed = await self._tables.store.read(lambda db: seat_history.load_departures(db, table.id))
        departed_users = {one.user for one in departed}
        scores = score_predictions(predictions, table, game_of(table.title).rules.ranking(table.state), departed_users)
        if not scores:
            return
        messages = ChannelMessages(self._client, table.channel, table.guild)
        write = partial(
            messages.post,
            predictions_text(table, scores),
            nonce=nonce_of_post(table, table.seq, PostKind.PREDICTIONS),
            view=post_buttons(table.id, table.seq, PostKind.PREDICTIONS, move=False),
        )
        mark = mark_of_post(table, table.seq, PostKind.PREDICTIONS)
        await post_once(messages, mark, write, may_exist=self._attempts.begin(table.id))
