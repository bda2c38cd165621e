"""Sends users a test notification."""

import discord
from msgspec.structs import replace

from bot.announcements.channel import ChannelMessages, is_direct_message_refused
from bot.announcements.personal_messages import open_direct_channel
from bot.announcements.rate_limiter import RateLimiter
from bot.announcements.recipients import delivery_methods
from bot.errors import Interaction, channel_of, guild_of, user_of
from bot.markdown import Markdown, join_lines, md
from bot.permissions import FOREIGN_SERVER_TEXT, is_in_foreign_server, posting_problem_here
from bot.ui.components import build_view
from bot.users import UserSettings
from engine.store.notifications import DeliveryMethod

_DIRECT_REFUSED = md(
    "Discord blocked my direct message. Allow direct messages from this server’s members, or from me; "
    "until then, I’ll notify you in the channel."
)


async def send_test_notification(
    client: discord.Client, user_settings: UserSettings, rate_limiter: RateLimiter, interaction: Interaction
) -> Markdown:
    """Send the user a test notification and return a text about the result. Store whether Discord refused it."""
    user = user_of(interaction)
    person = replace(user_settings.preferences_of(user), closed=False)
    if person.notices == "none":
        return md("Your notices are off, so I didn’t send one.")
    results = {place: await _send_test(client, rate_limiter, interaction, place) for place in delivery_methods(person)}
    closed = results.get("direct") == _DIRECT_REFUSED
    if closed != user_settings.preferences_of(user).closed:
        await user_settings.note_messages_refused(user, closed=closed)
    return join_lines(results.values())


async def _send_test(
    client: discord.Client, rate_limiter: RateLimiter, interaction: Interaction, place: DeliveryMethod
) -> Markdown:
    user = user_of(interaction)
    if place == "channel" and is_in_foreign_server(interaction):
        return FOREIGN_SERVER_TEXT
    text = md("<@{}>, this is what my notices look like. You don’t need to do anything.", user)
    try:
        channel, guild = channel_of(interaction), guild_of(interaction)
        if place == "direct":
            channel, guild = await open_direct_channel(client, user), None
        messages = ChannelMessages(client, channel, guild)
        await rate_limiter.wait(channel)
        post = await messages.post(text, nonce=str(interaction.id), view=build_view(), mentioned=[user])
    except discord.HTTPException as error:
        if place == "direct" and is_direct_message_refused(error):
            return _DIRECT_REFUSED
        way = md("in this channel") if place == "channel" else md("by direct message")
        problem = posting_problem_here(interaction) if place == "channel" else md("")
        return md("The notice {} didn’t arrive. {}", way, problem).strip()
    where = md("in this channel") if place == "channel" else md("as a direct message")
    return md("A notice arrived {}: {}", where, messages.link(post))
