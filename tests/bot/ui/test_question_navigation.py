"""Links from a question and back: the board, other paths to a goal, and the texts above the answers."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine import Seat
from engine.core import verb_of
from engine.store import results
from engine.store.ids import UserId
from engine.store.results import SeatResult
from tests.bot.games.test_game_railway import building_late, from_file
from tests.bot.play.test_sealed_moves import HALVES, at_position, said
from tests.bot.simulated_channel import World, parts, world
from tests.bot.whole_game import decision_of, person_at
from tests.games.railway_rivals.contest import contest


async def your_move(running: World, person: Any) -> Any:
    return (await person.click(running.latest("Your move"), label="Your move")).response


@pytest.mark.parametrize("key", ["railroader", "railroads-of-catan"])
async def test_board_page_leads_back_to_the_question(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben", "Cleo", title=key)
        person, _ = await running.asked()
        asked = await your_move(running, person)
        text, labels = asked.content, running.labels(asked)
        board = (await person.click(asked, label="Board")).response
        assert board.attachments and running.labels(board) == ["Back"]
        back = (await person.click(board, label="Back")).response
        assert (back.content, running.labels(back)) == (text, labels)


async def test_board_page_leads_back_to_a_later_question(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben", title="railroader")
        person, _ = await running.asked()
        first = await your_move(running, person)
        fold = next(label for label in running.labels(first) if label.startswith("Discard"))
        asked = (await person.click(first, label=fold)).response
        text, labels = asked.content, running.labels(asked)
        board = (await person.click(asked, label="Board")).response
        back = (await person.click(board, label="Back")).response
        assert (back.content, running.labels(back)) == (text, labels) and "→" in text


async def test_confirmation_has_button_to_other_routes_to_same_goal(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await from_file(running, building_late)
        seat = running.bot.services.tables.decisions(table)[0].seat
        person, offers = person_at(running, table, seat), decision_of(running, table, seat).offers
        asked = await your_move(running, person)
        ways = Counter(action.toward for action in offers if verb_of(action) == "build")
        told = [option for part in parts(asked) for option in part.get("options", ())]
        goal = next(option for option in told if ways[option["label"].split(" · ")[0]] > 1)
        shown = (await person.select(asked, [goal["value"]])).response
        assert "Confirm" in running.labels(shown)
        others = (await person.click(shown, label="Other ways…")).response
        answers = [label for label in running.labels(others) if " · " in label]
        assert len(set(answers)) == len(answers) == ways[goal["label"].split(" · ")[0]]


async def test_open_runs_show_prizes_chances_and_decided_ones(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await at_position(running, contest("23-43", "43-23", track=HALVES), "Ada", "Ben", "Cleo")
        ada = running.person("Ada")
        asked = await your_move(running, ada)
        assert "Prizes: 20 and 10. %: beats fastest rival." in asked.content
        assert (await said(running, "Ada", "stay 23-43")).startswith("✓")
        again = await your_move(running, ada)
        assert "✓ York to Leicester (stay out)." in again.content


async def test_hint_makes_its_move_with_undo_button(tmp_path: Path) -> None:
    async with world(tmp_path, thinkers=0) as running:
        await running.started("Ada", computers=1, title="railroader")
        await running.told()
        ada = running.person("Ada")
        hint = (await ada.click(await your_move(running, ada), label="Hint")).response
        do = next(label for label in running.labels(hint) if label.startswith("Do it: "))
        before = (await running.table()).state
        made = (await ada.click(hint, label=do)).response
        assert made.content.startswith("✓ ") and await running.moves() == 1
        await ada.click(made, label="Undo")
        assert (await running.table()).state == before


async def test_newcomer_reads_goal_until_first_finished_game(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title="railroader")
        person, _ = await running.asked()
        asked = (await your_move(running, person)).content
        assert asked.endswith("\n-# Goal: train to 77–80. Lay track, then move.")
        done = SeatResult((await running.table()).id, Seat(1), "railroader", UserId(person.id), 1, 80, True, 0.0)
        await running.bot.services.tables.store.write(lambda db: results.add_results(db, [done]))
        running.bot.services.ratings.forget_ratings()
        assert asked.startswith((await your_move(running, person)).content + "\n-# ")
