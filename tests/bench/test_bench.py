"""The benchmarks run; how fast is for them to say, not for a test."""

from __future__ import annotations

import pytest

from tests.bench import committing, discord, person, waiting


def test_a_game_of_presses_can_be_measured() -> None:
    figures = committing.measure(1)
    assert [figure.name for figure in figures] == ["press to committed move, p50", "press to committed move, p99"]
    assert all(figure.value > 0 for figure in figures)


def test_a_press_beside_tables_of_computers_can_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((waiting, "WARM_SECONDS"), (person, "THINKING_SECONDS"), (discord, "LATENCY_SECONDS")):
        monkeypatch.setattr(module, name, 0.0)
    monkeypatch.setattr(waiting, "TABLES", 1)
    figures = waiting.measure(1)
    assert all(figure.value > 0 for figure in figures) and " 0 answered" not in figures[0].note
