"""The numbers of a recap: its moves, the shown lines, and all lines of *Everything, by player*."""

import re
from pathlib import Path

import pytest

from tests.bot.history.test_history import played
from tests.bot.simulated_channel import world


@pytest.mark.parametrize(("name", "lines"), [("Eve", 9), ("Eve", 12), ("Ben", 12)])
async def test_the_numbers_of_moves_and_lines_agree(tmp_path: Path, name: str, lines: int) -> None:
    async with world(tmp_path) as running:
        await played(running, lines=lines)
        reader = running.person(name)
        said = (await reader.slash(running.channel, "recap")).response
        moves = re.search(r": (\d+) moves?\b", said.content)
        numbers = re.search(r"^-# (\d+) of (\d+) lines about (?:these|this) (\d+) moves?\.$", said.content, re.M)
        assert moves and numbers and moves[1] == numbers[3]
        assert len(re.findall("^- ", said.content, re.M)) == int(numbers[1])
        page = (await reader.click(said, label="Everything, by player")).response
        all_lines = len(re.findall("^- ", page.content, re.M))
        while "More" in running.labels(page):
            page = (await reader.click(page, label="More")).response
            all_lines += len(re.findall("^- ", page.content, re.M))
        assert all_lines == int(numbers[2])
