"""How the process begins."""

from __future__ import annotations

import gc

import pytest

from bot import __main__ as program
from bot.config import Settings


def test_what_was_imported_is_not_looked_through_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[int]()
    monkeypatch.setattr(program, "from_environment", lambda folder: Settings(token="t"))
    monkeypatch.setattr(program, "_on_discord", lambda settings: seen.append(gc.get_freeze_count()))
    try:
        program.main([])
    finally:
        gc.unfreeze()
    assert seen[0] > 10_000


def test_a_word_it_does_not_know_ends_the_program_with_2_and_says_how_it_is_called(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert program.main(["--locally"]) == 2
    assert capsys.readouterr().err == "Usage: python -m bot [--local]\n"
