"""Puzzles in the simulated Discord: answered once, by several people, across a restart, and rated."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot import limits
from bot.solo.puzzle_pages import puzzle_page
from bot.solo.puzzle_service import PuzzleService
from bot.solo.ratings import PuzzleRatings
from bot.ui.components import custom_id
from engine import write_action
from engine.games.solo import all_puzzles, load_puzzle
from engine.store import puzzles as sql
from engine.store.puzzles import PuzzleAnswer
from tests.bot.simulated_channel import World, text_of, world


async def opened(running: World, name: str) -> tuple[Any, int]:
    """Return the next puzzle of a person, and its number."""
    page = (await running.person(name).slash(running.channel, "puzzle")).response
    identity = next(one for one in running.identities(page) if one.startswith("P:"))
    return page, int(identity.split(":")[1])


async def answered(running: World, name: str, page: Any, number: int, *, won: bool) -> Any:
    """Confirm an answer that wins, or one that does not."""
    puzzle = load_puzzle(number)
    action = next(action for action in puzzle.question.offers if (action in puzzle.winning_answers) == won)
    press = custom_id("P", number, 0, f"a {write_action(action)}")
    return (await running.press_again(running.person(name), page, press)).response


async def test_puzzle_is_answered_once_despite_restart_and_double_press(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        page, number = await opened(running, "Ada")
        assert "You are Ada" in text_of(page) and "last choice" in text_of(page)
        await running.restart()
        said = text_of(await answered(running, "Ada", page, number, won=True))
        assert "✓ That wins the game" in said and "Your rating is " in said
        for won in (True, False):
            again = text_of(await answered(running, "Ada", page, number, won=won))
            assert "Only your first answer counts." in again
        service, ada = running.bot.services.puzzles, running.person("Ada").id
        assert await service.load_answers(ada) == {number: True}
        points = await service.load_points(ada)
        await running.restart()
        assert await running.bot.services.puzzles.load_points(ada) == points > 1_000
        assert not running.posts(), "a puzzle is nobody else's business"


async def test_wrong_answer_shows_solution_and_next_puzzle_differs(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        page, number = await opened(running, "Ada")
        page = await answered(running, "Ada", page, number, won=False)
        assert "✗ That doesn’t win the game" in text_of(page) and "win" in text_of(page).split("\n")[3]
        page = (await running.person("Ada").click(page, label="Next puzzle")).response
        assert all(not one.startswith(f"P:{number}:") for one in running.identities(page))
        service, ada = running.bot.services.puzzles, running.person("Ada").id
        assert await service.load_answers(ada) == {number: False}
        for other in all_puzzles():
            await service.save_answer(ada, other, won=True)
        page = (await running.person("Ada").slash(running.channel, "puzzle")).response
        assert "answered every puzzle" in text_of(page)


async def test_puzzle_question_uses_its_own_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        page, number = await opened(running, "Ada")
        ada = running.person("Ada")
        while "Confirm" not in running.labels(page):
            if options := running.options(page):
                page = (await ada.select(page, [options[0]])).response
            else:
                press = next(one for one in running.identities(page) if ":m" in one or ":a " in one)
                page = (await running.press_again(ada, page, press)).response
        await ada.click(page, label="Confirm")
        assert set(await running.bot.services.puzzles.load_answers(ada.id)) == {number}


def test_first_page_shows_every_public_picture_once_within_limits() -> None:
    page = puzzle_page(next(iter(all_puzzles())), "Ada")
    assert page.scenes is not None
    names = [scene.name for scene in page.scenes()]
    assert len(names) == len(set(names)) <= limits.FILES
    assert {"board", "stocks", "final"} <= set(names)


async def test_forged_presses_and_names_change_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        running.person("Mallory", global_name="**[x](https://evil.example)** @everyone")
        page, number = await opened(running, "Mallory")
        assert "You are \\*\\*\\[x\\]" in text_of(page) and "[x](" not in text_of(page)
        mallory = running.person("Mallory")
        for forged in ("a p1 pass", "a zzz", "a ", "s zzz", "s", "m99 zzz", "next", "nothing"):
            await running.press_again(mallory, page, custom_id("P", number, 0, forged))
            await running.press_again(mallory, page, custom_id("P", 999, 0, forged))
        assert await running.bot.services.puzzles.load_answers(mallory.id) == {}


async def test_answers_are_exported_and_deleted_with_user_data(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        page, number = await opened(running, "Ada")
        await answered(running, "Ada", page, number, won=True)
        ada, said = running.person("Ada"), await running.person("Ada").slash(running.channel, "privacy")
        said = await ada.click(said.response, label="Export my data")
        file = (await said.response.attachments[0].read()).decode()
        assert f'"puzzle": {number}' in file
        said = await ada.slash(running.channel, "privacy")
        said = await ada.click(said.response, label="Delete my data…")
        await ada.click(said.response, label="Delete everything")
        assert await running.bot.services.puzzles.load_answers(ada.id) == {}
        assert await running.bot.services.puzzles.load_points(ada.id) == 1_000


async def test_end_picture_is_not_an_answer_and_hidden_before_one(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        page, number = await opened(running, "Ada")
        answer = write_action(next(iter(load_puzzle(number).winning_answers)))
        turned = custom_id("z", number, 0, f"1 P:a {answer}")
        said = (await running.press_again(running.person("Ada"), page, turned)).response
        assert said.content.startswith("This button no longer works.")
        assert await running.bot.services.puzzles.load_answers(running.person("Ada").id) == {}


async def test_rating_update_keeps_nothing_of_a_deleted_user(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        store, ada = running.bot.services.tables.store, running.person("Ada").id
        service = PuzzleService(store, running.bot.services.tables.now)
        assert await service.save_answer(ada, next(iter(all_puzzles())), won=True)
        service = PuzzleService(store, running.bot.services.tables.now)
        read, was_read, is_gone = store.read, asyncio.Event(), asyncio.Event()

        async def slow(work: Any) -> Any:
            found = await read(work)
            was_read.set()
            await is_gone.wait()
            return found

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(store, "read", slow)
            counting = asyncio.create_task(service.load_points(ada))
            await was_read.wait()
        await store.write(lambda db: sql.delete_user_answers(db, ada))
        forgetting = asyncio.create_task(service.forget_ratings())
        is_gone.set()
        await asyncio.gather(counting, forgetting)
        assert await service.load_points(ada) == 1_000


def test_solving_raises_the_rating_and_difficulty() -> None:
    tries = [PuzzleAnswer(user, 7, won=False, at=float(user)) for user in (1, 2)]
    contest = PuzzleRatings([*tries, PuzzleAnswer(9, 8, won=True, at=9.0)])
    assert contest.user_points(9) > contest.user_points(99) == 1_000 >= contest.user_points(1)
    assert contest.choose_puzzle(9, (8, 7)) == 7 and contest.choose_puzzle(1, (8, 7)) == 8
    assert contest.choose_puzzle(9, ()) is None
