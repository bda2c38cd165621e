"""The benchmarks run; how fast is for them to say, not for a test."""

from __future__ import annotations

from tests.bench import committing


def test_a_game_of_presses_can_be_measured() -> None:
    figures = committing.measure(1)
    assert [figure.name for figure in figures] == ["press to committed move, p50", "press to committed move, p99"]
    assert all(figure.value > 0 for figure in figures)
