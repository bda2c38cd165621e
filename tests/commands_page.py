"""``python -m tests.commands_page > docs/commands.md``: the page of all slash commands, made from the commands."""

from collections.abc import Iterator
from typing import Any

from discord import app_commands

from bot.routes import commands
from engine.games import GAMES

AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group

_HEAD = """# Commands

Type `/` in a channel with the bot, and Discord completes commands and their fields. Everything can also be done with
the buttons under the bot's posts. This page is made by `python -m tests.commands_page > docs/commands.md`.
"""


def page() -> str:
    """The whole page as Markdown: the bot's own commands, then a section for each game's moves."""
    games = {game.command for game in GAMES.values()}
    every = commands()
    own = [command for command in every if command.name not in games]
    moves = [command for command in every if command.name in games]
    sections = [_section("In every game", own), *(_section(command.description, [command]) for command in moves)]
    return "\n".join([_HEAD, *sections])


def _section(title: str, found: list[AnyCommand]) -> str:
    rows = [row for command in found for row in _rows(command)]
    return "\n".join([f"## {title}", "", "| command | what it does |", "|---|---|", *rows, ""])


def _rows(command: AnyCommand) -> Iterator[str]:
    if isinstance(command, app_commands.Group):
        for part in command.commands:
            yield f"| `/{command.name} {part.name}` | {part.description} |"
    else:
        yield f"| `/{command.name}` | {command.description} |"


if __name__ == "__main__":
    print(page(), end="")
