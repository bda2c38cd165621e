"""The origin of a simulated interaction: a server that has added the bot."""

from typing import Any

IN_SERVER: dict[str, Any] = {
    "is_user_integration": lambda: False,
    "is_guild_integration": lambda: True,
}
