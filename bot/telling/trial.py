"""Trying out one's own notices: whether they arrive. It knows no table and no title."""

import discord
from msgspec.structs import replace

from bot.errors import Interaction, channel_of, guild_of, user_of
from bot.markdown import Markdown, joined, md
from bot.permissions import problem_here
from bot.preferences import People
from bot.telling.asking import ways
from bot.telling.mailbox import Mailbox, is_refused
from bot.telling.pace import Pace
from bot.ui.components import rows
from engine.store.ids import ChannelId
from engine.store.notices import Place

_REFUSED = md(
    "Discord blocked my direct message. Allow direct messages from this server’s members, or from me; "
    "until then, I’ll notify you in the channel."
)


async def tried(client: discord.Client, people: People, pace: Pace, interaction: Interaction) -> Markdown:
    """Sends the asker a notice by the way they chose; what came of it, in sentences. Notes whether Discord refused."""
    user = user_of(interaction)
    person = replace(people.of(user), closed=False)
    if person.notices == "none":
        return md("Your notices are off, so I didn’t send one.")
    said = {place: await _sent(client, pace, interaction, place) for place in ways(person)}
    closed = said.get("direct") == _REFUSED
    if closed != people.of(user).closed:
        await people.note_closed(user, closed=closed)
    return joined(said.values())


async def _sent(client: discord.Client, pace: Pace, interaction: Interaction, place: Place) -> Markdown:
    user = user_of(interaction)
    text = md("<@{}>, this is what my notices look like. You don’t need to do anything.", user)
    try:
        channel, guild = channel_of(interaction), guild_of(interaction)
        if place == "direct":
            channel, guild = ChannelId((await client.create_dm(discord.Object(user))).id), None
        mailbox = Mailbox(client, channel, guild)
        await pace.wait(channel)
        post = await mailbox.post(text, nonce=str(interaction.id), view=rows(), pinged=[user])
    except discord.HTTPException as error:
        if place == "direct" and is_refused(error):
            return _REFUSED
        way = md("in this channel") if place == "channel" else md("by direct message")
        problem = problem_here(interaction) if place == "channel" else md("")
        return md("The notice {} didn’t arrive. {}", way, problem).strip()
    where = md("in this channel") if place == "channel" else md("as a direct message")
    return md("A notice arrived {}: {}", where, mailbox.link(post))
