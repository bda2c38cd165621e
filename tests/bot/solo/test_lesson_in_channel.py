"""A lesson in the simulated Discord: in one private message, with wrong answers, and across a restart."""

from pathlib import Path
from typing import Any

import pytest
from simcord.backend.errors import SetupError

from bot.solo.lesson import lesson_step_at
from bot.ui.components import custom_id, learn_custom_id, parse_custom_id
from bot.ui.questions import next_question, notation_words
from bot.ui.typing_form import typed_words
from engine import Seat, write_action
from engine.core.lessons.lesson import find_reaction
from engine.games.solo import all_lessons
from engine.store.results import SeatResult, add_results
from tests.bot.simulated_channel import BUTTON, TITLE, World, parts, text_of, world

RUN, LESSON = next((run, lesson) for run, lesson in all_lessons().items() if lesson.title == TITLE)
ASKING = [number for number, step in enumerate(LESSON.steps) if step.answer]


def confirm(number: int, line: str, helped: int = 0) -> str:
    """Return the ``custom_id`` of *Confirm* in step ``number``."""
    return custom_id("j", RUN, number, f"a{helped} p{LESSON.seat} {line}")


def wrong_at(number: int) -> tuple[str, str]:
    """Return a move that step ``number`` does not accept, and the answer to it."""
    run = lesson_step_at(RUN, number, "Ada")
    assert run.decision is not None
    for action in run.decision.offers:
        met = find_reaction(run.step, action)
        if met is not None and not met.is_accepted and action != LESSON.answer(run.step, run.table_view.game):
            return write_action(action).split(" ", 1)[1], met.words
    raise AssertionError("every move is accepted")


def heading(number: int) -> str:
    return f"**{LESSON.steps[number].heading}** · {number + 1} of {len(LESSON.steps)}"


async def opened(running: World) -> tuple[Any, Any]:
    """Return Ada, and her private message with the lesson."""
    ada = running.person("Ada")
    return ada, (await ada.slash(running.channel, "learn", lesson=str(RUN))).response


async def answer(running: World, ada: Any, page: Any, number: int) -> Any:
    """Answer step ``number`` by its menu, as a learner who knows the answer does."""
    run = lesson_step_at(RUN, number, "Ada")
    if run.decision is None:
        return (await ada.click(page, label=run.step.next)).response
    goal = notation_words(LESSON.answer(run.step, run.table_view.game))
    for _ in range(8):
        if any(part.get("label") == "Confirm" for part in parts(page)):
            break
        if way := leading(page, goal):
            page = (await ada.click(page, custom_id=way)).response
        else:
            page = (await ada.select(page, [chosen_option(page, goal)])).response
    return (await ada.click(page, label="Confirm")).response


def leading(page: Any, goal: tuple[str, ...]) -> str:
    """Return the ``custom_id`` that answers most of the move, or an empty text if only *Confirm* is left."""
    buttons = [part for part in parts(page) if part["type"] == BUTTON]
    presses = [(part["custom_id"], parse_custom_id(part["custom_id"])) for part in buttons]
    menus = [(way, tuple(press.arguments.split()[1:])) for way, press in presses if press and press.arguments[0] == "m"]
    right = [(len(given), way) for way, given in menus if given and given == goal[: len(given)]]
    return max(right, default=(0, ""))[1]


def chosen_option(page: Any, goal: tuple[str, ...]) -> str:
    """Return the option that leads to the move."""
    values = [str(option["value"]) for part in parts(page) for option in part.get("options", ())]
    return next(value for value in values if set(value.split()) <= set(goal))


async def test_lesson_is_played_to_its_end(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = await opened(running)
        for number, step in enumerate(LESSON.steps):
            assert heading(number) in text_of(page)
            page = await answer(running, ada, page, number)
            assert step.done.split(".")[0] in text_of(page)
        assert "/game new" in text_of(page)
        assert not running.posts(), "a lesson is nobody else's business"
        question = (await ada.click(page, label="Play against computers")).response
        table = await running.table(running.channel.threads[-1])
        assert table.status == "playing" and len(table.players) == LESSON.seats
        assert question.ephemeral and running.labels(question)


async def test_wrong_move_is_explained_and_then_shown(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = await opened(running)
        number = ASKING[0]
        page = (await running.press_again(ada, page, custom_id("j", RUN, number, "m00"))).response
        assert "Show me" not in running.labels(page)
        line, why = wrong_at(number)
        page = (await running.press_again(ada, page, confirm(number, line))).response
        assert heading(number) in text_of(page) and why in text_of(page) and LESSON.steps[number].ask in text_of(page)
        page = (await ada.click(page, label="Show me")).response
        assert LESSON.steps[number].hint in text_of(page)
        shown = next(label for label in running.labels(page) if label.startswith("Do it"))
        page = (await ada.click(page, label=shown)).response
        assert heading(number + 1) in text_of(page) and LESSON.steps[number].done in text_of(page)


async def test_double_press_advances_one_step(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = await opened(running)
        number = ASKING[0]
        line = LESSON.steps[number].answer
        first = (await running.press_again(ada, page, confirm(number, line))).response
        second = (await running.press_again(ada, page, confirm(number, line))).response
        assert text_of(first) == text_of(second)
        assert heading(number + 1) in text_of(second)


async def test_lesson_continues_after_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = await opened(running)
        for number in range(3):
            page = await answer(running, ada, page, number)
        await running.restart()
        page = await answer(running, ada, page, 3)
        assert heading(4) in text_of(page)


async def test_back_and_skip_lead_to_neighboring_steps(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = await opened(running)
        assert "Back" not in running.labels(page)
        page = await answer(running, ada, page, 0)
        page = (await ada.click(page, label="Skip")).response
        assert heading(2) in text_of(page)
        page = (await ada.click(page, label="Back")).response
        assert heading(1) in text_of(page)


async def test_lessons_are_chosen_from_help_and_lobby(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada = running.person("Ada")
        said = (await ada.slash(running.channel, "help")).response
        page = (await ada.click(said, label="Learn in 5 minutes")).response
        assert heading(0) in text_of(page)
        page = (await ada.slash(running.channel, "learn")).response
        assert set(running.options(page)) == set(map(str, all_lessons()))
        page = (await ada.select(page, [str(RUN)])).response
        assert heading(0) in text_of(page)
        await running.lobby("Ada")
        said = await running.person("Ben").click(running.posts()[0], label="Learn")
        assert said.ephemeral and str(RUN) in running.options(said.response)
        assert learn_custom_id(TITLE) in running.identities(running.posts()[0])


async def test_removed_lesson_says_so(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = await opened(running)
        for stale in (custom_id("j", RUN + 1, 0, "m00"), custom_id("j", RUN, 99, "m00")):
            said = await running.press_again(ada, page, stale)
            assert "/learn" in said.response.content


async def test_move_outside_the_offers_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = await opened(running)
        for line in ("nonsense", LESSON.steps[ASKING[-1]].answer):
            page = (await running.press_again(ada, page, confirm(ASKING[0], line))).response
            assert heading(ASKING[0]) in text_of(page)


async def test_press_by_another_user_does_not_affect_the_learner(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = await opened(running)
        mine, number, eve = text_of(page), ASKING[0], running.person("Eve")
        wrong = confirm(number, wrong_at(number)[0])
        with pytest.raises(SetupError, match="not visible"):
            await running.press_again(eve, page, wrong)
        theirs = (await eve.slash(running.channel, "learn", lesson=str(RUN))).response
        theirs = (await running.press_again(eve, theirs, wrong)).response
        assert "✗" in text_of(theirs) and text_of(page) == mine
        page = (await running.press_again(ada, page, custom_id("j", RUN, number, "m00"))).response
        assert heading(number) in text_of(page) and "✗" not in text_of(page)


async def test_forged_lesson_presses_change_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, page = await opened(running)
        for forged in ("m0", "a0 ", "x", "play me", "m00 " + "a " * 20, "s0 nothing", "n0 bid", "list nowhere"):
            await running.press_again(ada, page, custom_id("j", RUN, ASKING[0], forged))
        page = (await running.press_again(ada, page, custom_id("j", RUN, 0, "m00"))).response
        assert heading(0) in text_of(page)


async def test_newcomer_is_offered_lessons(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        ben = running.person("Ben")
        said = await ben.click(running.posts()[0], label="Join")
        [offer] = said.followups
        assert offer.ephemeral
        page = (await ben.click(offer, label="Learn…")).response
        assert str(RUN) in running.options(page)


async def test_experienced_player_is_offered_no_lessons(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table, ben = await running.lobby("Ada"), running.person("Ben")
        finished = SeatResult(table.id, Seat(1), TITLE, ben.id, 1, 90, True, 0.0)
        await running.bot.services.tables.store.write(lambda db: add_results(db, [finished]))
        assert not (await ben.click(running.posts()[0], label="Join")).followups


def test_typed_word_is_taken_literally_and_empty_one_is_refused() -> None:
    decision = lesson_step_at(RUN, ASKING[0], "Ada").decision
    assert decision is not None
    found = next_question(tuple(decision.offers))
    assert found is not None and found.kind != "number"
    assert typed_words(found, "Norfolk") == [*found.picked, "Norfolk"]
    assert typed_words(found, " ") == [*found.picked, "_"]
