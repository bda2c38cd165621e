"""Presses on the post about open tables, and the settings of a server."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.commands import lfg, setup
from bot.guilds import GuildPreferences
from bot.matchmaking.guild_page import NO_MORNING
from bot.ui.components import ButtonPress
from engine import Refused, Unreadable
from tests.bot.installation import IN_SERVER
from tests.bot.matchmaking.channel_only_discord import FORBIDDEN, GONE_CHANNEL, refusal
from tests.bot.ui.test_seat_text import table

GUILD = 77
CHOSEN = GuildPreferences(home=5, role=6, opener=8, clock="daily", threads=True, morning=9, zone="Europe/Zurich")


@pytest.mark.parametrize(
    ("guild", "code", "doubted", "said"),
    [
        (GUILD, None, [(GUILD, 7)], "can’t see"),
        (GUILD, FORBIDDEN, [(GUILD, 7)], "can’t see"),
        (GUILD, GONE_CHANNEL, [(GUILD, 7)], "channel was deleted"),
        (None, GONE_CHANNEL, [], "can’t see"),
    ],
)
async def test_user_who_cannot_join_learns_whether_the_channel_exists(
    monkeypatch: pytest.MonkeyPatch, guild: int | None, code: int | None, doubted: list[tuple[int, int]], said: str
) -> None:
    async def check_sees(*_: Any) -> None:
        raise Refused("You can’t see this table.")

    async def fetch_channel(_: int) -> None:
        if code is not None:
            raise refusal(404, code)

    found: list[tuple[int, int]] = []
    boards = SimpleNamespace(recheck_visibility=lambda *of: found.append(of))
    monkeypatch.setattr(lfg, "check_sees", check_sees)
    monkeypatch.setattr(lfg, "services_of", lambda _: SimpleNamespace(open_tables_posts=boards))
    asker: Any = SimpleNamespace(client=SimpleNamespace(fetch_channel=fetch_channel))
    with pytest.raises(Refused, match=said):
        await lfg._check_sees_channel(asker, table(id=7, guild=guild))
    assert found == doubted


@pytest.mark.parametrize(
    ("rest", "values", "becomes"),
    [
        ("home", ("12",), {"home": 12}),
        ("home", ("9" * 18,), {"home": int("9" * 18)}),
        ("home", ("8" + "9" * 18,), {"home": int("8" + "9" * 18)}),
        ("post off", (), {"home": None}),
        ("threads on", (), {"threads": True}),
        ("threads off", (), {"threads": False}),
        ("clock", ("blitz",), None),
        ("clock", ("live",), {"clock": "live"}),
        ("morning set", ("0", "Asia/Tokyo"), {"morning": 0, "zone": "Asia/Tokyo"}),
        ("morning set", ("23", "Asia/Tokyo"), {"morning": 23, "zone": "Asia/Tokyo"}),
        ("morning set", ("24", "Asia/Tokyo"), None),
        ("morning set", (NO_MORNING, "Asia/Tokyo"), {"morning": None, "zone": "Asia/Tokyo"}),
        ("morning set", ("8",), None),
        ("opener", ("12",), {"opener": 12}),
        ("opener", (str(GUILD),), {"opener": None}),
        ("opener", (), {"opener": None}),
        ("role", ("12",), {"role": 12}),
        ("role", (), {"role": None}),
        ("role", ("9" * 19,), None),
        ("role", ("0x12",), None),
        ("home", (), None),
        ("colour", ("12",), None),
    ],
)
def test_guild_setting_changes_only_itself(rest: str, values: tuple[str, ...], becomes: dict[str, Any] | None) -> None:
    press = ButtonPress("S", 0, 0, rest, values)
    if becomes is None:
        with pytest.raises(Unreadable):
            setup._preferences_after(CHOSEN, press, GUILD)
    else:
        assert setup._preferences_after(CHOSEN, press, GUILD) == replace(CHOSEN, **becomes)


def test_guild_cannot_choose_everyone_as_mentioned_role() -> None:
    with pytest.raises(Refused, match="don’t call everyone"):
        setup._preferences_after(CHOSEN, ButtonPress("S", 0, 0, "role", (str(GUILD),)), GUILD)


@pytest.mark.parametrize(
    ("guild", "manages", "said"), [(None, True, "Only a server"), (GUILD, False, "can manage"), (GUILD, True, "")]
)
def test_guild_is_set_up_only_by_its_managers(guild: int | None, manages: bool, said: str) -> None:
    asker: Any = SimpleNamespace(guild_id=guild, permissions=SimpleNamespace(manage_guild=manages), **IN_SERVER)
    if said:
        with pytest.raises(Refused, match=said):
            setup._check_manager(asker)
    else:
        assert setup._check_manager(asker) == guild
