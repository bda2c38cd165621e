"""The offer of lessons to somebody who sits down at a game that is new to them. It knows no title."""

from bot.desk import desk
from bot.errors import Interaction, user_of
from bot.markdown import escape_prose, md
from bot.reply import reply_to
from bot.ui.components import Style, button, learn_id, rows
from engine import GAMES
from engine.games.solo import lessons_of

_OFFER = "Is {} new to you? A lesson takes about 5 minutes, and only you can see it."


async def offer_lessons(interaction: Interaction, title: str) -> None:
    """Offers the title's lessons in a private message, unless the asker has finished a game of it."""
    user = user_of(interaction)
    if not lessons_of(title) or await desk(interaction).scores.has_finished(user, title):
        return
    learn = button("Learn…", learn_id(title), Style.primary)
    text = md(_OFFER, escape_prose(GAMES[title].name))
    await reply_to(interaction).say(text, view=rows([learn]))
