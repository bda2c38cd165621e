"""A bot that offers only some games (``ROUNDHOUSE_GAMES``)."""

from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.config import InvalidSettings, Settings, settings_from_variables
from bot.guilds import GuildPreferences
from bot.matchmaking.open_tables_post import OpenTablesPosts
from bot.offered_games import EVERY_GAME, OfferedGames
from bot.routes import all_commands
from bot.ui.components import custom_id
from engine import write_action
from engine.games import GAMES
from engine.games.solo import all_lessons, all_puzzles
from engine.store import matchmaking as sql
from engine.store.ids import ChannelId, GuildId
from engine.store.matchmaking import Seeker
from engine.store.verify import verify_database
from tests.bot.commands.test_general_commands import show_former
from tests.bot.simulated_channel import World, text_of, world

KEYS = tuple(GAMES)
DEALT, OTHER = KEYS[0], KEYS[2]
"""A game with dailies and puzzles, and one without."""
assert GAMES[DEALT].daily is not None and GAMES[OTHER].daily is None
NAME = GAMES[DEALT].name
GONE = f"{NAME} isn’t offered here anymore. Games: {GAMES[OTHER].name}."


# -- the setting


def test_the_games_are_read_from_a_list_and_are_all_by_default() -> None:
    assert settings_from_variables({}).games == KEYS
    assert settings_from_variables({"ROUNDHOUSE_GAMES": f" {OTHER} ,{DEALT},"}).games == (OTHER, DEALT)
    assert [game.key for game in OfferedGames((OTHER, DEALT)).games] == [DEALT, OTHER]


@pytest.mark.parametrize(("value", "has"), [("chess, go", ", not “chess” or “go”"), (",", "")])
def test_wrong_games_are_named_with_the_other_wrong_settings(value: str, has: str) -> None:
    with pytest.raises(InvalidSettings) as refused:
        settings_from_variables({"ROUNDHOUSE_GAMES": f"{value}", "ROUNDHOUSE_PACE": "-1"})
    keys = "railroad-rivals, railway-rivals, railroader, and railroads-of-catan"
    said = f"Invalid setting: ROUNDHOUSE_GAMES must be one or more of {keys}, separated by commas{has}."
    assert len(refused.value.problems) == 2 and said in refused.value.problems


# -- the commands


def sent(offered: OfferedGames) -> dict[str, Any]:
    found = {}
    for command in all_commands(offered):
        parts = command.walk_commands() if isinstance(command, app_commands.Group) else (command,)
        found |= {part.qualified_name: part for part in parts if isinstance(part, app_commands.Command)}
    return found


def choices(command: Any, option: str) -> set[str]:
    return {str(choice.value) for choice in command.get_parameter(option).choices}


@pytest.mark.parametrize("key", KEYS)
def test_only_offered_games_have_commands_and_are_choices(key: str) -> None:
    found, game = sent(OfferedGames((key,))), GAMES[key]
    groups = {name.partition(" ")[0] for name in found}
    assert groups & {other.command for other in GAMES.values()} == {game.command}
    assert choices(found["game new"], "title") == {key, "rematch", "file"}
    assert choices(found["lfg"], "title") == choices(found["stats"], "title") == {key}
    runs = {str(number) for number, lesson in all_lessons().items() if lesson.title == key}
    assert choices(found["learn"], "lesson") == runs
    assert ("daily" in found) == (game.daily is not None)
    assert ("puzzle" in found) == any(title == key for title, _ in all_puzzles().values())


def test_two_bots_of_a_process_offer_different_games() -> None:
    first, second = sent(OfferedGames((DEALT,))), sent(EVERY_GAME)
    assert choices(first["game new"], "title") == {DEALT, "rematch", "file"}
    assert choices(second["game new"], "title") == {*KEYS, "rematch", "file"}


# -- at a bot that offered it before


async def offer(running: World, *keys: str) -> None:
    """Restart the bot with these games."""
    running.settings = Settings(**{**_fields(running.settings), "games": keys})
    await running.restart()
    running.deal(7)


def _fields(settings: Settings) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in settings.__struct_fields__}


async def press(running: World, name: str, post: Any, identity: str) -> str:
    return text_of((await running.press_again(running.person(name), post, identity)).response)


async def test_running_game_that_is_no_longer_offered_continues_and_verifies_without_rematch(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title=DEALT)
        await running.move_on(2)
        await offer(running, OTHER)
        before = (await running.table()).seq
        page = await (await running.asked())[0].click(running.latest("Your move"), label="Your move")
        assert running.labels(page.response)
        await running.move_on(3)
        table = await running.table()
        assert table.seq >= before + 3 and table.status == "playing"
        sessions = running.bot.services.tables
        while (table := await running.table()).status == "playing":
            person, decision = await running.asked()
            await sessions.play_move(table.id, person.id, write_action(next(iter(decision.offers))))
            await sessions.play_forced_moves(table.id)
        report = await verify_database(running.settings.database)
        assert table.status == "finished" and report.games == 1 and not report.findings
        said = await running.person("Ada").slash(running.channel, "game new", game="rematch")
        assert text_of(said.response) == GONE


async def test_a_new_table_of_a_game_that_is_not_offered_is_refused(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        lobby = await running.person("Ada").slash(running.channel, "game new", game=DEALT)
        page = await running.person("Ben").slash(running.channel, "daily")
        await offer(running, OTHER)
        table = await running.table()
        assert await press(running, "Ben", lobby.response, custom_id("l", table.id, 0, "join")) == GONE
        assert text_of((await running.person("Ada").slash(running.channel, "game start")).response) == GONE
        await running.person("Ada").slash(running.channel, "game end")
        home = GuildPreferences(home=ChannelId(running.channel.id))
        await running.bot.services.guild_settings.save(GuildId(running.guild.id), home)
        assert await press(running, "Ben", page.response, custom_id("B", 0, 0, f"open {DEALT}")) == GONE
        run = next(number for number, lesson in all_lessons().items() if lesson.title == DEALT)
        assert await press(running, "Ben", page.response, custom_id("j", run, 0, "m00")) == GONE
        assert await press(running, "Ben", page.response, custom_id("j", run, 9, "play")) == GONE
        number = next(iter(all_puzzles()))
        assert await press(running, "Ben", page.response, custom_id("P", number, 0, "m0")) == GONE
        said = await press(running, "Ben", page.response, custom_id("P", 0, 0, "next"))
        assert said == "There are no puzzles for the games that are offered here."
        said = await press(running, "Ben", page.response, custom_id("q", 1, 0, "play"))
        assert said == "There’s no daily deal for the games that are offered here."
        listed = await press(running, "Ben", page.response, custom_id("j", 0, 0, "list"))
        assert "Learn a game" in listed


async def test_commands_of_games_no_longer_offered_say_so(tmp_path: Path) -> None:
    move, fewer = f"{GAMES[DEALT].command} pass", "None of the games that are offered here has"
    async with world(tmp_path, games=(OTHER,)) as running:
        await show_former(running, move, "puzzle", "daily play")
        for command, said in (
            (move, f"{NAME} isn’t offered here anymore. To play a game to its end, use its buttons or `/move`."),
            ("puzzle", f"{fewer} `/puzzle`."),
            ("daily play", f"{fewer} `/daily`."),
        ):
            assert text_of((await running.person("Ada").slash(running.channel, command)).response) == said
        assert len(running.env.errors) == 3


async def test_help_names_only_what_is_offered(tmp_path: Path) -> None:
    async with world(tmp_path, games=(OTHER,)) as running:
        brief = (await running.person("Ada").slash(running.channel, "help")).response
        said = text_of((await running.person("Ada").click(brief, label="More")).response)
        assert f"`/{GAMES[OTHER].command} …`" in said and f"`/{GAMES[DEALT].command} …`" not in said
        assert "`/learn`" in said and "`/daily`" not in said


async def test_open_tables_and_the_queue_have_only_offered_games(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        guild = GuildId(running.guild.id)
        await running.person("Ada").slash(running.channel, "game new", game=DEALT)
        table = await running.table()
        now = running.bot.services.tables.now()
        seekers = [Seeker(guild, user, DEALT, "daily", now, now + 999) for user in (71, 72, 73)]
        for seeker in seekers:
            await running.bot.services.tables.store.write(lambda db, seeker=seeker: sql.save_seeker(db, seeker))
        await running.bot.services.tables.save_bookkeeping(table.id, {"listed": 1})
        boards: OpenTablesPosts = running.bot.services.open_tables_posts
        listing = await boards.load_content(guild)
        assert [one.id for one in listing.tables] == [table.id] and len(listing.waiting) == 3
        await offer(running, OTHER)
        listing = await running.bot.services.open_tables_posts.load_content(guild)
        assert not listing.tables and not listing.waiting
