"""A form for the last fields of a move, if they do not depend on one another.

It is filled with the player's last values for the same question, or with the first offers.
"""

from collections.abc import Sequence

from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.tables.table import Table, game_of
from bot.ui.answer_buttons import split_label
from bot.ui.components import custom_id
from bot.ui.modals import FormField, build_modal
from bot.ui.questions import Question, next_question, notation_words
from bot.ui.typing_form import number_field
from bot.view import SeatContext
from engine import Action
from engine.core import MAX_LENGTH, Standing, field_names, verb_of
from engine.core.action import button_title, field_example, field_question
from engine.core.notation import is_number_field, notation_word, read_number

SENT_PREFIX, REFUSED_PREFIX = "+", "="
"""Prefixes in a ``custom_id`` for a submitted form, and for one that opens as it was submitted and refused."""


def is_last_fields_form(table: Table, rest: str) -> bool:
    """Whether a form is for the last fields of a move that begins with these words."""
    name = rest.split(" ", 1)[0]
    return any(kind.form_from for kind in game_of(table.title).actions if verb_of(kind) == name)


def last_fields_form(context: SeatContext, question: Question, earlier: Sequence[str]) -> ui.Modal | None:
    """The form for a question and those after it; None if they are asked one by one.

    ``earlier`` are the seat's earlier moves in notation.
    """
    identity = form_custom_id(context.table, question, is_sent=True)
    if not identity:
        return None
    kind, listed = type(question.sample), [action for entry in question.entries for action in entry.actions]
    names = field_names(kind)[field_names(kind).index(question.field) :]
    usual = _default_values(question, earlier)
    form_fields = tuple(_last_form_field(context, question, listed, name, usual.get(name, "")) for name in names)
    if any(len(field.options) > limits.SELECT_OPTIONS for field in form_fields):
        return None
    return build_modal(button_title(kind), identity, form_fields)


def form_after_refusal(context: SeatContext, line: str) -> ui.Modal | None:
    """The form for the last fields of a move, filled in as in the line; None if it no longer applies."""
    spelled = line.split(" ")
    kind = next(kind for kind in context.table_view.game.actions if verb_of(kind) == spelled[0])
    picked = spelled[: field_names(kind).index(kind.form_from) + 1]
    asked = context.premoves if issubclass(kind, Standing) else context.decision
    question = next_question(asked.offers, picked) if asked else None
    return last_fields_form(context, question, [f"p{context.seat} {line}"]) if question else None


def form_custom_id(table: Table, question: Question, *, is_sent: bool = False) -> str:
    """The ``custom_id`` of the form, or of the button that opens it; empty if there is no form or no room."""
    if question.kind == "confirm" or not question.field or question.field != type(question.sample).form_from:
        return ""
    identity = custom_id("c", table.id, table.seq, (SENT_PREFIX if is_sent else "") + " ".join(question.picked))
    return identity if len(identity) <= limits.CUSTOM_ID else ""


def line_of_form(context: SeatContext, picked: Sequence[str], values: Sequence[str]) -> str:
    """The move in notation that the words and the values of a form make."""
    kind = next(kind for kind in context.table_view.game.actions if verb_of(kind) == picked[0])
    names = field_names(kind)[len(picked) - 1 :]
    return " ".join([*picked, *(_value_word(kind, *pair) for pair in zip(names, values, strict=False))])


def _value_word(kind: type[Action], name: str, typed: str) -> str:
    """A value as a word of notation; numbers as people write them."""
    if is_number_field(kind, name):
        try:
            return str(read_number(typed))
        except ValueError:
            pass
    return notation_word(typed.strip()) or "_"


def _default_values(question: Question, earlier: Sequence[str]) -> dict[str, str]:
    """The seat's last values for the same question, or else the first listed ones."""
    names, depth = field_names(type(question.sample)), len(question.picked)
    earlier_words = (tuple(line.split()[1:]) for line in reversed(earlier))
    same = (
        spelled for spelled in earlier_words if spelled[:depth] == question.picked and len(spelled) == len(names) + 1
    )
    return dict(zip(names, next(same, notation_words(question.sample))[1:], strict=True))


def _last_form_field(
    context: SeatContext, question: Question, listed: Sequence[Action], name: str, now: str
) -> FormField:
    """One question; a number with its bounds, where all between them are possible."""
    if name != question.field or question.kind != "number":
        field = form_field(context, listed, name, now)
        return field if field.options else replace(field, about=_effects_text(context, listed, name))
    if now.isdecimal():
        now = str(min(max(int(now), question.low), question.high))  # the nearest number that can be said now
    kind = type(question.sample)
    return number_field(question, field_question(kind, name), _field_name(kind, name), now)


def _effects_text(context: SeatContext, listed: Sequence[Action], name: str) -> str:
    """The listed values with an effect worth mentioning, each with it."""
    values = {notation_word(getattr(action, name)): action for action in listed}
    labels = [context.table_view.label(action, name) for action in values.values()]
    return " · ".join(label for label in labels if split_label(label)[1])


def form_field(context: SeatContext, listed: Sequence[Action], name: str, now: str) -> FormField:
    """The field for one question: a text if other values may be typed, else a choice."""
    kind = type(listed[0])
    asked, identity = field_question(kind, name), _field_name(kind, name)
    if field_example(kind, name):
        return FormField(identity, asked, MAX_LENGTH, field_example(kind, name), now, is_required=True)
    values = {notation_word(getattr(action, name)): action for action in listed}
    options = tuple(_option_lines(context.table_view.label(action, name), value) for value, action in values.items())
    return FormField(identity, asked, MAX_LENGTH, value=now, is_required=True, options=options)


def value_words(action: Action, names: Sequence[str]) -> tuple[str, ...]:
    """The values of these fields in notation."""
    return tuple(notation_word(getattr(action, name)) for name in names)


def _field_name(kind: type[Action], name: str) -> str:
    return f"{verb_of(kind)}.{name}"


def _option_lines(label: str, value: str) -> tuple[str, str, str]:
    """A value by its name, with its effect in a second line, since phones cut long ones."""
    name, effect = split_label(label)
    return name, value, effect
