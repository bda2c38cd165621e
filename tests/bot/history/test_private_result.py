"""Private answers after the end of a game: the winner, each place, the story, and a link."""

from pathlib import Path
from typing import Any

from engine import read_action
from engine.core.transcript import parse_transcript
from engine.games import GAMES
from tests.bot.history.test_history import GOLDEN, played
from tests.bot.simulated_channel import World, text_of, world
from tests.bot.whole_game import chosen

TITLE = next(iter(GAMES))


async def last_move_made(running: World, channel: Any, *, at_home: bool = False) -> Any:
    """Return the answer to the golden game's last move, made from the list of `/games` in ``channel``."""
    lines = [line for _, line in parse_transcript(GOLDEN.read_text()).lines]
    table = await played(running, lines=len(lines) - 1)
    user = table.players[int(lines[-1][1]) - 1].user
    person = next(person for person in running.people.values() if person.id == user)
    if at_home:
        shown = await person.click(running.latest("Your move"), label="Your move")
    else:
        shown = await person.click((await person.slash(channel, "games")).response, label="Your move")
    action = read_action(lines[-1], GAMES[table.title].actions)
    shown, _ = await chosen(running, person, shown, action)
    if not shown.response.content.startswith("✓"):
        shown = await person.click(shown.response, label="Confirm")
    return shown.response.content


def posted_result(running: World) -> tuple[str, str, str]:
    """Return the winner, the first place, and the story's first sentence from the post about the end."""
    text = next(text_of(post) for post in reversed(running.posts()) if " wins: " in text_of(post))
    winner = next(line for line in text.splitlines() if " wins: " in line).removeprefix("### ")
    place = next(line for line in text.splitlines() if line.startswith("1\\."))
    story = next(line for line in text.splitlines() if "biggest step" in line)
    return winner, place, story


async def test_the_last_move_elsewhere_is_answered_with_the_result_and_a_link(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        said = await last_move_made(running, running.guild.create_text_channel("lounge"))
        await running.told()
        winner, place, story = posted_result(running)
        assert f"The game is over: {winner}." in said and place in said and story in said
        assert f"in <#{running.channel.id}>" in said.splitlines()[-1] and "discord.com/channels/" in said


async def test_the_last_move_at_the_table_is_answered_without_a_link(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        said = await last_move_made(running, running.channel, at_home=True)
        assert "The game is over: " in said and "discord.com" not in said


async def test_a_question_that_is_opened_after_the_end_shows_the_result(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        lines = [line for _, line in parse_transcript(GOLDEN.read_text()).lines]
        table = await played(running, lines=len(lines) - 1)
        seat = int(lines[-1][1])
        person = next(one for one in running.people.values() if one.id == table.players[seat - 1].user)
        lounge = running.guild.create_text_channel("lounge")
        asked = (await person.slash(lounge, "games")).response
        await running.bot.services.tables.play_move(table.id, person.id, lines[-1])
        running.bot.services.outbox.wake(table.id)
        await running.told()
        shown = (await person.click(asked, label="Your move")).response
        winner, place, story = posted_result(running)
        assert f"The game is over: {winner}." in shown.content and place in shown.content and story in shown.content
        result_post = next(post for post in reversed(running.posts()) if " wins: " in text_of(post))
        assert f"/{result_post.id}>) in <#{running.channel.id}>" in shown.content


async def test_a_recap_after_the_end_shows_the_result(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running)
        await running.told()
        winner, place, story = posted_result(running)
        for name in ("Ada", "Ben", "Cleo"):
            said = (await running.person(name).slash(running.channel, "recap")).response.content
            assert f"The game is over: {winner}." in said and place in said and story in said
            assert "Nothing has happened" not in said
        assert table.status == "finished"
