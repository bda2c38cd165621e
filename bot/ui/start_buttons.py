"""Buttons for newcomers: *Play now*, other games, a lesson, and today’s daily deal."""

from bot.markdown import md
from bot.offered_games import OfferedGames
from bot.ui.components import Row, Style, button, custom_id
from engine.core.lessons.lesson import Lesson
from engine.store.ids import LessonNumber

PLAY_NOW_CUSTOM_ID = custom_id("Q", 0, 0, "play")
"""The ``custom_id`` of *Play now*."""
WELCOME_TEXT = md(
    "**Roundhouse** brings board games about trains to this server. You can play over days, with people or computers. "
    "*Play now* starts a game against two computers, and asks your first question right away."
)
"""The bot's first post in a server."""


def start_buttons(offered: OfferedGames, *, others: bool = True) -> Row:
    """Return the start buttons that the offered games allow. Without ``others``, *Another game…* is omitted."""
    row: Row = [button(f"Play now: {offered.games[0].name}", PLAY_NOW_CUSTOM_ID, Style.success)]
    if others and len(offered.games) > 1:
        row.append(button("Another game…", custom_id("Q", 0, 0, "games")))
    for number, lesson in list(offered.lessons.items())[:1]:
        row.append(button(_learn_label(lesson), custom_id("j", LessonNumber(number), 0, "m00")))
    if offered.has_daily:
        row.append(button("Today’s deal", custom_id("Q", 0, 0, "daily")))
    return row


def _learn_label(lesson: Lesson) -> str:
    return f"Learn in {lesson.minutes} minutes"
