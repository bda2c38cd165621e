"""Conversations of one person: lessons, the daily deal, and puzzles."""

from random import Random

from bot.solo.deal import opening_time
from engine.games.solo import all_lessons
from tests.bot.conversations.conversation import Talk

DAY = 3


async def lessons_of_all(talk: Talk) -> None:
    """Show the list of lessons, and the beginning of each game's first one."""
    talk.world.person("Ada", global_name="Ada *of* Erie")
    await talk.slash("Ada", "learn")
    first = {lesson.title: run for run, lesson in reversed(all_lessons().items())}
    for run in first.values():
        await talk.slash("Ada", "learn", lesson=str(run))
        await talk.walk("Ada", most=9)


async def days(talk: Talk) -> None:
    """Let two people play a daily deal; a third one looks, and plays a past one."""
    talk.world.person("Ada", global_name="Ada *of* Erie")
    talk.world.bot.services.dailies.now = lambda: opening_time(DAY) + 60
    for command in ("daily", "daily show:board", "daily show:past"):
        await talk.slash("Ada", command)
    await talk.slash("Ada", "daily")
    await talk.press("Ada", "Play")
    await talk.walk("Ada", most=25)
    await talk.slash("Ben", "daily")
    await talk.press("Ben", "Play")
    rng = Random(4)
    for _ in range(20):
        await talk.answer("Ben", rng)
    for name in ("Ada", "Ben"):
        await talk.slash(name, "daily")
        await talk.slash(name, "daily", show="board")
    await talk.slash("Cleo", "daily", show="past")
    await talk.walk("Cleo", most=20)


async def riddles(talk: Talk) -> None:
    """Answer puzzles one after the other."""
    for name in ("Ada", "Ben"):
        await talk.slash(name, "puzzle")
        await talk.walk(name, most=20)
        await talk.slash(name, "puzzle")
