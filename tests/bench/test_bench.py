"""The benchmarks run. Their results are not tested."""

import pytest

from engine import GAMES
from tests.bench import (
    answer_latency,
    commit_latency,
    move_growth,
    post_latency,
    press_latency,
    simulated_discord,
    simulated_player,
)


def test_a_game_of_presses_can_be_measured() -> None:
    figures = commit_latency.measure([GAMES["railroad-rivals"]], 1, first=0)
    here, *there = [
        {figure.name.partition(": ")[2] for figure in figures if ("PostgreSQL" in figure.name) == on}
        for on in (False, True)
    ]
    assert here == {"press to committed move, p50", "press to committed move, p99", "ten presses at once, p50"}
    assert there in ([here], [set()])  # nothing, where there is no server
    assert all(figure.value > 0 for figure in figures)


def test_a_press_beside_tables_of_computers_can_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        (press_latency, "WARM_SECONDS"),
        (simulated_player, "THINKING_SECONDS"),
        (simulated_discord, "LATENCY_SECONDS"),
    ):
        monkeypatch.setattr(module, name, 0.0)
    monkeypatch.setattr(press_latency, "TABLES", 1)
    figures = press_latency.measure(1)
    assert all(figure.value > 0 for figure in figures) and " 0 answered" not in figures[0].note


def test_what_a_late_move_costs_can_be_measured() -> None:
    figures = move_growth.measure([GAMES["railroader"]], 1)
    assert [figure.name.split(": ")[1].split()[0] for figure in figures] == [*move_growth.STEPS, *move_growth.STEPS]
    assert all(figure.value > 0 for figure in figures)


def test_looks_film_and_proof_of_a_game_can_be_measured() -> None:
    figures = answer_latency.measure([GAMES["railroader"]], 3)
    names = [figure.name.removeprefix("railroader: ") for figure in figures]
    steps = [
        f"{step}, {when}, {which}"
        for step in answer_latency.STEPS
        for when in ("early", "late")
        for which in ("p50", "p99")
    ]
    assert names == [*steps, "film of a game", "verify"]
    assert all(figure.value > 0 for figure in figures)


def test_posts_of_tables_of_people_can_be_measured() -> None:
    figures = post_latency.measure(3, [0])
    assert [figure.unit for figure in figures] == ["s"] * 4 and " 0 presses" not in figures[3].note
