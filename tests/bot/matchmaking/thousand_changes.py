"""Check that the post about open tables always agrees with the store: ``python -m
tests.bot.matchmaking.thousand_changes``.

People open, join, leave, and start tables and look for games, two at a time. Moderators delete the post and channels,
and remove permissions. The bot is killed before and after requests, and Discord fails. Between changes everything comes
to rest and is compared. Prints what happened; the exit status is 1 if anything is wrong.
"""

import argparse
import asyncio
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic
from types import SimpleNamespace
from typing import Any

import discord

from bot.announcements.rate_limiter import RateLimiter
from bot.guilds import GuildPreferences, GuildSettings
from bot.matchmaking.matcher import QUEUE_SECONDS
from bot.matchmaking.open_tables_post import EDIT_SECONDS, OpenTablesPosts
from bot.matchmaking.open_tables_text import LISTED_SECONDS, POST_CUSTOM_ID
from bot.matchmaking.service import Matchmaking
from bot.offered_games import EVERY_GAME
from bot.play import lobby_rules
from bot.play.service import TableService
from bot.tables.table import Player
from bot.ui.start_buttons import start_buttons
from engine import GAMES, RoundhouseError
from engine.store import Store
from engine.store import matchmaking as sql
from engine.store.matchmaking import Seeker
from engine.store.table_settings import DAY, HOUR
from tests.bot.matchmaking.channel_only_discord import Killed, Walls

GUILD, PEOPLE, CLOCKS = 77, range(1, 25), ("none", "daily")
RISK, RESTS_AFTER = 0.03, 12
"""Probability that a request fails or kills, and number of changes between two rests."""
CALLED_AGAIN_AFTER = 6 * HOUR
SHOWN = 8


class Unpaced(RateLimiter):
    async def wait(self, channel: int | None = None) -> None:
        """Return at once."""


class Judged(OpenTablesPosts):
    async def _is_visible_as_home(self, guild: int, channel: int, home: int) -> bool:
        """Whether the channel is one that everybody sees, which every other one is."""
        return is_seen(channel)


def is_seen(channel: int) -> bool:
    return channel // 4 % 2 == 0


class Life:
    """The store, the simulated channels, and the parts of the bot, which are remade at every restart."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store, self.chance = store, Random(seed)
        self.walls = Walls(self.chance)
        self.sought: dict[int, float] = {}
        self.wrong: list[str] = []
        self.counts = self.walls.counts

    async def restart(self) -> None:
        walls: Any = self.walls
        self.sessions = TableService(self.store, clock=lambda: self.walls.now)
        self.servers = GuildSettings(self.store)
        await self.servers.load()
        pace, announcer = Unpaced(lambda: 0.0), SimpleNamespace(wake=lambda table: None)
        self.openings = Matchmaking(walls, self.sessions, self.servers, announcer, pace)  # type: ignore[arg-type]
        self.boards = Judged(walls, self.sessions, self.servers, self.openings, pace)

    # -- what happens

    async def live(self, changes: int) -> None:
        await self.restart()
        for number in range(changes):
            self.walls.risk = RISK
            await self.survived(self.change())
            self.walls.now += self.chance.choice((1.0, 20.0, 600.0, 2 * HOUR))
            await self.survived(self.boards._update_guild(GUILD))
            if number % RESTS_AFTER == 0 or number == changes - 1:
                await self.rest()
                await self.judge(number)

    async def survived(self, work: Any) -> None:
        """Do work that may be refused, fail, or kill the bot, which is then restarted."""
        try:
            await work
        except Killed:
            self.counts["restarts"] += 1
            await self.restart()
        except (RoundhouseError, discord.HTTPException, ConnectionError) as error:
            self.counts[f"refused or failed: {type(error).__name__}"] += 1

    async def change(self) -> None:
        kinds = {
            self.choose: 1, self.open: 3, self.press: 5, self.press_twice: 2, self.join: 10, self.leave: 4,
            self.fill: 2, self.start: 3, self.end: 3, self.seek: 12, self.leave_queue: 2, self.decline: 2,
            self.forget: 1, self.delete_post: 1, self.delete_channel: 1, self.bar: 1, self.wait: 1, self.stop: 2,
        }  # fmt: skip
        if self.servers.preferences_of(GUILD).home not in self.walls.channels:
            await self.choose()
        (kind,) = self.chance.choices(list(kinds), list(kinds.values()))
        self.counts[f"change: {kind.__name__}"] += 1
        await kind()

    async def choose(self) -> None:
        """Save other settings of the server, sometimes with another home channel."""
        server = self.servers.preferences_of(GUILD)
        moves = server.home not in self.walls.channels or self.chance.random() < 0.3
        home = self.walls.open_channel() if moves else server.home
        threads = self.chance.random() < 0.8
        await self.servers.save(GUILD, GuildPreferences(home=home, threads=threads, clock=self.chance.choice(CLOCKS)))

    def person(self) -> Player:
        user = self.chance.choice(PEOPLE)
        return Player(f"**P{user}** <@&{user}> @everyone", user)

    def title(self) -> str:
        return self.chance.choice(list(GAMES))

    async def open(self) -> None:
        """Open a table in a channel of its own, which may be hidden."""
        new = lobby_rules.new_lobby(self.walls.open_channel(), GUILD, self.title(), self.person(), self.walls.now)
        await self.sessions.create_table(self.servers.apply_to_table(new))

    async def press(self) -> None:
        await self.openings.open_table_for(GUILD, self.title(), self.person())

    async def press_twice(self) -> None:
        """Press twice at the same time; at most one table may be opened."""
        title, host = self.title(), self.person()
        before = await self.hosted(title, host)
        both = await asyncio.gather(
            *(self.openings.open_table_for(GUILD, title, host) for _ in range(2)), return_exceptions=True
        )
        if await self.hosted(title, host) > before + 1:
            self.wrong.append("two presses opened two tables")
        for error in both:
            if isinstance(error, BaseException):
                raise error

    async def hosted(self, title: str, host: Player) -> int:
        query = "SELECT count(*) FROM session WHERE title = ? AND host = ? AND guild_id = ?"
        return int(await self.store.read(lambda db: db.execute(query, (title, host.user, GUILD)).fetchone()[0]))

    async def table(self) -> Any:
        """Return some lobby."""
        query = "SELECT id FROM session WHERE status = 'lobby' ORDER BY id"
        found = await self.store.read(lambda db: db.execute(query).fetchall())
        return await self.sessions.get(self.chance.choice(found)[0] if found else 0)

    async def join(self) -> None:
        table = await self.table()
        called = [one.user for one in await self.seekers() if one.opening is not None]
        user = self.chance.choice(called) if called and self.chance.random() < 0.6 else self.chance.choice(PEOPLE)
        await self.sessions.join_lobby(table.id, Player(f"P{user}", user))

    async def leave(self) -> None:
        table = await self.table()
        await self.sessions.leave_lobby(table.id, self.chance.choice([p.user or 0 for p in table.players] or [0]))

    async def fill(self) -> None:
        await self.sessions.add_computer((await self.table()).id, "greedy")

    async def start(self) -> None:
        table = await self.table()
        await self.sessions.start_game(table.id, table.host)

    async def end(self) -> None:
        table = await self.table()
        await self.sessions.end_game(table.id, table.host)

    async def seek(self) -> None:
        user, now = self.chance.choice(PEOPLE), self.walls.now
        title, clock = self.chance.choice(list(GAMES)[:2]), self.chance.choice(CLOCKS)
        new = Seeker(GUILD, user, title, clock, now, now + QUEUE_SECONDS)
        self.sought[user] = now
        await self.store.write(lambda db: sql.save_seeker(db, new))

    async def seekers(self) -> tuple[Seeker, ...]:
        return await self.store.read(lambda db: sql.load_seekers(db, GUILD))

    async def leave_queue(self) -> None:
        user = self.chance.choice(PEOPLE)
        await self.store.write(lambda db: sql.delete_seeker(db, GUILD, user))

    async def decline(self) -> None:
        called = [(one.opening, one.user) for one in await self.seekers() if one.opening is not None]
        if called:
            opening, user = called[0]
            await self.store.write(lambda db: sql.decline_call(db, opening, user))

    async def forget(self) -> None:
        user = self.chance.choice(PEOPLE)
        await self.store.write(lambda db: sql.forget_user(db, user))

    async def delete_post(self) -> None:
        for channel, post in self.walls.posts(POST_CUSTOM_ID):
            del self.walls.channels[channel][post.id]

    async def delete_channel(self) -> None:
        del self.walls.channels[self.chance.choice(list(self.walls.channels))]

    async def bar(self) -> None:
        """Remove the bot's permissions for a while."""
        self.walls.is_barred = True
        await self.survived(self.boards._update_guild(GUILD))
        await self.survived(self.openings.open_table_for(GUILD, self.title(), self.person()))
        self.walls.is_barred = False

    async def wait(self) -> None:
        self.walls.now += self.chance.choice((DAY / 2, DAY, 3 * DAY))

    async def stop(self) -> None:
        raise Killed

    # -- what must be

    async def rest(self) -> None:
        """Let nothing fail anymore, and give the bot enough time."""
        self.walls.risk = 0.0
        await self.restart()
        await self.servers.save(GUILD, self.servers.preferences_of(GUILD))  # a post that was deleted is noticed now
        for _ in range(8):
            self.walls.now += EDIT_SECONDS + 1
            await self.boards._update_guild(GUILD)

    async def judge(self, number: int) -> None:
        self.counts["comparisons"] += 1
        found = [f"after change {number}: {text}" for text in [*await self.unlike(), *self.twice(), *self.too_often()]]
        self.wrong += found

    async def unlike(self) -> list[str]:
        """Return the differences between the post and the store, which is read by other queries than the bot's."""
        home, posts = self.servers.preferences_of(GUILD).home, self.walls.posts(POST_CUSTOM_ID)
        if home not in self.walls.channels:
            return []
        if [channel for channel, _ in posts] != [home]:
            return [f"{len(posts)} posts about open tables"]
        tables, queue = await self.open_tables(), await self.queue()
        text = "\n".join(part["content"] for part in posts[0][1].parts if part["type"] == 10)
        started = {str(item.custom_id) for item in start_buttons(EVERY_GAME, others=False)}
        wanted = {POST_CUSTOM_ID, "B:0:0:seek", *started, *(f"B:{table}:0:join" for table in list(tables)[:SHOWN])}
        differs = ["buttons"] if posts[0][1].marks != wanted else []
        for said in list(tables.values())[:SHOWN]:
            differs += [f"a table: {said}"] if text.count(said) != 1 else []
        for title, count in queue.items():
            differs += [f"the queue of {title}"] if f"{GAMES[title].name} ×{count}" not in text else []
        differs += ["an empty queue"] if not queue and "queue:" in text else []
        return differs

    async def open_tables(self) -> dict[int, str]:
        """Return the open tables by id, each with the end of its second line."""
        query = (
            "SELECT s.id, s.channel_id, s.title, (SELECT count(*) FROM player WHERE session = s.id) FROM session s"
            " JOIN note ON note.session = s.id AND name = 'listed' AND message = 1 WHERE status = 'lobby'"
            " AND guild_id = ? AND since > ? ORDER BY s.id"
        )
        since = self.walls.now - LISTED_SECONDS
        rows = await self.store.read(lambda db: db.execute(query, (GUILD, since)).fetchall())
        return {n: f"in <#{channel}>" for n, channel, title, taken in rows if taken < GAMES[title].seats[-1]}

    async def queue(self) -> Counter[str]:
        return Counter(one.title for one in await self.seekers() if one.opening is None)

    def twice(self) -> list[str]:
        """Return all calls and posts with threads that were made twice."""
        again = [f"{nonce} was posted {count} times" for nonce, count in self.walls.called.items() if count > 1]
        marks = Counter(mark for posts in self.walls.channels.values() for one in posts.values() for mark in one.marks)
        return [
            *again,
            *(f"{mark} is there {n} times" for mark, n in marks.items() if mark.endswith(":here") and n > 1),
        ]

    def too_often(self) -> list[str]:
        """Return people who were mentioned again too soon without looking for a game again."""
        last: dict[int, float] = {}
        found = []
        for at, user, nonce in self.walls.mentions:
            asked = last.get(user, -1.0) < self.sought.get(user, 0.0)
            if not asked and at < last.get(user, 0.0) + CALLED_AGAIN_AFTER:
                found.append(f"{user} was mentioned again by {nonce}")
            last[user] = at
        return found


async def lived(path: Path | str, changes: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Return counts of what happened in ``changes`` changes, and what was wrong."""
    store = await Store.open(path)
    try:
        life = Life(store, seed)
        await life.live(changes)
        life.counts["people mentioned"] = len(life.walls.mentions)
        life.counts["tables"] = len(await store.list_tables())
        return life.counts, life.wrong
    finally:
        await store.close()


def main() -> int:
    """Make the changes and print what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        counts, wrong = asyncio.run(lived(Path(folder) / "tables.db", given.changes, given.seed))
    for name, count in sorted(counts.items()):
        print(f"{count:>8} {name}")
    print(f"{monotonic() - began:>8.0f} seconds")
    print("\n".join(wrong) or "Nothing was wrong.")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
