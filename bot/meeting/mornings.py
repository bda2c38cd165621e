"""The morning post of a server that wants one: the daily deal and a puzzle, once a day. It knows no title.

It is made at the server's hour, in its home channel, and the same for every server on one day. That it is owed stands
in the store before it is made, so that after a crash it is looked for by its button. One that is late by hours is left
out: nothing is caught up.
"""

from collections.abc import Callable

import discord

from bot.clocks.hours import hours_around
from bot.markdown import Markdown, escape_prose, joined, md
from bot.offered import OfferedGames
from bot.servers import Server, Servers
from bot.solo.daily_pages import called, play_button
from bot.solo.deal import day_of, newest_at
from bot.solo.puzzle_pages import solve_button
from bot.solo.puzzles import of_day, title_of
from bot.telling.mailbox import Mailbox, since
from bot.telling.pace import Pace
from bot.ui.components import rows
from engine import GAMES
from engine.games.solo import daily_deal
from engine.store import Store
from engine.store import mornings as sql
from engine.store.ids import ChannelId, DailyNumber, GuildId
from engine.store.mornings import Morning

_LATEST = 4 * 3_600.0
"""Seconds after its hour in which a post is still made."""
_AHEAD = 1
"""Days by which the last post may be ahead, after a change of the hour; more is a clock that was wrong."""


def can_post(offered: OfferedGames) -> bool:
    """Whether there is anything for a morning post: it is known by the button of the daily deal."""
    return offered.has_daily


class Mornings:
    """The posts of all servers, over the store."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        servers: Servers,
        pace: Pace,
        clock: Callable[[], float],
        offered: OfferedGames,
    ) -> None:
        self._client, self._store, self._servers = client, store, servers
        self._pace, self._now, self._offered = pace, clock, offered

    def next(self, guild: GuildId) -> list[float]:
        """The moment of the server's next post, if it wants any."""
        server = self._servers.of(guild)
        if server.home is None or server.morning is None or not can_post(self._offered):
            return []
        _, following = self._hours(server, server.morning)
        return [following]

    async def tend(self, guild: GuildId) -> None:
        """Makes the server's post, if its hour has come and it was not made."""
        server = self._servers.of(guild)
        if server.home is None or server.morning is None or not can_post(self._offered):
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
        buttons = [play_button(new.day)]
        if self._offered.puzzles:
            buttons.append(solve_button(of_day(new.day, self._offered)))
        nonce = f"d{guild % 10**12}-{new.day}"
        there = Mailbox(self._client, new.channel, guild)
        await there.post(_text(new.day, self._offered), nonce=nonce, view=rows(buttons))
        await self._keep(guild, Morning(new.day, new.channel, None))

    async def _keep(self, guild: GuildId, new: Morning) -> None:
        await self._store.write(lambda db: sql.keep(db, guild, new))


def _mark(number: DailyNumber) -> str:
    """The ``custom_id`` by which the post of a day is known."""
    return str(play_button(number).custom_id)


def _text(number: DailyNumber, offered: OfferedGames) -> Markdown:
    """The words of a day's post, in which nothing of the deal or of an answer stands."""
    title, _ = daily_deal(day_of(number).weekday(), offered.keys)
    lines = [md("**{}**: the same deal for everyone.", called(number, title))]
    if offered.puzzles:
        game = escape_prose(GAMES[title_of(of_day(number, offered))].name)
        lines.append(md("**Puzzle** · {}: win with the last move.", game))
    return joined(lines)
