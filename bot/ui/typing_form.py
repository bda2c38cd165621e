"""The form for typing a value that has no button, and the conversion of what was typed."""

from collections.abc import Collection

from discord import ui

from bot.markdown import md, quote
from bot.ui.modals import FormField, build_modal
from bot.ui.question_components import field_question_text
from bot.ui.questions import Question, next_question
from engine import Action
from engine.core import MAX_LENGTH
from engine.core.action import button_title
from engine.core.notation import notation_word, read_number
from engine.errors import Refused


def typing_form(question: Question, form_id: str, *, name: str = "value", about: str = "") -> ui.Modal:
    """Return the form for typing an answer: a number with its bounds, or a value with an example.

    ``about`` is the description of the value's field.
    """
    label = field_question_text(question)
    if question.kind == "number":
        field = number_field(question, label, name)
    else:
        field = FormField(name, label, MAX_LENGTH, question.example, is_required=True, about=about)
    return build_modal(f"{button_title(type(question.sample))}: {label}", form_id, [field])


def number_field(question: Question, label: str, name: str, value: str = "") -> FormField:
    """Return the form field for a whole number, with its bounds in the label; ``value`` is filled in."""
    bounded_label = f"{label} ({question.low} to {question.high})"
    return FormField(name, bounded_label, len(str(question.high)), str(question.low), value, is_required=True)


def number_word(question: Question, typed: str) -> str:
    """Return the typed number as a word of notation. Raises ``Refused`` if it is out of bounds."""
    try:
        number = read_number(typed)
    except ValueError:
        number = question.low - 1
    if not question.low <= number <= question.high:
        raise Refused(md("Enter a whole number from {} to {}.", question.low, question.high))
    return str(number)


def typed_words(question: Question, typed: str) -> list[str]:
    """Return the words chosen so far, and those of the typed number, value, or letter.

    Raises ``Refused`` for a number that is out of bounds.
    """
    if question.kind == "number":
        return [*question.picked, number_word(question, typed)]
    words_by_key = {entry.key: entry.words for entry in question.entries}
    return [*question.picked, *words_by_key.get(typed, (notation_word(typed) or "_",))]


def offered_words(offers: Collection[Action], question: Question, typed: str) -> list[str]:
    """Return the words chosen so far, and those of the typed answer. Raises ``Refused`` if it is not offered."""
    words = typed_words(question, typed)
    if next_question(offers, words) is None:
        raise Refused(md("{} isn’t possible here.", quote(typed)))
    return words
