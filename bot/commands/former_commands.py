"""Replies to removed commands that Discord may still show."""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.markdown import Markdown, escape_prose, md
from bot.offered_games import OfferedGames
from engine import GAMES

REPLACEMENTS: Mapping[str, str] = {
    "analyze": "/history show:analysis",
    "daily board": "/daily show:board",
    "daily past": "/daily show:past",
    "daily play": "/daily",
    "film": "/history show:film",
    "game back": "/game seat action:back",
    "game export": "/history show:export",
    "game import": "/game new game:file file:",
    "game options": "/game status",
    "game pause": "/game clock action:pause",
    "game rematch": "/game new game:rematch",
    "game replace": "/game seat action:replace",
    "game report": "/history show:report",
    "game resign": "/game seat action:resign",
    "game result": "/history show:result",
    "game resume": "/game clock action:resume",
    "game unfollow": "/game follow action:stop",
    "ladder": "/stats season:",
    "orders cancel": "/orders cancel:",
    "orders list": "/orders",
    "orders new": "/orders write:",
    "redo": "/undo scope:redo",
}
"""Former command -> the command that replaced it."""

_GAME_DEPENDENT_COMMANDS = ("learn", "puzzle")
"""Commands that exist only if an offered game has lessons, or puzzles."""
_SUBCOMMAND_TYPES = (1, 2)
"""Discord's option types for subcommands and groups of subcommands. (docs, application-commands)"""


def missing_command_text(data: Mapping[str, Any], offered: OfferedGames) -> Markdown:
    """The reply to a command that the bot does not have; ``data`` is the interaction's data."""
    name = " ".join(_command_words(data))
    group = name.partition(" ")[0]
    if name in _GAME_DEPENDENT_COMMANDS or (group == "daily" and not offered.has_daily):
        return md("None of the games that are offered here has `/{}`.", escape_prose(group))
    if name in REPLACEMENTS:
        old_command, new_command = escape_prose(name), escape_prose(REPLACEMENTS[name])
        return md("`/{}` is now `{}`. Reload Discord to see the new commands.", old_command, new_command)
    commands = {game.command: game for game in GAMES.values() if not offered.is_offered(game.key)}
    game = commands.get(group)
    if game is not None:
        game_name = escape_prose(game.name)
        return md("{} isn’t offered here anymore. To play a game to its end, use its buttons or `/move`.", game_name)
    return md("This command has changed. Please reload Discord and try again.")


def _command_words(data: Mapping[str, Any]) -> Iterable[str]:
    yield str(data.get("name", ""))
    for option in data.get("options", ()):
        if option.get("type") in _SUBCOMMAND_TYPES:
            yield from _command_words(option)
