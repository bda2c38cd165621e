"""Suggested legal moves for a wrong typed line or command, as buttons that lead to *Confirm*.

For a number that is not allowed, the nearest ones; for other errors, the moves that share the most words.
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
    """The refusal of a line, with similar moves of its ``kind``, best first; None if there are none."""
    alike = _similar_moves(context, line, kind)
    if not alike:
        return None
    labels = [context.table_view.label(action) for action in alike]
    short = [split_label(label)[0] for label in labels]
    row: Row = []
    for action, label, name in zip(alike, labels, short, strict=True):
        whole = short.count(name) > 1  # else it could not be told from others that begin as it does
        row.append(button(label if whole else name, _confirm_custom_id(context.table, action)))
    if isinstance(error, RuleViolation) and error.why:
        row = [*row[: limits.BUTTONS_IN_ROW - 1], button("Why?", error.why)]
    return Page(
        md("{} {}", error_message(error), _SEVERAL_SUGGESTIONS if len(alike) > 1 else _ONE_SUGGESTION), None, [row]
    )


def _confirm_custom_id(table: Table, action: Action) -> str:
    """The ``custom_id`` of the press that shows the move before it is made."""
    return custom_id("m", table.id, table.seq, " ".join(["-0", *notation_words(action)]))


def _similar_moves(context: SeatContext, line: str, kind: type[Action]) -> list[Action]:
    """Similar moves, at most a row."""
    offers = CombinedOffers(*(asked.offers for asked in (context.decision, context.premoves) if asked))
    near = list(dict.fromkeys(_moves_with_other_number(context, line, offers)))
    if near:
        return _drop_long_moves(context.table, near)
    spelled = {" ".join(notation_words(action)): action for action in offers if isinstance(action, kind)}
    labels = [(text, context.table_view.label(action)) for text, action in spelled.items()]
    return _drop_long_moves(
        context.table, [spelled[text] for text, _ in best_matches(line, labels, limits.BUTTONS_IN_ROW)]
    )


def _drop_long_moves(table: Table, actions: list[Action]) -> list[Action]:
    fitting = (action for action in actions if len(_confirm_custom_id(table, action)) <= limits.CUSTOM_ID)
    return list(fitting)[: limits.BUTTONS_IN_ROW]


def _moves_with_other_number(context: SeatContext, line: str, offers: Collection[Action]) -> Iterator[Action]:
    """The moves that differ from the line only in one number, the nearest allowed one."""
    name = line.split(" ", 1)[0]
    for kind in (kind for kind in context.table_view.game.actions if verb_of(kind) == name):
        try:
            typed = read_action(f"p{context.seat} {line}", (kind,))
        except Unreadable:
            return
        for field in field_names(kind):
            if is_number_field(kind, field) and field_type(kind, field) is not Seat:
                yield from nearest_numbers(offers, typed, field)
