"""Tables opened for a host or for people of the queue, in a Discord of channels alone."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.guilds import GuildPreferences
from bot.matchmaking.service import ANSWER_SECONDS
from bot.play import lobby_rules
from bot.tables.table import Player, Table
from engine import Refused
from engine.store import matchmaking as sql
from engine.store.matchmaking import Opening, Seeker
from engine.store.table_settings import DAY
from tests.bot.empty_stores import fresh
from tests.bot.matchmaking.channel_only_discord import FORBIDDEN, HAS_THREAD, Note, refusal
from tests.bot.matchmaking.thousand_changes import GUILD, Life
from tests.bot.seated_players import ADA, GAME, TITLE

TOO_MANY_THREADS = 160006


@pytest_asyncio.fixture
async def life(tmp_path: Path) -> AsyncIterator[Life]:
    """Return a server with a home channel, in which nothing fails by itself."""
    store = await fresh(tmp_path / "tables.db")
    found = Life(store, 1)
    await found.restart()
    await chosen(found, home=found.walls.open_channel())
    yield found
    await store.close()


async def chosen(life: Life, *, threads: bool = True, home: int | None) -> None:
    await life.servers.save(GUILD, GuildPreferences(home=home, threads=threads))


async def openings(life: Life) -> tuple[Opening, ...]:
    return await life.store.read(lambda db: sql.load_guild_openings(db, GUILD))


async def seek(life: Life, users: int, until: float = DAY) -> None:
    """Let this many people look for the same game, one after the other."""
    for user in range(1, users + 1):
        now = life.walls.now
        new = Seeker(GUILD, user, TITLE, "daily", now + user / 1_000, now + 9 * until)
        await life.store.write(lambda db, new=new: sql.save_seeker(db, new))


async def called(life: Life) -> tuple[Opening, Table]:
    """Call three people to a table."""
    await seek(life, 3)
    await life.openings.advance_all(GUILD)
    (opening,) = await openings(life)
    assert opening.session is not None
    return opening, await life.sessions.get(opening.session)


def said(life: Life, table: Table) -> tuple[Any, set[str]]:
    """Return the text and the buttons of the call to the table."""
    (post,) = life.walls.channels[table.channel].values()
    return post.content, post.marks


async def test_requested_table_has_a_thread_with_the_hosts_name_shown_for_a_week(life: Life) -> None:
    table = await life.openings.open_table_for(GUILD, TITLE, ADA)
    assert life.walls.threads == {table.channel: {"name": f"{GAME.name} · Ada", "auto_archive_duration": 7 * 24 * 60}}
    assert ([player.user for player in table.players], table.guild) == ([ADA.user], GUILD) and not await openings(life)


async def test_without_threads_a_table_is_opened_in_the_home_channel(life: Life) -> None:
    home = life.servers.preferences_of(GUILD).home
    await chosen(life, threads=False, home=home)
    table = await life.openings.open_table_for(GUILD, TITLE, ADA)
    assert table.channel == home and not life.walls.threads and not life.walls.channels[table.channel]


@pytest.mark.parametrize(
    ("status", "code", "raised", "left"),
    [
        (400, TOO_MANY_THREADS, "too many active threads", 0),
        (403, FORBIDDEN, "403", 0),
        (503, 0, "503", 1),  # it is opened in the background
        (400, HAS_THREAD, "", 0),
    ],
)
async def test_user_reads_why_no_thread_can_be_created(
    life: Life, monkeypatch: pytest.MonkeyPatch, status: int, code: int, raised: str, left: int
) -> None:
    async def create(*_: Any, **__: Any) -> None:
        raise refusal(status, code)

    monkeypatch.setattr(Note, "create_thread", create)
    if raised:
        with pytest.raises((Refused, discord.HTTPException), match=raised):
            await life.openings.open_table_for(GUILD, TITLE, ADA)
    else:
        assert await life.openings.open_table_for(GUILD, TITLE, ADA)
    assert len(await openings(life)) == left
    posts = life.walls.channels[life.servers.preferences_of(GUILD).home or 0]
    assert len(posts) == (not raised or left), "a post without a table goes"


async def test_a_table_needs_a_game_and_a_home_channel_that_has_threads(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fetch(_: int) -> object:
        return object()

    monkeypatch.setattr(life.walls, "fetch_channel", fetch)
    with pytest.raises(Refused, match="can’t have threads"):
        await life.openings.open_table_for(GUILD, TITLE, ADA)
    with pytest.raises(Refused, match="no such game"):
        await life.openings.open_table_for(GUILD, "chess", ADA)
    await chosen(life, home=None)
    with pytest.raises(Refused, match="has no home channel"):
        await life.openings.open_table_for(GUILD, TITLE, ADA)
    assert not await openings(life)


@pytest.mark.parametrize(
    ("people", "threads", "at_home", "tables"),
    [
        (9, True, "", 3),
        (15, True, "", 4),
        (9, False, "", 1),
        (9, False, "lobby", 0),
        (9, False, "ended", 1),
        (2, True, "", 0),
    ],
)
async def test_people_are_called_to_four_tables_or_to_one_where_there_are_no_threads(
    life: Life, people: int, threads: bool, at_home: str, tables: int
) -> None:
    home = life.servers.preferences_of(GUILD).home
    assert home is not None
    await chosen(life, threads=threads, home=home)
    if at_home:
        other = await life.sessions.create_table(lobby_rules.new_lobby(home, GUILD, TITLE, ADA, life.walls.now))
        if at_home == "ended":
            await life.sessions.end_game(other.id, other.host)
    await seek(life, people)
    for _ in range(2):
        await life.openings.advance_all(GUILD)
        assert len(await openings(life)) == tables


async def test_without_a_home_channel_nobody_is_called(life: Life) -> None:
    await chosen(life, home=None)
    await seek(life, 3)
    await life.openings.advance_all(GUILD)
    assert not await openings(life)


async def test_user_who_stopped_looking_is_not_called(life: Life) -> None:
    await seek(life, 3, until=DAY / 9)
    life.walls.now += DAY
    await life.openings.advance_all(GUILD)
    assert not await openings(life) and not await life.seekers()


async def test_people_are_called_once_by_name_with_a_button_to_join_and_one_to_decline(life: Life) -> None:
    opening, table = await called(life)
    await life.openings.advance_all(GUILD)
    text, marks = said(life, table)
    assert text.startswith(f"<@1>, <@2>, and <@3>: enough people want to play **{GAME.name}**.")
    assert f"<t:{int(opening.at + ANSWER_SECONDS)}" in text
    assert marks == {f"B:{table.id}:{opening.id}:join", f"B:{table.id}:{opening.id}:decline"}
    assert [user for _, user, _ in life.walls.mentions] == [1, 2, 3]


@pytest.mark.parametrize(
    ("joined", "status", "host", "told"),
    [
        ((), "ended", 1, "No one has joined, so the table is closed."),
        ((2,), "lobby", 2, "Everyone has answered. The host can start the game."),
        ((2, 1), "playing", 1, "The game has started."),
    ],
)
async def test_after_a_day_the_table_goes_on_with_those_who_came(
    life: Life, joined: tuple[int, ...], status: str, host: int, told: str
) -> None:
    opening, table = await called(life)
    for user in joined:
        await life.sessions.join_lobby(table.id, Player(f"P{user}", user))
    life.walls.now = opening.at + ANSWER_SECONDS - 1
    await life.openings.advance_all(GUILD)
    assert await openings(life) and (await life.sessions.get(table.id)).status == "lobby"
    life.walls.now += 1
    await life.openings.advance_all(GUILD)
    later = await life.sessions.get(table.id)
    assert (later.status, later.host) == (status, host)
    assert said(life, table) == (told, set()) and not await openings(life) and not await life.seekers()


@pytest.mark.parametrize(
    ("left", "status", "stay"),
    [((1,), "playing", [2, 3]), ((2, 3), "lobby", [1]), ((1, 2, 3), "ended", [])],
)
async def test_seats_of_players_who_left_the_server_are_freed_before_a_called_table_starts(
    life: Life, left: tuple[int, ...], status: str, stay: list[int]
) -> None:
    opening, table = await called(life)
    for user in (1, 2, 3):
        await life.sessions.join_lobby(table.id, Player(f"P{user}", user))
    life.walls.left.update(left)
    life.walls.now = opening.at + ANSWER_SECONDS
    await life.openings.advance_all(GUILD)
    later = await life.sessions.get(table.id)
    assert later.status == status and not await openings(life)
    assert [player.user for player in later.players] == stay and (not stay or later.host == stay[0])


@pytest.mark.parametrize(("starts", "told"), [(True, "The game has started."), (False, "This table is closed.")])
async def test_the_call_says_what_became_of_a_table_that_its_host_starts_or_closes(
    life: Life, starts: bool, told: str
) -> None:
    _, table = await called(life)
    for user in (1, 2):
        await life.sessions.join_lobby(table.id, Player(f"P{user}", user))
    await (life.sessions.start_game if starts else life.sessions.end_game)(table.id, 1)
    await life.openings.advance_all(GUILD)
    assert said(life, table) == (told, set()) and not await openings(life)


@pytest.mark.parametrize(("waited", "left"), [(DAY - 1, 1), (DAY, 0)])
async def test_a_table_that_cannot_be_opened_is_tried_for_a_day(life: Life, waited: float, left: int) -> None:
    await seek(life, 3)
    life.walls.is_barred = True
    with pytest.raises(discord.Forbidden):
        await life.openings.advance_all(GUILD)
    (opening,) = await openings(life)
    await chosen(life, home=None)  # nobody is called anew
    life.walls.now = opening.at + waited
    try:
        await life.openings.advance_all(GUILD)
    except discord.Forbidden:
        assert left
    assert len(await openings(life)) == left


async def test_a_table_whose_channel_is_gone_is_not_tried_again(life: Life) -> None:
    await seek(life, 3)
    await chosen(life, home=1)
    await life.openings.advance_all(GUILD)
    assert not await openings(life) and {one.opening for one in await life.seekers()} == {None}
