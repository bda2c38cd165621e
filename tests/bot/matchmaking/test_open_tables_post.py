"""When a server's post about open tables is written and checked again, in a Discord of channels alone."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.guilds import GuildPreferences
from bot.matchmaking.matcher import QUEUE_SECONDS
from bot.matchmaking.open_tables_text import (
    LISTED_SECONDS,
    POST_CUSTOM_ID,
    OpenTablesContent,
    is_joinable,
    open_table_text,
    open_tables_layout,
)
from bot.matchmaking.service import ANSWER_SECONDS
from bot.play import lobby_rules
from bot.tables.table import BookkeepingKey, Player, Table
from engine.store import lobbies, matchmaking
from engine.store.matchmaking import Opening, Seeker
from engine.store.table_settings import DAY, HOUR, read_table_settings
from tests.bot.empty_stores import fresh
from tests.bot.matchmaking.channel_only_discord import Note as Post
from tests.bot.matchmaking.channel_only_discord import refusal
from tests.bot.matchmaking.thousand_changes import GUILD, Life
from tests.bot.seated_players import ADA, BEN, GAME, TITLE

EDIT_SECONDS = 10
"""The bot's own pause between edits, in seconds. Discord.py's pause is left out."""


@pytest_asyncio.fixture
async def life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> AsyncIterator[Life]:
    """Return a server that has chosen a home channel."""
    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr("bot.matchmaking.open_tables_post.EDIT_SECONDS", float(EDIT_SECONDS))
    store = await fresh(tmp_path / "tables.db")
    found = Life(store, 1)
    await found.restart()
    await found.servers.save(GUILD, GuildPreferences(home=found.walls.open_channel()))
    yield found
    await store.close()


async def opened(life: Life) -> Table:
    """Open a lobby in the home channel."""
    home = life.servers.preferences_of(GUILD).home
    assert home is not None
    return await life.sessions.create_table(lobby_rules.new_lobby(home, GUILD, TITLE, ADA, life.walls.now))


async def waits(life: Life) -> float | None:
    """Return the seconds until the server's next update, or None."""
    moment = await life.boards._update_guild(GUILD)
    return None if moment is None else moment - life.walls.now


async def test_failed_update_is_retried_with_backoff_up_to_an_hour(life: Life) -> None:
    life.walls.is_barred = True
    for seconds in (30, 60, 120, 240, 480, 960, 1920, 3600, 3600):
        assert await waits(life) == seconds
        life.walls.now += seconds
    life.walls.is_barred = False
    assert await waits(life) == EDIT_SECONDS
    life.walls.is_barred = True
    life.walls.now += EDIT_SECONDS
    await opened(life)
    assert await waits(life) == 30, "what has worked once is no longer doubted"


async def test_complete_post_needs_no_further_update(life: Life) -> None:
    await life.boards._update_guild(GUILD)
    life.walls.now += EDIT_SECONDS - 1
    assert await waits(life) == 1
    life.walls.now += 1
    assert await waits(life) is None


async def test_a_lobby_leaves_the_post_after_three_days(life: Life) -> None:
    await opened(life)
    await life.boards._update_guild(GUILD)
    life.walls.now += EDIT_SECONDS
    assert await waits(life) == LISTED_SECONDS - EDIT_SECONDS
    life.walls.now += LISTED_SECONDS - EDIT_SECONDS - 1
    assert await waits(life) == 1 and (await life.boards.load_content(GUILD)).tables
    life.walls.now += 1
    assert await waits(life) == EDIT_SECONDS and not (await life.boards.load_content(GUILD)).tables


@pytest.mark.parametrize(("opening", "seconds"), [("", DAY), ("calling", ANSWER_SECONDS), ("asked for", HOUR)])
async def test_post_is_updated_when_a_search_or_an_opening_expires(life: Life, opening: str, seconds: float) -> None:
    await life.servers.save(GUILD, GuildPreferences())
    now = life.walls.now
    if opening:
        name, host = ("Ada", 101) if opening == "asked for" else (None, 101)
        new = Opening(0, GUILD, TITLE, "daily", now, 5, 0, host, name)
        number = await life.store.write(lambda db: matchmaking.call_seekers(db, new, ()))
        if opening == "calling":
            new_table = lobby_rules.new_lobby(life.walls.open_channel(), GUILD, TITLE, ADA, now)
            table = (await life.sessions.create_table(new_table)).id
            await life.store.write(lambda db: matchmaking.mark_opened(db, replace(new, id=number), table, now))
    else:
        seeker = Seeker(GUILD, 5, TITLE, "daily", now, now + QUEUE_SECONDS)
        await life.store.write(lambda db: matchmaking.save_seeker(db, seeker))
    assert await life.boards._next_moment(GUILD) == now + seconds


async def test_post_is_edited_only_if_its_text_changes(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    edits: list[int] = []
    edit = Post.edit

    async def counted(self: Post, **given: Any) -> None:
        edits.append(self.id)
        await edit(self, **given)

    monkeypatch.setattr(Post, "edit", counted)
    for more in (False, False, True, False):
        if more:
            await opened(life)
        life.walls.now += EDIT_SECONDS
        await life.boards._update_guild(GUILD)
    ((_, post),) = life.walls.posts(POST_CUSTOM_ID)
    assert edits == [post.id] and "free seat" in str(post.parts)


async def test_a_change_soon_after_another_waits_ten_seconds(life: Life) -> None:
    await life.boards._update_guild(GUILD)
    await opened(life)
    life.walls.now += EDIT_SECONDS - 1
    assert await waits(life) == 1
    ((_, post),) = life.walls.posts(POST_CUSTOM_ID)
    assert "free seat" not in str(post.parts)
    life.walls.now += 1
    await life.boards._update_guild(GUILD)
    assert "free seat" in str(post.parts)


async def test_the_post_moves_with_the_home_channel_and_goes_without_one(life: Life) -> None:
    await life.boards._update_guild(GUILD)
    ((before, _),) = life.walls.posts(POST_CUSTOM_ID)
    for home in (life.walls.open_channel(), None):
        life.walls.now += EDIT_SECONDS
        await life.servers.save(GUILD, GuildPreferences(home=home))
        await life.boards._update_guild(GUILD)
        assert [channel for channel, _ in life.walls.posts(POST_CUSTOM_ID)] == ([home] if home else [])
    assert before in life.walls.channels


@pytest.mark.parametrize(("failure", "left"), [("gone", True), ("barred", False), ("broken", False)])
async def test_home_channel_is_given_up_if_deleted_but_not_after_an_error(
    life: Life, monkeypatch: pytest.MonkeyPatch, failure: str, left: bool
) -> None:
    home = life.servers.preferences_of(GUILD).home
    assert home is not None
    if failure == "gone":
        del life.walls.channels[home]
    life.walls.is_barred = failure == "barred"
    if failure == "broken":

        async def request(*_: Any) -> Any:
            raise refusal(503, 0)

        monkeypatch.setattr(life.walls, "request", request)
    assert await waits(life) == (None if left else 30)
    assert life.servers.preferences_of(GUILD).home == (None if left else home)


async def test_visibility_of_a_lobby_is_queried_once_until_in_doubt(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    seen = True

    async def is_read_as(_: int, channel: int, __: int) -> bool:
        asked.append(channel)
        return seen

    monkeypatch.setattr(life.boards, "_is_visible_as_home", is_read_as)
    table = await life.sessions.create_table(
        lobby_rules.new_lobby(life.walls.open_channel(), GUILD, TITLE, ADA, life.walls.now)
    )
    await opened(life)
    for _ in range(2):
        await life.boards._update_guild(GUILD)
    assert asked == [table.channel] and len((await life.boards.load_content(GUILD)).tables) == 2
    seen = False
    life.boards._rechecks.add(table.id)
    for _ in range(2):
        await life.boards._update_guild(GUILD)
    assert asked == [table.channel] * 2 and len((await life.boards.load_content(GUILD)).tables) == 1
    listed = await life.store.read(lambda db: lobbies.load_guild_lobbies(db, GUILD, 0.0, BookkeepingKey.IS_LISTED))
    assert sorted(dict(listed).values()) == [0, 1]


@pytest.mark.parametrize(
    ("guild", "closed", "looks"), [(GUILD, False, 1), (None, False, 0), (5, False, 0), (GUILD, True, 0)]
)
async def test_only_servers_with_choices_are_updated(life: Life, guild: int | None, closed: bool, looks: int) -> None:
    if closed:
        await life.boards.close()
    life.boards.update_soon(guild)
    life.boards.update_soon(guild)
    assert len(life.boards.tasks.keys) == looks
    await life.boards.close()


async def test_server_is_updated_again_when_due_but_not_within_a_second(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = iter([life.walls.now + 7, life.walls.now - 7, None])

    async def attempt(_: int) -> float | None:
        return next(moments)

    monkeypatch.setattr(life.boards, "_update_guild", attempt)
    assert [await life.boards._run_guild(GUILD) for _ in range(3)] == [7.0, 1.0, None]


# -- the words of the post


def lobby(*players: Player, **given: Any) -> Table:
    about: dict[str, Any] = {"guild": GUILD, "options": {}, "status": "lobby", "title": TITLE, **given}
    return Table(id=7, channel=5, host=101, players=players, **about)


FULL = tuple(Player(f"P{user}", user) for user in GAME.seats)


@pytest.mark.parametrize(
    ("table", "open_"),
    [
        (lobby(ADA), True),
        (lobby(*FULL[:-1]), True),
        (lobby(*FULL), False),
        (lobby(ADA, BEN, chairs=2), False),
        (lobby(ADA, chairs=2), True),
        (lobby(ADA, title="gone"), False),
        (lobby(ADA, status="playing"), False),
    ],
)
def test_a_table_is_open_while_a_seat_is_free_in_its_lobby(table: Table, open_: bool) -> None:
    assert is_joinable(table) == open_


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (lobby(), f"{len(FULL)} free seats\nNo one yet, in <#5>"),
        (lobby(ADA, BEN, chairs=3), "1 free seat\nAda and Ben, in <#5>"),
        (
            lobby(ADA, chairs=2, terms=read_table_settings({"clock": "daily"})),
            "1 free seat · clock: daily\nAda, in <#5>",
        ),
    ],
)
def test_a_line_has_the_free_seats_the_clock_and_who_is_there(table: Table, told: str) -> None:
    assert open_table_text(table) == f"**{GAME.name}** · {told}"


@pytest.mark.parametrize(
    ("tables", "titles", "head"),
    [
        (0, [], "## Open tables\nNo table is waiting for players. Open one, or join the queue."),
        (8, [], "## Open tables"),
        (9, [], "## Open tables\nThe oldest 8 are listed, and 1 more table follow."),
        (1, [TITLE, TITLE, "gone"], f"## Open tables\nIn the queue: {GAME.name} ×2."),
    ],
)
def test_heading_counts_unlisted_tables_and_the_queue(tables: int, titles: list[str], head: str) -> None:
    waiting = [Seeker(GUILD, user, title, "daily", 0.0, DAY) for user, title in enumerate(titles)]
    (first, *_) = open_tables_layout(OpenTablesContent([lobby(ADA)] * tables, waiting)).to_components()  # type: ignore[no-untyped-call, unused-ignore]
    assert first["content"] == head
