"""How a simple interaction of a test came about: in a server that has added the bot."""

from typing import Any

IN_SERVER: dict[str, Any] = {
    "is_user_integration": lambda: False,
    "is_guild_integration": lambda: True,
}
