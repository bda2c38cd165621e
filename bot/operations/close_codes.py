"""Sentences for the host about Discord's reasons for closing a connection permanently."""

from collections.abc import Mapping

import discord

_REASONS: Mapping[int, str] = {
    4004: "Discord rejected DISCORD_TOKEN. Reset the token in the developer portal.",
    4010: "Discord knows no such connection (4010). Set the same ROUNDHOUSE_SHARDS for all bots.",
    4011: "Discord demands more connections for so many servers (4011). Set a higher ROUNDHOUSE_SHARDS for all bots:"
    " `roundhouse doctor` says how many Discord advises.",
    4012: "Discord no longer speaks with this release (4012). Update the bot.",
    4013: "Discord doesn’t know an intent that this release asks for (4013). Update the bot.",
    4014: "Discord doesn’t allow an intent that the bot asks for (4014). Switch it on in the developer portal, page"
    " Bot, “Privileged Gateway Intents”.",
}
"""Discord's close code -> sentence for the host. (docs, opcodes, gateway close event codes)"""


def close_reason(error: discord.ConnectionClosed | discord.PrivilegedIntentsRequired) -> str:
    """Return a sentence that says why Discord closed the connection for good."""
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return _REASONS[4014]
    return _REASONS.get(
        error.code, f"Discord closed the connection (code {error.code}). Wait, or see discordstatus.com."
    )
