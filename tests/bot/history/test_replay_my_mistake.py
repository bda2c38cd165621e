"""*Replay my mistake*: a turning point as a puzzle, with verdict, reason, and privacy."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.history.mistakes import load_mistake
from bot.play.coach import Coach
from bot.play.service import Player, Table
from bot.ui.components import custom_id
from bot.ui.questions import notation_words
from engine import GAMES, Action, Refused, decisions, redact, write_action
from engine.agents.analysis import PUZZLE_CHOICES, Analysis, Moment, TurningPoint, replay_states
from engine.agents.analysis_codec import dump_analysis
from engine.agents.coach import Advice
from engine.agents.differences import Difference
from engine.agents.explanation import Explanation
from engine.agents.refutation import Verdict
from engine.agents.rollout import StatisticKey
from engine.core.reasons import Horizon
from engine.core.transcript import parse_transcript
from engine.store import FormerHolder
from tests.bot.history.test_analysis import FILE, TITLE
from tests.bot.simulated_channel import World, text_of, world

DELIVERY, RIVALS, BID = 24, 25, 12
"""Numbers of moves in the game: a delivery of seat 1, one of seat 3, and a bid of seat 1."""
WHY = "you score about 4 more for deliveries."
SPOILER = "||"


def point_at(move: int, number: int = 0) -> TurningPoint:
    """Return a turning point at that move, whose better move is offer ``number`` without the move made."""
    game, transcript = GAMES[TITLE], parse_transcript(FILE)
    states, moves = replay_states(game, transcript)
    made = moves[move]
    question = next(one for one in decisions(states[move]) if one.seat == made.seat)
    better = [offer for offer in question.offers if offer != made][number]
    key = StatisticKey(made.seat, "deliveries", "", Horizon.END)
    explanation = Explanation((Difference(key, 4.0, 1.0, 4.0),))
    advice = Advice(better, made, 3.9, 1.4, 100, explanation)
    return TurningPoint(
        move, game.rules.round_number(states[move]), 0.47, 0.03, advice, (0.44, 0.0), choices=PUZZLE_CHOICES, typical=0
    )


def analysis_of(*points: TurningPoint) -> Analysis:
    return Analysis((Moment(0, 1, (0.4, 0.3, 0.3)), Moment(77, 6, (1.0, 0.0, 0.0))), points)


class Worker:
    """A worker whose verdict is that an answer gains ``gain`` less than the better move, or None without time."""

    def __init__(self, gain: float | None = 3.0, error: float = 1.0) -> None:
        self.gain, self.error, self.asked, self.let = gain, error, list[Action](), asyncio.Event()
        self.let.set()

    async def verdict(self, title: str, view: Any, pair: tuple[Action, Action], move: int) -> Verdict | None:
        self.asked.append(pair[1])
        await self.let.wait()
        if self.gain is None:
            return None
        better, answer = pair if self.gain > 0 else pair[::-1]
        return Verdict(Advice(better, answer, abs(self.gain), self.error, 40))


async def analyzed(running: World, *points: TurningPoint, worker: Worker | None = None) -> Table:
    """Return a finished game of Ada, Ben, and Cleo, with this analysis posted in its channel."""
    desk, ada = running.bot.services, running.person("Ada")
    text = dump_analysis(analysis_of(*points))

    async def work(file: str) -> str:
        return text

    desk.analyses.compute_analysis = work
    running.bot.services = msgspec.structs.replace(desk, coach=Coach(worker or Worker()))
    table = await desk.tables.import_game(FILE, running.channel.id, running.guild.id, Player("Ada", ada.id))
    people = tuple(Player(name, running.person(name).id) for name in ("Ada", "Ben", "Cleo"))
    async with desk.tables.lock_table(table.id) as held:
        await held.save(replace(held.table, players=people))
    await ada.slash(running.channel, "history", show="analysis")
    while not (await running.table()).notes.get("analysis"):
        await running.env.settle()
    await running.told()
    return await running.table()


def post_of(running: World) -> Any:
    return next(post for post in running.posts() if "winning chances" in post.content)


async def replayed(running: World, name: str = "Ada") -> Any:
    """Return the answer to *Replay my mistake*."""
    return (await running.person(name).click(post_of(running), label="Replay my mistake")).response


async def answered(running: World, page: Any, move: Action, name: str = "Ada", at: int = DELIVERY) -> Any:
    """Return the answer to a press that confirms a move at a turning point."""
    table = await running.table()
    identity = custom_id("T", table.id, at + 1, f"a {write_action(move)}")
    return (await running.press_again(running.person(name), page, identity)).response


def others(point: TurningPoint) -> list[Action]:
    """Return the offers that are neither the better move nor the one made."""
    states, _ = replay_states(GAMES[TITLE], parse_transcript(FILE))
    seat = point.advice.best.seat
    question = next(one for one in decisions(states[point.move]) if one.seat == seat)
    return [offer for offer in question.offers if offer not in (point.advice.best, point.advice.second)]


def sentence(point: TurningPoint, move: Action) -> str:
    states, _ = replay_states(GAMES[TITLE], parse_transcript(FILE))
    view = redact(states[point.move], move.seat)
    return GAMES[TITLE].text.label(view, move, "", lambda seat: ("Ada", "Ben", "Cleo")[seat - 1])


async def test_turning_point_is_a_puzzle_solved_by_the_better_move(tmp_path: Path) -> None:
    point = point_at(DELIVERY)
    async with world(tmp_path) as running:
        await analyzed(running, point)
        post = post_of(running)
        better = sentence(point, point.advice.best)
        assert better.partition(": ")[0] in post.content.split(SPOILER)[1], "the post hides the better move"
        page = await replayed(running)
        assert page.content.startswith("**Replay your mistake** · Turn ")
        assert "You chose “" in page.content and "Find a better move." in page.content
        assert WHY not in page.content
        verdict = await answered(running, page, point.advice.best)
        assert "**✓ That’s the better move**" in verdict.content and f"Why: {WHY}" in verdict.content
        assert "you win 44% of the imagined games; after the move made, under 5%" in verdict.content
        assert "3.9 points more (±1.4), on average over 100 imagined games" in verdict.content


async def test_question_has_its_own_menu_also_after_a_restart(tmp_path: Path) -> None:
    point = point_at(DELIVERY)
    async with world(tmp_path) as running:
        await analyzed(running, point)
        page, ada = await replayed(running), running.person("Ada")
        await running.restart()
        while "Confirm" not in running.labels(page):
            if options := running.options(page):
                page = (await ada.select(page, [options[0]])).response
            else:
                press = next(one for one in running.identities(page) if ":m0 " in one)
                page = (await running.press_again(ada, page, press)).response
        back = await ada.click(page, label="Back")
        assert "Replay your mistake" in back.response.content


async def test_move_made_is_refuted_without_revealing_the_better_one(tmp_path: Path) -> None:
    point = point_at(DELIVERY)
    async with world(tmp_path) as running:
        await analyzed(running, point)
        page = await answered(running, await replayed(running), point.advice.second)
        assert "**✗ That’s the move made in the game**" in page.content
        assert f"Why another move is better: {WHY}" in page.content
        assert "In a typical imagined game after your move:\n- " in page.content
        assert sentence(point, point.advice.best) not in page.content
        again = await running.person("Ada").click(page, label="Try again")
        assert "Find a better move." in again.response.content
        page = await answered(running, again.response, point.advice.second)
        shown = await running.person("Ada").click(page, label="Show the better move")
        assert sentence(point, point.advice.best).rstrip(".") in shown.response.content
        assert not (await running.table()).notes.get(f"found {DELIVERY}"), "to be shown it is not to find it"


@pytest.mark.parametrize(
    ("gain", "error", "words", "is_found"),
    [
        (3.0, 1.0, "✗ There’s a better move", False),
        (0.4, 1.0, "✓ That’s about as good as the move I found", True),
        (2.0, 5.0, "I can’t tell whether this is as good as the move I found", False),
        (-3.0, 1.0, "✓ That’s even better than the move I found", True),
        (None, 1.0, "I can’t compare this move with others right now", False),
    ],
)
async def test_another_answer_is_compared_with_the_better_move(
    tmp_path: Path, gain: float | None, error: float, words: str, is_found: bool
) -> None:
    point = point_at(DELIVERY)
    async with world(tmp_path) as running:
        await analyzed(running, point, worker=Worker(gain, error))
        page = await answered(running, await replayed(running), others(point)[0])
        assert words in page.content
        ada = running.person("Ada").id
        assert ((await running.table()).notes.get(f"found {DELIVERY}") == ada) is is_found


async def test_an_answer_that_was_compared_is_not_compared_again(tmp_path: Path) -> None:
    point, worker = point_at(DELIVERY), Worker()
    async with world(tmp_path) as running:
        await analyzed(running, point, worker=worker)
        page = await replayed(running)
        for _ in range(3):
            assert "There’s a better move" in (await answered(running, page, others(point)[0])).content
        assert worker.asked == [others(point)[0]]


async def test_comparisons_are_few_for_each_person(tmp_path: Path) -> None:
    point = point_at(DELIVERY)
    async with world(tmp_path) as running:
        await analyzed(running, point)
        page = await replayed(running)
        said = [(await answered(running, page, move)).content for move in others(point)]
        assert "There’s a better move" in said[0] and "too often" in said[-1]


async def test_other_people_choose_a_turning_point_and_nothing_is_stored_of_them(tmp_path: Path) -> None:
    points = point_at(DELIVERY), point_at(RIVALS)
    async with world(tmp_path) as running:
        await analyzed(running, *points)
        page = await replayed(running, "Dov")
        assert "None of these turning points is yours." in page.content
        assert "Ada" in page.content and "Cleo" in page.content
        page = (await running.person("Dov").click(page, label="Turning point 2")).response
        assert page.content.startswith("**Replay Cleo’s mistake** · ") and "“You” is Cleo." in page.content
        page = await answered(running, page, points[1].advice.best, "Dov", RIVALS)
        assert "✓ That’s the better move" in page.content
        assert not [name for name in (await running.table()).notes if name.startswith("found")]


async def test_the_first_press_leads_to_the_pressers_own_turning_point(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await analyzed(running, point_at(DELIVERY), point_at(RIVALS))
        assert "Replay your mistake" in (await replayed(running, "Cleo")).content
        assert (
            sentence(point_at(RIVALS), point_at(RIVALS).advice.second).partition(": ")[0]
            in (await replayed(running, "Cleo")).content
        )


async def test_mistake_belongs_to_the_player_who_held_the_seat(tmp_path: Path) -> None:
    point = point_at(DELIVERY)
    async with world(tmp_path) as running:
        table, dov = await analyzed(running, point), running.person("Dov")
        async with running.bot.services.tables.lock_table(table.id) as held:
            await held.save(replace(held.table, holders=(FormerHolder(1, 40, "Dov", dov.id),)))
        assert "Replay your mistake" in (await replayed(running, "Dov")).content
        assert "None of these turning points is yours." in (await replayed(running, "Ada")).content


async def test_puzzle_lists_the_turning_points_of_ones_own_games(tmp_path: Path) -> None:
    point = point_at(DELIVERY)
    async with world(tmp_path) as running:
        table, ada = await analyzed(running, point), running.person("Ada")
        page = (await ada.slash(running.channel, "puzzle")).response
        page = (await ada.click(page, label="From your own games")).response
        assert "You’ve found the better move in 0 of 1." in page.content
        question = (await ada.select(page, running.options(page))).response
        assert "Replay your mistake" in question.content
        right = await answered(running, question, point.advice.best)
        page = (await ada.click(right, label="From your own games")).response
        assert "You’ve found the better move in 1 of 1." in page.content
        dov = running.person("Dov")
        puzzle = (await dov.slash(running.channel, "puzzle")).response
        assert "From your own games" not in running.labels(puzzle)
        own = (await running.press_again(dov, puzzle, "P:0:0:own")).response
        assert "You have no turning points to replay yet." in own.content
        assert running.options(page) == [f"{table.id}.{DELIVERY}"]


async def test_found_moves_are_exported_and_go_with_a_persons_data(tmp_path: Path) -> None:
    point = point_at(DELIVERY)
    async with world(tmp_path) as running:
        table, ada = await analyzed(running, point), running.person("Ada")
        await answered(running, await replayed(running), point.advice.best)
        said = await ada.slash(running.channel, "privacy")
        said = await ada.click(said.response, label="Export my data")
        data = json.loads(await said.response.attachments[0].read())
        assert data["better moves found"] == [{"table": table.id, "name": f"found {DELIVERY}"}]
        said = await ada.slash(running.channel, "privacy")
        said = await ada.click(said.response, label="Delete my data…")
        await ada.click(said.response, label="Delete everything")
        assert (await running.table()).notes[f"found {DELIVERY}"] == 0
        own = (await running.press_again(ada, said.response, "P:0:0:own")).response
        assert "You have no turning points to replay yet." in own.content


async def test_forged_and_outdated_presses_change_nothing(tmp_path: Path) -> None:
    point = point_at(DELIVERY)
    async with world(tmp_path) as running:
        table, ada = await analyzed(running, point), running.person("Ada")
        page = await replayed(running)
        gone = "This turning point has changed."
        for seq, rest, said in (
            (DELIVERY + 1, "a zzz", "Find a better move."),
            (DELIVERY + 1, "a p2 pass", "Find a better move."),
            (DELIVERY + 1, "a #999", "Find a better move."),
            (DELIVERY + 1, "m99 zzz", "Find a better move."),
            (DELIVERY + 1, "n deliver", "nothing to type"),
            (DELIVERY, "m0", gone),
            (999, "m0", gone),
            (0, "m0", "This button no longer works."),
            (0, "nonsense", "This button no longer works."),
        ):
            answer = await running.press_again(ada, page, custom_id("T", table.id, seq, rest))
            assert said in text_of(answer.response), rest
        nowhere = await running.press_again(ada, page, f"T:77:{DELIVERY + 1}:m0")
        assert "no table" in text_of(nowhere.response).lower() or "77" in text_of(nowhere.response)
        assert not [name for name in (await running.table()).notes if name.startswith("found")]


async def test_game_that_does_not_replay_under_current_rules_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await analyzed(running, point_at(DELIVERY))
        page = await replayed(running)
        wrong = "UPDATE log SET action = 'p1 levitate' WHERE session = ? AND seq = 3"
        await running.bot.services.tables.store.write(lambda db: db.execute(wrong, (table.id,)))
        press = custom_id("T", table.id, DELIVERY + 1, "m0")
        said = await running.press_again(running.person("Ada"), page, press)
        assert "This turning point has changed." in text_of(said.response)


async def test_number_without_a_button_can_be_typed(tmp_path: Path) -> None:
    point = point_at(BID)
    async with world(tmp_path) as running:
        table = await analyzed(running, point)
        page, ada = await replayed(running), running.person("Ada")
        verb = notation_words(point.advice.second)[0]
        page = (await running.press_again(ada, page, custom_id("T", table.id, BID + 1, f"m0 {verb}"))).response
        form = await ada.click(page, label="Another number…")
        page = (await ada.submit_modal(form, {"value": "5"})).response
        assert "Bid 5" in page.content and "Confirm" in running.labels(page)


async def test_question_shows_only_what_the_seat_saw_then(tmp_path: Path) -> None:
    point = point_at(DELIVERY)
    async with world(tmp_path) as running:
        table = await analyzed(running, point)
        mistake = await load_mistake(running.bot.services.tables, table, analysis_of(point), DELIVERY)
        states, _ = replay_states(GAMES[TITLE], parse_transcript(FILE))
        assert mistake.table_view.view == redact(states[DELIVERY], 1) != states[DELIVERY]
        with pytest.raises(Refused):
            await load_mistake(running.bot.services.tables, table, analysis_of(point), RIVALS)


async def test_only_turning_points_that_make_good_puzzles_are_replayed(tmp_path: Path) -> None:
    unsure = point_at(DELIVERY)
    unsure = replace(unsure, advice=replace(unsure.advice, error=2.5))
    silent = point_at(RIVALS)
    silent = replace(silent, advice=replace(silent.advice, explanation=Explanation()))
    async with world(tmp_path) as running:
        table = await analyzed(running, unsure, silent, replace(point_at(9), choices=2))
        post = post_of(running)
        assert running.labels(post) == ["Board", "Turning points"]
        old = await running.press_again(running.person("Ada"), post, f"T:{table.id}:0:r")
        assert "No turning point of this game makes a good puzzle." in text_of(old.response)


def test_an_analysis_of_an_earlier_release_makes_puzzles_with_numbers_alone() -> None:
    point = point_at(DELIVERY)
    old = replace(point, wins=None, choices=0, typical=None, advice=replace(point.advice, explanation=Explanation()))
    assert old.is_puzzle and not replace(old, advice=replace(old.advice, error=3.0)).is_puzzle
