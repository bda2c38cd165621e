"""Tells one person something outside of a question, where that person wants to be told. It knows no title.

The promise: nothing is lost, because the caller stores what is owed before, and that it was told after ``notify``. That
raises what may pass, and is called again then. Something comes twice only where Discord cannot tell: these messages
have no button to be found by, and Discord knows their nonce for some minutes.
"""

from collections.abc import Mapping

import discord

from bot.announcements.channel import ChannelMessages, is_direct_message_refused, may_be_accepted_later
from bot.announcements.recipients import delivery_methods
from bot.errors import report_undelivered
from bot.markdown import Markdown
from bot.ui.components import build_view
from bot.users import UserSettings
from engine.store.ids import ChannelId, UserId
from engine.store.notifications import DeliveryMethod


async def open_direct_channel(client: discord.Client, user: UserId) -> ChannelId:
    """The channel of the direct messages with a user. Raises what Discord raises."""
    return ChannelId((await client.create_dm(discord.Object(user))).id)


class PersonalMessages:
    """Sends messages to single persons. Mutable: of a message that failed in part it remembers what was sent."""

    def __init__(self, client: discord.Client, user_settings: UserSettings) -> None:
        self._client, self._user_settings = client, user_settings
        self._sent: dict[str, set[DeliveryMethod]] = {}

    async def notify(
        self,
        user: UserId,
        texts: Mapping[DeliveryMethod, Markdown],
        *,
        nonce: str,
        channel: ChannelMessages | None = None,
        is_silent: bool = False,
    ) -> None:
        """Sends the text of each method that the person wants: in the ``channel``, by direct message, or neither.

        A person who takes no direct messages is told in the channel instead, if there is a text for it. Raises what
        may pass; what Discord will never take is logged and counts as sent.
        """
        methods = delivery_methods(self._user_settings.preferences_of(user))
        sent = self._sent.setdefault(nonce, set())
        for method in methods:
            messages = channel if method == "channel" else None
            if method in sent or method not in texts:
                continue
            try:
                if messages is None:
                    messages = ChannelMessages(self._client, await open_direct_channel(self._client, user), None)
                mentioned = [] if is_silent else [user]
                await messages.post(texts[method], nonce=nonce, view=build_view(), mentioned=mentioned)
            except discord.HTTPException as error:
                if method == "direct" and is_direct_message_refused(error):
                    await self._user_settings.note_messages_refused(user, closed=True)
                    if "channel" not in methods:
                        await self.notify(user, texts, nonce=nonce, channel=channel, is_silent=is_silent)
                elif may_be_accepted_later(error):
                    raise
                else:
                    report_undelivered(error, f"a message to user {user}")
            sent.add(method)
        self._sent.pop(nonce, None)
