"""Pages that choose the moves of a standing order in a simulated turn."""

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import ui
from msgspec.structs import replace

from bot.game_text import typing_help
from bot.markdown import Markdown, escape, escape_prose, join_lines, md, split_sentences, truncate
from bot.orders.execution import decode_order
from bot.orders.imagined_turns import ImaginedTurn, MoveMade, Outlook
from bot.orders.parser import MAX_WISHES
from bot.tables.table import Table
from bot.ui.answer_buttons import likeliest_question, split_label
from bot.ui.answer_layout import AnswerLayout, lay_out_answers
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

_MOST_SKIPPED = 9
"""Questions that can be skipped: one digit in a ``custom_id``."""
_LONGEST_MOVE, _LONGEST_AFTER = 200, 100
"""Characters of a move in the list of all, and of the last one above the next question."""
_ONCE = md("It’s made once. If it isn’t possible when you’re asked for such a move, the order ends and you choose.")
_IN_ORDER = md(
    "Each is made once, in this order. If one isn’t possible when its time comes, the order ends and you choose."
)
_NOW = md("-# It’s your turn now, so a saved order moves immediately. For a later turn: *Later question…*")


class MovePlace(msgspec.Struct, frozen=True):
    """The position of a page: the number of ``moves`` before its question, and of ``skipped`` questions."""

    moves: int
    skipped: int = 0

    def __str__(self) -> str:
        return f"{self.moves}{self.skipped}"


def imagined_place(place: SeatContext, turn: ImaginedTurn) -> SeatContext:
    """The player's seat context in a simulated turn. It contains nothing hidden from the player."""
    table = replace(place.table, state=turn.state)
    return replace(place, table=table, table_view=view_table(table, place.seat), decision=turn.asked, premoves=None)


def menu_after(imagined: SeatContext, picked: Sequence[str]) -> Question | None:
    """The page of a simulated turn after the words ``picked``; None if they are not valid."""
    assert imagined.decision is not None
    found = next_question(imagined.decision.offers, picked)
    return None if found is None else likeliest_question(imagined.table_view, found, imagined.decision.offers)


def question_page(
    imagined: SeatContext, outlook: Outlook, found: Question, at: MovePlace, *, page: int = 0, lead: Markdown = md("")
) -> Page:
    """A question of a simulated turn, after the answers so far. Slow: not for the event loop."""
    assert imagined.decision is not None
    after = [md("-# After: {}", truncate(_shortest(imagined, one), _LONGEST_AFTER)) for one in outlook.made[-1:]]
    for more in (after, []):
        text = join_lines(filter(None, [lead, *_heading(imagined, outlook, found, more)]))
        asked, layout = _laid_out(imagined, found, at, page, text)
        if layout.is_fitting:
            break
    whole = join_lines([text, *layout.common_lines])
    return Page(
        whole,
        scenes_of_question(imagined.table_view, found, layout, count_text_lines(whole)),
        question_rows(asked, layout),
    )


def marks_of(imagined: SeatContext, found: Question, at: MovePlace) -> dict[str, tuple[str, ...]]:
    """The words that each letter in the question's picture stands for."""
    _, layout = _laid_out(imagined, found, at, 0, md(""))
    depth, marks = len(found.picked), dict[str, tuple[str, ...]]()
    for mark, actions in layout.marks:
        spelled = [notation_words(action)[depth:] for action in actions]
        marks[mark] = spelled[0] if len(spelled) == 1 else spelled[0][:1]
    return marks


def value_form(table: Table, found: Question, at: MovePlace) -> ui.Modal:
    """Ask for a number, or for a value that is not listed."""
    about = typing_help(type(found.sample), found.field)
    return typing_form(found, _id(table, " ".join([f"t{at}", *found.picked])), about=about)


def moves_page(place: SeatContext, plan: StoredOrder, outlook: Outlook, back: str, lead: Markdown = md("")) -> Page:
    """The moves of an order that is not saved yet; ``back`` is the ``custom_id`` of the question for the last one."""
    moves = decode_order(plan).wishes
    said = [
        md(
            "{} {}",
            md("Then:") if number else md("When it’s your turn:"),
            truncate(_sentence(place, text, made), _LONGEST_MOVE),
        )
        for number, (text, made) in enumerate(zip(moves, outlook.made, strict=False))
    ]
    draft = md("**Standing order, not saved yet.** Only you can see it.")
    is_now = place.decision is not None and outlook.made[0].action in place.decision.offers
    now = md("-# It’s your turn, so the order moves as soon as you save it.") if is_now else md("")
    how = md("-# {}", _IN_ORDER if len(moves) > 1 else _ONCE)
    text = join_lines(filter(None, [lead, draft, *said, how, now]))
    table = place.table
    row: Row = [button("Save order", custom_id("w", table.id, table.seq, f"save {plan.id}"), Style.success)]
    if outlook.turn is not None and len(moves) < MAX_WISHES:
        row.append(button("Add another", question_id(table, MovePlace(len(moves)))))
    row += [button("Back", back), _write_button(table, f"again {plan.id}"), _cancel_button(table)]
    seen, last = place.table_view.with_view(outlook.made[-1].view), outlook.made[-1].action
    found = Question("confirm", notation_words(last), "", (AnswerChoice((), "", (last,)),), None)
    return Page(text, scenes_of_question(seen, found, AnswerLayout(()), count_text_lines(text)), [row])


def nothing_page(place: SeatContext, outlook: Outlook) -> Page:
    """The page for a turn that can't be simulated, with other ways to write an order."""
    why = md("I can’t imagine a turn of yours from what you see now.")
    if outlook.unknown:
        prompt = escape_prose(outlook.unknown[0])
        why = md("Your next question: {} Its answers depend on draws or rolls that no one knows yet.", prompt)
    instead = md("You can write a pattern instead, or add a move later in the game.")
    ways: Row = [_write_button(place.table, "new"), _cancel_button(place.table)]
    return Page(join_lines([why, instead]), None, [ways])


def question_id(table: Table, at: MovePlace, picked: Sequence[str] = (), page: int = 0) -> str:
    """The ``custom_id`` of a press that shows a question of an imagined turn."""
    return _id(table, " ".join([f"m{at}{page}", *picked]))


def moves_before_last(moves: Sequence[str]) -> int:
    """The number of moves before the last chosen one, without the forced moves before it."""
    number = len(moves) - 1
    while number and moves[number - 1].endswith(f" {WILDCARD}"):
        number -= 1
    return max(number, 0)


def _laid_out(
    imagined: SeatContext, found: Question, at: MovePlace, page: int, text: Markdown
) -> tuple[QuestionView, AnswerLayout]:
    assert imagined.decision is not None
    offers = imagined.decision.offers
    asked = QuestionView(imagined.table_view, found, _leads(imagined.table, at), _aside(imagined, found, at), offers)
    return asked, lay_out_answers(imagined.table_view, found, page, page_surroundings(asked, text))


def _heading(imagined: SeatContext, outlook: Outlook, found: Question, after: Sequence[Markdown]) -> list[Markdown]:
    """The kind of turn, what comes before it, the question, and the answers so far."""
    assert imagined.decision is not None and outlook.turn is not None
    seen, first = imagined.table_view, found.previous_words is None
    which = (
        md("Then") if outlook.made else md("Your turn now") if outlook.turn.is_now else md("Your next turn, imagined")
    )
    lines = [md("**{}** · {}", which, seen.status_line())]
    lines += after if first else []
    if first and outlook.unknown:
        lines.append(md("-# Left out, since it depends on draws or rolls: {}", escape_prose(outlook.unknown[-1])))
    if first and outlook.turn.is_now:
        lines.append(_NOW)
    asked = [escape_prose(imagined.decision.prompt)] if first else answers_line(seen, found)
    sample = [entry.actions[0] for entry in found.entries] if found.kind == "verbs" else [found.sample]
    about = dict.fromkeys(seen.question_context(action, found.field) for action in sample)
    return [*lines, *asked, *filter(None, about)]


def _sentence(place: SeatContext, text: str, made: MoveMade) -> Markdown:
    """A move of an order in words; a pattern by its parts."""
    if WILDCARD in text.split():
        return escape(read_pattern(text, place.table_view.game.actions).description)
    said = place.table_view.with_view(made.view).action_text(made.action)
    return split_sentences(said)[0]


def _shortest(place: SeatContext, made: MoveMade) -> Markdown:
    """A move without its effects."""
    return split_label(place.table_view.with_view(made.view).action_text(made.action))[0]


def _aside(imagined: SeatContext, found: Question, at: MovePlace) -> Row:
    """The navigation row of a question: back, to a later question, and out."""
    assert imagined.decision is not None
    table = imagined.table
    back = words_of_back(imagined.table_view, found, imagined.decision.offers)
    if back is not None:
        return [button("Back", question_id(table, at, back)), _cancel_button(table)]
    row: Row = [button("Back", _moves_id(table, at.moves))] if at.moves else []
    if at.skipped < _MOST_SKIPPED:
        row.append(button("Later question…", question_id(table, replace(at, skipped=at.skipped + 1))))
    return [*row, _cancel_button(table)]


def _moves_id(table: Table, moves: int) -> str:
    """The ``custom_id`` of a press that shows the first moves of the order."""
    return _id(table, f"show{moves}")


def _leads(table: Table, at: MovePlace) -> QuestionLinks:
    def step(picked: Sequence[str], chosen: bool) -> str:
        return _id(table, " ".join([f"s{at}", *picked])) if chosen else question_id(table, at, picked)

    return QuestionLinks(
        menu=lambda picked, page: question_id(table, at, picked, page),
        select=lambda picked: _id(table, " ".join([f"s{at}", *picked])),
        form=lambda picked: _id(table, " ".join([f"f{at}", *picked])),
        confirm=lambda action: question_id(table, at, notation_words(action)),
        steps=step,
    )


def _write_button(table: Table, rest: str) -> ui.Button[Any]:
    return button("Write it…", custom_id("w", table.id, 0, rest))


def _cancel_button(table: Table) -> ui.Button[Any]:
    return button("Cancel", custom_id("w", table.id, 0, "drop"))


def _id(table: Table, rest: str) -> str:
    return custom_id("O", table.id, table.seq, rest)
