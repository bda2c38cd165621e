"""``/learn``: lessons that are played in one private message. It knows no title."""

from discord import app_commands

from bot.commands.choices import AnyCommand
from bot.commands.play_now import play_now
from bot.errors import Interaction, spoken
from bot.markdown import md
from bot.offered import OfferedGames
from bot.solo import presses
from bot.solo.pages import called
from bot.solo.presses import show_lesson, show_lessons
from bot.solo.run import lesson_of
from bot.ui.components import Press
from engine import Refused
from engine.store.ids import LessonNumber


def learn_command(offered: OfferedGames) -> AnyCommand:
    """``/learn``, with the lessons of these games to choose from."""
    about = "Learn a game by playing a few turns, only for you"
    command: AnyCommand = app_commands.Command(name="learn", description=about, callback=_learn)
    runs = [app_commands.Choice(name=called(lesson), value=str(run)) for run, lesson in offered.lessons.items()]
    return app_commands.choices(lesson=runs)(command)


@app_commands.describe(lesson="Which lesson (if left out, the list)")
@spoken
async def _learn(interaction: Interaction, lesson: str | None = None) -> None:
    if lesson is None:
        await show_lessons(interaction)
        return
    if not lesson.isdecimal():
        raise Refused(md("There’s no such lesson. Choose one from the list."))
    await show_lesson(interaction, LessonNumber(int(lesson)))


async def learn_pressed(interaction: Interaction, press: Press) -> None:
    """A press of a lesson; the one at its end starts a game."""
    if press.rest != "play":
        await presses.learn_pressed(interaction, press)
        return
    lesson = lesson_of(press.lesson)
    await play_now(interaction, lesson.title, lesson.seats - 1)
