"""The game of ``/history show:analysis``, and the pages of its analysis."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands import analyze
from bot.history import analysis_page
from bot.tables.table import Table
from tests.bot.ui.test_seat_text import table


@pytest.mark.parametrize(
    ("status", "has_earlier", "about"),
    [("playing", True, 1), ("playing", False, 2), ("finished", True, 2), ("ended", True, 2)],
)
async def test_during_a_game_the_one_before_it_is_analyzed(
    monkeypatch: pytest.MonkeyPatch, status: Any, has_earlier: bool, about: int
) -> None:
    async def played_here(_: Any) -> Table:
        return table(id=2, status=status)

    async def last_over(_: int) -> Table | None:
        return table(id=1, status="finished") if has_earlier else None

    asked: list[tuple[int, int, int]] = []

    async def page(_: Any, user: int, of: Table, number: int) -> None:
        asked.append((user, of.id, number))

    async def show(*_: Any) -> None:
        """Do nothing, because the page is recorded where it is made."""

    at = SimpleNamespace(latest_table_here=played_here, tables=SimpleNamespace(last_finished_in=last_over))
    monkeypatch.setattr(analyze, "services_of", lambda _: at)
    monkeypatch.setattr(analyze, "_analysis_page", page)
    monkeypatch.setattr(analyze, "send_page", show)
    asker: Any = SimpleNamespace(user=SimpleNamespace(id=101))
    await analyze.show_analysis(asker)
    assert asked == [(101, about, 0)]


@pytest.mark.parametrize(
    ("number", "text", "here"),
    [
        (0, "all", "Chances"),
        (1, "1 of 2: a", "Turning point 1"),
        (2, "2 of 2: b", "Turning point 2"),
        (3, "2 of 2: b", "Turning point 2"),
    ],
)
@pytest.mark.parametrize("has_pictures", [True, False])
async def test_analysis_page_is_a_turning_point_described_in_words_without_pictures(
    monkeypatch: pytest.MonkeyPatch, number: int, text: str, here: str, has_pictures: bool
) -> None:
    points = [SimpleNamespace(public_view=name, is_puzzle=False) for name in "ab"]

    async def ask(*_: Any) -> Any:
        return SimpleNamespace(points=points)

    async def turned_by(*_: Any) -> Any:
        return points

    async def at_once(made: Any) -> Any:
        return made()

    monkeypatch.setattr(analyze, "load_turning_points", turned_by)
    monkeypatch.setattr(analyze, "run_in_thread", at_once)
    monkeypatch.setattr(analyze, "analysis_summary", lambda *_: "all")
    monkeypatch.setattr(analyze, "turning_point_text", lambda at, of, one: f"{at} of {of}: {one.public_view}")
    monkeypatch.setattr(analyze, "chances_scenes", lambda *_: [SimpleNamespace(alt="curve")])
    monkeypatch.setattr(analyze, "_board_scenes", lambda shown: [SimpleNamespace(alt=f"board {shown}")])
    at: Any = SimpleNamespace(
        analyses=SimpleNamespace(request_analysis=ask),
        tables=None,
        render_pool=SimpleNamespace(has_pictures=has_pictures),
    )
    page = await analyze._analysis_page(at, 101, table(), number)
    said = "curve" if here == "Chances" else f"board {text[-1]}"
    assert page.text == (text if has_pictures else f"{text}\n{said}")
    buttons: list[Any] = [item for row in page.buttons for item in row]
    assert [item.label for item in buttons if item.disabled] == [here]
    assert [item.label for item in buttons] == ["Chances", "Turning point 1", "Turning point 2"]
    assert [item.custom_id[-1] for item in buttons] == ["0", "1", "2"]


def test_turning_points_are_numbered_from_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_page, "_turning_point_line", lambda number, one: f"{number}: {one}")
    points: Any = ("first", "second")
    said = analysis_page.analysis_summary(table(), points).splitlines()
    assert said[1:4] == ["The turning points, 2 moves that cost the most:", "1: first", "2: second"]
