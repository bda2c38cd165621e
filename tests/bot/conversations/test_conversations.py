"""The bot says exactly the approved texts."""

from pathlib import Path

import pytest

from tests.bot.conversations.scripts import SCRIPTS
from tests.bot.conversations.stage import changes, played
from tests.bot.empty_stores import of_a_file

GAPS = ("meetings", "rivals")
"""Conversations in which a write is refused, after which a server skips an id."""
KINDS = [pytest.param(name, marks=of_a_file) if name in GAPS else name for name in SCRIPTS]


@pytest.mark.parametrize("name", KINDS)
async def test_a_conversation_goes_as_it_was_approved(name: str, tmp_path: Path) -> None:
    found = changes(name, await played(SCRIPTS[name], tmp_path))
    assert not found, f"\n{found}\nIf that is right: python -m tests.bot.conversations {name}"
