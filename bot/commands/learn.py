"""``/learn``: starts lessons, which are played in one private message."""

from discord import app_commands

from bot.commands import lesson_presses
from bot.commands.lesson_presses import show_lesson, show_lessons
from bot.commands.option_choices import AnyCommand
from bot.commands.play_now import start_game_now
from bot.errors import Interaction, handle_errors
from bot.markdown import md
from bot.offered_games import OfferedGames
from bot.solo.lesson import lesson_of
from bot.solo.pages import lesson_name
from bot.ui.components import ButtonPress
from engine import Refused
from engine.store.ids import LessonNumber


def learn_command(offered: OfferedGames) -> AnyCommand:
    """The command ``/learn``, with the lessons of these games as choices."""
    description = "Learn a game by playing a few turns, only for you"
    command: AnyCommand = app_commands.Command(name="learn", description=description, callback=_learn_callback)
    choices = [
        app_commands.Choice(name=lesson_name(lesson), value=str(number)) for number, lesson in offered.lessons.items()
    ]
    return app_commands.choices(lesson=choices)(command)


@app_commands.describe(lesson="Which lesson (if left out, the list)")
@handle_errors
async def _learn_callback(interaction: Interaction, lesson: str | None = None) -> None:
    if lesson is None:
        await show_lessons(interaction)
        return
    if not lesson.isdecimal():
        raise Refused(md("There’s no such lesson. Choose one from the list."))
    await show_lesson(interaction, LessonNumber(int(lesson)))


async def handle_learn_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a press in a lesson, or the button at its end that starts a game."""
    if press.arguments != "play":
        await lesson_presses.handle_lesson_press(interaction, press)
        return
    lesson = lesson_of(press.lesson_number)
    await start_game_now(interaction, lesson.title, lesson.seats - 1)
