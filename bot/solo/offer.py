"""The offer of lessons to somebody who sits down at a game that is new to them. It knows no title."""

from bot.desk import desk
from bot.errors import Interaction, user_of
from bot.markdown import escape_prose, md
from bot.reply import reply_to
from bot.ui.components import Style, button, learn_id, rows
from engine import GAMES

_OFFER = "Is {} new to you? A lesson takes about 5 minutes, and only you can see it."


async def offer_lessons(interaction: Interaction, title: str) -> None:
    """Offers the title's lessons in a private message, unless the asker has finished a game of it."""
    at, user = desk(interaction), user_of(interaction)
    is_known = title in {lesson.title for lesson in at.sessions.offered.lessons.values()}
    if not is_known or await at.scores.has_finished(user, title):
        return
    learn = button("Learn…", learn_id(title), Style.primary)
    text = md(_OFFER, escape_prose(GAMES[title].name))
    await reply_to(interaction).say(text, view=rows([learn]))
