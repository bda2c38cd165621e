"""The morning post of a server that wants one: the daily deal and a puzzle, once a day. It knows no title.

It is made at the server's hour, in its home channel, and the same for every server on one day. That it is owed stands
in the store before it is made, so that after a crash it is looked for by its button. One that is late by hours is left
out: nothing is caught up.
"""

from collections.abc import Callable

import discord

from bot.clocks.hours import hours_around
from bot.markdown import Markdown, escape_prose, md
from bot.servers import Server, Servers
from bot.solo.daily_pages import called, play_button
from bot.solo.deal import day_of, newest_at
from bot.solo.puzzle_pages import solve_button
from bot.solo.puzzles import of_day, title_of
from bot.telling.mailbox import Mailbox, since
from bot.telling.pace import Pace
from bot.ui.components import rows
from engine import GAMES
from engine.games.solo import course_of
from engine.store import Store
from engine.store import mornings as sql
from engine.store.ids import ChannelId, DailyNumber, GuildId
from engine.store.mornings import Morning

_LATEST = 4 * 3_600.0
"""Seconds after its hour in which a post is still made."""
_AHEAD = 1
"""Days by which the last post may be ahead, after a change of the hour; more is a clock that was wrong."""


class Mornings:
    """The posts of all servers, over the store."""

    def __init__(
        self, client: discord.Client, store: Store, servers: Servers, pace: Pace, clock: Callable[[], float]
    ) -> None:
        self._client, self._store, self._servers = client, store, servers
        self._pace, self._now = pace, clock

    def next(self, guild: GuildId) -> list[float]:
        """The moment of the server's next post, if it wants any."""
        server = self._servers.of(guild)
        if server.home is None or server.morning is None:
            return []
        _, following = self._hours(server, server.morning)
        return [following]

    async def tend(self, guild: GuildId) -> None:
        """Makes the server's post, if its hour has come and it was not made."""
        server = self._servers.of(guild)
        if server.home is None or server.morning is None:
            return
        due, _ = self._hours(server, server.morning)
        number = newest_at(due)
        if number < 1 or self._now() >= due + _LATEST:
            return
        last = await self._store.read(lambda db: sql.latest(db, guild))
        if last is None or last.day < number or last.day > number + _AHEAD:
            await self._post(guild, Morning(number, server.home, self._now()))
        elif last.day == number and last.owed is not None:
            await self._post_again(guild, last, last.owed, server.home)

    def _hours(self, server: Server, hour: int) -> tuple[float, float]:
        return hours_around(self._now(), hour, server.zone)

    async def _post_again(self, guild: GuildId, last: Morning, owed: float, home: ChannelId) -> None:
        """Finds the post that was made before a crash and not noted, or makes it."""
        there = Mailbox(self._client, last.channel, guild)
        if await there.find(_mark(last.day), after=since(owed)) is None:
            await self._post(guild, Morning(last.day, home, owed))
        else:
            await self._keep(guild, Morning(last.day, last.channel, None))

    async def _post(self, guild: GuildId, new: Morning) -> None:
        await self._keep(guild, new)
        await self._pace.wait()
        play, solve = play_button(new.day), solve_button(of_day(new.day))
        nonce = f"d{guild % 10**12}-{new.day}"
        there = Mailbox(self._client, new.channel, guild)
        await there.post(_text(new.day), nonce=nonce, view=rows([play, solve]))
        await self._keep(guild, Morning(new.day, new.channel, None))

    async def _keep(self, guild: GuildId, new: Morning) -> None:
        await self._store.write(lambda db: sql.keep(db, guild, new))


def _mark(number: DailyNumber) -> str:
    """The ``custom_id`` by which the post of a day is known."""
    return str(play_button(number).custom_id)


def _text(number: DailyNumber) -> Markdown:
    """The words of a day's post, in which nothing of the deal or of an answer stands."""
    title, _ = course_of(day_of(number).weekday())
    game = escape_prose(GAMES[title_of(of_day(number))].name)
    return md(
        "**{}**: the same deal for everyone.\n**Puzzle** · {}: win with the last move.", called(number, title), game
    )
