"""Print the page of all slash commands: ``python -m tests.commands_page > docs/commands.md``."""

from collections.abc import Iterator
from typing import Any

from discord import app_commands

from bot.routes import all_commands
from engine.games import GAMES

AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group

_HEAD = """# Commands

Type `/` in a channel with the bot, and Discord completes commands and their fields. Everything can also be done with
the buttons under the bot's posts. This page is made by `python -m tests.commands_page > docs/commands.md`.
"""

_MOVES = {game.command for game in GAMES.values()}
"""The command groups of moves, in the order of the games."""
_OF_A_FORM = ("action", "scope", "show")
"""Options that choose one of several forms of a command."""


def page() -> str:
    """Return the page as Markdown: the bot's own commands, then a section for each game's moves."""
    every = all_commands()
    own = [command for command in every if command.name not in _MOVES]
    moves = [command for command in every if command.name in _MOVES]
    sections = [_section("In every game", own), *(_section(command.description, [command]) for command in moves)]
    return "\n".join([_HEAD, *sections])


def _section(title: str, found: list[AnyCommand]) -> str:
    rows = [row for command in found for row in _rows(command)]
    return "\n".join([f"## {title}", "", "| command | what it does |", "|---|---|", *rows, ""])


def _rows(command: AnyCommand) -> Iterator[str]:
    if isinstance(command, app_commands.Group):
        in_order = command.commands
        if command.name not in _MOVES:  # its parts are in several modules, which may be read in any order
            in_order = sorted(in_order, key=lambda part: part.name)
        for part in in_order:
            yield f"| `/{command.name} {part.name}` | {part.description} |"
            yield from _variants(part)
    else:
        yield f"| `/{command.name}` | {command.description} |"
        yield from _variants(command)


def _variants(command: app_commands.Command[Any, ..., None] | app_commands.Group) -> Iterator[str]:
    """Yield a row for each form of a command that an option chooses."""
    for option in command.parameters if isinstance(command, app_commands.Command) else ():
        if option.display_name in _OF_A_FORM:
            for choice in option.choices:
                about = choice.name.partition(": ")[2]
                form = f"/{command.qualified_name} {option.display_name}:{choice.value}"
                yield f"| `{form}` | {about[0].upper()}{about[1:]} |"


if __name__ == "__main__":
    print(page(), end="")
