"""The form for the last fields of a move, if these fields do not depend on one another.

It is filled in with the values that the player gave to the same question last time, or with those of the first offer.
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
"""Prefixes in a ``custom_id``: of a submitted form, and of a refused form that is opened again as it was filled in."""


def is_last_fields_form(table: Table, rest: str) -> bool:
    """Whether a form with the words ``rest`` in its ``custom_id`` is for the last fields of a move."""
    name = rest.split(" ", 1)[0]
    return any(kind.form_from for kind in game_of(table.title).actions if verb_of(kind) == name)


def last_fields_form(context: SeatContext, question: Question, earlier: Sequence[str]) -> ui.Modal | None:
    """Return the form for this question and the next ones; None if they must be asked separately.

    ``earlier`` are the seat's earlier moves in notation.
    """
    form_id = form_custom_id(context.table, question, is_sent=True)
    if not form_id:
        return None
    kind, actions = type(question.sample), [action for entry in question.entries for action in entry.actions]
    names = field_names(kind)[field_names(kind).index(question.field) :]
    default_values = _default_values(question, earlier)
    form_fields = tuple(
        _last_form_field(context, question, actions, name, default_values.get(name, "")) for name in names
    )
    if any(len(field.options) > limits.SELECT_OPTIONS for field in form_fields):
        return None
    return build_modal(button_title(kind), form_id, form_fields)


def form_after_refusal(context: SeatContext, line: str) -> ui.Modal | None:
    """Return the form for the last fields of a refused move, filled in with the values in ``line``.

    None if the form no longer applies.
    """
    words = line.split(" ")
    kind = next(kind for kind in context.table_view.game.actions if verb_of(kind) == words[0])
    picked = words[: field_names(kind).index(kind.form_from) + 1]
    decision = context.premoves if issubclass(kind, Standing) else context.decision
    question = next_question(decision.offers, picked) if decision else None
    return last_fields_form(context, question, [f"p{context.seat} {line}"]) if question else None


def form_custom_id(table: Table, question: Question, *, is_sent: bool = False) -> str:
    """Return the ``custom_id`` of the form if ``is_sent``, otherwise of the button that opens it.

    Empty if the question has no form, or if the ``custom_id`` would be too long.
    """
    if question.kind == "confirm" or not question.field or question.field != type(question.sample).form_from:
        return ""
    form_id = custom_id("c", table.id, table.seq, (SENT_PREFIX if is_sent else "") + " ".join(question.picked))
    return form_id if len(form_id) <= limits.CUSTOM_ID else ""


def line_of_form(context: SeatContext, picked: Sequence[str], values: Sequence[str]) -> str:
    """Return the move in notation. ``picked`` are the words before the form, and ``values`` the values in the form."""
    kind = next(kind for kind in context.table_view.game.actions if verb_of(kind) == picked[0])
    names = field_names(kind)[len(picked) - 1 :]
    return " ".join([*picked, *(_value_word(kind, *pair) for pair in zip(names, values, strict=False))])


def _value_word(kind: type[Action], name: str, typed: str) -> str:
    """Return a typed value as a word of notation. A number may have separators."""
    if is_number_field(kind, name):
        try:
            return str(read_number(typed))
        except ValueError:
            pass
    return notation_word(typed.strip()) or "_"


def _default_values(question: Question, earlier: Sequence[str]) -> dict[str, str]:
    """Return field -> the value that the seat gave to the same question last time, or the first offer's value."""
    names, depth = field_names(type(question.sample)), len(question.picked)
    earlier_words = (tuple(line.split()[1:]) for line in reversed(earlier))
    same_question = (
        words for words in earlier_words if words[:depth] == question.picked and len(words) == len(names) + 1
    )
    return dict(zip(names, next(same_question, notation_words(question.sample))[1:], strict=True))


def _last_form_field(
    context: SeatContext, question: Question, actions: Sequence[Action], name: str, value: str
) -> FormField:
    """Return the form field for one value. A number that must be in a range shows its bounds."""
    if name != question.field or question.kind != "number":
        field = form_field(context, actions, name, value)
        return field if field.options else replace(field, about=_effects_text(context, actions, name))
    if value.isdecimal():
        value = str(min(max(int(value), question.low), question.high))  # the nearest number that is possible now
    kind = type(question.sample)
    return number_field(question, field_question(kind, name), _field_name(kind, name), value)


def _effects_text(context: SeatContext, actions: Sequence[Action], name: str) -> str:
    action_by_word = {notation_word(getattr(action, name)): action for action in actions}
    labels = [context.table_view.label(action, name) for action in action_by_word.values()]
    return " · ".join(label for label in labels if split_label(label)[1])


def form_field(context: SeatContext, actions: Sequence[Action], name: str, value: str) -> FormField:
    """Return the form field for one value, filled in with ``value``.

    It is a text if unlisted values may be typed, and otherwise a choice.
    """
    kind = type(actions[0])
    label, field_id = field_question(kind, name), _field_name(kind, name)
    if field_example(kind, name):
        return FormField(field_id, label, MAX_LENGTH, field_example(kind, name), value, is_required=True)
    action_by_word = {notation_word(getattr(action, name)): action for action in actions}
    options = tuple(
        _option_lines(context.table_view.label(action, name), word) for word, action in action_by_word.items()
    )
    return FormField(field_id, label, MAX_LENGTH, value=value, is_required=True, options=options)


def value_words(action: Action, names: Sequence[str]) -> tuple[str, ...]:
    """Return the action's values of these fields in notation."""
    return tuple(notation_word(getattr(action, name)) for name in names)


def _field_name(kind: type[Action], name: str) -> str:
    return f"{verb_of(kind)}.{name}"


def _option_lines(label: str, value: str) -> tuple[str, str, str]:
    """Return an option as (name, value, effect). The effect is a second line, because phones cut long labels."""
    name, effect = split_label(label)
    return name, value, effect
