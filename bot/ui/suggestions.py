"""Suggests legal moves when a typed line or a command is refused, as buttons that lead to *Confirm*.

For a number that is not allowed, the nearest allowed numbers are suggested; otherwise, the moves that share the most
words with the line.
"""

from collections.abc import Collection, Iterator

from bot import limits
from bot.errors import RuleViolation
from bot.markdown import error_message, md
from bot.tables.table import Table
from bot.ui.answer_buttons import split_label
from bot.ui.components import Row, button, custom_id
from bot.ui.number_steps import nearest_numbers
from bot.ui.page import Page
from bot.ui.questions import notation_words
from bot.ui.text_matching import best_matches
from bot.view import SeatContext
from engine import Action, Refused, Seat, Unreadable, read_action
from engine.core import CombinedOffers, field_names, verb_of
from engine.core.action import field_type
from engine.core.notation import is_number_field

_ONE_SUGGESTION, _SEVERAL_SUGGESTIONS = md("Did you mean this?"), md("Did you mean one of these?")


def did_you_mean(
    context: SeatContext, line: str, error: Unreadable | Refused, kind: type[Action] = Action
) -> Page | None:
    """Return the page that refuses a line and has buttons for similar moves; None if there are no similar moves.

    Only moves of the class ``kind`` are suggested.
    """
    similar = _similar_moves(context, line, kind)
    if not similar:
        return None
    labels = [context.table_view.label(action) for action in similar]
    names = [split_label(label)[0] for label in labels]
    row: Row = []
    for action, label, name in zip(similar, labels, names, strict=True):
        is_ambiguous = names.count(name) > 1
        row.append(button(label if is_ambiguous else name, _confirm_custom_id(context.table, action)))
    if isinstance(error, RuleViolation) and error.why:
        row = [*row[: limits.BUTTONS_IN_ROW - 1], button("Why?", error.why)]
    return Page(
        md("{} {}", error_message(error), _SEVERAL_SUGGESTIONS if len(similar) > 1 else _ONE_SUGGESTION), None, [row]
    )


def _confirm_custom_id(table: Table, action: Action) -> str:
    return custom_id("m", table.id, table.seq, " ".join(["-0", *notation_words(action)]))


def _similar_moves(context: SeatContext, line: str, kind: type[Action]) -> list[Action]:
    offers = CombinedOffers(*(decision.offers for decision in (context.decision, context.premoves) if decision))
    with_other_number = list(dict.fromkeys(_moves_with_other_number(context, line, offers)))
    if with_other_number:
        return _drop_long_moves(context.table, with_other_number)
    action_by_line = {" ".join(notation_words(action)): action for action in offers if isinstance(action, kind)}
    labels = [(text, context.table_view.label(action)) for text, action in action_by_line.items()]
    return _drop_long_moves(
        context.table, [action_by_line[text] for text, _ in best_matches(line, labels, limits.BUTTONS_IN_ROW)]
    )


def _drop_long_moves(table: Table, actions: list[Action]) -> list[Action]:
    short_enough = (action for action in actions if len(_confirm_custom_id(table, action)) <= limits.CUSTOM_ID)
    return list(short_enough)[: limits.BUTTONS_IN_ROW]


def _moves_with_other_number(context: SeatContext, line: str, offers: Collection[Action]) -> Iterator[Action]:
    """Yield moves that differ from the line in only one number, which is the nearest allowed one."""
    name = line.split(" ", 1)[0]
    for kind in (kind for kind in context.table_view.game.actions if verb_of(kind) == name):
        try:
            typed = read_action(f"p{context.seat} {line}", (kind,))
        except Unreadable:
            return
        for field in field_names(kind):
            if is_number_field(kind, field) and field_type(kind, field) is not Seat:
                yield from nearest_numbers(offers, typed, field)
