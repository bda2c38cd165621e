"""The result card of a finished game, as somebody who asks for it sees it."""

from pathlib import Path

import discord
from msgspec.structs import replace

from bot.history.report import write_report
from bot.history.result_card import result_card_of
from bot.view import view_table
from engine.core.transcript import parse_transcript
from tests.bot.history.test_history import GOLDEN, played, standing
from tests.bot.simulated_channel import world


async def test_result_card_has_winner_date_and_duration_with_literal_names(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        running.person("Mallory", global_name="**[bold](https://evil.example)** @everyone")
        table = await played(running, "Mallory", "Ben", lines=10)
        said = await running.person("Cleo").slash(running.channel, "history", show="result")
        assert said.response.content == "This game has no result yet: it isn’t over."
        for _, line in parse_transcript(GOLDEN.read_text()).lines[10:]:
            await running.bot.services.tables.play_move(table.id, table.players[int(line[1]) - 1].user, line)
        # in words, where there are no pictures
        said = await running.person("Cleo").slash(running.channel, "history", show="result")
        assert said.ephemeral and "\\*\\*\\[bold\\]" in said.response.content
        assert "Ben wins\\. 1\\. Ben space 4; 2\\. " in said.response.content and "50 moves" in said.response.content
        card = result_card_of(view_table(await running.table(), None), await standing(running, table))
        assert card.alt.startswith(f"Result of RailRoader Re-imagined, {discord.utils.utcnow().day} ")


async def test_clock_set_back_gives_no_negative_days(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running, "Ada", "Ben", lines=len(parse_transcript(GOLDEN.read_text()).lines))
        moves = list(await standing(running, table))
        for days, said in ((-1, "50 moves."), (3, "50 moves in 3 days.")):
            moves[-1] = replace(moves[-1], at=moves[0].at + days * 86_400)
            assert f" · {said} " in result_card_of(view_table(await running.table(), None), moves).alt


async def test_a_report_names_the_times_of_the_first_and_the_last_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running, "Ada", "Ben", lines=4)
        made = await standing(running, table)
        moves = [replace(move, at=day * 86_400.0) for day, move in enumerate(made)]
        said = write_report(table, view_table(await running.table(), None), 1, moves, ())
        assert f": 1970-01-01 00:00 UTC to 1970-01-{len(moves):02} 00:00 UTC" in said


async def test_game_ended_early_has_no_result_card_and_says_so(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        await running.bot.services.tables.end_game(table.id, table.host)
        said = (await running.person("Cleo").slash(running.channel, "history", show="result")).response.content
        assert said == "This game has no result: it ended early."


async def test_the_card_is_posted_for_everyone_by_a_press(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        await played(running, "Ada", "Ben", lines=len(parse_transcript(GOLDEN.read_text()).lines))
        said = await running.person("Cleo").slash(running.channel, "history", show="result")
        await running.person("Cleo").click(said.response, label="Post it here")
        await running.told()
        texts = [file.description or "" for post in running.posts() for file in post.attachments]
        assert len([text for text in texts if text.startswith("Result of RailRoader Re-imagined")]) == 1
