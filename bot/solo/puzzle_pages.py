"""The pages of puzzles: the question, and the result of an answer."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from discord import ui

from bot import limits
from bot.markdown import Markdown, count_noun, escape_prose, join_lines, md, truncate
from bot.solo.lesson import scenes_beside, view_without_table
from bot.solo.puzzle_service import find_puzzle, title_of
from bot.tables.table import Player
from bot.ui.answer_layout import AnswerLayout, lay_out_answers
from bot.ui.components import Row, Style, button, custom_id, next_puzzle_custom_id, own_puzzles_custom_id
from bot.ui.page import Page
from bot.ui.question_components import QuestionLinks, QuestionView, page_surroundings, question_rows, words_of_back
from bot.ui.question_page import answers_line, scenes_of_question
from bot.ui.questions import next_question
from bot.view import TableView
from engine import GAMES, Action, RankingEntry, State, View, redact, write_action
from engine.core import all_seats
from engine.core.puzzle import Puzzle, final_state
from engine.store.ids import PuzzleNumber
from render import Scene

ALL_DONE_TEXT = md("You’ve answered every puzzle.")
_MAX_ANSWERS_SHOWN = 3


def puzzle_page(
    number: PuzzleNumber,
    name: str,
    picked: Sequence[str] = (),
    page: int = 0,
    lead: Markdown = md(""),
    *,
    has_own: bool = False,
) -> Page:
    """The page of a puzzle. ``picked`` are the words of the answer chosen so far, and ``name`` is the user's name.

    ``has_own`` if the user's own games have turning points that can be played as puzzles.
    """
    puzzle = find_puzzle(number)
    table_view = _view_of(number, puzzle, name, puzzle.state)
    question = next_question(puzzle.question.offers, picked) or next_question(puzzle.question.offers)
    assert question is not None
    is_confirmation, is_first = question.kind == "confirm", question.previous_words is None
    introduction = [lead, _introduction(puzzle, table_view), *table_view.private_facts()] if is_first else []
    prompt_lines = (
        table_view.preview_lines(question.sample)
        if is_confirmation
        else [puzzle.question.prompt, *answers_line(table_view, question)]
    )
    lines = [_puzzle_title(number), *filter(None, introduction), *prompt_lines]
    links, words_before = _question_links(number), words_of_back(table_view, question, puzzle.question.offers)
    extra_buttons: Row = (
        own_puzzles_row(has_own=has_own) if words_before is None else [button("Back", links.menu(words_before, 0))]
    )
    question_view = QuestionView(table_view, question, links, extra_buttons, puzzle.question.offers)
    layout = (
        AnswerLayout(())
        if is_confirmation
        else lay_out_answers(table_view, question, page, page_surroundings(question_view, join_lines(lines)))
    )
    question_scenes = scenes_of_question(table_view, question, layout)

    def scenes() -> list[Scene]:
        board_scenes = list(question_scenes()) if question_scenes else []
        return [*board_scenes, *(scenes_beside(table_view, board_scenes) if is_first else ())]

    text = truncate(join_lines([*lines, *layout.common_lines]), limits.CONTENT)
    return Page(text, scenes, question_rows(question_view, layout), _puzzle_custom_id(number, f"m{page}", picked))


def own_puzzles_row(*, has_own: bool) -> Row:
    """A row with the button for the turning points of the user's own games; empty if there are none."""
    return [button("From your own games", own_puzzles_custom_id())] if has_own else []


def solve_button(number: PuzzleNumber) -> ui.Button[Any]:
    """The button that shows a puzzle."""
    return button("Solve", _puzzle_custom_id(number, "m0"), Style.primary)


def answer_page(
    number: PuzzleNumber, name: str, action: Action, *, counts: bool, points: int, has_own: bool = False
) -> Page:
    """The page after an answer, with the end of the game and the winning answers.

    ``points`` is the user's puzzle rating. ``counts`` is whether the answer was the user's first and so is rated.
    """
    puzzle = find_puzzle(number)
    table_view, is_won = _view_of(number, puzzle, name, puzzle.state), action in puzzle.winning_answers
    end = final_state(GAMES[title_of(number)], puzzle.state, action)
    assert end is not None
    verdict = md("✓ That wins the game") if is_won else md("✗ That doesn’t win the game")
    lines = [
        _puzzle_title(number),
        md("**{}**: {}", verdict, table_view.action_text(action)),
        _result_text(number, puzzle, action),
    ]
    lines += _winning_lines(puzzle, table_view, partial(_result_text, number, puzzle), won=is_won)
    lines.append(md("Your rating is {}.", points) if counts else md("Only your first answer counts."))
    next_button = button("Next puzzle", next_puzzle_custom_id(), Style.primary)
    again_button = [] if is_won else [button("Try again", _puzzle_custom_id(number, "m0"))]
    view_after = _view_of(number, puzzle, name, end)
    text = truncate(join_lines(lines), limits.CONTENT)
    buttons = [next_button, *again_button, *own_puzzles_row(has_own=has_own)]
    return Page(
        text, lambda: _final_scenes(view_after), [buttons], _puzzle_custom_id(number, "a", [write_action(action)])
    )


def _answer_line(sentence: Markdown, result: Markdown) -> Markdown:
    """A line with a winning answer, and a smaller line with the result below."""
    return md("- {}\n  -# {}", sentence, result) if result else md("- {}", sentence)


def _result_text(number: PuzzleNumber, puzzle: Puzzle, action: Action) -> Markdown:
    """The scores at the end of the game after an answer: “You end with 41 points, the best other with 43.”"""
    end = final_state(GAMES[title_of(number)], puzzle.state, action)
    assert end is not None
    ranking = GAMES[title_of(number)].rules.ranking(end)
    own_entry = next(place for place in ranking if place.seat == puzzle.question.seat)
    best_other = max(
        (place for place in ranking if place.seat != own_entry.seat), key=lambda place: (-place.place, place.score)
    )
    note = md(" ({})", escape_prose(own_entry.note)) if own_entry.note else md("")
    return md("You end with {}{}, the best other with {}.", _score_text(own_entry), note, _score_text(best_other))


def _score_text(place: RankingEntry) -> Markdown:
    return escape_prose(place.words) if place.words else md("{}", place.score)


def _winning_lines(
    puzzle: Puzzle, table_view: TableView, result: Callable[[Action], Markdown], *, won: bool
) -> list[Markdown]:
    """Lines with the winning answers. If the user's answer wins, only the number of other winning answers."""
    if won:
        others = len(puzzle.winning_answers) - 1
        return [
            md(
                "{} of {} {}.",
                count_noun(others, "other answer"),
                puzzle.answer_count,
                md("wins") if others == 1 else md("win"),
            )
        ]
    winning_answers = [action for action in puzzle.question.offers if action in puzzle.winning_answers]
    lines = [
        _answer_line(table_view.action_text(action), result(action)) for action in winning_answers[:_MAX_ANSWERS_SHOWN]
    ]
    rest_line = (
        [md("-# … and {}", count_noun(len(winning_answers) - _MAX_ANSWERS_SHOWN, "other"))]
        if len(winning_answers) > _MAX_ANSWERS_SHOWN
        else []
    )
    return [md("These win:") if len(winning_answers) > 1 else md("This wins:"), *lines, *rest_line]


def _introduction(puzzle: Puzzle, table_view: TableView) -> Markdown:
    own = table_view.name(puzzle.question.seat)
    count_text = count_noun(len(puzzle.winning_answers), "answer")
    verb = md("wins") if len(puzzle.winning_answers) == 1 else md("win")
    count_text = md("{} of {} {} it", count_text, puzzle.answer_count, verb)
    return md("You are {}. This is the last choice of the game: {}. A shared win isn’t enough.", own, count_text)


def _puzzle_title(number: PuzzleNumber) -> Markdown:
    return md("**Puzzle: win the game** · {}", escape_prose(GAMES[title_of(number)].name))


def _view_of(number: PuzzleNumber, puzzle: Puzzle, name: str, state: State) -> TableView:
    """The view of the seat that is to move; its player has the user's ``name``."""
    seat, seats = puzzle.question.seat, all_seats(len(GAMES[title_of(number)].rules.ranking(state)))
    players = [Player(name if number == seat else f"Player {number}") for number in seats]
    view: View[Any] = redact(state, seat)
    return view_without_table(title_of(number), players, view, ())


def _final_scenes(table_view: TableView) -> list[Scene]:
    names = table_view.painter.pictures_after_phase(table_view.view, table_view.drawing_context, "")
    return [
        scene
        for name in names
        for scene in table_view.painter.public_scenes(name, table_view.view, table_view.drawing_context)
    ]


def _puzzle_custom_id(number: PuzzleNumber, verb: str, words: Sequence[str] = ()) -> str:
    return custom_id("P", number, 0, " ".join([verb, *words]))


def _question_links(number: PuzzleNumber) -> QuestionLinks:
    """The functions that build ``custom_id``s for a puzzle's question. Puzzles have no typed values."""
    return QuestionLinks(
        menu=lambda picked, page: _puzzle_custom_id(number, f"m{page}", picked),
        select=lambda picked: _puzzle_custom_id(number, "s", picked),
        form=lambda picked: _puzzle_custom_id(number, "m0", picked),
        confirm=lambda action: _puzzle_custom_id(number, "a", [write_action(action)]),
    )
