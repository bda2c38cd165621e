"""*Hint*: who may request one, that it is computed once, and its text with and without imagined games."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.move_search import MoveSearchPool
from bot.play.coach import Coach, has_hints
from bot.tables.table import Player, Table
from bot.turn import hints as of_hints
from engine import GAMES, Decision, decisions, redact
from engine.agents.coach import Advice, advice_by_score, has_search
from engine.agents.refutation import Verdict
from engine.core import Secret, rng_from_seed
from engine.store import FormerHolder
from engine.store.table_settings import TableSettings
from tests.bot.seated_players import ADA, BEN
from tests.bot.simulated_channel import World, world

TITLE = next(key for key, game in GAMES.items() if has_search(game))
QUICK = next(key for key, game in GAMES.items() if not has_search(game))
ENGINE = Player("Engine", policy="greedy")


def table(*players: Player, title: str = TITLE, seed: int = 7, **more: Any) -> Table:
    """Return a table whose game is at its first question."""
    state, _ = GAMES[title].new_game(GAMES[title].options(), len(players), seed)
    given = {"channel": 1, "guild": None, "title": title, "host": 1, "options": {}, "status": "playing", **more}
    return Table(id=1, players=players, state=state, seed=Secret(seed), **given)


@pytest.mark.parametrize(
    ("players", "more", "allowed"),
    [
        ((ADA, ENGINE), {}, True),
        ((ADA, BEN, ENGINE), {}, False),
        ((ADA, BEN), {"terms": TableSettings(hints="always")}, True),
        ((ADA, ENGINE), {"terms": TableSettings(hints="never")}, False),
        ((ADA, replace(ENGINE, away=BEN.user)), {}, False),
        ((ADA, ENGINE), {"holders": (FormerHolder(2, 9, "Ben", BEN.user),)}, False),
        ((ADA, ENGINE), {"holders": (FormerHolder(2, 9, "Ben"),)}, False),
        ((ADA, ENGINE), {"holders": (FormerHolder(1, 9, "Ada", ADA.user),)}, True),
        ((ADA, ENGINE), {"status": "finished"}, False),
    ],
)
def test_hints_are_for_solo_players_unless_the_table_allows_them(
    players: tuple[Player, ...], more: dict[str, Any], allowed: bool
) -> None:
    assert has_hints(table(*players, **more)) is allowed


class Worker:
    """A worker that answers when released, with the first two offers, and records the views."""

    def __init__(self, *, at_once: bool = True, fails: bool = False, gain: float = 3.2) -> None:
        self.views: list[Any] = []
        self.fails, self.gain, self.let = fails, gain, asyncio.Event()
        if at_once:
            self.let.set()

    async def advise(self, title: str, view: Any, seed: int) -> Advice | None:
        self.views.append(view)
        await self.let.wait()
        imagined = decisions(GAMES[title].agent.determinize(view, rng_from_seed(1)))
        first, second, *_ = next(one for one in imagined if one.seat == view.seat).offers
        return None if self.fails else Advice(first, second, self.gain, 1.1, 40)


def asked(table: Table) -> tuple[Any, Decision]:
    """Return the view and the question of the first asked seat."""
    question = decisions(table.state)[0]
    return redact(table.state, question.seat), question


async def test_position_is_searched_once_for_repeated_requests() -> None:
    worker, here = Worker(at_once=False), table(ADA, ENGINE)
    coach, (view, question) = Coach(worker), asked(here)
    both = [coach.request_advice(here, view, question), coach.request_advice(replace(here, seq=5), view, question)]
    worker.let.set()
    first, second = await asyncio.gather(*both)
    assert first is second is await coach.request_advice(here, view, question)
    assert worker.views == [view]


async def test_abandoned_advice_is_computed_again() -> None:
    here = table(ADA, ENGINE)
    coach, (view, question) = Coach(Worker(at_once=False)), asked(here)
    answer = coach.request_advice(here, view, question)
    await asyncio.sleep(0)
    answer.cancel()
    await asyncio.gather(answer, return_exceptions=True)
    await asyncio.sleep(0)
    assert coach.find_advice(here, view) is None


async def test_seat_has_one_search_and_none_for_a_past_position() -> None:
    worker = Worker(at_once=False)
    coach, tables = Coach(worker), [table(ADA, ENGINE, seed=seed) for seed in (7, 8, 9)]
    answers = []
    for here in tables:
        answers.append(coach.request_advice(here, *asked(here)))
        await asyncio.sleep(0.01)
    assert len(worker.views) == 1
    worker.let.set()
    found = await asyncio.gather(*answers)
    assert worker.views == [asked(tables[0])[0], asked(tables[2])[0]]
    assert [advice.games for advice in found] == [40, 0, 40]


async def test_too_many_simultaneous_requests_are_advised_without_search() -> None:
    worker = Worker(at_once=False)
    coach = Coach(worker)
    answers = [
        coach.request_advice(replace(here, id=number), *asked(here))
        for number, here in enumerate([table(ADA, ENGINE)] * 12)
    ]
    await asyncio.sleep(0.01)
    assert len(worker.views) == 2
    worker.let.set()
    assert [advice.games for advice in await asyncio.gather(*answers)] == [40] * 8 + [0] * 4


@pytest.mark.parametrize("worker", [Worker(fails=True), MoveSearchPool(0)])
async def test_missing_worker_result_falls_back_to_evaluation_and_is_retried(worker: Any) -> None:
    here = table(ADA, ENGINE)
    coach, (view, question) = Coach(worker), asked(here)
    assert await coach.request_advice(here, view, question) == advice_by_score(GAMES[TITLE], view, question)
    assert coach.find_advice(here, view) is None


async def test_advice_outside_the_offers_is_dropped() -> None:
    here, other = table(ADA, ENGINE), table(ADA, ENGINE, BEN, seed=3)
    view, question = asked(here)
    strange = replace(asked(other)[1], seat=question.seat)
    advice = await Coach(Worker()).request_advice(here, view, replace(strange, offers=tuple(strange.offers)[-1:]))
    assert advice.games == 0


async def hinted(running: World, worker: Any = None) -> tuple[Any, Any]:
    """Return the first asked person, and the answer to *Hint* of their menu."""
    if worker is not None:
        running.bot.services.coach._move_search = worker
    person, _ = await running.asked()
    shown = (await person.click(running.latest("Your move"), label="Your move")).response
    return person, (await person.click(shown, label="Hint")).response


async def test_hint_shows_reasons_and_makes_the_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", title=TITLE)
        person, hint = await hinted(running, Worker())
        assert "3.2 points more (±1.1)" in hint.content and "40 imagined games" in hint.content
        assert "Second best: " in hint.content
        do = next(label for label in running.labels(hint) if label.startswith("Do it: "))
        made = await person.click(hint, label=do)
        assert made.response.content.startswith("✓ ") and "Confirm" not in running.labels(made.response)
        assert (await running.table()).seq == 1


async def test_gain_within_the_error_is_called_about_as_good(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", title=TITLE)
        _, hint = await hinted(running, Worker(gain=0.4))
        assert "About as good: " in hint.content and "only 0.4 points (±1.1)" in hint.content


@pytest.mark.parametrize(("title", "computers"), [(TITLE, 0), (QUICK, 2)])
async def test_hint_without_workers_says_that_no_games_were_imagined(
    tmp_path: Path, title: str, computers: int
) -> None:
    async with world(tmp_path, thinkers=0) as running:
        await running.started("Ada", computers=computers, title=title)
        await running.told()
        _, hint = await hinted(running)
        assert "Hint: **" in hint.content and "no games were imagined" in hint.content


async def too_late(answer: Any) -> bool:
    return False


async def test_game_that_ends_during_a_hint_shows_no_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_hints, "wait_briefly", too_late)
    async with world(tmp_path) as running:
        here = await running.started("Ada", title=TITLE)
        worker, shows = Worker(at_once=False), of_hints.send_page

        async def show(interaction: Any, page: Any) -> None:
            worker.let.set()
            await shows(interaction, page)
            if "imagining" in page.text:
                await running.bot.services.tables.end_game(here.id, here.host)

        monkeypatch.setattr(of_hints, "send_page", show)
        _, hint = await hinted(running, worker)
        assert hint.content == "The game has changed while I was thinking.\nThe game is over."


async def test_press_is_answered_while_the_hint_is_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_hints, "wait_briefly", too_late)
    async with world(tmp_path) as running:
        await running.started("Ada", title=TITLE)
        worker, shown = Worker(at_once=False), []
        shows = of_hints.send_page

        async def show(interaction: Any, page: Any) -> None:
            shown.append(page.text)
            worker.let.set()
            await shows(interaction, page)

        monkeypatch.setattr(of_hints, "send_page", show)
        _, hint = await hinted(running, worker)
        assert shown[0].startswith("I’m imagining games") and hint.content == shown[1]


async def test_table_of_two_people_has_no_hints(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        here = await running.started("Ada", "Ben", title=TITLE)
        person, _ = await running.asked()
        shown = (await person.click(running.latest("Your move"), label="Your move")).response
        assert "Hint" not in running.labels(shown)
        forged = await running.press_again(person, running.latest("Your move"), f"H:{here.id}:{here.seq}:")
        assert "can’t get hints" in forged.response.content


class Judge:
    """A worker that gives a verdict when released and counts its requests. The first one fails."""

    def __init__(self, *, fails: bool = False) -> None:
        self.asked, self.fails, self.let = 0, fails, asyncio.Event()

    async def verdict(self, title: str, view: Any, pair: tuple[Any, Any], move: int) -> Verdict | None:
        self.asked += 1
        await self.let.wait()
        has_failed, self.fails = self.fails, False
        return None if has_failed else Verdict(Advice(*pair, 3.0, 1.0, 40))


async def test_simultaneous_equal_answers_are_compared_once() -> None:
    worker, here = Judge(), table(ADA, ENGINE)
    coach, (view, question) = Coach(worker), asked(here)
    pair = tuple(question.offers)[:2]
    both = [coach.judge(here, view, pair, 5) for _ in range(2)]
    worker.let.set()
    first, second = await asyncio.gather(*both)
    assert first is second is await coach.judge(here, view, pair, 5) and worker.asked == 1


async def test_failed_comparison_is_requested_again() -> None:
    worker, here = Judge(fails=True), table(ADA, ENGINE)
    worker.let.set()
    coach, (view, question) = Coach(worker), asked(here)
    pair = tuple(question.offers)[:2]
    assert await coach.judge(here, view, pair, 5) is None
    await asyncio.sleep(0)
    assert coach.known_verdict(here, 5, pair[1]) is None
    assert await coach.judge(here, view, pair, 5) is not None and worker.asked == 2


async def test_answers_over_the_search_limit_have_no_verdict() -> None:
    worker, here = Judge(), table(ADA, ENGINE)
    coach, (view, question) = Coach(worker), asked(here)
    pair = tuple(question.offers)[:2]
    judging = [coach.judge(here, view, pair, move) for move in range(12)]
    await asyncio.sleep(0.01)
    worker.let.set()
    verdicts = await asyncio.gather(*judging)
    assert sum(verdict is not None for verdict in verdicts) < 12 and worker.asked < 12
