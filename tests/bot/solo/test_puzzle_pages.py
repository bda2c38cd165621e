"""Pages of a puzzle: texts about its answers, and targets of the buttons."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.markdown import md
from bot.solo.lesson import scenes_beside
from bot.solo.puzzle_pages import _introduction, _winning_lines, answer_page, puzzle_page, solve_button
from bot.solo.puzzle_service import find_puzzle
from engine import Decision, Seat, write_action
from engine.core.puzzle import Puzzle
from engine.games.solo import all_puzzles
from tests.bot.ui.test_question_buttons import Call

NUMBER = next(iter(all_puzzles()))
OFFERS = tuple(Call(Seat(1), word) for word in "abcdef")
SEEN: Any = SimpleNamespace(name=lambda _: "Ada", action_text=lambda action: f"Call {action.word}")


def puzzle(right: int) -> Puzzle:
    """Return a puzzle with six answers, of which ``right`` win."""
    return Puzzle(cast(Any, None), Decision(Seat(1), "?", OFFERS), frozenset(OFFERS[:right]))


@pytest.mark.parametrize(
    ("right", "won", "told"),
    [
        (1, True, ["no other answers of 6 win."]),
        (2, True, ["1 other answer of 6 wins."]),
        (3, True, ["2 other answers of 6 win."]),
        (1, False, ["This wins:", "- Call a"]),
        (2, False, ["These win:", "- Call a", "- Call b"]),
        (3, False, ["These win:", "- Call a", "- Call b", "- Call c"]),
        (5, False, ["These win:", "- Call a", "- Call b", "- Call c", "-# … and 2 others"]),
    ],
)
def test_winning_answers_are_counted_or_shown_after_an_answer(right: int, won: bool, told: list[str]) -> None:
    assert _winning_lines(puzzle(right), SEEN, lambda action: md(""), won=won) == told


@pytest.mark.parametrize(("right", "few"), [(1, "1 answer of 6 wins it"), (2, "2 answers of 6 win it")])
def test_puzzle_says_how_many_answers_win(right: int, few: str) -> None:
    assert f"You are Ada. This is the last choice of the game: {few}." in _introduction(puzzle(right), SEEN)


def labels(page: Any) -> list[str]:
    return [getattr(item, "label", "") for row in page.buttons for item in row]


def test_first_puzzle_page_explains_it_and_next_leads_back() -> None:
    first = puzzle_page(NUMBER, "Ada")
    assert "You are Ada." in first.text and "Back" not in labels(first) and first.custom_id == f"P:{NUMBER}:0:m0"
    assert puzzle_page(NUMBER, "Ada", page=1).custom_id == f"P:{NUMBER}:0:m1"
    wrong = puzzle_page(NUMBER, "Ada", lead="Not possible.")
    assert wrong.text.splitlines()[1:2] == ["Not possible."]
    answer = write_action(next(iter(find_puzzle(NUMBER).winning_answers))).split()[1:]
    last = puzzle_page(NUMBER, "Ada", answer, lead="Not possible.")
    assert "You are Ada." not in last.text and {"Back", "Confirm"} <= set(labels(last))
    assert (
        last.custom_id == f"P:{NUMBER}:0:m0 {' '.join(answer)}" and solve_button(NUMBER).custom_id == f"P:{NUMBER}:0:m0"
    )
    assert puzzle_page(NUMBER, "Ada", ("nonsense",)).text == first.text


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("won", [True, False])
def test_answer_page_says_whether_it_wins_and_counts(counts: bool, won: bool) -> None:
    here = find_puzzle(NUMBER)
    action = next(one for one in here.question.offers if (one in here.winning_answers) == won)
    page = answer_page(NUMBER, "Ada", action, counts=counts, points=1_234)
    assert ("✓ That wins the game" in page.text) == won != ("✗ That doesn’t win the game" in page.text)
    assert page.text.endswith("Your rating is 1234." if counts else "Only your first answer counts.")
    assert page.custom_id == f"P:{NUMBER}:0:a {write_action(action)}" and labels(page) == [
        "Next puzzle",
        *([] if won else ["Try again"]),
    ]
    assert "You end with" in page.text


def test_question_shows_public_pictures_not_shown_yet() -> None:
    pictures = {"board": ["board"], "stocks": ["stocks-1", "stocks-2"], "final": ["final-1", "final-2"]}
    painter = SimpleNamespace(
        public_pictures=tuple(pictures),
        public_scenes=lambda name, *_: [SimpleNamespace(name=one) for one in pictures[name]],
    )
    seen: Any = SimpleNamespace(painter=painter, view=None, drawing_context=None)
    shown: Any = [SimpleNamespace(name="board")]
    assert [scene.name for scene in scenes_beside(seen, shown)] == ["stocks-1", "final-1"]
