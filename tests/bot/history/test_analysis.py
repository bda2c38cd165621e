"""``/history show:analysis``: computed once in another process, stored with the game, and posted after a restart."""

import asyncio
import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot import child_process
from bot.history import analysis as analyst
from bot.history import analysis_service as of_analyses
from bot.history.analysis import run_analysis
from bot.history.analysis_page import FAILED_TEXT, UNDER_WAY_TEXT
from bot.play.service import Player, Table
from bot.ui.seat_text import game_over_buttons
from bot.view import view_table
from engine import GAMES, decisions, redact
from engine.agents import analysis
from engine.agents.analysis import Analysis, Moment, TurningPoint, analyze_game, replay_states
from engine.agents.analysis_codec import dump_analysis, load_analysis
from engine.agents.coach import Advice, has_search
from engine.core.transcript import parse_transcript
from engine.store import analyses as sql
from tests.agents.test_coach import brief
from tests.bot.simulated_channel import World, text_of, world

TITLE = next(key for key, game in GAMES.items() if has_search(game))
FILES = Path(__file__).parents[2] / "games" / TITLE.replace("-", "_")
FILE = (FILES / "literal-end.game").read_text()
"""A transcript of three players with 77 moves."""


def made_up(file: str) -> Analysis:
    """Return an analysis of the transcript with two turning points: the first real choice, and the first after it."""
    game, transcript = GAMES[TITLE], parse_transcript(file)
    states, moves = replay_states(game, transcript)
    points = []
    for number, (state, move) in enumerate(zip(states, moves, strict=False)):
        question = next((one for one in decisions(state) if one.seat == move.seat), None)
        others = [] if question is None else [offer for offer in question.offers if offer != move]
        if others and len(points) < 2:
            advice = Advice(others[0], move, 3.9, 1.4, 40)
            points.append(TurningPoint(number, game.rules.round_number(state), 0.47, 0.03, advice, (0.44, 0.0)))
    even = tuple(1 / transcript.seats for _ in range(transcript.seats))
    won = (1.0, *(0.0 for _ in range(transcript.seats - 1)))
    return Analysis((Moment(0, 1, even), Moment(len(moves), 2, won)), tuple(points))


class Worker:
    """A worker that answers when released and counts its requests."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.let, self.fails, self.nonsense = asyncio.Event(), False, ""
        self.env: Any = None

    async def __call__(self, file: str) -> str | None:
        self.asked.append(file)
        assert self.env is not None
        await self.env.external_wait(self.let.wait(), reason="an analysis that takes a while")
        return None if self.fails else self.nonsense or dump_analysis(made_up(file))


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    found = Worker()
    monkeypatch.setattr(of_analyses, "run_analysis", found)
    return found


async def over(running: World, worker: Worker) -> Table:
    """Return a finished game whose end is posted."""
    worker.env = running.env
    sessions, ada = running.bot.services.tables, running.person("Ada")
    table = await sessions.import_game(FILE, running.channel.id, running.guild.id, Player("Ada", ada.id))
    running.bot.services.outbox.wake(table.id)
    await running.told()
    return table


async def asked(running: World, name: str = "Ada") -> str:
    """Return the private answer to ``/history show:analysis``."""
    return text_of((await running.person(name).slash(running.channel, "history", show="analysis")).response)


async def posted(running: World) -> Any:
    """Return the post with the analysis."""
    while (await running.table()).notes.get("analysis", 0) == 0:
        await running.env.settle()
    await running.told()
    noted = (await running.table()).notes["analysis"]
    return next(post for post in running.posts() if post.id == noted)


def of_analysis(running: World) -> list[Any]:
    return [post for post in running.posts() if "winning chances" in post.content]


async def test_repeated_requests_compute_an_analysis_once(tmp_path: Path, worker: Worker) -> None:
    async with world(tmp_path, pictures="all") as running:
        await over(running, worker)
        assert [await asked(running), await asked(running, "Ben")] == [UNDER_WAY_TEXT, UNDER_WAY_TEXT]
        assert not of_analysis(running)
        worker.let.set()
        post = await posted(running)
        assert ". Player 3: “" in post.content and "” (wins under 5% instead of 44%). Better: ||“" in post.content
        assert "Chances to win as each round began" in text_of(post)
        assert running.labels(post) == ["Board", "Turning points"]
        assert post.content in await asked(running, "Cleo")
        assert len(worker.asked) == len(of_analysis(running)) == 1


async def test_turning_point_page_shows_its_board_and_describes_the_better_move(tmp_path: Path, worker: Worker) -> None:
    worker.let.set()
    async with world(tmp_path, pictures="all") as running:
        table = await over(running, worker)
        await asked(running)
        page = await running.person("Ben").click(await posted(running), label="Turning points")
        point = made_up(FILE).points[0]
        assert page.ephemeral and page.response.content.startswith("**Turning point 1 of 2 · ")
        state = replay_states(GAMES[TITLE], parse_transcript(FILE))[0][point.move]
        assert point.advice.second is not None
        view = redact(state, point.advice.best.seat)
        for move in (point.advice.best, point.advice.second):
            assert GAMES[TITLE].text.label(view, move, "", lambda seat: f"Player {seat}") in page.response.content
        wins = "After the better move, Player 3 wins 44% of the imagined games; after the move made, under 5%."
        assert wins in page.response.content
        gain = "-# The better move gains 3.9 points more (±1.4), on average over 40 imagined games."
        assert gain in page.response.content
        assert len(page.response.attachments) == 1
        other = await running.person("Ben").click(page.response, label="Turning point 2")
        assert other.response.content.startswith("**Turning point 2 of 2 · ")
        back = await running.person("Ben").click(other.response, label="Chances")
        assert "winning chances" in back.response.content and table.status == "finished"


async def test_analysis_interrupted_by_a_restart_is_computed_and_posted_after_it(
    tmp_path: Path, worker: Worker
) -> None:
    async with world(tmp_path) as running:
        await over(running, worker)
        assert await asked(running) == UNDER_WAY_TEXT
        await running.restart()
        worker.let.set()
        await posted(running)
        assert len(of_analysis(running)) == 1 and len(worker.asked) == 2
        await running.restart()
        await running.told()
        assert len(of_analysis(running)) == 1 and len(worker.asked) == 2


async def test_analysis_post_that_was_not_recorded_is_not_repeated(tmp_path: Path, worker: Worker) -> None:
    worker.let.set()
    async with world(tmp_path) as running:
        table = await over(running, worker)
        await asked(running)
        post = await posted(running)
        await running.bot.services.tables.save_bookkeeping(table.id, {"analysis": 0})
        await running.restart()
        assert (await posted(running)).id == post.id and len(of_analysis(running)) == len(worker.asked) == 1


async def test_game_of_computers_is_analyzed_for_a_spectator(tmp_path: Path, worker: Worker) -> None:
    worker.let.set()
    async with world(tmp_path) as running:
        table = await over(running, worker)
        async with running.bot.services.tables.lock_table(table.id) as held:
            computers = tuple(Player(f"Engine {n}", policy="greedy") for n in range(1, 4))
            await held.save(replace(held.table, players=computers))
        assert await asked(running, "Cleo") == UNDER_WAY_TEXT
        assert "Engine 3" in (await posted(running)).content


async def test_running_game_and_game_ended_early_are_not_analyzed(tmp_path: Path, worker: Worker) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben", title=TITLE)
        assert await asked(running) == "You can’t analyze this game yet: it isn’t over."
        await running.bot.services.tables.end_game(table.id, running.person("Ada").id)
        assert await asked(running) == "You can’t analyze this game: it ended early."
        assert not worker.asked and "analysis" not in (await running.table()).notes


async def test_game_without_searching_agents_is_refused_with_the_reason(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title="railway-rivals")
        said = "You can’t analyze Railway Rivals: computer players don’t think ahead in it."
        assert await asked(running) == said


async def test_game_that_does_not_replay_under_current_rules_is_refused_with_a_sentence(
    tmp_path: Path, worker: Worker
) -> None:
    async with world(tmp_path) as running:
        table = await over(running, worker)
        wrong = "UPDATE log SET action = 'p1 levitate' WHERE session = ? AND seq = 3"
        await running.bot.services.tables.store.write(lambda db: db.execute(wrong, (table.id,)))
        said = "You can’t analyze this game: it was played by older rules, and today’s rules can’t repeat its moves."
        assert await asked(running) == said
        assert not worker.asked and "analysis" not in (await running.table()).notes


async def test_bot_without_worker_processes_refuses_an_analysis_with_the_reason(tmp_path: Path, worker: Worker) -> None:
    async with world(tmp_path, thinkers=0) as running:
        await over(running, worker)
        assert "turned off on this bot" in await asked(running)
        assert not worker.asked


async def test_failed_analysis_is_reported_and_can_be_requested_again(tmp_path: Path, worker: Worker) -> None:
    worker.let.set()
    worker.fails = True
    async with world(tmp_path) as running:
        await over(running, worker)
        await asked(running)
        assert (await posted(running)).content == FAILED_TEXT
        worker.fails = False
        assert await asked(running) == UNDER_WAY_TEXT
        while not of_analysis(running):
            await running.env.settle()
        assert len(worker.asked) == 2


async def test_analysis_that_always_fails_is_not_retried_endlessly(tmp_path: Path, worker: Worker) -> None:
    worker.let.set()
    worker.fails = True
    async with world(tmp_path) as running:
        table = await over(running, worker)
        for _ in range(3):
            assert await asked(running) == UNDER_WAY_TEXT
            await posted(running)
            while table.id in running.bot.services.analyses._queue:
                await running.env.settle()
        assert "too often" in await asked(running) and len(worker.asked) == 3
        assert await asked(running, "Ben") == UNDER_WAY_TEXT


async def test_unreadable_worker_result_is_reported_as_a_failure(tmp_path: Path, worker: Worker) -> None:
    worker.let.set()
    worker.nonsense = "{}"
    async with world(tmp_path) as running:
        table = await over(running, worker)
        await asked(running)
        assert (await posted(running)).content == FAILED_TEXT
        store = running.bot.services.tables.store
        assert await store.read(lambda db: sql.load_analysis(db, table.id)) is None


async def test_unreadable_stored_analysis_is_computed_again(tmp_path: Path, worker: Worker) -> None:
    worker.let.set()
    async with world(tmp_path) as running:
        table = await over(running, worker)
        unknown = dump_analysis(made_up(FILE)).replace(':"p', ':"levitate p')
        await running.bot.services.tables.store.write(lambda db: sql.save_analysis(db, table.id, unknown))
        assert await asked(running) == UNDER_WAY_TEXT
        assert "winning chances" in (await posted(running)).content and len(worker.asked) == 1


async def test_unreported_failure_is_not_attributed_to_the_next_attempt(
    tmp_path: Path, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_: object, **__: object) -> int:
        raise OSError("no Discord")

    worker.let.set()
    worker.fails = True
    async with world(tmp_path) as running:
        table, analyses = await over(running, worker), running.bot.services.analyses
        with monkeypatch.context() as patched:
            patched.setattr(of_analyses.ChannelMessages, "post", refused)
            await asked(running)
            while table.id in analyses._queue:
                await running.env.settle()
            with pytest.raises(OSError, match="no Discord"):
                await analyses.post_if_ready(table.id)
        worker.fails = False
        worker.let.clear()
        assert await asked(running) == UNDER_WAY_TEXT
        await analyses.post_if_ready(table.id)
        worker.let.set()
        assert "winning chances" in (await posted(running)).content


async def test_final_post_has_an_analysis_button_if_agents_search(tmp_path: Path, worker: Worker) -> None:
    async with world(tmp_path) as running:
        table = await over(running, worker)
        *others, button = game_over_buttons(table, view_table(table, None))
        pressed = await running.press_again(running.person("Dov"), running.posts()[-1], button.custom_id)
        assert pressed.ephemeral and text_of(pressed.response) == UNDER_WAY_TEXT
        assert [one.custom_id for one in game_over_buttons(table)] == [others[0].custom_id]


def test_stored_analysis_round_trips() -> None:
    found = made_up(FILE)
    assert load_analysis(GAMES[TITLE], dump_analysis(found)) == found and len(found.points) == 2


# -- the process


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make worker processes know the changes of a test, with little to do."""
    monkeypatch.setattr(child_process, "_SPAWN", multiprocessing.get_context("fork"))
    monkeypatch.setattr(analysis, "_GAMES_PER_MOMENT", 1)
    monkeypatch.setattr(analysis, "_MAX_DROPS", 1)
    monkeypatch.setattr(analyst, "GAMES", {TITLE: brief(GAMES[TITLE])})
    yield
    assert not multiprocessing.active_children()


async def test_worker_process_finds_the_same_analysis(forked: None) -> None:
    game = analyst.GAMES[TITLE]
    assert await run_analysis(FILE) == dump_analysis(analyze_game(game, *replay_states(game, parse_transcript(FILE))))


async def test_failed_worker_process_returns_nothing(forked: None) -> None:
    assert await run_analysis((FILES / "solitaire.game").read_text()) is None


async def test_cancellation_ends_the_worker_process(forked: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst, "analyze_game", lambda *given: time.sleep(1_000))
    waiting = asyncio.create_task(run_analysis(FILE))
    await asyncio.sleep(0)
    assert multiprocessing.active_children()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_an_analysis_is_kept_once_in_either_kind_of_database(store: Any, sessions: Any) -> None:
    table = await sessions.import_game(FILE, 1, None, Player("Ada", 1))
    for text in ("one", "two"):
        await store.write(lambda db, text=text: sql.save_analysis(db, table.id, text))
    assert await store.read(lambda db: sql.load_analysis(db, table.id)) == "two"
