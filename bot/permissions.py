"""Permissions that the bot needs in a channel, and sentences about missing ones."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.markdown import Markdown, escape_prose, join_words, md

TABLE_PERMISSIONS = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
"""Permissions that the bot needs in the channel of a table."""
THREAD_PERMISSIONS = ("create_public_threads", "send_messages_in_threads")
"""Additional permissions that the bot needs to open tables in threads."""
_IMPLIED_PERMISSIONS = ("embed_links", "attach_files")
"""Permissions that have no effect without *Send Messages*. (docs, topics/permissions, implicit permissions)"""


FOREIGN_SERVER_TEXT = md("I’m not a member of this server, so I can’t post here and can only answer you.")


def is_in_foreign_server(interaction: discord.Interaction[Any]) -> bool:
    """Whether the interaction comes from a server where only the user, and not the server, has added the bot.

    Discord then accepts only responses to the interaction. (docs, resources/application, installation context)
    """
    is_by_user = interaction.is_user_integration() and not interaction.is_guild_integration()
    return is_by_user and interaction.guild_id is not None


def missing_permissions(
    permissions: discord.Permissions, needed: Sequence[str], *, in_thread: bool = False
) -> Markdown:
    """Return the names of the needed permissions that are missing; may be empty.

    In a thread, *Send Messages in Threads* replaces *Send Messages*. A permission is omitted if it is missing only
    because another one is.
    """
    sending = "send_messages_in_threads" if in_thread else "send_messages"
    needed_names = dict.fromkeys(sending if name == "send_messages" else name for name in needed)
    missing = [name for name in needed_names if not getattr(permissions, name)]
    if "view_channel" in missing:
        missing = ["view_channel"]
    elif sending in missing:
        missing = [name for name in missing if name not in _IMPLIED_PERMISSIONS]
    return join_words(list(map(permission_name, missing))) if missing else md("")


def permission_name(name: str) -> Markdown:
    """Return the name that a permission has in Discord's settings."""
    return escape_prose(name.replace("_", " ").title().replace(" In ", " in "))


def posting_problem(
    permissions: discord.Permissions, thread: discord.Thread | None, where: Markdown, *more: str
) -> Markdown:
    """Explain why the bot can't post in a channel or ``thread``; empty if it can post.

    ``where`` is the place in words, such as “in this channel”. ``more`` are additional required permissions.
    """
    if missing := missing_permissions(permissions, (*TABLE_PERMISSIONS, *more), in_thread=thread is not None):
        return md("Ask a moderator to allow me {} {}.", missing, where)
    if thread is not None and thread.locked and not permissions.manage_threads:
        return md("The thread is locked. Ask a moderator to unlock the thread.")
    return md("")


def posting_problem_here(interaction: discord.Interaction[Any], *more: str) -> Markdown:
    """Explain why the bot can't post in the channel of an interaction; empty if it can post."""
    if is_in_foreign_server(interaction):
        return FOREIGN_SERVER_TEXT
    if interaction.guild_id is None:
        return md("")  # a direct message, which has no permissions
    thread = interaction.channel if isinstance(interaction.channel, discord.Thread) else None
    where = md("in this channel") if thread is None else md("in this thread")
    return posting_problem(interaction.app_permissions, thread, where, *more)
