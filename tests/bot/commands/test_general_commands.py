"""The commands of every game: their number, the texts that name them, and renamed commands."""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.commands.former_commands import REPLACEMENTS
from bot.errors import Interaction
from bot.routes import all_commands
from engine import GAMES
from tests.bot.simulated_channel import World, text_of, world

ROOT = Path(__file__).parents[3]
MOST_GENERAL = 30
"""Maximum number of commands that are not moves of a game. More commands would be harder to learn than options."""
PHONE_LINE, PHONE_LINES = 34, 36
"""Characters in a line of a phone, and lines on its screen, measured in Chromium at a width of 400 pixels."""

MENTION = re.compile(r"`/(?P<name>[a-z]+(?: [a-z]+)?)(?P<options>(?: [a-z_]+:[-\w]*)*)`")
OPTION = re.compile(r"([a-z_]+):([-\w]*)")
PATHS = {"health", "ready", "metrics", "data"}
"""Paths in texts that are no commands: of the bot's HTTP server, and a folder of its container."""
TEXTS = sorted(
    file
    for folder, ends in {"bot": "*.py", "engine": "*.*", "docs": "*.md", ".": "*.md"}.items()
    for file in ((ROOT / folder).glob(ends) if folder == "." else (ROOT / folder).rglob(ends))
    if file.suffix in (".py", ".md", ".lesson", ".puzzle")
)


def leaves() -> dict[str, app_commands.Command[Any, ..., Any]]:
    """Return every command that can be sent, by its full name."""
    found: dict[str, app_commands.Command[Any, ..., Any]] = {}
    for command in all_commands():
        parts = command.walk_commands() if isinstance(command, app_commands.Group) else (command,)
        found |= {part.qualified_name: part for part in parts if isinstance(part, app_commands.Command)}
    return found


LEAVES = leaves()
GROUPS = {name.partition(" ")[0] for name in LEAVES if " " in name}
GENERAL = {name for name in LEAVES if name.partition(" ")[0] not in {game.command for game in GAMES.values()}}


def faults(mention: str) -> Iterator[str]:
    """Yield what is wrong with a command and its options as a text mentions them."""
    found = MENTION.fullmatch(f"`{mention}`")
    assert found is not None, mention
    name, options = found["name"], OPTION.findall(found["options"])
    if name in GROUPS and not options:
        return
    command = LEAVES.get(name)
    if command is None:
        yield f"There is no command {mention}."
        return
    known = {option.display_name: option for option in command.parameters}
    for option, value in options:
        if option not in known:
            yield f"{mention}: /{name} has no option {option}."
        elif value and known[option].choices and value not in {str(one.value) for one in known[option].choices}:
            yield f"{mention}: {value} is no choice of {option}."


def test_there_are_few_general_commands() -> None:
    assert len(GENERAL) <= MOST_GENERAL, sorted(GENERAL)
    assert {"recap", "board", "hand"} <= GENERAL


async def test_help_fits_on_a_phone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        said = text_of((await running.person("Ada").slash(running.channel, "help")).response)
    lines = sum(math.ceil(len(line) / PHONE_LINE) for line in said.splitlines())
    assert lines <= PHONE_LINES, said


def test_every_command_named_in_texts_exists() -> None:
    mentions = {(found[0].strip("`"), file) for file in TEXTS for found in MENTION.finditer(file.read_text("utf-8"))}
    named = [(mention, file) for mention, file in mentions if mention[1:] not in PATHS]
    wrong = [f"{file.relative_to(ROOT)}: {fault}" for mention, file in named for fault in faults(mention)]
    assert not wrong, "\n".join(sorted(wrong))
    assert len(named) > 100


@pytest.mark.parametrize("mention", ["/film", "/game pause", "/history show:video", "/undo until:redo", "/orders list"])
def test_unknown_command_in_a_text_is_found(mention: str) -> None:
    assert list(faults(mention))


@pytest.mark.parametrize(("former", "present"), REPLACEMENTS.items())
def test_renamed_command_is_gone_and_its_successor_exists(former: str, present: str) -> None:
    assert former not in LEAVES and not list(faults(present))


@app_commands.command(name="former", description="A command that Discord still shows")
async def former_command(interaction: Interaction) -> None:
    raise AssertionError("the bot has it no longer")


async def show_former(running: World, *names: str) -> None:
    """Register commands with Discord, which shows them to people, but not with the bot."""
    tree = running.bot.tree
    groups = {name.partition(" ")[0] for name in names}
    present = {name: tree.remove_command(name) for name in groups}
    for name in groups:
        parts = [words[len(name) + 1 :] for words in names if words.partition(" ")[0] == name]
        tree.add_command(former_group(name, parts) if all(parts) else former_leaf(name))
    await tree.sync()
    for name, command in present.items():
        tree.remove_command(name)
        if command is not None:
            tree.add_command(command)


def former_leaf(name: str) -> app_commands.Command[Any, ..., Any]:
    return app_commands.Command(name=name, description="Discord still shows it", callback=former_command.callback)


def former_group(name: str, parts: list[str]) -> app_commands.Group:
    group = app_commands.Group(name=name, description="Discord still shows it")
    for part in parts:
        group.add_command(former_leaf(part))
    return group


async def test_renamed_command_still_shown_names_its_successor(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await show_former(running, *REPLACEMENTS, "obsolete")
        for former, present in REPLACEMENTS.items():
            said = text_of((await running.person("Ada").slash(running.channel, former)).response)
            assert said == f"`/{former}` is now `{present}`. Reload Discord to see the new commands."
        said = text_of((await running.person("Ada").slash(running.channel, "obsolete")).response)
        assert said == "This command has changed. Please reload Discord and try again."
        assert all(isinstance(error, app_commands.CommandNotFound) for error in running.env.errors)


REFUSED = [
    ("orders", {"write": "draft *", "cancel": "1"}, "Use either `write:`"),
    ("orders", {"how_long": "once"}, "Write the moves of the order in `write:`"),
    ("undo", {"scope": "redo", "to": "1"}, "`to:` doesn’t go with `scope:redo`"),
    ("game clock", {"action": "pause", "clock": "daily"}, "Propose another clock or a pause, not both"),
    ("game seat", {"action": "replace"}, "Choose whose seat it is in `player:`"),
    ("game seat", {"action": "resign", "player": "2"}, "go only with `action:replace`"),
    ("stats", {"game": next(iter(GAMES)), "season": "8104", "player": "Ben"}, "both a player and a game or season"),
    ("game new", {"game": "rematch", "file": ("a.game", b"")}, "choose `game:file`"),
    ("game new", {"game": "file"}, "Attach the .game file in `file:`"),
]


async def test_conflicting_options_are_refused_with_a_sentence(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        for command, options, why in REFUSED:
            given: dict[str, Any] = {**options}
            if "player" in given and command == "stats":
                given["player"] = running.person(str(given["player"]))
            said = await running.person("Ada").slash(running.channel, command, **given)
            assert why in text_of(said.response), command


async def test_finished_game_offers_no_replacement(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        await running.bot.services.tables.end_game(table.id, table.host)
        said = await running.person("Ada").slash(running.channel, "game seat", action="replace")
        assert text_of(said.response) == "You can’t replace anyone: this game is over."
