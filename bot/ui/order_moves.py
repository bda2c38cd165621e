"""Pages on which a player chooses the moves of a standing order, in a simulated turn."""

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import ui
from msgspec.structs import replace

from bot.game_text import typing_help
from bot.markdown import Markdown, escape, escape_prose, join_lines, md, split_sentences, truncate
from bot.orders.execution import decode_order
from bot.orders.imagined_turns import ImaginedTurn, MoveMade, Outlook
from bot.orders.parser import MAX_PATTERNS
from bot.tables.table import Table
from bot.ui.answer_buttons import likeliest_question, split_label
from bot.ui.answer_layout import AnswerLayout, lay_out_answers, words_by_letter
from bot.ui.components import Row, Style, button, custom_id
from bot.ui.page import Page
from bot.ui.phone_height import count_text_lines
from bot.ui.question_components import (
    QuestionLinks,
    QuestionView,
    page_surroundings,
    question_rows,
    words_of_back,
)
from bot.ui.question_page import answers_line, scenes_of_question
from bot.ui.questions import AnswerChoice, Question, next_question, notation_words
from bot.ui.typing_form import typing_form
from bot.view import SeatContext, view_table
from engine.core.move_pattern import WILDCARD, read_pattern
from engine.store.orders import StoredOrder

_MAX_SKIPPED = 9
"""Maximum number of questions that a player can skip. The number has one digit in a ``custom_id``."""
_MAX_MOVE_LENGTH, _MAX_LAST_MOVE_LENGTH = 200, 100
"""Maximum characters of a move: in the list of all moves, and as the last move above the next question."""
_ONE_MOVE_TEXT = md(
    "It’s made once. If it isn’t possible when you’re asked for such a move, the order ends and you choose."
)
_SEVERAL_MOVES_TEXT = md(
    "Each is made once, in this order. If one isn’t possible when its time comes, the order ends and you choose."
)
_CURRENT_TURN_LINE = md(
    "-# It’s your turn now, so a saved order moves immediately. For a later turn: *Later question…*"
)


class MovePlace(msgspec.Struct, frozen=True):
    """The place of a question: the number of ``moves`` chosen before it, and the number of ``skipped`` questions."""

    moves: int
    skipped: int = 0

    def __str__(self) -> str:
        return f"{self.moves}{self.skipped}"


def imagined_context(context: SeatContext, turn: ImaginedTurn) -> SeatContext:
    """Return the player's seat context in a simulated turn. It contains nothing that is hidden from the player."""
    table = replace(context.table, state=turn.state)
    return replace(context, table=table, table_view=view_table(table, context.seat), decision=turn.asked, premoves=None)


def order_question_after(imagined: SeatContext, picked: Sequence[str]) -> Question | None:
    """Return the question of a simulated turn after the words ``picked``; None if the words are not valid."""
    assert imagined.decision is not None
    question = next_question(imagined.decision.offers, picked)
    return None if question is None else likeliest_question(imagined.table_view, question, imagined.decision.offers)


def question_page(
    imagined: SeatContext,
    outlook: Outlook,
    question: Question,
    place: MovePlace,
    *,
    page: int = 0,
    lead: Markdown = md(""),
) -> Page:
    """Return the page of a question in a simulated turn. Too slow for the event loop."""
    assert imagined.decision is not None
    last_move_line = [
        md("-# After: {}", truncate(_move_name(imagined, move), _MAX_LAST_MOVE_LENGTH)) for move in outlook.made[-1:]
    ]
    for lines_before in (last_move_line, []):
        text = join_lines(filter(None, [lead, *_heading_lines(imagined, outlook, question, lines_before)]))
        question_view, layout = _lay_out_question(imagined, question, place, page, text)
        if layout.is_fitting:
            break
    full_text = join_lines([text, *layout.common_lines])
    return Page(
        full_text,
        scenes_of_question(imagined.table_view, question, layout, count_text_lines(full_text)),
        question_rows(question_view, layout),
    )


def order_words_by_letter(imagined: SeatContext, question: Question, place: MovePlace) -> dict[str, tuple[str, ...]]:
    """Letter in the question's picture -> the words that it stands for."""
    _, layout = _lay_out_question(imagined, question, place, 0, md(""))
    return words_by_letter(layout, len(question.picked))


def order_value_form(table: Table, question: Question, place: MovePlace) -> ui.Modal:
    """Return the form for typing a number or an unlisted value."""
    about = typing_help(type(question.sample), question.field)
    return typing_form(question, _custom_id(table, " ".join([f"t{place}", *question.picked])), about=about)


def moves_page(context: SeatContext, draft: StoredOrder, outlook: Outlook, back: str, lead: Markdown = md("")) -> Page:
    """Return the page with the moves of a draft order.

    ``back`` is the ``custom_id`` of *Back*, which shows the last question.
    """
    moves = decode_order(draft).patterns
    move_lines = [
        md(
            "{} {}",
            md("Then:") if number else md("When it’s your turn:"),
            truncate(_sentence(context, pattern, move), _MAX_MOVE_LENGTH),
        )
        for number, (pattern, move) in enumerate(zip(moves, outlook.made, strict=False))
    ]
    heading = md("**Standing order, not saved yet.** Only you can see it.")
    moves_now = context.decision is not None and outlook.made[0].action in context.decision.offers
    now_line = md("-# It’s your turn, so the order moves as soon as you save it.") if moves_now else md("")
    rule_line = md("-# {}", _SEVERAL_MOVES_TEXT if len(moves) > 1 else _ONE_MOVE_TEXT)
    text = join_lines(filter(None, [lead, heading, *move_lines, rule_line, now_line]))
    table = context.table
    row: Row = [button("Save order", custom_id("w", table.id, table.seq, f"save {draft.id}"), Style.success)]
    if outlook.turn is not None and len(moves) < MAX_PATTERNS:
        row.append(button("Add another", order_question_custom_id(table, MovePlace(len(moves)))))
    row += [button("Back", back), _write_button(table, f"again {draft.id}"), _cancel_button(table)]
    table_view, last_action = context.table_view.with_view(outlook.made[-1].view), outlook.made[-1].action
    confirmation = Question("confirm", notation_words(last_action), "", (AnswerChoice((), "", (last_action,)),), None)
    return Page(text, scenes_of_question(table_view, confirmation, AnswerLayout(()), count_text_lines(text)), [row])


def no_turn_page(context: SeatContext, outlook: Outlook) -> Page:
    """Return the page for a turn that can't be simulated. It shows other ways to make an order."""
    reason = md("I can’t imagine a turn of yours from what you see now.")
    if outlook.unknown:
        prompt = escape_prose(outlook.unknown[0])
        reason = md("Your next question: {} Its answers depend on draws or rolls that no one knows yet.", prompt)
    alternative = md("You can write a pattern instead, or add a move later in the game.")
    buttons: Row = [_write_button(context.table, "new"), _cancel_button(context.table)]
    return Page(join_lines([reason, alternative]), None, [buttons])


def order_question_custom_id(table: Table, place: MovePlace, picked: Sequence[str] = (), page: int = 0) -> str:
    """Return the ``custom_id`` of a press that shows a question of a simulated turn."""
    return _custom_id(table, " ".join([f"m{place}{page}", *picked]))


def moves_before_last(moves: Sequence[str]) -> int:
    """Return the number of moves before the last chosen move and before the forced moves that precede it."""
    number = len(moves) - 1
    while number and moves[number - 1].endswith(f" {WILDCARD}"):
        number -= 1
    return max(number, 0)


def _lay_out_question(
    imagined: SeatContext, question: Question, place: MovePlace, page: int, text: Markdown
) -> tuple[QuestionView, AnswerLayout]:
    assert imagined.decision is not None
    offers = imagined.decision.offers
    question_view = QuestionView(
        imagined.table_view,
        question,
        _question_links(imagined.table, place),
        _navigation_row(imagined, question, place),
        offers,
    )
    return question_view, lay_out_answers(imagined.table_view, question, page, page_surroundings(question_view, text))


def _heading_lines(
    imagined: SeatContext, outlook: Outlook, question: Question, last_move_lines: Sequence[Markdown]
) -> list[Markdown]:
    """Return the lines: name of the turn, status line, last move of the order, prompt, and answers so far."""
    assert imagined.decision is not None and outlook.turn is not None
    table_view, is_first = imagined.table_view, question.previous_words is None
    turn_name = (
        md("Then") if outlook.made else md("Your turn now") if outlook.turn.is_now else md("Your next turn, imagined")
    )
    lines = [md("**{}** · {}", turn_name, table_view.status_line())]
    lines += last_move_lines if is_first else []
    if is_first and outlook.unknown:
        lines.append(md("-# Left out, since it depends on draws or rolls: {}", escape_prose(outlook.unknown[-1])))
    if is_first and outlook.turn.is_now:
        lines.append(_CURRENT_TURN_LINE)
    prompt_lines = [escape_prose(imagined.decision.prompt)] if is_first else answers_line(table_view, question)
    samples = [entry.actions[0] for entry in question.entries] if question.kind == "verbs" else [question.sample]
    context_lines = dict.fromkeys(table_view.question_context(action, question.field) for action in samples)
    return [*lines, *prompt_lines, *filter(None, context_lines)]


def _sentence(context: SeatContext, pattern: str, move: MoveMade) -> Markdown:
    """Return a move of the order in words; for a pattern with wildcards, the pattern's description."""
    if WILDCARD in pattern.split():
        return escape(read_pattern(pattern, context.table_view.game.actions).description)
    move_text = context.table_view.with_view(move.view).action_text(move.action)
    return split_sentences(move_text)[0]


def _move_name(context: SeatContext, move: MoveMade) -> Markdown:
    return split_label(context.table_view.with_view(move.view).action_text(move.action))[0]


def _navigation_row(imagined: SeatContext, question: Question, place: MovePlace) -> Row:
    assert imagined.decision is not None
    table = imagined.table
    back_words = words_of_back(imagined.table_view, question, imagined.decision.offers)
    if back_words is not None:
        return [button("Back", order_question_custom_id(table, place, back_words)), _cancel_button(table)]
    row: Row = [button("Back", _moves_custom_id(table, place.moves))] if place.moves else []
    if place.skipped < _MAX_SKIPPED:
        row.append(
            button("Later question…", order_question_custom_id(table, replace(place, skipped=place.skipped + 1)))
        )
    return [*row, _cancel_button(table)]


def _moves_custom_id(table: Table, moves: int) -> str:
    return _custom_id(table, f"show{moves}")


def _question_links(table: Table, place: MovePlace) -> QuestionLinks:
    def step(picked: Sequence[str], chosen: bool) -> str:
        return (
            _custom_id(table, " ".join([f"s{place}", *picked]))
            if chosen
            else order_question_custom_id(table, place, picked)
        )

    return QuestionLinks(
        menu=lambda picked, page: order_question_custom_id(table, place, picked, page),
        select=lambda picked: _custom_id(table, " ".join([f"s{place}", *picked])),
        form=lambda picked: _custom_id(table, " ".join([f"f{place}", *picked])),
        confirm=lambda action: order_question_custom_id(table, place, notation_words(action)),
        steps=step,
    )


def _write_button(table: Table, rest: str) -> ui.Button[Any]:
    return button("Write it…", custom_id("w", table.id, 0, rest))


def _cancel_button(table: Table) -> ui.Button[Any]:
    return button("Cancel", custom_id("w", table.id, 0, "drop"))


def _custom_id(table: Table, rest: str) -> str:
    return custom_id("O", table.id, table.seq, rest)
