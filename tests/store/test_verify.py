"""``verify`` replays stored games and reports each difference between a log and the stored game."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.play.service import Player, TableService
from bot.play.undo import undo
from engine.__main__ import main
from engine.core import write_action
from engine.errors import Unreadable
from engine.games import GAMES
from engine.store import Store
from engine.store.verify import verify_database


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """Return a database with one game of 60 moves and one undo."""
    path = tmp_path / "tables.db"
    store = await Store.open(path)
    sessions = TableService(store, new_seed=lambda: 7)
    table = await sessions.open_lobby(1, None, next(iter(GAMES)), Player("Ada", 1))
    await sessions.join_lobby(table.id, Player("Ben", 2))
    table = await sessions.start_game(table.id, 1)
    for turn in range(60):
        question = sessions.decisions(table)[0]
        line = write_action(next(iter(question.offers)))
        await sessions.play_move(table.id, question.seat, line)
        if turn == 0:
            await undo(sessions, table.id, question.seat)
            await sessions.play_move(table.id, question.seat, line)
        table = await sessions.get(table.id)
    await store.close()
    return path


def spoil(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as db:
        db.execute(statement)
    db.close()


async def test_a_sound_database_has_no_findings(path: Path) -> None:
    report = await verify_database(path)
    assert (report.games, report.moves, report.findings) == (1, 62, ())


async def test_a_table_that_has_not_begun_counts_as_no_game_and_no_move(path: Path) -> None:
    store = await Store.open(path)
    await TableService(store).open_lobby(2, None, next(iter(GAMES)), Player("Ada", 1))
    await store.close()
    report = await verify_database(path)
    assert (report.games, report.moves, report.findings) == (1, 62, ())


SPOILED = {
    "the head state": "UPDATE session SET state = (SELECT state FROM checkpoint WHERE seq = 0)",
    "a checkpoint": "UPDATE checkpoint SET state = (SELECT state FROM session) WHERE seq = 50",
    "one number of a checkpoint": "UPDATE checkpoint SET state ="
    """ CAST(replace(CAST(state AS TEXT), '"seats":2', '"seats":3') AS BLOB) WHERE seq = 50""",
    "the events": "UPDATE log SET events = CAST('[]' AS BLOB) WHERE seq = 10",
    "a missing move": "DELETE FROM log WHERE seq = 20",
    "another move": "UPDATE log SET action = 'p1 fly' WHERE seq = 30",
    "the seed": "UPDATE session SET seed = '8'",
    "the status": "UPDATE session SET status = 'finished'",
    "the title": "UPDATE session SET title = 'chess'",
    "the set-up's maker": "UPDATE log SET made_by = 'player' WHERE seq = 0",
    "the set-up's seat": "UPDATE log SET seat = 1 WHERE seq = 0",
    "another move undone": "UPDATE log SET action = 'p' || seat || ' pass' WHERE made_by = 'undo'",
    "a mark of a post": "UPDATE log SET announced = 1 WHERE seq = 20",
    "a mark that is none": "UPDATE log SET announced = 7 WHERE seq = 0",
}


@pytest.mark.parametrize("name", SPOILED)
async def test_a_difference_between_log_and_stored_game_is_found(name: str, path: Path) -> None:
    spoil(path, SPOILED[name])
    report = await verify_database(path)
    assert {finding.session for finding in report.findings} == {1}


async def test_replay_goes_on_after_the_first_difference(path: Path) -> None:
    for name in ("the events", "a checkpoint", "another move undone"):
        spoil(path, SPOILED[name])
    assert [finding.seq for finding in (await verify_database(path)).findings] == [2, 10, 50]


async def test_marks_of_posts_that_are_in_order_are_no_difference(path: Path) -> None:
    for posted in (0, 20, 62):
        spoil(path, f"UPDATE log SET announced = (seq <= {posted})")
        assert (await verify_database(path)).findings == ()


async def test_a_game_from_a_file_has_its_set_up_posted_late(path: Path) -> None:
    spoil(path, "UPDATE log SET announced = (seq BETWEEN 1 AND 40)")
    assert [finding.seq for finding in (await verify_database(path)).findings] == [0]
    spoil(path, "UPDATE session SET chairs = 2")
    assert (await verify_database(path)).findings == ()


async def test_few_differences_of_a_table_are_printed_and_all_are_counted(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(path, "UPDATE log SET events = CAST('[]' AS BLOB) WHERE seq BETWEEN 20 AND 29")
    await asyncio.to_thread(main, ["verify", "--db", str(path)])
    said = capsys.readouterr().out
    assert said.count("has other events") == 5 and "table 1: and " in said and "differences: " in said


async def test_the_tool_ends_with_1_when_there_are_findings(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(main, ["verify", "--db", str(path)]) == 0
    assert "Games checked: 1, moves: 62, differences: 0\n" in capsys.readouterr().out
    spoil(path, SPOILED["the events"])
    assert await asyncio.to_thread(main, ["verify", "--db", str(path)]) == 1
    assert capsys.readouterr().out.startswith("table 1, move 10: ")


async def test_the_checked_numbers_are_printed_although_a_game_differs(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(path, SPOILED["the events"])
    await asyncio.to_thread(main, ["verify", "--db", str(path)])
    assert "Games checked: 1, moves: 62, differences: 1\n" in capsys.readouterr().out


async def test_verify_writes_nothing(path: Path) -> None:
    before = path.read_bytes()
    await verify_database(path)
    assert path.read_bytes() == before


async def test_a_missing_file_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="can’t be opened"):
        await verify_database(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
