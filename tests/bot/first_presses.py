"""Count the presses from a post to the first own question: ``python -m tests.bot.first_presses``."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from bot.solo.lesson import lesson_of
from bot.ui.start_buttons import PLAY_NOW_CUSTOM_ID
from engine.games.solo import all_lessons
from engine.store.ids import LessonNumber
from tests.bot.simulated_channel import World, world

__all__ = ["count_presses"]


async def count_presses(running: World) -> dict[str, int]:
    """Return the presses until a private question of an own game is shown, by where they begin."""
    ada = running.person("Ada")
    guild = running.bot.get_guild(running.guild.id)
    assert guild is not None
    await running.bot.on_guild_join(guild)
    welcome = await _play_now(running, running.posts()[-1])
    shown = (await ada.slash(running.channel, "help")).response
    helped = await _play_now(running, shown)
    return {"the welcome post": welcome, "/help": helped, "the end of a lesson": await _after_a_lesson(running)}


async def _play_now(running: World, post: Any) -> int:
    page = (await running.person("Ada").click(post, custom_id=PLAY_NOW_CUSTOM_ID)).response
    assert page.ephemeral and running.labels(page)
    return 1


async def _after_a_lesson(running: World) -> int:
    ada, number = running.person("Ada"), LessonNumber(next(iter(all_lessons())))
    page = (await ada.slash(running.channel, "learn", lesson=str(number))).response
    end = f"j:{number}:{len(lesson_of(number).steps)}:m00"
    page = (await running.press_again(ada, page, end)).response
    page = (await ada.click(page, label="Play against computers")).response
    assert page.ephemeral and running.labels(page)
    return 1


async def _main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with world(Path(folder)) as running:
            for place, presses in (await count_presses(running)).items():
                print(f"{presses} from {place}")


if __name__ == "__main__":
    asyncio.run(_main())
