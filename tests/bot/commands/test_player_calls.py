"""Calls of a server's players to a table: when they are made, and what is stored about them."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.commands import lobby
from bot.guilds import GuildPreferences
from bot.matchmaking import open_tables_text
from bot.tables.table import BookkeepingKey
from engine import Refused
from engine.store import guilds
from tests.bot.matchmaking.channel_only_discord import FORBIDDEN, refusal
from tests.bot.ui.test_seat_text import table

GUILD, HOME, ROLE, NOW = 77, 5, 6, 100.0
CHOSEN = {"home": HOME, "role": ROLE}


class Silent:
    """A client whose requests to Discord get no answer."""

    user = SimpleNamespace(id=1)

    async def fetch_guild(self, *_: Any, **__: Any) -> None:
        raise OSError

    fetch_channel = fetch_guild


@pytest.fixture
def deeds(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that gives all effects of a call on a server with these settings and that failure of
    Discord.
    """

    def of(server: GuildPreferences, failure: discord.HTTPException | None = None) -> list[Any]:
        found: list[Any] = []

        async def write(do: Any) -> None:
            do(None)

        async def note(*about: Any) -> None:
            found.append(("noted", *about))

        async def post(text: str, **named: Any) -> None:
            if failure is not None:
                raise failure
            found.append(("posted", text.partition(":")[0], named["role"], named["nonce"]))

        def mailbox(_: Any, channel: int, guild: int) -> Any:
            assert (channel, guild) == (HOME, GUILD)
            return SimpleNamespace(post=post)

        async def show(_: Any, page: Any) -> None:
            found.append(("shown", page.text))

        async def defer(**_: Any) -> None:
            """Do nothing."""

        monkeypatch.setattr(guilds, "claim_role_mention", lambda _, *about: found.append(("claimed", *about)))
        monkeypatch.setattr(guilds, "release_role_mention", lambda _, *about: found.append(("freed", *about)))
        monkeypatch.setattr(lobby, "ChannelMessages", mailbox)
        monkeypatch.setattr(lobby, "send_page", show)
        monkeypatch.setattr(open_tables_text, "open_table_text", lambda _: "a table")
        at = SimpleNamespace(
            guild_settings=SimpleNamespace(
                preferences_of=lambda guild: server if guild == GUILD else GuildPreferences()
            ),
            tables=SimpleNamespace(now=lambda: NOW, store=SimpleNamespace(write=write), save_bookkeeping=note),
            outbox=SimpleNamespace(wake=lambda number: found.append(("kicked", number))),
        )
        monkeypatch.setattr(lobby, "services_of", lambda _: at)
        found.append(
            SimpleNamespace(client=Silent(), extras={}, response=SimpleNamespace(defer=defer, is_done=lambda: False))
        )
        return found

    return of


@pytest.mark.parametrize(
    ("server", "more", "said"),
    [
        (CHOSEN, {"status": "playing"}, "it has started"),
        ({"home": HOME}, {}, "settings have changed"),
        ({"role": ROLE}, {}, "settings have changed"),
        (CHOSEN, {"guild": None}, "settings have changed"),
        (CHOSEN, {"notes": {BookkeepingKey.IS_LISTED: 0}}, "not everyone"),
        (CHOSEN, {"notes": {}}, "not everyone"),
    ],
)
async def test_players_are_not_called_to_a_table_they_cannot_join(
    deeds: Any, server: Any, more: Any, said: str
) -> None:
    found = deeds(GuildPreferences(**server))
    lobby_here = {"status": "lobby", "guild": GUILD, "notes": {BookkeepingKey.IS_LISTED: 1}}
    with pytest.raises(Refused, match=said):
        await lobby.mention_role(found[0], table(**{**lobby_here, **more}))
    assert not found[1:]


async def test_players_are_called_to_a_table_once(deeds: Any) -> None:
    found = deeds(GuildPreferences(**CHOSEN))
    await lobby.mention_role(found[0], table(status="lobby", guild=GUILD, notes={BookkeepingKey.IS_LISTED: 1}))
    assert found[1:] == [
        ("claimed", GUILD, 7, NOW),
        ("posted", f"<@&{ROLE}>", ROLE, "ping-7"),
        ("noted", 7, {BookkeepingKey.MENTIONABLE_ROLE: 0}),
        ("kicked", 7),
        ("shown", f"I called <@&{ROLE}> in <#{HOME}>."),
    ]


@pytest.mark.parametrize(("status", "freed"), [(403, [("freed", 7)]), (503, [])])
async def test_refused_call_can_be_repeated_and_uncertain_one_not(deeds: Any, status: int, freed: list[Any]) -> None:
    found = deeds(GuildPreferences(**CHOSEN), refusal(status, FORBIDDEN))
    with pytest.raises(discord.HTTPException):
        await lobby.mention_role(found[0], table(status="lobby", guild=GUILD, notes={BookkeepingKey.IS_LISTED: 1}))
    assert found[1:] == [("claimed", GUILD, 7, NOW), *freed]
