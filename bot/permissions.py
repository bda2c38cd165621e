"""Permissions that the bot needs in a channel, and sentences about missing ones."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.markdown import Markdown, escape_prose, join_words, md

TABLE_PERMISSIONS = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
"""Permissions that a table needs in its channel."""
THREAD_PERMISSIONS = ("create_public_threads", "send_messages_in_threads")
"""Additional permissions for tables in threads."""
_IMPLIED_PERMISSIONS = ("embed_links", "attach_files")
"""Permissions that require *Send Messages* (docs, topics/permissions, implicit permissions)."""


FOREIGN_SERVER_TEXT = md("I’m not a member of this server, so I can’t post here and can only answer you.")


def is_in_foreign_server(interaction: discord.Interaction[Any]) -> bool:
    """Whether the interaction comes from a server that has not added the bot: the asker has, to their account.

    Discord then takes answers to the interaction, and nothing else. (docs, resources/application, installation context)
    """
    is_by_user = interaction.is_user_integration() and not interaction.is_guild_integration()
    return is_by_user and interaction.guild_id is not None


def missing_permissions(
    permissions: discord.Permissions, needed: Sequence[str], *, in_thread: bool = False
) -> Markdown:
    """The names of required permissions that are not granted; may be empty.

    In a thread, *Send Messages in Threads* replaces *Send Messages*. A permission that is missing only because another
    one is, is not named.
    """
    sending = "send_messages_in_threads" if in_thread else "send_messages"
    here = dict.fromkeys(sending if name == "send_messages" else name for name in needed)
    missing = [name for name in here if not getattr(permissions, name)]
    if "view_channel" in missing:
        missing = ["view_channel"]
    elif sending in missing:
        missing = [name for name in missing if name not in _IMPLIED_PERMISSIONS]
    return join_words(list(map(permission_name, missing))) if missing else md("")


def permission_name(name: str) -> Markdown:
    """A permission as Discord's settings call it."""
    return escape_prose(name.replace("_", " ").title().replace(" In ", " in "))


def posting_problem(
    permissions: discord.Permissions, thread: discord.Thread | None, where: Markdown, *more: str
) -> Markdown:
    """Explain why the bot can't post in a channel or ``thread``, and who can change it; empty if it can post.

    ``where`` names the place: “in this channel”. ``more`` are additional required permissions.
    """
    if missing := missing_permissions(permissions, (*TABLE_PERMISSIONS, *more), in_thread=thread is not None):
        return md("Ask a moderator to allow me {} {}.", missing, where)
    if thread is not None and thread.locked and not permissions.manage_threads:
        return md("The thread is locked. Ask a moderator to unlock the thread.")
    return md("")


def posting_problem_here(interaction: discord.Interaction[Any], *more: str) -> Markdown:
    """Explains what keeps the bot from posting in the channel of an interaction; empty if it can post there."""
    if is_in_foreign_server(interaction):
        return FOREIGN_SERVER_TEXT
    if interaction.guild_id is None:
        return md("")  # a direct message with the bot, where there are no permissions
    thread = interaction.channel if isinstance(interaction.channel, discord.Thread) else None
    where = md("in this channel") if thread is None else md("in this thread")
    return posting_problem(interaction.app_permissions, thread, where, *more)
