"""Permissions to end a game, to open a table, and to choose for a table, and those of the bot."""

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.commands import lobby, table
from bot.commands.lobby import _opens_in_threads, check_access, check_can_open, check_host, player_from
from bot.commands.table import _can_end_alone, _check_may_propose_end, _confirm_page, _is_stalled, _open_vote_page
from bot.guilds import GuildPreferences
from bot.matchmaking.setup_checks import TABLE_PERMISSIONS
from bot.tables.table import Player
from bot.users import UserPreferences
from engine import Decision, Refused, Seat
from engine.store.table_settings import DAY
from tests.bot.installation import IN_SERVER
from tests.bot.ui.test_seat_text import ADA, BEN, CLEO, LEFT
from tests.bot.ui.test_seat_text import table as of_three

NOW = 100 * DAY
ALL = dict.fromkeys(TABLE_PERMISSIONS, True)


def manager(monkeypatch: pytest.MonkeyPatch, module: Any, is_one: bool) -> None:
    async def manages(*_: Any) -> bool:
        return is_one

    monkeypatch.setattr(module, "is_channel_manager", manages)


def asker(user: int, **more: Any) -> Any:
    return SimpleNamespace(user=SimpleNamespace(id=user, display_name="Ada", name="ada"), **IN_SERVER, **more)


@pytest.mark.parametrize(
    ("user", "manages", "players", "still", "alone"),
    [
        (9, True, (ADA, BEN, CLEO), False, True),
        (2, True, (ADA, BEN, CLEO), True, False),
        (1, False, (ADA, BEN, CLEO), False, False),
        (1, False, (ADA, BEN, CLEO), True, True),
        (1, False, (ADA, LEFT, LEFT), False, True),
        (1, False, (LEFT, BEN, CLEO), False, False),
        (2, False, (LEFT, BEN, LEFT), True, False),
    ],
)
async def test_moderator_or_unopposed_host_can_end_a_game_alone(
    monkeypatch: pytest.MonkeyPatch, user: int, manages: bool, players: Any, still: bool, alone: bool
) -> None:
    manager(monkeypatch, table, manages)
    monkeypatch.setattr(table, "services_of", lambda _: None)
    monkeypatch.setattr(table, "_is_stalled", lambda *_: still)
    assert await _can_end_alone(asker(user), of_three(players=players)) == alone


@pytest.mark.parametrize(
    ("asked", "waited", "late", "more", "still"),
    [
        ((2,), 7 * DAY, True, {}, True),
        ((2,), 7 * DAY - 1, True, {}, False),
        ((2,), 7 * DAY, False, {}, False),
        ((2, 3), 7 * DAY, True, {}, True),
        ((1, 2), 7 * DAY, True, {}, False),
        ((), 7 * DAY, True, {}, False),
        ((2,), 7 * DAY, True, {"paused": NOW}, False),
    ],
)
def test_game_is_stalled_after_a_week_of_late_players(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[int, ...], waited: float, late: bool, more: Any, still: bool
) -> None:
    monkeypatch.setattr(table, "can_be_replaced", lambda *_: late)
    questions = [Decision(Seat(seat), "?", ()) for seat in asked]
    sessions = SimpleNamespace(now=lambda: NOW, decisions=lambda _: questions)
    bot: Any = SimpleNamespace(
        tables=sessions, user_settings=SimpleNamespace(preferences_of=lambda _: UserPreferences())
    )
    assert _is_stalled(bot, of_three(since=NOW - waited, **more), 1) == still


@pytest.mark.parametrize(
    ("user", "manages", "may"), [(1, False, True), (2, False, True), (9, True, True), (9, False, False)]
)
async def test_players_host_and_moderators_can_propose_ending_a_game(
    monkeypatch: pytest.MonkeyPatch, user: int, manages: bool, may: bool
) -> None:
    manager(monkeypatch, table, manages)
    with nullcontext() if may else pytest.raises(Refused):
        await _check_may_propose_end(asker(user), of_three(players=(LEFT, BEN, CLEO)))


@pytest.mark.parametrize(("alone", "label", "rest"), [(True, "End the game", "yes"), (False, "Ask the table", "ask")])
def test_ending_a_game_alone_needs_confirmation(alone: bool, label: str, rest: str) -> None:
    ((item,),) = cast(Any, _confirm_page(of_three(seq=3), is_alone=alone).buttons)
    assert (item.label, item.custom_id) == (label, f"e:7:3:{rest}")


@pytest.mark.parametrize(
    ("kind", "message", "guild", "said"),
    [
        ("end", 5, 1, "under [the post](<https://discord.com/channels/1/1/5>)."),
        ("end", 5, None, "under [the post](<https://discord.com/channels/@me/1/5>)."),
        ("end", None, 1, "under the post."),
        ("pause", 5, 1, ""),
    ],
)
async def test_open_vote_to_end_the_game_is_linked(
    kind: str, message: int | None, guild: int | None, said: str
) -> None:
    async def open_at(_: int) -> list[Any]:
        return [SimpleNamespace(kind=kind, message=message)]

    bot: Any = SimpleNamespace(proposals=SimpleNamespace(load_open_proposals=open_at))
    page = await _open_vote_page(bot, of_three(guild=guild))
    assert (page.text.endswith(said) if page else "") == (bool(said) or "")


# -- tables


@pytest.mark.parametrize(("user", "manages", "may"), [(1, False, True), (2, True, True), (2, False, False)])
async def test_host_and_moderators_choose_for_a_table(
    monkeypatch: pytest.MonkeyPatch, user: int, manages: bool, may: bool
) -> None:
    manager(monkeypatch, lobby, manages)
    with nullcontext() if may else pytest.raises(Refused):
        await check_host(asker(user), of_three())


@pytest.mark.parametrize(
    ("guild", "opener", "manages", "has_role", "may"),
    [
        (1, None, False, False, True),
        (None, 5, False, False, True),
        (1, 5, True, False, True),
        (1, 5, False, True, True),
        (1, 5, False, False, False),
    ],
)
async def test_only_members_of_the_table_role_and_moderators_open_tables(
    monkeypatch: pytest.MonkeyPatch, guild: int | None, opener: int | None, manages: bool, has_role: bool, may: bool
) -> None:
    async def role(*_: Any) -> bool:
        return has_role

    servers = SimpleNamespace(preferences_of=lambda _: GuildPreferences(opener=opener))
    monkeypatch.setattr(lobby, "services_of", lambda _: SimpleNamespace(guild_settings=servers))
    monkeypatch.setattr(lobby, "has_role", role)
    person = asker(1, guild_id=guild, client=None, permissions=discord.Permissions(manage_channels=manages))
    with nullcontext() if may else pytest.raises(Refused):
        await check_can_open(person)


@pytest.mark.parametrize(
    ("guild", "granted", "thread", "more", "lacks"),
    [
        (1, ALL, False, (), ""),
        (None, {}, False, (), ""),
        (1, {**ALL, "embed_links": False}, False, (), "Embed Links in this channel"),
        (1, ALL, True, (), "Send Messages in Threads in this thread"),
        (1, {**ALL, "send_messages": False, "send_messages_in_threads": True}, True, (), ""),
        (1, ALL, False, ("create_public_threads",), "Create Public Threads in this channel"),
    ],
)
def test_bot_needs_permissions_in_the_channel_of_a_table(
    guild: int | None, granted: dict[str, bool], thread: bool, more: tuple[str, ...], lacks: str
) -> None:
    channel = discord.Thread.__new__(discord.Thread) if thread else None
    if channel is not None:
        channel.locked = False
    person = asker(1, guild_id=guild, app_permissions=discord.Permissions(**granted), channel=channel)
    with pytest.raises(Refused, match=lacks) if lacks else nullcontext():
        check_access(person, *more)


@pytest.mark.parametrize(
    ("threads", "home", "is_in"), [(True, 5, True), (True, 6, False), (False, 5, False), (True, None, False)]
)
def test_home_channel_tables_use_threads_if_configured(
    monkeypatch: pytest.MonkeyPatch, threads: bool, home: int | None, is_in: bool
) -> None:
    servers = SimpleNamespace(preferences_of=lambda _: GuildPreferences(home=home, threads=threads))
    monkeypatch.setattr(lobby, "services_of", lambda _: SimpleNamespace(guild_settings=servers))
    assert _opens_in_threads(asker(1, guild_id=1, channel_id=5)) == is_in


@pytest.mark.parametrize(("shown", "name"), [("Ada", "Ada"), ("  ", "ada"), ("Ada (away)", "Ada")])
def test_player_has_discord_display_name_unlike_computers(shown: str, name: str) -> None:
    person: Any = SimpleNamespace(user=SimpleNamespace(id=1, display_name=shown, name="ada"), **IN_SERVER)
    assert player_from(person) == Player(name, 1)
