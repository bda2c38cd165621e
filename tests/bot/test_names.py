"""Names of players: allowed characters, and the new name of a renamed player in every place."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest

from bot.names import sanitize_name
from bot.persons.user_names import UserNames
from bot.play.service import TableService
from engine.store.followers import load_predictions
from engine.store.ids import GuildId, UserId
from tests.bot.simulated_channel import World, text_of, world

SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
FAMILY = "👩\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    "name",
    [
        "می\u200cخواهم",  # Persian
        "क्\u200dष",
        f"{FAMILY} Ada",
        SCOTLAND,
        "1\ufe0f\u20e3 #\ufe0f\u20e3",  # keycaps
        "🏳\ufe0f\u200d🌈",
        "ᠭ\u180b",  # Mongolian
        "葛\U000e0100",
    ],
)
def test_joining_characters_are_kept_in_names(name: str) -> None:
    assert sanitize_name(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u202eA\u2066d\u061ca\u200b", "Ada"),
        ("\ufeffA\u2060d\u00ada", "Ada"),
        ("\u200dA\u200d\u200d\u200c d\u200d", "A d"),
        ("A\U000e0061\U000e0062b", "Ab"),
        ("A\ufe0f\ufe0e\ufe0f", "A\ufe0f"),
        ("\u200c\u200d \ufe0f\U000e0061", ""),
        ("👧\u200d" * 20, "👧" + "\u200d👧" * 15 + "…"),
    ],
)
def test_other_invisible_characters_are_removed_from_names(name: str, shown: str) -> None:
    assert sanitize_name(name) == shown


def renamed(running: World, name: str, new: str) -> Any:
    """Give the person another name on the server, and return them."""
    member = running.env.backend.get_guild(running.guild.id).members[running.person(name).id]
    member.nick = new
    return running.person(name)


def everything(running: World) -> str:
    return "\n".join(text_of(post) for post in running.posts()).replace("\\", "")


async def names_of(running: World) -> list[str]:
    return [player.name for player in (await running.table()).players]


async def test_press_updates_the_name_of_a_renamed_player(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, line = await running.first_offer()
        name = next(name for name, known in running.people.items() if known is person)
        renamed(running, name, f"{FAMILY} Zoe")
        await person.slash(running.channel, "move", line=line)
        await running.told()
        assert f"{FAMILY} Zoe" in await names_of(running) and name not in await names_of(running)
        card = running.posts()[0]
        assert f"{FAMILY} Zoe" in text_of(card).replace("\\", "")


async def test_new_name_is_used_in_the_lobby_and_at_other_tables(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        other = running.guild.create_text_channel("other")
        await running.lobby("Ben", "Ada", channel=other)
        await renamed(running, "Ada", "Zoe").slash(running.channel, "game status")
        await running.told()
        assert [player.name for player in (await running.table(other)).players] == ["Ben", "Zoe"]
        assert "Zoe" in "\n".join(text_of(post) for post in running.posts(other))
        assert "Ada" not in "\n".join(text_of(post) for post in running.posts(other))


async def test_vacated_seat_of_a_renamed_player_keeps_its_name_suffix(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        page = (await running.person("Ben").slash(running.channel, "game seat", action="resign")).response
        await running.person("Ben").click(page, label="Leave the seat open")
        before = await names_of(running)
        await renamed(running, "Ben", "Zoe").slash(running.channel, "game status")
        await running.told()
        expected = [name.replace("Ben", "Zoe") for name in before]
        assert await names_of(running) == expected != before
        assert {holder.name for holder in (await running.table()).holders} == {"Zoe"}


async def test_a_name_of_another_server_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        elsewhere = running.env.create_guild()
        channel = elsewhere.create_text_channel("games")
        await elsewhere.add_member(running.person("Ada").user, nick="Zoe").slash(channel, "help")
        await running.person("Ada").user.slash("games")
        assert sorted(await names_of(running)) == ["Ada", "Ben"]


async def test_a_spectator_who_is_renamed_predicts_under_the_new_name(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        lobby = await running.lobby("Ada", "Ben")
        await running.bot.services.tables.set_term(lobby.id, "predictions", "yes")
        await running.person("Ada").slash(running.channel, "game start")
        cleo = running.person("Cleo")
        page = (await cleo.click(running.latest("Predict"), label="Predict")).response
        await cleo.select(page, ["1"])
        await renamed(running, "Cleo", "Zoe").slash(running.channel, "game status")
        await running.told()
        said = await running.bot.services.tables.store.read(lambda db: load_predictions(db, lobby.id))
        assert [one.name for one in said] == ["Zoe"]


async def test_name_changed_after_the_game_is_not_stored(sessions: TableService) -> None:
    said = list[str]()
    asyncio.get_running_loop().set_exception_handler(lambda _, about: said.append(about["message"]))
    names = UserNames(sessions, republish=lambda _: None)
    await names.close()
    await sessions.store.close()
    await names.update_name(UserId(1), GuildId(1), "Ada")
    gc.collect()
    assert not said
