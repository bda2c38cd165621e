"""Offers a lesson to users who join a game that is new to them."""

from bot.errors import Interaction, user_of
from bot.markdown import escape_prose, md
from bot.reply import reply_of
from bot.services import services_of
from bot.ui.components import Style, build_view, button, learn_custom_id
from engine import GAMES

_OFFER_TEXT = "Is {} new to you? A lesson takes about 5 minutes, and only you can see it."


async def offer_lessons(interaction: Interaction, title: str) -> None:
    """Offer the game's lessons in a private message, unless the user has already finished this game once."""
    services, user = services_of(interaction), user_of(interaction)
    has_lessons = title in {lesson.title for lesson in services.tables.offered_games.lessons.values()}
    if not has_lessons or await services.ratings.has_finished(user, title):
        return
    learn_button = button("Learn…", learn_custom_id(title), Style.primary)
    text = md(_OFFER_TEXT, escape_prose(GAMES[title].name))
    await reply_of(interaction).send_message(text, view=build_view([learn_button]))
